/* The verb `baseline`: named results to compare with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/compare/baseline.h"
#include "harness/cli/verbs.h"
#include "problems/base/names.h"

#include <argp.h>

typedef struct words {
    const char *task, *name, *source, *folder;
    bool replace;
} words;

enum { KEY_REPLACE = 256, KEY_FOLDER };

static const struct argp_option options[] = {
    {"replace", KEY_REPLACE, NULL, 0, "With save: write over a baseline of that name", 0},
    {"folder", KEY_FOLDER, "DIR", 0,
     "Folder of the baselines (default results/reference/baselines of the source)", 0},
    {0}};

static bool save(const words *w, ss_error *error)
{
    size_t n_rows = 0;
    if (!ss_compare_baseline_save(w->name, w->source, w->folder, w->replace, &n_rows, error))
        return false;
    printf("baseline %s: %zu rows\n", w->name, n_rows);
    return true;
}

static bool list(const words *w, ss_error *error)
{
    return ss_compare_baseline_list(w->folder, stdout, error);
}

static bool show(const words *w, ss_error *error)
{
    return ss_compare_baseline_show(w->name, w->folder, stdout, error);
}

static const struct task {
    const char *name;
    size_t n_words; /* that it takes, its own name included */
    const char *usage;
    bool (*work)(const words *w, ss_error *error);
} tasks[] = {
    {"save", 3, "save NAME DIR", save}, {"list", 1, "list", list}, {"show", 2, "show NAME", show}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const char **const places[] = {&w->task, &w->name, &w->source};
    switch (key) {
    case KEY_REPLACE:
        w->replace = true;
        return 0;
    case KEY_FOLDER:
        w->folder = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num >= sizeof places / sizeof places[0])
            argp_error(state, "'%s' is one word too many", arg);
        else
            *places[state->arg_num] = arg;
        return 0;
    case ARGP_KEY_END:
        if (w->task == NULL)
            argp_error(state, "say what to do: save, list or show");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool work(const words *w, ss_error *error)
{
    static const ss_names names = SS_NAMES(tasks, "no task", "it must be save, list or show");
    const struct task *const task = ss_names_find(&names, w->task, error);
    const size_t n_words = w->source != NULL ? 3 : w->name != NULL ? 2 : 1;
    if (task == NULL)
        return false;
    if (n_words != task->n_words)
        return ss_error_set(error, SS_ERROR_USAGE, "it is: stickslip baseline %s", task->usage);
    return task->work(w, error);
}

int ss_verb_baseline(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "save NAME DIR\nlist\nshow NAME",
        .doc =
            "Keep what of a result is the same on every machine (status, counters, residuals; no "
            "times) under a name that 'stickslip compare' knows.\v"
            "Example:\n  stickslip run -p balls-4 -s sbp,ebp -o results/mine\n"
            "  stickslip baseline save mine results/mine\n"
            "  stickslip compare mine results/tomorrow\n\n"
            "A row that Ctrl-C left unfinished is refused."};
    words w = {.task = NULL};
    ss_error error = {.code = SS_ERROR_NONE};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    work(&w, &error);
    return ss_verb_finish("baseline", &error);
}
