/* Piles of several solvers, one after the other, with their tables in a folder: what the verb
 * `grow` does, for whoever wants it in his program.
 *
 *     ss_surface_order order;
 *     ss_surface_order_begin(&order);
 *     ss_options_set(&ss_growing_pile.params, &order.params, "growing-pile", "n", "32", error);
 *     ss_surface_choice_parse(&order.solvers[order.n_solvers++], "gradient", error);
 *     ss_surface_run(&order, folder, NULL, error);
 *     ss_surface_draw(&figure, folder, "gradient", SS_SCENE_LAST, error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_SURFACE_SURFACE_RUN_H
#define SS_HARNESS_SURFACE_SURFACE_RUN_H

#include "harness/surface/grow.h"

enum { SS_SURFACE_SOLVERS = 16 }; /* of an order at most */

typedef struct ss_surface_order {
    ss_pile_params params;
    ss_surface_choice solvers[SS_SURFACE_SOLVERS];
    size_t n_solvers;
    size_t every; /* heights of every so many steps and of the last are kept; 0: of ten steps */
} ss_surface_order;

/* All parameters as they are by default, no solver. */
void ss_surface_order_begin(ss_surface_order *order);

/* Write sandpile.csv and surface.csv into the existing `folder`, with a progress bar; `print`, if
 * not NULL, is called after each solver. Errors of ss_grow and of writing; SS_ERROR_INTERRUPTED
 * after Ctrl-C. The tables of the complete steps stand in the folder then, too. */
bool ss_surface_run(const ss_surface_order *order, const char *folder,
                    void (*print)(const ss_grow_task *task, const ss_grow_result *result),
                    ss_error *error);

#endif
