/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/direction.h"

#include "solvers/global/lorentz.h"
#include "solvers/global/system.h"

#include <math.h>
#include <stdlib.h>

enum { ITERATIONS = 30 };

/* Added to the diagonal of a singular J, so that its direction is found. */
static const double nudge = 1e-12;

/* A matrix and its vectors of 3 n. */
typedef struct search {
    ss_system system;
    double *memory;   /* owned: what follows */
    double *L, *K;    /* 9 n: P G and I - P */
    double *x, *half; /* the direction, and J^-T x */
    double *y, *v;
} search;

/* J by pivots of any row, which serve its transpose too. */
static bool factor_by_pivots(search *s)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    return ss_system_factor(&s->system, s->L, NULL, s->K, &ignored) &&
           (s->system.n == 0 || ss_block_factor_pivot(s->system.factor, &ignored));
}

/* Factor J; a singular one with a nudge, which is told. */
static bool factor(search *s, bool *singular)
{
    *singular = !factor_by_pivots(s);
    if (!*singular)
        return true;
    for (size_t i = 0; i < 9 * s->system.n; ++i)
        s->K[i] += i % 9 % 4 == 0 ? nudge : 0.0;
    return factor_by_pivots(s);
}

static bool iterate(search *s, double *value)
{
    const size_t n = 3 * s->system.n;
    ss_error ignored = {.code = SS_ERROR_NONE};
    for (size_t i = 0; i < n; ++i)
        s->x[i] = sin(1.0 + (double)i); /* along nothing in particular */
    for (size_t k = 0; k < ITERATIONS; ++k) {
        const double size = ss_norm_of(s->x, 3 * s->system.n);
        for (size_t i = 0; i < n; ++i)
            s->x[i] /= size;
        if (!ss_block_factor_solve(s->system.factor, s->half, s->x, SS_FACTOR_TRANSPOSED,
                                   &ignored) ||
            !ss_block_factor_solve(s->system.factor, s->x, s->half, SS_FACTOR_REFINED, &ignored))
            return false;
    }
    *value = 1.0 / sqrt(ss_norm_of(s->x, 3 * s->system.n));
    return isfinite(*value);
}

static void find(search *s, const double *r, ss_direction *found, double *share)
{
    const size_t n = s->system.n;
    bool singular = false;
    ss_system_read_impulse(s->y, &s->system, r);
    ss_system_velocity(s->v, &s->system, s->y);
    for (size_t c = 0; c < n; ++c) {
        double *const L = s->L + 9 * c, *const K = s->K + 9 * c;
        double x[3], g[3], z[3], p[3], P[9];
        ss_lorentz_shift(x, g, s->v + 3 * c);
        ss_sub3(z, s->y + 3 * c, x);
        ss_lorentz_project(p, P, z);
        for (size_t k = 0; k < 9; ++k) {
            L[k] = P[k] + (k % 3 > 0 ? P[k - k % 3] * g[k % 3] : 0.0);
            K[k] = (k % 4 == 0 ? 1.0 : 0.0) - P[k];
        }
    }
    if (!factor(s, &singular) || !iterate(s, &found->value)) {
        *found = (ss_direction){NAN, "Newton's matrix cannot be factored"};
        return;
    }
    const double size = ss_norm_of(s->x, 3 * s->system.n);
    for (size_t c = 0; c < n; ++c)
        share[c] = ss_dot(s->x + 3 * c, s->x + 3 * c) / (size * size);
    *found = (ss_direction){singular ? 0.0 : found->value, ""};
}

bool ss_direction_find(const ss_problem *problem, const double *r, ss_direction *found,
                       double *share, ss_error *error)
{
    const size_t n = problem->n_contacts;
    search s = {.memory = NULL};
    ss_work work = {0};
    *found = (ss_direction){NAN, ""};
    memset(share, 0, n * sizeof *share);
    for (size_t c = 0; c < n; ++c)
        if (problem->mu[c] == 0.0)
            found->note = "a contact has no friction";
    if (found->note[0] != '\0')
        return true;
    s.memory = calloc(30 * n + 1, sizeof *s.memory);
    const bool posed = (s.memory != NULL || ss_error_memory(error, "the diagnosis")) &&
                       ss_system_pose(&s.system, problem, &work, error);
    if (posed) {
        double *const at = s.memory;
        s.L = at;
        s.K = at + 9 * n;
        s.x = at + 18 * n;
        s.half = at + 21 * n;
        s.y = at + 24 * n;
        s.v = at + 27 * n;
        find(&s, r, found, share);
    }
    ss_system_clear(&s.system);
    free(s.memory);
    return posed;
}
