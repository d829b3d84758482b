/* Profiles of a bed of discs: means over the windows of a column, every so many steps, as
 * observables of many values whose keys are the middles of the windows, `depth=0.005` or `z=0.005`
 * (m). A disc belongs to the window that its centre is in, a contact to that of its point.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_BED_PROFILE_H
#define SS_PROBLEMS_SCENES_BED_PROFILE_H

#include "problems/scenes/bed.h"

/* Windows one above the other: window k is from k to k + 1 heights away from z = zero, upwards or
 * downwards. What is above the free surface is of the first one, downwards. */
typedef struct ss_bed_windows {
    size_t n;
    double height;   /* of one, m */
    double zero;     /* m */
    double from, to; /* x of the sides, m */
    bool upwards;
} ss_bed_windows;

/* Those of a bed as it stands: downwards, as many as are whole; upwards, up to the highest centre
 * between the sides. */
ss_bed_windows ss_bed_windows_of(const ss_scene *scene);

/* The window of a disc; windows.n or more: it is in none. */
size_t ss_bed_window_of(const ss_bed_windows *windows, const ss_scene *scene, size_t b);

/* True at steps that have a profile. */
bool ss_bed_has_profile(const ss_moment *moment);

/* Add the values of all windows under their keys, name by name: `values`, a row of as many numbers
 * as there are names for each window. */
void ss_bed_add(ss_observed *out, const ss_observable_name *names, const ss_bed_windows *windows,
                const double *values);

/* Mean stresses (Pa) on the two side walls in each window, `of` (windows->n): pressure, and how
 * they hold up. */
typedef struct ss_bed_wall_stress {
    double normal, up;
} ss_bed_wall_stress;
void ss_bed_wall_stresses(ss_bed_wall_stress *of, const ss_moment *moment,
                          const ss_bed_windows *windows);

/* asym_r, asym_sum: |S_xz - S_zx| of every disc and of every window over the largest |S| of a disc,
 * or of a window: the largest; of the contact part alone, and with the inertia part, where it is 0
 * to rounding. y_over_r: trace of the inertia part over that of the contact part, of all discs;
 * inertia: the norms. */
extern const ss_observable ss_observable_asymmetry;

/* Profiles: of what moves, of polarization and fabric; and of the mean stress, a component each:
 * sigma of all, r of contacts, y of inertia. */
extern const ss_observable ss_observable_profile, ss_observable_stress_profile;
#define SS_BED_PROFILES &ss_observable_profile, &ss_observable_stress_profile

#endif
