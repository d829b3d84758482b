/* A campaign: the runs of a plan, each in a child process with limits, into a store. What is there
 * already is not run again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_CAMPAIGN_H
#define SS_HARNESS_CAMPAIGN_CAMPAIGN_H

#include "harness/campaign/store.h"
#include "solvers/base/outcome.h"

/* Statuses, as bits: 1u << ss_outcome. */
typedef unsigned ss_outcome_set;

typedef struct ss_campaign {
    const ss_plan *plan;
    const char *folder;   /* of the store */
    size_t n_parallel;    /* runs at a time */
    ss_outcome_set retry; /* finished runs of these statuses are run again */
    bool mix_builds;      /* go on with a store of another build */
    int argc;
    char *const *argv; /* for the manifest */
} ss_campaign;

/* Whether the run has to be run (again): it is not stored, is to be retried or lacks its trace. If
 * not, *status is how it ended. */
bool ss_campaign_lacks(const ss_campaign *campaign, const ss_stored_runs *stored,
                       const ss_planned_run *run, ss_outcome *status);

/* How a campaign ended. */
typedef struct ss_campaign_tally {
    size_t n_before;                    /* finished before, not run again */
    size_t n_run;                       /* run now */
    size_t by_status[SS_OUTCOME_COUNT]; /* of all runs of the plan that are finished */
} ss_campaign_tally;

/* "failed", "timeout" or statuses, separated by commas. failed: crashed, out-of-memory, error and
 * diverged. SS_ERROR_USAGE. */
bool ss_outcome_set_parse(ss_outcome_set *set, const char *text, ss_error *error);

/* Run what is missing and collect summary.csv. Each ending of a run is a row. Ctrl-C: no more runs
 * are started and those under way are finished; a second one ends them, and they are not stored:
 * SS_ERROR_INTERRUPTED either way, and the same call goes on from there. SS_ERROR_IO (disk full)
 * stops the campaign; what is stored stays. Other errors are those of ss_store_open. */
bool ss_campaign_run(const ss_campaign *campaign, ss_campaign_tally *tally, ss_error *error);

/* Seconds that one process would take for the missing runs of the plan: from finished runs of the
 * store at `folder` where there are any, otherwise from probes of a second at most. *n_missing is
 * their number, *basis says in words what the estimate rests on. A lower bound when *at_least. */
typedef struct ss_campaign_estimate {
    size_t n_missing;
    double seconds;
    bool at_least;
    char basis[96];
} ss_campaign_estimate;

bool ss_campaign_estimate_time(const ss_campaign *campaign, ss_campaign_estimate *estimate,
                               ss_error *error);

#endif
