/* The tables of the field, from its rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_FIELD_REPORT_H
#define SS_HARNESS_REPRODUCE_FIELD_REPORT_H

#include "harness/tables/rows.h"
#include "problems/base/error.h"

#include <stdbool.h>

/* Write field.csv, rates.csv, field.md and field.tex into `folder`, each whole or not at all. Rows
 * are ordered by tolerance, problem, solver; `n_solvers` rows of one problem and tolerance follow
 * each other. */
bool ss_field_report_write(const char *folder, const ss_field_row *rows, size_t n, size_t n_solvers,
                           ss_error *error);

#endif
