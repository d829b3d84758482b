/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/panels.h"

#include "problems/base/memory.h"
#include "problems/sparse/panels_dense.h"
#include "problems/sparse/panels_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Panels are column-major. Those of supernode k begin at values + at[k]: m x w of L11\U11 and L21,
 * then w x (m - w) of U12. */
struct ss_panels {
    ss_panels_order order;
    size_t *at;       /* supernodes + 1 */
    size_t *entry_at; /* count: where block k of the list is added */
    uint32_t *entry_ld;
    uint32_t *row, *col; /* count: the list's places */
    double *values;
    double *stack; /* the C of fronts whose parent is to come, up to `top` */
    size_t top;
    uint32_t *waiting; /* supernodes: whose they are */
    size_t n_waiting;
    double *scale; /* rows: 1 / sum of sizes */
    double *y;     /* rows, and one front's more: of a solve */
    int *pivot;    /* rows: exchanged with which, counted from the pivot's own */
    int sign;      /* of the determinant of the fronts so far */
};

/* A front of m rows, w of them its own and r below. */
typedef struct front {
    size_t m, w, r;
    ss_dense corner, lower, upper; /* L11\U11, L21 and U12 */
} front;

static front front_of(const ss_panels *p, size_t k)
{
    const ss_panels_order *const o = &p->order;
    const size_t m = o->size * (o->rows_at[k + 1] - o->rows_at[k]);
    const size_t w = o->size * (o->first[k + 1] - o->first[k]), r = m - w;
    double *const L = p->values + p->at[k];
    return (front){m, w, r, {L, w, w, m}, {L + w, r, w, m}, {L + m * w, w, r, w}};
}

void ss_panels_free(ss_panels *p)
{
    if (p == NULL)
        return;
    ss_panels_order_free(&p->order);
    free(p->at);
    free(p->entry_at);
    free(p->entry_ld);
    free(p->row);
    free(p->col);
    free(p->values);
    free(p->stack);
    free(p->waiting);
    free(p->scale);
    free(p->y);
    free(p->pivot);
    free(p);
}

/* Where the blocks of the list go: to the columns of the first supernode of the two, or to its
 * rows. */
static void place_entries(ss_panels *p, const ss_blocks *A)
{
    const ss_panels_order *const o = &p->order;
    const size_t b = o->size;
    for (size_t e = 0; e < A->count; ++e) {
        const uint32_t i = o->place[A->row[e]], j = o->place[A->col[e]];
        const size_t k = o->owner[i < j ? i : j];
        const size_t width = o->first[k + 1] - o->first[k];
        const front f = front_of(p, k);
        const double *at = NULL;
        if (j < o->first[k + 1]) {
            at = f.corner.x + b * (ss_panels_find(o, k, i) + f.m * (j - o->first[k]));
            p->entry_ld[e] = (uint32_t)f.m;
        } else {
            at = f.upper.x + b * (i - o->first[k] + f.w * (ss_panels_find(o, k, j) - width));
            p->entry_ld[e] = (uint32_t)f.w;
        }
        p->entry_at[e] = (size_t)(at - p->values);
        p->row[e] = A->row[e];
        p->col[e] = A->col[e];
    }
}

/* What the panels take; and at[], whose last is the number of values. */
static size_t lay_out(ss_panels *p, size_t count, ss_panels_facts *facts)
{
    const ss_panels_order *const o = &p->order;
    size_t top = 0, most = 0; /* of the stack */
    for (size_t k = 0; k < o->supernodes; ++k) {
        const front f = front_of(p, k);
        const double w = (double)f.w, r = (double)f.r;
        p->at[k + 1] = p->at[k] + (f.m + f.r) * f.w;
        facts->flops += w * (w * (2.0 / 3.0 * w + 2.0 * r) + 2.0 * r * r);
        const size_t square = f.r * f.r;
        most = top + square > most ? top + square : most;
        top += square - o->children_square[k];
    }
    facts->entries = (double)p->at[o->supernodes];
    facts->bytes = sizeof(double) * facts->entries;
    facts->peak =
        facts->bytes + (double)(sizeof(double) * (most + 4 * o->n * o->size) + 24 * count);
    return most;
}

ss_panels *ss_panels_create(const ss_blocks *A, ss_panels_facts *facts)
{
    double limit = 0.0;
    ss_panels *const p = calloc(1, sizeof *p);
    *facts = (ss_panels_facts){0};
    bool ok = p != NULL && ss_panels_order_make(&p->order, A);
    const size_t n = ok ? A->n * A->size : 0;
    ok = ok && (p->at = calloc(p->order.supernodes + 1, sizeof *p->at)) != NULL;
    const size_t stack = ok ? lay_out(p, A->count, facts) : 0;
    /* UMFPACK's rule: asking what is left costs as much as a small factorization */
    ok = ok && (facts->peak <= 1 << 22 || facts->peak <= ss_memory_left(&limit));
    if (ok) {
        p->entry_at = calloc(A->count + 1, sizeof *p->entry_at);
        p->entry_ld = calloc(A->count + 1, sizeof *p->entry_ld);
        p->row = calloc(A->count + 1, sizeof *p->row);
        p->col = calloc(A->count + 1, sizeof *p->col);
        p->values = calloc((size_t)facts->entries + 1, sizeof *p->values);
        p->stack = calloc(stack + 1, sizeof *p->stack);
        p->waiting = calloc(p->order.supernodes + 1, sizeof *p->waiting);
        p->scale = calloc(n + 1, sizeof *p->scale);
        p->y = calloc(2 * n + 1, sizeof *p->y);
        p->pivot = calloc(n + 1, sizeof *p->pivot);
        ok = p->entry_at != NULL && p->entry_ld != NULL && p->row != NULL && p->col != NULL &&
             p->values != NULL && p->stack != NULL && p->waiting != NULL && p->scale != NULL &&
             p->y != NULL && p->pivot != NULL;
    }
    if (!ok) {
        ss_panels_free(p);
        return NULL;
    }
    place_entries(p, A);
    return p;
}

bool ss_panels_fit(const ss_panels *p, const ss_blocks *A)
{
    if (p == NULL || p->order.n != A->n || p->order.size != A->size || p->order.count != A->count)
        return false;
    return memcmp(p->row, A->row, A->count * sizeof *A->row) == 0 &&
           memcmp(p->col, A->col, A->count * sizeof *A->col) == 0;
}

/* Row scales, and the scaled blocks in their places. */
static void assemble(ss_panels *p, const double *x)
{
    const ss_panels_order *const o = &p->order;
    const size_t b = o->size;
    memset(p->scale, 0, o->n * b * sizeof *p->scale);
    memset(p->values, 0, p->at[o->supernodes] * sizeof *p->values);
    for (size_t e = 0; e < o->count; ++e)
        for (size_t i = 0; i < b; ++i)
            for (size_t j = 0; j < b; ++j)
                p->scale[b * p->row[e] + i] += fabs(x[b * (b * e + i) + j]);
    for (size_t i = 0; i < o->n * b; ++i)
        p->scale[i] = p->scale[i] > 0.0 ? 1.0 / p->scale[i] : 1.0;
    for (size_t e = 0; e < o->count; ++e) {
        const double *const s = p->scale + b * p->row[e], *const block = x + b * b * e;
        double *const to = p->values + p->entry_at[e];
        const size_t ld = p->entry_ld[e];
        for (size_t j = 0; j < b; ++j)
            for (size_t i = 0; i < b; ++i)
                to[ld * j + i] += s[i] * block[b * i + j];
    }
}

/* A block column of C, `run` rows of it, to where `to` begins; columns follow in ld_from and ld. */
static void add_run(double *to, size_t ld, const double *from, size_t ld_from, size_t run, size_t b)
{
    for (size_t c = 0; c < b; ++c, to += ld, from += ld_from)
        for (size_t e = 0; e < run; ++e)
            to[e] += from[e];
}

/* The C of child k, at the top of the stack, into its parent's panels and the parent's C. Block
 * rows that follow each other in both are added as one run. */
static void add_child(const ss_panels *p, size_t k, const front *to, double *to_C)
{
    const ss_panels_order *const o = &p->order;
    const size_t b = o->size, own = o->first[k + 1] - o->first[k];
    const uint32_t *const up = o->up + o->rows_at[k] + own;
    const size_t n = o->rows_at[k + 1] - o->rows_at[k] - own;
    const double *const C = p->stack + p->top;
    for (size_t i = 0, end; i < n; i = end) {
        const size_t row = b * up[i];
        for (end = i + 1; end < n && up[end] == up[end - 1] + 1 && b * up[end] != to->w;)
            ++end;
        for (size_t j = 0; j < n; ++j) {
            const double *const from = C + b * (i + b * n * j);
            const size_t column = b * up[j], run = b * (end - i);
            if (column < to->w)
                add_run(to->corner.x + row + to->m * column, to->m, from, b * n, run, b);
            else if (row < to->w)
                add_run(to->upper.x + row + to->w * (column - to->w), to->w, from, b * n, run, b);
            else
                add_run(to_C + row - to->w + to->r * (column - to->w), to->r, from, b * n, run, b);
        }
    }
}

/* Factor front k; its C takes the place of its children's, the last on the stack. */
static bool factor_front(ss_panels *p, size_t k)
{
    const ss_panels_order *const o = &p->order;
    const front f = front_of(p, k);
    double *const C = p->stack + p->top;
    int *const pivot = p->pivot + o->size * o->first[k];
    memset(C, 0, f.r * f.r * sizeof *C);
    for (; p->n_waiting > 0 && o->parent[p->waiting[p->n_waiting - 1]] == k; --p->n_waiting) {
        const size_t child = p->waiting[p->n_waiting - 1], r = front_of(p, child).r;
        p->top -= r * r;
        add_child(p, child, &f, C);
    }
    if (!ss_dense_factor(f.corner, pivot))
        return false;
    for (size_t i = 0; i < f.w; ++i)
        p->sign *= (f.corner.x[i + f.m * i] > 0.0 ? 1 : -1) * (pivot[i] != 0 ? -1 : 1);
    if (f.r == 0)
        return true;
    ss_dense_exchange(f.upper, pivot, f.w);
    ss_dense_solve_lower(f.corner, f.upper);
    ss_dense_divide_upper(f.lower, f.corner);
    ss_dense_subtract((ss_dense){C, f.r, f.r, f.r}, f.lower, f.upper);
    memmove(p->stack + p->top, C, f.r * f.r * sizeof *C);
    p->top += f.r * f.r;
    p->waiting[p->n_waiting++] = (uint32_t)k;
    return true;
}

int ss_panels_compute(ss_panels *p, const double *a)
{
    assemble(p, a);
    p->sign = 1;
    p->top = p->n_waiting = 0;
    for (size_t k = 0; k < p->order.supernodes; ++k)
        if (!factor_front(p, k))
            return 0;
    return p->sign;
}

/* y = L^-1 y, supernode by supernode. */
static void solve_lower(const ss_panels *p, double *y, double *below)
{
    const ss_panels_order *const o = &p->order;
    const size_t b = o->size;
    for (size_t k = 0; k < o->supernodes; ++k) {
        const front f = front_of(p, k);
        const uint32_t *const rows = o->rows + o->rows_at[k];
        const ss_dense own = {y + b * o->first[k], f.w, 1, f.w}, rest = {below, f.r, 1, f.r};
        ss_dense_exchange(own, p->pivot + b * o->first[k], f.w);
        ss_dense_solve_lower(f.corner, own);
        memset(below, 0, f.r * sizeof *below);
        ss_dense_subtract(rest, f.lower, own);
        for (size_t i = 0; i < f.r; ++i)
            y[b * rows[(f.w + i) / b] + i % b] += below[i];
    }
}

/* y = U^-1 y, from the last supernode on. */
static void solve_upper(const ss_panels *p, double *y, double *below)
{
    const ss_panels_order *const o = &p->order;
    const size_t b = o->size;
    for (size_t k = o->supernodes; k-- > 0;) {
        const front f = front_of(p, k);
        const uint32_t *const rows = o->rows + o->rows_at[k];
        const ss_dense own = {y + b * o->first[k], f.w, 1, f.w}, rest = {below, f.r, 1, f.r};
        for (size_t i = 0; i < f.r; ++i)
            below[i] = y[b * rows[(f.w + i) / b] + i % b];
        ss_dense_subtract(own, f.upper, rest);
        ss_dense_solve_upper(f.corner, own.x);
    }
}

void ss_panels_solve(ss_panels *p, double *x, const double *b)
{
    const ss_panels_order *const o = &p->order;
    double *const y = p->y;
    for (size_t i = 0; i < o->n; ++i)
        for (size_t e = 0; e < o->size; ++e) {
            const size_t at = o->size * i + e;
            y[o->size * o->place[i] + e] = p->scale[at] * b[at];
        }
    solve_lower(p, y, y + o->n * o->size);
    solve_upper(p, y, y + o->n * o->size);
    for (size_t i = 0; i < o->n; ++i)
        memcpy(x + o->size * i, y + o->size * o->place[i], o->size * sizeof *x);
}

double ss_panels_error(const ss_panels *p, const double *a, const double *x, const double *b)
{
    const ss_panels_order *const o = &p->order;
    const size_t size = o->size, n = o->n * size;
    double *const rest = p->y;
    double largest = 0.0, error = 0.0;
    for (size_t i = 0; i < n; ++i) {
        rest[i] = b[i];
        largest = fmax(largest, fabs(x[i]));
        if (!isfinite(x[i]))
            return INFINITY;
    }
    for (size_t e = 0; e < o->count; ++e)
        for (size_t i = 0; i < size; ++i)
            for (size_t j = 0; j < size; ++j)
                rest[size * p->row[e] + i] -=
                    a[size * (size * e + i) + j] * x[size * p->col[e] + j];
    for (size_t i = 0; i < n; ++i) {
        const double reach = largest / p->scale[i] + fabs(b[i]);
        error = fmax(error, reach > 0.0 ? fabs(rest[i]) / reach : 0.0);
    }
    return error;
}
