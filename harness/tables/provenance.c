/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/provenance.h"

#include "build_info.h"
#include "harness/tables/output.h"
#include "solvers/base/unit.h"

#include <ctype.h>
#include <gsl/gsl_version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

const char ss_provenance_version[] = "stickslip " SS_VERSION " (commit " SS_COMMIT ")";
const char ss_provenance_build[] =
    SS_VERSION ", commit " SS_COMMIT SS_CHANGES ", " SS_COMPILER ", " SS_FLAGS;

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

/* A line stays one line, and what stands between backticks on a page is one piece. */
static bool needs_code(char c)
{
    return iscntrl((unsigned char)c) || c == '`';
}

char *ss_provenance_value(const char *text, const char *key)
{
    const size_t length = strlen(key);
    for (size_t width; *text != '\0'; text += width + (text[width] == '\n')) {
        width = strcspn(text, "\n");
        if (strncmp(text, key, length) == 0 && strncmp(text + length, ": ", 2) == 0)
            return strndup(text + length + 2, width - length - 2);
    }
    return NULL;
}

void ss_provenance_print_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=+@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fprintf(out, " %s", word);
        return;
    }
    bool coded = false;
    for (const char *at = word; *at != '\0'; ++at)
        coded = coded || needs_code(*at);
    fputs(coded ? " $'" : " '", out);
    for (; *word != '\0'; ++word)
        if (needs_code(*word) || (coded && *word == '\\'))
            fprintf(out, "\\%03o", (unsigned)*word);
        else if (*word == '\'')
            fputs(coded ? "\\'" : "'\\''", out);
        else
            fputc(*word, out);
    fputs("'", out);
}

/* Date, machine and its load: times depend on what else it did. */
static void print_machine(FILE *out)
{
    struct utsname host;
    struct tm utc;
    double load[3];
    char cpu[256], date[32];
    const time_t now = time(NULL);
    if (gmtime_r(&now, &utc) != NULL && strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0)
        fprintf(out, "date: %s\n", date);
    ss_provenance_cpu(cpu, sizeof cpu);
    fprintf(out, "cpu: %s\n", cpu);
    if (getloadavg(load, 3) == 3)
        fprintf(out, "load: %.2f %.2f %.2f\n", load[0], load[1], load[2]);
    if (uname(&host) == 0)
        fprintf(out, "host: %s\nsystem: %s %s %s\n", host.nodename, host.sysname, host.release,
                host.machine);
}

void ss_provenance_print(FILE *out, int argc, char *const *argv)
{
    fprintf(out, "program: %s\ncommand: %s", ss_provenance_version, argc > 0 ? argv[0] : "");
    for (int k = 1; k < argc; ++k)
        ss_provenance_print_word(out, argv[k]);
    fprintf(out, "\ncompiler: %s\nflags: %s\ngsl: %s\nunits: %d\n", SS_COMPILER, SS_FLAGS,
            gsl_version, SS_UNIT_VERSION);
    print_machine(out);
}

bool ss_provenance_write(const char *folder, int argc, char *const *argv, const char *facts,
                         ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, "provenance.txt", error))
        return false;
    ss_provenance_print(output.file, argc, argv);
    fputs(facts, output.file);
    return ss_output_close(&output, error);
}
