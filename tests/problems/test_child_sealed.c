/* A child that is not trusted: it has no descriptor of its parent, nothing that it starts outlives
 * it, and what counts is its CPU time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/child.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts one that leaves the group, and waits until it has. */
static int leave_a_session(void *shared, void *context)
{
    volatile int *const stray = shared;
    (void)context;
    if (fork() == 0) {
        setsid();
        *stray = (int)getpid();
        for (;;)
            pause();
    }
    while (*stray == 0)
        usleep(1000);
    return 0;
}

Test(child, sealed_one_leaves_no_process_of_another_session)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child_ending ending;
    int *const stray = ss_child_share(sizeof *stray, NULL);
    cr_assert(ss_child_run(&limits, leave_a_session, stray, NULL, &ending, NULL));
    cr_expect(ending.how == SS_CHILD_EXITED && *stray > 0);
    cr_expect(kill(*stray, 0) != 0 && errno == ESRCH, "process %d still lives", *stray);
    ss_child_unshare(stray, sizeof *stray);
}

/* Starts two that stay in its group, one below the other. */
static int leave_a_family(void *shared, void *context)
{
    (void)shared;
    (void)context;
    if (fork() == 0) {
        fork();
        for (;;)
            pause();
    }
    return 0;
}

Test(child, sealed_one_leaves_no_zombie)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child_ending ending;
    cr_assert(ss_child_run(&limits, leave_a_family, NULL, NULL, &ending, NULL));
    cr_expect(waitpid(-1, NULL, 0) == -1 && errno == ECHILD, "a child is left");
}

/* Number of open descriptors. */
static int count_descriptors(void *shared, void *context)
{
    (void)context;
    for (int fd = 0; fd < 1024; fd++)
        *(int *)shared += fcntl(fd, F_GETFD) >= 0;
    return 0;
}

Test(child, sealed_one_has_the_standard_descriptors_only)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child_ending ending;
    int *const n = ss_child_share(sizeof *n, NULL);
    cr_assert(ss_child_run(&limits, count_descriptors, n, NULL, &ending, NULL));
    cr_expect_eq(*n, 3);
    ss_child_unshare(n, sizeof *n);
}

/* CPU time counts, not time asleep. */
static int sleep_then_spin(void *shared, void *context)
{
    (void)context;
    usleep(300000);
    *(int *)shared = 1;
    for (volatile int turn = 0; turn >= 0; turn = 0)
        continue;
    return 0;
}

Test(child, limit_of_cpu_time)
{
    const ss_child_limits limits = {.wall_s = 600.0, .busy_s = 0.2};
    ss_child_ending ending;
    int *const awake = ss_child_share(sizeof *awake, NULL);
    cr_assert(ss_child_run(&limits, sleep_then_spin, awake, NULL, &ending, NULL));
    cr_expect(ending.how == SS_CHILD_TIMEOUT && *awake == 1 && ending.cpu_s >= 0.2, "%d, %g s",
              (int)ending.how, ending.cpu_s);
    ss_child_unshare(awake, sizeof *awake);
}

/* Writes a byte at a distance from the shared memory. */
static int write_outside(void *shared, void *context)
{
    ((volatile char *)shared)[*(const long *)context] = 1;
    return 0;
}

Test(child, shared_memory_has_guards)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    const long page = sysconf(_SC_PAGESIZE), ends[] = {-1, page}, inner[] = {0, page - 1};
    ss_child_ending ending;
    char *const shared = ss_child_share(100, NULL);
    for (int k = 0; k < 2; k++) {
        cr_assert(ss_child_run(&limits, write_outside, shared, (void *)&ends[k], &ending, NULL));
        cr_expect(ending.how == SS_CHILD_SIGNALLED && ending.code == SIGSEGV, "%ld", ends[k]);
        cr_assert(ss_child_run(&limits, write_outside, shared, (void *)&inner[k], &ending, NULL));
        cr_expect(ending.how == SS_CHILD_EXITED && shared[inner[k]] == 1, "%ld", inner[k]);
    }
    ss_child_unshare(shared, 100);
}
