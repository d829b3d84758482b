/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/factor.h"

#include "problems/base/memory.h"
#include "problems/base/module.h"
#include "problems/sparse/sparse_module.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Invariant: `symbolic` is of the pattern start, row; `numeric`, where it is not NULL, of
 * the values x; `next` is the room where the values of the next matrix are placed, and becomes x
 * once they are factored. Entry k of the list that was analysed is at map[k]. */
struct ss_factor {
    const ss_sparse *umfpack;            /* its functions */
    const char *name;                    /* in errors; borrowed */
    SuiteSparse_long n, count;           /* of the pattern: rows, entries of the list */
    SuiteSparse_long *start, *row, *map; /* compressed columns; the place of each entry */
    double *x, *next;                    /* values that are factored, and room for the next ones */
    void *symbolic, *numeric;
    double expected; /* bytes of the factors' numbers, by the analysis; 0: it cannot tell */
    SuiteSparse_long *index_room; /* of a solve */
    double *room;                 /* 5 n, of a solve */
    ss_factor_facts facts;
};

/* So many unknowns are ordered by METIS: in packings the factors are then a quarter smaller, for
 * half of the operations; below, its own time is more. */
static const SuiteSparse_long large = 30000;

ss_factor *ss_factor_create(const char *name, ss_error *error)
{
    const ss_sparse *const umfpack = ss_sparse_load(error);
    ss_factor *const f = umfpack != NULL ? calloc(1, sizeof *f) : NULL;
    if (f != NULL)
        *f = (ss_factor){.umfpack = umfpack, .name = name};
    else if (umfpack != NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor %s", name);
    return f;
}

/* Back to a factor without a matrix; its size, for errors, stays. */
static void clear(ss_factor *f)
{
    if (f->numeric != NULL)
        f->umfpack->free_numeric(&f->numeric);
    if (f->symbolic != NULL)
        f->umfpack->free_symbolic(&f->symbolic);
    free(f->start);
    free(f->row);
    free(f->map);
    free(f->x);
    free(f->next);
    free(f->index_room);
    free(f->room);
    *f = (ss_factor){.umfpack = f->umfpack,
                     .name = f->name,
                     .n = f->n,
                     .expected = f->expected,
                     .facts.analyses = f->facts.analyses};
}

void ss_factor_free(ss_factor *f)
{
    if (f == NULL)
        return;
    clear(f);
    free(f);
}

bool ss_factor_report_memory(const char *name, size_t n, double bytes, ss_error *error)
{
    double limit = 0.0; /* bytes */
    char factors[64] = "";
    const double left = ss_memory_left(&limit), mib = 1048576.0;
    if (bytes > 0.0)
        snprintf(factors, sizeof factors, ", %.1f MiB for the numbers of the factors alone",
                 bytes / mib);
    if (!isfinite(limit))
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor %s: %zu unknowns%s", name,
                            n, factors);
    return ss_error_set(error, SS_ERROR_MEMORY,
                        "no memory to factor %s: %zu unknowns%s, and of the %.0f MiB that the "
                        "process may hold (--memory) %.1f are left",
                        name, n, factors, limit / mib, left / mib);
}

static bool report(const ss_factor *f, SuiteSparse_long status, ss_error *error)
{
    if (status == UMFPACK_OK)
        return true;
    if (status == UMFPACK_ERROR_out_of_memory)
        return ss_factor_report_memory(f->name, (size_t)f->n, f->expected, error);
    if (status == UMFPACK_WARNING_singular_matrix)
        return ss_error_set(error, SS_ERROR_DATA, "%s is singular", f->name);
    return ss_error_set(error, SS_ERROR_DATA, "%s cannot be factored (UMFPACK %ld)", f->name,
                        (long)status);
}

/* Has every entry of A its place in the pattern that was analysed? */
static bool has_pattern(const ss_factor *f, const ss_triplets *A)
{
    if (f->symbolic == NULL || (size_t)f->n != A->m || (size_t)f->count != A->count)
        return false;
    for (size_t k = 0; k < A->count; ++k) {
        const SuiteSparse_long at = f->map[k];
        if (f->row[at] != A->row[k] || at < f->start[A->col[k]] || at >= f->start[A->col[k] + 1])
            return false;
    }
    return true;
}

static bool reserve(ss_factor *f, const ss_triplets *A)
{
    const size_t n = A->m, count = A->count;
    f->n = (SuiteSparse_long)n;
    f->expected = 0.0;
    f->count = (SuiteSparse_long)count;
    f->start = calloc(n + 1, sizeof *f->start);
    f->row = calloc(count + 1, sizeof *f->row);
    f->map = calloc(count + 1, sizeof *f->map);
    f->x = calloc(count + 1, sizeof *f->x);
    f->next = calloc(count + 1, sizeof *f->next);
    f->index_room = calloc(n + 1, sizeof *f->index_room);
    f->room = calloc(5 * n + 1, sizeof *f->room);
    return f->start && f->row && f->map && f->x && f->next && f->index_room && f->room;
}

/* The values of A in the places of its entries. */
static void place(const ss_factor *f, const ss_triplets *A)
{
    memset(f->next, 0, (size_t)f->start[f->n] * sizeof *f->next);
    for (size_t k = 0; k < A->count; ++k)
        f->next[f->map[k]] += A->x[k];
}

/* of factors with so many entries, from so many operations */
static size_t count_moves(const ss_factor *f, double entries, double flops)
{
    return SS_FACTOR_ENTRY * (size_t)entries + SS_FACTOR_ROW * (size_t)f->n +
           (size_t)flops / SS_FACTOR_DENSE;
}

/* Order the unknowns, and foresee the factors from the pattern: what they are if each pivot is on
 * the diagonal, which holds within a percent for the matrices here. UMFPACK's own bound, for any
 * pivots, is ten times as much. All values are 1, so that no number enters, and what is kept of one
 * matrix serves the next as its own would; without values UMFPACK would think the diagonal empty,
 * and take five times the operations. */
static bool order(ss_factor *f, ss_error *error)
{
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    f->umfpack->defaults(control);
    for (SuiteSparse_long k = 0; k < f->start[f->n]; ++k)
        f->next[k] = 1.0;
    if (f->n >= large)
        control[UMFPACK_ORDERING] = UMFPACK_ORDERING_METIS;
    SuiteSparse_long status =
        f->umfpack->symbolic(f->n, f->n, f->start, f->row, f->next, &f->symbolic, control, info);
    if (status == UMFPACK_ERROR_ordering_failed) /* a UMFPACK without METIS */
        status =
            f->umfpack->symbolic(f->n, f->n, f->start, f->row, f->next, &f->symbolic, NULL, info);
    f->expected = sizeof(double) * fmax(info[UMFPACK_SYMMETRIC_LUNZ], 0.0);
    /* where it cannot tell: factors without fill */
    f->facts.foreseen_moves =
        count_moves(f, fmax(info[UMFPACK_SYMMETRIC_LUNZ], (double)f->start[f->n]),
                    fmax(info[UMFPACK_SYMMETRIC_FLOPS], 0.0));
    return report(f, status, error);
}

/* Compressed columns of the pattern, by UMFPACK's own conversion, and its analysis. */
static bool analyse(ss_factor *f, const ss_triplets *A, ss_error *error)
{
    clear(f);
    if (!reserve(f, A))
        return ss_factor_report_memory(f->name, (size_t)f->n, f->expected, error);
    SuiteSparse_long *const row = calloc(A->count + 1, sizeof *row);
    SuiteSparse_long *const col = calloc(A->count + 1, sizeof *col);
    bool ok = row != NULL && col != NULL;
    if (!ok)
        ss_factor_report_memory(f->name, (size_t)f->n, f->expected, error);
    for (size_t k = 0; ok && k < A->count; ++k) {
        row[k] = (SuiteSparse_long)A->row[k];
        col[k] = (SuiteSparse_long)A->col[k];
    }
    ok = ok && report(f,
                      f->umfpack->triplet_to_col(f->n, f->n, f->count, row, col, A->x, f->start,
                                                 f->row, f->next, f->map),
                      error);
    free(row);
    free(col);
    if (!ok)
        return false;
    ++f->facts.analyses;
    f->facts.analyse_moves = SS_FACTOR_ANALYSED * (size_t)f->start[f->n];
    return order(f, error);
}

/* Before it is tried: UMFPACK itself sees its limit only once all that is left is taken, from BLAS
 * and from the solver too. Asking costs as much as a small factorization. */
static bool fits(const ss_factor *f, ss_error *error)
{
    const double small = 1 << 22; /* 4 MiB */
    double limit = 0.0;
    return f->expected <= small || f->expected <= ss_memory_left(&limit) ||
           ss_factor_report_memory(f->name, (size_t)f->n, f->expected, error);
}

/* The factors of f->next; UMFPACK begins with the memory that is expected and half as much, not
 * with that of its bound. */
static bool factorize(const ss_factor *f, void **numeric, double info[UMFPACK_INFO],
                      ss_error *error)
{
    double control[UMFPACK_CONTROL];
    f->umfpack->defaults(control);
    if (f->expected > 0.0)
        control[UMFPACK_ALLOC_INIT] = -1.5 * f->expected / sizeof(double);
    return fits(f, error) && report(f,
                                    f->umfpack->numeric(f->start, f->row, f->next, f->symbolic,
                                                        numeric, control, info),
                                    error);
}

/* The determinant is that of rows which UMFPACK scales by positive numbers. False without memory.
 */
static bool find_sign(ss_factor *f, void *numeric, ss_error *error)
{
    double mantissa = 0.0, exponent = 0.0;
    /* n numbers multiply: mantissa and power of ten, so that nothing overflows */
    const bool ok =
        report(f, f->umfpack->get_determinant(&mantissa, &exponent, numeric, NULL), error);
    if (ok)
        f->facts.determinant_sign = (mantissa > 0.0) - (mantissa < 0.0);
    return ok;
}

/* UMFPACK counts memory in units of its own */
static void note_cost(ss_factor *f, const double info[UMFPACK_INFO])
{
    const double unit = info[UMFPACK_SIZE_OF_UNIT];
    f->facts.compute_flops = (size_t)info[UMFPACK_FLOPS];
    f->facts.entries = (size_t)(info[UMFPACK_LNZ] + info[UMFPACK_UNZ]);
    f->facts.bytes = (size_t)(unit * info[UMFPACK_NUMERIC_SIZE]);
    f->facts.peak_bytes = (size_t)(unit * info[UMFPACK_PEAK_MEMORY]);
    f->facts.compute_moves = count_moves(f, (double)f->facts.entries, info[UMFPACK_FLOPS]);
}

bool ss_factor_analyse(ss_factor *f, const ss_triplets *A, ss_error *error)
{
    if (has_pattern(f, A) || analyse(f, A, error))
        return true;
    clear(f);
    return false;
}

bool ss_factor_compute(ss_factor *f, const ss_triplets *A, ss_error *error)
{
    double info[UMFPACK_INFO];
    void *numeric = NULL;
    if (!ss_factor_analyse(f, A, error))
        return false;
    place(f, A);
    if (!factorize(f, &numeric, info, error) || !find_sign(f, numeric, error)) {
        if (numeric != NULL)
            f->umfpack->free_numeric(&numeric);
        return false;
    }
    if (f->numeric != NULL)
        f->umfpack->free_numeric(&f->numeric);
    f->numeric = numeric;
    note_cost(f, info);
    double *const before = f->x;
    f->x = f->next;
    f->next = before;
    return true;
}

bool ss_factor_solve(ss_factor *f, double *x, const double *b, ss_factor_how how, ss_error *error)
{
    double control[UMFPACK_CONTROL];
    double info[UMFPACK_INFO];
    if (f->numeric == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%s has not been factored", f->name);
    f->umfpack->defaults(control);
    /* steps of iterative refinement at most, each of which takes a product by the matrix */
    control[UMFPACK_IRSTEP] = how == SS_FACTOR_ONCE ? 0.0 : UMFPACK_DEFAULT_IRSTEP;
    const SuiteSparse_long status =
        f->umfpack->wsolve(how == SS_FACTOR_TRANSPOSED ? UMFPACK_At : UMFPACK_A, f->start, f->row,
                           f->x, x, b, f->numeric, control, info, f->index_room, f->room);
    f->facts.solve_flops = (size_t)fmax(info[UMFPACK_SOLVE_FLOPS], 0.0);
    f->facts.solve_moves = f->facts.solve_flops / SS_FACTOR_READ;
    return report(f, status, error);
}

ss_factor_facts ss_factor_facts_of(const ss_factor *f)
{
    return f->facts;
}
