/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/engine/laws.h"

#include "harness/estimators/evidence.h"
#include "solvers/laws/project.h"

#include <math.h>

static void coulomb(double map[3], const double r[3], const double u[3], double mu)
{
    const double tau[3] = {r[0] - u[0] - mu * ss_norm_t(u), r[1] - u[1], r[2] - u[2]};
    ss_cone_project(map, tau, mu);
    ss_sub3(map, r, map);
}

static void associated(double map[3], const double r[3], const double u[3], double mu)
{
    const double tau[3] = {r[0] - u[0], r[1] - u[1], r[2] - u[2]};
    ss_cone_project(map, tau, mu);
    ss_sub3(map, r, map);
}

static void square(double map[3], const double r[3], const double u[3], double mu)
{
    const double n = fmax(0.0, r[0] - u[0]);
    map[0] = r[0] - n;
    for (int k = 1; k < 3; ++k)
        map[k] = r[k] - fmax(-mu * n, fmin(mu * n, r[k] - u[k]));
}

static void pyramid(double map[3], const double r[3], const double u[3], double mu)
{
    const double tau[3] = {r[0] - u[0], r[1] - u[1], r[2] - u[2]};
    ss_pyramid_project(map, tau, mu);
    ss_sub3(map, r, map);
}

static void frictionless(double map[3], const double r[3], const double u[3], double mu)
{
    (void)mu;
    map[0] = r[0] - fmax(0.0, r[0] - u[0]);
    map[1] = r[1];
    map[2] = r[2];
}

const ss_engine_law ss_engine_laws[SS_ENGINE_LAWS] = {
    {"coulomb", "Signorini's and Coulomb's laws", false, coulomb},
    {"associated", "convex cone: what slides lifts by mu |u_t|", false, associated},
    {"square", "|r_t1| and |r_t2| at most mu r_n, each by itself", true, square},
    {"pyramid", "|r_t1| + |r_t2| at most mu r_n, convex", true, pyramid},
    {"frictionless", "r_t = 0", false, frictionless},
};

double ss_engine_law_residual(const ss_engine_law *law, const ss_problem *problem, const double *r,
                              const double *u, double softness)
{
    double residual = 0.0, scale = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double block[9], scaled_r[3], scaled_u[3], map[3];
        const double *const W = ss_operator_block(block, problem, c);
        const double *const q = problem->q + 3 * c;
        const double d = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
        for (size_t k = 0; k < 3; ++k) {
            scaled_r[k] = r[3 * c + k] / d;
            scaled_u[k] = d * (u[3 * c + k] + softness * r[3 * c + k]);
        }
        law->map(map, scaled_r, scaled_u, problem->mu[c]);
        residual = ss_add_squares(residual, map);
        scale += d * d * ss_dot(q, q);
    }
    return ss_ratio(sqrt(residual), sqrt(scale));
}

/* By decades, then by golden sections around the best of them: the residual is smooth in the
 * logarithm of the softness, and has one dip where springs are what is amiss. */
ss_engine_soft ss_engine_soften(const ss_problem *problem, const double *r, const double *u)
{
    enum { DECADES = 13, SECTIONS = 60 };
    const ss_engine_law *const law = &ss_engine_laws[SS_ENGINE_COULOMB];
    const double golden = 0.5 * (sqrt(5.0) - 1.0);
    ss_engine_soft best = {0.0, ss_engine_law_residual(law, problem, r, u, 0.0)};
    double mean = 0.0, at = -DECADES;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        mean += (W[0] + W[4] + W[8]) / (3.0 * (double)problem->n_contacts);
    }
    for (int k = -DECADES + 1; k < 3; ++k) {
        const double softness = mean * pow(10.0, k);
        const double residual = ss_engine_law_residual(law, problem, r, u, softness);
        if (residual < best.residual) {
            best = (ss_engine_soft){softness, residual};
            at = k;
        }
    }
    double low = at - 1.0, high = at + 1.0;
    for (int k = 0; best.softness > 0.0 && k < SECTIONS; ++k) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        const double at_left = ss_engine_law_residual(law, problem, r, u, mean * pow(10.0, left));
        const double at_right = ss_engine_law_residual(law, problem, r, u, mean * pow(10.0, right));
        const bool is_left = at_left < at_right;
        const double softness = mean * pow(10.0, is_left ? left : right);
        const double residual = is_left ? at_left : at_right;
        if (residual < best.residual)
            best = (ss_engine_soft){softness, residual};
        if (is_left)
            high = right;
        else
            low = left;
    }
    return best;
}
