/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/provenance.h"

#include "build_info.h"
#include "harness/tables/output.h"

#include <gsl/gsl_version.h>
#include <string.h>
#include <sys/utsname.h>

const char *ss_provenance_version(void)
{
    return "stickslip " SS_VERSION " (commit " SS_COMMIT ")";
}

const char *ss_provenance_build(void)
{
    return SS_VERSION ", commit " SS_COMMIT SS_CHANGES ", " SS_COMPILER ", " SS_FLAGS;
}

void ss_provenance_cpu(char *text, size_t size)
{
    char line[512];
    FILE *const info = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        const char *const colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            const char *const model = colon + 1 + strspn(colon + 1, " ");
            snprintf(text, size, "%.*s", (int)strcspn(model, "\n"), model);
            break;
        }
    }
    if (info != NULL)
        fclose(info);
}

void ss_provenance_print(FILE *out, int argc, char *const *argv)
{
    struct utsname host;
    char cpu[256];
    fprintf(out, "program: %s\ncommand:", ss_provenance_version());
    for (int k = 0; k < argc; ++k)
        fprintf(out, " %s", argv[k]);
    fprintf(out, "\ncompiler: %s\nflags: %s\ngsl: %s\n", SS_COMPILER, SS_FLAGS, gsl_version);
    ss_provenance_cpu(cpu, sizeof cpu);
    fprintf(out, "cpu: %s\n", cpu);
    if (uname(&host) == 0)
        fprintf(out, "system: %s %s %s\n", host.sysname, host.release, host.machine);
}

bool ss_provenance_write(const char *folder, int argc, char *const *argv, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, "provenance.txt", error))
        return false;
    ss_provenance_print(output.file, argc, argv);
    return ss_output_close(&output, error);
}
