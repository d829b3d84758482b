/* A recording of a shaken vessel ([M] section 8): its periods, the forces of its walls in the
 * course of a period, and how far its bodies have come after whole periods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_SHAKEN_H
#define SS_HARNESS_REPRODUCE_SHAKEN_H

#include "harness/reproduce/recording.h"

enum {
    SS_SHAKEN_WINDOWS = 50, /* of a period, as in [M] Figure 3 */
    SS_SHAKEN_WARM_UP = 10  /* periods that are not measured; of a run that has no more, half */
};

/* The periods of a run, from the step after which the vessel begins to move. */
typedef struct ss_shaken_periods {
    size_t start, length; /* steps */
    size_t first, n;      /* measured: from period `first` (0: none before it) to period n */
} ss_shaken_periods;

/* False if the run is not of a vessel, has no whole period, or none of SS_SHAKEN_WINDOWS equal
 * parts. */
bool ss_shaken_periods_of(ss_shaken_periods *periods, const ss_recording *recording);

/* The mean of an observable in each window of a period, from period `from` to `to`; false, and NaN,
 * if the run has none. */
bool ss_shaken_curve(double curve[SS_SHAKEN_WINDOWS], const ss_recording *recording,
                     const char *name, size_t from, size_t to);

/* The same over the measured periods. */
bool ss_shaken_mean_curve(double curve[SS_SHAKEN_WINDOWS], const ss_recording *recording,
                          const char *name);

/* Weight of all bodies (N); peak acceleration of the vessel over that of gravity. */
double ss_shaken_weight(const ss_recording *recording);
double ss_shaken_acceleration(const ss_recording *recording);

/* Part of a period, from the lowest point on, at which a body that does not bounce leaves the floor
 * and lands on it (above 1: in the next period); false if it does not leave it, or does not land
 * within a period: cos(2 pi t/T) = -1/Gamma, and the first root of the flight after it. */
bool ss_shaken_flight(double gamma, double *leaves, double *lands);

/* From the centre of a body at x to the nearest side wall (m), of a slot or of a cylinder. */
double ss_shaken_from_side(const ss_recording *recording, const double x[3]);

/* Is the body one of the large ones, beyond the range of the others? */
bool ss_shaken_is_large(const ss_recording *recording, size_t body);

/* Number of the first large one; n_bodies: there is none. */
size_t ss_shaken_large(const ss_recording *recording);

/* A large body, and the small one beside it: the nearest of those whose centre is at least as high
 * as its lowest point when the vessel begins to move. */
typedef struct ss_shaken_pair {
    bool found;
    size_t large, beside;
} ss_shaken_pair;
ss_shaken_pair ss_shaken_pair_of(const ss_recording *recording);

/* Places at the end of a period, counted from the start of the motion; NULL if there is no frame.
 */
const double *ss_shaken_places(const ss_recording *recording, size_t period);

/* Width of a bin of distances from the side walls: the mean diameter of the small bodies, m. */
double ss_shaken_bin(const ss_recording *recording);

/* Bodies whose centre begins in a bin, their mean rise (m) and its standard error over them: they
 * move together, so that it is too small. NaN where there are too few. */
typedef struct ss_shaken_rise {
    size_t n;
    double distance, mean, se; /* distance: middle of the bin, m */
} ss_shaken_rise;

/* Of the small bodies, from period `from` to `to`, bins from the wall on, at most `room`; returns
 * their number, 0 without frames. */
size_t ss_shaken_rises(ss_shaken_rise *bins, size_t room, const ss_recording *recording,
                       size_t from, size_t to);

/* Mean rise in the measured periods (m) of the small bodies whose centre begins from `from` to `to`
 * (m) of a side wall; NaN if there are none. */
double ss_shaken_rise_between(const ss_recording *recording, double from, double to);

#endif
