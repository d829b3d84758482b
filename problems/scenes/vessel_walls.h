/* A shaken vessel and its walls: a slot in the plane y = 0, a square box, a cylinder, all open at
 * the top; and how far a point is from them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_VESSEL_WALLS_H
#define SS_PROBLEMS_SCENES_VESSEL_WALLS_H

#include "problems/scenes/packing.h"

typedef struct ss_vessel {
    double amplitude, frequency, start; /* A, half the peak-to-peak value (m), f (Hz), t_s (s) */
    double mu, e_n, e_t;                /* between what is in it and the walls */
    int size;                           /* SS_SCENE_SIZE */
    double thickness;                   /* of discs, m; 0: they are balls */
    double above_floor;                 /* of the lowest cells at the start, m */
} ss_vessel;

/* The beginning of the parameters of a scene with a vessel. */
typedef struct ss_vessel_params {
    ss_scene_params scene;
    ss_vessel vessel;
    ss_packing packing;
} ss_vessel_params;

enum { SS_VESSEL_CYLINDER = 1, SS_VESSEL_SLOT = 3, SS_VESSEL_SQUARE = 5 }; /* by walls */

/* Depth of the layer at the side walls, in largest radii of the packing. */
extern const double ss_vessel_layer_in_radii;

/* Make the walls of a vessel that ss_vessel_open made those of a slot in the plane y = 0, open at
 * the top: floor z >= 0 and sides 0 <= x <= width. */
bool ss_vessel_set_slot(ss_bodies *bodies, double width, ss_error *error);

/* The same of a square box with two sides more, 0 <= y <= width. */
bool ss_vessel_set_square(ss_bodies *bodies, double width, ss_error *error);

/* From a point at x (m) to the nearest side wall, of a slot, a square box or a cylinder. */
double ss_vessel_from_side(const ss_scene *scene, const double x[3]);

/* Is it in the layer at the side walls, 2.5 largest radii of the packing deep? */
bool ss_vessel_in_layer(const ss_scene *scene, const double x[3]);

/* Height (m) of the floor at the moment. */
double ss_vessel_floor(const ss_scene *scene);

#endif
