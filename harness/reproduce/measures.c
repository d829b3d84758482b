/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include <math.h>
#include <string.h>

/* Of observables whose value is known: 0 is as the closed form, or as the identity. */
static double exact_error(const ss_recording *r)
{
    double worst = NAN;
    for (size_t k = 0; k < r->n_observables; ++k)
        worst = fmax(worst, r->errors[k]);
    return worst;
}

static double share_capped(const ss_recording *r)
{
    return (double)r->run->row.steps_capped / (double)r->run->row.steps;
}

static double velocity_drift(const ss_recording *r)
{
    return r->run->row.velocity_drift_last;
}

static double sweeps_per_step(const ss_recording *r)
{
    return (double)r->run->row.sweeps_total / (double)r->run->row.steps;
}

static double overlap(const ss_recording *r)
{
    return r->run->row.max_overlap_worst_m / ss_recording_parameter(r, "radius-max");
}

static double overlap_radii(const ss_recording *r)
{
    return r->run->row.max_overlap_radii;
}

const ss_measure ss_measures_general[] = {
    {"exact_error", "largest difference from the closed form (its unit)", exact_error},
    {"share_capped", "share of the steps at the sweep cap", share_capped},
    {"velocity_drift", "drift of the kept velocities, last step, relative", velocity_drift},
    {"sweeps_per_step", "NLGS sweeps a step, mean", sweeps_per_step},
    {"max_overlap_radii", "largest overlap of the run / the smallest radius", overlap_radii},
    {"overlap_over_radius", "largest overlap of the run / largest radius", overlap},
    {NULL, NULL, NULL}};

const ss_measure *ss_measure_list_at(size_t k)
{
    static const ss_measure *const lists[] = {
        ss_measures_general, ss_measures_costs, ss_measures_vessel, ss_measures_rise,
        ss_measures_grains,  ss_measures_piles, ss_measures_arrays, ss_measures_flows};
    return k < sizeof lists / sizeof *lists ? lists[k] : NULL;
}

const ss_measure *ss_measure_find(const char *name)
{
    for (size_t k = 0; ss_measure_list_at(k) != NULL; ++k)
        for (const ss_measure *m = ss_measure_list_at(k); m->name != NULL; ++m)
            if (strcmp(m->name, name) == 0)
                return m;
    return NULL;
}
