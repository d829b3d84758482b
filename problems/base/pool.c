/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/pool.h"

#include "problems/base/clock.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* A step is a phase of a run, or what follows the last one: nothing to do. Steps are counted on
 * and on, so that one that is over is never taken for another. */
enum { STEPS_A_RUN = SS_POOL_PHASES + 1 };

static const double least_spin_s = 20e-6; /* two wake-ups */

typedef struct helper {
    ss_pool *pool;
    pthread_t thread;
    size_t number; /* from 1; 0 is who runs the job */
} helper;

/* Invariant: `step` never falls. claimed[k] <= step, and part k of this step is free while
 * claimed[k] < step. `done` counts the finished parts of this step: the thread that makes it the
 * number of parts moves `step` on. `job` is written while `inside` is 0. */
struct ss_pool {
    ss_pool_job job;
    size_t size, n_helpers;  /* threads asked for; helpers that there are, at most size - 1 */
    double least_run_s;      /* of the job in hand */
    pid_t process;           /* where the helpers are */
    _Atomic uint64_t step;   /* phase step % STEPS_A_RUN of a run, or none */
    _Atomic size_t done;     /* parts of the phase */
    _Atomic size_t inside;   /* helpers that look at the job */
    _Atomic size_t sleeping; /* threads */
    _Atomic bool closed;     /* the helpers are to end */
    _Atomic double spin_s;   /* s, for which who waits looks again before it sleeps */
    pthread_mutex_t mutex;   /* for sleeping and waking alone */
    pthread_cond_t changed;
    helper helpers[];
};

static bool is_work(uint64_t step)
{
    return step % STEPS_A_RUN < SS_POOL_PHASES;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void sleep_while(ss_pool *pool, uint64_t step)
{
    pthread_mutex_lock(&pool->mutex);
    /* counted before the step is looked at, so that who moves it afterwards sees a sleeper */
    atomic_fetch_add(&pool->sleeping, 1);
    while (atomic_load(&pool->step) == step && !atomic_load(&pool->closed))
        pthread_cond_wait(&pool->changed, &pool->mutex);
    atomic_fetch_sub(&pool->sleeping, 1);
    pthread_mutex_unlock(&pool->mutex);
}

/* The step after `step`, once it is there. */
static uint64_t wait_for_next(ss_pool *pool, uint64_t step)
{
    const double end = ss_wall_time() + atomic_load_explicit(&pool->spin_s, memory_order_relaxed);
    do {
        for (int k = 0; k < 8 && atomic_load(&pool->step) == step; ++k)
            pause_briefly();
    } while (atomic_load(&pool->step) == step && ss_wall_time() < end);
    if (atomic_load(&pool->step) == step)
        sleep_while(pool, step);
    return atomic_load(&pool->step);
}

static void wake(ss_pool *pool)
{
    if (atomic_load(&pool->sleeping) == 0)
        return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

/* Go to the first step from `step` on that has parts, or is no phase. */
static void go_to(ss_pool *pool, uint64_t step)
{
    const size_t *const first = pool->job.first;
    while (is_work(step) && first[step % STEPS_A_RUN] == first[step % STEPS_A_RUN + 1])
        ++step;
    /* before the step: nobody counts for it until it is there */
    atomic_store(&pool->done, 0);
    atomic_store(&pool->step, step);
    wake(pool);
}

/* True for one thread in each step: part k is then its. */
static bool claim(ss_pool_claim *claimed, uint64_t step)
{
    uint64_t last = atomic_load(claimed);
    return last < step && atomic_compare_exchange_strong(claimed, &last, step);
}

/* Do a part of the phase, if nobody has taken it. */
static void offer(ss_pool *pool, uint64_t step, size_t part)
{
    const ss_pool_job *const job = &pool->job;
    const size_t phase = step % STEPS_A_RUN;
    if (!claim(&job->claimed[part], step))
        return;
    job->part(job->context, part, phase);
    if (atomic_fetch_add(&pool->done, 1) + 1 == job->first[phase + 1] - job->first[phase])
        go_to(pool, step + 1);
}

/* Do the thread's own share of the phase, which mostly is in its cache; then what the others have
 * not taken, when they have had the time to begin. */
static void work(ss_pool *pool, uint64_t step, size_t number)
{
    enum { PATIENCE = 16 }; /* about 1 us */
    const size_t *const first = &pool->job.first[step % STEPS_A_RUN];
    for (size_t k = first[0]; k < first[1]; ++k)
        if ((k - first[0]) * (pool->n_helpers + 1) / (first[1] - first[0]) == number)
            offer(pool, step, k);
    for (int k = 0; k < PATIENCE && atomic_load(&pool->step) == step; ++k)
        pause_briefly();
    for (size_t k = first[0]; k < first[1] && atomic_load(&pool->step) == step; ++k)
        offer(pool, step, k);
}

static void *help(void *self)
{
    const helper *const h = self;
    ss_pool *const pool = h->pool;
    uint64_t step = 0;
    while (!atomic_load(&pool->closed)) {
        /* first inside, then the look at the step: who has seen `inside` 0 may change the job */
        atomic_fetch_add(&pool->inside, 1);
        if (is_work(step) && atomic_load(&pool->step) == step)
            work(pool, step, h->number);
        atomic_fetch_sub(&pool->inside, 1);
        step = wait_for_next(pool, step);
    }
    return NULL;
}

/* False where there are no more threads to be had. */
static bool add_helper(ss_pool *pool)
{
    helper *const h = &pool->helpers[pool->n_helpers];
    *h = (helper){.pool = pool, .number = pool->n_helpers + 1};
    if (pthread_create(&h->thread, NULL, help, h) != 0)
        return false;
    ++pool->n_helpers;
    return true;
}

ss_pool *ss_pool_create(size_t n_threads)
{
    const size_t n_helpers = n_threads > 0 ? n_threads - 1 : 0;
    ss_pool *const pool = calloc(1, sizeof *pool + n_helpers * sizeof pool->helpers[0]);
    if (pool == NULL)
        return NULL;
    pool->size = n_threads;
    pool->process = getpid();
    atomic_store(&pool->step, SS_POOL_PHASES);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    while (pool->n_helpers < n_helpers && add_helper(pool))
        ;
    return pool;
}

static bool is_forked(const ss_pool *pool)
{
    return pool->process != getpid();
}

size_t ss_pool_size(const ss_pool *pool)
{
    return is_forked(pool) ? 0 : pool->size;
}

void ss_pool_free(ss_pool *pool)
{
    if (pool == NULL)
        return;
    if (!is_forked(pool)) {
        atomic_store(&pool->closed, true);
        wake(pool);
        for (size_t k = 0; k < pool->n_helpers; ++k)
            pthread_join(pool->helpers[k].thread, NULL);
        pthread_cond_destroy(&pool->changed);
        pthread_mutex_destroy(&pool->mutex);
    }
    free(pool);
}

void ss_pool_rest(ss_pool *pool)
{
    while (atomic_load(&pool->inside) > 0)
        sched_yield();
}

/* More threads than cores would wait for each other's turns. */
static void set_spin(ss_pool *pool, double run_s)
{
    const double spin_s = run_s > least_spin_s ? run_s : least_spin_s;
    pool->least_run_s = run_s;
    atomic_store_explicit(&pool->spin_s, pool->n_helpers < ss_pool_cores() ? spin_s : 0.0,
                          memory_order_relaxed);
}

void ss_pool_take(ss_pool *pool, const ss_pool_job *job)
{
    ss_pool_rest(pool);
    pool->job = *job;
    pool->least_run_s = INFINITY;
}

void ss_pool_run(ss_pool *pool)
{
    const double begin = ss_wall_time();
    uint64_t step = atomic_load(&pool->step);
    go_to(pool, step + 1);
    while (is_work(step = atomic_load(&pool->step))) {
        work(pool, step, 0);
        wait_for_next(pool, step);
    }
    const double run_s = ss_wall_time() - begin;
    if (run_s < pool->least_run_s)
        set_spin(pool, run_s);
}

size_t ss_pool_cores(void)
{
    const char *const wanted = getenv("OMP_NUM_THREADS");
    const long limit = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
    cpu_set_t set;
    const int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return (size_t)(limit > 0 && limit < n ? limit : n);
}
