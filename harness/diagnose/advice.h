/* Advice: what may help a step that ended unsolved, with the command that tries it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_ADVICE_H
#define SS_HARNESS_DIAGNOSE_ADVICE_H

#include "harness/report/sheet.h"
#include "harness/tables/record.h"

/* Add items to the sheet: what is known of the step's run (`row`), and of how the step ended. */
void ss_advice_add(ss_report_sheet *sheet, const ss_diagnosis_row *step, const ss_summary_row *row);

/* Print the commands that make the unsolved rows of a summary again and diagnose them: of folders
 * whose runs leave no diagnosis. Nothing where all is solved. */
void ss_advice_print_again(FILE *out, const ss_summary *summary);

#endif
