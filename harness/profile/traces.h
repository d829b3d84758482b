/* Where a result folder keeps the traces of its runs: traces/HASH.csv a run in a campaign,
 * convergence.csv of all solvers in a folder of `run`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROFILE_TRACES_H
#define SS_HARNESS_PROFILE_TRACES_H

#include "harness/tables/summary.h"

/* The tables that are open: the folder's, and the last run's own. Start with the folder set and the
 * rest zero; free with ss_profile_traces_free. */
typedef struct ss_profile_traces {
    const char *folder; /* borrowed */
    ss_csv shared, own;
} ss_profile_traces;

/* The table of kind `convergence` that has the sweeps of a run of the folder's summary, or *table =
 * NULL if it was not traced. The table may hold other solvers' sweeps too, and is valid until the
 * next call. SS_ERROR_DATA for a table that cannot be read. */
bool ss_profile_traces_find(ss_profile_traces *traces, const ss_record *run, const ss_csv **table,
                            ss_error *error);
void ss_profile_traces_free(ss_profile_traces *traces);

/* SS_ERROR_DATA: the run has no trace, and how to get one. Returns false. */
bool ss_profile_traces_missing(const ss_record *run, ss_error *error);

#endif
