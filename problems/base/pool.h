/* Threads that share the parts of a job. A job has phases, one after the other, and each phase has
 * parts in any order: who is free takes the next part that nobody has taken. The thread that runs
 * the job takes parts like the others, so that it waits for a part under way, but never for a
 * thread that the machine is not running.
 *
 * A thread that waits looks at once and again for as long as the shortest run took, or a little
 * longer, and sleeps then: what waits longer belongs to others.
 *
 * A run of a job with phases of 3, 2, 0 and 0 parts on two threads; s is a multiple of 5:
 *
 *     step      s: phase 0             s + 1: phase 1      s + 4: no phase
 *     caller    part 0, part 1         part 3              ss_pool_run returns
 *     helper    part 2                 part 4              looks for a while, then sleeps
 *
 * Whoever finishes the last part of a phase takes the pool to the next step with any parts. Who
 * keeps what: the job's context and `claimed` are the caller's, and stay until ss_pool_rest or the
 * next job; the pool never allocates after it was made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_POOL_H
#define SS_PROBLEMS_BASE_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SS_POOL_PHASES = 4 };

/* Part k was last taken in the step claimed[k] of the pool. */
typedef _Atomic uint64_t ss_pool_claim;

/* The parts of phase f are first[f] .. first[f + 1] - 1. What one does is seen by those of later
 * phases and runs. */
typedef struct ss_pool_job {
    void (*part)(void *context, size_t k, size_t phase);
    void *context;
    size_t first[SS_POOL_PHASES + 1];
    ss_pool_claim *claimed; /* one a part, borrowed */
} ss_pool_job;

typedef struct ss_pool ss_pool;

/* A pool of n_threads, the caller's included; of fewer where they cannot be had. NULL without
 * memory. A process forked from this one has no helpers: it may free this, and must make its own.
 */
ss_pool *ss_pool_create(size_t n_threads);
void ss_pool_free(ss_pool *pool);

/* Threads asked for when the pool was made; 0 in a process forked since. */
size_t ss_pool_size(const ss_pool *pool);

/* Take a job in hand. Its memory, and all that its parts read, stays until the next is taken or
 * ss_pool_rest is called. */
void ss_pool_take(ss_pool *pool, const ss_pool_job *job);

/* Run all parts of the job in hand once. */
void ss_pool_run(ss_pool *pool);

/* Nobody looks at the job any more. */
void ss_pool_rest(ss_pool *pool);

/* The cores that this process may use, or the environment's OMP_NUM_THREADS if that is fewer. */
size_t ss_pool_cores(void);

#endif
