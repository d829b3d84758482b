/* The plan of a campaign: the product of problems, parameters, tolerances, contenders, outer
 * solvers and instances, resolved to single runs. A run is named by the hash of everything that
 * determines its result: problem (for a file its content too), all parameters, instance, solver
 * with all option values, outer solver, stopping estimator and start.
 *
 * Nothing that does not change the result is in the name: neither limits of time and memory, nor
 * which tables are kept, nor how the words were typed ("ebp" and "ebp[alpha=1]" may be one run). So
 * a store knows its runs whatever command asks for them, and two commands can share one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_PLAN_H
#define SS_HARNESS_CAMPAIGN_PLAN_H

#include "harness/run/run.h"
#include "harness/tables/hash.h"
#include "harness/tables/partial.h"

/* ---- a campaign as its author wrote it: lists whose product makes the plan ---- */

/* A problem with its parameters. */
typedef struct ss_campaign_spec_problem {
    const char *name; /* of the catalogue, or what files.h expands: "file:PATH", "file:FOLDER" */
    char *const *set; /* "KEY=GRID" each (harness/campaign/grid.h) */
    const char *instances; /* NULL: those of the campaign */
} ss_campaign_spec_problem;

/* All text is owned by whoever filled the struct in. A list ends in NULL. NULL: the default.
 * Numbers are words still: what is wrong with one is told with the key that it stands under. */
typedef struct ss_campaign_spec {
    ss_campaign_spec_problem *problems;
    size_t n_problems;
    char *const *solvers;    /* "NAME[KEY=GRID,...]" each */
    char *const *outers;     /* the same; default nlgs */
    char *const *tolerances; /* grids; default: the problem's */
    char *const *keep;       /* tables to keep of each run: those of SS_CAMPAIGN_SERIES_LIST */
    const char *instances;   /* e.g. "1-10"; default 1 */
    const char *stop;        /* eps (default), e1 or siconos */
    const char *trace;       /* none (default) or last */
    const char *frames;      /* bodies, forces, stresses of every so many steps; default 0 */
    const char *timeout;     /* CPU time of a run, e.g. "10m" (default) */
    const char *memory;      /* MiB of a run, default 2048 */
    const char *study;       /* the parameter whose sensitivity is studied; default: none */
    const char
        *refine; /* halvings of where its values begin to fail (ss_campaign_refine); default 0 */
    char *const *starts; /* cold (default), warm, predictor */
    const char
        *warm_start;      /* the same by older words: no, yes, predictor, or both, the first two */
    char *const *leaders; /* `no` (default), or whose impulses move the scene: runs of each */
    const char *repeats;  /* times that each run is made, for its time; default 1 */
    bool sought;          /* not of a file: tolerances of external solvers, as ss_trial.sought */
    bool as_asked;        /* not of a file: runs that are asked for twice stay in the plan, marked,
                             and a file that cannot be read is found out by its runs */
} ss_campaign_spec;

/* Read a YAML file. SS_ERROR_DATA, with line and column, if it is missing, not YAML, or has a key
 * that is unknown, duplicate or of the wrong type. Free with ss_campaign_spec_free_yaml. */
bool ss_campaign_spec_read_yaml(ss_campaign_spec **spec, const char *path, ss_error *error);
void ss_campaign_spec_free_yaml(ss_campaign_spec *spec);

/* ---- the plan: a list of runs ---- */

/* The tables that a run may leave beside its row: X(table of fields.def, folder in the store) */
#define SS_CAMPAIGN_SERIES_LIST(X)                                                                 \
    X(convergence, "traces")                                                                       \
    X(history, "history")                                                                          \
    X(bodies, "bodies")                                                                            \
    X(shapes, "shapes")                                                                            \
    X(forces, "forces")                                                                            \
    X(stresses, "stresses")                                                                        \
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

/* One run. All text is owned by the plan and never NULL. Runs with one hash differ in what they
 * keep and weigh, and in how the solver was typed, only. */
typedef struct ss_campaign_planned_run {
    char hash[SS_HASH_SIZE];
    char content[SS_HASH_SIZE]; /* of the problem's file; "": it has none */
    char *problem;              /* of the catalogue, or "file:PATH" */
    char *parameters;           /* all of them, "KEY=VALUE,KEY=VALUE" */
    unsigned long instance;
    char *solver;   /* as the user would name it, e.g. "ebp[alpha=2]" */
    char *options;  /* all of its options, "KEY=VALUE,KEY=VALUE" */
    char *outer;    /* "" where `solver` names it, or is external */
    bool external;  /* an external solver, which keeps its limits itself */
    unsigned keep;  /* tables to keep, bits 1u << ss_campaign_series; none of an external solver */
    ss_trace trace; /* the steps that leave rows in the table convergence */
    size_t frames;  /* bodies, forces, stresses of every so many steps, too; 0: none */
    ss_guess guess; /* where each step's solve starts */
    char *leader;   /* whose impulses move the scene; "": the solver's own */
    double weight;  /* expected work, any unit, for the progress */
    size_t repeats; /* times that it is made; 0: as the plan says */
    bool repeated;  /* the same as a run before it: it is not run, but has the same result */
    char replaces[SS_HASH_SIZE]; /* of a file of the run that is to be replaced; "": none is */
} ss_campaign_planned_run;

/* The runs stand in the order of the spec, which is that of the printed plan and of starting them.
 * After ss_campaign_plan_make no two that are not `repeated` have one hash. */
typedef struct ss_campaign_plan {
    ss_campaign_planned_run *runs;
    size_t n, room;
    size_t n_duplicates;  /* runs that the spec asks for more than once, dropped or marked */
    char *stop;           /* eps, e1 or siconos */
    char *study;          /* NULL: none */
    ss_partial_plan part; /* which part of which plan these runs are; set before they are run */
    size_t repeats;       /* of each run, for its time */
    bool sought;          /* the tolerances of external solvers, as ss_trial.sought */
    double timeout_s;     /* of a run; 0: no limit */
    size_t memory_bytes;  /* of a run, on top of the program's; 0: no limit */
} ss_campaign_plan;

/* Resolve the spec: everything it names is looked up and checked, so that a night does not end with
 * a misspelt word. SS_ERROR_USAGE for what is unknown or cannot be run together (a solver of
 * another code on a scene), a study over what none of them has, or more than 100 000 runs,
 * SS_ERROR_DATA for a file that cannot be read. Free with ss_campaign_plan_free. */
bool ss_campaign_plan_make(ss_campaign_plan *plan, const ss_campaign_spec *spec, ss_error *error);

/* ---- its runs (plan_runs.c): room, their end, those that are there twice, parts ---- */

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

/* Keep only the part I of N (1 <= I <= N, "I/N"; NULL: all of it): the runs whose hash falls to it.
 * The N parts together are the plan; plan->part says which this is. SS_ERROR_USAGE. */
bool ss_campaign_plan_take_shard(ss_campaign_plan *plan, const char *shard, ss_error *error);

#endif
