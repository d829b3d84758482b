/* Growing piles of a paper (problems/surface/): rows of runs.csv whose problem is `growing-pile`.
 * They are no contact problems: a solver of harness/surface/ makes them in this process, into
 * FOLDER/growth/, and measures reduce the columns of their table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_PILES_H
#define SS_HARNESS_PAPERS_PILES_H

#include "harness/printed/paper_runs.h"
#include "harness/tables/output.h"
#include "harness/tables/series.h"

/* A pile that has grown: the table of its steps, and a row as of a run. */
typedef struct ss_reproduce_growth {
    ss_csv file;        /* owns the texts */
    ss_summary_row row; /* parameters and steps */
    size_t n;           /* time steps; 0: it has not grown */
} ss_reproduce_growth;

/* Is it such a row? Has a pile a column or a parameter of that name? */
bool ss_reproduce_is_growth(const ss_paper_run *run);
bool ss_reproduce_growth_knows(const char *name);

/* Check solver and parameters of a row that is one, full and quick: SS_ERROR_USAGE. */
bool ss_reproduce_check_growth(const ss_paper_run *run, ss_error *error);

/* Read the pile of a row from `folder`, where it grows first if it has not; its columns into
 * `series`. SS_ERROR_INTERRUPTED, SS_ERROR_MEMORY, SS_ERROR_IO, SS_ERROR_DATA for a table that is
 * not its own. */
bool ss_reproduce_grow(ss_reproduce_growth *growth, ss_series *series, const ss_paper_run *run,
                       bool quick, const char *folder, ss_error *error);
void ss_reproduce_growth_free(ss_reproduce_growth *growth);

/* The folder below `folder` of the tables of a row. */
bool ss_reproduce_growth_folder(char path[SS_PATH_SIZE], const char *folder,
                                const ss_paper_run *run, ss_error *error);

#endif
