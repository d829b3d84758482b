/* Sweeps driven as solver.c drives them, and timed from inside the watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_SWEEPER_H
#define SS_HARNESS_BENCH_SWEEPER_H

#include "harness/bench/bed.h"
#include "harness/bench/costs.h"
#include "harness/bench/bench.h"

/* A form and a local solver on a bed: all borrowed. */
typedef struct ss_bench_case {
    const ss_bench_form *form;
    const ss_choice *local;
    const ss_bench_bed *bed;
} ss_bench_case;

/* A row with the timing that names the case. */
ss_bench_row ss_bench_case_row(const ss_bench_case *c, const char *kind, const char *subject,
                               const char *unit, const ss_bench_timing *timing);

/* Complete the row by the bounds of `times` contacts' sweeps, in units of `unit_s` seconds; `work`
 * as of ss_bench_cost_of. */
void ss_bench_case_bound(const ss_bench *bench, ss_bench_row *row, const ss_bench_case *c,
                         const ss_work *work, double unit_s, double times);

/* The local solver of measurements that take one alone: `exact` where it is among the job's, else
 * the first. */
const ss_choice *ss_bench_usual_local(const ss_bench_job *job);

/* The number of cases of a bed; and each of them once, till one fails. Each ticks the bar. */
size_t ss_bench_case_count(const ss_bench_job *job);
typedef bool ss_bench_each_case(ss_bench *bench, const ss_bench_case *c, const void *context,
                                ss_error *error);
bool ss_bench_cases(ss_bench *bench, const ss_bench_bed *bed, ss_bench_each_case *each,
                    const void *context, ss_error *error);

/* A run makes some first sweeps and SS_BENCH_SWEEPS_TIMED more. The first are not in the time:
 * sweep 1 pays for what is made once a problem (states, groups) and for cold caches, and sweep 9 of
 * nlgs fills in its groups. The clock runs over the others, which the solver makes as in any run:
 * contacts open, stick and slide, r changes at each visit. */
enum { SS_BENCH_SWEEPS_TIMED = 20, SS_BENCH_SWEEPS_FIRST = 10 };

/* A case under the clock. */
typedef struct ss_bench_sweeper {
    ss_bench_case c;
    ss_solver *solver;   /* owned, */
    ss_choice choice;    /* as is what it was made from */
    const double *start; /* 3 n_contacts, borrowed; NULL: from r = 0 */
    const double *r;     /* of the solver, after a run */
    size_t first, timed; /* sweeps before the clock, and under it */
    ss_work work;        /* of the last run */
    size_t count;        /* sweeps of the run under way */
    /* its start, the ends of sweep 1, of the first ones and of all */
    double begin_s, one_s, first_s, last_s;
} ss_bench_sweeper;

/* Starts from r = 0, with one first sweep. SS_ERROR_MEMORY. The bed must outlive the sweeper. */
bool ss_bench_sweeper_create(ss_bench_sweeper *sweeper, const ss_bench_case *c, size_t timed,
                             ss_error *error);
void ss_bench_sweeper_free(ss_bench_sweeper *sweeper);

/* Run first + timed sweeps from the start. Afterwards last_s - first_s is the time of the timed
 * sweeps and one_s - begin_s that of the set-up with sweep 1, s (ss_bench_now). SS_ERROR_MEMORY,
 * SS_ERROR_INTERRUPTED. */
bool ss_bench_sweeper_run(ss_bench_sweeper *sweeper, ss_error *error);

#endif
