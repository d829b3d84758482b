/* The process of a run alone, as the row tells of it: a lying, a crashing, a hanging, a
 * memory-eating solver of ours each get the right status, and cost nobody else a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"
#include "solvers/local/sweep.h"
#include "tests/support/deeds.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- misbehaving ---- */

static ss_local_outcome visit(double r[3], double u[3], const ss_contact *contact,
                              const void *state, const void *options, ss_work *work)
{
    const test_script *const s = options;
    (void)contact;
    (void)state;
    (void)work;
    errno = 0;
    test_misbehave(s->deed);
    for (int k = 0; k < 3; ++k)
        r[k] = s->deed == NOT_A_NUMBER ? NAN : s->deed == INFINITE ? INFINITY : 0.0;
    for (int k = 0; k < 3; ++k)
        u[k] = 0.0;
    return SS_LOCAL_DONE;
}

static void sweep_visits(const ss_sweep *s)
{
    if (((const test_script *)s->options)->deed == TAMPER)
        test_tamper(s->problem);
    ss_sweep_visits(s, visit, 0, s->problem->form, false);
}

static const ss_local_solver local = {.name = "local",
                                      .title = "of this test",
                                      .options = {.size = sizeof(test_script)},
                                      .holds_velocity = true,
                                      .solve = visit,
                                      .sweep = sweep_visits};

/* One step of a ball that slides, by a solver of ours, alone or in this process. The status alone
 * outlives the row's texts. */
static ss_summary_row run_ours(const ss_choice *solver, const char *stop, double timeout_s,
                               bool alone, char message[SS_RUN_MESSAGE])
{
    ss_error error = {0};
    ss_problem_choice problem;
    ss_summary_row row;
    const ss_estimator *estimator = NULL;
    cr_assert(ss_estimator_find_stop(stop, &estimator, &error) &&
                  ss_problem_choice_parse(&problem, "sliding-ball", &error) &&
                  ss_problem_choice_set_list(&problem, "steps=1,tol=1e-10,max-sweeps=1000", &error),
              "%s", error.text);
    const ss_alone_task task = {
        .run = {.problem = &problem,
                .solver = solver,
                .stop = estimator,
                .limits = {timeout_s, TEST_SANITIZED ? 0 : (size_t)256 << 20, 0.0},
                .observers.message = message}};
    cr_assert(alone ? ss_alone_run(&task, &row, &error) : ss_run_once(&task.run, &row, &error),
              "%s", error.text);
    ss_problem_choice_free(&problem);
    return row;
}

/* `exact`, after whatever has happened: solved, with the numbers of a run in this process. */
static void expect_good_row(void)
{
    char message[SS_RUN_MESSAGE];
    ss_choice exact = test_choice("exact");
    const ss_summary_row here = run_ours(&exact, "eps", 20.0, false, message);
    const ss_summary_row alone = run_ours(&exact, "eps", 20.0, true, message);
    cr_expect(strcmp(alone.status, "solved") == 0 && alone.sweeps_total == here.sweeps_total &&
                  message[0] == '\0',
              "exact: %s after %zu sweeps, '%s'", alone.status, alone.sweeps_total, message);
    cr_expect(fabs(alone.e1_last - here.e1_last) <= 0.0, "E1 = %.17g, not %.17g", alone.e1_last,
              here.e1_last);
    ss_choice_free(&exact);
}

static ss_choice contender_of(test_script *options)
{
    static char label[] = "of this test";
    return (ss_choice){.options = options, .label = label, .solver = &local};
}

/* One deed of ours, under every estimator that can stop, and then a good row. */
static void check_ours(test_deed what, ss_outcome wanted, const char *says)
{
    static const char *const stops[] = {"eps", "e1", "siconos-rel"};
    test_script options = {what, NULL};
    const ss_choice contender = contender_of(&options);
    for (size_t k = 0; k < sizeof stops / sizeof stops[0]; ++k) {
        char message[SS_RUN_MESSAGE];
        const ss_summary_row row = run_ours(&contender, stops[k], 20.0, true, message);
        cr_expect_str_eq(row.status, ss_outcome_name(wanted), "deed %d, stopped by %s: %s, not %s",
                         (int)what, stops[k], row.status, ss_outcome_name(wanted));
        cr_expect(strncmp(message, says, strlen(says)) == 0, "deed %d: '%s', not '%s'", (int)what,
                  message, says);
        if (wanted == SS_OUTCOME_CRASHED || wanted == SS_OUTCOME_OUT_OF_MEMORY)
            cr_expect(isnan(row.e1_last) && row.sweeps_total == 0, "deed %d: numbers without an r",
                      (int)what);
    }
    expect_good_row();
}

/* A lie here is r = 0 and a held velocity of 0: the cap ends it. */
Test(alone, solvers_get_what_they_deserve)
{
    check_ours(LIE, SS_OUTCOME_STAGNATED, "");
    check_ours(TAMPER, SS_OUTCOME_ERROR, "the solver changed the problem, which is const");
    check_ours(CRASH, SS_OUTCOME_CRASHED, "signal 11: Segmentation fault");
    check_ours(ABORT, SS_OUTCOME_CRASHED, "signal 6: Aborted");
    check_ours(NOT_A_NUMBER, SS_OUTCOME_DIVERGED, "");
    check_ours(INFINITE, SS_OUTCOME_DIVERGED, "");
    check_ours(LEAVE, SS_OUTCOME_ERROR, "left the program with exit code 0");
}

Test(alone, a_solver_that_hangs)
{
    char message[SS_RUN_MESSAGE];
    test_script options = {HANG, NULL};
    const ss_choice contender = contender_of(&options);
    const ss_summary_row row = run_ours(&contender, "eps", 0.5, true, message);
    cr_expect_str_eq(row.status, "timeout");
    cr_expect(row.cpu_s >= 0.5, "after %g s of CPU time", row.cpu_s);
    cr_expect_str_eq(message, "its 0.5 s of CPU time were used up; killed");
    cr_expect(isnan(row.e1_last) && row.sweeps_total == 0);
    expect_good_row();
}

/* An external solver is ended by its trial, which has said so. */
Test(alone, a_limit_of_time_is_told_once)
{
    static const char said[] = "its 0.5 s of CPU time were used up";
    static char label[] = "other";
    const ss_external_solver other = {.name = "other"};
    ss_choice choices[] = {{.label = label, .external = &other}, test_choice("exact")};
    const ss_child_ending ending = {.how = SS_CHILD_EXITED};
    ss_problem_choice problem;
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", NULL));
    for (size_t k = 0; k < 2; ++k) {
        ss_witness *const witness = ss_witness_create(NULL);
        const ss_run run = {.problem = &problem,
                            .solver = &choices[k],
                            .stop = &ss_estimator_eps,
                            .limits.timeout_s = 0.5,
                            .observers.witness = witness};
        ss_alone alone = {.finished = 1, .outcome = SS_OUTCOME_TIMEOUT};
        ss_summary_row row;
        snprintf(alone.message, sizeof alone.message, "%s", k == 0 ? said : "a remark");
        cr_assert(ss_alone_conclude(&run, &ending, &alone, &row, NULL));
        cr_expect(strstr(alone.message, said) == alone.message, "%s", alone.message);
        cr_expect_null(strstr(alone.message + 1, said), "%s", alone.message);
        cr_expect_eq(strstr(alone.message, "a remark") != NULL, k == 1, "%s", alone.message);
        ss_witness_free(witness);
    }
    ss_problem_choice_free(&problem);
    ss_choice_free(&choices[1]);
}

Test(alone, a_solver_that_eats_memory)
{
    if (TEST_SANITIZED)
        cr_skip_test("no limit of address space under AddressSanitizer");
    check_ours(EAT, SS_OUTCOME_OUT_OF_MEMORY, "");
}
