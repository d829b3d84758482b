/* Solvers side by side on a few quick problems of the catalogue, each run alone in a process of its
 * own (harness/run/alone.h): the second half of the page of `check`, where a solver that passes its
 * checks shows what it costs beside the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_COMPARISON_H
#define SS_HARNESS_CHECK_COMPARISON_H

#include "harness/run/run.h"
#include "problems/base/child.h"

/* One run. The row's texts live here, in the choices, and in the program. */
typedef struct ss_check_comparison_run {
    const char *problem; /* its words, such as "balls-4, steps=300"; NULL where it runs alone */
    ss_summary_row row;  /* of a run that ended badly: with its last iterate */
    bool finished;       /* it has come to its end: no limit, crash or fault has ended it */
    char message[SS_RUN_MESSAGE];
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

/* One run under its limits. What crashes or does not end has its status. False as above. */
bool ss_check_comparison_run_one(const ss_run *run, ss_check_comparison_run *out, ss_error *error);

/* Limits of a run by those of a check: the few seconds of a check that nobody has limited, which
 * are for small work, become cpu_s. */
ss_run_limits ss_check_run_limits(const ss_child_limits *check, double cpu_s);

#endif
