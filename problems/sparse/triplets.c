/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/triplets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ss_triplets_free(ss_triplets *t)
{
    free(t->row);
    free(t->col);
    free(t->x);
    *t = (ss_triplets){0};
}

bool ss_row_order_create(ss_row_order *rows, const ss_triplets *t, size_t size, ss_error *error)
{
    const size_t n_groups = t->m / size; /* rows, or block rows */
    rows->start = calloc(n_groups + 2, sizeof *rows->start);
    rows->order = calloc(t->count + 1, sizeof *rows->order);
    if (rows->start == NULL || rows->order == NULL)
        return ss_error_memory(error, "a matrix of %zu entries", t->count);
    size_t *const next = rows->start + 1; /* next[g]: where group g goes on */
    /* a counting sort: numbers of entries two places on, their sums, then each entry to its place,
     * which moves the beginnings one place on */
    for (size_t k = 0; k < t->count; ++k)
        ++rows->start[(size_t)t->row[k] / size + 2];
    for (size_t g = 0; g < n_groups; ++g)
        rows->start[g + 1] += rows->start[g];
    for (size_t k = 0; k < t->count; ++k)
        rows->order[next[(size_t)t->row[k] / size]++] = k;
    return true;
}

void ss_row_order_free(ss_row_order *rows)
{
    free(rows->start);
    free(rows->order);
    *rows = (ss_row_order){0};
}

/* ascending; block columns of a row are distinct */
static int compare(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The distinct block columns of block row c, ascending, into `column`; returns how many. `seen` has
 * an element a contact and holds c + 1 where row c has been. */
static size_t block_row(size_t *column, size_t *seen, const ss_triplets *W,
                        const ss_row_order *rows, size_t c, size_t dim)
{
    size_t n = 0;
    for (size_t k = rows->start[c]; k < rows->start[c + 1]; ++k) {
        const size_t b = (size_t)W->col[rows->order[k]] / dim;
        if (seen[b] != c + 1)
            column[n++] = b;
        seen[b] = c + 1;
    }
    qsort(column, n, sizeof *column, compare);
    return n;
}

/* Entries that nothing has been added to are NaN until the row is done: the sum starts from the
 * first entry and not from 0, which would turn a -0 into 0. */
static void fill_row(const ss_block_arrays *out, size_t *place, const ss_triplets *W,
                     const ss_row_order *rows, size_t c, size_t dim)
{
    double *const first = out->blocks + 9 * out->row_start[c]; /* 1/kg */
    double *const last = out->blocks + 9 * out->row_start[c + 1];
    for (double *x = first; x < last; ++x)
        *x = NAN;
    for (size_t k = out->row_start[c]; k < out->row_start[c + 1]; ++k)
        place[out->column[k]] = k;
    for (size_t k = rows->start[c]; k < rows->start[c + 1]; ++k) {
        const size_t e = rows->order[k], col = (size_t)W->col[e];
        double *const x =
            out->blocks + 9 * place[col / dim] + 3 * ((size_t)W->row[e] % dim) + col % dim;
        *x = isnan(*x) ? W->x[e] : *x + W->x[e];
    }
    for (double *x = first; x < last; ++x)
        if (isnan(*x))
            *x = 0.0;
}

static void embed_diagonal(const ss_block_arrays *out, size_t c)
{
    for (size_t k = out->row_start[c]; k < out->row_start[c + 1]; ++k)
        if (out->column[k] == c) {
            double *const W = out->blocks + 9 * k;
            /* a velocity of its own across the plane, with the scale of the other two, so that
             * tr(W_cc)/3 is theirs; the halves, and not the sum halved, cannot overflow */
            W[8] = 0.5 * W[0] + 0.5 * W[4];
        }
}

ss_block_problem *ss_block_problem_from_triplets(const ss_triplets *W, size_t dim,
                                                 ss_block_arrays *arrays, ss_error *error)
{
    const size_t n_contacts = W->m / dim; /* block rows */
    ss_row_order rows = {0};
    ss_block_problem *s = NULL;
    size_t n_blocks = 0; /* in all rows */
    size_t *const seen = calloc(n_contacts + 1, sizeof *seen);
    size_t *const column = calloc(n_contacts + 1, sizeof *column);
    if (seen == NULL || column == NULL) {
        ss_error_memory(error, "a matrix of %zu entries", W->count);
        goto out;
    }
    if (!ss_row_order_create(&rows, W, dim, error))
        goto out;
    /* the number of blocks first, then the same rows again, into their place */
    for (size_t c = 0; c < n_contacts; ++c)
        n_blocks += block_row(column, seen, W, &rows, c, dim);
    s = ss_block_problem_create(n_contacts, n_blocks, arrays, error);
    if (s == NULL)
        goto out;
    *arrays->dim = (int)dim;
    memset(seen, 0, n_contacts * sizeof *seen);
    for (size_t c = 0; c < n_contacts; ++c) {
        const size_t start = arrays->row_start[c];
        arrays->row_start[c + 1] =
            start + block_row(arrays->column + start, seen, W, &rows, c, dim);
        fill_row(arrays, column, W, &rows, c, dim);
        if (dim == 2)
            embed_diagonal(arrays, c);
    }
out:
    ss_row_order_free(&rows);
    free(seen);
    free(column);
    return s;
}

void ss_embed_vector(double *out, const double *in, size_t n_contacts, size_t dim)
{
    for (size_t c = 0; c < n_contacts; ++c)
        for (size_t k = 0; k < 3; ++k)
            out[3 * c + k] = k < dim ? in[dim * c + k] : 0.0;
}
