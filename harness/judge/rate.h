/* Rate, order and kind of convergence of a sequence of errors e_1, e_2, ..., from the sequence
 * alone.
 *
 *   linear rate   e_{k+1} ~ rate e_k       rate = exp(slope of log e_k over k)
 *   order         e_{k+1} ~ C e_k^order    order = slope of log e_{k+1} over log e_k
 *
 * Both are least-squares slopes over an asymptotic range that ends where the error reaches its
 * floor and begins as early as the range stays straight. The rules:
 *
 *   end     The last error that is finite and above 0, unless the sequence has a floor. Its knee is
 *           the sweep where the smallest error so far is farthest below the chord from first to
 *           last (in the logarithm). If in the second half of what follows, at least 3 sweeps, the
 *           error falls no more (a line's fall is within three standard errors of it, or within a
 *           hundredth of the whole fall), that is a floor, and the end is the last sweep before
 *           the knee with 10 times the least error.
 *   rate    at least 5 sweeps, in which e falls by at least 10 times; straight: R^2 >= 0.99, and
 *           the slopes of the first and the second half differ by at most 10 % of the whole's.
 *   order   at least 3 pairs, e falling at each, by at least 10 times in all; R^2 >= 0.99 and the
 *           standard error of the order at most 0.1.
 *
 * The first sweep is the earliest for which the rest is straight (of at most 64 candidates, evenly
 * spread). What has no such range has no rate: no number is better than a wrong one.
 *
 * The kind of the tail is asked of the sweeps before that end, less the last ones, while there are
 * more than 3, whose error is below 1e-12 of the largest: rounding may have made it. (Where the
 * third is such an error, the kind is quadratic or none.) The first of these that holds:
 *
 *   quadratic    the run of falls at the end, each at least 1.2 times the one before, has two or
 *                more, and the last one, at least tenfold, is 1.8 times the one before (and the two
 *                last grow by 1.8 a sweep on the average);
 *   superlinear  the same with less growth. Of two falls alone the second must be 1.5 times the
 *                first. For both the last fall must be 1.5 times any before the run, and the run a
 *                half of the whole fall: a lucky last sweep is no tail.
 *   sublinear    log e is straight, as for a rate, over the logarithm of the sweep's number, over
 *                16 sweeps or more until that number has doubled, while e falls by half or more: a
 *                geometric sequence bends too much for that.
 *   superlinear  (slowly) of five equal parts of the sequence each falls by 1.05 times the one
 *                before or more, the last by 1.3 times the first.
 *   linear       there is a rate.
 *
 * What is quadratic is superlinear too: where few sweeps are seen, that may be all that they tell.
 * Three errors on a straight line have too few falls that grow: they are none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_RATE_H
#define SS_HARNESS_JUDGE_RATE_H

#include "harness/tables/rows.h"
#include "problems/base/error.h"

/* A slope with its range. */
typedef struct ss_profile_rate {
    double value, error; /* NAN: none; the standard error of the fit */
    size_t first, last;  /* indices from 1 into the sequence; 0: none */
    const char *note;    /* why there is none; "" otherwise */
} ss_profile_rate;

/* The kind of the tail: sublinear, linear, superlinear, quadratic or none. */
typedef struct ss_profile_tail {
    const char *kind;
    size_t first, last; /* the sweeps that tell, from 1; 0: none */
    const char *note;   /* why the kind is none; "" otherwise */
} ss_profile_tail;

/* The linear rate, the order and the tail of n errors. `scratch` is room for 3 n numbers. */
ss_profile_rate ss_profile_rate_linear(const double *errors, size_t n, double *scratch);
ss_profile_rate ss_profile_rate_order(const double *errors, size_t n, double *scratch);
ss_profile_tail ss_profile_rate_tail(const double *errors, size_t n, double *scratch);

/* Runs, the error whose rates are asked for, and the receiver of each row. */
typedef struct ss_profile_rates_order {
    const char *folder; /* of run or campaign: summary.csv and traces */
    const char *error;  /* column of an estimator in convergence.csv */
    const char *solver; /* only these, as ss_label_names takes them; NULL: all */
    void (*report)(const ss_convergence_rates_row *row); /* NULL: nobody is told */
} ss_profile_rates_order;

/* Write FOLDER/convergence_rates.csv: a row a traced step of each run, in the order of the summary,
 * whole or not at all. SS_ERROR_DATA if a table cannot be read, lacks the column, or nothing was
 * traced (says how); SS_ERROR_IO; SS_ERROR_MEMORY. */
bool ss_profile_rates_write(const ss_profile_rates_order *order, ss_error *error);

#endif
