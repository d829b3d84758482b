/* One large body among small ones in a shaken vessel ([M] section 8): discs in a slot, or balls in
 * a square box. The large one is the last body that moves, in the middle of the vessel; the others
 * begin in the cells that it does not reach into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_VESSEL_LARGE_H
#define SS_PROBLEMS_SCENES_VESSEL_LARGE_H

#include "problems/scenes/vessel.h"

enum { SS_VESSEL_LARGE_SLOT, SS_VESSEL_LARGE_SQUARE }; /* variants */

typedef struct ss_vessel_large_params { /* begins as ss_vessel_params */
    ss_scene_params scene;
    ss_vessel vessel;
    ss_packing packing;  /* n counts the large body */
    double large, depth; /* its radius; its lowest point above the floor at the start, m */
} ss_vessel_large_params;

/* Open the scene, whose params are a ss_vessel_large_params, as its variant says. */
bool ss_vessel_large_open(ss_scene *scene, ss_error *error);

/* large_height, small_height, coarse_above; and, once a period, where the large body is under the
 * level surface: large_depth, large_aside, corner_depth. */
extern const ss_observable ss_observable_vessel_large;

#endif
