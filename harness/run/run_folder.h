/* A run of several solvers, written into a folder of its own; and a folder of which the run was
 * killed.
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
 * provenance.txt; shapes.csv if some bodies are no balls, stresses.csv if some are meshed,
 * forces.csv of a scene, statuses.csv if the trace asks for it, and observables.csv if the scene
 * has some, notes.csv if a solver wrote some. `run` says everything but the solver and the streams.
 * Ctrl-C keeps the complete steps and is SS_ERROR_INTERRUPTED; on any other error nothing
 * half-written stays, and the scene is checked before the folder is made. */
bool ss_run_folder(const ss_run *run, ss_choice_list *solvers, const ss_run_order *order,
                   ss_error *error);

/* ---- rescue.c: the remains of a run that was killed: its tables lie under hidden names, whole up
 * to its last complete step (ss_alone flushes them after each), and are brought into place ---- */

typedef struct ss_rescued {
    size_t n_tables;   /* brought into place */
    char solver[1024]; /* that was under way; "": none had begun a step */
    size_t step;       /* its last complete one; 0: none */
} ss_rescued;

/* Are there tables of a killed run in `folder`? */
bool ss_rescue_is_needed(const char *folder);

/* Bring them into place, each without what is torn at its end and without rows of a step that
 * history.csv does not have, which comes after the others; summary.csv has the solvers that ended,
 * and comes last. Tables that are in place already stay. SS_ERROR_OUTPUT, and nothing is touched,
 * where the run's process lives, or, without `force`, may live elsewhere; SS_ERROR_DATA,
 * SS_ERROR_IO. */
bool ss_rescue(const char *folder, bool force, ss_rescued *rescued, ss_error *error);

/* Is the table of that name left out of the folder where it has no row? */
bool ss_run_folder_may_lack(const char *table);

#endif
