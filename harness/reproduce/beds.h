/* A recording of a bed of discs that is disturbed ([P] 5.2): when, and its profiles, which are
 * observables of many values with keys `depth=0.005` or `z=0.005` (m).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_BEDS_H
#define SS_HARNESS_REPRODUCE_BEDS_H

#include "harness/reproduce/recording.h"

/* Steps before it is disturbed; 0: it is not. */
size_t ss_beds_before(const ss_recording *recording);

/* Steps before the last third of the time after that. */
size_t ss_beds_late(const ss_recording *recording);

enum { SS_BEDS_WINDOWS = 100 };

/* The mean over the late steps of what stands under one key. */
typedef struct ss_beds_point {
    double at, mean; /* m; the observable's unit */
    size_t n;        /* steps */
} ss_beds_point;

/* Add a value to the point at this place, or begin one there, as far as there is room: `mean` is a
 * sum while it is being made. */
void ss_beds_point_add(ss_beds_point points[SS_BEDS_WINDOWS], size_t *n, double at, double value);

/* A profile, upwards or downwards as it stands in the table; returns the number of points. */
size_t ss_beds_profile(ss_beds_point points[SS_BEDS_WINDOWS], const ss_recording *recording,
                       const char *name);

/* The mean of its points; NaN without any. */
double ss_beds_mean(const ss_recording *recording, const char *name);

#endif
