/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/panels_dense.h"

#include <math.h>

/* BLAS by its Fortran names: those of C would be GSL's, which is slow. */
void dgemm_(const char *transA, const char *transB, const int *m, const int *n, const int *k,
            const double *alpha, const double *A, const int *lda, const double *B, const int *ldb,
            const double *beta, double *C, const int *ldc);
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *A,
            const int *lda, const double *x, const int *step_x, const double *beta, double *y,
            const int *step_y);
void dtrsm_(const char *side, const char *triangle, const char *trans, const char *diagonal,
            const int *m, const int *n, const double *alpha, const double *A, const int *lda,
            double *B, const int *ldb);
void dtrsv_(const char *triangle, const char *trans, const char *diagonal, const int *n,
            const double *A, const int *lda, double *x, const int *step);

static const double one = 1.0, minus_one = -1.0;

void ss_dense_subtract(ss_dense C, ss_dense A, ss_dense B)
{
    const int m = (int)A.rows, k = (int)A.columns, n = (int)B.columns, step = 1;
    const int a = (int)A.lead, b = (int)B.lead, c = (int)C.lead;
    if (m == 0 || n == 0 || k == 0)
        return;
    if (n == 1)
        dgemv_("N", &m, &k, &minus_one, A.x, &a, B.x, &step, &one, C.x, &step);
    else
        dgemm_("N", "N", &m, &n, &k, &minus_one, A.x, &a, B.x, &b, &one, C.x, &c);
}

/* x = T^-1 x, or X = T^-1 X of several columns. */
static void solve(const char *triangle, const char *diagonal, ss_dense T, ss_dense X)
{
    const int m = (int)T.columns, n = (int)X.columns, t = (int)T.lead, x = (int)X.lead, step = 1;
    if (n == 1)
        dtrsv_(triangle, "N", diagonal, &m, T.x, &t, X.x, &step);
    else
        dtrsm_("L", triangle, "N", diagonal, &m, &n, &one, T.x, &t, X.x, &x);
}

void ss_dense_solve_lower(ss_dense LU, ss_dense B)
{
    solve("L", "U", LU, B);
}

void ss_dense_solve_upper(ss_dense LU, ss_dense B)
{
    solve("U", "N", LU, B);
}

void ss_dense_divide_upper(ss_dense B, ss_dense LU)
{
    const int m = (int)B.rows, n = (int)B.columns, a = (int)LU.lead, b = (int)B.lead;
    dtrsm_("R", "U", "N", "N", &m, &n, &one, LU.x, &a, B.x, &b);
}

static void exchange_rows(ss_dense A, size_t i, size_t j)
{
    for (size_t k = 0; k < A.columns; ++k) {
        double *const column = A.x + A.lead * k, before = column[i];
        column[i] = column[j];
        column[j] = before;
    }
}

void ss_dense_exchange(ss_dense A, const int *pivot, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        if (pivot[i] != 0)
            exchange_rows(A, i, i + (size_t)pivot[i]);
}

/* LU column by column: for a few, where calls of BLAS would take longer. */
static bool factor_columns(ss_dense A, int *pivot)
{
    for (size_t j = 0; j < A.columns; ++j) {
        double *const column = A.x + A.lead * j;
        size_t best = j;
        for (size_t i = j + 1; i < A.rows; ++i)
            best = fabs(column[i]) > fabs(column[best]) ? i : best;
        pivot[j] = (int)(best - j);
        /* not finite where the pivot is 0, inf, NaN or too small to divide by */
        if (!isfinite(column[best] + 1.0 / column[best]))
            return false;
        if (best != j)
            exchange_rows(A, j, best);
        const double inverse = 1.0 / column[j];
        for (size_t i = j + 1; i < A.rows; ++i)
            column[i] *= inverse;
        for (size_t k = j + 1; k < A.columns; ++k) {
            double *const other = A.x + A.lead * k;
            for (size_t i = j + 1; i < A.rows; ++i)
                other[i] -= column[i] * other[j];
        }
    }
    return true;
}

bool ss_dense_factor(ss_dense A, int *pivot)
{
    if (A.columns <= 8)
        return factor_columns(A, pivot);
    /* by halves, so that most of the work is a product */
    const size_t half = A.columns / 2, rest = A.columns - half, below = A.rows - half;
    const ss_dense left = ss_dense_part(A, 0, 0, A.rows, half);
    const ss_dense right = ss_dense_part(A, 0, half, A.rows, rest);
    const ss_dense upper = ss_dense_part(A, 0, half, half, rest);
    const ss_dense lower = ss_dense_part(A, half, half, below, rest);
    if (!ss_dense_factor(left, pivot))
        return false;
    ss_dense_exchange(right, pivot, half);
    ss_dense_solve_lower(left, upper);
    ss_dense_subtract(lower, ss_dense_part(A, half, 0, below, half), upper);
    if (!ss_dense_factor(lower, pivot + half))
        return false;
    ss_dense_exchange(ss_dense_part(A, half, 0, below, half), pivot + half, rest);
    return true;
}
