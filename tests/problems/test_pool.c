/* The pool of threads: every part once a run, phases one after the other, whatever the threads; a
 * thread that waits sleeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/clock.h"
#include "problems/base/pool.h"

#include <criterion/criterion.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PARTS = 64 };

typedef struct tally {
    size_t first[SS_POOL_PHASES + 1];
    size_t runs[MOST_PARTS]; /* of each part */
    size_t at[MOST_PARTS];   /* parts that were done when it was begun */
    _Atomic size_t done;
} tally;

static void count(void *context, size_t k, size_t phase)
{
    tally *const t = context;
    if (k < t->first[phase] || k >= t->first[phase + 1])
        return;
    t->at[k] = t->done;
    ++t->runs[k];
    ++t->done;
}

static void check_job(ss_pool *pool, const size_t sizes[SS_POOL_PHASES])
{
    enum { RUNS = 200 };
    static ss_pool_claim claimed[MOST_PARTS];
    tally t = {.done = 0};
    for (size_t f = 0; f < SS_POOL_PHASES; ++f)
        t.first[f + 1] = t.first[f] + sizes[f];
    ss_pool_job job = {.part = count, .context = &t, .claimed = claimed};
    for (size_t k = 0; k < MOST_PARTS; ++k)
        claimed[k] = 0;
    for (size_t f = 0; f <= SS_POOL_PHASES; ++f)
        job.first[f] = t.first[f];
    ss_pool_take(pool, &job);
    for (size_t run = 1; run <= RUNS; ++run) {
        t.done = 0;
        ss_pool_run(pool);
        cr_assert_eq(t.done, t.first[SS_POOL_PHASES], "run %zu: %zu parts", run, (size_t)t.done);
        for (size_t f = 0; f < SS_POOL_PHASES; ++f)
            for (size_t k = t.first[f]; k < t.first[f + 1]; ++k)
                cr_assert(t.runs[k] == run && t.at[k] >= t.first[f] && t.at[k] < t.first[f + 1],
                          "part %zu of phase %zu: %zu runs of %zu, begun after %zu", k, f,
                          t.runs[k], run, t.at[k]);
    }
    ss_pool_rest(pool);
}

Test(pool, every_part_is_done_once_a_run_and_phases_follow_each_other)
{
    static const size_t sizes[][SS_POOL_PHASES] = {{0, 0, 0, 0}, {1, 0, 0, 0},  {4, 2, 1, 1},
                                                   {0, 3, 0, 5}, {16, 8, 7, 1}, {2, 1, 0, 1}};
    for (size_t n_threads = 1; n_threads <= 16; n_threads = 2 * n_threads) {
        ss_pool *const pool = ss_pool_create(n_threads);
        cr_assert(pool != NULL && ss_pool_size(pool) == n_threads);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k)
            check_job(pool, sizes[k]);
        ss_pool_free(pool);
    }
    ss_pool_free(NULL);
}

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The threads of a pool without work cost nothing soon after. */
Test(pool, who_waits_long_sleeps)
{
    static const size_t sizes[SS_POOL_PHASES] = {8, 4, 3, 1};
    ss_pool *const pool = ss_pool_create(4);
    check_job(pool, sizes);
    const double before = cpu_s();
    usleep(300000);
    cr_expect_leq(cpu_s() - before, 0.03, "%g s of CPU time in 0.3 s of waiting", cpu_s() - before);
    ss_pool_free(pool);
}

/* A child has none of its parent's helpers: to it the pool is empty. */
Test(pool, a_forked_process_has_no_helpers)
{
    static const size_t sizes[SS_POOL_PHASES] = {8, 4, 3, 1};
    ss_pool *const pool = ss_pool_create(3);
    check_job(pool, sizes);
    const pid_t child = fork();
    if (child == 0) {
        const bool empty = ss_pool_size(pool) == 0;
        ss_pool_free(pool);
        _exit(empty ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    cr_expect_eq(status, 0);
    check_job(pool, sizes);
    ss_pool_free(pool);
}
