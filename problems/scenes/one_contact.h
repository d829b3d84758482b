/* Defaults of scenes of one contact with known answers (slope-block, backspin, turntable,
 * drum-block).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_ONE_CONTACT_H
#define SS_PROBLEMS_SCENES_ONE_CONTACT_H

#include "problems/motion/scene.h"

/* Their defaults but for mu; in an array of ss_option_default. */
#define SS_ONE_CONTACT_DEFAULTS                                                                    \
    {"h", 1e-3, "choice"}, {"steps", 1000, "choice: 1 s"},                                         \
        {"tol", 1e-12, "choice: the answer is known"},                                             \
        {"gravity", 10.0, "choice: so that a block stops at the end of a step"},                   \
        {"margin", 1e-9, "choice: contacts at rest stay listed in spite of rounding"},             \
        {"restitution", SS_LAW_MENDED, "choice: without restitution"},                             \
    {                                                                                              \
        "e_t", 0.0, "choice: without restitution"                                                  \
    }

/* Make body 0, which moves, a ball that nothing turns: a mass point at a distance. */
static inline void ss_one_contact_set_block(ss_scene *scene, double radius)
{
    ss_scene_set_ball(scene, 0, radius);
    for (int k = 0; k < 3; ++k)
        scene->bodies.inv_inertia[k] = 0.0;
}

#endif
