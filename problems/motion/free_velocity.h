/* The velocities that a step would end with if no contact acted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_FREE_VELOCITY_H
#define SS_PROBLEMS_MOTION_FREE_VELOCITY_H

#include "problems/motion/scene.h"

/* v_free = v_k + h M^-1 F, 6 a body: gravity, loads, gyroscopic torques and the stiffness of bodies
 * that deform; given bodies keep their velocity. And the inverse inertias in the fixed frame: 6 a
 * body in rigid form, 1 in the form of balls. False and an error as of ss_flexible_kind.release. */
bool ss_free_velocity(double *v_free, double *inv_inertia, const ss_scene *scene, ss_form form,
                      ss_error *error);

#endif
