/* Jobs in child processes: exit codes, crashes, Ctrl-C, a parent that dies; the progress bar.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "harness/process/pool.h"
#include "harness/process/progress.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 12 };

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static double now_s(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Integers that children and test share. */
static int *shared(void)
{
    int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(page, MAP_FAILED);
    return page;
}

static int mark(size_t job, volatile double *progress, void *context)
{
    int *ran = context;
    *progress = 0.5;
    __atomic_add_fetch(&ran[job], 1, __ATOMIC_SEQ_CST);
    return (int)job * 20;
}

Test(pool, exit_codes_of_all_jobs)
{
    for (size_t n_parallel = 0; n_parallel <= 2 * N; n_parallel += 4) {
        int codes[N];
        ss_error error = {0};
        int *ran = shared();
        const ss_pool pool = {.what = "test",
                              .n_jobs = N,
                              .n_parallel = n_parallel,
                              .work = mark,
                              .context = ran,
                              .exit_codes = codes};
        cr_assert(ss_pool_run(&pool, &error), "%s", error.text);
        for (int job = 0; job < N; job++) {
            cr_expect_eq(codes[job], job * 20, "job %d: %d", job, codes[job]);
            cr_expect_eq(ran[job], 1, "job %d ran %d times", job, ran[job]);
        }
    }
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "no child is left");
}

Test(pool, no_jobs)
{
    ss_error error = {0};
    cr_expect(ss_pool_run(&(ss_pool){.what = "nothing", .work = mark}, &error));
}

static int crash(size_t job, volatile double *progress, void *context)
{
    if (job == 1)
        abort();
    if (job == 4)
        raise(SIGKILL);
    return mark(job, progress, context);
}

Test(pool, a_crash_costs_nobody_else_a_result)
{
    int codes[N];
    ss_error error = {0};
    int *ran = shared();
    const ss_pool pool = {.what = "test",
                          .n_jobs = N,
                          .n_parallel = 3,
                          .work = crash,
                          .context = ran,
                          .exit_codes = codes};
    cr_assert(ss_pool_run(&pool, &error), "%s", error.text);
    for (int job = 0; job < N; job++) {
        const int expected = job == 1 ? -SIGABRT : job == 4 ? -SIGKILL : job * 20;
        cr_expect_eq(codes[job], expected, "job %d: %d", job, codes[job]);
        cr_expect_eq(ran[job], job != 1 && job != 4);
    }
}

/* [0] running now, [1] the most that ever were. */
static int count_running(size_t job, volatile double *progress, void *context)
{
    int *n = context;
    (void)job;
    (void)progress;
    const int running = __atomic_add_fetch(&n[0], 1, __ATOMIC_SEQ_CST);
    for (int most = n[1]; running > most;)
        if (__atomic_compare_exchange_n(&n[1], &most, running, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            break;
    sleep_ms(50);
    __atomic_sub_fetch(&n[0], 1, __ATOMIC_SEQ_CST);
    return 0;
}

Test(pool, at_most_n_parallel_at_a_time)
{
    int codes[N];
    ss_error error = {0};
    int *n = shared();
    const ss_pool pool = {.what = "test",
                          .n_jobs = N,
                          .n_parallel = 3,
                          .work = count_running,
                          .context = n,
                          .exit_codes = codes};
    cr_assert(ss_pool_run(&pool, &error), "%s", error.text);
    cr_expect_eq(n[1], 3, "%d at a time", n[1]);
}

static int print_once(size_t job, volatile double *progress, void *context)
{
    (void)progress;
    fprintf(context, "job %zu\n", job);
    return 0;
}

Test(pool, buffers_are_written_once)
{
    int codes[N];
    char text[1024] = "";
    size_t lines = 0;
    FILE *file = tmpfile();
    cr_assert_not_null(file);
    fputs("before\n", file);
    const ss_pool pool = {.what = "test",
                          .n_jobs = N,
                          .n_parallel = 4,
                          .work = print_once,
                          .context = file,
                          .exit_codes = codes};
    cr_assert(ss_pool_run(&pool, NULL));
    rewind(file);
    while (fgets(text, sizeof text, file) != NULL)
        lines++;
    cr_expect_eq(lines, N + 1, "%zu lines", lines);
    fclose(file);
}

/* Job 1 asks the parent to stop; whoever runs waits for the request and finishes in order. */
static int until_interrupted(size_t job, volatile double *progress, void *context)
{
    const int number = *(const int *)context;
    (void)progress;
    if (job == 1) {
        sleep_ms(100);
        kill(getppid(), number);
    }
    for (int k = 0; k < 500 && !ss_interrupted(); k++)
        sleep_ms(10);
    const bool told = ss_interrupted();
    raise(SIGINT); /* the second, as from the terminal: must do no harm */
    sleep_ms(300);
    raise(SIGINT);
    return told ? 7 : 8;
}

static void expect_stop(int number)
{
    int codes[N];
    ss_error error = {0};
    const ss_pool pool = {.what = "test",
                          .n_jobs = N,
                          .n_parallel = 2,
                          .work = until_interrupted,
                          .context = &number,
                          .exit_codes = codes};
    ss_interrupt_install();
    cr_expect_not(ss_pool_run(&pool, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERRUPTED);
    cr_expect_not_null(strstr(error.text, "10 of 12"), "%s", error.text);
    for (int job = 0; job < N; job++)
        cr_expect_eq(codes[job], job < 2 ? 7 : SS_POOL_NOT_STARTED, "job %d: %d", job, codes[job]);
}

Test(pool, sigint_lets_the_running_finish)
{
    expect_stop(SIGINT);
}

Test(pool, sigterm_lets_the_running_finish)
{
    expect_stop(SIGTERM);
}

Test(pool, interrupted_before_the_start)
{
    int codes[N];
    ss_error error = {0};
    int *ran = shared();
    const ss_pool pool = {.what = "test",
                          .n_jobs = N,
                          .n_parallel = 2,
                          .work = mark,
                          .context = ran,
                          .exit_codes = codes};
    ss_interrupt_install();
    cr_expect_not(ss_interrupted());
    raise(SIGINT);
    raise(SIGINT); /* at once: the same request */
    cr_expect(ss_interrupted());
    cr_expect_not(ss_pool_run(&pool, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERRUPTED);
    for (int job = 0; job < N; job++)
        cr_expect(codes[job] == SS_POOL_NOT_STARTED && ran[job] == 0);
}

Test(pool, second_sigint_ends_at_once)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        ss_interrupt_install();
        raise(SIGTERM);
        sleep_ms(300);
        raise(SIGTERM); /* asks again: still only a request */
        raise(SIGINT);
        _exit(1);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 130, "status %x", (unsigned)status);
}

/* Holds the write end of a pipe open, and tells through it that it lives. */
static int live_long(size_t job, volatile double *progress, void *context)
{
    const int *ends = context;
    (void)job;
    (void)progress;
    if (write(ends[1], "x", 1) == 1)
        sleep_ms(60000);
    return 0;
}

Test(pool, children_die_with_their_parent)
{
    int ends[2], codes[1];
    char byte = 0;
    cr_assert_eq(pipe(ends), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        ss_interrupt_install();
        ss_pool_run(&(ss_pool){.what = "test",
                               .n_jobs = 1,
                               .work = live_long,
                               .context = ends,
                               .exit_codes = codes},
                    NULL);
        _exit(0);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &byte, 1), 1, "the child is up");
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    cr_assert_eq(poll(&end, 1, 5000), 1, "the child still holds its end of the pipe");
    cr_expect_eq(read(ends[0], &byte, 1), 0);
}

static int quick(size_t job, volatile double *progress, void *context)
{
    (void)job;
    (void)progress;
    (void)context;
    return 0;
}

/* The end of a child is noticed when it comes, not at the next tenth of a second. */
Test(pool, short_jobs_do_not_wait)
{
    static int codes[100];
    const double start = now_s();
    cr_assert(ss_pool_run(
        &(ss_pool){
            .what = "test", .n_jobs = 100, .n_parallel = 1, .work = quick, .exit_codes = codes},
        NULL));
    cr_expect_lt(now_s() - start, 5.0, "%g s", now_s() - start);
}

Test(pool, bar_fits_every_terminal)
{
    const ss_progress bar = {.what = "runs", .n_jobs = 30, .total = 60.0};
    const ss_progress_state state = {.work_done = 15.0, .done = 7, .running = 2, .failed = 1};
    char text[512];
    for (size_t columns = 1; columns < 200; columns++) {
        ss_progress_format(&bar, state, 60.0, columns, text, sizeof text);
        cr_expect_lt(strlen(text), columns, "%zu columns: %s", columns, text);
    }
    cr_expect_str_eq(text, "runs [#######-----------------------]  25% 7/30 done, 2 running, "
                           "1 failed, 1:00, 3:00 left");
    ss_progress_format(&bar, state, 60.0, 60, text, sizeof text);
    cr_expect_str_eq(text, "runs  25% 7/30 done, 2 running, 1 failed, 1:00, 3:00 left");
    ss_progress_format(&bar, (ss_progress_state){.work_done = 0.0}, 4000.0, 60, text, sizeof text);
    cr_expect_str_eq(text, "runs   0% 0/30 done, 0 running, 0 failed, 1:06:40, ? left");
}
