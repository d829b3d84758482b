/* One run: a frozen problem solved, or a scene of the catalogue moved through its steps by one
 * solver, refereed at every step.
 *
 * Who has what, and when:
 *
 *     parent                                     child (ss_alone_run; never trusted)
 *     run folder, campaign, check: ss_run with   |
 *       choices of problem and solver, borrowed  |
 *     makes the witness and ss_alone, in memory  |
 *       that both see; forks --------------------+-> ss_run_problem: ss_run_once, then repeats
 *                                                |     opens its own source, solver, referee
 *     waits; tells of progress, Ctrl-C, limits   |   each step
 *                                                |     pose     scene -> problem; the witness
 *                                                |              copies it before it is solved
 *                                                |     solve    the solver owns r; the referee
 *                                                |              looks at every sweep, says stop,
 *                                                |              leaves r with the witness
 *                                                |     rows     into the streams, flushed
 *                                                |     advance  the scene moves with r
 *                                                |   the row, in ss_alone: numbers, not texts
 *     ss_alone_conclude <------------------------+-- ends: by itself, by a limit, in a crash
 *       judges the last iterate anew, from the witness; the status: run/ending.h
 *     frees witness and ss_alone; the row borrows from the choices alone
 *
 * An external solver is the other way round (run/trial.h): it alone is in a child, and there is
 * nothing to look at but the r that it hands over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RUN_H
#define SS_HARNESS_RUN_RUN_H

#include "harness/diagnose/diagnosis.h"
#include "harness/estimators/estimators.h"
#include "harness/run/referee.h"
#include "harness/run/remarks.h"
#include "harness/tables/provenance.h"
#include "harness/tables/rows.h"
#include "harness/run/trial.h"
#include "problems/files/source.h"

/* The steps that leave a row a sweep in convergence.csv. */
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

/* Limits that end a run before its last step. */
typedef struct ss_run_limits {
    double timeout_s;    /* CPU time of a child process (ss_alone_run), s; 0: none */
    size_t memory_bytes; /* its address space; 0: no limit */
    double deadline_s;   /* the run ends with timeout when its process has used so much CPU time, s;
                            0: none */
} ss_run_limits;

/* A step that is solved, before the scene moves on. */
typedef struct ss_solved_step {
    size_t step;             /* from 1 */
    const ss_source *source; /* for the guess of the step: ss_source_guess */
    const ss_problem *problem;
    const double *r, *u; /* 3 n_contacts each: u = W r + q */
} ss_solved_step;

/* The tables of a run, in the order in which they are opened. They are closed, and their rows
 * written out, in the other: where the summary stands the rest is complete, and a row of the
 * history says that the step's others are there (ss_rescue). */
typedef enum ss_run_table {
    SS_RUN_SUMMARY, /* a row a run: by whoever runs it */
    SS_RUN_HISTORY,
    SS_RUN_CONVERGENCE, /* this, statuses and notes: of the traced steps */
    SS_RUN_BODIES,
    SS_RUN_SHAPES,
    SS_RUN_FORCES,
    SS_RUN_STRESSES,
    SS_RUN_IMPULSES,
    SS_RUN_STATUSES,
    SS_RUN_OBSERVABLES,
    SS_RUN_NOTES,
    SS_RUN_RANKS,     /* a row a run over ranks: by the parent */
    SS_RUN_DIAGNOSIS, /* of the steps that end unsolved, with their contacts */
    SS_RUN_DIAGNOSIS_CONTACTS,
    SS_RUN_N_TABLES
} ss_run_table;

/* Those that look on, and change nothing; all may be NULL. */
typedef struct ss_run_observers {
    ss_trace trace;
    FILE *rows[SS_RUN_N_TABLES]; /* open streams, headers written by the caller */
    bool impulses;               /* of the last step are wanted */
    size_t frames; /* bodies, forces and stresses of every so many steps, and the walls; 0: none */
    ss_last *last; /* how far the run has come, set after every sweep */
    struct ss_witness *witness; /* keeps each step's problem, as posed, and its last iterate */
    char *message;              /* SS_RUN_MESSAGE bytes: for the row's column of that name */
    /* Called when a step is solved. */
    bool (*inspect)(void *context, const ss_solved_step *solved, ss_error *error);
    void *inspect_context;
    /* Called after every step with the fraction done, 0 to 1. */
    void (*progress)(void *context, double fraction);
    void *progress_context;
} ss_run_observers;

typedef struct ss_run {
    const ss_problem_choice *problem;
    const ss_source *opened;  /* a file that is read already; NULL: it is to be read */
    const ss_choice *solver;  /* a local solver alone: within nlgs */
    const char *label;        /* its name in all tables but the summary; NULL: the solver's label */
    const ss_estimator *stop; /* the estimator that stops */
    ss_guess guess;           /* where each step's solve starts */
    const ss_choice *leader;  /* whose impulses move the scene (leader.h); NULL: the solver's own */
    const char *follows;      /* the leader's word; NULL: none */
    const char *cache;        /* folder of settled starts, as ss_start_rest's */
    ss_run_limits limits;
    size_t repeats; /* times that it is run, for the quartiles of cpu_s; 0 is 1 */
    bool whole;     /* cpu_s is from preparing the solver to the verdict: ss_rules.since_s */
    bool sought;    /* the tolerance of an external solver, as ss_trial.sought */
    const ss_machine *machine; /* as the run begins; NULL: its row says nothing of it */
    const struct ss_over_ranks *ranks; /* run/over_ranks.h; NULL: in one process */
    ss_run_observers observers;
} ss_run;

/* Run all steps, or until divergence, the deadline or Ctrl-C: those end with a row of that status
 * and true. A step that the deadline ends does not move the scene; its row has the numbers of its
 * last sweep. With a witness, a solver that has changed the problem ends the run with
 * SS_ERROR_FAILED. An external solver runs in a child process, and leaves no row but this
 * one. The row borrows its texts from the choices of problem and solver. False and an error when
 * the problem cannot be opened or memory runs out. */
bool ss_run_once(const ss_run *run, ss_summary_row *row, ss_error *error);

/* The same run->repeats times: the row is that of the first run, the only one that is observed,
 * with the medians of its times, the quartiles of cpu_s, and the number of runs in `repeats`; of a
 * file so often again for cpu_whole_s. A
 * repeat that differs from the first in any column but times makes the row's status `error`, and
 * the message says which column. Ctrl-C and the deadline end the repeats; those that are whole
 * count. An external solver repeats itself in its own process, as ours do. */
bool ss_run_problem(const ss_run *run, ss_summary_row *row, ss_error *error);

/* The solver's name in all tables but the summary. */
const char *ss_run_label(const ss_run *run);

/* The row as far as it is known before the run. */
void ss_run_begin_summary(const ss_run *run, ss_summary_row *row);

/* Add a step to the row: the referee's findings at its end, and its work. */
void ss_run_add_report(ss_summary_row *row, const ss_solve_report *report);

/* The row of a trial of run->solver on a frozen problem, judged by the referee. */
void ss_run_summarize(const ss_run *run, size_t n_contacts, const ss_trial_result *trial,
                      ss_summary_row *row);

/* Fit the solver to the problem: refuse an external one on what is not a file; where the user names
 * no alpha and the default of a step that contracts is beyond the scene's bound, take
 * SS_STANDING_ALPHA_SAFE of the bound. The label stays as the user wrote it; column `options` has
 * the value. */
bool ss_run_fit(const ss_problem_choice *problem, ss_choice *solver, ss_error *error);

#endif
