/* The force on the base of a heap: through the balls that are blocked there, and through those that
 * stand on the floor (body blocks_at of the scene, or else its first given one). On a blocked ball
 * the base acts with what its weight and all its contacts leave over; on one that is not, with the
 * impulse of the floor. [S] 6.2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_BASE_PRESSURE_H
#define SS_PROBLEMS_SCENES_BASE_PRESSURE_H

#include "problems/motion/observable.h"

/* A push on the base: by the weight of a blocked ball, by each of its contacts, or by a ball that
 * stands on the floor. */
typedef struct ss_base_push {
    double from_axis; /* of its ball, m */
    double force;     /* N, downwards */
    bool is_ball;     /* one a ball: to count them by */
} ss_base_push;

/* All pushes of a step, in one walk over its contacts: `pushes` (n) is to be freed; false without
 * memory. */
typedef struct ss_base {
    ss_base_push *pushes;
    size_t n;
} ss_base;
bool ss_base_begin(ss_base *base, const ss_moment *moment);

/* Ring k of the base: at least 4 k mean radii from the z axis, and not 4 (k + 1). */
enum { SS_BASE_RINGS = 12 };
typedef struct ss_base_ring {
    size_t n;     /* balls of the base that have their centres there */
    double force; /* through them, N */
    double area;  /* m^2 */
} ss_base_ring;

/* Lines of base_force (N, downwards, of all balls; exact at rest, where no ball on average is
 * faster than a hundredth of what it gains in a step of free fall: the weight) and of base_0 to
 * base_11 (Pa, mean pressure of a ring). */
#define SS_BASE_RING_NAME(k)                                                                       \
    {                                                                                              \
        "base_" #k, "Pa", "mean pressure on ring " #k " of the base, four mean radii wide"         \
    }
#define SS_BASE_NAMES                                                                              \
    {"base_force", "N", "force on the base, downwards; exact: the weight, at rest"},               \
        SS_BASE_RING_NAME(0), SS_BASE_RING_NAME(1), SS_BASE_RING_NAME(2), SS_BASE_RING_NAME(3),    \
        SS_BASE_RING_NAME(4), SS_BASE_RING_NAME(5), SS_BASE_RING_NAME(6), SS_BASE_RING_NAME(7),    \
        SS_BASE_RING_NAME(8), SS_BASE_RING_NAME(9), SS_BASE_RING_NAME(10), SS_BASE_RING_NAME(11)

/* Add their values. `exact`: the exact pressure (Pa) on a ring, or NAN; NULL: known nowhere. */
void ss_base_fill(ss_observed *out, const ss_base *base, const ss_moment *moment,
                  double (*exact)(const ss_moment *moment, const ss_base_ring *ring));

/* The balls of the base nearest to the z axis, a ninth of all of them (more where they are as far
 * as one of these): the mean force on the base through them over that through all. NAN where there
 * is no base. */
double ss_base_middle(const ss_base *base, const ss_moment *moment);

#endif
