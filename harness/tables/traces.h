/* The traces of the runs of a result folder: traces/HASH.csv a run in a campaign,
 * convergence.csv of all solvers in a folder of `run`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_TRACES_H
#define SS_HARNESS_TABLES_TRACES_H

#include "harness/tables/record.h"

/* The trace of one run in a folder. Start with folder and summary set and the rest zero; free
 * with ss_traces_free. */
typedef struct ss_traces {
    const char *folder; /* borrowed, as is the summary of that folder */
    const ss_summary *summary;
    const ss_summary_row *run;  /* whose trace was read last */
    ss_csv table;               /* of that run */
    ss_convergence_row *sweeps; /* owned; texts are the table's */
    size_t n, room;
} ss_traces;

/* Read the sweeps of the run that has that row of the summary; n = 0 if it was not traced. The
 * table must have the columns of the list `required`, "a,b,c". SS_ERROR_DATA
 * for a table that cannot be read or lacks one; SS_ERROR_MEMORY. */
bool ss_traces_read(ss_traces *traces, const ss_summary_row *run, const char *required,
                    ss_error *error);
/* A trace has the CPU time of the sweeps alone. What it is multiplied by for the whole price
 * (ss_price_of), preparation and looks spread in proportion to it: of a file's problem so that the
 * last sweep of its one step has the price of the row. */
double ss_traces_time_scale(const ss_summary_row *run, const ss_convergence_row *last);

void ss_traces_free(ss_traces *traces);

#endif
