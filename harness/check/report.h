/* The report of `stickslip check`: the page, in text and in Markdown, and its tables.
 *
 *     ebp - TITLE                                            of the descriptor
 *     alpha=0.9; stickslip VERSION                           its options, the build
 *     known solutions                                        a group of checks.def
 *       PASS  spheres        1.2e-15 <= 1e-10  |r - exact|   verdict, name, value, threshold, title
 *             contact 7: mu = ...                            detail: where the worst was seen
 *     Comparison                                             runs of comparison.h, the others' as
 *       balls-4 ... 1.2x                                     multiples of the first solver's
 *     verdict: ebp passes 34 checks; notes: visit-units      a line a page
 *
 * A line is printed as soon as its check has ended. Bad endings that are alike share one at the
 * end.
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
    ss_check_finding findings[SS_CHECK_MOST];
    size_t n;         /* findings so far */
    size_t n_hung;    /* those of them that did not end */
    bool ended_badly; /* it crashed or did not end in the comparison */
} ss_check_page;

/* Run all checks of page->choice, each in a child with limits, and print the page while they run: a
 * line a finding. After two that hang the rest is skipped. Checks that ended badly as one before
 * are only named, in one line at the end. The rest of `page` starts as zeros. False and an error
 * when the system has no room for a child or Ctrl-C came. */
bool ss_check_page_make(FILE *out, ss_check_page *page, const ss_child_limits *limits,
                        ss_error *error);

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
