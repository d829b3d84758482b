/* A child that is not trusted: it has no descriptor of its parent, nothing that it starts outlives
 * it, and what counts is its CPU time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/child.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The sign of life of a stray: a turn more whenever it looks. */
typedef struct stray {
    volatile int pid, turns;
} stray;

static _Noreturn void live(stray *at)
{
    at->pid = (int)getpid();
    for (;; at->turns++)
        usleep(1000);
}

static int wait_until_it_lives(const stray *at)
{
    while (at->turns == 0)
        usleep(1000);
    return 0;
}

static int leave_a_session(void *shared, void *context)
{
    (void)context;
    if (fork() == 0) {
        setsid();
        live(shared);
    }
    return wait_until_it_lives(shared);
}

static int leave_a_group(void *shared, void *context)
{
    (void)context;
    if (fork() == 0) {
        setpgid(0, 0);
        live(shared);
    }
    return wait_until_it_lives(shared);
}

/* Its parent's and its grandparent's group, and an orphan before its time. */
static int leave_an_orphan(void *shared, void *context)
{
    const pid_t group = getpgid(getppid());
    (void)context;
    if (fork() == 0) {
        setpgid(0, group);
        if (fork() == 0)
            live(shared);
        _exit(0);
    }
    return wait_until_it_lives(shared);
}

/* One that is another process after every turn. */
static int leave_a_runner(void *shared, void *context)
{
    stray *const at = shared;
    (void)context;
    if (fork() == 0) {
        for (setpgid(0, 0);; at->turns++)
            if (fork() != 0)
                _exit(0);
    }
    return wait_until_it_lives(shared);
}

Test(child, sealed_one_leaves_no_process)
{
    static ss_child_work *const works[] = {leave_a_session, leave_a_group, leave_an_orphan,
                                           leave_a_runner};
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    for (size_t k = 0; k < sizeof works / sizeof works[0]; k++) {
        ss_child_ending ending;
        stray *const left = ss_child_share(sizeof *left, NULL);
        cr_assert(ss_child_run(&limits, works[k], left, NULL, &ending, NULL));
        const int turns = left->turns;
        cr_expect(ending.how == SS_CHILD_EXITED && turns > 0, "%zu", k);
        usleep(50000);
        cr_expect_eq(left->turns, turns, "%zu: it still lives", k);
        cr_expect(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "%zu: a child is left", k);
        ss_child_unshare(left, sizeof *left);
    }
}

/* Processes from before, and a sealed one beside it, are none of its own. */
Test(child, sealed_one_ends_nobody_elses)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child children[2];
    stray *const others = ss_child_share(2 * sizeof *others, NULL);
    stray *const own = ss_child_share(sizeof *own, NULL);
    const pid_t before = fork();
    if (before == 0)
        live(&others[0]);
    for (int k = 0; k < 2; k++) {
        cr_assert(ss_child_start(&children[k], &limits, leave_a_group, k == 0 ? own : &others[1],
                                 NULL, NULL));
        children[k].siblings = children;
        children[k].n_siblings = 2;
    }
    cr_assert(ss_child_finish(&children[0], NULL));
    cr_expect_eq(kill(before, 0), 0, "an older process was ended");
    cr_expect_eq(kill(children[1].pid, 0), 0, "the other child was ended");
    cr_assert(ss_child_finish(&children[1], NULL));
    cr_expect(children[1].ending.how == SS_CHILD_EXITED && children[1].ending.code == 0);
    kill(before, SIGKILL);
    cr_expect_eq(waitpid(before, NULL, 0), before);
    ss_child_unshare(own, sizeof *own);
    ss_child_unshare(others, 2 * sizeof *others);
}

/* Signals to the parent, its group and all: how many are sent. */
static int signal_others(void *shared, void *context)
{
    const pid_t parent = getppid(), group = getpgid(parent);
    int sent = 0;
    (void)shared;
    (void)context;
    sent += kill(parent, SIGKILL) == 0;
    sent += kill(-group, 0) == 0; /* 0: the test's own runner may be in it */
    sent += kill(-1, 0) == 0;
    sent += sigqueue(parent, SIGUSR1, (union sigval){0}) == 0;
    sent += syscall(SYS_tgkill, parent, parent, SIGKILL) == 0;
    setpgid(0, group);
    sent += kill(0, 0) == 0;
    return raise(0) == 0 ? sent : 100;
}

Test(child, sealed_one_sends_no_signal_to_its_parent)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child_ending ending;
    cr_assert(ss_child_run(&limits, signal_others, NULL, NULL, &ending, NULL));
    cr_expect(ending.how == SS_CHILD_EXITED && ending.code == 0, "%d signals", ending.code);
}

/* Is there memory that its parent shares with another child? */
static int touch(void *shared, void *context)
{
    *(volatile char *)context = 1;
    (void)shared;
    return 0;
}

Test(child, hidden_memory_is_not_there)
{
    const ss_child_limits limits = {.wall_s = 60.0, .sealed = true};
    ss_child_ending ending;
    char *const hidden = ss_child_share(1, NULL);
    ss_child_hide(hidden, 1);
    cr_assert(ss_child_run(&limits, touch, NULL, hidden, &ending, NULL));
    cr_expect(ending.how == SS_CHILD_SIGNALLED && ending.code == SIGSEGV);
    cr_expect_eq(*hidden, 0);
    ss_child_unshare(hidden, 1);
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
