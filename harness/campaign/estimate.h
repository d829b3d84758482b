/* The time that a plan takes, from trial runs: each stands for the runs around it in the plan.
 *
 *     a trial that came to its end      its time
 *     one that was cut short            the time of its steps, as if the others cost as much, or
 *                                       what runs that came to an end took for their weight: a
 *                                       pile's first steps have no contacts and tell little
 *     ... at most                       every step left takes all its sweeps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_ESTIMATE_H
#define SS_HARNESS_CAMPAIGN_ESTIMATE_H

#include "harness/campaign/store.h"

#include <stdbool.h>
#include <stddef.h>

/* A run that was tried. Times in s. */
typedef struct ss_campaign_trial {
    bool whole;              /* it came to its end */
    double seconds;          /* that it took so far, */
    double fraction;         /* for this part of its steps; 0: not known */
    double sweeps;           /* and so many sweeps; 0: not known */
    double steps, sweep_cap; /* of the whole run: its steps, and the most sweeps of each */
    double weight;           /* of the run, any unit */
    double stands_for;       /* weight of all runs that it stands for */
} ss_campaign_trial;

typedef struct ss_campaign_time {
    double about, most; /* s of one process; most INFINITY: not known */
    bool is_range;      /* most is more: some trial was cut short */
} ss_campaign_time;

/* No run takes longer than limit_s (INFINITY: there is no limit). */
ss_campaign_time ss_campaign_time_of(const ss_campaign_trial *trials, size_t n, double limit_s);

/* The time that the missing runs of a plan take. */
typedef struct ss_campaign_estimate {
    ss_campaign_time time;
    char basis[96];  /* in words */
    double *seconds; /* n, the caller's: gets the time that each run may take; NULL: nobody asks */
} ss_campaign_estimate;

/* From the finished runs of the store, where they are enough, otherwise from trial runs, which take
 * some seconds at most. SS_ERROR_INTERRUPTED, SS_ERROR_MEMORY. */
bool ss_campaign_estimate_make(ss_campaign_estimate *estimate, const ss_campaign_plan *plan,
                               const ss_campaign_stored_runs *stored,
                               const ss_campaign_planned_run *const *missing, size_t n,
                               ss_error *error);

/* "38 s", "12 min", "2.4 h". */
const char *ss_campaign_time_text(char text[32], double seconds);

#endif
