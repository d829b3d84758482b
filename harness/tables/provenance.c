/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/provenance.h"

#include "build_info.h"
#include "harness/tables/output.h"
#include "solvers/base/unit.h"

#include <ctype.h>
#include <gsl/gsl_version.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

const char ss_provenance_version[] = "stickslip " SS_VERSION " (commit " SS_COMMIT ")";
const char ss_provenance_build[] =
    SS_VERSION ", commit " SS_COMMIT SS_CHANGES ", " SS_COMPILER ", " SS_FLAGS;

/* The text of the first line of /proc/cpuinfo that begins with `key`; false: there is none. */
static bool cpu_line(char *text, size_t size, const char *key)
{
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    FILE *const info = fopen("/proc/cpuinfo", "r");
    while (!found && info != NULL && getline(&line, &room, info) > 0) {
        const char *const colon = strchr(line, ':');
        found = strncmp(line, key, strlen(key)) == 0 && colon != NULL;
        if (found) {
            const char *const value = colon + 1 + strspn(colon + 1, " ");
            snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
        }
    }
    free(line);
    if (info != NULL)
        fclose(info);
    return found;
}

void ss_provenance_cpu(char *text, size_t size)
{
    if (!cpu_line(text, size, "model name"))
        snprintf(text, size, "unknown");
}

void ss_machine_look(ss_machine *machine)
{
    static const char *const sets[] = {"sse4_2", "avx", "avx2", "fma", "avx512f", "asimd", "sve"};
    char model[128], flags[8192] = "";
    size_t used = 0;
    ss_provenance_cpu(model, sizeof model);
    if (!cpu_line(flags + 1, sizeof flags - 2, "flags") &&
        !cpu_line(flags + 1, sizeof flags - 2, "Features")) /* on ARM */
        flags[1] = '\0';
    flags[0] = ' '; /* each of them stands between blanks */
    strcat(flags, " ");
    used = (size_t)snprintf(machine->text, sizeof machine->text, "%s [", model);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; ++k) {
        char word[16];
        snprintf(word, sizeof word, " %s ", sets[k]);
        if (strstr(flags, word) != NULL)
            used += (size_t)snprintf(machine->text + used, sizeof machine->text - used, "%s%s",
                                     machine->text[used - 1] == '[' ? "" : " ", sets[k]);
    }
    snprintf(machine->text + used, sizeof machine->text - used, "]");
    if (getloadavg(&machine->load, 1) != 1)
        machine->load = NAN;
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
