/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>

test_outer test_outer_make(const char *name, const char *options, const char *local)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char text[256];
    test_outer m;
    const ss_outer_solver *const outer = ss_outer_solver_find(name, &error);
    const bool with_local = outer != NULL && ss_outer_solver_takes_local(outer);
    snprintf(text, sizeof text, "%s[%s%s%s%s]", name, options,
             options[0] != '\0' && with_local ? "," : "", with_local ? "local=" : "",
             with_local ? local : "");
    const char *const whole = options[0] != '\0' || with_local ? text : name;
    cr_assert(ss_choice_parse_whole(&m.choice, whole, "nlgs", &error), "%s", error.text);
    m.solver = ss_solver_create(&m.choice, &error);
    cr_assert_not_null(m.solver, "%s", error.text);
    return m;
}

void test_outer_unmake(test_outer *m)
{
    ss_solver_free(m->solver);
    ss_choice_free(&m->choice);
}

const double *test_outer_solve(ss_solver *solver, const ss_problem *problem, double tol, size_t cap,
                               ss_solve_report *report)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = tol, .max_sweeps = cap, .label = "test", .step = 1};
    ss_referee *const referee = ss_referee_create(&error);
    double *const r = ss_solver_prepare(solver, problem, &error);
    cr_assert(r != NULL && ss_referee_solve(referee, solver, problem, &rules, report, &error), "%s",
              error.text);
    ss_referee_free(referee);
    return r;
}

double *test_outer_copy(const double *r, const ss_problem *problem)
{
    const size_t size = 3 * problem->n_contacts * sizeof *r;
    double *const copy = malloc(size + 1);
    memcpy(copy, r, size);
    return copy;
}

bool test_outer_same(const double *a, const double *b, const ss_problem *problem)
{
    return memcmp(a, b, 3 * problem->n_contacts * sizeof *a) == 0;
}

void test_outer_pack(test_packing *packing, const char *scene, const char *settings, size_t steps)
{
    test_scene_create(packing, scene, settings, 1);
    test_packing_advance(packing, "exact", steps);
    test_packing_pose(packing);
}
