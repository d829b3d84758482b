/* Several children at a time: each has its own limit, message and ending, and none waits for
 * another; more of them than one poll looks at.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "problems/base/clock.h"
#include "problems/base/child.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 100 };

/* The work of a child, which it leaves in its place of the shared array. */
typedef struct task {
    int number;
    long sleep_ms;  /* < 0: for ever */
    size_t chatter; /* bytes on stderr */
    int signal;
} task;

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static int work(void *shared, void *context)
{
    const task *const t = context;
    for (size_t k = 0; k < t->chatter; ++k)
        fputc('a' + t->number % 26, stderr);
    ((volatile int *)shared)[t->number] = t->number + 1;
    while (t->sleep_ms < 0)
        sleep_ms(1000);
    sleep_ms(t->sleep_ms);
    if (t->signal != 0)
        raise(t->signal);
    return t->number % 60;
}

static void start(ss_child *child, double wall_s, int *page, task *t)
{
    const ss_child_limits limits = {.wall_s = wall_s, .address_bytes = 0};
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_child_start(child, &limits, work, page, t, &error), "%s", error.text);
}

/* Until all have ended. */
static void finish_all(ss_child *children, size_t n)
{
    const double start_s = ss_wall_time();
    for (size_t left = n; left > 0;) {
        ss_child_wait(children, n, 1.0);
        for (size_t k = 0; k < n; ++k) {
            if (children[k].pid == 0 || !ss_child_ended(&children[k]))
                continue;
            cr_expect(ss_child_finish(&children[k], NULL));
            cr_expect_eq(children[k].pid, 0);
            --left;
        }
        cr_assert_lt(ss_wall_time() - start_s, 300.0, "%zu children never end", left);
    }
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
}

Test(child_several, more_than_a_poll_looks_at)
{
    ss_child children[MANY];
    task tasks[MANY];
    int *const page = ss_child_share(MANY * sizeof *page, NULL);
    for (int k = 0; k < MANY; ++k) {
        tasks[k] = (task){.number = k, .sleep_ms = 20 + k % 7, .chatter = k % 5 == 0 ? 100000 : 3};
        start(&children[k], 300.0, page, &tasks[k]);
    }
    finish_all(children, MANY);
    for (int k = 0; k < MANY; ++k) {
        const ss_child_ending *const ending = &children[k].ending;
        cr_expect(ending->how == SS_CHILD_EXITED && ending->code == k % 60, "%d", k);
        cr_expect_eq(page[k], k + 1);
        cr_expect_eq(ending->message[0], 'a' + k % 26, "%d has the message of another", k);
        cr_expect_eq(strlen(ending->message), k % 5 == 0 ? SS_CHILD_MESSAGE - 1 : 3);
    }
    ss_child_unshare(page, MANY * sizeof *page);
}

enum { N_LIMITED = 4 };
static const double shortest_s[N_LIMITED] = {0.9, 0.3, 0.6, 20.0};
static const long sleeps[N_LIMITED] = {-1, -1, -1, 100};

/* Children with limits `factor` times the shortest; true if each came so far as to write, which
 * takes time on a busy machine. */
static bool run_limited(ss_child children[N_LIMITED], double factor)
{
    task tasks[N_LIMITED];
    bool wrote = true;
    int *const page = ss_child_share(N_LIMITED * sizeof *page, NULL);
    for (int k = 0; k < N_LIMITED; ++k) {
        tasks[k] = (task){.number = k, .sleep_ms = sleeps[k]};
        start(&children[k], factor * shortest_s[k], page, &tasks[k]);
    }
    finish_all(children, N_LIMITED);
    for (int k = 0; k < N_LIMITED; ++k)
        wrote = wrote && page[k] == k + 1;
    ss_child_unshare(page, N_LIMITED * sizeof *page);
    return wrote;
}

/* The limit of the one with the shortest is obeyed while others run on; who ends is not kept
 * waiting by who does not; what each wrote before is there. */
Test(child_several, each_has_its_limit)
{
    ss_child children[N_LIMITED];
    double factor = 1.0;
    while (!run_limited(children, factor) && factor < 100.0)
        factor *= 2.0;
    cr_expect_lt(factor, 100.0, "what was written is not there");
    for (int k = 0; k < N_LIMITED; ++k) {
        const ss_child_ending *const ending = &children[k].ending;
        const double wanted = sleeps[k] < 0 ? factor * shortest_s[k] : 0.1;
        cr_expect_eq(ending->how, sleeps[k] < 0 ? SS_CHILD_TIMEOUT : SS_CHILD_EXITED, "%d", k);
        cr_expect(ending->wall_s >= wanted && ending->wall_s < wanted + 30.0, "%d: %g s", k,
                  ending->wall_s);
    }
}

Test(child_several, crashes_and_kills_are_told_apart)
{
    enum { N = 3 };
    ss_child children[N];
    int *const page = ss_child_share(N * sizeof *page, NULL);
    task tasks[N] = {{.number = 0, .signal = SIGTERM},
                     {.number = 1, .sleep_ms = -1},
                     {.number = 2, .sleep_ms = 10}};
    for (int k = 0; k < N; ++k)
        start(&children[k], 1000.0, page, &tasks[k]);
    while (((volatile int *)page)[1] == 0)
        sleep_ms(1);
    ss_child_kill(&children[1]);
    finish_all(children, N);
    cr_expect(children[0].ending.how == SS_CHILD_SIGNALLED && children[0].ending.code == SIGTERM);
    cr_expect(children[1].ending.how == SS_CHILD_SIGNALLED && children[1].ending.code == SIGKILL);
    cr_expect(children[2].ending.how == SS_CHILD_EXITED && children[2].ending.code == 2);
    ss_child_unshare(page, N * sizeof *page);
}

/* Free places among the children are no children. */
Test(child_several, nobody_to_wait_for)
{
    ss_child none[3] = {{.pid = 0}};
    const double start_s = ss_wall_time();
    ss_child_wait(none, 3, 0.05);
    ss_child_wait(none, 0, 0.0);
    const double waited = ss_wall_time() - start_s;
    cr_expect(waited > 0.04 && waited < 60.0, "%g s", waited);
}

/* Takes its time before it installs its own handler. */
static int hear_late(void *shared, void *context)
{
    volatile int *const page = shared;
    (void)context;
    page[0] = 1;
    while (page[1] == 0)
        usleep(1000);
    ss_interrupt_install();
    return ss_interrupted() ? 1 : 0;
}

Test(child, a_word_is_not_lost_before_the_child_listens)
{
    const ss_child_limits limits = {.wall_s = 60.0};
    ss_child child;
    volatile int *const page = ss_child_share(2 * sizeof *page, NULL);
    ss_interrupt_install();
    cr_assert(ss_child_start(&child, &limits, hear_late, (void *)page, NULL, NULL));
    while (page[0] == 0)
        usleep(1000);
    kill(child.pid, SIGINT);
    page[1] = 1;
    cr_assert(ss_child_finish(&child, NULL));
    cr_expect(child.ending.how == SS_CHILD_EXITED && child.ending.code == 1, "it was not told");
    ss_child_unshare((void *)page, 2 * sizeof *page);
}
