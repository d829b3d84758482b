/* The plan of a campaign: the product of problems, parameters, tolerances, contenders, outer
 * solvers and instances, resolved to single runs. A run is named by the hash of everything that
 * determines its result: problem (for a file its content too), all parameters, instance, solver
 * with all option values, outer solver, stopping estimator and start.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_PLAN_H
#define SS_HARNESS_CAMPAIGN_PLAN_H

#include "harness/campaign/hash.h"
#include "harness/campaign/spec.h"
#include "harness/tables/rows.h"

/* One run. All text is owned by the plan. */
typedef struct ss_planned_run {
    char hash[SS_HASH_SIZE];
    char *problem;    /* of the catalogue, or "file:PATH" */
    char *parameters; /* all of them, "KEY=VALUE,KEY=VALUE" */
    unsigned long instance;
    char *solver;  /* as the user would name it, e.g. "ebp[alpha=2]" */
    char *options; /* all of its options, "KEY=VALUE,KEY=VALUE" */
    char *outer;   /* "" for a solver of another code */
} ss_planned_run;

typedef struct ss_plan {
    ss_planned_run *runs;
    size_t n;
    size_t n_duplicates; /* runs that the spec asks for more than once, dropped */
    char *stop;          /* eps, e1 or siconos */
    char *study;         /* NULL: none */
    bool warm_start, trace;
    double timeout_s;    /* of a run */
    size_t memory_bytes; /* of a run, on top of the program's */
} ss_plan;

/* Resolve the spec: everything it names is looked up and checked, so that a night does not end with
 * a misspelt word. SS_ERROR_USAGE for what is unknown or cannot be run together (a solver of
 * another code on a scene), a study over what none of them has, or more than 100 000 runs,
 * SS_ERROR_DATA for a file that cannot be read. Free with ss_plan_free.
 */
bool ss_plan_make(ss_plan *plan, const ss_spec *spec, ss_error *error);
void ss_plan_free(ss_plan *plan);

/* Keep only the part I of N (1 <= I <= N, "I/N"): the runs whose hash falls to it. The N parts
 * together are the plan. SS_ERROR_USAGE. */
bool ss_plan_take_shard(ss_plan *plan, const char *shard, ss_error *error);

/* The row of the table `plan` that stands for a run. Borrows its text. */
ss_plan_row ss_plan_row_of(const ss_plan *plan, const ss_planned_run *run);

#endif
