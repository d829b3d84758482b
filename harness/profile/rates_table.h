/* Convergence rates of all traced runs of a result folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROFILE_RATES_TABLE_H
#define SS_HARNESS_PROFILE_RATES_TABLE_H

#include "harness/tables/rows.h"
#include "problems/base/error.h"

/* Which runs, which error, and who is told. */
typedef struct ss_profile_rates_order {
    const char *folder; /* of run or campaign: summary.csv and traces */
    const char *error;  /* column of convergence.csv */
    const char *solver; /* only this label; NULL: all */
    void (*report)(const ss_convergence_rates_row *row); /* may be NULL */
} ss_profile_rates_order;

/* Write FOLDER/convergence_rates.csv: a row a traced step of each run, in the order of the summary,
 * whole or not at all. SS_ERROR_DATA if a table cannot be read, lacks the column, or nothing was
 * traced (says how); SS_ERROR_IO; SS_ERROR_MEMORY. */
bool ss_profile_rates_table_write(const ss_profile_rates_order *order, ss_error *error);

#endif
