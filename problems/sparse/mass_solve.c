/* Two ways behind one interface: a diagonal is divided by, anything else is factored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/mass_solve.h"

#include "problems/sparse/factor.h"

#include <math.h>
#include <stdlib.h>

static const char name[] = "the mass matrix M";

/* Invariant: one of the two is NULL. */
struct ss_mass_solve {
    size_t n;         /* rows of M */
    double *diagonal; /* or else */
    ss_factor *factor;
};

/* by the places of its entries: a zero off the diagonal counts as an entry */
static bool is_diagonal(const ss_triplets *M)
{
    for (size_t k = 0; k < M->count; ++k)
        if (M->row[k] != M->col[k])
            return false;
    return true;
}

/* entries of one place add up, as in any list of triplets */
static bool take_diagonal(ss_mass_solve *s, const ss_triplets *M, ss_error *error)
{
    s->diagonal = calloc(s->n + 1, sizeof *s->diagonal);
    if (s->diagonal == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor %s", name);
    for (size_t k = 0; k < M->count; ++k)
        s->diagonal[M->row[k]] += M->x[k];
    for (size_t i = 0; i < s->n; ++i)
        if (s->diagonal[i] == 0.0 || !isfinite(1.0 / s->diagonal[i]))
            return ss_error_set(error, SS_ERROR_DATA, "%s is singular", name);
    return true;
}

static bool factor(ss_mass_solve *s, const ss_triplets *M, ss_error *error)
{
    s->factor = ss_factor_create(name, error);
    return s->factor != NULL && ss_factor_compute(s->factor, M, error);
}

ss_mass_solve *ss_mass_solve_create(const ss_triplets *M, ss_error *error)
{
    ss_mass_solve *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor %s", name);
        return NULL;
    }
    s->n = M->m;
    if (is_diagonal(M) ? take_diagonal(s, M, error) : factor(s, M, error))
        return s;
    ss_mass_solve_free(s);
    return NULL;
}

void ss_mass_solve_free(ss_mass_solve *s)
{
    if (s == NULL)
        return;
    ss_factor_free(s->factor);
    free(s->diagonal);
    free(s);
}

bool ss_mass_solve_apply(ss_mass_solve *s, double *x, const double *b, bool transposed,
                         ss_error *error)
{
    /* dense in general: every x depends on every b of its block of M */
    if (s->factor != NULL)
        return ss_factor_solve(s->factor, x, b,
                               transposed ? SS_FACTOR_TRANSPOSED : SS_FACTOR_REFINED, error);
    for (size_t i = 0; i < s->n; ++i)
        x[i] = b[i] / s->diagonal[i];
    return true;
}

const double *ss_mass_solve_diagonal(const ss_mass_solve *s)
{
    return s->diagonal;
}
