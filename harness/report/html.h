/* A sheet as HTML, for the files that print it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPORT_HTML_H
#define SS_HARNESS_REPORT_HTML_H

#include "harness/report/sheet.h"

/* Print a text escaped; in `prose` what stands between backticks is code. */
void ss_report_html_words(FILE *out, const char *text, bool prose);

/* The table at part `table` of the sheet. */
void ss_report_html_table(FILE *out, const ss_report_sheet *sheet, size_t table);

/* The figure at part `figure`, with its caption where that follows. In a page to send the file is
 * taken in, in base64; where it cannot be read a sentence says so. Elsewhere the file is named. */
void ss_report_html_figure(FILE *out, const ss_report_sheet *sheet, size_t figure);

/* Beginning and end of the page; a page to send has a list of its sections after the verdict. */
void ss_report_html_begin(FILE *out, const ss_report_sheet *sheet);
void ss_report_html_contents(FILE *out, const ss_report_sheet *sheet);
void ss_report_html_end(FILE *out, const ss_report_sheet *sheet);

#endif
