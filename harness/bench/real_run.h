/* A real run of a case, as `run` drives it with the referee that stops it, from r = 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_REAL_RUN_H
#define SS_HARNESS_BENCH_REAL_RUN_H

#include "harness/bench/sweeper.h"
#include "harness/run/referee.h"

enum { SS_BENCH_MOST_LOOKS = 64 };

/* A case that is run; all but `c` is owned. */
typedef struct ss_bench_runner {
    const ss_bench_case *c;
    ss_choice choice; /* of the solver */
    ss_solver *solver;
    ss_referee *referee;
    ss_rules rules;                    /* to be set before a measurement */
    bool whole;                        /* looks are in the time as well; false at first */
    ss_solve_report report;            /* of the last run */
    double looks[SS_BENCH_MOST_LOOKS]; /* s a visit, a batch; the first is the warm-up */
    size_t n_looks;
} ss_bench_runner;

/* SS_ERROR_MEMORY. Free it also after an error. */
bool ss_bench_runner_create(ss_bench_runner *runner, const ss_bench_case *c, ss_error *error);
void ss_bench_runner_free(ss_bench_runner *runner);

/* One run on a problem, from r = 0; *r: its impulses, of the solver. SS_ERROR_INTERRUPTED, too. */
bool ss_bench_runner_run(ss_bench_runner *runner, const ss_problem *problem, double **r,
                         ss_error *error);

/* Run in batches. The timing is in s a run: for one thread by the clocks of the run, its solver's
 * and, where the whole is asked for, that of the looks; for more by the wall clock, looks included.
 * SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED, and what the solver says. */
bool ss_bench_runner_measure(ss_bench *bench, ss_bench_runner *runner, ss_bench_timing *timing,
                             ss_error *error);

#endif
