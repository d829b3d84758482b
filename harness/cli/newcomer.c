/* The verbs `new-solver` and `new-scene`: a file from the template of its folder, and its line in
 * the list there.
 *
 * Order matters: the file is written before its line in the list, because a list that names a file
 * which is not there breaks the build; if the line cannot be written the file is taken back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/new_command.h"
#include "harness/cli/new_plugin.h"
#include "harness/cli/template.h"
#include "harness/cli/words.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "problems/base/new_file.h"
#include "problems/scenes/catalogue.h"
#include "solvers/choice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A kind of newcomer: its folder and list there, the word of a line, what is written into its file,
 * and the commands after the build, with its name for each NAME. */
#define NAME "NEWCOMER"
typedef struct kind {
    const char *noun, *folder, *list, *line, *edit, *commands;
} kind;

static const kind local_solver = {"a solver",
                                  "solvers/local",
                                  "local_solvers.def",
                                  "SS_LOCAL_SOLVER",
                                  "put your visit into `solve` there",
                                  "stickslip check " NAME "\n  stickslip judge " NAME
                                  " --against sbp\n"};
static const kind outer_solver = {
    "a solver",
    "solvers/outer",
    "outer_solvers.def",
    "SS_OUTER_SOLVER",
    "put your iteration into `apply` there",
    "stickslip check " NAME "\n  stickslip run -p balls-4 -s sal,'" NAME "[local=sal]' -o mine\n"};
static const kind scene = {
    "a scene",
    "problems/scenes",
    "catalogue.def",
    "SS_PROBLEM",
    "put your bodies into `open` there, what you want to know into `observe`",
    "stickslip run -p " NAME " -s exact --frames 10 -o mine\n"
    "  stickslip plot scene mine; stickslip plot history mine\n"};

/* The newcomer's name, and the source tree; "" is the folder at hand. */
typedef struct words {
    const char *name, *source;
    const char *language, *out;
    bool outer;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, source, "source", 0, "DIR", "The source tree (default: the current folder)"),
    SS_TEXT(words, language, "language", 0, "LANGUAGE",
            "python, c++ or julia: a process of your own, in the folder --out, without the source"),
    SS_TEXT(words, out, "out", 'o', "DIR",
            "A new folder outside of the source: with --language a process, else a shared object"),
    SS_SWITCH(words, outer, "outer", 0, "An outer solver: solvers/outer/ID.c"),
};

/* Its files and words. */
typedef struct newcomer {
    const kind *kind;
    const char *name;
    char id[SS_NEWCOMER_NAME + 1]; /* the name in C: '-' becomes '_' */
    char folder[SS_PATH_SIZE], path[SS_PATH_SIZE], template[SS_PATH_SIZE], list[SS_PATH_SIZE];
} newcomer;

/* A name that is new, and that can be one. */
static bool check_name(const char *name, const kind *of, ss_error *error)
{
    char id[SS_NEWCOMER_NAME + 1];
    if (!ss_template_id(id, name, of->noun, error))
        return false;
    bool taken = false;
    for (size_t k = 0; of != &scene && ss_choice_name_at(k, SS_CHOICE_ANY) != NULL; ++k)
        taken = taken || strcmp(ss_choice_name_at(k, SS_CHOICE_ANY), name) == 0;
    for (size_t k = 0; of == &scene && ss_catalogue_at(k) != NULL; ++k)
        taken = taken || strcmp(ss_catalogue_at(k)->name, name) == 0;
    return !taken ||
           ss_error_set(error, SS_ERROR_USAGE, "there is %s '%s' already", of->noun, name);
}

/* Paths in the source tree, of what is there and what is to be. */
static bool place(newcomer *to, const words *w, ss_error *error)
{
    char file[SS_NEWCOMER_NAME + 3];
    to->name = w->name;
    if (!ss_template_id(to->id, w->name, to->kind->noun, error))
        return false;
    snprintf(file, sizeof file, "%s.c", to->id);
    return ss_path_join(to->folder, sizeof to->folder, w->source, to->kind->folder, error) &&
           ss_path_join(to->path, sizeof to->path, to->folder, file, error) &&
           ss_path_join(to->template, sizeof to->template, to->folder, "template.c", error) &&
           ss_path_join(to->list, sizeof to->list, to->folder, to->kind->list, error);
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

/* The new file: the template with its id after '_' and its name elsewhere. */
static bool write_file(const newcomer *to, ss_error *error)
{
    char *const template = read_source(to->template, error);
    char *const text =
        template != NULL ? ss_template_fill(template, to->name, to->id, error) : NULL;
    const bool written = text != NULL && ss_new_file_write(to->path, text, strlen(text), error);
    free(template);
    free(text);
    return written;
}

/* The list with one more line, written anew beside it and renamed. */
static bool write_line(const newcomer *to, ss_error *error)
{
    ss_output output = {0};
    char *const list = read_source(to->list, error);
    bool written = list != NULL && ss_output_open(&output, to->folder, to->kind->list, error);
    if (written) {
        const size_t length = strlen(list);
        fprintf(output.file, "%s%s%s(%s)\n", list,
                length > 0 && list[length - 1] != '\n' ? "\n" : "", to->kind->line, to->id);
        written = ss_output_close(&output, error);
    }
    free(list);
    return written;
}

/* Write both files, or neither: where the list cannot be written, the new file is removed. Then
 * say what is to be done next. */
static bool begin(const words *w, const kind *of, ss_error *error)
{
    newcomer to = {.kind = of};
    if (!check_name(w->name, of, error) || !place(&to, w, error) || !write_file(&to, error))
        return false;
    if (!write_line(&to, error)) {
        unlink(to.path);
        return false;
    }
    printf("%s is written, and has its line in %s. Next:\n  %s\n  cmake --build build -j\n  ",
           to.path, to.list, of->edit);
    for (const char *at = of->commands, *next; at != NULL; at = next) {
        next = strstr(at, NAME);
        printf("%.*s%s", (int)(next != NULL ? (size_t)(next - at) : strlen(at)), at,
               next != NULL ? to.name : "");
        next += next != NULL ? strlen(NAME) : 0;
    }
    return true;
}

/* The solver is a local one unless --outer was given: each kind has its folder and list. */
static bool new_solver(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    if (w->language != NULL)
        return ss_new_command(w->name, w->language, w->out, error);
    if (w->out != NULL)
        return check_name(w->name, w->outer ? &outer_solver : &local_solver, error) &&
               ss_new_plugin(w->name, w->outer, w->out, error);
    return begin(w, w->outer ? &outer_solver : &local_solver, error);
}

/* A scene is of one kind: --outer is not among its words. */
static bool new_scene(ss_call *call, ss_error *error)
{
    return begin(call->words, &scene, error);
}

const ss_command ss_command_new_solver = {
    .name = "new-solver",
    .summary = "begin a solver: its file from a template, and its line in the list",
    .places = "ID",
    .doc = "Begin a local solver: write solvers/local/ID.c from the template there and its line in "
           "local_solvers.def; with --outer solvers/outer/ID.c and its line in outer_solvers.def. "
           "With --out DIR a folder of its own, which needs no source tree: a shared object in C, "
           "built against the installed program; with --language too, a process. A file or solver "
           "of that name is left alone.",
    .after = "Example:\n"
             "  stickslip new-solver mine && cmake --build build -j\n"
             "  build/stickslip check mine\n"
             "  stickslip new-solver --outer around\n"
             "  stickslip new-solver mine --out mine\n"
             "  stickslip new-solver mine --language python --out mine",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, name)),
    .ask = "name the new solver",
    SS_WORDS(words, .source = ""),
    .work = new_solver};

const ss_command ss_command_new_scene = {
    .name = "new-scene",
    .summary = "begin a scene: its file from a template, its catalogue line",
    .places = "ID",
    .doc = "Begin a scene: write problems/scenes/ID.c from the template there, with a parameter "
           "and an observable of its own, and its line in catalogue.def. A file or scene of that "
           "name is left alone.",
    .after = "Example:\n"
             "  stickslip new-scene bowl && cmake --build build -j\n"
             "  build/stickslip run -p bowl -s exact -o bowl",
    .groups = {{own, 1, 0}},
    SS_PLACES(1, offsetof(words, name)),
    .ask = "name the new scene",
    SS_WORDS(words, .source = ""),
    .work = new_scene};
