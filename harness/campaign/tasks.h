/* A submission of a campaign to a cluster: its missing runs, cut into tasks of a job array that
 * take about equally long. The N-th of a store is the table STORE/slurm/N.csv (`tasks`), which has
 * all that a task needs: the file that a campaign was read from may change meanwhile, and be of
 * another kind.
 *
 *     runs, each with the seconds it may take      a b c d e f g h
 *     tasks of 30 s or more                        |0    |1  |2  |
 *     arrays of at most MaxArraySize tasks, 2 here  0 + 0, 0 + 1,  2 + 0
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_TASKS_H
#define SS_HARNESS_CAMPAIGN_TASKS_H

#include "harness/campaign/plan.h"
#include "harness/tables/output.h"

/* A run of a submission: where it is made. */
typedef struct ss_campaign_place {
    char hash[SS_HASH_SIZE]; /* first: places are found by it */
    size_t submission, task, first;
} ss_campaign_place;

/* The file of a submission in the store at `folder`, "slurm/N" and the suffix: SS_PATH_SIZE bytes.
 */
bool ss_campaign_tasks_path(char *path, const char *folder, size_t submission, const char *suffix,
                            ss_error *error);

/* The number of the last submission of the store; 0: it has none. */
size_t ss_campaign_tasks_last(const char *folder);

/* A submission while it is made. */
typedef struct ss_campaign_submission {
    const char *folder; /* of the store */
    size_t number;      /* from 1 */
    const ss_campaign_plan *plan;
    const ss_campaign_planned_run *const *runs; /* n of them, in the order of the plan */
    size_t n;
    double *seconds;   /* that each run may take; owned */
    size_t *task;      /* of each; owned */
    size_t n_tasks;    /* in all, */
    size_t array_size; /* and at most in one array */
} ss_campaign_submission;

/* Cut the runs in their order into tasks of at least `chunk_s`, but the last. */
void ss_campaign_tasks_cut(ss_campaign_submission *submission, double chunk_s);

/* Write its table. SS_ERROR_IO. */
bool ss_campaign_tasks_write(const ss_campaign_submission *submission, ss_error *error);

/* The runs of one task of the table at `path` as a plan. SS_ERROR_DATA if the table cannot be read
 * or has no such task; SS_ERROR_MEMORY. Free with ss_campaign_plan_free, whatever happens. */
bool ss_campaign_tasks_plan(ss_campaign_plan *plan, const char *path, size_t task, ss_error *error);

/* The places of all runs of the submissions 1 to `last` of a store, sorted by hash and submission,
 * to be freed. NULL: SS_ERROR_DATA, SS_ERROR_MEMORY. */
ss_campaign_place *ss_campaign_tasks_places(const char *folder, size_t last, size_t *n,
                                            ss_error *error);

#endif
