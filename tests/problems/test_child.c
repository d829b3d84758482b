/* Work in a child with limits: every way to end, limits obeyed, what was shared survives.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "tests/support/isolated.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* The same with a limit that `work` never keeps: the least, doubled as often as a busy machine
 * needs for the child to come so far as to leave its mark. */
static ss_child_ending exceed(ss_child_work *work, double *wall_s)
{
    int *const page = ss_child_share(TEST_SHARED, NULL);
    ss_child_ending ending = test_run_child(work, *wall_s, page);
    while (page[0] != 41 && *wall_s < 100.0) {
        *wall_s *= 2.0;
        ending = test_run_child(work, *wall_s, page);
    }
    cr_expect_eq(page[0], 41, "the results written before the end are there");
    ss_child_unshare(page, TEST_SHARED);
    return ending;
}

static int work_well(void *shared, void *context)
{
    (void)context;
    int *const numbers = shared;
    test_mark(shared);
    numbers[TEST_SHARED / (int)sizeof *numbers - 1] =
        getchar(); /* stdin is empty, stdout nowhere */
    printf("noise");
    fprintf(stderr, "a word");
    return 7;
}

Test(child, a_child_that_returns)
{
    int *shared = NULL;
    const ss_child_ending ending = test_isolate(work_well, &shared);
    cr_expect(ending.how == SS_CHILD_EXITED && ending.code == 7);
    cr_expect_str_eq(ending.message, "a word");
    cr_expect_eq(shared[TEST_SHARED / (int)sizeof *shared - 1], EOF);
    cr_expect(ending.wall_s > 0.0 && ending.wall_s < 60.0 && ending.max_rss_bytes > 1e5);
    ss_child_unshare(shared, TEST_SHARED);
}

static int call_exit(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    exit(3);
}

static void not_in_the_child(void)
{
    const char *const parent = getenv("SS_TEST_PARENT");
    if (parent == NULL || atoi(parent) == getpid())
        return;
    static const char text[] = "atexit handler of the parent";
    if (write(STDERR_FILENO, text, sizeof text) < 0)
        abort();
}

Test(child, a_child_that_calls_exit)
{
    char self[32];
    snprintf(self, sizeof self, "%d", getpid());
    setenv("SS_TEST_PARENT", self, 1);
    atexit(not_in_the_child);
    const ss_child_ending ending = test_isolate(call_exit, NULL);
    cr_expect(ending.how == SS_CHILD_EXITED && ending.code == 3);
    cr_expect_str_eq(ending.message, "");
}

static int crash(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    raise(SIGSEGV);
    return 0;
}

static int abort_here(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    abort();
}

static int die_silently(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    raise(SIGKILL);
    return 0;
}

Test(child, children_that_crash)
{
    static const struct {
        ss_child_work *work;
        int signal;
    } cases[] = {{crash, SIGSEGV}, {abort_here, SIGABRT}, {die_silently, SIGKILL}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const ss_child_ending ending = test_isolate(cases[k].work, NULL);
        cr_expect(ending.how == SS_CHILD_SIGNALLED && ending.code == cases[k].signal,
                  "case %zu: %d, %d", k, (int)ending.how, ending.code);
    }
}

static int hang(void *shared, void *context)
{
    (void)context;
    signal(SIGTERM, SIG_IGN);
    for (;; test_mark(shared))
        fprintf(stderr, "%05000d", 0); /* and fills its pipe while it does */
    return 0;
}

static int hang_in_silence(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    for (;;)
        pause();
    return 0;
}

Test(child, the_time_limit_is_obeyed)
{
    ss_child_work *const works[] = {hang, hang_in_silence};
    for (int k = 0; k < 6; k++) {
        double limit = 0.1 + 0.15 * k;
        const ss_child_ending ending = exceed(works[k % 2], &limit);
        cr_expect_eq(ending.how, SS_CHILD_TIMEOUT);
        cr_expect(ending.wall_s >= limit && ending.wall_s < limit + 30.0, "%g s: took %g s", limit,
                  ending.wall_s);
        cr_expect(strlen(ending.message) == (k % 2 == 0 ? SS_CHILD_MESSAGE - 1 : 0));
    }
}

Test(child, an_interrupt_kills_the_child)
{
    const ss_child_limits limits = {.wall_s = 100.0, .stop = ss_interrupted};
    ss_child_ending ending;
    ss_error error = {0};
    int *const page = ss_child_share(TEST_SHARED, &error);
    const pid_t parent = getpid();
    ss_interrupt_install();
    const pid_t messenger = fork();
    if (messenger == 0) {
        sleep_ms(100);
        kill(parent, SIGINT);
        _exit(0);
    }
    cr_expect_not(ss_child_run(&limits, hang_in_silence, page, NULL, &ending, &error));
    cr_expect(error.code == SS_ERROR_INTERRUPTED && ending.wall_s < 60.0, "%g s", ending.wall_s);
    cr_expect_eq(waitpid(messenger, NULL, 0), messenger);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
    ss_child_unshare(page, TEST_SHARED);
}

/* Its own child holds the pipe and would outlive it. */
static int leave_a_child(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    ((int *)shared)[1] = fork();
    if (((int *)shared)[1] == 0)
        for (;;)
            pause();
    return 0;
}

/* A process that is dead, if not yet reaped (which init has to do), does not live. */
static bool lives(pid_t pid)
{
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *const stat = fopen(path, "r");
    if (stat == NULL)
        return false;
    const bool known = fgets(line, sizeof line, stat) != NULL;
    fclose(stat);
    return known && strstr(line, ") Z") == NULL;
}

Test(child, what_a_child_starts_ends_with_it)
{
    int *shared = NULL;
    const ss_child_ending ending = test_isolate(leave_a_child, &shared);
    cr_expect(ending.how == SS_CHILD_EXITED);
    for (int k = 0; k < 6000 && lives(shared[1]); k++)
        sleep_ms(10);
    cr_expect(!lives(shared[1]), "process %d", shared[1]);
    ss_child_unshare(shared, TEST_SHARED);
}

static int burn(void *shared, void *context)
{
    (void)context;
    const clock_t start = clock();
    while (clock() - start < CLOCKS_PER_SEC / 5)
        test_mark(shared);
    return 0;
}

/* No thread's is more than the time that passed, but for ticks of the kernel's clock; the parent's
 * would be twice as much. */
Test(child, cpu_time_is_that_of_the_child)
{
    int own = 0;
    burn(&own, NULL);
    const ss_child_ending ending = test_isolate(burn, NULL);
    cr_expect(ending.cpu_s >= 0.19 && ending.cpu_s < ending.wall_s + 0.02, "%g s, %g s passed",
              ending.cpu_s, ending.wall_s);
}

/* Holds the write end of a pipe open, and tells through it that it lives. */
static int live_long(void *shared, void *context)
{
    const int *const ends = context;
    (void)shared;
    if (write(ends[1], "x", 1) == 1)
        sleep_ms(60000);
    return 0;
}

Test(child, dies_with_its_parent)
{
    int ends[2];
    char byte = 0;
    cr_assert_eq(pipe(ends), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        const ss_child_limits limits = {.wall_s = 60.0};
        ss_child_ending ending;
        ss_child_run(&limits, live_long, NULL, ends, &ending, NULL);
        _exit(0);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &byte, 1), 1, "the child is up");
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    cr_assert_eq(poll(&end, 1, 60000), 1, "the child still holds its end of the pipe");
    cr_expect_eq(read(ends[0], &byte, 1), 0);
}

static int spend(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    for (volatile int k = 0; k >= 0; k = (k + 1) % 1000)
        continue;
    return 0;
}

Test(child, cpu_time_ends)
{
    const ss_child_limits limits = {.wall_s = 500.0, .cpu_s = 1};
    ss_child_ending ending;
    int *const page = ss_child_share(TEST_SHARED, NULL);
    cr_assert(ss_child_run(&limits, spend, page, NULL, &ending, NULL));
    cr_expect(ending.how == SS_CHILD_SIGNALLED && ending.code == SIGXCPU, "%d %d", (int)ending.how,
              ending.code);
    ss_child_unshare(page, TEST_SHARED);
}

/* Into the group of its parent, where a signal to its own does not reach it. */
static int change_group(void *shared, void *context)
{
    (void)context;
    setpgid(0, getpgid(getppid()));
    test_mark(shared);
    sleep_ms(60000);
    return 0;
}

Test(child, leaves_its_group_and_is_killed_all_the_same)
{
    double limit = 0.2;
    const ss_child_ending ending = exceed(change_group, &limit);
    cr_expect_eq(ending.how, SS_CHILD_TIMEOUT);
    cr_expect(ending.wall_s < limit + 30.0, "%g s: took %g s", limit, ending.wall_s);
}
