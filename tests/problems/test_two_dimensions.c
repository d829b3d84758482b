/* Problems in two dimensions live in three: the second tangent is decoupled and its impulse stays
 * zero, so every solver solves the 2D law with the 3D code. The reference is the 2D law itself, by
 * enumeration of its three cases.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random_problem.h"

#include "problems/contact/vec3.h"

#include <criterion/criterion.h>

/* One contact in 2D: u = W r + q, W = [[w_n, a], [b, w_t]]. */
typedef struct contact_2d {
    double w_n, a, b, w_t, q_n, q_t, mu;
} contact_2d;

static contact_2d random_contact_2d(gsl_rng *rng)
{
    contact_2d c = {.w_n = 0.5 + gsl_rng_uniform(rng),
                    .w_t = 0.5 + 2.0 * gsl_rng_uniform(rng),
                    .q_n = 2.0 * gsl_rng_uniform(rng) - 1.5,
                    .q_t = 4.0 * gsl_rng_uniform(rng) - 2.0,
                    .mu = gsl_rng_uniform(rng)};
    c.a = 0.4 * (2.0 * gsl_rng_uniform(rng) - 1.0) * sqrt(c.w_n * c.w_t);
    c.b = c.a * (1.0 + 1e-3 * gsl_rng_uniform(rng));
    return c;
}

/* Separation, sticking, or sliding with r_t = sigma mu r_n against the motion. */
static void solve_2d(double r[2], const contact_2d *c)
{
    r[0] = r[1] = 0.0;
    if (c->q_n >= 0.0)
        return;
    const double det = c->w_n * c->w_t - c->a * c->b;
    const double stick_n = (-c->w_t * c->q_n + c->a * c->q_t) / det;
    const double stick_t = (c->b * c->q_n - c->w_n * c->q_t) / det;
    if (stick_n >= 0.0 && fabs(stick_t) <= c->mu * stick_n) {
        r[0] = stick_n;
        r[1] = stick_t;
        return;
    }
    for (int sigma = -1; sigma <= 1; sigma += 2) {
        const double r_n = -c->q_n / (c->w_n + sigma * c->mu * c->a);
        const double u_t = c->b * r_n + c->w_t * sigma * c->mu * r_n + c->q_t;
        if (r_n >= 0.0 && u_t * sigma <= 0.0) {
            r[0] = r_n;
            r[1] = sigma * c->mu * r_n;
        }
    }
}

static void embed(const contact_2d *c, double W[9], double q[3])
{
    const double blocks[9] = {
        c->w_n, c->a, 0.0, c->b, c->w_t, 0.0, 0.0, 0.0, 0.5 * (c->w_n + c->w_t)};
    memcpy(W, blocks, sizeof blocks);
    q[0] = c->q_n;
    q[1] = c->q_t;
    q[2] = 0.0;
}

/* Visit one contact until nothing changes. */
static void visit_until_still(const ss_choice *choice, const double W[9], const double q[3],
                              double mu, double r[3])
{
    const ss_contact contact = {W, mu, 1.0 / (W[0] + W[4])}; /* stable for the Uzawa steps */
    char *const state = calloc(1, choice->solver->state_size + 1);
    ss_work work = {0};
    if (choice->solver->setup != NULL)
        choice->solver->setup(state, &contact, choice->options);
    r[0] = r[1] = r[2] = 0.0;
    for (int k = 0; k < 2000; ++k) {
        double u[3];
        ss_mul3(u, W, r);
        ss_axpy(u, 1.0, q);
        choice->solver->solve(r, u, &contact, state, choice->options, &work);
    }
    free(state);
}

Test(two_dimensions, every_solver_finds_the_solution_of_the_2d_law)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        ss_choice choice;
        ss_error error = {.code = SS_ERROR_NONE};
        gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
        cr_assert(ss_choice_parse(&choice, ss_local_solver_at(k)->name, SS_CHOICE_LOCAL, &error));
        for (int i = 0; i < 300; ++i) {
            const contact_2d c = random_contact_2d(rng);
            double W[9], q[3], r[3], expected[2];
            embed(&c, W, q);
            solve_2d(expected, &c);
            visit_until_still(&choice, W, q, c.mu, r);
            cr_assert(fabs(r[0] - expected[0]) <= 1e-9 && fabs(r[1] - expected[1]) <= 1e-9,
                      "%s, contact %d: (%.12g, %.12g), not (%.12g, %.12g)", choice.solver->name, i,
                      r[0], r[1], expected[0], expected[1]);
            cr_assert(r[2] == 0.0, "%s: an impulse %g out of the plane", choice.solver->name, r[2]);
        }
        gsl_rng_free(rng);
        ss_choice_free(&choice);
    }
}
