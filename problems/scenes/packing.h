/* Balls at rest on a jittered lattice in a square box, open at the top (method section 8): the
 * start of the sedimentation problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_PACKING_H
#define SS_PROBLEMS_SCENES_PACKING_H

#include "problems/motion/scene.h"

typedef struct ss_packing {
    size_t n;                      /* balls */
    double radius_min, radius_max; /* radii are uniform in this range, m */
    double width;                  /* of the box, m */
    double first_layer;            /* height of the lowest cells above the floor, m */
    double jitter;                 /* displacement, as a share of the free room of a cell */
} ss_packing;

/* Cells are width/nx wide, nx = floor(width/(2.1 radius_max)), and 2.1 radius_max high; they are
 * filled layer by layer, one ball a cell, radius then displacement drawn from gsl's mt19937 seeded
 * with `instance`. Makes bodies, the floor z = 0, the four sides, gravity and box_width. False and
 * an error when the box is too narrow for a ball or radius_min > radius_max. */
bool ss_packing_open(ss_scene *scene, const ss_packing *packing, unsigned long instance,
                     ss_error *error);

#endif
