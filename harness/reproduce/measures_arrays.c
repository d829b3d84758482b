/* Measures of arrays of discs with known forces, and of the disc on a slope ([P] 4 and 5.1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"

#include "harness/reproduce/grains.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double last(const ss_recording *r, const char *name)
{
    return ss_grains_last_mean(r, name, 1);
}

static bool is_solved(const ss_recording *r)
{
    return strcmp(r->run->row.status, ss_outcome_name(SS_OUTCOME_SOLVED)) == 0;
}

/* ---- one step of an array ---- */

static double closed_form_error(const ss_recording *r)
{
    return is_solved(r) ? r->run->row.observed_error_last : NAN;
}

static double sweeps_solved(const ss_recording *r)
{
    return is_solved(r) ? (double)r->run->row.sweeps_last : INFINITY;
}

static double fastest(const ss_recording *r)
{
    return last(r, "u_max_over_gh");
}

static double wall_share(const ss_recording *r)
{
    return last(r, "wall_over_weight");
}

static double floor_share(const ss_recording *r)
{
    return last(r, "floor_over_weight");
}

static double norm(const ss_recording *r)
{
    return last(r, "r_norm");
}

/* A force of the table of an array: "ROW COLUMN KIND". */
typedef struct force {
    size_t row, column;
    char kind[16];
    double over_w;
} force;

/* The k-th of the last step. False past the last. */
static bool force_at(force *f, const ss_recording *r, size_t *k)
{
    for (; *k < r->n_keyed; ++*k) {
        const ss_recording_keyed *const at = &r->keyed[*k];
        f->over_w = at->value;
        if (at->step == r->run->row.steps && strcmp(at->name, "force") == 0 &&
            sscanf(at->key, "%zu %zu %15s", &f->row, &f->column, f->kind) == 3) {
            ++*k;
            return true;
        }
    }
    return false;
}

/* Contacts down a column whose force is not larger than that of the one above it. */
static double order_violations(const ss_recording *r)
{
    size_t n = 0, n_forces = 0;
    force f;
    for (size_t k = 0; force_at(&f, r, &k); ++n_forces) {
        char above[SS_RECORDING_KEY];
        snprintf(above, sizeof above, "%zu %zu %s", f.row - 1, f.column, f.kind);
        if (f.row > 1 && strcmp(f.kind, "down") == 0)
            n += !(f.over_w > ss_recording_keyed_value(r, "force", above, r->run->row.steps));
    }
    return n_forces > 0 ? (double)n : NAN;
}

static double least_on_wall(const ss_recording *r)
{
    double least = NAN;
    force f;
    for (size_t k = 0; force_at(&f, r, &k);)
        if (strcmp(f.kind, "wall") == 0)
            least = fmin(least, f.over_w);
    return least;
}

/* ---- sweeps on the square array ---- */

/* Contraction of an exact sweep over K rows: cos^2(pi/(2 K)) (method 13.9). */
static double law(const ss_recording *r, double ratio)
{
    const double n = ss_recording_parameter(r, "n"), rows = ss_recording_parameter(r, "rows");
    return log(ratio) / (-2.0 * log(cos(M_PI / (2.0 * (rows > 0.0 ? rows : n)))));
}

/* Sweeps between the tolerance of the run that it is compared with and its own, over the law. */
static double sweeps_over_law(const ss_recording *r)
{
    if (r->with == NULL || !is_solved(r) || !is_solved(r->with))
        return NAN;
    const ss_summary_row *const tight = &r->run->row, *const loose = &r->with->run->row;
    return ((double)tight->sweeps_last - (double)loose->sweeps_last) /
           law(r, loose->tol / tight->tol);
}

/* ---- the disc on a slope ---- */

/* Largest difference of the four stresses from eq. 17, over all steps, in rho g a. */
static double stress_error(const ss_recording *r)
{
    static const char *const names[] = {"stress_11", "stress_12", "stress_21", "stress_22"};
    double worst = 0.0;
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        const size_t at = ss_recording_find(r, names[k]);
        if (at == r->n_observables)
            return NAN;
        worst = fmax(worst, r->errors[at]);
    }
    return worst / (ss_recording_parameter(r, "density") * ss_recording_parameter(r, "gravity") *
                    ss_recording_parameter(r, "radius"));
}

/* Over all steps: least of the value, or of minus the value. */
static double least(const ss_recording *r, const char *name, double sign)
{
    double found = NAN;
    for (size_t step = 1; step <= r->n_steps; ++step)
        found = fmin(found, sign * ss_grains_at(r, name, step));
    return found;
}

static double pressed(const ss_recording *r)
{
    return least(r, "stress_22", -1.0);
}

static double centrifugal(const ss_recording *r)
{
    return least(r, "stress_11", 1.0);
}

static double asymmetry_of_contacts(const ss_recording *r)
{
    return least(r, "asym_r", 1.0);
}

static double asymmetry(const ss_recording *r)
{
    return -least(r, "asym_sum", -1.0);
}

const ss_measure ss_measures_arrays[] = {
    {"closed_form_error",
     "largest difference from the closed form, of solved runs (weights of a disc)",
     closed_form_error},
    {"sweeps_solved", "NLGS sweeps of the step", sweeps_solved},
    {"u_max_over_gh", "largest velocity after the step / (g h)", fastest},
    {"order_violations", "forces in a column that are not larger than the one above",
     order_violations},
    {"least_on_wall", "least force of a disc on a wall / weight of a disc", least_on_wall},
    {"wall_over_weight", "force on the left wall / weight of all discs", wall_share},
    {"floor_over_weight", "force on the floor / weight of all discs", floor_share},
    {"r_norm", "norm of the forces / weight of a disc", norm},
    {"sweeps_over_law", "sweeps from one tolerance to the other / the exact law", sweeps_over_law},
    {"stress_error", "largest difference from eq. 17, all steps (rho g a)", stress_error},
    {"pressed_least_pa", "least of -S_22, all steps (Pa)", pressed},
    {"centrifugal_least_pa", "least of S_11, all steps (Pa)", centrifugal},
    {"asym_r_least", "least asymmetry of the part of contacts, all steps", asymmetry_of_contacts},
    {"asym_sum_largest", "largest asymmetry of the stress with inertia, all steps", asymmetry},
    {NULL, NULL, NULL}};
