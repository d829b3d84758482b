/* The arms of a campaign beside each other: is a warm start worth it, is the predictor, and would a
 * frozen sequence of problems have told another story than the closed loop?
 *
 *     store of a campaign        starts (cold, warm, predictor) and leaders are its arms
 *       | ss_arms_read           rows that differ in the instance alone are a group
 *       | comparisons            of two groups that differ in one arm, or in the contender, over
 *       |                        the instances that both solved: ratios of the prices
 *       | two loops              the same comparison in the closed loop and behind a leader
 *       v
 *     ss_arms_add                a sheet
 *
 * A ratio is the geometric mean over instances of the second's price over the first's, with the
 * bootstrap interval of tables/bootstrap.h. Under --stop e1 both have met the same E1 in each step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ARMS_ARMS_H
#define SS_HARNESS_ARMS_ARMS_H

#include "harness/report/sheet.h"
#include "harness/tables/bootstrap.h"
#include "harness/tables/record.h"
#include "harness/tables/standing.h"
#include "problems/contact/guess.h"

/* Fewer instances than this agree by chance. */
enum { SS_ARMS_LEAST = 5 };

/* A run, by what tells it from others. */
typedef struct ss_arms_run {
    const ss_summary_row *row; /* borrowed from the summary */
    char *place;               /* owned: problem, parameters, stop */
    char *contender;           /* owned */
    ss_guess guess;
    size_t first; /* place in the file of the first run of the contender */
} ss_arms_run;

/* Runs that differ in the instance alone. */
typedef struct ss_arms_group {
    const ss_arms_run *at;
    size_t n;
} ss_arms_group;

/* The conclusion of a comparison from a price. */
typedef enum ss_arms_verdict {
    SS_ARMS_NOTHING,   /* the interval holds 1, or instances are too few */
    SS_ARMS_PAYS,      /* the second is cheaper */
    SS_ARMS_COSTS,     /* dearer */
    SS_ARMS_NO_EFFECT, /* the two are alike to the bit, but for times */
    SS_ARMS_SOLVES,    /* it alone solves SS_ARMS_LEAST instances or more, the first alone none */
    SS_ARMS_FAILS      /* the other way round */
} ss_arms_verdict;

extern const char *const ss_arms_verdicts[];

/* The second group over the first. */
typedef struct ss_arms_change {
    size_t n;                     /* instances that both solved */
    size_t lost, gained;          /* instances that the first alone solved, the second alone */
    double ratio[SS_PRICE_COUNT]; /* NAN: no instance */
    ss_interval within[SS_PRICE_COUNT]; /* NAN: fewer than two */
    ss_arms_verdict of[SS_PRICE_COUNT];
} ss_arms_change;

typedef enum ss_arms_kind {
    SS_ARMS_STARTS,    /* warm over cold, predictor over either */
    SS_ARMS_CONTENDERS /* a contender over the first */
} ss_arms_kind;

/* A comparison; groups are borrowed. */
typedef struct ss_arms_comparison {
    ss_arms_kind kind;
    ss_arms_group one, other;
    ss_arms_change change;
} ss_arms_comparison;

typedef struct ss_arms {
    ss_summary summary;
    ss_arms_run *runs; /* owned, sorted; groups are neighbours */
    ss_arms_group *groups;
    ss_arms_comparison *comparisons; /* owned, sorted by place, kind and loop */
    size_t n_runs, n_groups, n_comparisons;
} ss_arms;

/* Read the summary of a result folder or store, and compare. SS_ERROR_DATA where no two arms or
 * contenders are there to compare. Free with ss_arms_free, also after an error. */
bool ss_arms_read(ss_arms *arms, const char *folder, ss_error *error);
void ss_arms_free(ss_arms *arms);

/* The second over the first; SS_ERROR_MEMORY. */
bool ss_arms_compare(ss_arms_change *change, ss_arms_group one, ss_arms_group other,
                     ss_error *error);

/* Add the tables `arms` and `loops`, and what they say in words. */
void ss_arms_add(ss_report_sheet *sheet, const ss_arms *arms);

#endif
