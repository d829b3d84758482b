/* The verb `new-solver`: a local solver's file from the template, and its line in the list.
 *
 * Order matters: the file is written before its line in the list, because a list that names a file
 * which is not there breaks the build; if the line cannot be written the file is taken back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "problems/base/new_file.h"
#include "solvers/choice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The newcomer's name, and the source tree; "" is the folder at hand. */
typedef struct words {
    const char *name, *source;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, source, "source", 0, "DIR", "The source tree (default: the current folder)"),
};

enum { MAX_NAME = 30 };

/* A solver's files and words. */
typedef struct newcomer {
    const char *name;
    char id[MAX_NAME + 1]; /* the name in C: '-' becomes '_' */
    char folder[SS_PATH_SIZE], path[SS_PATH_SIZE], template[SS_PATH_SIZE], list[SS_PATH_SIZE];
} newcomer;

/* A name that is new, and that C, a file and the command line can bear. */
static bool check_name(const char *name, ss_error *error)
{
    const char *const letters = "abcdefghijklmnopqrstuvwxyz";
    const char *const more = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t length = strlen(name);
    if (length == 0 || length > MAX_NAME || strchr(letters, name[0]) == NULL ||
        strspn(name, more) != length || name[length - 1] == '-')
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%s' cannot name a solver: it takes up to %d lower-case letters, "
                            "digits and hyphens, a letter first, as in 'my-sal2'",
                            name, MAX_NAME);
    for (size_t k = 0; ss_choice_name_at(k, SS_CHOICE_ANY) != NULL; ++k)
        if (strcmp(ss_choice_name_at(k, SS_CHOICE_ANY), name) == 0)
            return ss_error_set(error, SS_ERROR_USAGE, "there is a solver '%s' already", name);
    return true;
}

/* Paths in the source tree, of what is there and what is to be. */
static bool place(newcomer *to, const words *w, ss_error *error)
{
    char file[MAX_NAME + 3];
    to->name = w->name;
    snprintf(to->id, sizeof to->id, "%s", w->name);
    for (char *at = to->id; (at = strchr(at, '-')) != NULL;)
        *at = '_';
    snprintf(file, sizeof file, "%s.c", to->id);
    return ss_path_join(to->folder, sizeof to->folder, w->source, "solvers/local", error) &&
           ss_path_join(to->path, sizeof to->path, to->folder, file, error) &&
           ss_path_join(to->template, sizeof to->template, to->folder, "template.c", error) &&
           ss_path_join(to->list, sizeof to->list, to->folder, "local_solvers.def", error);
}

/* The text of a file of the source tree, to be freed. */
static char *read_source(const char *path, ss_error *error)
{
    size_t size = 0;
    ss_error reason = {SS_ERROR_NONE, ""};
    char *const text = ss_file_read(path, &size, &reason);
    if (text != NULL && size > 0)
        return text;
    ss_error_set(&reason, SS_ERROR_USAGE, "cannot read %s (it is empty)", path);
    ss_error_set(error, SS_ERROR_USAGE, "%s: name the source tree of stickslip by --source",
                 reason.text);
    free(text);
    return NULL;
}

/* The new file: the template with the solver's id after '_' and its name elsewhere. */
static bool write_file(const newcomer *to, ss_error *error)
{
    static const char word[] = "template";
    char *text = NULL;
    size_t size = 0;
    char *const template = read_source(to->template, error);
    FILE *const out = template != NULL ? open_memstream(&text, &size) : NULL;
    for (const char *at = template, *next; out != NULL && at != NULL; at = next) {
        next = strstr(at, word);
        fprintf(out, "%.*s", (int)(next != NULL ? (size_t)(next - at) : strlen(at)), at);
        if (next == NULL)
            continue;
        fputs(next > template && next[-1] == '_' ? to->id : to->name, out);
        next += sizeof word - 1;
    }
    const bool filled = out != NULL && ferror(out) == 0;
    const bool whole = out != NULL && fclose(out) == 0 && filled;
    if (template != NULL && !whole)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for %s", to->path);
    const bool written = whole && ss_new_file_write(to->path, text, size, error);
    free(template);
    free(text);
    return written;
}

/* The list with one more line, written anew beside it and renamed. */
static bool write_line(const newcomer *to, ss_error *error)
{
    ss_output output = {0};
    char *const list = read_source(to->list, error);
    bool written = list != NULL && ss_output_open(&output, to->folder, "local_solvers.def", error);
    if (written) {
        const size_t length = strlen(list);
        fprintf(output.file, "%s%sSS_LOCAL_SOLVER(%s)\n", list,
                length > 0 && list[length - 1] != '\n' ? "\n" : "", to->id);
        written = ss_output_close(&output, error);
    }
    free(list);
    return written;
}

static bool new_solver(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    newcomer to;
    if (!check_name(w->name, error) || !place(&to, w, error) || !write_file(&to, error))
        return false;
    if (!write_line(&to, error)) {
        unlink(to.path);
        return false;
    }
    printf("%s is written, and has its line in %s. Next:\n"
           "  put your visit into `solve` there\n"
           "  cmake --build build -j\n"
           "  stickslip check %s\n"
           "  stickslip judge %s --against sbp\n",
           to.path, to.list, to.name, to.name);
    return true;
}

const ss_command ss_command_new_solver = {
    .name = "new-solver",
    .summary = "begin a local solver: its file from a template, and its line in the list",
    .places = "ID",
    .doc = "Begin a local solver: write solvers/local/ID.c from the template there and its line in "
           "local_solvers.def. A file or solver of that name is left alone.",
    .after = "Example:\n  stickslip new-solver mine && cmake --build build -j && build/stickslip "
             "check mine",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, name)),
    .ask = "name the new solver",
    SS_WORDS(words, .source = ""),
    .work = new_solver};
