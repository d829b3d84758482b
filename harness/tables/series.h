/* A run in memory, compactly, for who reduces it to numbers (reduce.h): its row of summary.csv, the
 * constants of its scene, its observables step by step, and where its bodies were at the start, at
 * the frames and at the end. Another table whose rows are steps is one as well.
 *
 *     row        parameters, work, residuals of the last step
 *     constants  weight, frequency, ...: what the scene says (problems/motion/observable.h)
 *     values     [step - 1][observable]   one value a step        keyed    many values a step
 *     x          [frame][body][3]         steps[frame] is after which step the frame is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_SERIES_H
#define SS_HARNESS_TABLES_SERIES_H

#include "harness/tables/csv.h"
#include "harness/tables/rows.h"

enum {
    SS_SERIES_OBSERVABLES = 64,
    SS_SERIES_CONSTANTS = 16,
    SS_SERIES_NAME = 32,
    SS_SERIES_KEY = 40
};

/* One of the many values of an observable, a row NAME[KEY] of observables.csv. */
typedef struct ss_series_keyed {
    size_t step;
    char name[SS_SERIES_NAME], key[SS_SERIES_KEY];
    double value, exact; /* exact: NaN where not known */
} ss_series_keyed;

/* A constant of the scene. */
typedef struct ss_series_number {
    const char *name; /* borrowed */
    double value;
} ss_series_number;

typedef struct ss_series {
    const ss_summary_row *row;    /* of the run */
    const struct ss_series *with; /* another run that it is compared with; NULL: none. Both are
                                     borrowed */
    ss_series_number constants[SS_SERIES_CONSTANTS];
    size_t n_constants;
    size_t n_observables, n_steps; /* steps that have observables */
    char names[SS_SERIES_OBSERVABLES][SS_SERIES_NAME];
    double errors[SS_SERIES_OBSERVABLES]; /* largest |value - exact|; NaN: none is known */
    double *values;                       /* n_observables a step, from step 1 on */
    ss_series_keyed *keyed;               /* n_keyed, as they stand in the table */
    size_t n_keyed;
    size_t n_bodies, n_frames; /* balls and discs alone, as they are numbered */
    double *radius;            /* m */
    size_t *steps;             /* after which the frames are; 0: the start */
    double *x;                 /* 3 n_bodies a frame, m */
} ss_series;

/* Add observables.csv, and bodies.csv, to a series that has none; then of history.csv the sweeps of
 * each step, as an observable of that name, where it has all of them. To be freed, also after an error:
 * SS_ERROR_DATA, naming file and line, for what a run does not write, SS_ERROR_MEMORY. */
bool ss_series_read_observables(ss_series *series, const char *path, ss_error *error);
bool ss_series_read_frames(ss_series *series, const char *path, ss_error *error);
bool ss_series_read_sweeps(ss_series *series, const char *path, ss_error *error);

/* Of convergence.csv the parts of eps after the last sweep of the last step that was traced, as
 * constants of their column's name; errors as above. */
bool ss_series_read_parts(ss_series *series, const char *path, ss_error *error);
bool ss_series_is_part(const char *name);

/* Take the columns of numbers of a table for observables, its rows for steps; of its column status
 * comes the observable `solved`, 1 or 0. SS_ERROR_MEMORY. */
bool ss_series_take_table(ss_series *series, const ss_table *table, const ss_csv *csv,
                          ss_error *error);

void ss_series_free(ss_series *series);

/* Number of the observable; n_observables if there is none of that name. */
size_t ss_series_find(const ss_series *series, const char *name);

/* An observable after a step, from 1; NaN if the run has none of that name, or no such step. */
double ss_series_at(const ss_series *series, const char *name, size_t step);

/* The value under `key` of the observable `name` at `step`; NaN if there is none. */
double ss_series_keyed_value(const ss_series *series, const char *name, const char *key,
                             size_t step);

/* The places (m, x y z a body) after a step; NULL if it is no frame. */
const double *ss_series_frame(const ss_series *series, size_t step);

/* Add a constant of the scene, whose name is borrowed; one too many is left out. */
void ss_series_add_constant(ss_series *series, const char *name, double value);

/* A constant of the scene, or else a parameter of the problem; NaN if there is neither. */
double ss_series_constant(const ss_series *series, const char *name);

#endif
