/* Enough? The loosest tolerance at which the answers of a scene stand, and the time step beside it.
 *
 * A campaign rolls a scene out at several tolerances, and perhaps time steps, and keeps its
 * observables. An answer is an observable's mean over the second half of a run; balances, which
 * are 0 but for rounding, are none. Of each solver, scene and end time:
 *
 *     at the longest step    answer(tol) - answer(tightest), in each instance; their mean stands
 *                            where it is within twice the standard error of the tightest answers
 *                            over the instances; of one instance within a thousandth of the largest
 *                            value that the observable has
 *     at the tightest tol    answer(h) of three steps that halve: the observed order, and what the
 *                            step alone changes, |answer(h) - answer(h/2)|
 *     below E1               the loosest tolerance whose change is below that of the step: solving
 *                            further changes nothing that the step has not changed more
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BUDGET_BUDGET_H
#define SS_HARNESS_BUDGET_BUDGET_H

#include "harness/report/sheet.h"
#include "harness/tables/record.h"

/* One answer of a run. Texts are the summary's and the series'. */
typedef struct ss_budget_answer {
    const ss_summary_row *run;
    char *question; /* problem, its parameters but for tol, h and steps, solver, outer; owned */
    char observable[40];
    double tol, h, value;
    double size; /* of the observable: the largest magnitude in the run */
} ss_budget_answer;

typedef struct ss_budget {
    ss_summary summary;
    ss_budget_answer *answers; /* n; owned, by question, observable, h, tol, instance */
    size_t n;
    size_t n_left_out; /* runs that did not meet their tolerance in every step */
    bool several;      /* instances: else spreads are not known */
} ss_budget;

/* Read the store in `folder`, whose runs keep observables; a run that is not solved is no answer at
 * its tolerance. SS_ERROR_DATA where none has any, or
 * all have one tolerance; SS_ERROR_MEMORY. Free with ss_budget_free in either case. */
bool ss_budget_read(ss_budget *budget, const char *folder, ss_error *error);
void ss_budget_free(ss_budget *budget);

/* The change of an answer from one set of runs to another, over the instances that both have. */
typedef struct ss_budget_change {
    double mean, change; /* of the first set; of the first less the second */
    double spread;       /* twice the standard error of the second over its instances; of one: a
                          * thousandth of its size */
    size_t n;            /* instances */
} ss_budget_change;

/* Add the tables `budget` (by tolerance) and `steps` (by time step), and the verdicts. */
void ss_budget_add(ss_report_sheet *sheet, const ss_budget *budget);

#endif
