/* The tables of growing surfaces in a result folder, and the figure made of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_SURFACE_SURFACE_FILES_H
#define SS_HARNESS_SURFACE_SURFACE_FILES_H

#include "harness/figures/figure.h"
#include "harness/surface/grow.h"
#include "harness/tables/csv.h"
#include "harness/tables/output.h"

/* sandpile.csv and surface.csv being written; start from a zeroed struct. */
typedef struct ss_surface_files {
    ss_output steps, nodes;
    size_t every; /* heights of every so many steps and of the last are kept */
} ss_surface_files;

/* Open both in the existing `folder`. SS_ERROR_IO. */
bool ss_surface_files_open(ss_surface_files *files, const char *folder, size_t every,
                           ss_error *error);

/* A step's rows; of the task's watch. */
void ss_surface_files_add(ss_surface_files *files, const ss_grown *grown);

/* Bring both into place, surface.csv first; also after an error, with the steps that are complete.
 * SS_ERROR_IO. */
bool ss_surface_files_close(ss_surface_files *files, ss_error *error);

/* The parameters of the solver's pile, from its first row of sandpile.csv; the defaults where it
 * has none. SS_ERROR_DATA where the table lacks their column, SS_ERROR_USAGE for an unknown one. */
bool ss_surface_params_read(ss_pile_params *params, const ss_csv *steps, const char *solver,
                            ss_error *error);

/* Draw the surface of `solver` after `step` (SS_SCENE_LAST: the last kept), and its section beside
 * the exact one, of all kept steps up to then, from the tables in `folder`. A figure without a
 * note gets one that describes the pile. Errors as of the other
 * figures, SS_ERROR_DATA where that step was not kept. */
bool ss_surface_draw(const ss_figure *figure, const char *folder, const char *solver, size_t step,
                     ss_error *error);

#endif
