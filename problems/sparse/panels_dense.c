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

/* Below so many entries of A a call of BLAS takes longer than these loops. */
enum { FEW = 512 };

/* y -= A x. */
static void subtract_columns(double *y, ss_dense A, const double *x)
{
    for (size_t j = 0; j < A.columns; ++j)
        for (size_t i = 0; i < A.rows; ++i)
            y[i] -= A.x[A.lead * j + i] * x[j];
}

void ss_dense_subtract(ss_dense C, ss_dense A, ss_dense B)
{
    const int m = (int)A.rows, k = (int)A.columns, n = (int)B.columns, step = 1;
    const int a = (int)A.lead, b = (int)B.lead, c = (int)C.lead;
    if (m == 0 || n == 0 || k == 0)
        return;
    if (n == 1 && A.rows * A.columns < FEW)
        subtract_columns(C.x, A, B.x);
    else if (n == 1)
        dgemv_("N", &m, &k, &minus_one, A.x, &a, B.x, &step, &one, C.x, &step);
    else
        dgemm_("N", "N", &m, &n, &k, &minus_one, A.x, &a, B.x, &b, &one, C.x, &c);
}

/* x = L^-1 x with a unit diagonal, and x = U^-1 x. */
static void solve_few_lower(ss_dense L, double *x)
{
    for (size_t j = 0; j + 1 < L.columns; ++j)
        for (size_t i = j + 1; i < L.columns; ++i)
            x[i] -= L.x[L.lead * j + i] * x[j];
}

static void solve_few_upper(ss_dense U, double *x)
{
    for (size_t j = U.columns; j-- > 0;) {
        x[j] /= U.x[U.lead * j + j];
        for (size_t i = 0; i < j; ++i)
            x[i] -= U.x[U.lead * j + i] * x[j];
    }
}

void ss_dense_solve_lower(ss_dense LU, ss_dense B)
{
    const size_t n = LU.columns, half = n / 2;
    if (n <= 8 || (B.columns == 1 && n * n < FEW)) {
        for (size_t j = 0; j < B.columns; ++j)
            solve_few_lower(LU, B.x + B.lead * j);
        return;
    }
    /* by halves, so that most of the work is a product: a sixth off a factorization by dtrsm */
    const ss_dense upper = ss_dense_part(B, 0, 0, half, B.columns);
    const ss_dense lower = ss_dense_part(B, half, 0, n - half, B.columns);
    ss_dense_solve_lower(ss_dense_part(LU, 0, 0, half, half), upper);
    ss_dense_subtract(lower, ss_dense_part(LU, half, 0, n - half, half), upper);
    ss_dense_solve_lower(ss_dense_part(LU, half, half, n - half, n - half), lower);
}

void ss_dense_solve_upper(ss_dense LU, double *x)
{
    const int m = (int)LU.columns, a = (int)LU.lead, step = 1;
    if (LU.columns * LU.columns < FEW)
        solve_few_upper(LU, x);
    else
        dtrsv_("U", "N", "N", &m, LU.x, &a, x, &step);
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
