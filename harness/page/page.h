/* The page of `stickslip report`: a result folder as one file for people, HTML with its figures
 * within, or Markdown with its figures in a folder beside it.
 *
 * A page computes no result: its numbers are cells of the folder's CSV tables, or medians and
 * ratios of them that it says how it makes. The same folder gives the same bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAGE_PAGE_H
#define SS_HARNESS_PAGE_PAGE_H

#include "harness/report/sheet.h"

#include <stdio.h>

/* Exit code of `report --strict` where nothing can be concluded. */
enum { SS_PAGE_NO_CONCLUSION = 14 };

/* The order for a page. All text is borrowed. */
typedef struct ss_page_order {
    const char *folder; /* of run, campaign, sweep, grow, reproduce or reproduce field */
    const char *file;   /* to write; an older one is replaced */
    const ss_report_format *format; /* ss_report_html or ss_report_markdown */
    const char *scripts;            /* plots/ */
    bool no_figures;                /* draw none */
} ss_page_order;

/* Write the page, whole or not at all; the figures of FILE.md go to FILE-figures/ beside it. A
 * figure that cannot be drawn, all of them where gnuplot is missing, is a sentence on the page.
 * SS_ERROR_DATA if `folder` is no result folder or a table cannot be read; SS_ERROR_IO,
 * SS_ERROR_OUTPUT, SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED. */
bool ss_page_write(const ss_page_order *order, ss_error *error);

/* Print what the page of `folder` says for programs, JSON: the tables `report` (one row: verdict,
 * exit code under --strict, counts of rows), `ranking` (a row a contender, accuracy and price) and
 * `solvers`; verdict and doubts as notes. *concluded: the verdict is not "no conclusion". Errors as
 * of ss_page_write. */
bool ss_page_conclude(const char *folder, FILE *out, bool *concluded, ss_error *error);

#endif
