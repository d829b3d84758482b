/* Growing piles of a paper (problems/surface/): rows of runs.csv whose problem is `growing-pile`.
 * They are no contact problems: a solver of harness/surface/ makes them in this process, into
 * job->folder/growth/, and their columns are measures of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_GROWTH_H
#define SS_HARNESS_REPRODUCE_GROWTH_H

#include "harness/reproduce/reproduce.h"

/* Is it such a row? */
bool ss_reproduce_is_growth(const ss_paper_run *run);

/* Check the solver and parameters of all such rows: SS_ERROR_DATA, naming file and line. */
bool ss_reproduce_check_growth(const ss_reproduce_results *results, ss_error *error);

/* Grow the wanted ones that are not there yet, and read all. SS_ERROR_INTERRUPTED, SS_ERROR_MEMORY,
 * SS_ERROR_IO, SS_ERROR_DATA for a table that is not theirs. */
bool ss_reproduce_grow(ss_reproduce_results *results, ss_error *error);

/* Has a pile a column or a parameter of that name? */
bool ss_reproduce_growth_knows(const char *name);

/* The folder of the tables of row `run`. */
bool ss_reproduce_growth_folder(char path[SS_PATH_SIZE], const ss_reproduce_results *results,
                                const ss_paper_run *run, ss_error *error);

void ss_reproduce_growth_free(ss_reproduce_growth *growth);

#endif
