/* What estimators are made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ESTIMATOR_PARTS_H
#define SS_HARNESS_RUN_ESTIMATOR_PARTS_H

#include <math.h>

static inline double ss_ratio(double residual, double scale)
{
    return residual == 0.0 ? 0.0 : residual / scale;
}

/* The larger of two numbers; NaN once either is. */
static inline double ss_larger(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

#endif
