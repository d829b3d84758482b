/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/block_factor.h"

#include "problems/base/memory.h"
#include "problems/sparse/sparse_module.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A solution that is further from solving was not made by rounding alone. */
static const double FAR = 1e-10;

/* Who factored the matrix. */
typedef enum way { BY_NOBODY, BY_PANELS, BY_UMFPACK } way;

/* Invariant: the panels, where there are any, are of the last pattern; A is the matrix that is
 * factored unless `by` is BY_NOBODY. */
struct ss_block_factor {
    const ss_sparse *sparse; /* the module's functions */
    const char *name;        /* borrowed */
    ss_panels *panels;
    ss_panels_facts panels_facts;
    size_t n; /* rows; of errors */
    ss_factor *pivoted;
    const ss_blocks *A; /* borrowed */
    way by;
    bool is_tried; /* a solution by these panels was looked at */
    ss_factor_facts facts;
};

ss_block_factor *ss_block_factor_create(const char *name, ss_error *error)
{
    const ss_sparse *const sparse = ss_sparse_load(error);
    ss_block_factor *const f = sparse != NULL ? calloc(1, sizeof *f) : NULL;
    if (f != NULL)
        *f = (ss_block_factor){.sparse = sparse, .name = name};
    else if (sparse != NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory to factor %s", name);
    return f;
}

void ss_block_factor_free(ss_block_factor *f)
{
    if (f == NULL)
        return;
    f->sparse->panels_free(f->panels);
    ss_factor_free(f->pivoted);
    free(f);
}

bool ss_block_factor_analyse(ss_block_factor *f, const ss_blocks *A, ss_error *error)
{
    if (f->sparse->panels_fit(f->panels, A))
        return true;
    f->by = BY_NOBODY;
    f->sparse->panels_free(f->panels);
    f->panels = f->sparse->panels_create(A, &f->panels_facts);
    f->n = A->n * A->size;
    if (f->panels == NULL)
        return ss_factor_report_memory(f->name, f->n, f->panels_facts.bytes, error);
    const ss_panels_facts *const cost = &f->panels_facts;
    const double moves = SS_PANELS_ENTRY * cost->entries + SS_PANELS_ROW * (double)f->n +
                         cost->flops / SS_PANELS_DENSE;
    f->facts = (ss_factor_facts){.analyses = f->facts.analyses + 1,
                                 .analyse_moves = SS_PANELS_ANALYSED * A->count,
                                 .foreseen_moves = (size_t)moves};
    return true;
}

bool ss_block_factor_pivot(ss_block_factor *f, ss_error *error)
{
    const ss_blocks *const A = f->A;
    if (A == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%s has not been factored", f->name);
    const size_t b = A->size, count = A->count * b * b;
    ss_triplets list = {.m = f->n, .n = f->n, .count = count, .x = A->x};
    list.row = calloc(count + 1, sizeof *list.row);
    list.col = calloc(count + 1, sizeof *list.col);
    if (f->pivoted == NULL)
        f->pivoted = ss_factor_create(f->name, error);
    bool ok = list.row != NULL && list.col != NULL && f->pivoted != NULL;
    if (!ok)
        ss_factor_report_memory(f->name, f->n, f->panels_facts.bytes, error);
    for (size_t e = 0; ok && e < count; ++e) {
        list.row[e] = (int64_t)(b * A->row[e / (b * b)] + e / b % b);
        list.col[e] = (int64_t)(b * A->col[e / (b * b)] + e % b);
    }
    ok = ok && ss_factor_compute(f->pivoted, &list, error);
    free(list.row);
    free(list.col);
    f->by = ok ? BY_UMFPACK : BY_NOBODY;
    if (!ok)
        return false;
    const ss_factor_facts cost = ss_factor_facts_of(f->pivoted);
    f->facts.determinant_sign = cost.determinant_sign;
    f->facts.compute_flops += cost.compute_flops;
    f->facts.compute_moves += cost.compute_moves + cost.analyse_moves;
    f->facts.entries = cost.entries;
    return true;
}

bool ss_block_factor_compute(ss_block_factor *f, const ss_blocks *A, ss_error *error)
{
    if (!ss_block_factor_analyse(f, A, error))
        return false;
    f->A = A;
    f->is_tried = false;
    f->facts.determinant_sign = f->sparse->panels_compute(f->panels, A->x);
    f->by = f->facts.determinant_sign != 0 ? BY_PANELS : BY_NOBODY;
    f->facts.entries = (size_t)f->panels_facts.entries;
    f->facts.compute_flops = (size_t)f->panels_facts.flops;
    f->facts.compute_moves = f->facts.foreseen_moves;
    return f->by == BY_PANELS || ss_block_factor_pivot(f, error);
}

static bool solve_pivoted(ss_block_factor *f, double *x, const double *b, ss_factor_how how,
                          ss_error *error)
{
    const bool ok = ss_factor_solve(f->pivoted, x, b, how, error);
    f->facts.solve_flops = ss_factor_facts_of(f->pivoted).solve_flops;
    f->facts.solve_moves = ss_factor_facts_of(f->pivoted).solve_moves;
    return ok;
}

bool ss_block_factor_solve(ss_block_factor *f, double *x, const double *b, ss_factor_how how,
                           ss_error *error)
{
    if (f->by == BY_NOBODY)
        return ss_error_set(error, SS_ERROR_DATA, "%s has not been factored", f->name);
    if (f->by == BY_PANELS && how != SS_FACTOR_ONCE && !ss_block_factor_pivot(f, error))
        return false;
    if (f->by == BY_UMFPACK)
        return solve_pivoted(f, x, b, how, error);
    f->sparse->panels_solve(f->panels, x, b);
    f->facts.solve_flops = 2 * f->facts.entries;
    f->facts.solve_moves = f->facts.solve_flops / SS_PANELS_READ;
    if (f->is_tried || f->sparse->panels_error(f->panels, f->A->x, x, b) <= FAR) {
        f->is_tried = true;
        return true;
    }
    const ss_factor_facts before = f->facts;
    const bool ok = ss_block_factor_pivot(f, error) && solve_pivoted(f, x, b, how, error);
    /* what the second factorization took counts with this solve: that of the first is noted */
    f->facts.solve_flops += f->facts.compute_flops - before.compute_flops;
    f->facts.solve_moves += f->facts.compute_moves - before.compute_moves;
    f->facts.compute_flops = before.compute_flops;
    f->facts.compute_moves = before.compute_moves;
    return ok;
}

ss_factor_facts ss_block_factor_facts_of(const ss_block_factor *f)
{
    ss_factor_facts facts = f->facts;
    facts.bytes = (size_t)f->panels_facts.bytes;
    facts.peak_bytes = (size_t)f->panels_facts.peak;
    return facts;
}
