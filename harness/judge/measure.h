/* Columns of `summary` that a comparison of two results looks at besides the status, less being
 * better in all of them, and what a user allows them to change by before they count as moved.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_MEASURE_H
#define SS_HARNESS_JUDGE_MEASURE_H

#include "harness/tables/record.h"

/* column of summary.csv, kind (below). Counters of both kinds have to be in every file; the others
 * may be missing, as in a baseline. The table `compare` of harness/tables/fields.def has base_X and
 * new_X for each. */
#define SS_COMPARE_MEASURE_LIST(X)                                                                 \
    X(sweeps_last, COUNTER)                                                                        \
    X(sweeps_total, COUNTER)                                                                       \
    X(steps_capped, COUNTER)                                                                       \
    X(visits_total, COUNTER)                                                                       \
    X(local_iterations_total, COUNTER)                                                             \
    X(projections_total, INNER)                                                                    \
    X(newton_failures_total, INNER)                                                                \
    X(backtracks_total, INNER)                                                                     \
    X(fallbacks_total, INNER)                                                                      \
    X(work_units_total, UNITS)                                                                     \
    X(eps_last, RESIDUAL)                                                                          \
    X(e1, RESIDUAL)                                                                                \
    X(cpu_s, TIME)

typedef enum ss_compare_measure {
#define X(column, kind) SS_COMPARE_MEASURE_##column,
    SS_COMPARE_MEASURE_LIST(X)
#undef X
        SS_COMPARE_N_MEASURES
} ss_compare_measure;

typedef enum ss_compare_measure_kind {
    SS_COMPARE_MEASURE_COUNTER, /* the same on every machine: judged exactly */
    SS_COMPARE_MEASURE_INNER, /* a counter of the solver's own doings: the same, but two solvers are
                         not judged by what only one of them does */
    SS_COMPARE_MEASURE_UNITS, /* what the counters come to: judged exactly where both sides have it
                               */
    SS_COMPARE_MEASURE_RESIDUAL, /* shown; judged where a threshold is given */
    SS_COMPARE_MEASURE_TIME      /* judged above a noise floor */
} ss_compare_measure_kind;

/* Column and kind of each measure. */
extern const struct ss_compare_measure_row {
    const char *column;
    ss_compare_measure_kind kind;
} ss_compare_measures[SS_COMPARE_N_MEASURES];

/* Its value in a row; NAN where the file has no such column. */
double ss_compare_measure_value(const ss_record *record, ss_compare_measure measure);

/* The changes that are allowed of each measure. Zero everywhere: exact. */
typedef struct ss_compare_thresholds {
    bool given[SS_COMPARE_N_MEASURES]; /* the file names the column: a residual is judged then */
    double relative[SS_COMPARE_N_MEASURES];
    double absolute[SS_COMPARE_N_MEASURES]; /* in the unit of the column */
} ss_compare_thresholds;

/* Read a CSV file with the columns `column` and `relative` or `absolute` or both; an empty field is
 * 0. SS_ERROR_DATA, naming the line: a column that is not compared, or comes twice, a value that is
 * negative or no finite number. */
bool ss_compare_thresholds_read(ss_compare_thresholds *thresholds, const char *path,
                                ss_error *error);

/* Is a change from a to b none: |b - a| <= max(relative |a|, absolute), or both NAN? */
bool ss_compare_thresholds_allow(const ss_compare_thresholds *thresholds,
                                 ss_compare_measure measure, double a, double b);

#endif
