/* A bed of discs between two side walls on a floor, in the plane ([P] 5.2): dropped from a lattice,
 * at rest at the start, and then disturbed, by a floor that sinks (silo_lowered.c) or by gravity
 * that turns (tilted_box.c). All is 1 m thick, so that stresses are in N/m^2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_BED_H
#define SS_PROBLEMS_SCENES_BED_H

#include "problems/motion/polarization.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

typedef struct ss_bed {
    double mu_wall;
    double begins;  /* when it is disturbed, s */
    double window;  /* height of the windows of profiles, m */
    size_t profile; /* steps from one profile to the next */
    bool flows;     /* windows are of the middle half, upwards from the floor; else of the whole
                     * width, downwards from the free surface */
    int start;      /* SS_BED_REST or SS_BED_DROPPED */
    int size;       /* SS_SCENE_SIZE */
} ss_bed;

enum { SS_BED_REST, SS_BED_DROPPED };

/* The beginning of the parameters of a scene with a bed. */
typedef struct ss_bed_params {
    ss_scene_params scene;
    ss_bed bed;
    ss_packing packing;
} ss_bed_params;

/* Rows of a bed, for a struct `type` that begins with the members of ss_bed_params. */
#define SS_BED_ROWS(type, of_width, width_source, of_window, window_source)                        \
    SS_SCENE_SIZE(type, bed.size),                                                                 \
        SS_PACKING_BALLS(type, 60, 1.35e-3, 1.65e-3,                                               \
                         "[P] 5.2: 350 discs of 1.5 mm +- 10 %, uniform by choice; 350 in "        \
                         "size=full, 60 here"),                                                    \
        SS_REAL(type, packing.width, "width", of_width, SS_ABOVE_ZERO, 1e6, "m",                   \
                "distance of the side walls", width_source),                                       \
        SS_REAL(type, bed.mu_wall, "mu-wall", 0.25, 0.0, 1e3, "-",                                 \
                "mu at the walls and the floor", "choice: as between the discs, [P] 5.2"),         \
        SS_CHOICE(type, bed.start, "start", SS_BED_REST, "rest|dropped",                           \
                  "the discs begin at rest on the floor, or at rest on their lattice, and fall",   \
                  "choice"),                                                                       \
        SS_COUNT(type, bed.profile, "profile", 50, 1, 1e9,                                         \
                 "steps from one profile in observables.csv to the next", "choice: 5 ms"),         \
        SS_REAL(type, bed.window, "window", of_window, SS_ABOVE_ZERO, 1e6, "m",                    \
                "height of the windows of profiles", window_source)

/* Their defaults of shared rows. */
#define SS_BED_DEFAULTS                                                                            \
    {"mu", 0.25, "[P] 5.2"}, {"e_n", 0.0, "choice: not given in [P]"},                             \
        {"e_t", 1.0, "choice: as the restitution that is printed in [D]"},                         \
        {"restitution", SS_LAW_PRINTED,                                                            \
         "choice: with e_n = 0 the physics of e_t = 0, half of W_tt"},                             \
        {"density", 2500.0, "choice: not given in [P], changes no motion"},                        \
        {"inertia", 0.5, "discs; not used: their shape says so"},                                  \
        {"h", 1e-4, "choice: not given in [P]"},                                                   \
        {"tol", 1e-8, "choice: of E1, which has no unit"},                                         \
    {                                                                                              \
        "max-sweeps", 5000, "choice: sweeps alone meet the tolerance in few steps that move"       \
    }

/* The walls, behind the discs: n_moving + these. */
enum { SS_BED_FLOOR, SS_BED_LEFT, SS_BED_RIGHT, SS_BED_WALLS };

/* Open a scene whose params are a ss_bed_params: discs on a jittered lattice between the walls.
 * False and an error when lengths contradict each other, or discs could pass through a wall. */
bool ss_bed_open(ss_scene *scene, ss_error *error);

/* The way to rest: without restitution. `free`: parameters beside these that do not matter. */
void ss_bed_calm(ss_scene *scene);
#define SS_BED_FREE "e_n e_t restitution size profile window"

/* True from the first step on that begins at `begins` or later. */
bool ss_bed_is_disturbed(const ss_scene *scene, double t, double h);

/* M g of all discs, N. */
double ss_bed_weight(const ss_scene *scene);

/* Height (m) of the free surface above the floor: twice that of the centre of mass, for a bed that
 * is level. */
double ss_bed_height(const ss_scene *scene);

/* Area of the discs over that between the side walls up to a height (m). */
double ss_bed_solid_fraction(const ss_scene *scene, double height);

/* Contacts with the side walls, and between discs: one zone each. */
extern const ss_contact_zones ss_bed_sides, ss_bed_bulk;

/* The observables that all beds have, without profiles: P_n of the contacts between discs and the
 * share of discs with P_n above 1/2; vertical force of the floor, and of the side walls, on the
 * discs over their weight; the remainder of Newton's law for all discs in the step, over their
 * weight, 0 to rounding; height and solid fraction. */
extern const ss_observable ss_observable_bed;

/* The constants that all beds have. */
extern const ss_constants ss_bed_constants;

#endif
