/* The tables of the field: field.csv, best.csv, rates.csv, and field.md and field.tex for people.
 *
 *     field.c         plans the runs, has them made, and lays their rows in order:
 *                     tolerance by tolerance, problem by problem, solver by solver
 *     field_table.c   of these rows the duels (best.csv), the rates, and both for people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_TABLE_H
#define SS_HARNESS_PAPERS_FIELD_TABLE_H

#include "harness/tables/rows.h"
#include "solvers/choice.h"

/* None of the three counts is 0. A run that is missing, after Ctrl-C, has its place: its names,
 * tolerance, stop and rho_bar, and no status. */
typedef struct ss_field_table {
    const ss_field_row *rows;         /* n_tols * n_problems * n_solvers, the caller's */
    char *const *names;               /* of the solvers, as the user would write them */
    const ss_choice_list *contenders; /* the same, understood */
    size_t n_tols, n_problems, n_solvers;
} ss_field_table;

/* The duel on a problem at a tolerance: the fastest of our solvers against the fastest of another
 * code's, among the runs that are solved. */
ss_best_row ss_field_best_of(const ss_field_table *table, size_t tol, size_t problem);

/* Write the five files into `folder`, each whole or not at all. For people there are the duels too,
 * with how often each side wins and on which problems ours loses, where a contender is of another
 * code. False: SS_ERROR_IO or _MEMORY. */
bool ss_field_table_write(const ss_field_table *table, const char *folder, ss_error *error);

#endif
