/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/spectrum.h"

#include "solvers/local/exact_contact.h"
#include "solvers/sphere/whole.h"

#include <float.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* W, a column for each unit impulse. */
static bool find_matrix(ss_spectrum *s, const ss_problem *problem, ss_error *error)
{
    const size_t m = 3 * s->n;
    double *const room = calloc(3 * m + ss_operator_state_length(problem) + 1, sizeof *room);
    if (room == NULL)
        return ss_error_memory(error, "a spectrum");
    double *const r = room, *const free_u = room + m, *const u = room + 2 * m;
    double *const state = room + 3 * m;
    ss_whole_image(free_u, state, NULL, problem, r);
    for (size_t j = 0; j < m; ++j) {
        r[j] = 1.0;
        ss_whole_image(u, state, NULL, problem, r);
        r[j] = 0.0;
        for (size_t i = 0; i < m; ++i)
            s->W[i * m + j] = u[i] - free_u[i];
    }
    free(room);
    return true;
}

static bool find_singular(ss_spectrum *s, ss_error *error)
{
    const size_t m = 3 * s->n;
    gsl_matrix *const A = gsl_matrix_alloc(m, m), *const V = gsl_matrix_alloc(m, m);
    gsl_vector *const S = gsl_vector_alloc(m), *const work = gsl_vector_alloc(m);
    const bool made = A != NULL && V != NULL && S != NULL && work != NULL;
    if (made) {
        memcpy(A->data, s->W, m * m * sizeof *s->W);
        gsl_linalg_SV_decomp(A, V, S, work);
        for (size_t k = 0; k < m; ++k) {
            s->singular[k] = gsl_vector_get(S, k);
            s->rank += s->singular[k] > (double)m * DBL_EPSILON * s->singular[0];
        }
    }
    gsl_matrix_free(A);
    gsl_matrix_free(V);
    gsl_vector_free(S);
    gsl_vector_free(work);
    return made || ss_error_memory(error, "a spectrum");
}

/* J = dr/ds of the exact solve of a contact at r, by central differences. */
static void find_derivative(double J[9], const double W[9], const double s[3], double mu)
{
    const double step = 1e-6 * (fabs(s[0]) + fabs(s[1]) + fabs(s[2]));
    for (size_t j = 0; j < 3; ++j) {
        double ahead[3], behind[3], near[3];
        memcpy(near, s, sizeof near);
        near[j] = s[j] + step;
        ss_contact_exact(ahead, W, near, mu);
        near[j] = s[j] - step;
        ss_contact_exact(behind, W, near, mu);
        for (size_t i = 0; i < 3; ++i)
            J[3 * i + j] = step > 0.0 ? (ahead[i] - behind[i]) / (2.0 * step) : 0.0;
    }
}

/* M = (I - L)^-1 U, contact by contact from the first: the rows of M of a contact are J_c times
 * what the contacts before it pass on, and those behind it have had. */
static bool find_sweep(double *M, const ss_spectrum *s, const ss_problem *problem, const double *r,
                       ss_error *error)
{
    const size_t n = s->n, m = 3 * n;
    double *const row = malloc(3 * m * sizeof *row);
    if (row == NULL)
        return ss_error_memory(error, "a spectrum");
    for (size_t c = 0; c < n; ++c) {
        double J[9], W[9], felt[3];
        for (size_t i = 0; i < 3; ++i) {
            felt[i] = problem->q[3 * c + i];
            for (size_t j = 0; j < m; ++j)
                felt[i] += j / 3 != c ? s->W[(3 * c + i) * m + j] * r[j] : 0.0;
            for (size_t j = 0; j < 3; ++j)
                W[3 * i + j] = s->W[(3 * c + i) * m + 3 * c + j];
        }
        find_derivative(J, W, felt, problem->mu[c]);
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < m; ++k) {
                double sum = k / 3 > c ? s->W[(3 * c + i) * m + k] : 0.0;
                for (size_t j = 0; j < 3 * c; ++j)
                    sum += s->W[(3 * c + i) * m + j] * M[j * m + k];
                row[i * m + k] = sum;
            }
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < m; ++k)
                M[(3 * c + i) * m + k] =
                    J[3 * i] * row[k] + J[3 * i + 1] * row[m + k] + J[3 * i + 2] * row[2 * m + k];
    }
    free(row);
    return true;
}

static bool find_eigenvalues(ss_spectrum *s, const ss_problem *problem, const double *r,
                             ss_error *error)
{
    const size_t m = 3 * s->n;
    gsl_matrix *const M = gsl_matrix_calloc(m, m);
    gsl_vector_complex *const values = gsl_vector_complex_alloc(m);
    gsl_eigen_nonsymm_workspace *const work = gsl_eigen_nonsymm_alloc(m);
    const bool made =
        (M != NULL && values != NULL && work != NULL) || ss_error_memory(error, "a spectrum");
    bool found = made && find_sweep(M->data, s, problem, r, error);
    if (found) {
        gsl_eigen_nonsymm_params(0, 1, work);
        found = gsl_eigen_nonsymm(M, values, work) == 0 ||
                ss_error_set(error, SS_ERROR_DATA, "the eigenvalues of a sweep do not converge");
        for (size_t k = 0; found && k < m; ++k) {
            const gsl_complex value = gsl_vector_complex_get(values, k);
            const bool still = hypot(GSL_REAL(value) - 1.0, GSL_IMAG(value)) < 1e-5;
            s->sweep[k] = gsl_complex_abs(value);
            s->n_still += still;
            s->rate = still ? s->rate : fmax(s->rate, s->sweep[k]);
        }
        gsl_sort(s->sweep, 1, m);
        for (size_t k = 0; k < m / 2; ++k) { /* descending */
            const double other = s->sweep[k];
            s->sweep[k] = s->sweep[m - 1 - k];
            s->sweep[m - 1 - k] = other;
        }
    }
    gsl_matrix_free(M);
    gsl_vector_complex_free(values);
    if (work != NULL)
        gsl_eigen_nonsymm_free(work);
    return found;
}

bool ss_spectrum_find(ss_spectrum *s, const ss_problem *problem, const double *r, ss_error *error)
{
    const size_t m = 3 * problem->n_contacts;
    *s = (ss_spectrum){.n = problem->n_contacts};
    if (s->n == 0 || s->n > SS_SPECTRUM_CONTACTS)
        return ss_error_set(error, SS_ERROR_DATA,
                            "a spectrum is of 1 to %d contacts; the problem has %zu",
                            (int)SS_SPECTRUM_CONTACTS, s->n);
    s->W = malloc(m * m * sizeof *s->W);
    s->singular = calloc(m, sizeof *s->singular);
    s->sweep = calloc(m, sizeof *s->sweep);
    return ((s->W != NULL && s->singular != NULL && s->sweep != NULL) ||
            ss_error_memory(error, "a spectrum")) &&
           find_matrix(s, problem, error) && find_singular(s, error) &&
           find_eigenvalues(s, problem, r, error);
}

void ss_spectrum_free(ss_spectrum *s)
{
    free(s->W);
    free(s->singular);
    free(s->sweep);
    *s = (ss_spectrum){.n = 0};
}
