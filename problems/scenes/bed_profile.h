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

/* Add the value of window k under its key. */
void ss_bed_add(ss_observed *out, const ss_bed_windows *windows, size_t k, double value);

/* Mean stresses (Pa) on the two side walls in window k: pressure, and how they hold up. */
typedef struct ss_bed_wall_stress {
    double normal, up;
} ss_bed_wall_stress;
ss_bed_wall_stress ss_bed_wall_stress_of(const ss_moment *moment, const ss_bed_windows *windows,
                                         size_t k);

/* |S_xz - S_zx| of every disc and of every window over the largest |S| of a disc, or of a window:
 * the largest; of the contact part alone, and with the inertia part, where it is 0 to rounding. */
extern const ss_observable ss_observable_asym_r, ss_observable_asym_sum;

/* Trace of the inertia part over that of the contact part, of all discs. */
extern const ss_observable ss_observable_y_over_r;
#define SS_BED_ASYMMETRY &ss_observable_asym_r, &ss_observable_asym_sum, &ss_observable_y_over_r

/* Profiles of the side walls. */
extern const ss_observable ss_observable_sigma_xx_wall, ss_observable_tau_wall,
    ss_observable_mobilised;
#define SS_BED_WALL_PROFILES                                                                       \
    &ss_observable_sigma_xx_wall, &ss_observable_tau_wall, &ss_observable_mobilised

/* Profiles of the bed, a component of the mean stress each: sigma of all, r of contacts, y of
 * inertia; and of what moves, of polarization and fabric. */
enum { SS_BED_COMPONENTS = 4 };
extern const ss_observable ss_observables_sigma[SS_BED_COMPONENTS],
    ss_observables_r[SS_BED_COMPONENTS], ss_observables_y[SS_BED_COMPONENTS];
extern const ss_observable ss_observable_v_x, ss_observable_v_z, ss_observable_p_n_z,
    ss_observable_fabric_anisotropy, ss_observable_force_anisotropy, ss_observable_force_angle;
#define SS_BED_OF_COMPONENTS(array) &(array)[0], &(array)[1], &(array)[2], &(array)[3]
#define SS_BED_PROFILES                                                                            \
    &ss_observable_v_x, &ss_observable_v_z, &ss_observable_p_n_z,                                  \
        &ss_observable_fabric_anisotropy, &ss_observable_force_anisotropy,                         \
        &ss_observable_force_angle, SS_BED_OF_COMPONENTS(ss_observables_sigma),                    \
        SS_BED_OF_COMPONENTS(ss_observables_r), SS_BED_OF_COMPONENTS(ss_observables_y)

#endif
