/* Stages of Newton's methods and sweeps: what they tell of themselves, and the iterates that they
 * leave.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <string.h>

/* The notes that the watch was told, a line a kind of note, and when it says stop. */
typedef struct told {
    char text[2000];
    size_t shown, last;
} told;

static ss_seen see(void *self, ss_iterate *at)
{
    told *const t = self;
    t->shown += at->sweeps;
    return (ss_seen){.stop = t->shown >= t->last, .value = NAN, .tol = 1e-300};
}

/* "STAGE EVENT: NAME NAME ..."; all numbers of it are some. */
static void write_down(void *self, const ss_note *note)
{
    told *const t = self;
    char line[400];
    int length = snprintf(line, sizeof line, "%s %s:", note->stage, note->event);
    for (size_t k = 0; k < note->n_values; ++k) {
        const ss_note_value v = note->values[k];
        cr_expect(isfinite(v.value) || strcmp(v.name, "value") == 0, "%s of %s", v.name, line);
        length += snprintf(line + length, sizeof line - (size_t)length, " %s", v.name);
    }
    strcat(line, "\n");
    if (strstr(t->text, line) == NULL)
        strcat(t->text, line);
}

/* The iterates of the outer solver from r = 0, so many; `r` gets the last one. */
static told run(const char *name, const char *options, const char *local, size_t iterates,
                const ss_problem *problem, double *r)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_work work = {0};
    told t = {.last = iterates};
    test_outer outer = test_outer_make(name, options, local);
    const double *const found = ss_solver_prepare(outer.solver, problem, &error);
    const ss_watch watch = {.see = see, .self = &t, .note = write_down};
    cr_assert(found != NULL && ss_solver_run(outer.solver, problem, watch, &work, &error), "%s",
              error.text);
    if (r != NULL)
        memcpy(r, found, 3 * problem->n_contacts * sizeof *r);
    test_outer_unmake(&outer);
    return t;
}

static void expect_told(const told *t, const char *line)
{
    cr_expect_not_null(strstr(t->text, line), "not '%s': %s", line, t->text);
}

Test(cascade, stages_tell_what_they_did)
{
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    const told path = run("central-path", "", "", 60, packing.problem, NULL);
    expect_told(&path, "central-path point: arc tau slope step corrections e1 rejections refreshes "
                       "turns\n");
    expect_told(&path, "central-path stopped: value factorizations\n");
    const told repair = run("repair", "", "", 200, packing.problem, NULL);
    expect_told(&repair, "ppa-newton capped: value factorizations\n");
    expect_told(&repair, "repair lost: share layers contacts part_e1 e1_before e1_after "
                         "factorizations\n");
    const told turns = run("sweeps+newton", "sweeps=10", "exact", 100, packing.problem, NULL);
    expect_told(&turns, "sweeps capped: value\n");
    test_packing_free(&packing);
}

/* Attempts of Newton's method between sweeps leave no trace in them: after the second ten sweeps r
 * is that of twenty, but for rounding. */
Test(cascade, sweeps_go_on_from_their_own_iterate)
{
    double alternating[300], swept[300];
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    const size_t n = 3 * packing.problem->n_contacts;
    cr_assert(n > 0 && n <= 300);
    run("sweeps+newton", "sweeps=10,factorizations=1", "exact", 21, packing.problem, alternating);
    run("nlgs", "", "exact", 20, packing.problem, swept);
    const double near = 1e-12 * test_norm(swept, n);
    cr_expect(test_distance(alternating, swept, n) <= near, "%g",
              test_distance(alternating, swept, n));
    run("sweeps+newton", "sweeps=10,factorizations=1", "exact", 11, packing.problem, alternating);
    cr_expect(test_distance(alternating, swept, n) > 1e3 * near, "no attempt was made");
    test_packing_free(&packing);
}

/* The values that a watch gives the ends of four stages, each of one factorization more. */
static const double values[] = {2.0, 1.0, 1.0, 3.0};

static double value_of_stage(void *self, const double *r)
{
    (void)r;
    return values[((told *)self)->shown++];
}

static ss_seen see_on(void *self, ss_iterate *at)
{
    (void)self, (void)at;
    return (ss_seen){.stop = false, .value = NAN, .tol = 1e-300};
}

static void solve_and_go_back(const ss_outer_task *task)
{
    const size_t n = 3 * task->sweep.problem->n_contacts;
    double second[300];
    cr_assert(n <= 300 && ss_cascade_is_cold(task));
    ss_cascade m = ss_cascade_begin(task, false);
    task->sweep.r[n - 1] = 7.0;
    cr_expect_not(ss_cascade_is_cold(task));
    ss_cascade_go_back(&m);
    cr_expect_eq(task->sweep.r[n - 1], 7.0, "no stage has ended, there is nothing to go back to");
    for (size_t k = 0; k < sizeof values / sizeof *values; ++k) {
        memset(task->sweep.r, 0, n * sizeof *task->sweep.r);
        const ss_ppa_limits limits = {.a = 0.1, .factorizations = k + 1, .failures = SIZE_MAX};
        cr_assert(ss_cascade_newton(&m, &limits));
        if (k == 1)
            memcpy(second, task->sweep.r, n * sizeof *second);
        cr_expect(k == 1 || memcmp(second, task->sweep.r, n * sizeof *second) != 0, "stage %zu", k);
    }
    ss_cascade_go_back(&m);
    cr_expect(m.best_value == 1.0 && memcmp(second, task->sweep.r, n * sizeof *second) == 0);
}

/* The best is that of the least value, the first of equals. */
Test(cascade, goes_back_to_the_best_end_of_a_stage)
{
    static const ss_outer_solver mine = {.name = "of this test",
                                         .needs = SS_NEEDS_BLOCKS,
                                         .workspace_size = ss_cascade_size,
                                         .solve = solve_and_go_back,
                                         .close = ss_cascade_close};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_work work = {0};
    told t = {.last = SIZE_MAX};
    char label[] = "of this test";
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    ss_solver *const solver =
        ss_solver_create(&(ss_choice){.outer = &mine, .label = label}, &error);
    cr_assert(solver != NULL && ss_solver_prepare(solver, packing.problem, &error) != NULL &&
                  ss_solver_run(solver, packing.problem,
                                (ss_watch){.see = see_on, .ask = value_of_stage, .self = &t}, &work,
                                &error),
              "%s", error.text);
    cr_expect_eq(t.shown, sizeof values / sizeof *values);
    ss_solver_free(solver);
    test_packing_free(&packing);
}
