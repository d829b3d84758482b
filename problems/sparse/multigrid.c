/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/multigrid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 150 }; /* bodies whose matrix is factored */

static const double STRONG = 0.02; /* of a coupling, relative to its diagonal blocks */

static void clear_level(ss_multigrid_level *l)
{
    ss_block_rows_clear(&l->A);
    ss_block_rows_clear(&l->P);
    free(l->inverse);
    *l = (ss_multigrid_level){0};
}

void ss_multigrid_clear(ss_multigrid *m)
{
    for (size_t k = 0; k < SS_MULTIGRID_LEVELS; ++k)
        clear_level(&m->level[k]);
    ss_block_factor_free(m->last);
    free(m->last_A.row);
    free(m->last_A.col);
    *m = (ss_multigrid){0};
}

static double norm2(const double *X)
{
    double sum = 0.0;
    for (size_t i = 0; i < 36; ++i)
        sum += X[i] * X[i];
    return sum;
}

/* The level's vectors and inverse diagonal blocks, its A being there; size2[i] = |A_ii|^2. */
static bool prepare(ss_multigrid_level *l, double *size2, ss_error *error)
{
    const size_t n = l->A.n;
    for (size_t i = 0; i < n; ++i) {
        size_t k = l->A.start[i];
        while (k < l->A.start[i + 1] && l->A.col[k] != i)
            ++k;
        if (k == l->A.start[i + 1] || !ss_block_invert(l->inverse + 36 * i, l->A.x + 36 * k))
            return ss_error_set(error, SS_ERROR_DATA, "body %zu's block is singular", i);
        size2[i] = norm2(l->A.x + 36 * k);
    }
    return true;
}

/* Memory of a level of n bodies. */
static bool allocate(ss_multigrid_level *l, size_t n)
{
    l->inverse = calloc((36 + 18 + 3) * n + 1, sizeof *l->inverse);
    if (l->inverse == NULL)
        return false;
    l->x = l->inverse + 36 * n;
    l->b = l->x + 6 * n;
    l->r = l->b + 6 * n;
    l->place = l->r + 6 * n;
    return true;
}

static bool is_strong(const ss_block_rows *A, const double *size2, size_t i, size_t k)
{
    const size_t j = A->col[k];
    const double s2 = STRONG * STRONG;
    return j != i && norm2(A->x + 36 * k) > s2 * sqrt(size2[i]) * sqrt(size2[j]);
}

/* Group each body all of whose strong neighbours are free with them; then the others join a
 * neighbour's group; who has none at all stays alone with his smoother (UINT32_MAX). */
static size_t make_groups(uint32_t *group, const ss_block_rows *A, const double *size2)
{
    const uint32_t none = UINT32_MAX;
    size_t count = 0;
    for (size_t i = 0; i < A->n; ++i)
        group[i] = none;
    for (size_t i = 0; i < A->n; ++i) {
        bool is_free = group[i] == none, is_alone = true;
        for (size_t k = A->start[i]; is_free && k < A->start[i + 1]; ++k)
            if (is_strong(A, size2, i, k)) {
                is_alone = false;
                is_free = group[A->col[k]] == none;
            }
        if (!is_free || is_alone)
            continue;
        group[i] = (uint32_t)count;
        for (size_t k = A->start[i]; k < A->start[i + 1]; ++k)
            if (is_strong(A, size2, i, k))
                group[A->col[k]] = (uint32_t)count;
        ++count;
    }
    const size_t rooted = count;
    for (size_t i = 0; i < A->n; ++i) {
        double most = 0.0;
        bool is_free = group[i] == none;
        for (size_t k = A->start[i]; is_free && k < A->start[i + 1]; ++k) {
            const uint32_t other = group[A->col[k]];
            const double size = norm2(A->x + 36 * k);
            if (is_strong(A, size2, i, k) && other < rooted && size > most) {
                most = size;
                group[i] = other;
            }
        }
    }
    return count;
}

/* Centres of the groups, and P0: how each body moves with its group. False without memory. */
static bool set_motions(ss_block_rows *P0, double *centre, const ss_multigrid_level *l,
                        const uint32_t *group, const double *root)
{
    double *const members = calloc(P0->m + 1, sizeof *members);
    if (members == NULL)
        return false;
    for (size_t i = 0; i < P0->n; ++i)
        if (group[i] != UINT32_MAX) {
            members[group[i]] += 1.0;
            for (size_t k = 0; k < 3; ++k)
                centre[3 * group[i] + k] += l->place[3 * i + k];
        }
    for (size_t j = 0; j < 3 * P0->m; ++j)
        centre[j] /= members[j / 3];
    free(members);
    size_t at = 0;
    for (size_t i = 0; i < P0->n; ++i) {
        if (group[i] != UINT32_MAX) {
            const double *const x = l->place + 3 * i, *const c = centre + 3 * group[i];
            const double d[3] = {x[0] - c[0], x[1] - c[1], x[2] - c[2]};
            double R[36] = {0.0}; /* v = t + omega x d, omega */
            for (size_t k = 0; k < 6; ++k)
                R[7 * k] = 1.0;
            R[4] = d[2], R[5] = -d[1], R[9] = -d[2], R[11] = d[0], R[15] = d[1], R[16] = -d[0];
            P0->col[at] = group[i];
            if (root != NULL)
                ss_block_add_product(P0->x + 36 * at, root + 36 * i, R);
            else
                memcpy(P0->x + 36 * at, R, sizeof R);
            ++at;
        }
        P0->start[i + 1] = at;
    }
    P0->count = at;
    return true;
}

/* P = P0 - 2/3 D^-1 A P0. */
static bool smooth(ss_multigrid_level *l, const ss_block_rows *P0)
{
    ss_block_rows *const P = &l->P;
    if (!ss_block_rows_product(P, &l->A, P0))
        return false;
    for (size_t i = 0; i < P->n; ++i)
        for (size_t k = P->start[i]; k < P->start[i + 1]; ++k) {
            double X[36] = {0.0};
            ss_block_add_product(X, l->inverse + 36 * i, P->x + 36 * k);
            const bool own = P0->start[i + 1] > P0->start[i] && P0->col[P0->start[i]] == P->col[k];
            const double *const before = P0->x + 36 * P0->start[i];
            for (size_t e = 0; e < 36; ++e)
                P->x[36 * k + e] = (own ? before[e] : 0.0) - 2.0 / 3.0 * X[e];
        }
    return true;
}

/* The matrix of the next level, P^T A P. */
static bool project(ss_multigrid *m, ss_block_rows *next, const ss_multigrid_level *l)
{
    ss_block_rows AP = {0}, T = {0};
    const bool ok = ss_block_rows_product(&AP, &l->A, &l->P) &&
                    ss_block_rows_transpose(&T, &l->P) && ss_block_rows_product(next, &T, &AP);
    for (size_t i = 0; ok && i < AP.n; ++i) {
        const size_t row = AP.start[i + 1] - AP.start[i], own = l->P.start[i + 1] - l->P.start[i];
        m->setup_flops += 432 * row * own; /* P^T (A P) */
        for (size_t k = l->A.start[i]; k < l->A.start[i + 1]; ++k) {
            const size_t j = l->A.col[k];
            m->setup_flops += 432 * (1 + l->P.start[j + 1] - l->P.start[j]); /* A P0, A P */
        }
        m->setup_flops += 432 * (own + 2); /* D^-1 and by it */
    }
    ss_block_rows_clear(&AP);
    ss_block_rows_clear(&T);
    return ok;
}

/* From level k to the next; false, with the error as it was, where it would hardly be smaller. */
static bool coarsen(ss_multigrid *m, size_t k, const double *size2, const double *root,
                    ss_error *error)
{
    ss_multigrid_level *const l = &m->level[k], *const next = l + 1;
    const size_t n = l->A.n;
    ss_block_rows P0 = {0};
    uint32_t *const group = calloc(n + 1, sizeof *group);
    const size_t count = group != NULL ? make_groups(group, &l->A, size2) : 0;
    const bool is_smaller = count > 0 && 10 * count <= 8 * n;
    const bool ok = group != NULL && is_smaller && allocate(next, count) &&
                    ss_block_rows_make(&P0, n, count, n) &&
                    set_motions(&P0, next->place, l, group, root);
    const bool made = ok && smooth(l, &P0) && project(m, &next->A, l);
    if (!made && (group == NULL || is_smaller))
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the levels of %zu bodies", n);
    ss_block_rows_clear(&P0);
    free(group);
    return made;
}

/* Factor the last level's matrix. */
static bool factor_last(ss_multigrid *m, ss_error *error)
{
    ss_block_rows *const A = &m->level[m->n_levels - 1].A;
    m->last_A = (ss_blocks){.size = 6, .n = A->n, .count = A->count, .x = A->x};
    m->last_A.row = calloc(A->count + 1, sizeof *m->last_A.row);
    m->last_A.col = calloc(A->count + 1, sizeof *m->last_A.col);
    m->last = ss_block_factor_create("the coarse Newton matrix", error);
    if (m->last_A.row == NULL || m->last_A.col == NULL || m->last == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a coarse matrix");
    for (size_t i = 0; i < A->n; ++i)
        for (size_t k = A->start[i]; k < A->start[i + 1]; ++k)
            m->last_A.row[k] = (uint32_t)i;
    memcpy(m->last_A.col, A->col, A->count * sizeof *A->col);
    if (!ss_block_factor_compute(m->last, &m->last_A, error))
        return false;
    const ss_factor_facts facts = ss_block_factor_facts_of(m->last);
    m->setup_moves = facts.analyse_moves + facts.compute_moves;
    m->cycle_moves = facts.entries / 2;
    return true;
}

bool ss_multigrid_compute(ss_multigrid *m, const ss_blocks *A, const double *root,
                          const double *place, ss_multigrid_depth depth, ss_error *error)
{
    ss_multigrid_clear(m);
    double *const size2 = calloc(A->n + 1, sizeof *size2);
    bool ok =
        size2 != NULL && allocate(&m->level[0], A->n) && ss_block_rows_from_list(&m->level[0].A, A);
    if (!ok)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the levels of %zu bodies", A->n);
    else
        memcpy(m->level[0].place, place, 3 * A->n * sizeof *place);
    for (size_t k = 0; ok; ++k) {
        ss_multigrid_level *const l = &m->level[k];
        m->n_levels = k + 1;
        ok = prepare(l, size2, error);
        /* forward with one product each way, the residual, backward; P and P^T */
        m->cycle_flops += 72 * (4 * l->A.count + 2 * l->A.n);
        if (!ok || depth == SS_MULTIGRID_ONE || l->A.n <= FEW || k + 1 == SS_MULTIGRID_LEVELS)
            break;
        ss_error reason = {.code = SS_ERROR_NONE};
        if (!coarsen(m, k, size2, k == 0 ? root : NULL, &reason)) {
            ok =
                reason.code == SS_ERROR_NONE || ss_error_set(error, reason.code, "%s", reason.text);
            clear_level(l + 1);
            break;
        }
        m->cycle_flops += 144 * l->P.count;
    }
    if (ok && depth == SS_MULTIGRID_ALL)
        ok = factor_last(m, error);
    free(size2);
    if (!ok)
        ss_multigrid_clear(m);
    return ok;
}

/* x_i = D^-1 (b_i - sum of the others) for one body. */
static void visit(const ss_multigrid_level *l, double *x, const double *b, size_t i)
{
    double rest[6];
    memcpy(rest, b + 6 * i, sizeof rest);
    for (size_t k = l->A.start[i]; k < l->A.start[i + 1]; ++k)
        if (l->A.col[k] != i)
            ss_block_add(rest, l->A.x + 36 * k, -1.0, x + 6 * (size_t)l->A.col[k]);
    memset(x + 6 * i, 0, sizeof rest);
    ss_block_add(x + 6 * i, l->inverse + 36 * i, 1.0, rest);
}

/* b = P^T r. */
static void restrict_to(double *b, const ss_block_rows *P, const double *r)
{
    memset(b, 0, 6 * P->m * sizeof *b);
    for (size_t i = 0; i < P->n; ++i)
        for (size_t k = P->start[i]; k < P->start[i + 1]; ++k)
            for (size_t e = 0; e < 36; ++e)
                b[6 * P->col[k] + e % 6] += P->x[36 * k + e] * r[6 * i + e / 6];
}

bool ss_multigrid_cycle(ss_multigrid *m, double *x, const double *b, ss_error *error)
{
    const size_t last = m->n_levels - 1;
    memcpy(m->level[0].b, b, 6 * m->level[0].A.n * sizeof *b);
    for (size_t k = 0; k <= last; ++k) {
        ss_multigrid_level *const l = &m->level[k];
        const size_t n = l->A.n;
        if (k == last && m->last != NULL) {
            if (!ss_block_factor_solve(m->last, l->x, l->b, SS_FACTOR_ONCE, error))
                return false;
            continue;
        }
        memset(l->x, 0, 6 * n * sizeof *l->x);
        for (size_t i = 0; i < n; ++i)
            visit(l, l->x, l->b, i);
        if (k == last)
            continue;
        memcpy(l->r, l->b, 6 * n * sizeof *l->r);
        ss_block_rows_add(l->r, &l->A, -1.0, l->x);
        restrict_to(m->level[k + 1].b, &l->P, l->r);
    }
    for (size_t k = last + 1; k-- > 0;) {
        ss_multigrid_level *const l = &m->level[k];
        if (k < last)
            ss_block_rows_add(l->x, &l->P, 1.0, m->level[k + 1].x);
        for (size_t i = l->A.n; (k < last || m->last == NULL) && i-- > 0;)
            visit(l, l->x, l->b, i);
    }
    memcpy(x, m->level[0].x, 6 * m->level[0].A.n * sizeof *x);
    return true;
}
