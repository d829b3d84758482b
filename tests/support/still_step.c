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

/* Waits for the value of one name. */
typedef struct awaited {
    ss_observed base;
    const char *name;
    size_t n; /* of it that came */
    ss_observed_value value;
} awaited;

static void await(ss_observed *out, const ss_observed_value *value)
{
    awaited *const to = (awaited *)out;
    if (strcmp(value->name, to->name) == 0) {
        to->value = *value;
        ++to->n;
    }
}

static ss_observed_value told(const ss_observable *group, const ss_moment *m, const char *name)
{
    awaited of = {.base.add = await, .name = name};
    ss_shared shared = {.has_sums = false};
    ss_moment now = *m; /* of what the caller may have changed in it since */
    now.shared = &shared;
    group->fill(&of.base, &now);
    ss_shared_free(&shared);
    cr_assert_eq(of.n, 1, "%s: %zu values", name, of.n);
    return of.value;
}

double test_observed(const ss_observable *group, const ss_moment *m, const char *name)
{
    return told(group, m, name).value;
}

static ss_observed_value told_by(const char *problem, const ss_moment *m, const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_catalogue_entry *const entry = ss_catalogue_find(problem, &error);
    cr_assert_not_null(entry, "%s", error.text);
    const ss_observable *const *found = entry->observables;
    while (*found != NULL && ss_observable_find((*found)->names, name) == NULL)
        ++found;
    cr_assert_not_null(*found, "%s has no observable %s", problem, name);
    return told(*found, m, name);
}

double test_still_step_value(const test_still_step *step, const char *problem, const char *name)
{
    return told_by(problem, &step->moment, name).value;
}

double test_still_step_miss(const test_still_step *step, const char *problem, const char *name)
{
    const ss_observed_value of = told_by(problem, &step->moment, name);
    cr_assert(isfinite(of.exact), "%s: the exact %s is not known", problem, name);
    return fabs(of.value - of.exact);
}
