/* Lengths of long vectors, for the checks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_VECTOR_H
#define SS_HARNESS_CHECK_VECTOR_H

#include <math.h>
#include <stddef.h>

/* |a - b| of vectors of n numbers; NaN when one of them is not finite. */
static inline double ss_check_vector_distance(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

/* |a|. */
static inline double ss_check_vector_norm(const double *a, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += a[k] * a[k];
    return sqrt(sum);
}

#endif
