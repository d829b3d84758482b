/* The runs of the field, in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_ROWS_H
#define SS_HARNESS_PAPERS_FIELD_ROWS_H

#include "harness/tables/rows.h"
#include "solvers/choice.h"

/* The rows by tolerance, problem, solver, none of the three counts 0. A run that is missing, after
 * Ctrl-C, has its place: its names, tolerance, stop and rho_bar, and no status. */
typedef struct ss_field_table {
    const ss_field_row *rows;         /* n_tols * n_problems * n_solvers, the caller's */
    char *const *names;               /* of the solvers, as the user would write them */
    const ss_choice_list *contenders; /* the same, understood */
    size_t n_tols, n_problems, n_solvers;
} ss_field_table;

static inline const ss_field_row *ss_field_row_at(const ss_field_table *t, size_t tol,
                                                  size_t problem, size_t solver)
{
    return &t->rows[(tol * t->n_problems + problem) * t->n_solvers + solver];
}

/* Is it of another code? */
static inline bool ss_field_is_external(const ss_field_table *t, size_t solver)
{
    return t->contenders->at[solver].external != NULL;
}

/* Did the run meet its tolerance? Not when it is missing. */
bool ss_field_row_solved(const ss_field_row *row);

/* The contacts of a problem, which any finished run knows; 0: none is finished. */
size_t ss_field_contacts(const ss_field_table *table, size_t problem);

#endif
