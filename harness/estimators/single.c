/* Estimators of one sum or maximum over the contacts: penetration, cone, power.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

/* Only the power may be below 0. */
static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return fabs(sums[0]);
}

static void add_local(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[0] = ss_larger(sums[0], -e->all->u_held[3 * e->c]);
}

const ss_estimator ss_estimator_pen_local = {
    .name = "pen-local",
    .title =
        "largest -min(0, u_n) of the velocity that the local solver holds: the papers' 'maximal "
        "penetration'",
    .unit = "m/s",
    .reference = "[D] Tables 2 to 4",
    .add = add_local,
    .finish = finish,
};

static void add_true(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[0] = ss_larger(sums[0], -e->all->u_true[3 * e->c]);
}

const ss_estimator ss_estimator_pen_true = {
    .name = "pen-true",
    .title = "largest -min(0, u_n) of u = W r + q, recomputed from r",
    .unit = "m/s",
    .reference = "method 7",
    .add = add_true,
    .finish = finish,
};

static void add_outside(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const r = e->all->r + 3 * e->c;
    sums[0] = ss_larger(sums[0], ss_norm_t(r) - e->all->problem->mu[e->c] * r[0]);
}

const ss_estimator ss_estimator_cone = {
    .name = "cone",
    .title = "largest |r_t| - mu r_n, at least 0",
    .unit = "N s",
    .reference = "method 7",
    .add = add_outside,
    .finish = finish,
};

static void add_power(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const r = e->all->r + 3 * e->c, *const u = e->all->u_true + 3 * e->c;
    sums[0] += ss_dot(u, r) + e->all->problem->mu[e->c] * ss_norm_t(u) * r[0];
}

const ss_estimator ss_estimator_power = {
    .name = "power",
    .title = "|sum of uh.r|, uh = u + mu |u_t| n: the complementarity of the whole problem",
    .unit = "J",
    .reference = "method 7",
    .add = add_power,
    .finish = finish,
};
