/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/scaling.h"

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"

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

void ss_scaling_project(double *x, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
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
