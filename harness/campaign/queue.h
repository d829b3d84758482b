/* A campaign on a cluster: what is missing goes to Slurm's queue as job arrays, whose tasks run it
 * and write to the store themselves.
 *
 *     ss_campaign_queue_ask       the queue, and the submissions of the store: where is which run?
 *     ss_campaign_queue_run       what is missing and nowhere: estimated, cut into tasks (tasks.h),
 *                                 STORE/slurm/N.csv and N.sh written, sbatch called; then the wait
 *     N.sh, on a node             stickslip task STORE/slurm/N.csv K (ss_campaign_task)
 *
 * What is known of a run is what its file says, and of a task what the queue says: nothing else is
 * kept, so nothing can contradict them. An array is found by its name, which says store, submission
 * and first task: also one whose number nobody read because who submitted it was killed. A task may
 * be ended at any moment, run twice, at once too, and on another machine: it makes what it does not
 * find made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_QUEUE_H
#define SS_HARNESS_CAMPAIGN_QUEUE_H

#include "harness/campaign/order.h"
#include "harness/campaign/tasks.h"
#include "harness/cluster/slurm.h"

/* The queue as a store sees it. */
typedef struct ss_campaign_queue {
    char owner[SS_SLURM_OWNER]; /* of its arrays */
    size_t n_submissions;       /* 0: the store was never on a cluster, and nothing was asked */
    bool known;                 /* the queue answered, */
    char why[512];              /* or why it did not */
    ss_slurm_queue tasks;       /* sorted by submission and task, those that live first */
    ss_campaign_place *places;  /* of all runs that were ever submitted */
    size_t n_places;
} ss_campaign_queue;

/* Ask. That the queue does not answer is no error. SS_ERROR_DATA for a table of tasks that cannot
 * be read; SS_ERROR_MEMORY. A `folder` that is NULL, or no store yet, has no submissions. Free with
 * ss_campaign_queue_free, whatever happens; a zeroed one may be freed too. */
bool ss_campaign_queue_ask(ss_campaign_queue *queue, const char *folder, ss_error *error);
void ss_campaign_queue_free(ss_campaign_queue *queue);

/* The name of the arrays of the store at `folder`, which there must be, without their numbers. */
bool ss_campaign_queue_name(char owner[SS_SLURM_OWNER], const char *folder, ss_error *error);

/* The task in the queue that makes, or will make, the run called `hash`; NULL: none. */
const ss_slurm_task *ss_campaign_queue_find(const ss_campaign_queue *queue, const char *hash);

/* The ends of tasks that left runs: id, words. */
#define SS_CAMPAIGN_LEFT_LIST(X)                                                                   \
    X(LATE, "at the limit of time (--time)")                                                       \
    X(NODE, "with its node")                                                                       \
    X(CANCELLED, "cancelled")                                                                      \
    X(FAILED, "failed")                                                                            \
    X(UNKNOWN, "without a word, or never submitted")

typedef enum ss_campaign_left_how {
#define X(id, words) SS_CAMPAIGN_LEFT_##id,
    SS_CAMPAIGN_LEFT_LIST(X)
#undef X
        SS_CAMPAIGN_LEFT_COUNT
} ss_campaign_left_how;

/* Tasks in the queue; runs that are in it; tasks that ended and left runs, by how. */
typedef struct ss_campaign_left {
    size_t running, pending, n_queued;
    size_t held, behind;    /* of the pending: until somebody releases them; for other arrays */
    unsigned long held_job; /* the first array with a task that is held */
    size_t n_left, tasks[SS_CAMPAIGN_LEFT_COUNT];
    char said[256];          /* what the first that failed said */
    size_t submission, task; /* the last that was counted */
} ss_campaign_left;

/* Count the tasks; then a run that is missing, of those in the order of the plan. */
void ss_campaign_left_begin(ss_campaign_left *left, const ss_campaign_queue *queue);
void ss_campaign_left_add(ss_campaign_left *left, const ss_campaign_queue *queue,
                          const char *folder, const char *hash);

/* "5 runs were left by 2 tasks that ended: 1 at the limit of time, 1 with its node": in `text`. */
void ss_campaign_left_text(char *text, size_t size, const ss_campaign_left *left);

/* The runs that a store lacks, and those that it has. */
typedef struct ss_campaign_wanted {
    const ss_campaign_planned_run *const *runs; /* of the plan, in its order */
    size_t n;
    const ss_campaign_stored_runs *stored;
} ss_campaign_wanted;

/* Submit what is wanted and not in the queue, and print the numbers of the jobs; with dry_run write
 * the files and print the commands. Then wait if the campaign says so. SS_ERROR_UNAVAILABLE where
 * Slurm refuses, or the queue of a store that has submissions does not answer, and where the wait
 * ends with runs that no task makes, or none until it is released; SS_ERROR_INTERRUPTED: the jobs
 * go on. What was submitted stays submitted. */
bool ss_campaign_queue_run(const ss_campaign_queue *queue, const ss_campaign *campaign,
                           const ss_campaign_wanted *wanted, ss_campaign_tally *tally,
                           ss_error *error);

#endif
