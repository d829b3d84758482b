/* Scenes of meshed bodies made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_MESHED_H
#define SS_TESTS_SUPPORT_MESHED_H

#include "problems/motion/elastic.h"
#include "tests/support/random_problem.h"

/* A start: n discs of these radii at (x, z) with velocities (along x and z; spin about y), all in
 * the x-z plane, above the walls normal . x >= offset. */
typedef struct test_meshed_start {
    size_t n, n_walls;
    const double (*place)[3];    /* n: radius, x, z; m */
    const double (*velocity)[3]; /* n: m/s, m/s, rad/s; NULL: at rest */
    const double (*wall)[3];     /* n_walls: normal along x, z; offset, m */
    ss_elastic_params elastic;
    size_t m;     /* of the discs' mesh; 0: a bar, radius is its length */
    size_t along; /* of the bar, one across */
    ss_scene_params scene;
} test_meshed_start;

/* Without gravity, IQS without friction, h = 1e-4 s, theta = 1, discs of [R] with mesh 2. */
test_meshed_start test_meshed_usual(void);

/* Open it, with a step; free with test_packing_free. Returns scene.flexible. */
ss_elastic *test_meshed_open(test_packing *packing, const test_meshed_start *start);

/* Sum of the nodes' momenta: along x and z (N s), and about the origin from x to z (N m s). */
void test_meshed_momentum(double out[3], const ss_elastic *elastic);

#endif
