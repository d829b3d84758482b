/* A part while it is read: for part_read.c, which finds out whose the contacts are, and
 * part_take.c, which takes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_PART_READING_H
#define SS_SOLVERS_RANKS_PART_READING_H

#include "problems/files/step_hdf5.h"
#include "solvers/ranks/part.h"
#include "solvers/ranks/team_stream.h"

typedef struct ss_part_reading {
    ss_part *part;
    ss_team team;
    bool equal_bodies; /* as of the plan */
    ss_h5_file file;
    ss_step_hdf5 from;
    int64_t first_body, first_contact;
    size_t n_bodies, n_contacts; /* natural rows of this rank */
    int64_t *pairs;              /* owned; 2 a natural contact */
    int *domain;                 /* owned; of those bodies, or GIVEN; then a contact's owners */
    int *body_domain;            /* owned; of the natural bodies */
    ss_team_stream stream;
    int64_t *bodies;    /* owned; bodies of the part, their numbers ascending */
    ss_step_file local; /* owned but for the numbers: the bodies of the part as a step */
    ss_error *error;
} ss_part_reading;

/* Rows of an array, n from `first` on, of which all are finite; to be freed. NULL: the error. */
double *ss_part_read_rows(ss_part_reading *g, const ss_h5_array *array, const ss_h5_file *file,
                          size_t first, size_t n);

/* The order of g->bodies, for bsearch. */
int ss_part_compare(const void *a, const void *b);

/* The contacts, block by block, once the bodies are in g->local; then their start, of plan->start.
 * The errors of ss_part_read, on all ranks. Collective. */
bool ss_part_take_contacts(ss_part_reading *g, const char *path, bool lean);
bool ss_part_take_start(ss_part_reading *g, const ss_part_plan *plan);

#endif
