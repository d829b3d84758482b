/* Balls at rest on a jittered lattice in a square box, open at the top (method section 8): the
 * start of the sedimentation problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_PACKING_H
#define SS_PROBLEMS_SCENES_PACKING_H

#include "problems/motion/scene.h"

typedef struct ss_packing {
    size_t n;                      /* balls */
    double radius_min, radius_max; /* radii are uniform in this range, m */
    double width;                  /* of the box, m */
    double depth;                  /* of the box along y, m; 0: as wide as along x */
    double corner[2];              /* where the box begins along x and y, m */
    double first_layer;            /* height of the lowest cells above the floor, m */
    double jitter;                 /* displacement, as a share of the free room of a cell */
    bool planar;                   /* one ball deep, all in the plane y = 0 */
    /* False for a cell (its centre and sides, m) that is to stay empty; NULL: none is. */
    bool (*takes)(const void *vessel, const double centre[3], const double size[3]);
    const void *vessel; /* for `takes`; borrowed */
} ss_packing;

/* Own rows of a scene whose struct `type` has the member ss_packing `packing`; what they do not
 * name, the scene sets. */
#define SS_PACKING_BALLS(type, balls, smallest, largest, source)                                   \
    SS_COUNT(type, packing.n, "balls", balls, 1, 1e7, "number of balls", source),                  \
        SS_REAL(type, packing.radius_min, "radius-min", smallest, SS_ABOVE_ZERO, 1e3, "m",         \
                "smallest radius; radii are uniform in the range", source),                        \
        SS_REAL(type, packing.radius_max, "radius-max", largest, SS_ABOVE_ZERO, 1e3, "m",          \
                "largest radius", source)
#define SS_PACKING_ROWS(type, balls, smallest, largest, box)                                       \
    SS_PACKING_BALLS(type, balls, smallest, largest, "choice"),                                    \
        SS_REAL(type, packing.width, "box", box, SS_ABOVE_ZERO, 1e6, "m",                          \
                "width of the square that the balls start in", "choice")
#define SS_PACKING_PLACES(type, lowest)                                                            \
    SS_REAL(type, packing.first_layer, "first-layer", lowest, 0.0, 1e6, "m",                       \
            "height of the lowest cells above the floor", "choice: not given in [D], method 8"),   \
        SS_REAL(type, packing.jitter, "jitter", 0.9, 0.0, 10.0, "-",                               \
                "displacement as a share of the free room of a cell; beyond 1 balls may overlap",  \
                "choice: not given in [D], method 8")

/* Of scene->share alone, where there is one, with the numbers that the whole would have.
 *
 * Cells are width/nx wide, nx = floor(width/(2.1 radius_max)), along y alike, and 2.1 radius_max
 * high; they are filled layer by layer, one ball a cell, radius then displacement drawn from gsl's
 * mt19937 seeded with the scene's instance. Planar: a row of nx cells a layer. Makes bodies, the
 * floor z = 0, the four sides, gravity and box_width. False and an error when the box is too narrow
 * for a ball or radius_min > radius_max. */
bool ss_packing_open(ss_scene *scene, const ss_packing *packing, ss_error *error);

/* The same of bodies that exist, of which the first are the balls: no walls are made. */
bool ss_packing_fill(ss_scene *scene, const ss_packing *packing, ss_error *error);

/* Make the first `n` balls, which have their radii, discs in the plane y = 0 of this thickness (m).
 * False and an error without memory. */
bool ss_packing_set_discs(ss_scene *scene, size_t n, double thickness, ss_error *error);

/* False and an error when radius_min > radius_max. */
bool ss_packing_check_radii(const ss_packing *packing, ss_error *error);

/* False and an error when a ball that falls so deep (m) could pass through a wall in a step. */
bool ss_packing_check_fall(const ss_scene *scene, const ss_packing *packing, double fall,
                           ss_error *error);

/* Park ball b, which has left the scene, in a cell of its own below z = 0 (`room` wide, m), apart
 * from all others there. False and an error without memory. */
bool ss_packing_sink(ss_scene *scene, size_t b, double room, ss_error *error);

/* The height of the top of the highest cells above the floor, m. */
double ss_packing_height(const ss_packing *packing);

#endif
