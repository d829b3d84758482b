/* What a comparison of two results looks at besides the status: columns of `summary`, less being
 * better in all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_MEASURE_H
#define SS_HARNESS_COMPARE_MEASURE_H

#include "harness/tables/summary.h"

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
    SS_COMPARE_MEASURE_RESIDUAL, /* shown; judged where a threshold is given */
    SS_COMPARE_MEASURE_TIME      /* judged above a noise floor */
} ss_compare_measure_kind;

/* The columns that have to be there, as ss_summary_read wants them. */
#define SS_COMPARE_REQUIRED_COUNTER(column)  #column ","
#define SS_COMPARE_REQUIRED_INNER(column)    #column ","
#define SS_COMPARE_REQUIRED_RESIDUAL(column) ""
#define SS_COMPARE_REQUIRED_TIME(column)     ""
#define SS_COMPARE_REQUIRED(column, kind)    SS_COMPARE_REQUIRED_##kind(column)
#define SS_COMPARE_MEASURE_REQUIRED          SS_COMPARE_MEASURE_LIST(SS_COMPARE_REQUIRED) "steps,options"

/* The name of its column. */
const char *ss_compare_measure_column(ss_compare_measure measure);

/* The measure of that column; false and an error (usage) with the nearest name for no such. */
bool ss_compare_measure_find(const char *column, ss_compare_measure *measure, ss_error *error);

ss_compare_measure_kind ss_compare_measure_kind_of(ss_compare_measure measure);

/* Its value in a row; NAN where the file has no such column. */
double ss_compare_measure_value(const ss_record *record, ss_compare_measure measure);

#endif
