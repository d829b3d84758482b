/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/still_step.h"

#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { MOST_SWEEPS = 200000 };

/* Pose the next step: its velocities and energy before. A motion given at the middle of the step is
 * that of before, too. */
static void begin(test_still_step *step, test_packing *packing)
{
    const ss_bodies *const bodies = &packing->scene.bodies;
    const size_t moving = 6 * bodies->n_moving, all = 6 * bodies->n;
    const bool to_end = packing->scene.drives_to_end;
    step->moment = (ss_moment){.energy_before = ss_scene_energy(&packing->scene)};
    step->v_before = malloc(all * sizeof *step->v_before + 1);
    cr_assert_not_null(step->v_before);
    memcpy(step->v_before, bodies->v, all * sizeof *step->v_before);
    test_packing_pose(packing);
    if (!to_end)
        memcpy(step->v_before + moving, bodies->v + moving,
               (all - moving) * sizeof *step->v_before);
}

static void end(test_still_step *step, test_packing *packing)
{
    ss_step_finish(packing->step, step->solution.r);
    step->moment = (ss_moment){.scene = &packing->scene,
                               .problem = ss_step_contacts(packing->step),
                               .r = step->solution.r,
                               .u = step->solution.u,
                               .v_before = step->v_before,
                               .energy_before = step->moment.energy_before};
}

void test_still_step_take(test_still_step *step, test_packing *packing, const char *local)
{
    begin(step, packing);
    test_solve_still(&step->solution, packing->problem, local, NULL, MOST_SWEEPS);
    end(step, packing);
}

void test_still_step_solve(test_still_step *step, test_packing *packing, const char *local,
                           double tol, size_t max_sweeps)
{
    begin(step, packing);
    test_solve(&step->solution, packing->problem, local, tol, max_sweeps);
    end(step, packing);
}

void test_still_step_by(test_still_step *step, test_packing *packing, const char *text, double tol,
                        size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_solution *const s = &step->solution;
    ss_choice choice;
    cr_assert(ss_choice_parse_whole(&choice, text, "nlgs", &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    cr_assert_not_null(solver, "%s", error.text);
    begin(step, packing);
    *s = (test_solution){.n = 3 * packing->problem->n_contacts};
    const double *const r = test_outer_solve(solver, packing->problem, tol, max_sweeps, &s->report);
    s->r = test_outer_copy(r, packing->problem);
    s->u = test_outer_copy(r, packing->problem);
    test_velocity(s->u, packing->problem, s->r);
    end(step, packing);
    ss_solver_free(solver);
    ss_choice_free(&choice);
}

void test_still_step_free(test_still_step *step)
{
    test_solution_free(&step->solution);
    free(step->v_before);
}

static const ss_observable *observable(const char *problem, const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_catalogue_entry *const entry = ss_catalogue_find(problem, &error);
    cr_assert_not_null(entry, "%s", error.text);
    const ss_observable *const *found = entry->observables;
    while (*found != NULL && strcmp((*found)->name, name) != 0)
        ++found;
    cr_assert_not_null(*found, "%s has no observable %s", problem, name);
    return *found;
}

double test_still_step_value(const test_still_step *step, const char *problem, const char *name)
{
    return observable(problem, name)->value(&step->moment);
}

double test_still_step_miss(const test_still_step *step, const char *problem, const char *name)
{
    const ss_observable *const observed = observable(problem, name);
    const double exact = observed->exact(&step->moment);
    cr_assert(isfinite(exact), "%s: the exact %s is not known", problem, name);
    return fabs(observed->value(&step->moment) - exact);
}
