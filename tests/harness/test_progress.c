/* The progress bar; a second Ctrl-C.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "harness/process/progress.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

Test(interrupt, second_sigint_ends_at_once)
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

Test(progress, bar_fits_every_terminal)
{
    const ss_progress bar = {.what = "runs", .n_jobs = 30, .total = 60.0};
    const ss_progress_state state = {.work_done = 15.0, .done = 7, .running = 2, .unsolved = 1};
    char text[512];
    for (size_t columns = 1; columns < 200; columns++) {
        ss_progress_format(&bar, state, 60.0, columns, text, sizeof text);
        cr_expect_lt(strlen(text), columns, "%zu columns: %s", columns, text);
    }
    cr_expect_str_eq(text, "runs [#######-----------------------]  25% 7/30 done, 2 running, "
                           "1 unsolved, 1:00, 3:00 left");
    ss_progress_format(&bar, state, 60.0, 60, text, sizeof text);
    cr_expect_str_eq(text, "runs  25% 7/30 done, 2 running, 1 unsolved, 1:00, 3:00 left");
    ss_progress_format(&bar, (ss_progress_state){.work_done = 0.0}, 4000.0, 60, text, sizeof text);
    cr_expect_str_eq(text, "runs   0% 0/30 done, 0 running, 0 unsolved, 1:06:40, ? left");
}
