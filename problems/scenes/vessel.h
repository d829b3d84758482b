/* The shaken vessels of [M] sections 2 and 8: walls that move up and down together as
 * z = -A cos(2 pi f (t - t_s)), z = -A before t_s, with laws of their own, and what they carry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_VESSEL_H
#define SS_PROBLEMS_SCENES_VESSEL_H

#include "problems/motion/observable.h"
#include "problems/scenes/scene_table.h"
#include "problems/scenes/vessel_periods.h"
#include "problems/scenes/vessel_walls.h"

/* Rows of the vessel's motion, for a struct `type` that begins with the members of
 * ss_vessel_params. */
#define SS_VESSEL_MOTION(type, a, f, settling, source)                                             \
    SS_REAL(type, vessel.amplitude, "amplitude", a, 0.0, 1e3, "m",                                 \
            "half the peak-to-peak displacement of the vessel", source),                           \
        SS_REAL(type, vessel.frequency, "frequency", f, SS_ABOVE_ZERO, 1e6, "Hz",                  \
                "frequency of the vessel", source),                                                \
        SS_REAL(type, vessel.start, "start", settling, 0.0, 1e6, "s",                              \
                "time at which the vessel, at its lowest point, begins to move; what is in it "    \
                "settles before",                                                                  \
                "choice: not given in [M]"),                                                       \
        SS_REAL(type, vessel.above_floor, "above-floor", 1e-4, 0.0, 1e6, "m",                      \
                "height of the lowest cells above the floor at the start",                         \
                "choice: not given in [M]")

/* Rows of the laws at walls. */
#define SS_VESSEL_LAW(type, of_mu, mu_source, of_n, n_source, of_t, t_source)                      \
    SS_REAL(type, vessel.mu, "mu-wall", of_mu, 0.0, 1e3, "-", "mu at the walls", mu_source),       \
        SS_REAL(type, vessel.e_n, "e_n-wall", of_n, 0.0, 1.0, "-", "e_n at the walls", n_source),  \
        SS_REAL(type, vessel.e_t, "e_t-wall", of_t, 0.0, 1.0, "-", "e_t at the walls", t_source)

/* Begin to open a scene whose params are a ss_vessel_params: make bodies of which `packing.n` move,
 * and walls behind them, which the caller gives their shapes; put the walls at the lowest point,
 * give them their law, and set where the packing starts. False and an error without memory. */
bool ss_vessel_open(ss_scene *scene, size_t n_walls, ss_error *error);

/* The vessel moves. */
ss_drive ss_vessel_drive;

/* Mean height (m) of the centres above the floor; its observable. */
double ss_vessel_mean_height(const ss_scene *scene);
extern const ss_observable ss_observable_mean_height;

/* Mean forces of the step on what is in the vessel (N, upwards; a wall is a floor where its normal
 * is within 45 degrees of vertical): wall_push, wall_drag, floor_push. */
extern const ss_observable ss_observable_vessel_forces;

/* Mean vertical velocity (m/s) of what has its centre in the layer at the side walls,
 * layer_velocity, and of the others, core_velocity: over whole periods, what goes round in the
 * vessel. NAN where there is none. */
extern const ss_observable ss_observable_vessel_flow;

/* The observables that all vessels have. */
#define SS_VESSEL_OBSERVABLES                                                                      \
    &ss_observable_vessel_forces, &ss_observable_vessel_flow, &ss_observable_vessel_periods,       \
        &ss_observable_energy_created, &ss_observable_momentum_balance

/* The constants that all vessels have. */
extern const ss_constants ss_vessel_constants;

/* Sums over contacts of the step with given bodies, those of sides and those of floors: of r_n, and
 * of the impulse on what is in the vessel, upwards; N s. */
typedef struct ss_vessel_impulse {
    double normal, up;
} ss_vessel_impulse;
enum { SS_VESSEL_SIDES, SS_VESSEL_FLOOR, SS_VESSEL_PARTS };
void ss_vessel_impulses(ss_vessel_impulse of[SS_VESSEL_PARTS], const ss_moment *moment);

#endif
