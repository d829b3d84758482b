/* The tables of the field: field.csv, rates.csv, and field.md and field.tex for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_FIELD_TABLE_H
#define SS_HARNESS_REPRODUCE_FIELD_TABLE_H

#include "harness/tables/rows.h"

/* The rows by tolerance, problem, solver, none of the three counts 0. A run that is missing, after
 * Ctrl-C, has its place: its names, tolerance, stop and rho_bar, and no status. */
typedef struct ss_field_table {
    const ss_field_row *rows; /* n_tols * n_problems * n_solvers, the caller's */
    size_t n_tols, n_problems, n_solvers;
} ss_field_table;

/* Write the four files into `folder`, each whole or not at all. False: SS_ERROR_IO or _MEMORY. */
bool ss_field_table_write(const ss_field_table *table, const char *folder, ss_error *error);

#endif
