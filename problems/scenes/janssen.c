/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/janssen.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_sf_exp.h>

enum { MOST_ITERATIONS = 100 };

static const double tolerance = 1e-12;        /* of the fit, relative */
static const double least = 1e-6, most = 1e6; /* of lambda: beyond, the points fix none */
static const ss_janssen_fitted nothing = {GSL_NAN, GSL_NAN, GSL_NAN};

/* The integral of the formula from the surface to depth z, N/m. */
static double integral(const ss_janssen *silo, double lambda, double z)
{
    gsl_sf_result part; /* 2 (e^x - 1 - x)/x^2, which is 1 at x = 0 */
    if (gsl_sf_exprel_2_e(-silo->mu * lambda * z / silo->R_h, &part) != GSL_SUCCESS)
        return GSL_NAN;
    return 0.5 * silo->gamma * lambda * z * z * part.val;
}

double ss_janssen_mean(const ss_janssen *silo, double lambda, double from, double to)
{
    return (integral(silo, lambda, to) - integral(silo, lambda, from)) / (to - from);
}

typedef struct data {
    const ss_janssen *silo;
    const ss_janssen_point *points;
    size_t n;
    double unit; /* Pa */
} data;

static double lambda_of(const gsl_vector *x)
{
    return fmin(fmax(exp(gsl_vector_get(x, 0)), least), most);
}

/* x: ln lambda, so that no step leaves lambda > 0. */
static int residuals(const gsl_vector *x, void *of, gsl_vector *f)
{
    const data *const d = of;
    const double lambda = lambda_of(x);
    for (size_t k = 0; k < d->n; ++k) {
        const ss_janssen_point *const p = &d->points[k];
        const double mean = ss_janssen_mean(d->silo, lambda, p->from, p->to);
        gsl_vector_set(f, k, (mean - p->sigma_xx) / d->unit);
    }
    return GSL_SUCCESS;
}

static ss_janssen_fitted conclude(gsl_multifit_nlinear_workspace *w, const data *d)
{
    const double lambda = lambda_of(gsl_multifit_nlinear_position(w));
    const double scatter = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(w));
    double variance = GSL_NAN, n = (double)d->n;
    gsl_matrix_view covariance = gsl_matrix_view_array(&variance, 1, 1);
    gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(w), 0.0, &covariance.matrix);
    if (!(lambda > least && lambda < most))
        return nothing;
    return (ss_janssen_fitted){.lambda = lambda,
                               .error = lambda * scatter * sqrt(variance / (n - 1.0)),
                               .rms = scatter / sqrt(n)};
}

ss_janssen_fitted ss_janssen_fit(const ss_janssen *silo, const ss_janssen_point *points, size_t n)
{
    const gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    ss_janssen_fitted fitted = nothing;
    double start = 0.0; /* lambda = 1 */
    const gsl_vector_const_view x = gsl_vector_const_view_array(&start, 1);
    data d = {silo, points, n, 0.0};
    gsl_multifit_nlinear_fdf system = {.f = residuals, .n = n, .p = 1, .params = &d};
    int why = 0;
    for (size_t k = 0; k < n; ++k)
        d.unit += points[k].sigma_xx / (double)n;
    if (n < 2 || !(d.unit > 0.0))
        return nothing;
    gsl_multifit_nlinear_workspace *const w =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, n, 1);
    if (w != NULL && gsl_multifit_nlinear_init(&x.vector, &system, w) == GSL_SUCCESS) {
        const int status = gsl_multifit_nlinear_driver(MOST_ITERATIONS, tolerance, tolerance, 0.0,
                                                       NULL, NULL, &why, w);
        /* where the points lie on the curve no step is better, and GSL tries to the end */
        if (status == GSL_SUCCESS || status == GSL_EMAXITER)
            fitted = conclude(w, &d);
    }
    if (w != NULL)
        gsl_multifit_nlinear_free(w);
    return fitted;
}
