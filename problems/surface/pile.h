/* The growing sandpile ([P] 2.1, method 13.11): sand is poured on a square table, slides where the
 * slope would exceed k, and falls off at the edge. Height s, source f:
 *
 *     s_t = div(m grad s) + f,   m >= 0,  |grad s| <= k,  m (|grad s| - k) = 0,   s = 0 at the edge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SURFACE_PILE_H
#define SS_PROBLEMS_SURFACE_PILE_H

#include "problems/base/options.h"
#include "problems/surface/mesh.h"

typedef enum ss_pile_pouring { SS_PILE_DISC, SS_PILE_EVERYWHERE } ss_pile_pouring;

typedef struct ss_pile_params {
    double tol;        /* of a step: see ss_surface_solve */
    size_t max_sweeps; /* of a step */
    size_t n, steps;
    double half_width, radius, rate, slope, time;
    int source;    /* ss_pile_pouring */
    int diagonals; /* ss_diagonals */
} ss_pile_params;

/* The problem's own words, for `list` and `describe`. */
typedef struct ss_pile_kind {
    const char *name, *title, *reference, *known;
    ss_option_table params; /* of ss_pile_params */
} ss_pile_kind;

extern const ss_pile_kind ss_growing_pile;

/* SS_ERROR_USAGE where parameters contradict each other, naming both. */
bool ss_pile_check(const ss_pile_params *params, ss_error *error);

/* The mesh that they say. Errors of ss_surface_mesh_make. */
bool ss_pile_mesh(ss_surface_mesh *mesh, const ss_pile_params *params, ss_error *error);

/* The source at the nodes, m/s, so that sum area f is ss_pile_poured. The disc's is the mean of f
 * with a hat function's weight, from points inside the triangles. */
void ss_pile_source(double *f, const ss_pile_params *params, const ss_surface_mesh *mesh);

/* Sand poured in one second, m^3/s: pi r^2 f, or the whole table's. */
double ss_pile_poured(const ss_pile_params *params);

/* The height, m, of the exact pile in continuous space at (x, y) after t seconds of pouring: under
 * the disc a cone with a plateau, then a cone, until it reaches the edge of the table (NAN then);
 * under a source everywhere min(f t, k distance from the edge). Whatever the time step, implicit
 * Euler makes the same function: one multiplier solves every step. */
double ss_pile_exact(const ss_pile_params *params, double x, double y, double t);

#endif
