/* Windows of a run: parts of its steps that a number is taken over. They follow from the constants
 * of its scene (`disturbed_at`, `frequency`) and from what has left it (`out`, `balls`).
 *
 *     step  0 ---- disturbed_at ------------------------ n_steps
 *           before|            late: the last third   |=========|
 *                 | period 0 | period 1 | ...        measured: without the first ten
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_WINDOWS_H
#define SS_HARNESS_TABLES_WINDOWS_H

#include "harness/tables/series.h"

/* The steps `from` + 1 to `to`; of none to = from. */
typedef struct ss_window {
    size_t from, to;
} ss_window;

/* The mean of an observable over them, those left out in which it is none; NaN if it is none in
 * all of them. */
double ss_window_mean(const ss_series *series, const char *name, ss_window window);

/* The last `n` steps, or all if there are fewer. */
ss_window ss_window_last(const ss_series *series, size_t n);

/* The step before which a run is disturbed, and the last third of the time after it; empty where it
 * is not. */
ss_window ss_window_before(const ss_series *series);
ss_window ss_window_late(const ss_series *series);

/* The first step after which the share `part` of the balls is out; 0: never. From that of `from` to
 * that of `to`. */
size_t ss_window_out_step(const ss_series *series, double part);
ss_window ss_window_out(const ss_series *series, double from, double to);

/* ---- periods of what is shaken ---- */

enum {
    SS_PERIOD_PARTS = 50,  /* as in [M] Figure 3 */
    SS_PERIOD_WARM_UP = 10 /* periods that are not measured; of a run that has no more, half */
};

/* The periods of a run, from the step after which it is disturbed. */
typedef struct ss_periods {
    size_t start, length; /* steps */
    size_t first, n;      /* measured: from period `first` (0: none before it) to period n */
} ss_periods;

/* False if nothing is shaken, or the run has no whole period, or none of SS_PERIOD_PARTS equal
 * parts. */
bool ss_periods_of(ss_periods *periods, const ss_series *series);

/* The mean of an observable in each part of a period, from period `from` to `to`; false, and NaN,
 * if the run has none. Then the same over the measured periods. */
bool ss_periods_curve(double curve[SS_PERIOD_PARTS], const ss_series *series, const char *name,
                      size_t from, size_t to);
bool ss_periods_mean_curve(double curve[SS_PERIOD_PARTS], const ss_series *series,
                           const char *name);

/* ---- profiles: observables of many values with keys `depth=0.005` or `z=0.005` (m) ---- */

enum { SS_PROFILE_POINTS = 100 };

/* The mean over the late steps of what stands under one key. */
typedef struct ss_profile_point {
    double at, mean; /* m; the observable's unit */
    size_t n;        /* steps */
} ss_profile_point;

/* Add a value to the point at this place, or begin one there, as far as there is room: `mean` is a
 * sum while it is being made. */
void ss_profile_add(ss_profile_point points[SS_PROFILE_POINTS], size_t *n, double at, double value);

/* A profile, upwards or downwards as it stands in the table; returns the number of points. */
size_t ss_profile_of(ss_profile_point points[SS_PROFILE_POINTS], const ss_series *series,
                     const char *name);

#endif
