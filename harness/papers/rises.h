/* Rise and fall in a shaken vessel: how far its bodies have come after whole periods, by
 * their distance from the side walls, and a large body among small ones ([M] section 8). From the
 * frames of a run and the constants of its scene.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_RISES_H
#define SS_HARNESS_PAPERS_RISES_H

#include "harness/tables/reduce.h"

/* A measure that is code; a list ends with one without a name. */
typedef struct ss_paper_code {
    const char *name;
    ss_measure_code *of;
} ss_paper_code;

/* Those of shaken vessels. */
extern const ss_paper_code ss_rises_codes[];

/* From the centre of a body at x to the nearest side wall (m), of a slot or of a cylinder. */
double ss_rises_from_side(const ss_series *series, const double x[3]);

/* Number of the large body; n_bodies: there is none. */
size_t ss_rises_large(const ss_series *series);

/* The small body beside the large one: the nearest of those whose centre is at least as high as its
 * lowest point when the vessel begins to move; n_bodies: there is none. */
size_t ss_rises_beside(const ss_series *series);

/* Places at the end of a period, counted from the start of the motion; NULL if there is no frame.
 */
const double *ss_rises_places(const ss_series *series, size_t period);

/* Bodies whose centre begins in a bin, their mean rise (m) and its standard error over them: they
 * move together, so that it is too small. NaN where there are too few. */
typedef struct ss_rise {
    size_t n;
    double distance, mean, se; /* distance: middle of the bin, m */
} ss_rise;

/* Of the small bodies over the measured periods, bins a mean diameter wide from the wall on, at
 * most `room`; returns their number, 0 without frames. */
size_t ss_rises_of(ss_rise *bins, size_t room, const ss_series *series);

/* Mean rise in the measured periods (m) of the small bodies whose centre begins from `from` to `to`
 * (m) of a side wall; NaN if there are none. */
double ss_rises_between(const ss_series *series, double from, double to);

#endif
