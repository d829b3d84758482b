/* The pool of threads: every part once a run, phases one after the other, whatever the threads; a
 * thread that waits sleeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/pool.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
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

/* True where the kernel says of every thread but this one that it sleeps: one that spins is running,
 * or waits for its turn on a core, however busy the machine. */
static bool the_others_sleep(void)
{
    DIR *const tasks = opendir("/proc/self/task");
    size_t n_awake = 0;
    cr_assert_not_null(tasks);
    for (const struct dirent *d = readdir(tasks); d != NULL; d = readdir(tasks)) {
        char path[64], line[256] = "";
        snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", d->d_name);
        FILE *const in = d->d_name[0] != '.' ? fopen(path, "r") : NULL;
        if (in != NULL && fgets(line, sizeof line, in) != NULL) /* TID (NAME) STATE ... */
            n_awake += strncmp(strrchr(line, ')'), ") S", 3) != 0;
        if (in != NULL)
            fclose(in);
    }
    closedir(tasks);
    return n_awake == 1;
}

/* The threads of a pool without work go to sleep, and stay asleep. */
Test(pool, who_waits_long_sleeps, .timeout = 300)
{
    static const size_t sizes[SS_POOL_PHASES] = {8, 4, 3, 1};
    ss_pool *const pool = ss_pool_create(4);
    check_job(pool, sizes);
    while (!the_others_sleep())
        usleep(1000);
    for (int k = 0; k < 20; ++k, usleep(1000))
        cr_expect(the_others_sleep(), "look %d", k);
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
