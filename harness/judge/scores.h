/* Costs of a contest's runs, in the units that a profile compares, and the profile as a table, a
 * figure and some lines for people (profile_report.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_SCORES_H
#define SS_HARNESS_JUDGE_SCORES_H

#include "harness/judge/contest.h"
#include "harness/judge/profile.h"

#include <stdio.h>

/* id, word of --metric, the cost, its unit in a data profile */
#define SS_PROFILE_METRIC_LIST(X)                                                                  \
    X(UNITS, "units", "work units: sweeps by the exact local solve, in floating-point operations", \
      "work units per step")                                                                       \
    X(WORK, "work", "visits of a contact + iterations of the local solver",                        \
      "(visits + local iterations) per contact and step")                                          \
    X(SWEEPS, "sweeps", "sweeps over all contacts", "sweeps per step")                             \
    X(TIME, "time", "CPU time of the solver, s", "CPU time per contact and step, s")

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
 * sweeps_total, cpu_s; a status other than solved is INFINITY. Sizes: the largest of contacts_last
 * times steps over the solvers, for units and sweeps that of steps, at least 1. SS_ERROR_DATA for a
 * solver that counts no work (another code, or an older program's) when the metric is units or
 * work. Free with ss_profile_costs_free, also after an error. */
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

/* Draw NAME.svg and NAME.pdf into `folder`, with `scripts` the folder of profiles.gp. Errors: as
 * ss_figure_begin. */
bool ss_profile_draw(const ss_profile_view *view, const char *folder, const char *name,
                     const char *scripts, ss_error *error);

#endif
