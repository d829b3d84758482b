/* A straight line by least squares.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_LINE_H
#define SS_HARNESS_TABLES_LINE_H

#include <stddef.h>

/* y ~ start + slope x. */
typedef struct ss_line {
    double start, slope;
    double error; /* standard error of the slope, from the scatter about the line; NaN of two
                     points */
    double r2;    /* 1 less the scatter about the line over that about the mean; 0 where all y are
                     equal */
} ss_line;

/* The line through n >= 2 points. */
ss_line ss_line_fit(const double *x, const double *y, size_t n);

#endif
