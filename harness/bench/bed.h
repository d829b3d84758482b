/* Settled beds of balls, and of other bodies beside them: what the sweeps of the benchmark run on.
 *
 * Up to about 10 000 contacts a bed is settled by simulation: the balls of balls-500 (radii, mu,
 * restitution, lattice start) fall into a box and come to rest. A larger bed is that one and its
 * mirror images side by side, k x l of them: a ball that touched a wall touches its own image
 * instead, so the whole is at rest by symmetry, and every contact is one of a settled bed. Settling
 * in steps of 0.15 ms leaves overlaps of up to a tenth of a radius. Balls are numbered as the
 * catalogue numbers a lattice of that size: layer by layer.
 *
 * The problem posed is the next time step from rest: u_free = h g.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_BED_H
#define SS_HARNESS_BENCH_BED_H

#include "problems/motion/step.h"

/* Whoever asks for a bed owns it: scene, step and problem live as long. Kinds may move its bodies,
 * and put them back (whole_step.c, mechanics.c): the next measurement finds it as it was. */
typedef struct ss_bench_bed {
    ss_scene scene;
    ss_step *step;
    const ss_problem *problem; /* posed from rest; body form */
} ss_bench_bed;

/* A bed of about `n_contacts` contacts, or of exactly `n_balls` balls (or the nearest number that
 * its tiles allow). Settled beds are read from `cache`, or made and kept there; "" keeps none. A
 * file there that is not such a bed is made anew. Release with ss_bench_bed_free, which accepts a
 * zeroed struct. SS_ERROR_MEMORY, SS_ERROR_OUTPUT, SS_ERROR_IO, SS_ERROR_INTERRUPTED. */
bool ss_bench_bed_open(ss_bench_bed *bed, size_t n_contacts, const char *cache, ss_error *error);
bool ss_bench_bed_open_balls(ss_bench_bed *bed, size_t n_balls, const char *cache, ss_error *error);

/* A settled bed of n_balls and its images, about n_tiles in all. */
bool ss_bench_bed_open_tiles(ss_bench_bed *bed, size_t n_balls, size_t n_tiles, const char *cache,
                             ss_error *error);

/* A bed of about n_contacts contacts between other bodies: `discs`, those of segregation, settled
 * and kept as balls are; `blocks`, the wall of block-wall, which stands. */
bool ss_bench_bed_open_discs(ss_bench_bed *bed, size_t n_contacts, const char *cache,
                             ss_error *error);
bool ss_bench_bed_open_blocks(ss_bench_bed *bed, size_t n_contacts, ss_error *error);
void ss_bench_bed_free(ss_bench_bed *bed);

#endif
