/* A campaign as it is ordered, and its end in numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_ORDER_H
#define SS_HARNESS_CAMPAIGN_ORDER_H

#include "harness/campaign/store.h"
#include "harness/tables/standing.h"
#include "solvers/base/outcome.h"

/* Statuses, as bits: 1u << ss_outcome. */
typedef unsigned ss_campaign_outcome_set;

/* The place where runs are made: here, or by job arrays of Slurm. */
typedef struct ss_campaign_cluster {
    const char *engine;             /* local or slurm; NULL: local */
    const char *partition, *memory; /* as sbatch takes them; NULL: what the site has */
    double chunk_s;                 /* work of a task; 0: SS_CAMPAIGN_CHUNK_S */
    double time_s;                  /* limit of a task; 0: what the site has */
    size_t throttle;                /* tasks of an array at a time; 0: as the site likes */
    bool exclusive;                 /* each task has its node for itself */
    bool wait;                      /* until all are made */
    const char *const *options;     /* more words for sbatch, borrowed, */
    size_t n_options;               /* so many */
} ss_campaign_cluster;

enum { SS_CAMPAIGN_CHUNK_S = 30 };

typedef struct ss_campaign {
    ss_campaign_plan *plan;
    const char *what;              /* the work, for the progress bar; NULL: "campaign" */
    const char *facts;             /* more lines "KEY: VALUE" of provenance.txt; NULL: none */
    const char *folder;            /* of the store */
    const char *shard;             /* "I/N": only that part of the plan; NULL: all of it */
    double timeout_s;              /* of a run, instead of the plan's; 0: the plan's */
    size_t memory_bytes;           /* the same of the memory */
    size_t repeats;                /* the same of the repeats of a run */
    size_t n_parallel;             /* runs at a time */
    ss_campaign_outcome_set retry; /* finished runs of these statuses are run again, */
    const char *retry_words;       /* and of these, for ss_campaign_resolve; NULL: none */
    bool mix_builds;               /* go on with a store of another build */
    bool ranks;                    /* of ss_campaign_fill: it is an error if no run counts */
    bool hasty;                    /* the first Ctrl-C ends the runs under way, not the second */
    bool dry_run; /* for those who print plans: of runs here ss_campaign_run does not look at it */
    bool is_task; /* a task of a cluster: others write to the store too, and somebody else collects
                   */
    ss_campaign_cluster cluster;
    int argc;
    char *const *argv; /* for the manifest */
} ss_campaign;

/* The end of a campaign, in numbers. */
typedef struct ss_campaign_tally {
    size_t n_before;                        /* finished before, not run again */
    size_t n_run;                           /* run now */
    size_t n_queued;                        /* left to a cluster's queue, or to be submitted */
    size_t by_status[SS_OUTCOME_COUNT];     /* of all runs of the plan that are finished */
    size_t by_standing[SS_STANDING_COUNT];  /* likewise, */
    const char *reasons[SS_STANDING_COUNT]; /* and why the first of each does not count */
} ss_campaign_tally;

#endif
