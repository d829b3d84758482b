/* A scene as rows of tables: where its bodies are, what they look like, what pushes them, and its
 * observables step by step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_SCENE_ROWS_H
#define SS_HARNESS_RUN_SCENE_ROWS_H

#include "harness/estimators/evidence.h"
#include "problems/motion/observable.h"

#include <stdio.h>

/* The words of rows of bodies.csv, and the bodies that have one. */
typedef struct ss_places {
    const char *solver, *moment; /* first, frame or last */
    size_t step;                 /* 0: before the first */
    bool walls;                  /* bodies without bound too, which are left out otherwise */
} ss_places;

/* Rows of bodies.csv: one a body. */
void ss_places_write(FILE *out, const ss_bodies *bodies, const ss_places *places);

/* Rows of shapes.csv: the outlines of all shapes, if there is one that no other table tells of;
 * with `walls` a plane is one. */
void ss_shape_rows_write(FILE *out, const ss_bodies *bodies, bool walls);

/* Rows of forces.csv: the contacts of a step that have an impulse. `contacts` are those of
 * ss_step_contacts, with the bodies where they touch; `evidence` is of the problem that was solved,
 * with its r and u. */
void ss_force_rows_write(FILE *out, const ss_bodies *bodies, const ss_problem *contacts,
                         const ss_evidence *evidence, const char *solver, size_t step);

/* The observables of a scene as rows of observables.csv: keeps the state before a step. Start from
 * a zeroed struct. */
typedef struct ss_observer {
    const ss_observable *const *list; /* ends with NULL; NULL: observe nothing */
    FILE *out;                        /* open stream; NULL: observe nothing */
    const char *solver;               /* its label, for the rows */
    double *v_before;                 /* owned */
    double energy_before;
} ss_observer;

/* Before a step is posed. False and an error without memory. */
bool ss_observer_begin(ss_observer *observer, const ss_scene *scene, ss_error *error);

/* After the step has moved the scene: a row an observable. `u`: W r + q. */
void ss_observer_write(ss_observer *observer, const ss_scene *scene, const ss_problem *problem,
                       const double *r, const double *u, size_t step);

void ss_observer_free(ss_observer *observer);

#endif
