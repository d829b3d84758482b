/* The impulses of a step as lines, read from forces.csv. Inside figures/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_SCENE_FORCES_H
#define SS_HARNESS_FIGURES_SCENE_FORCES_H

#include "harness/figures/scene_bodies.h"

/* A line of force in the view, m: between the centres of two round bodies, else from a centre to
 * the contact point. */
typedef struct ss_drawn_force {
    double from[2], to[2], impulse; /* impulse in N s */
    unsigned status;                /* 0: open, 1: sticking, 2: sliding */
} ss_drawn_force;

/* More lines than this would be a black patch: then the strongest are drawn. */
enum { SS_DRAWN_LINES = 4000 };

/* Those of one step, the weakest first. */
typedef struct ss_drawn_forces {
    ss_drawn_force *at;
    size_t n, room;
    size_t n_all; /* that the step has: more than n in a crowd */
} ss_drawn_forces;

/* The forces of `solver` in the file, read line by line, at the moment's step, between its bodies;
 * a body that it has no row of is a wall. SS_ERROR_DATA for an unknown status, SS_ERROR_MEMORY.
 * Free with ss_drawn_forces_free, whatever happens. */
bool ss_drawn_forces_read(ss_drawn_forces *forces, const char *forces_csv, const char *solver,
                          const ss_drawn_moment *moment, ss_error *error);
void ss_drawn_forces_free(ss_drawn_forces *forces);

#endif
