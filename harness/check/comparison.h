/* Solvers side by side on a few quick problems of the catalogue, each run alone in a child process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_COMPARISON_H
#define SS_HARNESS_CHECK_COMPARISON_H

#include "problems/base/child.h"
#include "harness/run/run.h"

/* One run. The row's texts live here, in the choices, and in the program. */
typedef struct ss_check_comparison_run {
    const char *problem; /* its words, such as "balls-4, steps=300"; NULL where it runs alone */
    ss_summary_row row;  /* of a run that ended badly: up to its last complete step */
    ss_outcome outcome;  /* of a run that is finished */
    int finished;        /* not 0: it has come to its end */
    char message[SS_CHILD_MESSAGE];
} ss_check_comparison_run;

typedef struct ss_check_comparison {
    size_t n_problems, n_solvers;
    const ss_choice *solvers;      /* n_solvers, borrowed */
    ss_problem_choice *problems;   /* n_problems; rows borrow from them */
    ss_check_comparison_run *runs; /* n_problems x n_solvers: all of one problem after another */
} ss_check_comparison;

/* Run all solvers on all problems under limits. A run that crashes or does not end has its status.
 * The choices must outlive the comparison. Release with ss_check_comparison_free, also after a
 * failure: no memory, or Ctrl-C. */
bool ss_check_comparison_make(ss_check_comparison *comparison, const ss_choice *choices,
                              size_t n_choices, const ss_child_limits *limits, ss_error *error);
void ss_check_comparison_free(ss_check_comparison *comparison);

/* One run in a child with limits; `out` is of ss_child_share and zeroed. What crashes or does not
 * end has its status. False as above. */
bool ss_check_comparison_run_one(const ss_run *run, const ss_child_limits *limits,
                                 ss_check_comparison_run *out, ss_error *error);

#endif
