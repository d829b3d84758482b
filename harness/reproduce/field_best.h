/* The best of ours and the best of another code on every problem of the field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_FIELD_BEST_H
#define SS_HARNESS_REPRODUCE_FIELD_BEST_H

#include "harness/report/sheet.h"
#include "harness/reproduce/field_rows.h"

/* The duel on a problem at a tolerance, among the runs that are solved. */
ss_best_row ss_field_best_of(const ss_field_table *table, size_t tol, size_t problem);

/* best.csv: the duels by tolerance and problem. */
void ss_field_best_write(FILE *out, const ss_field_table *table);

/* For people: who wins how often at each tolerance and on which problems we lose, and the duels.
 * Nothing where no contender is of another code. */
void ss_field_best_add(ss_report_sheet *sheet, const ss_field_table *table);

#endif
