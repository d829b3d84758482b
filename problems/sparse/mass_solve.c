/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/mass_solve.h"

#include <math.h>
#include <stdlib.h>
#include <umfpack.h>

struct ss_mass_solve {
    size_t n;
    double *diagonal; /* or else compressed columns and their factors: */
    SuiteSparse_long *start, *row;
    double *x;
    void *numeric;
};

static bool is_diagonal(const ss_triplets *M)
{
    for (size_t k = 0; k < M->count; ++k)
        if (M->row[k] != M->col[k])
            return false;
    return true;
}

static bool out_of_memory(ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor the mass matrix M");
}

static bool singular(ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "the mass matrix M is singular");
}

static bool take_diagonal(ss_mass_solve *s, const ss_triplets *M, ss_error *error)
{
    s->diagonal = calloc(s->n + 1, sizeof *s->diagonal);
    if (s->diagonal == NULL)
        return out_of_memory(error);
    for (size_t k = 0; k < M->count; ++k)
        s->diagonal[M->row[k]] += M->x[k];
    for (size_t i = 0; i < s->n; ++i)
        if (s->diagonal[i] == 0.0 || !isfinite(1.0 / s->diagonal[i]))
            return singular(error);
    return true;
}

static bool report(SuiteSparse_long status, ss_error *error)
{
    if (status == UMFPACK_OK)
        return true;
    if (status == UMFPACK_ERROR_out_of_memory)
        return out_of_memory(error);
    if (status == UMFPACK_WARNING_singular_matrix)
        return singular(error);
    return ss_error_set(error, SS_ERROR_DATA, "the mass matrix M cannot be factored (UMFPACK %ld)",
                        (long)status);
}

/* Compressed columns, duplicates summed: UMFPACK's own conversion. */
static bool compress(ss_mass_solve *s, const ss_triplets *M, ss_error *error)
{
    bool ok = false;
    SuiteSparse_long *const row = calloc(M->count + 1, sizeof *row);
    SuiteSparse_long *const col = calloc(M->count + 1, sizeof *col);
    s->start = calloc(s->n + 1, sizeof *s->start);
    s->row = calloc(M->count + 1, sizeof *s->row);
    s->x = calloc(M->count + 1, sizeof *s->x);
    if (row == NULL || col == NULL || s->start == NULL || s->row == NULL || s->x == NULL) {
        out_of_memory(error);
        goto out;
    }
    for (size_t k = 0; k < M->count; ++k) {
        row[k] = (SuiteSparse_long)M->row[k];
        col[k] = (SuiteSparse_long)M->col[k];
    }
    const SuiteSparse_long n = (SuiteSparse_long)s->n, count = (SuiteSparse_long)M->count;
    ok =
        report(umfpack_dl_triplet_to_col(n, n, count, row, col, M->x, s->start, s->row, s->x, NULL),
               error);
out:
    free(row);
    free(col);
    return ok;
}

static bool factor(ss_mass_solve *s, ss_error *error)
{
    void *symbolic = NULL;
    const SuiteSparse_long n = (SuiteSparse_long)s->n;
    bool ok =
        report(umfpack_dl_symbolic(n, n, s->start, s->row, s->x, &symbolic, NULL, NULL), error);
    if (ok)
        ok = report(umfpack_dl_numeric(s->start, s->row, s->x, symbolic, &s->numeric, NULL, NULL),
                    error);
    umfpack_dl_free_symbolic(&symbolic);
    return ok;
}

ss_mass_solve *ss_mass_solve_create(const ss_triplets *M, ss_error *error)
{
    ss_mass_solve *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        out_of_memory(error);
        return NULL;
    }
    s->n = M->m;
    if (is_diagonal(M) ? take_diagonal(s, M, error) : compress(s, M, error) && factor(s, error))
        return s;
    ss_mass_solve_free(s);
    return NULL;
}

void ss_mass_solve_free(ss_mass_solve *s)
{
    if (s == NULL)
        return;
    if (s->numeric != NULL)
        umfpack_dl_free_numeric(&s->numeric);
    free(s->diagonal);
    free(s->start);
    free(s->row);
    free(s->x);
    free(s);
}

bool ss_mass_solve_apply(ss_mass_solve *s, double *x, const double *b, bool transposed,
                         ss_error *error)
{
    if (s->diagonal == NULL)
        return report(umfpack_dl_solve(transposed ? UMFPACK_At : UMFPACK_A, s->start, s->row, s->x,
                                       x, b, s->numeric, NULL, NULL),
                      error);
    for (size_t i = 0; i < s->n; ++i)
        x[i] = b[i] / s->diagonal[i];
    return true;
}

const double *ss_mass_solve_diagonal(const ss_mass_solve *s)
{
    return s->diagonal;
}
