/* One run of a campaign in a child process, and the row that it leaves however it ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_JOB_H
#define SS_HARNESS_CAMPAIGN_JOB_H

#include "harness/campaign/plan.h"
#include "problems/base/child.h"
#include "harness/tables/output.h"
#include "harness/run/referee.h"

/* What the child works on; copied at the fork. */
typedef struct ss_campaign_job {
    const ss_campaign_plan *plan;
    const ss_campaign_planned_run *run;
    char series[SS_CAMPAIGN_SERIES_COUNT]
               [SS_PATH_SIZE]; /* files for the tables that the run keeps, "" for others */
} ss_campaign_job;

enum { SS_CAMPAIGN_JOB_TEXT = 65536 };

/* What the child hands over, in memory that outlives it. */
typedef struct ss_campaign_job_handover {
    bool finished;                   /* `text` is whole */
    bool whole;                      /* so are the tables */
    int series_errno;                /* why one could not be written, or 0 */
    ss_outcome outcome;              /* its status */
    char text[SS_CAMPAIGN_JOB_TEXT]; /* the run's file: header and row */
    double started_s;                /* set by the parent: CLOCK_MONOTONIC at the fork */
    volatile double progress;        /* fraction of the steps that are done */
    ss_last last;                    /* the last iterate's state, should the child be ended */
} ss_campaign_job_handover;

/* The child's work, for ss_child_start: `shared` is a zeroed ss_campaign_job_handover, `context` an
 * ss_campaign_job. It ends itself at the plan's time limit, with the residuals of its last iterate;
 * what does not come back from a sweep is for ss_campaign_job_limits to end. */
int ss_campaign_job_work(void *shared, void *context);

/* The limits behind which a child is killed. A solver of another code has its own child below this
 * one, which is killed at the plan's limit and then judged. */
ss_child_limits ss_campaign_job_limits(const ss_campaign_job *job);

/* After the end of the child: make `text` the file of a run that did not finish it, from how it
 * ended and its last state. Leaves a finished one alone. */
bool ss_campaign_job_conclude(const ss_campaign_job *job, const ss_child_ending *ending,
                              ss_campaign_job_handover *handover, ss_error *error);

#endif
