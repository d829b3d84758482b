/* Regular piles of equal balls, of cannonballs: square pyramids and tetrahedra about the z axis, on
 * the plane z = 0. [S] 6.2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_PYRAMID_H
#define SS_PROBLEMS_SCENES_PYRAMID_H

#include "problems/motion/scene.h"

enum { SS_PYRAMID_SQUARE, SS_PYRAMID_TETRAHEDRON };
enum { SS_PYRAMID_BLOCKED, SS_PYRAMID_FREE };

typedef struct ss_pyramid {
    size_t layers;
    double radius; /* of a ball, m */
    double gap;    /* between neighbours in a layer, in diameters */
    double touch;  /* gaps up to this are contacts, in radii */
    int pile;      /* SS_PYRAMID_SQUARE or SS_PYRAMID_TETRAHEDRON */
    int base; /* SS_PYRAMID_BLOCKED: the lowest layer is held where it is; or SS_PYRAMID_FREE */
} ss_pyramid;

/* Rows of a scene whose struct `type` has the member ss_pyramid `pyramid`. */
#define SS_PYRAMID_ROWS(type, of_layers, layers_source, base_source)                               \
    SS_COUNT(type, pyramid.layers, "layers", of_layers, 1, 300, "layers of balls, L",              \
             layers_source),                                                                       \
        SS_REAL(type, pyramid.radius, "radius", 1e-2, SS_ABOVE_ZERO, 1e3, "m", "radius, a",        \
                "choice: not given in [S]"),                                                       \
        SS_CHOICE(type, pyramid.pile, "pile", SS_PYRAMID_SQUARE, "square|tetrahedron",             \
                  "layers are squares, each ball on four, or triangles, each on three",            \
                  "choice: not given in [S]"),                                                     \
        SS_REAL(type, pyramid.gap, "gap", 0.0, 0.0, 0.2, "-",                                      \
                "between neighbours in a layer, in diameters; above 0 only layers touch",          \
                "choice: regular in [S]"),                                                         \
        SS_CHOICE(type, pyramid.base, "base", SS_PYRAMID_BLOCKED, "blocked|free",                  \
                  "the lowest layer is held where it is, or stands on the plane z = 0",            \
                  base_source),                                                                    \
        SS_REAL(type, pyramid.touch, "touch", 1e-7, 0.0, 0.1, "-",                                 \
                "contacts are gaps up to this, in radii, or `margin` where that is more",          \
                "choice: balls that touch count in spite of rounding")

/* Number of its balls: the square of L and those below, or L (L + 1)/2 and those below. */
size_t ss_pyramid_balls(const ss_pyramid *pyramid);

/* Centre (m) of ball b; layer by layer from below, the highest last. */
void ss_pyramid_place(double x[3], const ss_pyramid *pyramid, size_t b);

/* Make the scene's bodies: the balls, `n_more` bodies that move and are the caller's to make, and
 * the plane z = 0; block the lowest layer if it is to be; set the margin. False and an error
 * without memory. */
bool ss_pyramid_open(ss_scene *scene, const ss_pyramid *pyramid, size_t n_more, ss_error *error);

#endif
