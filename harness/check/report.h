/* The report of `stickslip check`: the page, in text and in Markdown, and its tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_REPORT_H
#define SS_HARNESS_CHECK_REPORT_H

#include "harness/check/check.h"
#include "harness/check/comparison.h"

#include <stdio.h>

/* The findings of one solver. */
typedef struct ss_check_page {
    const ss_choice *choice;
    ss_check_finding findings[SS_CHECK_COUNT];
    size_t n;         /* findings so far */
    size_t n_hung;    /* those of them that did not end */
    bool ended_badly; /* it crashed or did not end in the comparison */
} ss_check_page;

/* A page in parts, so that it appears while the checks run: its head, a line a finding (the k-th; a
 * heading where a group begins), its end. Checks that ended badly as one before are only named, in
 * one line at the end. */
void ss_check_page_head(FILE *out, const ss_choice *choice);
void ss_check_page_line(FILE *out, const ss_check_page *page, size_t k);
void ss_check_page_end(FILE *out, const ss_check_page *page);

/* The end of the pages: the table of the comparison, the first solver's numbers and the others' as
 * multiples of them, and the verdict on each page. SS_ERROR_MEMORY. */
bool ss_check_end_print(FILE *out, const ss_check_page *pages, size_t n_pages,
                        const ss_check_comparison *comparison, ss_error *error);

/* Does the solver pass? No finding fails, and it ended well in the comparison. */
bool ss_check_page_passes(const ss_check_page *page);

/* Write check.csv, check.md and summary.csv into the existing `folder`, each whole or not at all.
 * SS_ERROR_IO, SS_ERROR_MEMORY. */
bool ss_check_report_write(const char *folder, const ss_check_page *pages, size_t n_pages,
                           const ss_check_comparison *comparison, ss_error *error);

#endif
