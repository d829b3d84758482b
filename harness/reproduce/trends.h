/* Trends: numbers that several runs of a table give together, over one parameter of their problem.
 * A row of paper/NAME/tables.csv with a `*` in its name stands for all runs of its table whose rows
 * match it (fnmatch), and its columns are trends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_TRENDS_H
#define SS_HARNESS_REPRODUCE_TRENDS_H

#include "harness/printed/paper_runs.h"

typedef struct ss_trend {
    const char *name, *label; /* of the column; for people, with its unit */
    const char *over;         /* the parameter of the problem */
    double from;              /* the least value of it that counts */
    const char *column;       /* of each run: a column or a measure */
    double (*of)(const double *x, const double *y, size_t n); /* NaN where n is too few */
} ss_trend;

/* NULL if there is none of that name. */
const ss_trend *ss_trend_find(const char *name);

/* Does a row of a table stand for several runs? */
bool ss_trend_is_pattern(const char *row);

/* Is the run's row one of those that the pattern stands for? A name stands for itself. */
bool ss_trend_matches(const char *pattern, const ss_paper_run *run);

/* ---- the numbers ---- */

/* Power p of y = c x^p, by least squares of the logarithms. */
double ss_trend_power(const double *x, const double *y, size_t n);

/* R^2 of log y against log x less that of log y against x: above 0 a power law explains more than
 * an exponential. */
double ss_trend_power_rather(const double *x, const double *y, size_t n);

/* y at the largest x over y at the least. */
double ss_trend_ends(const double *x, const double *y, size_t n);

/* Minus Spearman's rank correlation: 1 where y falls all the way. */
double ss_trend_fall(const double *x, const double *y, size_t n);

#endif
