/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/bounds.h"

#include "problems/contact/operator.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double ss_alpha_bound_of(const ss_problem *problem, ss_alpha_bound kind)
{
    double largest = 0.0, block[9];
    if (kind == SS_ALPHA_BOUND_UNSTATED || problem->n_contacts == 0)
        return NAN;
    if (kind == SS_ALPHA_BOUND_UNIT_STEP)
        return 2.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const W = ss_operator_block(block, problem, c);
        const double acting = problem->mu[c] > 0.0 ? ss_operator_block_largest(W) : W[0];
        largest = fmax(largest, problem->rho_bar[c] * acting);
    }
    char text[40];
    snprintf(text, sizeof text, "%.12g", 2.0 / largest); /* equal contacts, equal bounds */
    return strtod(text, NULL);
}

/* Scale each contact of x by d_c^power, d_c = (tr(W_cc)/3)^(-1/2); returns the 2-norm after. */
static double scale_contacts(const ss_problem *problem, double *x, int power)
{
    double sum = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        const double d = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
        for (size_t k = 3 * c; k < 3 * c + 3; ++k) {
            x[k] *= power > 0 ? d : 1.0 / d;
            sum += x[k] * x[k];
        }
    }
    return sqrt(sum);
}

double ss_floor_e1(const ss_problem *problem, const double *r, double *vector, double *state)
{
    enum { n_products = 12 };
    const size_t n = 3 * problem->n_contacts;
    double *const x = vector, *const y = vector + n;
    double norm_W = 0.0;
    memcpy(x, r, n * sizeof *x);
    const double norm_r = scale_contacts(problem, x, -1);
    memcpy(y, problem->q, n * sizeof *y);
    const double norm_q = scale_contacts(problem, y, 1);
    for (int k = 0; k < n_products && norm_r > 0.0 && (k == 0 || norm_W > 0.0); ++k) {
        scale_contacts(problem, x, 1);        /* r' -> r = d r' */
        ss_operator_start(state, problem, x); /* y = W x by way of the operator: u(x) - q */
        for (size_t c = 0; c < problem->n_contacts; ++c) {
            ss_operator_velocity(y + 3 * c, problem, state, x, c);
            ss_sub3(y + 3 * c, y + 3 * c, problem->q + 3 * c);
        }
        const double before = scale_contacts(problem, x, -1);
        norm_W = scale_contacts(problem, y, 1) / before;
        for (size_t i = 0; i < n && norm_W > 0.0; ++i)
            x[i] = y[i] / (norm_W * before);
    }
    return norm_r > 0.0 ? 1e-16 * norm_W * norm_r / norm_q : 0.0;
}

bool ss_can_be_told(const ss_problem *problem, const double *r, double tol)
{
    double r2 = 0.0, q2 = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const rc = r + 3 * c, *const q = problem->q + 3 * c;
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        const double weight = (W[0] + W[4] + W[8]) / 3.0;
        r2 += weight * ss_dot(rc, rc);
        q2 += ss_dot(q, q) / weight;
    }
    return ss_sums_can_be_told(r2, q2, tol);
}

bool ss_sums_can_be_told(double r2, double q2, double tol)
{
    const double least = fmax(10.0 * tol, 1e-8);
    return q2 == 0.0 || DBL_EPSILON * sqrt(r2 / q2) <= least;
}
