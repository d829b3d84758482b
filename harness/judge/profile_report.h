/* A profile as a table, a figure and some lines for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_PROFILE_REPORT_H
#define SS_HARNESS_JUDGE_PROFILE_REPORT_H

#include "harness/judge/scores.h"

#include <stdio.h>

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
