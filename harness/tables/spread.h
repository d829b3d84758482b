/* The spread of numbers: the median, the quartiles and both ends. Every median of the house is one
 * of these, with one treatment of what is no number: NaN (not measured, not known) is left out,
 * INFINITY (not reached, at the cap) is larger than all others and stays.
 *
 * The caller owns the numbers and gives them up to be put in order; nothing is allocated or kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_SPREAD_H
#define SS_HARNESS_TABLES_SPREAD_H

#include <stddef.h>

/* In the unit of the numbers; NaN where n is 0. least <= q1 <= median <= q3 <= largest. */
typedef struct ss_spread {
    size_t n; /* numbers that count */
    double least, q1, median, q3, largest;
} ss_spread;

/* Put the n numbers in order, NaN last, and describe those before them. */
ss_spread ss_spread_of(double *values, size_t n);

/* The number at `part` (0 to 1) of the way through n > 0 numbers in order, between neighbours: the
 * quantile of type 7, as of GSL and R. Between a number and INFINITY it is INFINITY. */
double ss_spread_quantile(const double *sorted, size_t n, double part);

/* The one of n > 0 numbers in order that `part` of them do not exceed (type 1): for curves, whose
 * points shall be some run's and not lie between two. */
double ss_spread_rank(const double *sorted, size_t n, double part);

#endif
