/* Measures: numbers that a paper speaks of and no table has. A measure is data, a row of
 * measures.csv, and this is what evaluates it:
 *
 *     number = reduce(`of` over `window`) / `over`
 *
 * `of` and `over` are names, `over` may be empty. What a name stands for: an observable of the run;
 * another measure; a number; a column of summary.csv; a constant of its scene; a parameter of its
 * problem. An observable as `over` is reduced as `of` is.
 *
 *     reduce                          of, window
 *     mean first last least largest   an observable, with a minus its negative; window: "" (all),
 *     largest_abs sum                 first, last N, before, late, period, measured, "out 20 70"
 *                                     (percent of the balls), "part 0 12" (of the 50 of a period,
 *                                     over the measured ones)
 *     slope                           its change a second, from the step before the window on
 *     impulse, crest, climb           of parts of a period: mean times the parts over 50; the end
 *                                     of the largest, s; the largest of its integral over time
 *     rough                           root mean square of its second differences
 *     profile                         mean over the points of one of many values, late
 *     apart                           the distribution `of`, late, and that of the run beside this
 *                                     one: the largest difference of their sums (Kolmogorov)
 *     error                           largest |value - exact| of the observables `of`; *: of all
 *     value                           the constant, column, number or measure itself
 *     column                          sum of the columns `of` of summary.csv; window: solved (NaN
 *                                     where the run is not), cap (INFINITY there), dense (NaN where
 *                                     the last step has less than half a contact a ball)
 *     count                           the same; INFINITY where eps of the last step is above tol
 *     less                            `of` - `over`
 *     beside, beyond                  `of` over, or less, that of the run beside this one
 *     code                            a function, which needs the names `of`
 *     row                             the measure `of`, over that of row `over`, "TABLE ROW"
 *     power, power_rather, ends,      a trend: of the measure `of` of several runs against their
 *     falls                           parameter `over`, from `window` on (trend.h)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_REDUCE_H
#define SS_HARNESS_TABLES_REDUCE_H

#include "harness/tables/trend.h"
#include "harness/tables/windows.h"

/* A measure that is code, by its name; NaN where the run does not tell. */
typedef double ss_measure_code(const char *name, const ss_series *series);

typedef struct ss_measure {
    const char *name, *head, *label;         /* of its column; short, "": the name; with its unit */
    const char *reduce, *of, *window, *over; /* as above */
    ss_measure_code *code;                   /* where it is that */
} ss_measure;

typedef struct ss_measures {
    ss_measure *at; /* n */
    size_t n;
} ss_measures;

/* NULL if there is none of that name; of no list (NULL) there is none. */
const ss_measure *ss_measures_find(const ss_measures *measures, const char *name);

/* The number of the measure called `name`; NaN where there is none, or the run does not tell. Of
 * `row` and of trends, which are of several runs, it is NaN. */
double ss_measures_number(const ss_measures *measures, const char *name, const ss_series *series);

/* Is it a quantity of bodies in motion, of observables or of places, and no count, time or sum of
 * columns? */
bool ss_measure_is_observed(const ss_measures *measures, const ss_measure *measure);

/* Take the next of *words, with blanks between them; false at the end. */
bool ss_measure_word(const char **words, char word[64]);

/* The names known where a measure is asked for: observables, constants, parameters. */
typedef struct ss_known {
    bool (*knows)(const void *context, const char *name);
    const void *context;
} ss_known;

/* Are the measure's words known, and every name that it needs: itself, as a column of summary.csv,
 * or as a measure above it in the list of which the same holds? The first that is not into
 * `missing`. */
bool ss_measure_check(const ss_measures *measures, const ss_measure *measure, const ss_known *known,
                      char missing[64]);

#endif
