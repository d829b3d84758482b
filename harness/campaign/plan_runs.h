/* A plan as a list of runs: room for them, their end, those that are there twice, parts and sums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_PLAN_RUNS_H
#define SS_HARNESS_CAMPAIGN_PLAN_RUNS_H

#include "harness/run/run.h"
#include "harness/tables/hash.h"

/* The tables that a run may leave beside its row: X(table of fields.def, folder in the store) */
#define SS_CAMPAIGN_SERIES_LIST(X)                                                                 \
    X(convergence, "traces")                                                                       \
    X(history, "history")                                                                          \
    X(bodies, "bodies")                                                                            \
    X(shapes, "shapes")                                                                            \
    X(forces, "forces")                                                                            \
    X(observables, "observables")

typedef struct ss_campaign_series_names {
    const char *name, *folder;
} ss_campaign_series_names;

typedef enum ss_campaign_series {
#define X(table, folder) SS_CAMPAIGN_SERIES_##table,
    SS_CAMPAIGN_SERIES_LIST(X)
#undef X
        SS_CAMPAIGN_SERIES_COUNT
} ss_campaign_series;

extern const ss_campaign_series_names ss_campaign_all_series[SS_CAMPAIGN_SERIES_COUNT];

/* One run. All text is owned by the plan. */
typedef struct ss_campaign_planned_run {
    char hash[SS_HASH_SIZE];
    char content[SS_HASH_SIZE]; /* of the problem's file; "": it has none */
    char *problem;              /* of the catalogue, or "file:PATH" */
    char *parameters;           /* all of them, "KEY=VALUE,KEY=VALUE" */
    unsigned long instance;
    char *solver;    /* as the user would name it, e.g. "ebp[alpha=2]" */
    char *options;   /* all of its options, "KEY=VALUE,KEY=VALUE" */
    char *outer;     /* "" where `solver` names it, or is external */
    bool external;   /* an external solver, which keeps its limits itself */
    unsigned keep;   /* tables to keep, bits 1u << ss_campaign_series; none of an external solver */
    ss_trace trace;  /* the steps that leave rows in the table convergence */
    size_t frames;   /* bodies and forces of every so many steps, too; 0: none */
    bool warm_start; /* each step from the impulses of the one before */
    double weight;   /* expected work, any unit, for the progress */
    size_t repeats;  /* times that it is made; 0: as the plan says */
    bool repeated;   /* the same as a run before it: it is not run, but has the same result */
} ss_campaign_planned_run;

typedef struct ss_campaign_plan {
    ss_campaign_planned_run *runs;
    size_t n, room;
    size_t n_duplicates; /* runs that the spec asks for more than once, dropped or marked */
    char *stop;          /* eps, e1 or siconos */
    char *study;         /* NULL: none */
    size_t repeats;      /* of each run, for its time */
    bool sought;         /* the tolerances of external solvers, as ss_trial.sought */
    double timeout_s;    /* of a run; 0: no limit */
    size_t memory_bytes; /* of a run, on top of the program's; 0: no limit */
} ss_campaign_plan;

/* SS_ERROR_MEMORY of a plan. Returns false. */
bool ss_campaign_plan_no_memory(ss_error *error);

/* Room for n runs in all. SS_ERROR_MEMORY. */
bool ss_campaign_plan_reserve(ss_campaign_plan *plan, size_t n, ss_error *error);

/* Free what a run owns. */
void ss_campaign_plan_drop(ss_campaign_planned_run *run);

/* Mark the runs that stand before already, or drop them; the others keep their order, and the first
 * of its kind keeps the tables and frames that any of them asks for. SS_ERROR_MEMORY. */
bool ss_campaign_plan_find_duplicates(ss_campaign_plan *plan, bool drop, ss_error *error);

void ss_campaign_plan_free(ss_campaign_plan *plan);

/* Move the runs of `more` behind those of `plan`, whose common words hold for them too; a zeroed
 * plan takes those of `more`. `more` is freed, whatever happens. SS_ERROR_MEMORY. */
bool ss_campaign_plan_append(ss_campaign_plan *plan, ss_campaign_plan *more, ss_error *error);

/* Keep only the part I of N (1 <= I <= N, "I/N"): the runs whose hash falls to it. The N parts
 * together are the plan. SS_ERROR_USAGE. */
bool ss_campaign_plan_take_shard(ss_campaign_plan *plan, const char *shard, ss_error *error);

#endif
