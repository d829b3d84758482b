/* The best value of a curve, and how far it may move with the instances. Values are compared by
 * pairs: over the instances that both solved, the geometric mean of the ratios of their costs. So
 * an easy instance favours no value, and neither does one that is missing:
 *
 *     value     instance 1   2    3         a table of costs; . has no solved run
 *     0.5           10      100   .         0.5 has fewer instances than 1: it is no candidate
 *     1             11      110  1000       its mean cost would have been the least
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <stdlib.h>

/* Costs that differ by less are equal: what rounding makes of logarithms. */
#define EQUAL 1e-12

/* Logarithms of the costs of a curve by point and instance, and what may be best. */
typedef struct costs {
    const ss_study_curve *curve;
    double *log_cost; /* owned, n_points x width; NaN: no run that counts */
    size_t *instance; /* owned, width, of which the first n are met: their numbers */
    size_t *drawn;    /* owned, likewise: each once */
    bool *candidate;  /* owned, n_points */
    size_t n, width;  /* instances that some point solved; runs, which they cannot outnumber */
} costs;

/* The place of an instance among those that were met, at their end if it is a new one. */
static size_t place_of(costs *c, size_t instance)
{
    size_t i = 0;
    while (i < c->n && c->instance[i] != instance)
        ++i;
    c->instance[i] = instance;
    c->drawn[i] = i;
    c->n = GSL_MAX(c->n, i + 1);
    return i;
}

static bool fill(costs *c, const ss_study_curve *curve, const bool *among)
{
    size_t most = 0;
    *c = (costs){.curve = curve};
    for (size_t p = 0; p < curve->n_points; ++p)
        c->width += curve->points[p].n_instances;
    c->log_cost = malloc(curve->n_points * c->width * sizeof *c->log_cost);
    c->drawn = calloc(c->width, sizeof *c->drawn);
    c->instance = malloc(c->width * sizeof *c->instance);
    c->candidate = calloc(curve->n_points, sizeof *c->candidate);
    if (c->log_cost == NULL || c->drawn == NULL || c->instance == NULL || c->candidate == NULL)
        return false;
    for (size_t k = 0; k < curve->n_points * c->width; ++k)
        c->log_cost[k] = NAN;
    for (size_t p = 0; p < curve->n_points; ++p) {
        const ss_study_point *const point = &curve->points[p];
        c->candidate[p] = point->is_safe && (among == NULL || among[p]);
        most = c->candidate[p] ? GSL_MAX(most, point->n_solved) : most;
        for (const ss_study_run *run = point->runs; run < point->runs + point->n_instances; ++run) {
            const double work = run->measure[SS_STUDY_WORK];
            if (run->standing == SS_STANDING_COUNTS)
                c->log_cost[p * c->width + place_of(c, run->record.row.instance)] =
                    log(isnan(work) ? run->measure[SS_STUDY_SWEEPS_TOTAL] : work);
        }
    }
    for (size_t p = 0; p < curve->n_points; ++p)
        c->candidate[p] = c->candidate[p] && curve->points[p].n_solved == most;
    return true;
}

/* Logarithm of the mean ratio of the costs of points a and b; NaN: no instance that both solved. */
static double ratio(const costs *c, size_t a, size_t b, const size_t *drawn, size_t n)
{
    double sum = 0.0;
    size_t n_both = 0;
    for (size_t k = 0; k < n; ++k) {
        const double one =
            c->log_cost[a * c->width + drawn[k]] - c->log_cost[b * c->width + drawn[k]];
        if (isnan(one))
            continue;
        sum += one;
        ++n_both;
    }
    return n_both > 0 ? sum / (double)n_both : NAN;
}

/* The first of the cheapest candidates; n_points: there is none. */
static size_t cheapest(const costs *c, const size_t *drawn, size_t n)
{
    const size_t n_points = c->curve->n_points;
    size_t best = n_points;
    for (size_t p = 0; p < n_points; ++p)
        if (c->candidate[p] && (best == n_points || ratio(c, p, best, drawn, n) < -EQUAL))
            best = p;
    return best;
}

static double best_of_draw(const size_t *drawn, size_t n, void *context)
{
    const costs *const c = context;
    return c->curve->points[cheapest(c, drawn, n)].value;
}

bool ss_study_best_find(ss_study_best *best, const ss_study_curve *curve, const bool *among,
                        ss_error *error)
{
    costs c;
    *best = (ss_study_best){.at = curve->n_points, .interval = {NAN, NAN}};
    bool ok = fill(&c, curve, among) || ss_error_memory(error, "the best value");
    if (ok)
        best->at = cheapest(&c, c.drawn, c.n);
    if (ok && best->at < curve->n_points) {
        best->n_instances = curve->points[best->at].n_solved;
        for (size_t p = 0; among == NULL && p < curve->n_points; ++p)
            curve->points[p].times_best = exp(ratio(&c, p, best->at, c.drawn, c.n) - EQUAL);
        ok = among != NULL || ss_bootstrap(&best->interval, &c.n, 1, best_of_draw, &c, error);
    }
    free(c.log_cost);
    free(c.drawn);
    free(c.instance);
    free(c.candidate);
    return ok;
}
