/* Springs between the centres of moving bodies, small strains (method 13.7): the bodies of a scene
 * are joined by a linear stiffness K. By the theta method
 *
 *     A v+ = M v_k - h K (x_k - x_rest + theta (1 - theta) h v_k) + h F + P r,
 *     A = M + theta^2 h^2 K
 *
 * so that an impulse on one moves them all. Spins are those of rigid bodies. W is kept dense,
 * 9 n_contacts^2: for few contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_SPRINGS_H
#define SS_PROBLEMS_MOTION_SPRINGS_H

#include "problems/motion/flexible.h"
#include "problems/sparse/triplets.h"

/* The moving bodies where they stand now, at rest, with room for `most` springs and none yet: K is
 * 0. NULL and an error without memory. Give it to scene->flexible, or free it. */
ss_flexible *ss_springs_create(const ss_bodies *bodies, size_t most, ss_error *error);

/* Join the centres of the moving bodies a and b by `stiffness` (N/m) against every displacement of
 * one relative to the other, along their line and across it; at most `most` times. */
void ss_springs_join(ss_flexible *springs, size_t a, size_t b, double stiffness);

#endif
