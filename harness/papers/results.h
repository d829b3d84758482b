/* The runs of a paper and what they left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_RESULTS_H
#define SS_HARNESS_PAPERS_RESULTS_H

#include "harness/papers/data.h"
#include "harness/piles/piles.h"

/* The end of one instance of a paper's run. */
typedef struct ss_reproduce_result {
    bool wanted;                            /* by the caller */
    char hash[SS_HASH_SIZE];                /* its name in the store */
    const ss_campaign_stored_run *complete; /* NULL: it has not come to an end of its own */
    ss_series series; /* of a complete run: its row, constants, and the tables that runs.csv keeps;
                       * of a growing pile the columns of its table */
    ss_reproduce_growth growth; /* of a growing pile, in place of a complete run */
} ss_reproduce_result;

/* The paper's data, and results: those of run k stand at k * stride, instance by instance. */
typedef struct ss_reproduce_results {
    ss_reproduce_data data;
    ss_reproduce_result *at;
    size_t stride;
    ss_campaign_stored_runs stored; /* owns the rows */
} ss_reproduce_results;

/* Make room for the results of the data that are loaded: none so far. SS_ERROR_MEMORY. Free all of
 * it, data included, whatever happens. */
bool ss_reproduce_begin(ss_reproduce_results *results, ss_error *error);
void ss_reproduce_free(ss_reproduce_results *results);

/* The result of the i-th instance of a run; NULL: none so far. */
ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i);

/* True when the run, or the pile, has come to its end. */
bool ss_reproduce_is_complete(const ss_reproduce_result *result);

/* Run the wanted ones of the runs, the heaviest first, into the store below job->folder, and fill
 * in their results. A run that failed is an error, and so is Ctrl-C: what is complete is noted all
 * the same. results->stored is not `read` when nothing was run. */
bool ss_reproduce_run_all(ss_reproduce_results *results, ss_error *error);

#endif
