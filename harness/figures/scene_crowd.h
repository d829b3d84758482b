/* Round bodies that are too many to be drawn whole, one over the other: those that are seen, and of
 * their rims what is seen. Inside figures/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_SCENE_CROWD_H
#define SS_HARNESS_FIGURES_SCENE_CROWD_H

#include "harness/figures/scene_bodies.h"

enum {
    SS_DRAWN_CROWD = 2000,  /* so many round bodies are none yet */
    SS_DRAWN_RASTER = 2048, /* squares along the longer side of the view */
    SS_DRAWN_FACETS = 24,   /* corners of a body's polygon at most */
    SS_DRAWN_RIM = 48       /* points of a rim */
};

/* A view of the bodies on a raster fine enough that what covers no square is not missed. */
typedef struct ss_drawn_crowd {
    const ss_drawn_body **seen; /* round bodies that cover a square, from back to front */
    size_t n_seen, n_round;
    const ss_drawn_body *const *back; /* of the moment, borrowed */
    size_t *nearest; /* of each square: 1 + the place in the moment's `back`; 0: no round body */
    size_t nx, nz;
    double low[2], cell; /* m */
} ss_drawn_crowd;

/* Is it a crowd? */
bool ss_drawn_is_crowd(const ss_drawn_moment *moment);

/* Look at the bodies of a moment in the window from `low` to `high` (x and z, m). SS_ERROR_MEMORY.
 * Free with ss_drawn_crowd_free, whatever happens. */
bool ss_drawn_crowd_look(ss_drawn_crowd *crowd, const ss_drawn_moment *moment, const double low[2],
                         const double high[2], ss_error *error);
void ss_drawn_crowd_free(ss_drawn_crowd *crowd);

/* A regular polygon as large as the body, which has `radius_pt` points on paper: the number of its
 * corners, few where it is small. */
size_t ss_drawn_facet(double corner[SS_DRAWN_FACETS][2], const ss_drawn_body *body,
                      double radius_pt);

/* Which of the points at equal angles of body k of `seen`, just inside its rim, are seen? */
void ss_drawn_crowd_rim(bool is_seen[SS_DRAWN_RIM], const ss_drawn_crowd *crowd, size_t k);

/* Point k of the rim. */
void ss_drawn_rim_point(double point[2], const ss_drawn_body *body, size_t k, double share);

#endif
