/* Measures of a bed of discs that is disturbed: a silo whose floor is lowered, a box that is tilted
 * ([P] 5.2): just before, and in the last third of the time after it began.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include "harness/reproduce/beds.h"
#include "harness/reproduce/grains.h"

#include <math.h>

static double before(const ss_recording *r, const char *name)
{
    const size_t n = ss_beds_before(r);
    return n > 0 ? ss_grains_at(r, name, n) : NAN;
}

static double late(const ss_recording *r, const char *name)
{
    const size_t n = ss_beds_before(r);
    return n > 0 ? ss_grains_last_mean(r, name, r->n_steps - ss_beds_late(r)) : NAN;
}

static double largest(const ss_recording *r, const char *name)
{
    double found = NAN;
    for (size_t step = 1; step <= r->n_steps; ++step)
        found = fmax(found, fabs(ss_grains_at(r, name, step)));
    return found;
}

#define BEFORE(name)                                                                               \
    static double before_##name(const ss_recording *r)                                             \
    {                                                                                              \
        return before(r, #name);                                                                   \
    }
#define LATE(name)                                                                                 \
    static double late_##name(const ss_recording *r)                                               \
    {                                                                                              \
        return late(r, #name);                                                                     \
    }
#define LARGEST(name)                                                                              \
    static double largest_##name(const ss_recording *r)                                            \
    {                                                                                              \
        return largest(r, #name);                                                                  \
    }

BEFORE(p_n)
BEFORE(floor_over_weight)
LATE(p_n)
LATE(p_c)
LATE(p_s)
LATE(p_b)
LATE(p_n_bulk)
LATE(p_n_rest)
LATE(floor_over_weight)
LATE(janssen_lambda)
LATE(janssen_lambda_error)
LATE(janssen_rms)
LARGEST(asym_r)
LARGEST(asym_sum)
LARGEST(y_over_r)

static double below_line(const ss_recording *r)
{
    return 1.0 - late(r, "saturation");
}

static double p_n_over_bulk(const ss_recording *r)
{
    return late(r, "p_n") / late(r, "p_n_bulk");
}

static double p_n_over_rest(const ss_recording *r)
{
    return late(r, "p_n") / late(r, "p_n_rest");
}

static double p_c_over_rest(const ss_recording *r)
{
    return late(r, "p_c") / late(r, "p_c_rest");
}

/* Sums over the profiles of the late third. */
static double pressed(const ss_recording *r)
{
    return -ss_beds_mean(r, "sigma_zz");
}

static double centrifugal(const ss_recording *r)
{
    return ss_beds_mean(r, "y_zz");
}

static double balance_error(const ss_recording *r)
{
    const size_t k = ss_recording_find(r, "balance");
    return k < r->n_observables ? r->errors[k] : NAN;
}

const ss_measure ss_measures_flows[] = {
    {"p_n_before", "P_n just before", before_p_n},
    {"floor_over_weight_before", "force on the floor / weight, just before",
     before_floor_over_weight},
    {"p_n_after", "P_n, last third", late_p_n},
    {"p_c_after", "P_c, last third", late_p_c},
    {"p_s_after", "P_s, last third", late_p_s},
    {"p_b_after", "P_b, last third", late_p_b},
    {"p_n_bulk_after", "P_n of the other contacts, last third", late_p_n_bulk},
    {"p_n_over_bulk", "P_n / P_n of the other contacts, last third", p_n_over_bulk},
    {"p_n_rest_after", "P_n of what moves slower, last third", late_p_n_rest},
    {"p_n_over_rest", "P_n of what moves / of the rest, last third", p_n_over_rest},
    {"p_c_over_rest", "P_c of what moves / of the rest, last third", p_c_over_rest},
    {"inertia_share", "largest |trace of the inertia part| / trace of the contact part",
     largest_y_over_r},
    {"pressed_pa", "minus S_zz, mean of all windows, last third (Pa)", pressed},
    {"centrifugal_pa", "inertia part of S_zz, mean of all windows, last third (Pa)", centrifugal},
    {"floor_over_weight_after", "force on the floor / weight, last third", late_floor_over_weight},
    {"janssen_lambda", "lambda of Janssen's fit, last third", late_janssen_lambda},
    {"janssen_lambda_error", "standard error of lambda, last third", late_janssen_lambda_error},
    {"janssen_rms", "rms of Janssen's fit / mean stress, last third", late_janssen_rms},
    {"below_line", "1 - stress on the wall at the floor / (gamma lambda z), last third",
     below_line},
    {"asym_r_largest", "largest asymmetry of the part of contacts", largest_asym_r},
    {"asym_sum_worst", "largest asymmetry with inertia, of any body or window", largest_asym_sum},
    {"balance_error",
     "largest |forces of floor and walls + weight - change of momentum| of a step / weight",
     balance_error},
    {NULL, NULL, NULL}};
