/* One run of a campaign in a child process, and the row that it leaves however it ends.
 *
 *     parent, start       the planned run is understood, and the child forked with it
 *     child               runs, alone (harness/run/alone.h); its tables go into the store's folders
 *     parent, conclude    understands the run once more: what the child left is judged by our own
 *                         words, not by what a solver may have done to them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_JOB_H
#define SS_HARNESS_CAMPAIGN_JOB_H

#include "harness/campaign/plan.h"
#include "harness/run/alone.h"

/* The child's work; copied at the fork. */
typedef struct ss_campaign_job {
    const ss_campaign_plan *plan;
    const ss_campaign_planned_run *run;
    const char *store;   /* folder of the store that gets the tables which the run keeps */
    ss_witness *witness; /* of the run */
    ss_machine machine;  /* as it begins */
} ss_campaign_job;

enum { SS_CAMPAIGN_JOB_TEXT = 65536, SS_CAMPAIGN_JOB_SIZES = 256 };

/* The child's results, in memory that outlives it; zeroed. */
typedef struct ss_campaign_job_handover {
    ss_alone alone;
    char sizes[SS_CAMPAIGN_JOB_SIZES]; /* the column `tables` */
    char text[SS_CAMPAIGN_JOB_TEXT];   /* the run's file: header and row; set by conclude */
} ss_campaign_job_handover;

/* Start the child, as ss_alone_start does. */
bool ss_campaign_job_start(ss_child *child, const ss_campaign_job *job,
                           ss_campaign_job_handover *handover, ss_error *error);

/* After the end of a child: make `text` the file of its run, however that ended. False without
 * memory, or when a table of the run cannot be written and the disk is at fault: SS_ERROR_IO. */
bool ss_campaign_job_conclude(const ss_campaign_job *job, const ss_child_ending *ending,
                              ss_campaign_job_handover *handover, ss_error *error);

#endif
