/* Row i of W is (M^-T h_i)^T H, h_i being column i of H: one solve a row, then a sparse product.
 * With a diagonal M, or one of unconnected blocks, M^-T h_i has exact zeros elsewhere, so that only
 * contacts which share a body meet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/condense.h"

#include "problems/sparse/mass_solve.h"

#include <stdlib.h>
#include <string.h>

/* A vector of which few elements are not zero. `mark` holds `stamp` at the listed ones. */
typedef struct sparse_vector {
    double *x;
    size_t *list, *mark;
    size_t n_listed;
} sparse_vector;

/* Invariant between rows: h.x is 0 where a factor is used, since only listed elements were
 * written and solve clears them. Marks are i + 1, so that zeros are marks of no row. */
typedef struct workspace {
    const ss_triplets *H;
    ss_mass_solve *mass;
    ss_row_order by_row, by_col; /* of H */
    sparse_vector h, y, sum;     /* h_i, M^-T h_i, row i of W */
    size_t limit, room;          /* entries of W: the most we make, and allocated so far */
    ss_error *error;
} workspace;

static bool vector_create(sparse_vector *v, size_t n)
{
    v->x = calloc(n + 1, sizeof *v->x);
    v->list = calloc(n + 1, sizeof *v->list);
    v->mark = calloc(n + 1, sizeof *v->mark);
    return v->x != NULL && v->list != NULL && v->mark != NULL;
}

static void vector_free(sparse_vector *v)
{
    free(v->x);
    free(v->list);
    free(v->mark);
}

static void vector_add(sparse_vector *v, size_t stamp, size_t k, double value)
{
    if (v->mark[k] != stamp) {
        v->mark[k] = stamp;
        v->list[v->n_listed++] = k;
        v->x[k] = 0.0;
    }
    v->x[k] += value;
}

/* what is made once: M's factor or diagonal, H by rows and by columns, three sparse vectors */
static bool create(workspace *s, const ss_triplets *M, const ss_triplets *H, ss_error *error)
{
    const ss_triplets transposed = {H->n, H->m, H->count, H->col, H->row, H->x};
    const size_t least = (size_t)1 << 25;
    s->H = H;
    s->error = error;
    /* 33 million entries, 0.8 GB, or a hundred times those of H: a small file must not ask for
     * all memory */
    s->limit = 100 * H->count > least ? 100 * H->count : least;
    s->mass = ss_mass_solve_create(M, error);
    if (s->mass == NULL || !ss_row_order_create(&s->by_row, H, 1, error) ||
        !ss_row_order_create(&s->by_col, &transposed, 1, error))
        return false;
    return (vector_create(&s->h, M->m) && vector_create(&s->y, M->m) &&
            vector_create(&s->sum, H->n)) ||
           ss_error_memory(error, "condensing a global problem");
}

static void destroy(workspace *s)
{
    ss_mass_solve_free(s->mass);
    ss_row_order_free(&s->by_row);
    ss_row_order_free(&s->by_col);
    vector_free(&s->h);
    vector_free(&s->y);
    vector_free(&s->sum);
}

/* h = column i of H, and its listed elements. */
static void take_column(workspace *s, size_t i)
{
    s->h.n_listed = 0;
    for (size_t k = s->by_col.start[i]; k < s->by_col.start[i + 1]; ++k) {
        const size_t e = s->by_col.order[k];
        vector_add(&s->h, i + 1, (size_t)s->H->row[e], s->H->x[e]);
    }
}

/* y = M^-T h, listing what is not zero. */
static bool solve(workspace *s, size_t n)
{
    const double *const diagonal = ss_mass_solve_diagonal(s->mass);
    s->y.n_listed = 0;
    if (diagonal != NULL) {
        for (size_t l = 0; l < s->h.n_listed; ++l) {
            const size_t k = s->h.list[l];
            s->y.x[k] = s->h.x[k] / diagonal[k];
            s->y.list[s->y.n_listed++] = k;
        }
        return true;
    }
    if (!ss_mass_solve_apply(s->mass, s->y.x, s->h.x, true, s->error))
        return false;
    for (size_t l = 0; l < s->h.n_listed; ++l) /* the next column finds zeros */
        s->h.x[s->h.list[l]] = 0.0;
    for (size_t k = 0; k < n; ++k)
        if (s->y.x[k] != 0.0)
            s->y.list[s->y.n_listed++] = k;
    return true;
}

/* sum = y^T H. */
static void multiply(workspace *s, size_t i)
{
    s->sum.n_listed = 0;
    for (size_t l = 0; l < s->y.n_listed; ++l) {
        const size_t row = s->y.list[l];
        for (size_t k = s->by_row.start[row]; k < s->by_row.start[row + 1]; ++k) {
            const size_t e = s->by_row.order[k];
            vector_add(&s->sum, i + 1, (size_t)s->H->col[e], s->y.x[row] * s->H->x[e]);
        }
    }
}

static bool grow(workspace *s, ss_triplets *W)
{
    const size_t needed = W->count + s->sum.n_listed;
    if (needed <= s->room)
        return true;
    if (needed > s->limit)
        return ss_error_set(s->error, SS_ERROR_DATA,
                            "the condensed W would have more than %zu entries", s->limit);
    const size_t room = 2 * needed; /* entries */
    /* each array is kept as soon as it has moved, so that W can be freed after any failure */
    int64_t *const row = realloc(W->row, room * sizeof *row);
    W->row = row != NULL ? row : W->row;
    int64_t *const col = realloc(W->col, room * sizeof *col);
    W->col = col != NULL ? col : W->col;
    double *const x = realloc(W->x, room * sizeof *x);
    W->x = x != NULL ? x : W->x;
    if (row == NULL || col == NULL || x == NULL)
        return ss_error_memory(s->error, "condensing a global problem");
    s->room = room;
    return true;
}

/* in the order in which multiply met them; exact zeros, of contacts that share no body, are
 * left out */
static void append_row(ss_triplets *W, const sparse_vector *sum, size_t i)
{
    for (size_t l = 0; l < sum->n_listed; ++l) {
        const size_t j = sum->list[l];
        if (sum->x[j] == 0.0)
            continue;
        W->row[W->count] = (int64_t)i;
        W->col[W->count] = (int64_t)j;
        W->x[W->count++] = sum->x[j];
    }
}

/* q = w + H^T M^-1 f; y serves for M^-1 f. */
static bool free_velocity(double *q, workspace *s, const double *f, const double *w)
{
    const ss_triplets *const H = s->H;
    if (!ss_mass_solve_apply(s->mass, s->y.x, f, false, s->error))
        return false;
    memset(s->sum.x, 0, H->n * sizeof *s->sum.x);
    for (size_t e = 0; e < H->count; ++e)
        s->sum.x[H->col[e]] += H->x[e] * s->y.x[H->row[e]];
    for (size_t i = 0; i < H->n; ++i)
        q[i] = w[i] + s->sum.x[i];
    return true;
}

bool ss_condense(ss_triplets *W, double *q, const ss_global_form *global, ss_error *error)
{
    const ss_triplets *const M = global->M, *const H = global->H;
    workspace s = {0};
    W->m = W->n = H->n;
    bool ok = create(&s, M, H, error) && free_velocity(q, &s, global->f, global->w);
    /* row i of W: a column of H, one solve, a product by H */
    for (size_t i = 0; ok && i < H->n; ++i) {
        take_column(&s, i);
        ok = solve(&s, M->m);
        if (ok)
            multiply(&s, i);
        ok = ok && grow(&s, W);
        if (ok)
            append_row(W, &s.sum, i);
    }
    destroy(&s);
    return ok;
}
