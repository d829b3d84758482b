/* The verb `compare`: did a solver or a build change anything, and for better or worse?
 *
 * The exit code is the verdict (call->verdict), so that a script needs no text: 0 same, 10 better,
 * 11 worse, and so on (harness/judge). An error has its own code, as everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/compare.h"
#include "harness/cli/words.h"
#include "harness/tables/label.h"

#include <stdlib.h>
#include <string.h>

/* The question as compare takes it; `solver` and `outer` are short for two of its words each. */
typedef struct words {
    ss_compare_request question;
    const char *solver, *outer, *out, *format;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(
        words, solver, "solver", 's', "A[:B]",
        "Compare solver A of BASE with B of NEW (A alone: with A), as in the column `solver` or "
        "within its outer solver: nlgs-anderson[local=sbp]"),
    SS_TEXT(words, question.base_solver, "base-solver", 0, "A",
            "Solver of BASE; with --new-solver the same as --solver A:B"),
    SS_TEXT(words, question.new_solver, "new-solver", 0, "B",
            "Solver of NEW; with --base-solver the same as --solver A:B"),
    SS_TEXT(words, outer, "outer", 0, "A[:B]",
            "Compare outer solver A of BASE with B of NEW (A alone: with A)"),
    SS_TEXT(words, question.ignored, "ignore", 0, "KEY[,KEY...]",
            "Parameters that may differ between the rows of a pair, e.g. tol"),
    SS_TEXT(words, question.thresholds, "thresholds", 0, "FILE",
            "CSV with column,relative,absolute: change of a column that is none (default: none at "
            "all)"),
    SS_TEXT(words, question.noise, "noise", 0, "FILE",
            "Judge times too, above the floor of this file ('stickslip noise')"),
    SS_SWITCH(
        words, question.mix_machines, "mix-machines", 0,
        "Judge times of several machines all the same (column machine); counters are alike on "
        "all"),
    SS_SWITCH(words, question.partial, "partial", 0,
              "Judge what both sides have, though rows of BASE have no partner in NEW"),
    SS_TEXT(words, question.baselines, "folder", 0, "DIR",
            "Folder of the baselines (default results/reference/baselines of the source)"),
    SS_WORD(CHOICE, words, format, "format", 'f', "text|csv|markdown|json",
            "What is printed (default text)"),
    SS_SWITCH(words, json, "json", 0, "The same as --format json"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make, for compare.csv and compare.md"),
};

/* A:B, or A for both, taken apart in a copy, which is to be freed. A colon in brackets is part of a
 * solver's options. */
static bool split(const char *text, char **copy, const char **a, const char **b, ss_error *error)
{
    *copy = strdup(text);
    if (*copy == NULL)
        return ss_error_memory(error, "'%s'", text);
    char *const colon = *copy + ss_label_length(text, ':');
    *a = *copy;
    *b = *colon != '\0' ? colon + 1 : *copy;
    *colon = '\0';
    return true;
}

static const struct format {
    const char *name;
    const ss_report_format *sheet; /* NULL: the table */
} formats[] = {{"text", &ss_report_text},
               {"csv", NULL},
               {"markdown", &ss_report_markdown},
               {"json", &ss_report_json}};

/* Compare, print and save; without an answer the sides are not comparable. */
static bool compare(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    const bool base = w->question.base_solver != NULL, new = w->question.new_solver != NULL;
    ss_compare_result comparison;
    const struct format *format = formats; /* the words are those of --format */
    while (strcmp(format->name, w->json ? "json" : w->format) != 0)
        ++format;
    char *copy = NULL, *outers = NULL;
    ss_compare_overall overall = SS_COMPARE_OVERALL_NOT_COMPARABLE;
    if (w->solver == NULL && base != new)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--base-solver and --new-solver go together; --solver A is for both");
    if (w->solver != NULL && (base || new))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--solver A:B stands for --base-solver and --new-solver; give one");
    if ((w->solver == NULL ||
         split(w->solver, &copy, &w->question.base_solver, &w->question.new_solver, error)) &&
        (w->outer == NULL ||
         split(w->outer, &outers, &w->question.base_outer, &w->question.new_outer, error)) &&
        ss_compare(&comparison, &w->question, error)) {
        if (w->out == NULL || ss_compare_save(&comparison, w->out, error))
            ss_compare_print(&comparison, format->sheet, stdout, error);
        overall = comparison.overall;
        ss_compare_result_free(&comparison);
    }
    free(copy);
    free(outers);
    call->verdict = ss_compare_overalls[overall].exit_code;
    return error->code == SS_ERROR_NONE;
}

#define X(id, exit_code, words, meaning) "  " #exit_code "  " words ": " meaning "\n"
const ss_command ss_command_compare = {
    .name = "compare",
    .summary = "compare two results: same, better or worse",
    .places = "BASE NEW",
    .doc =
        "Compare two results row by row. BASE and NEW are each a result folder, a summary.csv or "
        "the name of a baseline ('stickslip baseline list'), in this order. Rows are matched by "
        "problem, parameters, instance, outer, stop and warm_start, and by solver and options; "
        "rows left over by the solver's name alone; parameters that one side has and the other "
        "does not know are left out. When two solvers are compared (--solver A:B, or each side "
        "holds just one and they differ), solver and options are no part of the match.\n\n"
        "The status is judged first, in the order of results/SCHEMA.md (solved is best), then the "
        "counters, exactly: sweeps_last, sweeps_total, steps_capped, visits_total, "
        "local_iterations_total, projections_total, newton_failures_total, backtracks_total, "
        "fallbacks_total, and work_units_total where both sides have it. Solves that were gained "
        "or "
        "lost are listed by name. "
        "Residuals (eps_last, e1) are shown, and judged where --thresholds names them; cpu_s is "
        "judged only with --noise, never below its floor.\n\n"
        "Two solvers, or one in two outer solvers, are no two builds: their counters are shown and "
        "judge nothing. A row that counts on one side only is better or worse, all others are "
        "rated: the verdict is the winner of the ranking at equal E1 that `profile` and `report` "
        "name, by CPU time and by work units.",
    .after =
        "Examples:\n  stickslip compare results/yesterday results/today\n"
        "  stickslip compare results/mine results/mine --solver sbp:'ebp[alpha=2]'\n"
        "  stickslip compare results/mine results/mine --outer nlgs:nlgs-batched\n"
        "  stickslip compare results/loose results/tight --ignore tol --json\n\n"
        "--json prints an object with the tables `moved` (one row per column of a pair that moved, "
        "with its values), `solvers` (one row per solver) and `comparison` (one row: verdict, exit "
        "code, counts), and all "
        "lines as `notes`. Times are not judged where noise hides a change of 50 %.\n"
        "\nExit codes:\n" SS_COMPARE_OVERALL_LIST(X),
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(2, offsetof(words, question.base), offsetof(words, question.new)),
    .ask = "say what to compare: compare BASE NEW",
    SS_WORDS(words, .format = "text"),
    .work = compare};
#undef X
