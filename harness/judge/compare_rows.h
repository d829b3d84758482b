/* The rows of a comparison on a sheet: what moved, and which solves were gained or lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_COMPARE_ROWS_H
#define SS_HARNESS_JUDGE_COMPARE_ROWS_H

#include "harness/judge/compare.h"

/* Add all that moved, a row a pair; for programs a row for each thing that moved. Nothing where
 * nothing did. */
void ss_compare_add_rows(ss_report_sheet *sheet, const ss_compare_result *comparison,
                         bool for_programs);

/* Add the pairs that are solved on one side only: gained in NEW, or lost, also where NEW has no
 * such row. Nothing where there are none. */
void ss_compare_add_solves(ss_report_sheet *sheet, const ss_compare_result *comparison);

#endif
