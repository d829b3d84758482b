/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/sweeps.h"

#include "problems/contact/operator.h"

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
    if (u != NULL && ss_solver_answer_of(solver).u != NULL)
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

void test_drive(test_driven *d, const ss_problem *problem, size_t n_given, bool ground)
{
    const ss_ball_form *const form = problem->balls;
    const size_t n_bodies = form->moving.n_bodies - !ground;
    d->contacts = calloc(problem->n_contacts + 1, sizeof *d->contacts);
    d->v_free = calloc(6 * n_bodies + 1, sizeof *d->v_free);
    d->inv_mass = calloc(n_bodies + 1, sizeof *d->inv_mass);
    d->inv_inertia = calloc(n_bodies + 1, sizeof *d->inv_inertia);
    d->q = calloc(3 * problem->n_contacts + 1, sizeof *d->q);
    d->rho_bar = calloc(problem->n_contacts + 1, sizeof *d->rho_bar);
    d->form = *form;
    d->form.moving.n_bodies = n_bodies;
    d->form.moving.n_moving -= n_given;
    const size_t n_moving = d->form.moving.n_moving;
    memcpy(d->inv_mass, form->moving.inv_mass, n_moving * sizeof *d->inv_mass);
    memcpy(d->inv_inertia, form->inv_inertia, n_moving * sizeof *d->inv_inertia);
    memcpy(d->v_free, form->moving.v_free, 6 * n_bodies * sizeof *d->v_free);
    for (size_t b = n_moving; b < n_bodies;
         ++b) /* nothing is squeezed: they spin, but do not part */
        ss_copy3(d->v_free + 6 * b, (const double[3]){0.3, -0.2, 0.5});
    d->form.moving.v_free = d->v_free;
    d->form.moving.inv_mass = d->inv_mass;
    d->form.inv_inertia = d->inv_inertia;
    d->form.contacts = d->contacts;
    d->problem = (ss_problem){
        .dim = 3, .q = d->q, .mu = problem->mu, .rho_bar = d->rho_bar, .balls = &d->form};
    for (size_t k = 0; k < problem->n_contacts; ++k) {
        ss_ball_contact c = form->contacts[k];
        if ((c.i >= n_moving && c.j >= n_moving) || c.j >= n_bodies)
            continue;
        if (k % 2 == 1) {
            c.i = form->contacts[k].j;
            c.j = form->contacts[k].i;
            c.arm_i = form->contacts[k].arm_j;
            c.arm_j = form->contacts[k].arm_i;
            for (int x = 0; x < 3; ++x) {
                c.n[x] = -c.n[x];
                c.t1[x] = -c.t1[x];
            }
        }
        const size_t at = d->problem.n_contacts++;
        d->contacts[at] = c;
        d->rho_bar[at] = 1.0 / (d->inv_mass[c.i] + d->inv_mass[c.j]);
        ss_operator_velocity(d->q + 3 * at, &d->problem, d->v_free, NULL, at);
    }
}

void test_driven_free(test_driven *d)
{
    free(d->contacts);
    free(d->v_free);
    free(d->inv_mass);
    free(d->inv_inertia);
    free(d->q);
    free(d->rho_bar);
}
