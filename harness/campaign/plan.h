/* The plan of a campaign: the product of problems, parameters, tolerances, contenders, outer
 * solvers and instances, resolved to single runs. A run is named by the hash of everything that
 * determines its result: problem (for a file its content too), all parameters, instance, solver
 * with all option values, outer solver, stopping estimator and start.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_PLAN_H
#define SS_HARNESS_CAMPAIGN_PLAN_H

#include "harness/campaign/plan_runs.h"

/* ---- a campaign as its author wrote it: lists whose product makes the plan ---- */

/* A problem with its parameters. */
typedef struct ss_campaign_spec_problem {
    const char *name;      /* of the catalogue, or "file:PATH" */
    char *const *set;      /* "KEY=GRID" each (harness/campaign/grid.h) */
    const char *instances; /* NULL: those of the campaign */
} ss_campaign_spec_problem;

/* All text is owned by whoever filled the struct in. A list ends in NULL. NULL: the default. */
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
    const char *frames;      /* bodies and forces of every so many steps; default 0: none */
    const char *timeout;     /* CPU time of a run, e.g. "10m" (default) */
    const char *memory;      /* MiB of a run, default 2048 */
    const char *study;       /* the parameter whose sensitivity is studied; default: none */
    const char *refine;      /* halvings of where its values begin to fail (refine.h); default 0 */
    const char *warm_start;  /* no (default), yes or both */
    const char *repeats;     /* times that each run is made, for its time; default 1 */
    bool sought;             /* not of a file: tolerances of external solvers, as ss_trial.sought */
    bool as_asked; /* not of a file: runs that are asked for twice stay in the plan, marked,
                      and a file that cannot be read is found out by its runs */
} ss_campaign_spec;

/* Read a YAML file. SS_ERROR_DATA, with line and column, if it is missing, not YAML, or has a key
 * that is unknown, duplicate or of the wrong type. Free with ss_campaign_spec_free_yaml. */
bool ss_campaign_spec_read_yaml(ss_campaign_spec **spec, const char *path, ss_error *error);
void ss_campaign_spec_free_yaml(ss_campaign_spec *spec);

/* ---- the plan ---- */

/* Resolve the spec: everything it names is looked up and checked, so that a night does not end with
 * a misspelt word. SS_ERROR_USAGE for what is unknown or cannot be run together (a solver of
 * another code on a scene), a study over what none of them has, or more than 100 000 runs,
 * SS_ERROR_DATA for a file that cannot be read. Free with ss_campaign_plan_free.
 */
bool ss_campaign_plan_make(ss_campaign_plan *plan, const ss_campaign_spec *spec, ss_error *error);

#endif
