/* The verb `baseline`: named results to compare with.
 *
 * A baseline is a folder of compare's; this file tells three tasks apart by their first word,
 * because each takes other words: a verb each would be three entries of --help for one idea.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/baseline.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

/* All tasks' words; `name` and `source` are NULL where a task takes fewer. */
typedef struct words {
    const char *task, *name, *source, *folder;
    bool replace, json;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, replace, "replace", 0, "With save: write over a baseline of that name"),
    SS_SWITCH(words, json, "json", 0, "With show: print its rows for programs"),
    SS_TEXT(words, folder, "folder", 0, "DIR",
            "Folder of the baselines (default results/reference/baselines of the source; of an "
            "installed "
            "program ~/.local/share/stickslip, then the program's)"),
};

static const struct task {
    const char *name;
    size_t n_words; /* that it takes, its own name included */
    const char *usage;
} tasks[] = {{"save", 3, "save NAME DIR"}, {"list", 1, "list"}, {"show", 2, "show NAME"}};

/* Do the task of the first word; each has its own number of words. */
static bool work(ss_call *call, ss_error *error)
{
    static const ss_names names = SS_NAMES(tasks, "no task", "it must be save, list or show");
    const words *const w = call->words;
    const struct task *const task = ss_names_find(&names, w->task, error);
    const size_t n_words = w->source != NULL ? 3 : w->name != NULL ? 2 : 1;
    size_t n_rows = 0;
    if (task == NULL)
        return false;
    if (n_words != task->n_words)
        return ss_error_set(error, SS_ERROR_USAGE, "usage: stickslip baseline %s", task->usage);
    if (n_words == 1)
        return ss_compare_baseline_list(w->folder, stdout, error);
    if (n_words == 2)
        return ss_compare_baseline_show(w->name, w->folder, w->json, stdout, error);
    if (!ss_compare_baseline_save(w->name, w->source, w->folder, w->replace, &n_rows, error))
        return false;
    printf("baseline %s: %zu row%s\n", w->name, n_rows, ss_name_plural(n_rows));
    return true;
}

const ss_command ss_command_baseline = {
    .name = "baseline",
    .summary = "save, list and show named results to compare with",
    .places = "save BASELINE DIR\nlist\nshow BASELINE",
    .doc = "Keep what of a result is the same on every machine (status, counters, residuals; no "
           "times) under a name that 'stickslip compare' knows.",
    .after = "Example:\n  stickslip run -p balls-4 -s sbp,ebp -o results/mine\n"
             "  stickslip baseline save mine results/mine\n"
             "  stickslip compare mine results/tomorrow\n\n"
             "A row that Ctrl-C left unfinished is refused.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(3, offsetof(words, task), offsetof(words, name), offsetof(words, source)),
    .n_optional = 2,
    .ask = "say what to do: save, list or show",
    .size = sizeof(words),
    .work = work};
