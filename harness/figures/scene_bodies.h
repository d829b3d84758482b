/* The bodies of a scene at moments of a run, read from bodies.csv and shapes.csv, as they are drawn
 * from the front: x to the right, z up. Inside figures/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_SCENE_BODIES_H
#define SS_HARNESS_FIGURES_SCENE_BODIES_H

#include "harness/figures/figure.h"
#include "harness/tables/outlines.h"

typedef enum ss_drawn_kind { SS_DRAWN_ROUND, SS_DRAWN_SOLID, SS_DRAWN_WALL } ss_drawn_kind;

typedef struct ss_drawn_body {
    ss_drawn_kind kind;
    bool mirrored; /* a wall that is turned about an axis: its meridian */
    bool ring;     /* and the axis points at the viewer: a circle of this radius */
    bool open;     /* ends of its meridian that are not on the axis go on and on: a cylinder */
    bool endless;  /* a plane, of which the outline is a piece */
    size_t body;   /* its number */
    double at[3], radius; /* m; radius of what is round, and of a ring */
    double v[2], speed;   /* along x and z, and with y, m/s */
    double turn[2];       /* cosine and sine of its angle about y, of a wall of its axis */
    ss_outline outline;   /* of what is not round; borrowed */
} ss_drawn_body;

/* The bodies of one solver at one moment, by number; `back` has them from back to front. */
typedef struct ss_drawn_moment {
    ss_drawn_body *at;
    const ss_drawn_body **back;
    size_t n, step;
} ss_drawn_moment;

/* The bodies of `solver` in the file, read line by line, after `step` (0: at the start;
 * SS_SCENE_LAST: at the end). SS_ERROR_DATA if there is none, naming the steps that there are, a
 * body is at no finite place, or one that is not round has no outline. Free with
 * ss_drawn_moment_free, whatever happens. */
bool ss_drawn_moment_read(ss_drawn_moment *moment, const char *bodies_csv, const char *solver,
                          size_t step, const ss_outlines *shapes, ss_error *error);
void ss_drawn_moment_free(ss_drawn_moment *moment);

/* The body of that number; NULL if it has no row, as walls of a run without frames. */
const ss_drawn_body *ss_drawn_find(const ss_drawn_moment *moment, size_t body);

/* Point k of the outline where its body is; `side` -1.0 mirrors it at the axis of the body. */
void ss_drawn_point(double point[2], const ss_drawn_body *body, size_t k, double side);

#endif
