/* The process of a run alone, as the row tells of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { large = 128 << 20 };

/* A solver of which a process below it uses much memory, as that of an external solver does. */
static void sweep(const ss_sweep *s)
{
    const pid_t pid = fork();
    if (pid == 0) {
        volatile char *const memory = malloc(large);
        for (size_t k = 0; memory != NULL && k < large; k += 1024)
            memory[k] = 1;
        _exit(memory == NULL);
    }
    int status = 1;
    cr_assert(waitpid(pid, &status, 0) == pid && status == 0);
    ss_local_solver_find("exact", NULL)->sweep(s);
}

static double memory_of(const ss_local_solver *solver)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice problem;
    ss_summary_row row;
    ss_choice choice = test_choice("exact");
    choice.solver = solver;
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", &error) &&
                  ss_problem_choice_set_value(&problem, "steps", "1", &error),
              "%s", error.text);
    const ss_alone_task task = {
        .run = {.problem = &problem, .solver = &choice, .stop = &ss_estimator_eps}};
    cr_assert(ss_alone_run(&task, &row, &error), "%s", error.text);
    cr_expect_str_eq(row.status, "solved");
    ss_problem_choice_free(&problem);
    ss_choice_free(&choice);
    return row.max_rss_bytes;
}

Test(alone, memory_counts_what_the_solver_starts)
{
    const ss_local_solver *const exact = ss_local_solver_find("exact", NULL);
    ss_local_solver hungry = *exact;
    hungry.sweep = sweep;
    const double without = memory_of(exact), with = memory_of(&hungry);
    cr_expect(with >= large, "%g bytes", with);
    cr_expect(without < with - large / 2, "%g bytes without, %g with", without, with);
}
