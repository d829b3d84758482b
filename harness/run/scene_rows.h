/* A scene as rows of tables: where its bodies are, what they look like, what pushes them, and its
 * observables step by step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_SCENE_ROWS_H
#define SS_HARNESS_RUN_SCENE_ROWS_H

#include "harness/estimators/evidence.h"
#include "problems/motion/observable.h"

#include <stdio.h>

enum { SS_OBSERVED_NAME = 96 }; /* of a row of observables.csv: NAME[KEY], with its 0 */

/* The words of rows of bodies.csv. */
typedef struct ss_places {
    const char *solver, *moment; /* first, frame or last */
    size_t step;                 /* 0: before the first */
} ss_places;

/* Rows of bodies.csv: one a body, walls behind those that move; none of parked ones. */
void ss_places_write(FILE *out, const ss_bodies *bodies, const ss_places *places);

/* Rows of shapes.csv: the outlines of all shapes, if there is one that no other table tells of. */
void ss_shape_rows_write(FILE *out, const ss_bodies *bodies);

/* Rows of forces.csv: the contacts of a step that have an impulse. `contacts` are those of
 * ss_step_contacts, with the bodies where they touch; `evidence` is of the problem that was solved,
 * with its r and u. */
void ss_force_rows_write(FILE *out, const ss_bodies *bodies, const ss_problem *contacts,
                         const ss_evidence *evidence, const char *solver, size_t step);

/* Rows of stresses.csv: the parts of bodies that deform; none where there are none. */
void ss_stress_rows_write(FILE *out, const ss_flexible *flexible, const char *solver, size_t step);

/* The observables of a scene as rows of observables.csv: keeps the state before a step. Start from
 * a zeroed struct. */
typedef struct ss_observer {
    const ss_observable *const *list; /* ends with NULL; NULL: observe nothing */
    FILE *out;                        /* open stream; NULL: no rows */
    const char *solver;               /* its label, for the rows */
    bool looks;                       /* at this step */
    double *v_before;                 /* owned */
    double energy_before;
    double error; /* of the last step: the largest |value - exact| / scale of the observables (of
                   * |exact| where they have no scale); NAN: there is none, or it has not been */
} ss_observer;

/* Before a step is posed, or the `last`, which is looked at without `out` too. False and an error
 * without memory. */
bool ss_observer_begin(ss_observer *observer, const ss_scene *scene, bool last, ss_error *error);

/* After the step has moved the scene: a row an observable, or one a key. `u`: W r + q. */
void ss_observer_write(ss_observer *observer, const ss_scene *scene, const ss_problem *problem,
                       const double *r, const double *u, size_t step);

void ss_observer_free(ss_observer *observer);

/* Write the rows of impulses.csv: all contacts of the problem. */
void ss_impulse_rows_write(FILE *out, const ss_evidence *evidence, const char *solver, size_t step);

#endif
