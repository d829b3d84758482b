/* Janssen's formula and its fit: from exact data the lambda they were made with, from data with
 * errors the standard error of least squares; and data that fix no lambda.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/janssen.h"

#include <criterion/criterion.h>
#include <math.h>

static const ss_janssen silo = {.gamma = 19000.0, .R_h = 0.015, .mu = 0.25};

enum { N = 10 };

/* Windows of 10 mm from the surface down. */
static void make_points(ss_janssen_point points[N], const ss_janssen *of, double lambda)
{
    for (size_t k = 0; k < N; ++k) {
        const double from = 0.01 * (double)k, to = 0.01 * (double)(k + 1);
        points[k] = (ss_janssen_point){from, to, ss_janssen_mean(of, lambda, from, to)};
    }
}

/* Against [P] eq. 4 itself, integrated by Simpson's rule. */
Test(janssen, a_window_has_the_mean_of_the_formula)
{
    enum { PARTS = 1000 };
    const double lambda = 0.8, from = 0.02, to = 0.03, step = (to - from) / PARTS;
    double sum = 0.0;
    for (size_t k = 0; k <= PARTS; ++k) {
        const double z = from + (double)k * step;
        const double weight = k == 0 || k == PARTS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        sum += weight * silo.gamma * silo.R_h / silo.mu *
               (1.0 - exp(-silo.mu * lambda * z / silo.R_h));
    }
    const double mean = sum * step / 3.0 / (to - from);
    cr_expect_float_eq(ss_janssen_mean(&silo, lambda, from, to), mean, 1e-11 * mean);
}

/* sigma_zz(R_h/(mu lambda)) = (1 - 1/e) gamma R_h/(mu lambda); the slope at the surface is gamma;
 * deep down gamma R_h/mu presses on the wall, whatever lambda is. */
Test(janssen, known_points)
{
    const double lambda = 1.3, depth = silo.R_h / (silo.mu * lambda), thin = 1e-6;
    const double at = ss_janssen_mean(&silo, lambda, depth - thin, depth + thin) / lambda;
    cr_expect_float_eq(at, (1.0 - exp(-1.0)) * silo.gamma * depth, 1e-5 * at);
    const double near = ss_janssen_mean(&silo, lambda, 0.0, thin) / lambda;
    cr_expect_float_eq(near, 0.5 * silo.gamma * thin, 1e-4 * near);
    const double deep = silo.gamma * silo.R_h / silo.mu;
    cr_expect_float_eq(ss_janssen_mean(&silo, 0.5, 10.0, 10.1), deep, 1e-9 * deep);
    cr_expect_float_eq(ss_janssen_mean(&silo, 5.0, 10.0, 10.1), deep, 1e-9 * deep);
}

Test(janssen, exact_data_give_their_lambda)
{
    static const double lambdas[] = {0.05, 0.5, 1.0, 1.4, 4.0};
    for (size_t k = 0; k < sizeof lambdas / sizeof lambdas[0]; ++k)
        for (int smooth = 0; smooth < 2; ++smooth) {
            const ss_janssen of = {silo.gamma, silo.R_h, smooth ? 0.0 : silo.mu};
            ss_janssen_point points[N];
            make_points(points, &of, lambdas[k]);
            const ss_janssen_fitted fit = ss_janssen_fit(&of, points, N);
            cr_expect_float_eq(fit.lambda, lambdas[k], 1e-6 * lambdas[k], "%g, not %g", fit.lambda,
                               lambdas[k]);
            cr_expect(fit.error < 1e-6 * fit.lambda && fit.rms < 1e-7, "error %g, rms %g",
                      fit.error, fit.rms);
        }
}

/* Without friction sigma_xx = gamma lambda z is linear in lambda: lambda = sum x d/sum x^2 with
 * the variance (sum of squares left)/((N - 1) sum x^2), x = gamma z. */
Test(janssen, the_error_is_that_of_least_squares)
{
    const ss_janssen smooth = {silo.gamma, silo.R_h, 0.0};
    ss_janssen_point points[N];
    double xx = 0.0, xd = 0.0, left = 0.0, mean = 0.0;
    make_points(points, &smooth, 0.7);
    for (size_t k = 0; k < N; ++k)
        points[k].sigma_xx += 100.0 * sin(3.0 * (double)k);
    for (size_t k = 0; k < N; ++k) {
        const double x = 0.5 * smooth.gamma * (points[k].from + points[k].to);
        xx += x * x;
        xd += x * points[k].sigma_xx;
        mean += points[k].sigma_xx / N;
    }
    for (size_t k = 0; k < N; ++k) {
        const double x = 0.5 * smooth.gamma * (points[k].from + points[k].to);
        left += pow(points[k].sigma_xx - xd / xx * x, 2.0);
    }
    const ss_janssen_fitted fit = ss_janssen_fit(&smooth, points, N);
    const double error = sqrt(left / (N - 1.0) / xx), rms = sqrt(left / N) / mean;
    cr_expect_float_eq(fit.lambda, xd / xx, 1e-6, "%g, not %g", fit.lambda, xd / xx);
    cr_expect_float_eq(fit.error, error, 1e-4 * error, "%g, not %g", fit.error, error);
    cr_expect_float_eq(fit.rms, rms, 1e-6 * rms, "%g, not %g", fit.rms, rms);
}

/* Of many samples with errors of one size, about two in three fits are within one error. */
Test(janssen, the_error_is_honest)
{
    enum { SAMPLES = 400 };
    const double lambda = 1.1;
    size_t within = 0;
    unsigned state = 1;
    for (size_t s = 0; s < SAMPLES; ++s) {
        ss_janssen_point points[N];
        make_points(points, &silo, lambda);
        for (size_t k = 0; k < N; ++k) {
            double sum = -6.0; /* of twelve uniform numbers: nearly normal */
            for (int i = 0; i < 12; ++i) {
                state = state * 1664525u + 1013904223u;
                sum += (double)(state >> 8) / 16777216.0;
            }
            points[k].sigma_xx += 30.0 * sum;
        }
        const ss_janssen_fitted fit = ss_janssen_fit(&silo, points, N);
        within += fabs(fit.lambda - lambda) <= fit.error;
    }
    /* Student's t of 9 degrees of freedom is within 1 in 65.7 % of all; five standard errors */
    cr_expect(within > 215 && within < 311, "%zu of %d", (size_t)within, (int)SAMPLES);
}

Test(janssen, data_that_fix_no_lambda_give_none)
{
    ss_janssen_point points[N];
    make_points(points, &silo, 1.0);
    cr_expect(isnan(ss_janssen_fit(&silo, points, 1).lambda), "one point");
    for (size_t k = 0; k < N; ++k)
        points[k].sigma_xx = 0.0;
    cr_expect(isnan(ss_janssen_fit(&silo, points, N).lambda), "nothing on the walls");
    for (size_t k = 0; k < N; ++k)
        points[k].sigma_xx = 10.0 * silo.gamma * silo.R_h / silo.mu;
    cr_expect(isnan(ss_janssen_fit(&silo, points, N).lambda), "more than any lambda gives");
}
