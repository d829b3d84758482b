/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/provenance.h"

#include "build_info.h"
#include "harness/output.h"

#include <gsl/gsl_version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

const char *ss_provenance_version(void)
{
    return "stickslip " SS_VERSION " (commit " SS_COMMIT ")";
}

const char *ss_provenance_home(void)
{
    const char *const home = getenv("STICKSLIP_HOME");
    return home != NULL && home[0] != '\0' ? home : SS_SOURCE_FOLDER;
}

static void write_cpu(FILE *out)
{
    char line[512];
    FILE *const info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        const char *const colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            fprintf(out, "cpu:%s", colon + 1);
            break;
        }
    }
    if (info != NULL)
        fclose(info);
}

void ss_provenance_print(FILE *out, int argc, char *const *argv)
{
    struct utsname host;
    fprintf(out, "program: %s\ncommand:", ss_provenance_version());
    for (int k = 0; k < argc; ++k)
        fprintf(out, " %s", argv[k]);
    fprintf(out, "\ncompiler: %s\nflags: %s\ngsl: %s\n", SS_COMPILER, SS_FLAGS, gsl_version);
    write_cpu(out);
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
