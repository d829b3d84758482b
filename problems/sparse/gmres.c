/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/gmres.h"

#include <math.h>
#include <string.h>

enum { LENGTH = SS_GMRES_LENGTH };

/* The basis, and H turned into a triangle by rotations. */
typedef struct arnoldi {
    size_t n;          /* 6 a body */
    double *V, *z, *r; /* n (LENGTH + 1); n each */
    double H[LENGTH + 1][LENGTH], cosine[LENGTH], sine[LENGTH], g[LENGTH + 1];
} arnoldi;

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* y += sign A x. */
static void add(double *y, const ss_blocks *A, double sign, const double *x)
{
    for (size_t e = 0; e < A->count; ++e)
        ss_block_add(y + 6 * (size_t)A->row[e], A->x + 36 * e, sign, x + 6 * (size_t)A->col[e]);
}

/* Column k of H from V[k + 1] = A z, orthogonalized; |residual| after it. */
static double extend(arnoldi *a, size_t k)
{
    double *const w = a->V + a->n * (k + 1);
    for (size_t i = 0; i <= k; ++i) {
        const double *const v = a->V + a->n * i;
        const double h = a->H[i][k] = dot(w, v, a->n);
        for (size_t e = 0; e < a->n; ++e)
            w[e] -= h * v[e];
    }
    const double norm = sqrt(dot(w, w, a->n));
    for (size_t e = 0; norm > 0.0 && e < a->n; ++e)
        w[e] /= norm;
    for (size_t i = 0; i < k; ++i) {
        const double up = a->H[i][k], low = a->H[i + 1][k];
        a->H[i][k] = a->cosine[i] * up + a->sine[i] * low;
        a->H[i + 1][k] = a->cosine[i] * low - a->sine[i] * up;
    }
    const double length = hypot(a->H[k][k], norm);
    a->cosine[k] = length > 0.0 ? a->H[k][k] / length : 1.0;
    a->sine[k] = length > 0.0 ? norm / length : 0.0;
    a->H[k][k] = length;
    a->g[k + 1] = -a->sine[k] * a->g[k];
    a->g[k] *= a->cosine[k];
    return fabs(a->g[k + 1]);
}

/* z = V y, where H y = g over k columns. */
static void combine(arnoldi *a, size_t k)
{
    double y[LENGTH];
    memset(a->z, 0, a->n * sizeof *a->z);
    for (size_t i = k; i-- > 0;) {
        y[i] = a->g[i];
        for (size_t j = i + 1; j < k; ++j)
            y[i] -= a->H[i][j] * y[j];
        y[i] = a->H[i][i] > 0.0 ? y[i] / a->H[i][i] : 0.0;
        for (size_t e = 0; e < a->n; ++e)
            a->z[e] += y[i] * a->V[a->n * i + e];
    }
}

/* r = b - A x, whose norm goes to end->rest. */
static void look(arnoldi *a, const double *x, const ss_gmres_task *task, ss_gmres_end *end)
{
    memcpy(a->r, task->b, a->n * sizeof *a->r);
    add(a->r, task->A, -1.0, x);
    end->rest = sqrt(dot(a->r, a->r, a->n));
    end->flops += 72 * task->A->count + 2 * a->n;
}

/* Up to LENGTH iterations from x; false where a cycle fails. */
static bool round_of(ss_multigrid *m, arnoldi *a, double *x, const ss_gmres_task *task,
                     ss_gmres_end *end, ss_error *error)
{
    const size_t n = a->n, count = task->A->count;
    size_t k = 0;
    for (size_t e = 0; e < n; ++e)
        a->V[e] = a->r[e] / end->rest;
    a->g[0] = end->rest;
    for (double rest = end->rest;
         k < LENGTH && rest > task->enough && end->iterations < SS_GMRES_MOST; ++k) {
        double *const w = a->V + n * (k + 1);
        if (!ss_multigrid_cycle(m, a->z, a->V + n * k, error))
            return false;
        memset(w, 0, n * sizeof *w);
        add(w, task->A, 1.0, a->z);
        rest = extend(a, k);
        ++end->iterations;
        end->flops += m->cycle_flops + 72 * count + (4 * k + 10) * n;
        end->moves += m->cycle_moves;
    }
    combine(a, k);
    if (!ss_multigrid_cycle(m, a->r, a->z, error))
        return false;
    for (size_t e = 0; e < n; ++e)
        x[e] += a->r[e];
    end->flops += m->cycle_flops + 2 * n * (k + 1);
    end->moves += m->cycle_moves;
    return true;
}

bool ss_gmres_solve(ss_multigrid *m, double *x, const ss_gmres_task *task, ss_gmres_end *end,
                    ss_error *error)
{
    const size_t n = 6 * m->level[0].A.n;
    arnoldi a = {.n = n, .V = task->memory};
    a.z = a.V + n * (LENGTH + 1);
    a.r = a.z + n;
    *end = (ss_gmres_end){0};
    memset(x, 0, n * sizeof *x);
    look(&a, x, task, end);
    while (end->rest > task->enough && end->iterations < SS_GMRES_MOST) {
        if (!round_of(m, &a, x, task, end, error))
            return false;
        const double before = end->rest;
        look(&a, x, task, end);
        if (!(end->rest < before))
            break;
    }
    return true;
}
