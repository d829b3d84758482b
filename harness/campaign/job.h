/* One run of a campaign in a child process, and the row that it leaves however it ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_JOB_H
#define SS_HARNESS_CAMPAIGN_JOB_H

#include "harness/campaign/plan.h"
#include "harness/run/referee.h"
#include "problems/base/child.h"

/* The child's work; copied at the fork. */
typedef struct ss_campaign_job {
    const ss_campaign_plan *plan;
    const ss_campaign_planned_run *run;
    const char *store; /* folder of the store that gets the tables which the run keeps */
} ss_campaign_job;

enum { SS_CAMPAIGN_JOB_TEXT = 65536 };

/* The child's results, in memory that outlives it. */
typedef struct ss_campaign_job_handover {
    bool finished;                   /* `text` is whole, and the tables are in the store */
    ss_error unwritten;              /* why a table could not be written, or none */
    ss_outcome outcome;              /* its status */
    char text[SS_CAMPAIGN_JOB_TEXT]; /* the run's file: header and row */
    double started_s;                /* set by the parent: CLOCK_MONOTONIC at the fork */
    volatile double progress;        /* fraction of the steps that are done */
    ss_last last;                    /* the last iterate's state, should the child be ended */
} ss_campaign_job_handover;

/* Start the child, as ss_child_start does. It ends itself at the plan's time limit, with the
 * residuals of its last iterate; what does not come back from a sweep is killed at
 * ss_campaign_job_limits. */
bool ss_campaign_job_start(ss_child *child, const ss_campaign_job *job,
                           ss_campaign_job_handover *handover, ss_error *error);

/* The limits behind which a child is killed. A solver of another code has its own child below this
 * one, which is killed at the plan's limit and then judged. */
ss_child_limits ss_campaign_job_limits(const ss_campaign_job *job);

/* After the end of a child that did not finish: make `text` the file of its run, from how it ended
 * and its last state. */
bool ss_campaign_job_conclude(const ss_campaign_job *job, const ss_child_ending *ending,
                              ss_campaign_job_handover *handover, ss_error *error);

#endif
