/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

const char *const test_batched[TEST_N_BATCHED] = {"sbp", "sal",        "exact", "ac",
                                                  "ebp", "ebp-nokink", "eal"};

typedef struct counter {
    size_t n, limit;
} counter;

static ss_seen enough(void *self, ss_iterate *at)
{
    counter *const c = self;
    (void)at;
    return (ss_seen){.stop = ++c->n >= c->limit};
}

double *test_sweep_and_hold(const char *outer, const char *local, const ss_problem *problem,
                            const double *start, size_t n_sweeps, ss_work *work, double *u)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice out;
    TEST_REQUIRE(ss_choice_parse_whole(&out, local, outer, &error), "%s: %s", outer, error.text);
    ss_solver *const solver = ss_solver_create(&out, &error);
    double *const r = ss_solver_prepare(solver, problem, &error);
    const size_t size = 3 * problem->n_contacts * sizeof *r;
    counter c = {0, n_sweeps};
    if (start != NULL)
        memcpy(r, start, size);
    *work = (ss_work){0};
    cr_assert(ss_solver_run(solver, problem, (ss_watch){.see = enough, .self = &c}, work, &error));
    double *const copy = malloc(size + 1);
    memcpy(copy, r, size);
    if (u != NULL)
        memcpy(u, ss_solver_answer_of(solver).u, size);
    ss_solver_free(solver);
    ss_choice_free(&out);
    return copy;
}

double *test_sweep_with(const char *outer, const char *local, const ss_problem *problem,
                        const double *start, size_t n_sweeps, ss_work *work)
{
    return test_sweep_and_hold(outer, local, problem, start, n_sweeps, work, NULL);
}

void test_packing_pushed(test_packing *packing, unsigned long seed, size_t n, double e_n, double mu)
{
    ss_scene_params params = test_scene_params();
    params.e_n = params.e_t = e_n;
    params.mu = mu;
    test_packing_draw(packing, seed, n, true, &params);
}

/* E1 of r. */
static double e1_of(const ss_problem *problem, const double *r)
{
    double *const u = malloc(3 * problem->n_contacts * sizeof *u);
    test_velocity(u, problem, r);
    const ss_evidence evidence = {problem, r, u, u};
    const double e1 = ss_estimator_value(&ss_estimator_e1, &evidence);
    free(u);
    return e1;
}

void test_fixed_point(const char *outer, const char *local, const ss_problem *problem)
{
    const size_t n = 3 * problem->n_contacts;
    ss_work work;
    double *const r = test_sweep_with("nlgs", local, problem, NULL, 1500, &work);
    double *const s = test_sweep_with(outer, local, problem, r, 10, &work);
    double *const t = test_sweep_with(outer, local, problem, NULL, 1500, &work);
    TEST_REQUIRE(test_distance(s, r, n) <= 1e-11 * test_norm(r, n),
                 "%s, %s: nlgs's solution is not at rest, %g", outer, local,
                 test_distance(s, r, n));
    TEST_REQUIRE(e1_of(problem, t) <= 1e-11, "%s, %s: E1 %g", outer, local, e1_of(problem, t));
    free(r);
    free(s);
    free(t);
}
