/* The runs behind a paper's tables and figures, as a campaign.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_RUNS_H
#define SS_HARNESS_REPRODUCE_RUNS_H

#include "harness/printed/paper_runs.h"
#include "harness/reproduce/job.h"

/* What became of a paper's run. */
typedef struct ss_reproduce_result {
    bool wanted;                            /* by the caller */
    char hash[SS_HASH_SIZE];                /* its name in the store */
    const ss_campaign_stored_run *complete; /* NULL: it has not come to an end of its own */
} ss_reproduce_result;

/* Run the wanted ones of the runs, the heaviest first, into the store below job->folder, and fill
 * in their results, which point into *stored. A run that failed is an error, and so is Ctrl-C: what
 * is complete is noted all the same. *stored is empty, without by_hash, when nothing was run; free
 * it. */
bool ss_reproduce_run_all(const ss_reproduce *job, const ss_paper_runs *runs,
                          ss_reproduce_result *results, ss_campaign_stored_runs *stored,
                          ss_error *error);

#endif
