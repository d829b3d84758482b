/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/bootstrap.h"

#include "harness/tables/spread.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

static const double tail = 0.025; /* of each side, left out of the interval */

double ss_bootstrap_sum(const size_t *drawn, size_t n, void *context)
{
    const double *const values = context;
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += values[drawn[k]];
    return sum;
}

static void draw(size_t *drawn, const size_t *sizes, size_t n_groups, gsl_rng *random)
{
    for (size_t g = 0; g < n_groups; ++g)
        for (size_t k = 0; k < sizes[g]; ++k)
            *drawn++ = gsl_rng_uniform_int(random, sizes[g]);
}

bool ss_bootstrap(ss_interval *interval, const size_t *sizes, size_t n_groups,
                  ss_bootstrap_statistic *statistic, void *context, ss_error *error)
{
    size_t n = 0;
    for (size_t g = 0; g < n_groups; ++g)
        n += sizes[g];
    *interval = (ss_interval){NAN, NAN};
    if (n <= n_groups)
        return true;
    size_t *const drawn = malloc(n * sizeof *drawn);
    double *const values = malloc(SS_BOOTSTRAP_DRAWS * sizeof *values);
    gsl_rng *const random = gsl_rng_alloc(gsl_rng_mt19937); /* its own seed, always the same */
    const bool made = drawn != NULL && values != NULL && random != NULL;
    for (size_t d = 0; made && d < SS_BOOTSTRAP_DRAWS; ++d) {
        draw(drawn, sizes, n_groups, random);
        values[d] = statistic(drawn, n, context);
    }
    const size_t known = made ? ss_spread_of(values, SS_BOOTSTRAP_DRAWS).n : 0; /* sorts them */
    if ((double)known > (1.0 - tail) * SS_BOOTSTRAP_DRAWS)
        *interval = (ss_interval){ss_spread_quantile(values, known, tail),
                                  ss_spread_quantile(values, known, 1.0 - tail)};
    if (random != NULL)
        gsl_rng_free(random);
    free(values);
    free(drawn);
    return made || ss_error_memory(error, "a bootstrap interval");
}
