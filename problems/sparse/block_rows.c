/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/block_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ss_block_rows_make(ss_block_rows *A, size_t n, size_t m, size_t count)
{
    *A = (ss_block_rows){.n = n, .m = m, .count = count};
    A->start = calloc(n + 1, sizeof *A->start);
    A->col = calloc(count + 1, sizeof *A->col);
    A->x = calloc(36 * count + 1, sizeof *A->x);
    const bool ok = A->start != NULL && A->col != NULL && A->x != NULL;
    if (!ok)
        ss_block_rows_clear(A);
    return ok;
}

void ss_block_rows_clear(ss_block_rows *A)
{
    free(A->start);
    free(A->col);
    free(A->x);
    *A = (ss_block_rows){0};
}

void ss_block_add(double y[6], const double X[36], double sign, const double z[6])
{
    for (size_t i = 0; i < 6; ++i) {
        double sum = 0.0;
        for (size_t j = 0; j < 6; ++j)
            sum += X[6 * i + j] * z[j];
        y[i] += sign * sum;
    }
}

void ss_block_add_product(double Y[36], const double X[36], const double B[36])
{
    for (size_t i = 0; i < 6; ++i)
        for (size_t k = 0; k < 6; ++k)
            for (size_t j = 0; j < 6; ++j)
                Y[6 * i + j] += X[6 * i + k] * B[6 * k + j];
}

/* Exchange rows a and b of six. */
static void exchange(double *X, size_t a, size_t b)
{
    for (size_t j = 0; j < 6; ++j) {
        const double x = X[6 * a + j];
        X[6 * a + j] = X[6 * b + j];
        X[6 * b + j] = x;
    }
}

bool ss_block_invert(double inverse[36], const double X[36])
{
    double A[36];
    memcpy(A, X, sizeof A);
    for (size_t i = 0; i < 36; ++i)
        inverse[i] = i % 7 == 0 ? 1.0 : 0.0;
    for (size_t k = 0; k < 6; ++k) {
        size_t pivot = k;
        for (size_t i = k + 1; i < 6; ++i)
            if (fabs(A[6 * i + k]) > fabs(A[6 * pivot + k]))
                pivot = i;
        exchange(A, k, pivot);
        exchange(inverse, k, pivot);
        const double by = 1.0 / A[7 * k];
        if (!isfinite(by))
            return false;
        for (size_t j = 0; j < 6; ++j) {
            A[6 * k + j] *= by;
            inverse[6 * k + j] *= by;
        }
        for (size_t i = 0; i < 6; ++i) {
            const double factor = A[6 * i + k];
            for (size_t j = 0; i != k && j < 6; ++j) {
                A[6 * i + j] -= factor * A[6 * k + j];
                inverse[6 * i + j] -= factor * inverse[6 * k + j];
            }
        }
    }
    return true;
}

void ss_block_rows_add(double *y, const ss_block_rows *A, double sign, const double *x)
{
    for (size_t i = 0; i < A->n; ++i)
        for (size_t k = A->start[i]; k < A->start[i + 1]; ++k)
            ss_block_add(y + 6 * i, A->x + 36 * k, sign, x + 6 * (size_t)A->col[k]);
}

/* Counts at start[i + 1] become the beginnings of the rows; after each block was put at start[i]++,
 * shift_back makes them so again. */
static void add_up(size_t *start, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        start[i + 1] += start[i];
}

static void shift_back(size_t *start, size_t n)
{
    for (size_t i = n; i > 0; --i)
        start[i] = start[i - 1];
    start[0] = 0;
}

/* The list's blocks in the order of rows and, within one, as listed: those of row i are
 * order[start[i]]
 * .. order[start[i + 1] - 1]. */
static void sort_list(size_t *start, size_t *order, const ss_blocks *A)
{
    memset(start, 0, (A->n + 1) * sizeof *start);
    for (size_t e = 0; e < A->count; ++e)
        ++start[A->row[e] + 1];
    add_up(start, A->n);
    for (size_t e = 0; e < A->count; ++e)
        order[start[A->row[e]]++] = e;
    shift_back(start, A->n);
}

/* The list's places, counted (rows NULL) or with their blocks added up; place[n] is scratch. */
static size_t gather(ss_block_rows *rows, size_t *place, const size_t *start, const size_t *order,
                     const ss_blocks *A)
{
    size_t kept = 0;
    for (size_t j = 0; j < A->n; ++j)
        place[j] = SIZE_MAX;
    for (size_t i = 0; i < A->n; ++i) {
        const size_t begin = kept;
        for (size_t k = start[i]; k < start[i + 1]; ++k) {
            const uint32_t j = A->col[order[k]];
            const double *const x = A->x + 36 * order[k];
            const bool is_new = place[j] == SIZE_MAX || place[j] < begin;
            if (is_new)
                place[j] = kept++;
            if (rows == NULL)
                continue;
            rows->col[place[j]] = j;
            for (size_t e = 0; e < 36; ++e)
                rows->x[36 * place[j] + e] = is_new ? x[e] : rows->x[36 * place[j] + e] + x[e];
        }
        if (rows != NULL)
            rows->start[i + 1] = kept;
    }
    return kept;
}

bool ss_block_rows_from_list(ss_block_rows *rows, const ss_blocks *A)
{
    /* rows as listed, places of columns, blocks in the order of rows */
    size_t *const start = malloc((2 * A->n + 1 + A->count) * sizeof *start);
    size_t *const place = start + A->n + 1, *const order = place + A->n;
    if (start != NULL)
        sort_list(start, order, A);
    const bool ok =
        start != NULL && ss_block_rows_make(rows, A->n, A->n, gather(NULL, place, start, order, A));
    if (ok)
        gather(rows, place, start, order, A);
    free(start);
    return ok;
}

/* The blocks of A B, counted (C NULL) or added up; place[m] is scratch. */
static size_t multiply(ss_block_rows *C, size_t *place, const ss_block_rows *A,
                       const ss_block_rows *B)
{
    size_t count = 0;
    for (size_t j = 0; j < B->m; ++j)
        place[j] = SIZE_MAX;
    for (size_t i = 0; i < A->n; ++i) {
        const size_t begin = count;
        for (size_t k = A->start[i]; k < A->start[i + 1]; ++k)
            for (size_t l = B->start[A->col[k]]; l < B->start[A->col[k] + 1]; ++l) {
                const uint32_t j = B->col[l];
                if (place[j] == SIZE_MAX || place[j] < begin) {
                    if (C != NULL)
                        C->col[count] = j;
                    place[j] = count++;
                }
                if (C != NULL)
                    ss_block_add_product(C->x + 36 * place[j], A->x + 36 * k, B->x + 36 * l);
            }
        if (C != NULL)
            C->start[i + 1] = count;
    }
    return count;
}

bool ss_block_rows_product(ss_block_rows *C, const ss_block_rows *A, const ss_block_rows *B)
{
    size_t *const place = malloc((B->m + 1) * sizeof *place);
    const bool ok = place != NULL && ss_block_rows_make(C, A->n, B->m, multiply(NULL, place, A, B));
    if (ok)
        multiply(C, place, A, B);
    free(place);
    return ok;
}

bool ss_block_rows_transpose(ss_block_rows *T, const ss_block_rows *A)
{
    if (!ss_block_rows_make(T, A->m, A->n, A->count))
        return false;
    for (size_t k = 0; k < A->count; ++k)
        ++T->start[A->col[k] + 1];
    add_up(T->start, A->m);
    for (size_t i = 0; i < A->n; ++i)
        for (size_t k = A->start[i]; k < A->start[i + 1]; ++k) {
            const size_t at = T->start[A->col[k]]++;
            T->col[at] = (uint32_t)i;
            for (size_t e = 0; e < 36; ++e)
                T->x[36 * at + e] = A->x[36 * k + 6 * (e % 6) + e / 6];
        }
    shift_back(T->start, A->m);
    return true;
}
