/* Trends: numbers that several runs give together, y of each over x, and the straight line through
 * points.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_TREND_H
#define SS_HARNESS_TABLES_TREND_H

#include <stddef.h>

/* A straight line by least squares, y ~ start + slope x. */
typedef struct ss_line {
    double start, slope;
    double error; /* standard error of the slope, from the scatter about the line; NaN of two
                     points */
    double r2;    /* 1 less the scatter about the line over that about the mean; 0 where all y are
                     equal */
} ss_line;

/* The line through n >= 2 points. */
ss_line ss_line_fit(const double *x, const double *y, size_t n);

/* Of n points; NaN where they are too few. */
typedef double ss_trend(const double *x, const double *y, size_t n);

/* Power p of y = c x^p, by least squares of the logarithms. */
ss_trend ss_trend_power;

/* R^2 of log y against log x less that of log y against x: above 0 a power law explains more than
 * an exponential. */
ss_trend ss_trend_power_rather;

/* y at the largest x over y at the least. */
ss_trend ss_trend_ends;

/* Minus Spearman's rank correlation: 1 where y falls all the way. */
ss_trend ss_trend_falls;

/* The trend called power, power_rather, ends or falls; NULL: there is none. */
ss_trend *ss_trend_find(const char *name);

#endif
