/* A growing surface, step by step, in this process: the numbers of each step beside the exact pile
 * (problems/surface/pile.h), by one solver.
 *
 *     ss_grow_task task = {.watch = ...};
 *     ss_options_defaults(&ss_growing_pile.params, &task.params);
 *     ss_options_set(&ss_growing_pile.params, &task.params, "growing-pile", "n", "32", error);
 *     ss_surface_choice_parse(&task.solver, "gradient", error);
 *     ss_grow(&task, &result, error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_SURFACE_GROW_H
#define SS_HARNESS_SURFACE_GROW_H

#include "harness/tables/rows.h"
#include "problems/surface/pile.h"
#include "solvers/surface/surface_solver.h"

/* A step that is complete; borrowed for the call. */
typedef struct ss_grown {
    const ss_pile_params *params;
    const ss_surface_mesh *mesh;
    const ss_sandpile_row *row;
    const double *s, *sigma; /* n_nodes heights, m; 2 n_triangles, m^2 */
} ss_grown;

typedef struct ss_grow_watch {
    /* After each step; false and an error end it all. NULL: nothing. */
    bool (*step)(void *context, const ss_grown *grown, ss_error *error);
    bool (*stop)(void *context); /* asked after each iteration; true: leave. NULL: never */
    void *context;
} ss_grow_watch;

typedef struct ss_grow_task {
    ss_pile_params params;
    ss_surface_choice solver;
    ss_grow_watch watch;
} ss_grow_task;

/* All steps together. */
typedef struct ss_grow_result {
    size_t steps, solved; /* complete steps, and those of them that met the tolerance */
    size_t sweeps;
    double cpu_s;
    double mass_error;           /* largest |mass_error|; NAN once sand fell off */
    double slope, gap;           /* largest max_slope_over_k and |gap| */
    double height, height_exact; /* of the last step, m */
    double err_inf, err_l2;      /* likewise, m and m^2 */
    double square;               /* side of a square of the mesh, m */
} ss_grow_result;

/* Grow the pile from an empty table. An unsolved step is a result, not an error. SS_ERROR_USAGE for
 * parameters that contradict each other, SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED where watch.stop
 * said so (complete steps have been shown and are in *result), errors of watch.step. */
bool ss_grow(const ss_grow_task *task, ss_grow_result *result, ss_error *error);

#endif
