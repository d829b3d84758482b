/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alpha_bound.h"

#include "problems/contact/operator.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_diagonal(const double W[9])
{
    return W[1] == 0.0 && W[2] == 0.0 && W[3] == 0.0 && W[5] == 0.0 && W[6] == 0.0 && W[7] == 0.0;
}

/* Largest eigenvalue of the symmetric part of a block, 1/kg. */
static double largest_eigenvalue(const double W[9])
{
    double a[9], values[3] = {W[0], W[4], W[8]};
    gsl_eigen_symm_workspace *const workspace = is_diagonal(W) ? NULL : gsl_eigen_symm_alloc(3);
    if (workspace != NULL) {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                a[3 * i + j] = 0.5 * (W[3 * i + j] + W[3 * j + i]);
        gsl_matrix_view matrix = gsl_matrix_view_array(a, 3, 3);
        gsl_vector_view eigenvalues = gsl_vector_view_array(values, 3);
        gsl_eigen_symm(&matrix.matrix, &eigenvalues.vector, workspace);
        gsl_eigen_symm_free(workspace);
    }
    return fmax(values[0], fmax(values[1], values[2]));
}

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
        const double acting = problem->mu[c] > 0.0 ? largest_eigenvalue(W) : W[0];
        largest = fmax(largest, problem->rho_bar[c] * acting);
    }
    return rounded(2.0 / largest);
}
