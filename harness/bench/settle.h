/* The settled bed that larger ones are made of: simulated once, then kept in a cache folder as a
 * table of bodies (harness/tables/fields.def: bodies).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_SETTLE_H
#define SS_HARNESS_BENCH_SETTLE_H

#include "problems/motion/scene.h"

typedef struct ss_bench_tile {
    ss_scene_params params; /* those of balls-500, with the step and the margin of settling */
    size_t n;               /* balls */
    size_t columns;         /* of the start's lattice, along a side of the square box */
    double width;           /* of the box, m */
    double *radius, *x;     /* owned: n, 3 n, m */
} ss_bench_tile;

/* n_balls balls at rest in a box about nine balls deep (less for few), from `cache` or settled now
 * and kept there ("": not kept). Release with ss_bench_tile_free, which accepts a zeroed struct. */
bool ss_bench_tile_open(ss_bench_tile *tile, size_t n_balls, const char *cache, ss_error *error);
void ss_bench_tile_free(ss_bench_tile *tile);

#endif
