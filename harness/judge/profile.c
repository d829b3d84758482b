/* Both kinds of profiles are sorted arrays: a fraction at x is how many values are at most x,
 * found by bisection. A pair alone is a table of two columns, made into a profile of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/profile.h"

#include "problems/base/memory.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

bool ss_profile_costs_add(ss_profile_costs *costs, ss_error *error)
{
    const size_t n = costs->n_problems + 1, m = costs->n_solvers;
    double *const cost = ss_memory_grow(costs->cost, &costs->cost_room, n, m * sizeof *cost);
    costs->cost = cost != NULL ? cost : costs->cost;
    double *const size = ss_memory_grow(costs->size, &costs->size_room, n, sizeof *size);
    costs->size = size != NULL ? size : costs->size;
    if (cost == NULL || size == NULL)
        return ss_error_memory(error, "the costs");
    for (size_t s = 0; s < m; ++s)
        cost[costs->n_problems * m + s] = INFINITY;
    size[costs->n_problems++] = 1.0;
    return true;
}

void ss_profile_costs_free(ss_profile_costs *costs)
{
    free(costs->cost);
    free(costs->size);
    *costs = (ss_profile_costs){.n_problems = 0};
}

bool ss_profile_make(ss_profile *profile, ss_profile_kind kind, const ss_profile_costs *costs,
                     ss_error *error)
{
    const size_t n = costs->n_problems, m = costs->n_solvers;
    *profile = (ss_profile){n, m, malloc((n * m + 1) * sizeof(double))};
    if (profile->values == NULL)
        return ss_error_memory(error, "a profile");
    for (size_t p = 0; p < n; ++p) {
        const double *const cost = costs->cost + p * m;
        double best = INFINITY;
        for (size_t s = 0; s < m; ++s)
            best = fmin(best, cost[s]);
        for (size_t s = 0; s < m; ++s) {
            double *const value = &profile->values[s * n + p];
            if (isinf(cost[s]))
                *value = INFINITY;
            else if (kind != SS_PROFILE_PERFORMANCE)
                *value = cost[s] / costs->size[p];
            else /* best = 0: infinity, as it should be */
                *value = cost[s] == best ? 1.0 : cost[s] / best;
        }
    }
    for (size_t s = 0; s < m; ++s)
        gsl_sort(profile->values + s * n, 1, n);
    return true;
}

void ss_profile_free(ss_profile *profile)
{
    free(profile->values);
    *profile = (ss_profile){.n_problems = 0};
}

double ss_profile_count(const ss_profile *profile, size_t solver, double x)
{
    const double *const values = profile->values + solver * profile->n_problems;
    size_t low = 0, high = profile->n_problems; /* the values below `low` are <= x */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (values[middle] <= x && isfinite(values[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return (double)low;
}

double ss_profile_fraction(const ss_profile *profile, size_t solver, double x)
{
    const size_t n = profile->n_problems;
    return n > 0 ? ss_profile_count(profile, solver, x) / (double)n : 0.0;
}

/* Keep in *found the contradiction at tau, if there is one and it is larger than what is found, or
 * as large and at a smaller tau. */
static void consider(ss_profile_reversal *found, const ss_profile *joint, const ss_profile *pair,
                     size_t a, size_t b, double tau)
{
    const double all = ss_profile_count(joint, a, tau) - ss_profile_count(joint, b, tau);
    const double alone = ss_profile_count(pair, 0, tau) - ss_profile_count(pair, 1, tau);
    const double extent = fmin(fabs(all), fabs(alone));
    if (all * alone >= 0.0 || extent < found->extent ||
        (extent == found->extent && tau >= found->tau))
        return;
    const size_t first = all > 0.0 ? 0 : 1; /* of the pair: the one that is ahead among all */
    const size_t ahead = first == 0 ? a : b, behind = first == 0 ? b : a;
    *found = (ss_profile_reversal){
        ahead,
        behind,
        extent,
        tau,
        {ss_profile_fraction(joint, ahead, tau), ss_profile_fraction(joint, behind, tau)},
        {ss_profile_fraction(pair, first, tau), ss_profile_fraction(pair, 1 - first, tau)}};
}

bool ss_profile_find_reversal(ss_profile_reversal *found, const ss_profile *joint,
                              const ss_profile_costs *costs, size_t a, size_t b, ss_error *error)
{
    const size_t n = costs->n_problems;
    ss_profile_costs two = {.n_solvers = 2};
    ss_profile pair = {.values = NULL};
    *found = (ss_profile_reversal){.tau = INFINITY};
    bool made = true;
    for (size_t p = 0; made && p < n; ++p) {
        made = ss_profile_costs_add(&two, error);
        for (size_t k = 0; made && k < 2; ++k)
            two.cost[2 * p + k] = costs->cost[p * costs->n_solvers + (k == 0 ? a : b)];
    }
    if (made && ss_profile_make(&pair, SS_PROFILE_PERFORMANCE, &two, error)) {
        /* Fractions change only where one of the four curves has a value. */
        const double *const curves[] = {joint->values + a * n, joint->values + b * n, pair.values,
                                        pair.values + n};
        for (size_t k = 0; k < sizeof curves / sizeof curves[0]; ++k)
            for (size_t p = 0; p < n && isfinite(curves[k][p]); ++p)
                consider(found, joint, &pair, a, b, curves[k][p]);
    }
    ss_profile_free(&pair);
    ss_profile_costs_free(&two);
    return found->extent > 0.0;
}
