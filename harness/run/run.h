/* One run: a frozen problem solved, or a scene of the catalogue moved through its steps by one
 * solver, refereed at every step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RUN_H
#define SS_HARNESS_RUN_RUN_H

#include "harness/estimators/estimators.h"
#include "harness/run/referee.h"
#include "harness/tables/rows.h"
#include "harness/run/trial.h"
#include "problems/scenes/catalogue.h"

/* Which steps leave a row a sweep in convergence.csv. */
typedef enum ss_trace_kind {
    SS_TRACE_NONE,
    SS_TRACE_LAST,
    SS_TRACE_ALL,
    SS_TRACE_STEP
} ss_trace_kind;

typedef struct ss_trace {
    ss_trace_kind kind;
    size_t step;   /* for SS_TRACE_STEP */
    bool statuses; /* and rows of statuses.csv */
} ss_trace;

typedef struct ss_run {
    const ss_catalogue_entry *entry;
    const char *name;   /* of the problem, for the tables: the entry's, or "file:PATH" */
    const char *path;   /* of a frozen problem; NULL for a scene */
    const void *params; /* filled parameter struct of the entry */
    unsigned long instance;
    const ss_choice *solver;  /* a local solver alone: within nlgs */
    const ss_estimator *stop; /* the estimator that stops */
    bool warm_start;
    double timeout_s;    /* wall clock of a solver of another code; 0: none */
    size_t memory_bytes; /* its address space; 0: no limit */
    const char *cache;   /* folder of settled starts, as ss_start_open's */
    double deadline_s;   /* the run ends with timeout then, on CLOCK_MONOTONIC, s; 0: none */
    ss_last *last;       /* how far the run has come, set after every sweep; NULL: none */
    ss_trace trace;
    FILE *history, *convergence, *bodies, *shapes; /* open streams; headers written by the caller */
    FILE *statuses;                                /* the same, of the traced steps; may be NULL */
    FILE *observables;                             /* the same; may be NULL */
    /* Called when a step is solved, before the scene moves on: the problem, r and
     * u = W r + q (3 n_contacts each). May be NULL. */
    bool (*inspect)(void *context, size_t step, const ss_problem *problem, const double *r,
                    const double *u, ss_error *error);
    void *inspect_context;
    /* Called after every step with the fraction done, 0 to 1; may be NULL. */
    void (*progress)(void *context, double fraction);
    void *progress_context;
} ss_run;

/* Bytes of a list of all options or parameters; see ss_options_print. */
enum { SS_RUN_TEXT = 8192 };

/* The row of summary.csv and the texts that it borrows. Must not be copied. */
typedef struct ss_run_result {
    ss_summary_row row;
    char options[SS_RUN_TEXT], parameters[SS_RUN_TEXT];
    char message[256]; /* of a trial */
} ss_run_result;

/* Run all steps, or until divergence, the deadline or Ctrl-C: those end with a row of that status
 * and true. A step that the deadline ends does not move the scene; its row has the numbers of its
 * last sweep. False and an error when the problem cannot be opened or memory runs out. */
bool ss_run_problem(const ss_run *run, ss_run_result *result, ss_error *error);

/* The row of a trial of run->solver on a frozen problem, judged by the referee. */
void ss_run_summarize(const ss_run *run, size_t n_contacts, const ss_trial_result *trial,
                      ss_run_result *result);

#endif
