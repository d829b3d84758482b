/* One side of a comparison: the rows of a summary.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_SIDE_H
#define SS_HARNESS_COMPARE_SIDE_H

#include "harness/compare/measure.h"
#include "harness/tables/output.h"

typedef struct ss_compare_side {
    const char *what; /* "BASE" or "NEW", for messages; set by the caller */
    char path[SS_PATH_SIZE];
    ss_summary summary;   /* without rows that Ctrl-C left unfinished */
    size_t n_interrupted; /* rows that were left out */
} ss_compare_side;

/* Read the summary at `path`. SS_ERROR_DATA, naming file and line: it is no table, lacks a column
 * that is compared, or holds what is no status or number. After an error *side is empty. Release
 * with ss_compare_side_free. */
bool ss_compare_side_read(ss_compare_side *side, const char *path, ss_error *error);
void ss_compare_side_free(ss_compare_side *side);

/* Keep the rows of one solver, as in the column `solver`, and of one outer solver, as in the column
 * `outer`; NULL: of all. SS_ERROR_USAGE if there is none. */
bool ss_compare_side_select(ss_compare_side *side, const char *solver, const char *outer,
                            ss_error *error);

/* The only solver of all rows; NULL if there are several, or no rows. */
const char *ss_compare_side_only_solver(const ss_compare_side *side);

/* The build that made the rows, or "several builds"; "an unknown build" where nobody says. */
const char *ss_compare_side_build(const ss_compare_side *side);

/* The CPU that the folder of the summary names in its provenance.txt or manifest.txt, to be freed;
 * NULL where nobody says. */
char *ss_compare_side_machine(const ss_compare_side *side);

#endif
