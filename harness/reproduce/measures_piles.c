/* Measures of piles, of the ball that hits one, and of the nut ([S] 6.2 to 6.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include "harness/reproduce/grains.h"
#include "harness/reproduce/shaken.h"

#include <math.h>

/* ---- the base ---- */

/* Pressure of the middle below the largest of the other rings: negative where the middle's is the
 * largest. */
static double dip(const ss_recording *r)
{
    double p[SS_GRAINS_RINGS], largest = NAN;
    const size_t n = ss_grains_pressure(p, r);
    for (size_t k = 1; k < n; ++k)
        largest = fmax(largest, p[k]);
    return n > 1 ? 1.0 - p[0] / largest : NAN;
}

static double middle(const ss_recording *r)
{
    return ss_grains_last_mean(r, "base_middle", 1);
}

static double force_over_weight(const ss_recording *r)
{
    return ss_grains_last_mean(r, "base_force", 1) / ss_shaken_weight(r);
}

static double out_share(const ss_recording *r)
{
    return ss_grains_last_mean(r, "out", 1) / ss_recording_parameter(r, "balls");
}

/* ---- impact ---- */

static double moved(const ss_recording *r)
{
    return ss_grains_last_mean(r, "moved", 1);
}

static double speed_first(const ss_recording *r)
{
    return ss_grains_at(r, "ball_speed", 1);
}

static double energy_first(const ss_recording *r)
{
    return ss_grains_at(r, "kinetic_energy", 1);
}

static double energy_end(const ss_recording *r)
{
    return ss_grains_last_mean(r, "kinetic_energy", 1);
}

/* ---- nut ---- */

/* Mean over the last period: within one, the bed flies and lands. */
static double last_period(const ss_recording *r, const char *name)
{
    const double period =
        1.0 / (ss_recording_parameter(r, "frequency") * ss_recording_parameter(r, "h"));
    return period >= 1.0 ? ss_grains_last_mean(r, name, (size_t)round(period)) : NAN;
}

static double large_on_top(const ss_recording *r)
{
    return last_period(r, "large_on_top");
}

static double large_on_top_start(const ss_recording *r)
{
    return ss_grains_at(r, "large_on_top", 1);
}

static double rank_index(const ss_recording *r)
{
    return last_period(r, "rank_index");
}

static double large_over_small(const ss_recording *r)
{
    return last_period(r, "height_large") - last_period(r, "height_small");
}

const ss_measure ss_measures_piles[] = {
    {"dip", "1 - p in the middle / the largest p of the other rings", dip},
    {"base_middle_over_mean", "pressure of the central ninth of the base / mean", middle},
    {"base_force_over_weight", "force on the base at the end / weight of all balls",
     force_over_weight},
    {"out_share", "share of the balls out at the end", out_share},
    {"moved_end", "balls displaced by more than 2 radii at the end", moved},
    {"ball_speed_first_m_per_s", "speed of the big ball after the first step (m/s)", speed_first},
    {"kinetic_energy_first_j", "kinetic energy after the first step (J)", energy_first},
    {"kinetic_energy_end_j", "kinetic energy at the end (J)", energy_end},
    {"large_on_top_end", "share of the large ones in the top third, last period", large_on_top},
    {"large_on_top_start", "share of the large ones in the top third, first step",
     large_on_top_start},
    {"rank_index_end", "rank index of large and small, last period", rank_index},
    {"large_over_small_m", "mean height of the large less that of the small, last period (m)",
     large_over_small},
    {NULL, NULL, NULL}};
