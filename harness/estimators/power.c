/* The complementarity of the whole problem: |sum of uh.r|, uh = u + mu |u_t| n.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const r = e->all->r + 3 * e->c, *const u = e->all->u_true + 3 * e->c;
    sums[0] += ss_dot(u, r) + e->all->problem->mu[e->c] * ss_norm_t(u) * r[0];
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return fabs(sums[0]);
}

const ss_estimator ss_estimator_power = {
    .name = "power",
    .title = "|sum of uh.r|, uh = u + mu |u_t| n: the complementarity of the whole problem",
    .unit = "J",
    .reference = "method 7",
    .add = add,
    .finish = finish,
};
