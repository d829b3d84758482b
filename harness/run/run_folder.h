/* A run of several solvers, written into a folder of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RUN_FOLDER_H
#define SS_HARNESS_RUN_RUN_FOLDER_H

#include "harness/run/choice.h"

/* The folder of the tables, and the command that provenance.txt tells of. */
typedef struct ss_run_order {
    const char *folder;
    int argc;
    char *const *argv;
    void (*report)(const ss_summary_row *row); /* called with each finished row */
} ss_run_order;

/* Make the folder and fill it: summary.csv, history.csv, convergence.csv, bodies.csv and
 * provenance.txt; shapes.csv if some bodies are no balls, forces.csv of a scene, statuses.csv
 * if the trace asks for it, and observables.csv if the scene has some, notes.csv if a solver wrote
 * some. `run` says everything but the solver and the streams. Ctrl-C keeps the complete steps and
 * is SS_ERROR_INTERRUPTED; on any other error nothing half-written stays, and the scene is checked
 * before the folder is made. */
bool ss_run_folder(const ss_run *run, const ss_choice_list *solvers, const ss_run_order *order,
                   ss_error *error);

/* Is the table of that name left out of the folder where it has no row? */
bool ss_run_folder_may_lack(const char *table);

#endif
