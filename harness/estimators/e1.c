/* The neutral residual E1 = |r' - proj_K(r' - uh)| / |q'|, dimensionless and independent of units,
 * and the largest contact's share of it. Without contacts 0; with q = 0 it is 0 for r = 0 and
 * infinite otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

#include "problems/contact/operator.h"

enum { RESIDUAL, SCALE }; /* in the order of ss_whole_sums, which a referee takes instead */

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const q = e->all->problem->q + 3 * e->c;
    ss_evidence_want_natural(e);
    sums[RESIDUAL] += ss_dot(e->map, e->map);
    sums[SCALE] += e->d * e->d * ss_dot(q, q);
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return ss_ratio(sqrt(sums[RESIDUAL]), sqrt(sums[SCALE]));
}

static double term(const ss_evidence *e, size_t c, double enough)
{
    (void)enough;
    double map[3], d = 0.0;
    ss_evidence_natural_map(map, &d, e, c);
    return ss_dot(map, map);
}

/* (tol |q'|)^2, above underflow. Infinite, which says that no few contacts tell, where |q'| is so
 * small that the ratio may overflow. A projection brings no two points further apart, so the map of
 * a contact is off by (1 + mu) d |du| at most, the root of a sum of squares by that of theirs. */
static double limit(const ss_problem *problem, double tol, const ss_uncertainty *uncertainty)
{
    double scale2 = 0.0, off2 = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const q = problem->q + 3 * c;
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        const double weight = (W[0] + W[4] + W[8]) / 3.0;
        const double off = uncertainty != NULL ? (1.0 + problem->mu[c]) * uncertainty->u[c] : 0.0;
        scale2 += ss_dot(q, q) / weight;
        off2 += off * off / weight;
    }
    const double threshold = fmax(tol * sqrt(scale2), 1e-140) + sqrt(off2);
    return scale2 < 1e-100 ? INFINITY : threshold * threshold;
}

SS_TERMS_OF(e1);

const ss_estimator ss_estimator_e1 = {
    .name = "e1",
    .title = "the neutral residual E1 = |r' - proj_K(r' - uh)| / |q'| of the scaled problem",
    .note = "the one to rank by",
    .unit = "-",
    .reference = "method 7",
    .may_stop = true,
    .add = add,
    .finish = finish,
    .term = term,
    .limit = limit,
    .lanes = lane_terms,
};

static void add_max(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    ss_evidence_want_natural(e);
    sums[RESIDUAL] = ss_larger(sums[RESIDUAL], ss_norm(e->map));
    sums[SCALE] = ss_larger(sums[SCALE], e->d * ss_norm(e->all->problem->q + 3 * e->c));
}

static double finish_max(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return ss_ratio(sums[RESIDUAL], sums[SCALE]);
}

const ss_estimator ss_estimator_e1_max = {
    .name = "e1-max",
    .title = "the largest contact's share of e1, over the largest |q'_c|",
    .unit = "-",
    .reference = "method 7",
    .add = add_max,
    .finish = finish_max,
};
