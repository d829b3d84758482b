/* The page of `stickslip diagnose`: the unsolved steps of a folder of `run`, worst first, and what
 * is known of the worst; and a figure of the residual over the contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_PAGE_H
#define SS_HARNESS_DIAGNOSE_PAGE_H

#include "harness/figures/figure.h"
#include "harness/report/sheet.h"
#include "harness/tables/csv.h"
#include "harness/tables/label.h"
#include "harness/tables/record.h"

/* The steps that are asked for, and where they are. */
typedef struct ss_diagnose_order {
    const char *folder; /* of `run` */
    const char *solver; /* only this label; NULL: all */
    size_t step;        /* only this step; 0: all */
} ss_diagnose_order;

/* The tables of a folder. Free with ss_diagnose_free. */
typedef struct ss_diagnose_tables {
    ss_summary summary;
    ss_csv steps_csv, contacts_csv;
    ss_diagnosis_row *steps; /* owned: those that are asked for, worst first */
    ss_diagnosis_contacts_row *contacts;
    size_t n_steps, n_contacts;
    size_t shown; /* the step, from 0, that is told of in detail and drawn; n_steps: none */
} ss_diagnose_tables;

/* Read them; worst is the largest E1. A folder where all is solved has no steps: n_steps is 0;
 * nor has a store, whose runs leave no diagnosis: its rows are in `summary`. Shown is the first
 * detailed step. SS_ERROR_DATA for a folder without summary.csv, a table that cannot be read, or a
 * step that is asked for and is not there; SS_ERROR_MEMORY. */
bool ss_diagnose_read(ss_diagnose_tables *tables, const ss_diagnose_order *order, ss_error *error);
void ss_diagnose_free(ss_diagnose_tables *tables);

/* True when contact row k is of the step shown. */
bool ss_diagnose_is_shown(const ss_diagnose_tables *tables, size_t k);

/* Add the page to the sheet. */
void ss_diagnose_page(ss_report_sheet *sheet, const ss_diagnose_tables *tables);

/* Draw the residual of the step shown over its contacts: sorted, and by place, or by number where
 * places are not known. `scripts`: plots/. `name` gets the stem of the files in `folder`. Errors as
 * of ss_figure_begin. */
bool ss_diagnose_draw(const ss_diagnose_tables *tables, const char *folder, const char *scripts,
                      char name[SS_LABEL_FILE], ss_error *error);

#endif
