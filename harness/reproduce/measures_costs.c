/* Measures of cost: of any run, and of one beside another (`with`).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include <math.h>

static double per_step(const ss_recording *r, double sum)
{
    return sum / (double)r->run->row.steps;
}

/* ---- CPU time ---- */

static double cpu_all(const ss_recording *r)
{
    return r->run->row.cpu_s + r->run->row.cpu_mechanics_s;
}

static double cpu_per_step(const ss_recording *r)
{
    return per_step(r, cpu_all(r));
}

static double share_detect(const ss_recording *r)
{
    return r->run->row.cpu_detect_s / cpu_all(r);
}

static double share_solve(const ss_recording *r)
{
    return r->run->row.cpu_s / cpu_all(r);
}

/* Free of the machine, and of the time that a sweep takes: [S] 6.1 without its solver. */
static double detect_in_sweeps(const ss_recording *r)
{
    const double sweep = r->run->row.cpu_s / (double)r->run->row.sweeps_total;
    return per_step(r, r->run->row.cpu_detect_s) / sweep;
}

/* ---- beside another run ---- */

static double visits_per_step(const ss_recording *r)
{
    return per_step(r, (double)r->run->row.visits_total);
}

static double sweeps(const ss_recording *r)
{
    return per_step(r, (double)r->run->row.sweeps_total);
}

static double solver_per_step(const ss_recording *r)
{
    return per_step(r, r->run->row.cpu_s);
}

static double capped(const ss_recording *r)
{
    return per_step(r, (double)r->run->row.steps_capped);
}

static double over_other(const ss_recording *r, double (*of)(const ss_recording *))
{
    return r->with != NULL ? of(r) / of(r->with) : NAN;
}

static double sweeps_over_other(const ss_recording *r)
{
    return over_other(r, sweeps);
}

static double visits_over_other(const ss_recording *r)
{
    return over_other(r, visits_per_step);
}

static double cpu_over_other(const ss_recording *r)
{
    return over_other(r, solver_per_step);
}

static double capped_beyond_other(const ss_recording *r)
{
    return r->with != NULL ? capped(r) - capped(r->with) : NAN;
}

const ss_measure ss_measures_costs[] = {
    {"cpu_s_per_step", "CPU time a step (s)", cpu_per_step},
    {"cpu_share_detect", "share of the CPU time in detection", share_detect},
    {"cpu_share_solve", "share of the CPU time in the solver", share_solve},
    {"cpu_detect_in_sweeps", "CPU time of detection a step, in sweeps", detect_in_sweeps},
    {"visits_per_step", "visits of contacts a step, mean", visits_per_step},
    {"sweeps_over_other", "sweeps a step / those of the other run", sweeps_over_other},
    {"visits_over_other", "visits a step / those of the other run", visits_over_other},
    {"cpu_over_other", "CPU time of the solver a step / that of the other run", cpu_over_other},
    {"capped_beyond_other", "share of the steps at the cap, less that of the other run",
     capped_beyond_other},
    {NULL, NULL, NULL}};
