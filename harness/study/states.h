/* Frozen states: what the solvers of a campaign needed on problems that `freeze` wrote, beside what
 * the titles of the files say: scene, instance, step, name and form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_STATES_H
#define SS_HARNESS_STUDY_STATES_H

#include "problems/base/error.h"

#include <stddef.h>

/* The words of a title that `freeze` gave: "SCENE, instance K, step N[, NAME][, sum form]". */
typedef struct ss_study_state {
    char scene[64], name[64]; /* name: "" without one */
    size_t instance, step;
    bool sum;
    double n_bodies;    /* that move; NAN where the file does not tell */
    double hyperstatic; /* 3 contacts that push less 6 bodies that move; likewise */
} ss_study_state;

/* False if it is no such title. */
bool ss_study_state_parse(ss_study_state *state, const char *title);

/* Read n_bodies and hyperstatic from a description that `freeze` gave. */
void ss_study_state_weigh(ss_study_state *state, const char *description);

/* From folder/summary.csv write folder/states.csv, a row a run; the files are looked up where the
 * runs found them. SS_ERROR_DATA for a table that cannot be read, and a run whose problem is no
 * such file or has another title; SS_ERROR_IO; SS_ERROR_MEMORY. The table is complete or absent. */
bool ss_study_states_write(const char *folder, ss_error *error);

/* Draw from folder/states.csv folder/states.svg and .pdf: sweeps of the cold runs to the least
 * tolerance against the names of the states, where these are numbers, a panel a scene. *drawn: some
 * are. Errors of ss_figure_draw. */
bool ss_study_states_draw(const char *folder, bool *drawn, ss_error *error);

#endif
