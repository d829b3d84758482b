/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/pool.h"

#include "harness/process/interrupt.h"
#include "harness/process/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a run of the pool keeps track of. */
typedef struct run {
    const ss_pool *pool;
    pid_t *pids;               /* of each job while it runs, else 0 */
    void *page;                /* shared with the children */
    volatile double *progress; /* fraction of each job, in that page */
    size_t next;               /* first job not yet started */
    size_t running, done, failed;
    bool stopping;     /* interrupted, and the children have been told */
    sigset_t old_mask; /* the caller's; the children's too */
} run;

static double weight(const ss_pool *pool, size_t job)
{
    return pool->weights != NULL ? pool->weights[job] : 1.0;
}

static bool run_open(run *r, const ss_pool *pool, ss_error *error)
{
    *r = (run){.pool = pool};
    r->pids = calloc(pool->n_jobs, sizeof *r->pids);
    if (r->pids == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "out of memory for %zu jobs", pool->n_jobs);
    r->page = mmap(NULL, pool->n_jobs * sizeof *r->progress, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r->page == MAP_FAILED) {
        free(r->pids);
        return ss_error_set(error, SS_ERROR_MEMORY, "out of memory for %zu jobs", pool->n_jobs);
    }
    r->progress = r->page;

    /* Blocked, a SIGCHLD stays pending until sigtimedwait picks it up: none is missed. */
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &r->old_mask);
    return true;
}

static void run_close(run *r)
{
    sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
    munmap(r->page, r->pool->n_jobs * sizeof *r->progress);
    free(r->pids);
}

/* The life of a child. It leaves by _exit: atexit handlers belong to the parent. */
static _Noreturn void child(const run *r, size_t job, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(ss_error_exit_code(SS_ERROR_INTERRUPTED));
    ss_interrupt_install_in_child();
    sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
    const int code = r->pool->work(job, &r->progress[job], r->pool->context);
    fflush(NULL);
    _exit(code);
}

/* Start the next job. A failure to fork is an error only if there is no child to wait for:
 * otherwise it is tried again later. */
static bool start_next(run *r, ss_error *error)
{
    const pid_t parent = getpid();
    fflush(NULL); /* or what is in the buffers would be written twice */
    const pid_t pid = fork();
    if (pid == 0)
        child(r, r->next, parent);
    if (pid < 0)
        return r->running > 0 ||
               ss_error_set(error, SS_ERROR_MEMORY, "cannot start a process: %s", strerror(errno));
    r->pids[r->next++] = pid;
    r->running++;
    return true;
}

static bool fill(run *r, ss_error *error)
{
    const size_t n_parallel = r->pool->n_parallel > 0 ? r->pool->n_parallel : 1;
    bool ok = true;
    for (size_t free_slots = n_parallel - r->running; ok && free_slots > 0; free_slots--) {
        if (r->next == r->pool->n_jobs || ss_interrupted())
            break;
        ok = start_next(r, error);
    }
    return ok;
}

/* Has the job ended? If so, its exit code. */
static bool ended(pid_t pid, int *exit_code)
{
    int status = 0;
    const pid_t got = waitpid(pid, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR))
        return false;
    if (got < 0) /* somebody else has waited for our child */
        *exit_code = ss_error_exit_code(SS_ERROR_INTERNAL);
    else
        *exit_code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

static void reap(run *r)
{
    for (size_t job = 0; job < r->next; job++) {
        if (r->pids[job] == 0 || !ended(r->pids[job], &r->pool->exit_codes[job]))
            continue;
        r->pids[job] = 0;
        r->running--;
        r->done++;
        if (r->pool->exit_codes[job] != 0)
            r->failed++;
    }
}

/* Tell the children to stop: SIGTERM, say, came to us alone. */
static void forward_interrupt(run *r)
{
    if (r->stopping || !ss_interrupted())
        return;
    for (size_t job = 0; job < r->next; job++)
        if (r->pids[job] != 0)
            kill(r->pids[job], SIGINT);
    r->stopping = true;
}

/* Until a child has ended, a signal has come or a tenth of a second has passed. */
static void wait_a_little(void)
{
    const struct timespec tenth = {.tv_nsec = 100000000};
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigtimedwait(&child_ended, NULL, &tenth);
}

static void show(const run *r, ss_progress *bar)
{
    ss_progress_state state = {.done = r->done, .running = r->running, .failed = r->failed};
    for (size_t job = 0; job < r->next; job++) {
        const double told = r->progress[job];
        const double fraction = r->pids[job] == 0 ? 1.0 : told;
        if (fraction > 0.0) /* a child may write anything there */
            state.work_done += weight(r->pool, job) * (fraction < 1.0 ? fraction : 1.0);
    }
    ss_progress_update(bar, state);
}

static double total_weight(const ss_pool *pool)
{
    double total = 0.0;
    for (size_t job = 0; job < pool->n_jobs; job++)
        total += weight(pool, job);
    return total;
}

bool ss_pool_run(const ss_pool *pool, ss_error *error)
{
    run r;
    ss_progress bar;
    for (size_t job = 0; job < pool->n_jobs; job++)
        pool->exit_codes[job] = SS_POOL_NOT_STARTED;
    if (pool->n_jobs == 0)
        return true;
    if (!run_open(&r, pool, error))
        return false;

    ss_progress_begin(&bar, pool->what, pool->n_jobs, total_weight(pool));
    bool ok = fill(&r, error);
    while (r.running > 0) {
        show(&r, &bar);
        wait_a_little();
        forward_interrupt(&r);
        reap(&r);
        ok = ok && fill(&r, error);
    }
    ss_progress_end(&bar);
    if (ok && ss_interrupted())
        ok = ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted: %zu of %zu jobs not started",
                          pool->n_jobs - r.next, pool->n_jobs);
    run_close(&r);
    return ok;
}
