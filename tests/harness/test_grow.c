/* Growing piles, step by step, beside the exact ones (method 13.11).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Settings "KEY=VALUE,..." of a pile and a solver. */
static ss_grow_task task_of(const char *settings, const char *solver)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_grow_task task = {.watch = {NULL, NULL, NULL}};
    char *const list = strdup(settings);
    ss_options_defaults(&ss_growing_pile.params, &task.params);
    cr_assert(settings[0] == '\0' ||
                  ss_options_set_list(&ss_growing_pile.params, &task.params, "pile", list, &error),
              "%s", error.text);
    cr_assert(ss_surface_choice_parse(&task.solver, solver, &error), "%s", error.text);
    free(list);
    return task;
}

static ss_grow_result grow(const ss_grow_task *task)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_grow_result result;
    cr_assert(ss_grow(task, &result, &error), "%s", error.text);
    return result;
}

/* Within a square of the exact height; sand kept; no slope beyond k. */
static void check_cone(const char *settings, const char *solver)
{
    const ss_grow_task task = task_of(settings, solver);
    const ss_grow_result r = grow(&task);
    cr_expect_eq(r.solved, task.params.steps, "%s: %zu steps solved", solver, r.solved);
    cr_expect_leq(fabs(r.height - r.height_exact), r.square, "%s %s: %g", solver, settings,
                  r.height);
    cr_expect_leq(r.err_inf, r.square, "%s %s", solver, settings);
    cr_expect_leq(r.slope, 1.0 + 1e-5, "%s %s", solver, settings);
    cr_expect_leq(r.mass_error, 1e-12, "%s %s", solver, settings);
    cr_expect_leq(r.gap, 1e-6, "%s %s", solver, settings);
}

Test(grow, a_cone_grows_as_it_should)
{
    for (size_t k = 0; ss_surface_solver_at(k) != NULL; ++k)
        check_cone("n=8", ss_surface_solver_at(k)->name);
    check_cone("n=16", "gradient");
    check_cone("n=16", "anderson");
    check_cone("n=32", "gradient");
    check_cone("n=16,k=0.5,duration=0.2", "gradient");
    check_cone("n=16,diagonals=alike", "gradient"); /* a cone needs no diagonal */
}

/* One multiplier solves every step, whatever its length. */
Test(grow, one_step_makes_the_pile_of_ten)
{
    const ss_grow_task ten = task_of("n=16", "gradient"), one = task_of("n=16,steps=1", "gradient");
    const ss_grow_result a = grow(&ten), b = grow(&one);
    cr_expect_leq(fabs(a.height - b.height), a.square);
    cr_expect_neq(a.height, b.height);
    cr_expect_leq(b.mass_error, 1e-12);
}

/* From t = k half-width/f on the exact pyramid is a function of the mesh: met to the tolerance.
 * With all diagonals alike it is not one. */
Test(grow, a_pyramid_is_met_to_the_tolerance)
{
    static const char *const solvers[] = {"sweeps", "anderson", "gradient"};
    for (size_t k = 0; k < 3; ++k) {
        const ss_grow_task task =
            task_of("n=8,source=everywhere,duration=2,steps=4,tol=1e-8", solvers[k]);
        const ss_grow_result r = grow(&task);
        cr_expect_leq(r.err_inf, 1e-6, "%s: %g", solvers[k], r.err_inf);
        cr_expect_leq(r.slope, 1.0 + 1e-5, "%s", solvers[k]);
        cr_expect(isnan(r.mass_error), "sand falls off the edge");
    }
    const ss_grow_task alike =
        task_of("n=16,source=everywhere,duration=2,diagonals=alike", "gradient");
    const ss_grow_result r = grow(&alike);
    cr_expect(r.height > 0.95 && r.height < 0.97, "%g", r.height);
}

/* Error and gap fall with the squares. */
Test(grow, finer_tables_are_nearer_to_the_exact_pile)
{
    const ss_grow_task coarse = task_of("n=16", "gradient"), fine = task_of("n=32", "gradient");
    const ss_grow_result a = grow(&coarse), b = grow(&fine);
    cr_expect_lt(b.err_l2, 0.5 * a.err_l2);
    cr_expect_lt(fabs(b.height - b.height_exact), 0.6 * fabs(a.height - a.height_exact));
}

/* Lengths times four: the same pile, to the bit. */
Test(grow, has_no_length_of_its_own)
{
    const ss_grow_task small = task_of("n=12,steps=3", "gradient");
    const ss_grow_task large =
        task_of("n=12,steps=3,half-width=4,source-radius=0.8,f=4", "gradient");
    const ss_grow_result a = grow(&small), b = grow(&large);
    cr_expect_eq(4.0 * a.height, b.height, "%.17g and %.17g", 4.0 * a.height, b.height);
    cr_expect_eq(a.sweeps, b.sweeps);
    cr_expect_float_eq(4.0 * a.err_inf, b.err_inf, 1e-14); /* the exact one takes a root */
}

/* Rows as they come, and what a watch may do. */
typedef struct seen {
    size_t n, stop_after;
    double heights[16];
} seen;

static bool see(void *context, const ss_grown *grown, ss_error *error)
{
    seen *const s = context;
    (void)error;
    cr_expect_eq(grown->row->step, s->n + 1);
    cr_expect_eq(grown->row->height_m, grown->s[ss_surface_mesh_centre(grown->mesh)]);
    cr_expect_str_eq(grown->row->solver, "gradient");
    cr_expect_str_eq(grown->row->status, "solved");
    s->heights[s->n++] = grown->row->height_m;
    return true;
}

static bool has_seen_enough(void *context)
{
    const seen *const s = context;
    return s->n >= s->stop_after;
}

Test(grow, steps_are_shown_and_may_be_stopped)
{
    seen all = {.stop_after = 100}, some = {.stop_after = 5};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_grow_result result;
    ss_grow_task task = task_of("n=8", "gradient");
    task.watch = (ss_grow_watch){see, has_seen_enough, &all};
    grow(&task);
    cr_expect_eq(all.n, 10);
    task.watch.context = &some;
    cr_expect_not(ss_grow(&task, &result, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERRUPTED);
    cr_expect(some.n >= 5 && some.n < 10 && result.steps == some.n, "%zu steps", some.n);
    cr_expect_arr_eq(some.heights, all.heights, some.n * sizeof *all.heights);
}

/* A step at its cap is a result. */
Test(grow, unsolved_steps_are_counted)
{
    const ss_grow_task task = task_of("n=16,max-sweeps=3", "sweeps");
    const ss_grow_result r = grow(&task);
    cr_expect_eq(r.steps, 10);
    cr_expect(r.solved < 10 && r.solved > 0, "%zu", r.solved);
    cr_expect_leq(r.mass_error, 1e-12, "sand is kept at every iterate");
}
