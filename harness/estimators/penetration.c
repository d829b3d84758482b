/* Largest -min(0, u_n) over the contacts, of the velocity the local solver holds and of W r + q.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

static void add_local(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[0] = ss_larger(sums[0], -e->all->u_held[3 * e->c]);
}

static void add_true(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[0] = ss_larger(sums[0], -e->all->u_true[3 * e->c]);
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return sums[0];
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

const ss_estimator ss_estimator_pen_true = {
    .name = "pen-true",
    .title = "largest -min(0, u_n) of u = W r + q, recomputed from r",
    .unit = "m/s",
    .reference = "method 7",
    .add = add_true,
    .finish = finish,
};
