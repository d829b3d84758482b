/* Independent jobs in parallel child processes. A job that crashes, or is killed, costs nobody else
 * a result; a parent that dies takes its children along.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROCESS_POOL_H
#define SS_HARNESS_PROCESS_POOL_H

#include "problems/base/error.h"

#include <limits.h>
#include <stddef.h>

/* In exit_codes: the job never ran. */
enum { SS_POOL_NOT_STARTED = INT_MIN };

/* One job, run in a child process: it hands results over through files. Returns the exit code, 0
 * (success) to 255. `*progress` is the fraction done, 0 to 1, for the bar: write it as often as you
 * like. Look at ss_interrupted() and, when it is true, finish the files in hand and return. */
typedef int ss_pool_work(size_t job, volatile double *progress, void *context);

typedef struct ss_pool {
    const char *what;  /* the work, for the progress bar: one or two words */
    size_t n_jobs;     /* started in the order 0, 1, ... */
    size_t n_parallel; /* at most so many at a time; 0 means 1 */
    ss_pool_work *work;
    void *context;         /* for `work`, which sees a copy of it as it was at the fork */
    const double *weights; /* expected work of each job, any unit, >= 0; NULL: all alike */
    int *exit_codes;       /* n_jobs of them, filled in; see ss_pool_run */
} ss_pool;

/* Run all jobs and wait for them. Afterwards exit_codes[job] is the job's return value; minus the
 * number of the signal that killed it; or SS_POOL_NOT_STARTED. True if every job was run, whatever
 * its exit code. After SIGINT or SIGTERM (ss_interrupted) no more jobs are started, the running
 * ones get SIGINT and are waited for: SS_ERROR_INTERRUPTED. SS_ERROR_MEMORY if the system has no
 * room for even one child. Everything in `pool` is the caller's. */
bool ss_pool_run(const ss_pool *pool, ss_error *error);

#endif
