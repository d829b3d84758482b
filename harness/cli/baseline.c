/* The verb `baseline`: named results to compare with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/baseline.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

typedef struct words {
    const char *task, *name, *source, *folder;
    bool replace;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, replace, "replace", 0, "With save: write over a baseline of that name"),
    SS_TEXT(words, folder, "folder", 0, "DIR",
            "Folder of the baselines (default results/reference/baselines of the source)"),
};

/* Copy what is comparable of the result `source`, and say how many rows that is. */
static bool save(const words *w, ss_error *error)
{
    size_t n_rows = 0;
    if (!ss_compare_baseline_save(w->name, w->source, w->folder, w->replace, &n_rows, error))
        return false;
    printf("baseline %s: %zu row%s\n", w->name, n_rows, ss_name_plural(n_rows));
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

/* Do the task of the first word; each has its own number of words. */
static bool work(const words *w, ss_error *error)
{
    static const ss_names names = SS_NAMES(tasks, "no task", "it must be save, list or show");
    const struct task *const task = ss_names_find(&names, w->task, error);
    const size_t n_words = w->source != NULL ? 3 : w->name != NULL ? 2 : 1;
    if (task == NULL)
        return false;
    if (n_words != task->n_words)
        return ss_error_set(error, SS_ERROR_USAGE, "usage: stickslip baseline %s", task->usage);
    return task->work(w, error);
}

int ss_verb_baseline(int argc, char **argv, ss_error *error)
{
    words w = {.task = NULL};
    const ss_command command = {
        .places = "save BASELINE DIR\nlist\nshow BASELINE",
        .doc =
            "Keep what of a result is the same on every machine (status, counters, residuals; no "
            "times) under a name that 'stickslip compare' knows.\v"
            "Example:\n  stickslip run -p balls-4 -s sbp,ebp -o results/mine\n"
            "  stickslip baseline save mine results/mine\n"
            "  stickslip compare mine results/tomorrow\n\n"
            "A row that Ctrl-C left unfinished is refused.",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.task, &w.name, &w.source},
        .n_needed = 1,
        .ask = "say what to do: save, list or show"};
    ss_command_read(&command, argc, argv);
    work(&w, error);
    return 0;
}
