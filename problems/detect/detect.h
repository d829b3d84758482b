/* Contact detection between spheres and with plane walls, linear in the number of bodies for any
 * mixture of radii in an unbounded domain. Candidates are pairs within a skin of the margin; their
 * list is kept until some sphere has moved by half of the skin, or anything else has changed, and
 * found anew in a grid of cells (detect_grid.c), or in a hierarchical hash (detect_hash.c) where
 * radii differ much or the bodies are strewn far. The list changes no result: gaps and normals are
 * computed from the present positions at every call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_DETECT_H
#define SS_PROBLEMS_DETECT_DETECT_H

#include "problems/bodies/bodies.h"
#include "problems/base/memory.h"

#include <stdint.h>

/* The names of two bodies; n or more stands for a wall. */
typedef struct ss_pair {
    uint32_t a, b;
} ss_pair;

/* A pair closer than the margin. i < j; j >= bodies.n stands for wall j - bodies.n. */
typedef struct ss_near_pair {
    size_t i, j;
    double gap;  /* distance of the surfaces, m; negative when they overlap */
    double n[3]; /* unit normal from j to i */
} ss_near_pair;

typedef struct ss_detector ss_detector;

/* Create for n bodies; keeps its buffers from call to call. NULL and an error without memory. */
ss_detector *ss_detector_create(size_t n, ss_error *error);
void ss_detector_free(ss_detector *detector);

/* Find all pairs with gap <= margin (m). *pairs stays owned by the detector and valid until the
 * next call. Their order is that of (i, j), whatever the positions: deterministic. */
bool ss_detect(ss_detector *detector, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
               double margin, const ss_near_pair **pairs, size_t *n_pairs, ss_error *error);

/* The same, but only their names, a = i and b = j: a seventh of the memory. */
bool ss_detect_names(ss_detector *detector, const ss_bodies *bodies, const ss_wall *walls,
                     size_t n_walls, double margin, const ss_pair **names, size_t *n_names,
                     ss_error *error);

/* Gap and normal of a pair, to the bit those of ss_detect. */
ss_near_pair ss_near_pair_of(const ss_bodies *bodies, const ss_wall *walls, ss_pair name);

ss_memory ss_detector_memory(const ss_detector *detector);

#endif
