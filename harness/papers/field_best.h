/* The duels of the field: on every problem the fastest of our solvers against the fastest of
 * another code's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_BEST_H
#define SS_HARNESS_PAPERS_FIELD_BEST_H

#include "harness/report/sheet.h"
#include "harness/papers/field_rows.h"

/* The duel on a problem at a tolerance, among the runs that are solved. */
ss_best_row ss_field_best_of(const ss_field_table *table, size_t tol, size_t problem);

/* All duels, by tolerance and problem; to be freed. NULL and SS_ERROR_MEMORY. */
ss_best_row *ss_field_best_all(const ss_field_table *table, ss_error *error);

/* best.csv of the duels `best`, all of the table. */
void ss_field_best_write(FILE *out, const ss_field_table *table, const ss_best_row *best);

/* For people: how often each side wins at each tolerance and on which problems ours loses, and the
 * duels `best`, all of the table. Nothing where no contender is of another code. */
void ss_field_best_add(ss_report_sheet *sheet, const ss_field_table *table,
                       const ss_best_row *best);

#endif
