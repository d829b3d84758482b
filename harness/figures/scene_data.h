/* A scene as it is drawn: all that a figure shows, and the .dat of it. Inside figures/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_SCENE_DATA_H
#define SS_HARNESS_FIGURES_SCENE_DATA_H

#include "harness/figures/scene_bodies.h"
#include "harness/figures/scene_crowd.h"
#include "harness/figures/scene_forces.h"

/* A figure being made. Ranges are over all panels. */
typedef struct ss_drawn_scene {
    const ss_scene_picture *picture;
    ss_drawn_moment moments[SS_SCENE_PANELS];
    ss_drawn_forces forces[SS_SCENE_PANELS];
    ss_drawn_crowd crowds[SS_SCENE_PANELS]; /* empty where the bodies are none */
    size_t
        same[SS_SCENE_PANELS]; /* the first panel of the same moment, which has it and its crowd */
    double low[3], high[3];    /* x, y and z of the bodies, m; x and z of the walls too */
    double fastest;            /* m/s; 0: all are at rest */
    double size;               /* median radius of the bodies, m */
    double cell;               /* side of the square that has one arrow, m */
    bool has_walls;            /* in the table */
    bool has_box;              /* instead of them */
    bool has_floor;            /* the box: where z = 0 */
} ss_drawn_scene;

/* The bodies of a panel. */
const ss_drawn_moment *ss_drawn_scene_moment(const ss_drawn_scene *scene, size_t panel);

/* The largest impulse of all panels, N s. */
double ss_drawn_scene_largest(const ss_drawn_scene *scene);

/* Print the .dat. SS_ERROR_MEMORY. */
bool ss_drawn_scene_print(FILE *out, const ss_drawn_scene *scene, ss_error *error);

#endif
