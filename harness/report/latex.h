/* Words, numbers and tables in LaTeX, for whoever writes a .tex of his own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPORT_LATEX_H
#define SS_HARNESS_REPORT_LATEX_H

#include "harness/report/sheet.h"

/* Print a text with all that LaTeX takes for a command escaped; `code` between backticks, where
 * `prose` says that there is any, in typewriter letters. */
void ss_report_latex_words(FILE *out, const char *text, bool prose);

/* Print "0.384e-10" as 0.384 times a power of ten; likewise after ">= " a bound, and both ends of
 * "1 to 2e-5". "-" is a dash, text behind a number is left out. */
void ss_report_latex_number(FILE *out, const char *text);

/* Print the table at part `table` of the sheet as a tabular, without float and caption. */
void ss_report_latex_tabular(FILE *out, const ss_report_sheet *sheet, size_t table);

#endif
