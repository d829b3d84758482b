/* A scene: bodies, walls and the parameters of their motion, as a catalogue entry opened it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_SCENE_H
#define SS_PROBLEMS_MOTION_SCENE_H

#include "problems/bodies/bodies.h"

/* Which velocity the tangential restitution of [D] eq. 20 uses (method section 8). */
typedef enum ss_restitution {
    SS_RESTITUTION_PRINTED, /* e_n in the tangential numerator, as [D] prints it */
    SS_RESTITUTION_MENDED   /* e_t there, as in [S] eq. 28 */
} ss_restitution;

/* What every problem of the catalogue lets the user change. A problem's own parameter struct
 * begins with this one. */
typedef struct ss_scene_params {
    double h;              /* time step, s */
    double theta;          /* weight of the new velocity in the positions, [D] eq. 2 */
    double gravity;        /* m/s^2, downwards */
    double density;        /* kg/m^3 */
    double inertia_factor; /* inertia of a ball / (m a^2) */
    double mu;             /* friction coefficient of all contacts */
    double e_n, e_t;       /* coefficients of restitution */
    double margin;         /* a contact is active when its gap is <= margin, m */
    double tol;            /* the step is solved when eps <= tol (units: see method 7) */
    size_t steps;          /* time steps */
    size_t max_sweeps;     /* cap of NLGS sweeps a step */
    int restitution;       /* ss_restitution */
} ss_scene_params;

enum { SS_MAX_WALLS = 8 };

typedef struct ss_scene {
    ss_scene_params params;
    ss_bodies bodies;
    ss_wall walls[SS_MAX_WALLS];
    size_t n_walls;
    double gravity[3]; /* m/s^2 */
    double box_width;  /* m, for figures; 0 when the scene has no box */
} ss_scene;

/* Release what the scene owns; accepts a zeroed struct. */
void ss_scene_free(ss_scene *scene);

/* Refuse a start in which two balls, or a ball and a wall, overlap by more than rounding; the
 * message names them and the overlap. */
bool ss_scene_check_start(const ss_scene *scene, ss_error *error);

#endif
