/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/scaling.h"

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"

#include <float.h>

void ss_scaling_find(double *d, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        /* tr(W_cc)/3 > 0: ss_block_problem_finish has checked it, and masses make it so */
        d[c] = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
    }
}

void ss_scaling_multiply(double *y, const double *x, const double *d, size_t n)
{
    for (size_t i = 0; i < 3 * n; ++i)
        y[i] = x[i] * d[i / 3];
}

void ss_scaling_divide(double *y, const double *x, const double *d, size_t n)
{
    for (size_t i = 0; i < 3 * n; ++i)
        y[i] = x[i] / d[i / 3];
}

/* True if ss_cone_project leaves x as it is, told without a root. It may be false all the same, near
 * the cone, and where a square may have lost digits to underflow. */
static bool is_inside(const double x[3], double mu)
{
    const double radius = mu * x[0], t2 = x[1] * x[1] + x[2] * x[2];
    return radius > 1e-150 && t2 <= radius * radius * (1.0 - 8.0 * DBL_EPSILON);
}

void ss_scaling_project(double *x, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        if (is_inside(x + 3 * c, problem->mu[c]))
            continue;
        const double tau[3] = {x[3 * c], x[3 * c + 1], x[3 * c + 2]};
        ss_cone_project(x + 3 * c, tau, problem->mu[c]);
    }
}

double ss_scaling_residual2(const double x[3], const double u[3], double s, double mu)
{
    const double tau[3] = {x[0] - u[0] - s, x[1] - u[1], x[2] - u[2]};
    double map[3]; /* then the difference */
    ss_cone_project(map, tau, mu);
    ss_sub3(map, x, map);
    return ss_dot(map, map);
}
