/* How far an impulse is outside its cone: largest |r_t| - mu r_n, at least 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const r = e->all->r + 3 * e->c;
    sums[0] = ss_larger(sums[0], ss_norm_t(r) - e->all->problem->mu[e->c] * r[0]);
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return sums[0];
}

const ss_estimator ss_estimator_cone = {
    .name = "cone",
    .title = "largest |r_t| - mu r_n, at least 0",
    .unit = "N s",
    .reference = "method 7",
    .add = add,
    .finish = finish,
};
