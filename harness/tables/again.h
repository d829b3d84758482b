/* The command line that makes the run of a row again, or one like it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_AGAIN_H
#define SS_HARNESS_TABLES_AGAIN_H

#include "harness/tables/rows.h"

#include <stdio.h>

/* Changes to a row that is run again. Texts as of a command line; NULL: as in the row. */
typedef struct ss_again {
    const char *solver;
    const char *outer; /* "": it is named by `solver`, or needs none */
    const char *set;   /* a parameter, "max-sweeps=200"; "max-sweeps": its default */
} ss_again;

/* Print "stickslip run -p ... -s ...": problem, instance, solver, stopping rule, start, and the
 * parameters that are not the problem's defaults. Limits of time and memory, which a row does not
 * know, and the folder are the caller's to add. */
void ss_again_print(FILE *out, const ss_summary_row *row, const ss_again *other);

#endif
