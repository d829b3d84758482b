/* Stages of Newton's methods and sweeps: what they tell of themselves, and the iterates that they
 * leave.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <string.h>

/* What the watch was told, a line a kind of note, and when it says stop. */
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
