/* The tables of the field: field.csv, best.csv, rates.csv, and field.md and field.tex for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_TABLE_H
#define SS_HARNESS_PAPERS_FIELD_TABLE_H

#include "harness/papers/field_rows.h"

/* Write the five files into `folder`, each whole or not at all. False: SS_ERROR_IO or _MEMORY. */
bool ss_field_table_write(const ss_field_table *table, const char *folder, ss_error *error);

#endif
