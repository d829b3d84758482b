/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alpha_bound.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double rounded(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.12g", value);
    return strtod(text, NULL);
}

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
    return rounded(2.0 / largest);
}
