/* The verb `compare`: did a solver or a build change anything, and for better or worse?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/compare/report.h"
#include "harness/cli/verbs.h"
#include "problems/base/names.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

typedef struct words {
    ss_compare_request question;
    const char *solver, *out, *format;
} words;

enum { KEY_BASE_SOLVER = 256, KEY_NEW_SOLVER, KEY_PARTIAL, KEY_FOLDER };

static const struct argp_option options[] = {
    {"solver", 's', "A[:B]", 0,
     "Compare solver A of BASE with B of NEW (A alone: with A), as in the column `solver`", 0},
    {"base-solver", KEY_BASE_SOLVER, "A", 0, "The same in two words", 0},
    {"new-solver", KEY_NEW_SOLVER, "B", 0, "The same in two words", 0},
    {"thresholds", 't', "FILE", 0,
     "CSV with column,relative,absolute: change of a column that is none (default: none at all)",
     0},
    {"noise", 'n', "FILE", 0, "Judge times too, above the floor of this file ('stickslip noise')",
     0},
    {"partial", KEY_PARTIAL, NULL, 0,
     "Judge what both sides have, though rows of BASE have no partner in NEW", 0},
    {"folder", KEY_FOLDER, "DIR", 0,
     "Folder of the baselines (default results/reference/baselines of the source)", 0},
    {"format", 'f', "text|csv|markdown", 0, "What is printed (default text)", 0},
    {"out", 'o', "DIR", 0, "Folder to make, for compare.csv and compare.md", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {{'s', &w->solver},
                            {'t', &w->question.thresholds},
                            {'n', &w->question.noise},
                            {'f', &w->format},
                            {'o', &w->out},
                            {KEY_FOLDER, &w->question.baselines},
                            {KEY_BASE_SOLVER, &w->question.base_solver},
                            {KEY_NEW_SOLVER, &w->question.new_solver}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case KEY_PARTIAL:
        w->question.partial = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            w->question.base = arg;
        else if (state->arg_num == 1)
            w->question.new = arg;
        else
            argp_error(state, "'%s' is one word too many", arg);
        return 0;
    case ARGP_KEY_END:
        if (w->question.new == NULL)
            argp_error(state, "say what to compare: compare BASE NEW");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --solver A:B is short for the two others. A colon in brackets is part of a solver's options. */
static bool split_solver(words *w, char **copy, ss_error *error)
{
    if (w->solver == NULL) {
        if ((w->question.base_solver == NULL) == (w->question.new_solver == NULL))
            return true;
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--base-solver and --new-solver go together; --solver A is for both");
    }
    if (w->question.base_solver != NULL || w->question.new_solver != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--solver A:B stands for --base-solver and --new-solver; give one");
    *copy = strdup(w->solver);
    if (*copy == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for --solver");
    char *const colon = strchr(*copy, ':');
    if (colon != NULL)
        *colon = '\0';
    w->question.base_solver = *copy;
    w->question.new_solver = colon != NULL ? colon + 1 : *copy;
    return true;
}

typedef bool writer(const ss_compare_result *comparison, FILE *out, ss_error *error);

static const struct format {
    const char *name;
    writer *write;
} formats[] = {
    {"text", ss_compare_text}, {"csv", ss_compare_csv}, {"markdown", ss_compare_markdown}};

static ss_compare_overall compare(words *w, ss_error *error)
{
    ss_compare_result comparison;
    static const ss_names names =
        SS_NAMES(formats, "no format", "it must be text, csv or markdown");
    const struct format *const format = ss_names_find(&names, w->format, error);
    char *copy = NULL;
    ss_compare_overall overall = SS_COMPARE_OVERALL_NOT_COMPARABLE;
    if (format != NULL && split_solver(w, &copy, error) &&
        ss_compare(&comparison, &w->question, error)) {
        if (w->out == NULL || ss_compare_save(&comparison, w->out, error))
            format->write(&comparison, stdout, error);
        overall = comparison.overall;
        ss_compare_result_free(&comparison);
    }
    free(copy);
    return overall;
}

#define X(id, exit_code, words, meaning) "  " #exit_code "  " words ": " meaning "\n"
static const char doc[] =
    "Compare two results row by row. BASE and NEW are each a result folder, a summary.csv or the "
    "name of a baseline ('stickslip baseline list'), in this order. Rows are matched by problem, "
    "parameters, "
    "instance, outer, stop and warm_start, and by solver and options; rows left over by the "
    "solver's name alone; parameters that one side has and the other does not know are left out. "
    "When two solvers are compared (--solver A:B, or each side holds just one "
    "and they differ), solver and options are no part of the match.\n\n"
    "The status is judged first, in the order of results/SCHEMA.md (solved is best), then the "
    "counters, exactly: sweeps_last, sweeps_total, steps_capped, visits_total, "
    "local_iterations_total, projections_total, newton_failures_total, backtracks_total, "
    "fallbacks_total (the last four only between builds: they are a solver's own doings). "
    "Residuals (eps_last, e1) are shown, and judged where "
    "--thresholds names them; cpu_s is judged only with --noise, never below its floor.\v"
    "Examples:\n  stickslip compare results/yesterday results/today\n"
    "  stickslip compare results/mine results/mine --solver sbp:'ebp[alpha=2]'\n"
    "\nExit codes:\n" SS_COMPARE_OVERALL_LIST(X);
#undef X

int ss_verb_compare(int argc, char **argv)
{
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = "BASE NEW", .doc = doc};
    words w = {.format = "text"};
    ss_error error = {.code = SS_ERROR_NONE};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    const ss_compare_overall overall = compare(&w, &error);
    const int code = ss_verb_finish("compare", &error);
    return code != 0 ? code : ss_compare_overall_exit_code(overall);
}
