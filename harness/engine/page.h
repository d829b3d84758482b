/* What `judge-step` prints.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ENGINE_PAGE_H
#define SS_HARNESS_ENGINE_PAGE_H

#include "harness/engine/verdict.h"
#include "harness/report/sheet.h"

/* An answer that was judged; all borrowed. */
typedef struct ss_engine_row {
    const char *name; /* of its file */
    const ss_step_file *file;
    ss_engine_verdict verdict;
    double apart; /* ss_engine_apart from the first row; NaN: other steps, or the first itself */
} ss_engine_row;

/* Add the section of one answer: the verdict in words, then the tables `facts` and `laws`, whose
 * rows are `named` by the file for programs, which see no sections. */
void ss_engine_page_add(ss_report_sheet *sheet, const ss_engine_verdict *verdict,
                        const ss_step_file *file, const char *name, bool named);

/* Do all rows follow one law, as far as their laws are known (followed, else as they say)?
 * SS_ERROR_DATA names two that do not. */
bool ss_engine_rows_agree(const ss_engine_row *rows, size_t n, ss_error *error);

/* Add the table `rows`. */
void ss_engine_rows_add(ss_report_sheet *sheet, const ss_engine_row *rows, size_t n);

#endif
