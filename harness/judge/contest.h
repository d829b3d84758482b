/* A contest: the summary tables of some result folders as a grid (tables/grid.h) with just one run
 * in each cell.
 *
 * A contender is a local solver within its outer one, "nlgs-anderson[local=exact]", or a code of
 * its own (ss_label_contender); questions are those of tables/question.h without the outer solver.
 * Questions that some contender was not run on are left out and counted: not run is not failed.
 *
 *     folders -> contest (contest.h)   who contends, on what: owns the summaries, the rows borrow
 *             -> costs (scores.c)      of whole runs, or of traces up to an E1 (traces.h)
 *             -> profile (profile.h)   fractions of problems
 *             -> words, rows, a figure (profile_report.c)
 *
 * The caller keeps the contest until all behind it is done: costs have its problems and solvers by
 * number, words and figures borrow its labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_CONTEST_H
#define SS_HARNESS_JUDGE_CONTEST_H

#include "harness/judge/profile.h"
#include "harness/report/sheet.h"
#include "harness/tables/grid.h"
#include "harness/tables/output.h"

#include <stdio.h>

/* What is compared; all borrowed, by the contest too. */
typedef struct ss_profile_scope {
    const char *const *folders; /* of their summary.csv, or that of their store */
    size_t n_folders;
    const char *solvers; /* "NAME[OPTIONS],NAME,...": the contenders to take, by label; NULL: all */
    const ss_summary *const *read; /* what is read already, one a folder; NULL: none */
    const char *ignored;           /* parameters that may differ, a set as in pairs.h; NULL: none */
    bool mix_machines;             /* times of several machines are compared all the same */
} ss_profile_scope;

typedef struct ss_profile_contest {
    char (*folders)[SS_PATH_SIZE]; /* that hold the summaries and traces; owned */
    size_t n_folders;
    const char *ignored;   /* of the scope; "": none */
    ss_summary *summaries; /* one a folder; owned, but for rows that the scope had */
    bool is_borrowed;      /* the scope had them */
    ss_grid grid;          /* n_questions rows of n_contenders, all there: the runs; source: the
                              folder; contenders in the order of --solvers or of appearance */
    size_t n_left_out;     /* questions that not every solver was run on */
    size_t n_empty;        /* questions left out because no solver had a contact to solve */
    ss_accuracy_gap gap;   /* in E1, between the runs of one question */
    ss_machines machines;  /* whose times may not be compared; none where they may be mixed */
} ss_profile_contest;

/* Read what the scope names. With `at_equal_accuracy`, stop, tol and max-sweeps are no part of the
 * question of a frozen problem, where they only end a trace (in a scene they shape what comes
 * after); of several such runs the one with most sweeps is taken. Errors: SS_ERROR_USAGE for a
 * label that no folder has; SS_ERROR_DATA for a table that cannot be read, two runs of one solver
 * on one question (both lines are named), or no question that all solvers were run on;
 * SS_ERROR_MEMORY. Free with ss_profile_contest_free. */
bool ss_profile_contest_open(ss_profile_contest *contest, const ss_profile_scope *scope,
                             bool at_equal_accuracy, ss_error *error);

/* Tell what is partial about each folder (tables/partial.h), in lines on `out`, or where `notes` is
 * not NULL as notes there. Errors of ss_partial_read. */
bool ss_profile_contest_tell_partial(const ss_profile_contest *contest, FILE *out,
                                     ss_report_sheet *notes, ss_error *error);

void ss_profile_contest_free(ss_profile_contest *contest);

/* Its two halves, for who looks at the gaps too: all rows with their contenders, and these sorted
 * into questions, some without a row of some contender, some cells with several rows; again by the
 * other rule if need be. After an error of the first the contest is empty. */
bool ss_profile_contest_read(ss_profile_contest *contest, const ss_profile_scope *scope,
                             ss_error *error);
bool ss_profile_contest_arrange(ss_profile_contest *contest, bool at_equal_accuracy,
                                ss_error *error);

/* Has no cell two runs, but, at equal accuracy, of a frozen problem? SS_ERROR_DATA: both lines. */
bool ss_profile_contest_is_single(const ss_profile_contest *contest, bool at_equal_accuracy,
                                  ss_error *error);

/* ---- its costs, in the units that a profile compares (scores.c) ---- */

/* id, word of --metric, the cost, its unit in a data profile */
#define SS_PROFILE_METRIC_LIST(X)                                                                  \
    X(UNITS, "units", "work units: sweeps by the exact local solve on the same problem",           \
      "work units per step")                                                                       \
    X(WORK, "work", "visits of a contact + iterations of the local solver",                        \
      "(visits + local iterations) per contact and step")                                          \
    X(SWEEPS, "sweeps", "sweeps over all contacts", "sweeps per step")                             \
    X(TIME, "time", "CPU time of all that a solve pays, s", "CPU time per contact and step, s")

typedef enum ss_profile_metric {
#define X(id, name, cost, unit) SS_PROFILE_METRIC_##id,
    SS_PROFILE_METRIC_LIST(X)
#undef X
} ss_profile_metric;

/* The texts of each metric. */
extern const struct ss_profile_metric_row {
    const char *name, *cost, *unit;
} ss_profile_metrics[];

/* The metric called `name`; SS_ERROR_USAGE with the nearest name. */
bool ss_profile_metric_parse(const char *name, ss_profile_metric *metric, ss_error *error);

/* Costs of whole runs from the columns work_units_total, visits_total, local_iterations_total,
 * sweeps_total, and the time of ss_price_of; a run that was not solved, or is loose (standing.h),
 * is INFINITY. Sizes: the largest of contacts_last times steps over the solvers, for units and
 * sweeps that of steps, at least 1. SS_ERROR_DATA for a solver that counts no work (another code,
 * or an older program's) when the metric is units or work. Free with ss_profile_costs_free, also
 * after an error. */
bool ss_profile_scores_of_runs(ss_profile_costs *costs, const ss_profile_contest *contest,
                               ss_profile_metric metric, ss_error *error);

/* At most so many accuracies at once: the eleven decades that `all` means, and some more. */
enum { SS_PROFILE_ACCURACIES_MAX = 16 };

/* Stands for an accuracy of each problem's own: the loosest E1 that all who solved it reached. */
#define SS_PROFILE_EQUAL_E1 0.0

/* Costs of first reaching E1 <= accuracy[a], costs[a] for each of n accuracies, from the traces: a
 * problem is a traced step of a question. INFINITY where the trace never gets there, or where a run
 * ended before that step without an answer. Steps that some solver did not trace are added to
 * contest->n_left_out. Sizes: contacts of the step, for units and sweeps 1.
 * SS_ERROR_DATA for a run that ended well and was not traced (says how to trace it), a table
 * without the columns, or no step that all traced. Free each with ss_profile_costs_free, also
 * after an error. */
bool ss_profile_scores_of_traces(ss_profile_costs *costs, ss_profile_contest *contest,
                                 ss_profile_metric metric, const double *accuracies, size_t n,
                                 ss_error *error);

/* The pairs of all problems with n targets, accuracies with the costs of reaching each. Targets
 * above which some trace was stopped by its own test are left out, for nobody knows their costs:
 * n_stopped counts those traces. SS_ERROR_DATA where none is left; SS_ERROR_MEMORY. Free with
 * ss_profile_costs_free, also after an error. */
bool ss_profile_pairs(ss_profile_costs *pairs, const ss_profile_costs *costs,
                      const double *accuracies, size_t n, ss_error *error);

/* ---- for people ---- */

/* One profile with what it is made of; all borrowed. */
typedef struct ss_profile_view {
    ss_profile_kind kind;
    ss_profile_metric metric;
    double accuracy; /* E1; NAN: whole runs; SS_PROFILE_EQUAL_E1 */
    const ss_profile_costs *costs;
    const ss_profile *profile;
    const ss_profile_contest *contest; /* labels of solvers; what was left out of it */
} ss_profile_view;

/* Rows of the table `profile`: each solver's fraction where it rises, at x = 1 (performance) or
 * just below the first budget that solves anything (data), and at the largest x of all. */
void ss_profile_write_rows(const ss_profile_view *view, FILE *out);

/* Print the profile: a line a solver (where it is cheapest, what it solved), what was left out,
 * and, of performance profiles, a warning for each pair of solvers whose order among all
 * contradicts their order alone (only counted where that is by less than one problem in twenty).
 * SS_ERROR_MEMORY. */
bool ss_profile_print(const ss_profile_view *view, FILE *out, ss_error *error);

/* Draw NAME.svg and NAME.pdf into `folder`, with `scripts` the folder of profiles.gp, and, of two
 * solvers, NAME-duel.svg and .pdf. The first two curves have a band, the 90 % interval of the share
 * of all problems like these (Clopper and Pearson 1934). Errors: as ss_figure_begin. */
bool ss_profile_draw(const ss_profile_view *view, const char *folder, const char *name,
                     const char *scripts, ss_error *error);

/* Draw the costs of two solvers, problem by problem. Errors: as above. */
bool ss_profile_draw_duel(const ss_profile_view *view, const char *folder, const char *name,
                          const char *scripts, ss_error *error);

#endif
