/* Three-vectors and 3x3 matrices (row-major), as small inline functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_VEC3_H
#define SS_PROBLEMS_CONTACT_VEC3_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static inline double ss_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double ss_norm(const double a[3])
{
    return sqrt(ss_dot(a, a));
}

/* The larger of two numbers; NaN once either is. */
static inline double ss_larger(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

/* Length of a vector of n numbers. */
static inline double ss_norm_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Length of the tangential part (t1, t2) of a vector in contact order (n, t1, t2). */
static inline double ss_norm_t(const double a[3])
{
    return sqrt(a[1] * a[1] + a[2] * a[2]);
}

/* c = a x b; c must not alias a or b. */
static inline void ss_cross(double c[3], const double a[3], const double b[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y += s x. */
static inline void ss_axpy(double y[3], double s, const double x[3])
{
    y[0] += s * x[0];
    y[1] += s * x[1];
    y[2] += s * x[2];
}

static inline void ss_copy3(double y[3], const double x[3])
{
    y[0] = x[0];
    y[1] = x[1];
    y[2] = x[2];
}

/* c = a - b; may alias. */
static inline void ss_sub3(double c[3], const double a[3], const double b[3])
{
    c[0] = a[0] - b[0];
    c[1] = a[1] - b[1];
    c[2] = a[2] - b[2];
}

/* y = A x, A row-major; y must not alias x. */
static inline void ss_mul3(double y[3], const double A[9], const double x[3])
{
    y[0] = ss_dot(A, x);
    y[1] = ss_dot(A + 3, x);
    y[2] = ss_dot(A + 6, x);
}

/* C = A B, row-major; C must not alias A or B. */
static inline void ss_mul33(double C[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* y += A x, A row-major; y must not alias x. */
static inline void ss_muladd3(double y[3], const double A[9], const double x[3])
{
    y[0] += ss_dot(A, x);
    y[1] += ss_dot(A + 3, x);
    y[2] += ss_dot(A + 6, x);
}

/* R, row-major, the rotation of a unit quaternion (w, x, y, z): its columns are the axes of the
 * turned frame. */
static inline void ss_turn_matrix(double R[9], const double q[4])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    R[0] = 1.0 - 2.0 * (y * y + z * z);
    R[1] = 2.0 * (x * y - w * z);
    R[2] = 2.0 * (x * z + w * y);
    R[3] = 2.0 * (x * y + w * z);
    R[4] = 1.0 - 2.0 * (x * x + z * z);
    R[5] = 2.0 * (y * z - w * x);
    R[6] = 2.0 * (x * z - w * y);
    R[7] = 2.0 * (y * z + w * x);
    R[8] = 1.0 - 2.0 * (x * x + y * y);
}

/* Solve A x = b by Cramer's rule. False when A is singular or not finite; x is then undefined. */
static inline bool ss_solve3(double x[3], const double A[9], const double b[3])
{
    /* the first row's cofactors, which serve the determinant and the first row of the inverse */
    const double c0 = A[4] * A[8] - A[5] * A[7];
    const double c1 = A[5] * A[6] - A[3] * A[8];
    const double c2 = A[3] * A[7] - A[4] * A[6];
    const double det = A[0] * c0 + A[1] * c1 + A[2] * c2;
    if (!(fabs(det) > 0.0) || !isfinite(det))
        return false;
    const double inv = 1.0 / det;
    x[0] =
        inv * (c0 * b[0] + (A[2] * A[7] - A[1] * A[8]) * b[1] + (A[1] * A[5] - A[2] * A[4]) * b[2]);
    x[1] =
        inv * (c1 * b[0] + (A[0] * A[8] - A[2] * A[6]) * b[1] + (A[2] * A[3] - A[0] * A[5]) * b[2]);
    x[2] =
        inv * (c2 * b[0] + (A[1] * A[6] - A[0] * A[7]) * b[1] + (A[0] * A[4] - A[1] * A[3]) * b[2]);
    return true;
}

#endif
