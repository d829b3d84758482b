/* Measures of a silo that empties ([S] 6.1): contacts posed and contacts that carry in the course
 * of the discharge, and the flow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include "harness/profile/line.h"
#include "harness/reproduce/grains.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum { END_STEPS = 200, WINDOW = 50 };

/* The middle of the discharge, between 20 % and 70 % out. */
typedef struct middle {
    size_t from, to; /* steps; to = 0: the run has none */
} middle;

static middle middle_of(const ss_recording *r)
{
    const middle m = {ss_grains_out_step(r, 0.2), ss_grains_out_step(r, 0.7)};
    return m.from < m.to ? m : (middle){0, 0};
}

/* ---- contacts ---- */

/* Mean effective over mean potential contacts. */
static double effective_share(const ss_recording *r, size_t from, size_t to)
{
    return ss_grains_mean(r, "effective", from, to) / ss_grains_mean(r, "potential", from, to);
}

static double share_start(const ss_recording *r)
{
    return effective_share(r, 0, 1);
}

static double share_middle(const ss_recording *r)
{
    const middle m = middle_of(r);
    return m.to > 0 ? effective_share(r, m.from, m.to) : NAN;
}

static double share_end(const ss_recording *r)
{
    return effective_share(r, r->n_steps > END_STEPS ? r->n_steps - END_STEPS : 0, r->n_steps);
}

/* The largest (N_p - N_e)/N_p of single steps. */
static double widest_gap(const ss_recording *r, size_t from, size_t to)
{
    double widest = NAN;
    for (size_t step = from + 1; step <= to; ++step)
        widest = fmax(widest, 1.0 - ss_grains_at(r, "effective", step) /
                                        ss_grains_at(r, "potential", step));
    return widest;
}

/* Excess of the gap at its widest, until 20 % are out, over that of the middle. */
static double gap_burst(const ss_recording *r)
{
    const middle m = middle_of(r);
    return m.to > 0 ? widest_gap(r, 0, m.from) - widest_gap(r, m.from, m.to) : NAN;
}

/* Standard deviation over mean of N_p - N_e in windows of the middle. */
static double gap_variation(const ss_recording *r)
{
    enum { MOST = 1000 };
    const middle m = middle_of(r);
    double gaps[MOST];
    size_t n = 0;
    for (size_t step = m.from; n < MOST && step + WINDOW <= m.to; step += WINDOW)
        gaps[n++] = ss_grains_mean(r, "potential", step, step + WINDOW) -
                    ss_grains_mean(r, "effective", step, step + WINDOW);
    return n > 1 ? gsl_stats_sd(gaps, 1, n) / gsl_stats_mean(gaps, 1, n) : NAN;
}

/* Steadiness is what [S] says: the less it varies, the larger. */
static double gap_steadiness(const ss_recording *r)
{
    return -gap_variation(r);
}

/* Minus the rank correlation of N_p with time, from 5 % out until the contacts below the orifice
 * are more than a tenth of all. */
static double contacts_fall(const ss_recording *r)
{
    const size_t from = ss_grains_out_step(r, 0.05);
    double *const work = calloc(4 * r->n_steps + 1, sizeof *work);
    double fall = NAN;
    if (work == NULL || from == 0)
        goto out;
    double *const times = work, *const counts = work + r->n_steps;
    size_t n = 0;
    for (size_t step = from; step <= r->n_steps; ++step, ++n) {
        times[n] = (double)step;
        counts[n] = ss_grains_at(r, "potential", step);
        if (ss_grains_at(r, "potential_below", step) > 0.1 * counts[n])
            break;
    }
    if (n > 2)
        fall = -gsl_stats_spearman(times, 1, counts, 1, n, work + 2 * r->n_steps);
out:
    free(work);
    return fall;
}

/* N_p at the end over its minimum. */
static double contacts_rise(const ss_recording *r)
{
    double least = NAN;
    for (size_t step = 1; step <= r->n_steps; ++step)
        least = fmin(least, ss_grains_at(r, "potential", step));
    return ss_grains_last_mean(r, "potential", END_STEPS) / least;
}

static double below_end(const ss_recording *r)
{
    return ss_grains_last_mean(r, "effective_below", 1);
}

/* ---- flow ---- */

static double out_end(const ss_recording *r)
{
    return ss_grains_last_mean(r, "out", 1);
}

/* Slope of the balls out over time, by least squares. */
static double slope_between(const ss_recording *r, double from_part, double to_part)
{
    const size_t from = ss_grains_out_step(r, from_part), to = ss_grains_out_step(r, to_part);
    const size_t n = from > 0 && to > from ? to - from + 1 : 0;
    double *const work = calloc(2 * n + 1, sizeof *work);
    double slope = NAN;
    for (size_t k = 0; work != NULL && k < n; ++k) {
        work[k] = (double)(from + k) * ss_recording_parameter(r, "h");
        work[n + k] = ss_grains_at(r, "out", from + k);
    }
    if (work != NULL && n > 1)
        slope = ss_profile_line_fit(work, work + n, n).slope;
    free(work);
    return slope;
}

static double flow(const ss_recording *r)
{
    return slope_between(r, 0.2, 0.7);
}

/* Beverloo: the flow does not depend on what is left above. */
static double flow_late_over_early(const ss_recording *r)
{
    return slope_between(r, 0.5, 0.8) / slope_between(r, 0.2, 0.5);
}

/* Mean speed downwards above the cone, in the core over that at the wall, of the middle. */
static double core_over_wall(const ss_recording *r)
{
    const middle m = middle_of(r);
    return m.to > 0 ? ss_grains_mean(r, "speed_centre", m.from, m.to) /
                          ss_grains_mean(r, "speed_wall", m.from, m.to)
                    : NAN;
}

const ss_measure ss_measures_grains[] = {
    {"effective_share_start", "N_e/N_p in the first step", share_start},
    {"effective_share_middle", "N_e/N_p, mean between 20 % and 70 % out", share_middle},
    {"effective_share_end", "N_e/N_p, mean of the last 200 steps", share_end},
    {"gap_burst", "largest (N_p - N_e)/N_p until 20 % are out, less that from there to 70 %",
     gap_burst},
    {"gap_steadiness",
     "minus standard deviation over mean of N_p - N_e, between 20 % and 70 % out, windows of 50 "
     "steps",
     gap_steadiness},
    {"contacts_fall", "minus the rank correlation of N_p with time while balls fall",
     contacts_fall},
    {"contacts_rise", "N_p, mean of the last 200 steps, over its minimum", contacts_rise},
    {"effective_below_end", "effective contacts below the orifice at the end", below_end},
    {"out_end", "balls out at the end", out_end},
    {"flow_per_s", "balls a second between 20 % and 70 % out", flow},
    {"flow_late_over_early", "flow from 50 % to 80 % out over that from 20 % to 50 %",
     flow_late_over_early},
    {"core_over_wall", "speed down in the core over that at the wall, above the cone",
     core_over_wall},
    {NULL, NULL, NULL}};
