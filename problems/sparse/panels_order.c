/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/panels_order.h"

#include <cholmod.h>
#include <stdlib.h>

void ss_panels_order_free(ss_panels_order *o)
{
    free(o->place);
    free(o->owner);
    free(o->first);
    free(o->rows_at);
    free(o->rows);
    free(o->up);
    free(o->parent);
    free(o->children_square);
    *o = (ss_panels_order){0};
}

size_t ss_panels_find(const ss_panels_order *o, size_t k, uint32_t i)
{
    const uint32_t *const rows = o->rows + o->rows_at[k];
    size_t low = 0, high = o->rows_at[k + 1] - o->rows_at[k];
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (rows[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The graph of blocks, as the lower triangle of a matrix without values. NULL without memory. */
static cholmod_sparse *make_graph(const ss_blocks *A, cholmod_common *common)
{
    cholmod_sparse *graph = NULL;
    cholmod_triplet *list =
        cholmod_l_allocate_triplet(A->n, A->n, A->count, -1, CHOLMOD_PATTERN, common);
    if (list == NULL)
        return NULL;
    SuiteSparse_long *const row = list->i, *const col = list->j;
    for (size_t e = 0; e < A->count; ++e) {
        const uint32_t i = A->row[e], j = A->col[e];
        row[e] = i > j ? i : j;
        col[e] = i > j ? j : i;
    }
    list->nnz = A->count;
    graph = cholmod_l_triplet_to_sparse(list, A->count, common);
    cholmod_l_free_triplet(&list, common);
    return graph;
}

/* Operations of a factorization by an analysis; about, as small fronts count as the large. */
static double count_flops(const cholmod_factor *L, double size)
{
    const SuiteSparse_long *const first = L->super, *const rows_at = L->pi;
    double flops = 0.0;
    for (size_t k = 0; k < L->nsuper; ++k) {
        const double w = size * (double)(first[k + 1] - first[k]);
        const double m = size * (double)(rows_at[k + 1] - rows_at[k]);
        flops += 2.0 * w * m * m;
    }
    return flops;
}

/* CHOLMOD's analysis with one ordering. */
static cholmod_factor *analyse(cholmod_sparse *graph, size_t size, int ordering,
                               cholmod_common *common)
{
    /* Supernodes are merged until they have 6, 12 or 24 columns, the more zeros the fewer: fewer
     * fronts, for up to a tenth more operations; measured on packs. */
    const size_t columns[] = {6, 12, 24};
    for (size_t i = 0; i < 3; ++i)
        common->nrelax[i] = columns[i] / size;
    common->supernodal = CHOLMOD_SUPERNODAL;
    common->nmethods = 1;
    common->method[0].ordering = ordering;
    return cholmod_l_analyze(graph, common);
}

/* By minimum degree; where that leaves much to do, by nested dissection, which takes six times as
 * long to find, and in packs a third or more off the operations: it pays within a few
 * factorizations. A CHOLMOD without METIS has the first alone. */
static cholmod_factor *find_order(cholmod_sparse *graph, size_t size, cholmod_common *common)
{
    const double much = 4e4; /* operations a block row */
    cholmod_factor *L = analyse(graph, size, CHOLMOD_AMD, common);
    if (L == NULL || count_flops(L, (double)size) <= much * (double)L->n)
        return L;
    cholmod_factor *other = analyse(graph, size, CHOLMOD_NESDIS, common);
    if (other != NULL && count_flops(other, (double)size) < count_flops(L, (double)size)) {
        cholmod_factor *const before = L;
        L = other;
        other = before;
    }
    cholmod_l_free_factor(&other, common);
    return L;
}

static bool copy_order(ss_panels_order *o, const cholmod_factor *L)
{
    const SuiteSparse_long *const perm = L->Perm, *const first = L->super;
    const SuiteSparse_long *const rows_at = L->pi, *const rows = L->s;
    const size_t n = L->n, count = L->nsuper, total = (size_t)rows_at[count];
    o->supernodes = count;
    o->place = calloc(n + 1, sizeof *o->place);
    o->owner = calloc(n + 1, sizeof *o->owner);
    o->first = calloc(count + 1, sizeof *o->first);
    o->rows_at = calloc(count + 1, sizeof *o->rows_at);
    o->rows = calloc(total + 1, sizeof *o->rows);
    o->up = calloc(total + 1, sizeof *o->up);
    o->parent = calloc(count + 1, sizeof *o->parent);
    o->children_square = calloc(count + 1, sizeof *o->children_square);
    if (o->place == NULL || o->owner == NULL || o->first == NULL || o->rows_at == NULL ||
        o->rows == NULL || o->up == NULL || o->parent == NULL || o->children_square == NULL)
        return false;
    for (size_t i = 0; i < n; ++i)
        o->place[perm[i]] = (uint32_t)i;
    for (size_t k = 0; k <= count; ++k) {
        o->first[k] = (size_t)first[k];
        o->rows_at[k] = (size_t)rows_at[k];
    }
    for (size_t i = 0; i < total; ++i)
        o->rows[i] = (uint32_t)rows[i];
    for (size_t k = 0; k < count; ++k)
        for (size_t i = o->first[k]; i < o->first[k + 1]; ++i)
            o->owner[i] = (uint32_t)k;
    return true;
}

/* The parent of a supernode owns the first row below it, and has all others. */
static void link_parents(ss_panels_order *o)
{
    for (size_t k = 0; k < o->supernodes; ++k) {
        const size_t below = o->rows_at[k] + o->first[k + 1] - o->first[k];
        const size_t r = o->size * (o->rows_at[k + 1] - below);
        o->parent[k] = r > 0 ? o->owner[o->rows[below]] : UINT32_MAX;
        for (size_t i = below; i < o->rows_at[k + 1]; ++i)
            o->up[i] = (uint32_t)ss_panels_find(o, o->parent[k], o->rows[i]);
        if (r > 0)
            o->children_square[o->parent[k]] += r * r;
    }
}

bool ss_panels_order_make(ss_panels_order *o, const ss_blocks *A)
{
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0;
    cholmod_sparse *graph = make_graph(A, &common);
    cholmod_factor *L = graph != NULL ? find_order(graph, A->size, &common) : NULL;
    o->n = A->n;
    o->size = A->size;
    o->count = A->count;
    const bool ok = L != NULL && copy_order(o, L);
    if (ok)
        link_parents(o);
    cholmod_l_free_factor(&L, &common);
    cholmod_l_free_sparse(&graph, &common);
    cholmod_l_finish(&common);
    return ok;
}
