/* A shaken vessel: how far its bodies have come after whole periods, by their distance from the
 * side walls, and a large body among small ones ([M] section 8). From the frames of a run and the
 * constants of its scene. Measures, figures and tables of shaken vessels all look at a run this
 * way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_RISES_H
#define SS_HARNESS_PAPERS_RISES_H

#include "harness/tables/reduce.h"

/* A run of it. Bodies are numbers, n_bodies where there is none such; places are 3 n_bodies
 * coordinates (m) of the series, which must outlive this, NULL where there is no frame. */
typedef struct ss_shaken {
    const ss_series *r;
    ss_periods periods;
    double width;  /* of a slot, or the diameter of a cylinder, m */
    size_t large;  /* the large body */
    size_t beside; /* the small one that begins beside it: the nearest of those whose centre is at
                    * least as high as its lowest point when the vessel begins to move */
    const double *start, *first, *last; /* places when the vessel begins to move, and at both ends
                                         * of the measured periods */
} ss_shaken;

/* False if nothing is shaken, or the run has no whole period. */
bool ss_shaken_of(ss_shaken *shaken, const ss_series *series);

/* Places at the end of a period, counted from the start of the motion. */
const double *ss_shaken_places(const ss_shaken *shaken, size_t period);

/* Part of a period, from the lowest point on, at which a body that does not bounce leaves the floor
 * and lands on it (above 1: in the next period); false if it does not leave it, or does not land
 * within a period: cos(2 pi t/T) = -1/Gamma, and the first root of the flight after it. */
bool ss_shaken_flight(double gamma, double *leaves, double *lands);

enum { SS_RISE_BINS = 100 };

/* The rise of the small bodies over the measured periods, by where their centre begins: rows of
 * convection.csv, but for the name of the run, bins a mean diameter wide from the wall on. Its
 * standard error is too small, for bodies move together; NaN where there are too few. Returns their
 * number, 0 without frames. */
size_t ss_rises_of(ss_convection_row bins[SS_RISE_BINS], const ss_shaken *shaken);

/* The measure of that name; NaN where the run does not tell. *known: is there such a one? */
double ss_rises_measure(const char *name, const ss_series *series, bool *known);

#endif
