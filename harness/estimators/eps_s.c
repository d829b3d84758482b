/* Sanni's stopping quantity ([S] eq. 32), with impenetrability enforced, as a sum over the contacts
 * that push:
 *
 *     eps_S = sum over r_n > 0 of mu r_n |u_t| + r_t.u_t + r_n max(0, u_n),   J
 *
 * with u = W r + q. It fails open: it is 0 at r = 0, whatever penetrates, and small wherever r is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const r = e->all->r + 3 * e->c, *const u = e->all->u_true + 3 * e->c;
    const double term = e->all->problem->mu[e->c] * r[0] * ss_norm_t(u) + r[1] * u[1] +
                        r[2] * u[2] + r[0] * (u[0] < 0.0 ? 0.0 : u[0]);
    if (r[0] > 0.0 || isnan(term))
        sums[0] += term;
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return sums[0];
}

const ss_estimator ss_estimator_eps_s = {
    .name = "eps_s",
    .title = "Sanni's stopping quantity, a sum over the contacts that push",
    .note = "it is 0 at r = 0 even where bodies penetrate, and a sum: it grows with the number of "
            "contacts",
    .unit = "J",
    .reference = "[S] eq. 32",
    .add = add,
    .finish = finish,
};
