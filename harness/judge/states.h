/* Frozen states: what the solvers of a campaign needed on problems that `freeze` wrote, beside what
 * the files say of themselves. `freeze` prints a state into the file, `collect --states` parses it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_STATES_H
#define SS_HARNESS_JUDGE_STATES_H

#include "problems/base/error.h"

#include <stddef.h>

enum { SS_STUDY_STATE_WORD = 64 };

/* The moment of a run that a file holds. */
typedef struct ss_study_state {
    char scene[SS_STUDY_STATE_WORD], name[SS_STUDY_STATE_WORD]; /* name: "" without one */
    size_t instance, step;
    bool sum;                   /* W and q are on the sum u+ + e u-, not on the mean */
    size_t n_moving, n_pushing; /* bodies that move, contacts whose normal impulse is not 0 */
} ss_study_state;

/* "scene=balls-4,instance=1,step=400,name=late,form=sum,...", to be freed; NULL without memory. */
char *ss_study_state_print(const ss_study_state *state);

/* False if it is no such text: *state is spoilt then. */
bool ss_study_state_parse(ss_study_state *state, const char *text);

/* From folder/summary.csv write folder/states.csv, a row a run; the files are looked up where the
 * runs found them. SS_ERROR_DATA for a table that cannot be read, and a run whose problem is no
 * such file or one that does not say its state, as of older builds; SS_ERROR_IO; SS_ERROR_MEMORY.
 * The table is complete or absent. */
bool ss_study_states_write(const char *folder, ss_error *error);

#endif
