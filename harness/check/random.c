/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/random.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

gsl_rng *ss_check_random_create(unsigned long seed, ss_error *error)
{
    gsl_set_error_handler_off();
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for a random number generator");
    else
        gsl_rng_set(rng, seed);
    return rng;
}

double ss_check_random_uniform(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

double ss_check_random_log_uniform(gsl_rng *rng, double low, double high)
{
    return exp(ss_check_random_uniform(rng, log(low), log(high)));
}

void ss_check_random_direction(gsl_rng *rng, double n[3])
{
    gsl_ran_dir_3d(rng, n, n + 1, n + 2);
}

void ss_check_random_rotation(gsl_rng *rng, double R[9])
{
    double q[4];
    gsl_ran_dir_nd(rng, 4, q);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, rotation, sizeof rotation);
}

void ss_check_random_sphere_block(gsl_rng *rng, double W[9], double scale)
{
    static const double tangential[] = {3.5, 3.0, 1.75};
    memset(W, 0, 9 * sizeof *W);
    W[0] = scale;
    W[4] = W[8] = scale * tangential[gsl_rng_uniform_int(rng, 3)];
}

void ss_check_random_full_block(gsl_rng *rng, double W[9], double scale, double condition,
                                double skew)
{
    const double eigenvalue[3] = {1.0, ss_check_random_log_uniform(rng, 1.0 / condition, 1.0),
                                  1.0 / condition};
    double R[9], a[3];
    ss_check_random_rotation(rng, R);
    for (int k = 0; k < 3; ++k)
        a[k] = ss_check_random_uniform(rng, -skew, skew);
    const double spin[9] = {0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double sum = spin[3 * i + j];
            for (int k = 0; k < 3; ++k)
                sum += R[3 * i + k] * eigenvalue[k] * R[3 * j + k];
            W[3 * i + j] = scale * sum;
        }
}
