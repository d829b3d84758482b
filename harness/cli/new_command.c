/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/new_command.h"

#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "problems/base/names.h"
#include "problems/base/new_file.h"

#include <stdlib.h>
#include <string.h>

/* A language: the end of its files, a file that its solvers need, the word that runs them, what
 * builds them. */
typedef struct language {
    const char *name, *end, *also, *run, *build;
} language;

static const language languages[] = {
    {"python", "py", "stickslip_solver.py", "python3 ", NULL},
    {"c++", "cpp", NULL, "", "c++ -O2"},
    {"julia", "jl", NULL, "julia ", NULL},
};

/* Copy a file of the installed clients into the folder, under a name of its own. */
static bool copy(const char *file, const char *out, const char *to, ss_error *error)
{
    char from[SS_PATH_SIZE], path[SS_PATH_SIZE], below[80];
    size_t size = 0;
    snprintf(below, sizeof below, "solvers/command/clients/%s", file);
    if (!ss_home_path(from, sizeof from, below, error) ||
        !ss_path_join(path, sizeof path, out, to, error))
        return false;
    char *const text = ss_file_read(from, &size, error);
    const bool written = text != NULL && ss_new_file_write(path, text, size, error);
    free(text);
    return written;
}

bool ss_new_command(const char *name, const char *word, const char *out, ss_error *error)
{
    static const ss_names names = SS_NAMES(languages, "no language", "it is python, c++ or julia");
    const language *const which = ss_names_find(&names, word != NULL ? word : "python", error);
    char from[40], to[80];
    if (which == NULL)
        return false;
    if (out == NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "name the new folder by --out DIR");
    if (name[0] == '\0' || strlen(name) > 60 ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != strlen(name))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%s' cannot name a solver: it takes up to 60 lower-case letters, "
                            "digits, '-' and '_'",
                            name);
    snprintf(from, sizeof from, "pgs.%s", which->end);
    snprintf(to, sizeof to, "%s.%s", name, which->end);
    if (!ss_output_make_folder(out, error) || !copy(from, out, to, error) ||
        (which->also != NULL && !copy(which->also, out, which->also, error)))
        return false;
    printf("%s/%s is written: put your iteration into it. Next:\n", out, to);
    if (which->build != NULL)
        printf("  %s %s/%s -o %s/%s\n", which->build, out, to, out, name);
    printf("  stickslip run -p sliding-ball -s 'sal,command:%s%s/%s' --trace last -o trial\n"
           "  stickslip plot accuracy trial\n",
           which->run, out, which->build != NULL ? name : to);
    return true;
}
