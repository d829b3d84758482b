/* What bodies do in a period of a shaken vessel: when they land on its floor, how high they fly,
 * how what is in it turns in its corners, and the shape of its surface ([M] section 2, Figure 1;
 * section 8, Figure 3).
 *
 *     turns since the vessel was lowest    0 -------- 0.25 ------ 0.5 ------ 1 -------- 1.25
 *     corners, surface                     begin                             told
 *     flights                                         begin                             told
 *     first landings                                              watch                 told
 *
 * A flight is measured from where the body is a quarter of a period after the lowest point, 10 ms
 * in [M] Figure 3, when the pack has landed and not left yet: at the lowest point what is at the
 * walls may have landed, and the rest still fall.
 *
 * Numbers are told once a period, in its last step, and are no number in the others. What a period
 * begins with is kept in scene->kept by the drive, which moves the vessel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_VESSEL_PERIODS_H
#define SS_PROBLEMS_SCENES_VESSEL_PERIODS_H

#include "problems/motion/observable.h"

/* What is kept of a body that moves. */
typedef struct ss_vessel_kept {
    double start[3]; /* where it was when the vessel was lowest last, m */
    double rest[3];  /* where it was a quarter of a period after that, last, m */
    double top;      /* height of its centre since that, the largest, m */
    double landed;   /* when it first touched the floor since the vessel was highest, s after its
                      * lowest point; NAN: not yet, -INFINITY: it lay there then */
} ss_vessel_kept;

/* Make room for what is kept. False and an error without memory. */
bool ss_vessel_periods_open(ss_scene *scene, ss_error *error);

/* Keep what the bodies do at t (s), the middle of a step, with the vessel where it is then. */
void ss_vessel_periods_keep(ss_scene *scene, double t);

/* Does a period end with the step that ends now, whole ones counted from `turns` (0 to 1) after the
 * lowest point? */
bool ss_vessel_period_ends(const ss_scene *scene, double turns);

/* A body touches the floor for the first time: mean time (s after the lowest point) of those in the
 * layer at the side walls, layer_landing, and of the others, core_landing, that flew when the
 * vessel was highest and land before a quarter of the period. Means of the largest rise of a body
 * (m) until then since a quarter of the period before, of those that began it in the layer,
 * layer_flight, and of the others, core_flight. */
extern const ss_observable ss_observable_vessel_periods;

/* Of a slot. Turn of what begins a period in a corner, a square of a fifth of the width (three
 * largest diameters at least): half the curl of the plane field that fits the displacements of the
 * period best, radians, down at the wall and up inside; its circulation is twice that by the area
 * of the square. Mean of the two upper corners, corner_turn, and of the squares, corner_square, and
 * fourth powers, corner_fourth: their means over periods tell bursts. floor_square: corner_square
 * of the corners at the floor. heap: mean height (m) of the surface in the middle half of the width
 * less that in the quarters at the walls, by the highest top in columns of three largest diameters
 * at least. The level surface is twice the mean height of the centres above the floor. */
extern const ss_observable ss_observable_vessel_surface;

#endif
