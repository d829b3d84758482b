/* Siconos' relative error, |r - proj_K(r - u - mu |u_t| n)| / max(|q|, |r|, |u|), what its
 * fc3d_compute_error returns; and the published one of the field's comparison ([ABH]), the same
 * over |q|. Both subtract a velocity from an impulse (rho = 1 kg), so they depend on the units.
 * Siconos does not divide by less than DBL_EPSILON, nor does the first here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

#include <float.h>

enum { MAP, Q, R, U };

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[MAP] += ss_evidence_unscaled2(e);
    sums[Q] = ss_add_squares(sums[Q], e->all->problem->q + 3 * e->c);
    sums[R] = ss_add_squares(sums[R], e->all->r + 3 * e->c);
    sums[U] = ss_add_squares(sums[U], e->all->u_true + 3 * e->c);
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    const double scale = fmax(sqrt(sums[Q]), fmax(sqrt(sums[R]), sqrt(sums[U])));
    return sqrt(sums[MAP]) / (scale > DBL_EPSILON ? scale : 1.0);
}

const ss_estimator ss_estimator_siconos_rel = {
    .name = "siconos-rel",
    .alias = "siconos",
    .title = "Siconos' own |r - proj_K(r - u - mu|u_t|n)| / max(|q|, |r|, |u|), rho = 1",
    .note = "it subtracts m/s from N s, for comparison only",
    .unit = "unit-bound",
    .reference = "method 7; Siconos 4.4.0, fc3d_compute_error",
    .may_stop = true,
    .add = add,
    .finish = finish,
};

static void add_over_q(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[MAP] += ss_evidence_unscaled2(e);
    sums[Q] = ss_add_squares(sums[Q], e->all->problem->q + 3 * e->c);
}

static double finish_over_q(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return ss_ratio(sqrt(sums[MAP]), sqrt(sums[Q]));
}

const ss_estimator ss_estimator_abh_rel = {
    .name = "abh-rel",
    .title = "the same over |q|: the error of Acary, Bremond and Huber's comparison",
    .unit = "unit-bound",
    .reference = "method 7; [ABH]",
    .add = add_over_q,
    .finish = finish_over_q,
};
