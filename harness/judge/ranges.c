/* The ranges that a curve tells of its parameter. Over the values that were tried, x fails and o is
 * solved:
 *
 *     x   x   o   o   o   o   o   x   o        value ->
 *         |   |       *           |
 *         |   |--- safe range ----|   the neighbours of the best value * that did not fail; of
 *         |       |plateau|       |   these, those that cost at most twice as much
 *         cliff_low               cliff_high
 *
 * The true ends lie between a value of the range and the next one outside of it: `decades` is the
 * width of the first, `decades_most` that of the second. What lies beyond a cliff is not looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <string.h>

double ss_study_cost(const ss_study_point *point)
{
    const double work = point->spread[SS_STUDY_WORK].median;
    return isnan(work) ? point->spread[SS_STUDY_SWEEPS_TOTAL].median : work;
}

/* The width from low to high; NaN where they have no logarithm. */
static double decades(double low, double high)
{
    return low > 0.0 ? log10(high / low) : NAN;
}

/* The neighbours of the best point that did not fail and cost at most `dearest` times as much. */
static ss_study_interval grow(const ss_study_curve *curve, size_t best, double dearest)
{
    const ss_study_point *const p = curve->points;
    size_t low = best, high = best;
    while (low > 0 && p[low - 1].is_safe && p[low - 1].times_best <= dearest)
        --low;
    while (high + 1 < curve->n_points && p[high + 1].is_safe && p[high + 1].times_best <= dearest)
        ++high;
    const bool open_low = low == 0, open_high = high + 1 == curve->n_points;
    return (ss_study_interval){.low = p[low].value,
                               .high = p[high].value,
                               .decades = decades(p[low].value, p[high].value),
                               .decades_most = open_low || open_high
                                                   ? INFINITY
                                                   : decades(p[low - 1].value, p[high + 1].value),
                               .open_low = open_low,
                               .open_high = open_high};
}

/* The first failing values on both sides of `centre`. */
static void find_cliffs(ss_study_range *range, const ss_study_curve *curve, double centre)
{
    for (size_t k = 0; k < curve->n_points; ++k) {
        const ss_study_point *const point = &curve->points[k];
        if (point->n_failures == 0)
            continue;
        if (point->value < centre) {
            range->cliff_low = point->value;
            range->cliff_low_status = point->worst_status;
        } else if (point->value > centre && isnan(range->cliff_high)) {
            range->cliff_high = point->value;
            range->cliff_high_status = point->worst_status;
        }
    }
}

/* The grid: its values and ends, how many instances stand behind each value, and the bound that the
 * runs state, the least of them: beyond it theory promises nothing. */
static void note_grid(ss_study_range *range, const ss_study_curves *curves,
                      const ss_study_curve *curve)
{
#define X(id, name, meaning) name,
    static const char *const names[] = {SS_ALPHA_BOUND_LIST(X)};
#undef X
    const ss_study_point *const p = curve->points;
    const bool has_value = curve->run->has_value;
    const bool is_alpha =
        curves->of == SS_STUDY_OF_SOLVER && strcmp(curves->parameter, "alpha") == 0;
    range->instances_least = range->instances_most = p[0].n_instances;
    for (size_t k = 0; k < curve->n_points; ++k) {
        range->n_failing += p[k].n_failures > 0;
        range->instances_least = GSL_MIN(range->instances_least, p[k].n_instances);
        range->instances_most = GSL_MAX(range->instances_most, p[k].n_instances);
        if (is_alpha && has_value)
            range->bound = fmin(range->bound, p[k].alpha_bound);
    }
    if (has_value) {
        range->n_values = curve->n_points;
        range->grid_low = p[0].value;
        range->grid_high = p[curve->n_points - 1].value;
    }
    const ss_local_solver *const solver = ss_local_solver_find(curve->run->record.row.solver, NULL);
    range->bound_kind = names[isnan(range->bound) || solver == NULL ? SS_ALPHA_BOUND_UNSTATED
                                                                    : solver->alpha_bound];
}

static void note_best(ss_study_range *range, const ss_study_curve *curve, const ss_study_best *best)
{
    const ss_study_point *const p = &curve->points[best->at];
    range->best = p->value;
    range->best_work = p->spread[SS_STUDY_WORK].median;
    range->best_interval = best->interval;
    range->best_instances = best->n_instances;
    range->best_below = best->at > 0 ? p[-1].value : NAN;
    range->best_above = best->at + 1 < curve->n_points ? p[1].value : NAN;
}

bool ss_study_range_of(ss_study_range *range, const ss_study_curves *curves,
                       const ss_study_curve *curve, ss_error *error)
{
    const ss_study_interval nothing = {NAN, NAN, NAN, NAN, false, false};
    const ss_study_point *const p = curve->points;
    ss_study_best best;
    *range = (ss_study_range){.grid_low = NAN,
                              .grid_high = NAN,
                              .best = NAN,
                              .best_work = NAN,
                              .best_below = NAN,
                              .best_above = NAN,
                              .best_interval = {NAN, NAN},
                              .plateau = nothing,
                              .safe = nothing,
                              .cliff_low = NAN,
                              .cliff_high = NAN,
                              .bound = NAN,
                              .against_bound = "none"};
    if (!ss_study_best_find(&best, curve, NULL, error))
        return false;
    note_grid(range, curves, curve);
    if (best.at == curve->n_points)
        return true;
    find_cliffs(range, curve, p[best.at].value);
    if (curve->n_points == 1)
        range->best_work = p[best.at].spread[SS_STUDY_WORK].median;
    if (!curves->of_solver || curve->n_points == 1) /* nothing may be chosen */
        return true;
    note_best(range, curve, &best);
    range->safe = grow(curve, best.at, INFINITY);
    range->plateau = grow(curve, best.at, 2.0);
    if (!isnan(range->bound) && !isnan(range->best))
        range->against_bound = range->safe.high > range->bound    ? "safe beyond the bound"
                               : range->cliff_high < range->bound ? "fails below the bound"
                               : isnan(range->cliff_high)         ? "bound not tested"
                                                                  : "cliff at the bound";
    return true;
}
