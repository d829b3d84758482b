/* The force on the base of a heap: through the balls that are blocked there, and through those that
 * stand on the floor (body blocks_at of the scene, or else its first given one). On a blocked ball
 * the base acts with what its weight and all its contacts leave over; on one that is not, with the
 * impulse of the floor. [S] 6.2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_BASE_PRESSURE_H
#define SS_PROBLEMS_SCENES_BASE_PRESSURE_H

#include "problems/motion/observable.h"

/* N, downwards, of all balls; exact at rest, where no ball on average is faster than a hundredth of
 * what it gains in a step of free fall: the weight. */
extern const ss_observable ss_observable_base_force;

/* The balls of the base nearest to the z axis, a ninth of all of them (more where they are as far
 * as one of these): the mean force on the base through them over that through all. NAN where there
 * is no base. */
double ss_base_middle(const ss_moment *moment);

/* Ring k of the base: at least 4 k mean radii from the z axis, and not 4 (k + 1). */
typedef struct ss_base_ring {
    size_t n;     /* balls of the base that have their centres there */
    double force; /* through them, N */
    double area;  /* m^2 */
} ss_base_ring;
ss_base_ring ss_base_ring_of(const ss_moment *moment, size_t k);

/* The observables base_0 to base_11 (Pa, mean pressure of a ring) of a scene, static in its file;
 * `exact` is a function of the moment and of k that gives the exact pressure or NAN. */
#define SS_BASE_RINGS(closed)                                                                      \
    SS_BASE_RING(0, closed)                                                                        \
    SS_BASE_RING(1, closed)                                                                        \
    SS_BASE_RING(2, closed)                                                                        \
    SS_BASE_RING(3, closed)                                                                        \
    SS_BASE_RING(4, closed)                                                                        \
    SS_BASE_RING(5, closed)                                                                        \
    SS_BASE_RING(6, closed)                                                                        \
    SS_BASE_RING(7, closed)                                                                        \
    SS_BASE_RING(8, closed)                                                                        \
    SS_BASE_RING(9, closed)                                                                        \
    SS_BASE_RING(10, closed)                                                                       \
    SS_BASE_RING(11, closed)

/* Their addresses, for the list of observables. */
#define SS_BASE_RINGS_LIST                                                                         \
    &base_ring_0, &base_ring_1, &base_ring_2, &base_ring_3, &base_ring_4, &base_ring_5,            \
        &base_ring_6, &base_ring_7, &base_ring_8, &base_ring_9, &base_ring_10, &base_ring_11

#define SS_BASE_RING(k, closed)                                                                    \
    static double base_pressure_##k(const ss_moment *m)                                            \
    {                                                                                              \
        const ss_base_ring ring = ss_base_ring_of(m, k);                                           \
        return ring.force / ring.area;                                                             \
    }                                                                                              \
    static double base_exact_##k(const ss_moment *m)                                               \
    {                                                                                              \
        return closed(m, k);                                                                       \
    }                                                                                              \
    static const ss_observable base_ring_##k = {.name = "base_" #k,                                \
                                                .unit = "Pa",                                      \
                                                .meaning = "mean pressure on ring " #k             \
                                                           " of the base, four mean radii wide",   \
                                                .value = base_pressure_##k,                        \
                                                .exact = base_exact_##k};

/* An `exact` that is known nowhere. */
double ss_base_ring_unknown(const ss_moment *moment, size_t k);

#endif
