/* A witness of a run: memory that outlives the process of the solver and holds the problem of the
 * step under way, as it was before the solver saw it, and the solver's last iterate. Whoever
 * started that process judges from here, so a solver that ends early leaves its residuals, and one
 * that writes through its const data is found out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_WITNESS_H
#define SS_HARNESS_RUN_WITNESS_H

#include "harness/run/referee.h"

typedef struct ss_witness ss_witness;

/* Shared with the processes that are started from here on; takes memory as it is filled. NULL and
 * SS_ERROR_MEMORY. Release with ss_witness_free, which accepts NULL. */
ss_witness *ss_witness_create(ss_error *error);
void ss_witness_free(ss_witness *witness);

/* Keep it from the processes that are started from here on. */
void ss_witness_hide(ss_witness *witness);

/* Drop what is kept. */
void ss_witness_forget(ss_witness *witness);

/* Copy the problem of a step, without an iterate. False if there is no room: nothing is kept. */
bool ss_witness_pose(ss_witness *witness, const ss_problem *problem);

/* Is the problem, posed last, bit for bit what it was then? True if nothing is kept. */
bool ss_witness_agrees(const ss_witness *witness, const ss_problem *problem);

/* The iterates of the step, for ss_rules.keepsake; NULL if nothing is kept. */
ss_keepsake *ss_witness_keepsake(ss_witness *witness);

/* The problem and the last iterate r (3 n_contacts, N s), owned by the witness, and the sweeps
 * behind it; NULL if there is none, or if a process has changed where or how long they are, or an
 * index in them to one that is not there. Stands until the next call. */
const ss_problem *ss_witness_problem(ss_witness *witness, const double **r, size_t *sweeps);

#endif
