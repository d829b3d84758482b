/* The referee watches a solver from outside: after every sweep it says whether to stop. The same
 * test for every solver; no solver's own claim is used: from r alone it recomputes u = W r + q and
 * evaluates the stopping estimator and eps.
 *
 * Its cost. Most sweeps need a glance only (harness/run/glance.h), which proves that the tolerance
 * is not met, and so moves no stopping sweep. A full evaluation follows what a glance leaves open,
 * ends every solve, stands behind every row of a trace, and comes once in 64 sweeps, half way to
 * the cap and at the cap: the best of these values tell stagnation. The solver's clock is stopped
 * for a full evaluation. It runs on during a glance at few contacts, which costs less than reading
 * the clock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_REFEREE_H
#define SS_HARNESS_RUN_REFEREE_H

#include "harness/estimators/estimators.h"
#include "harness/process/cpu_time.h"
#include "harness/run/account.h"
#include "solvers/base/outcome.h"
#include "solvers/base/outer_solver.h"

#include <stdio.h>

/* The progress of a solve, for whoever outlives it: in shared memory, set after every sweep. */
typedef struct ss_last {
    volatile size_t step, sweeps; /* the step under way; its sweeps so far */
} ss_last;

/* The rules of one solve. */
typedef struct ss_rules {
    const ss_estimator *stop; /* the estimator that stops, of the list, */
    double tol;               /* when it is <= tol, */
    size_t max_sweeps;        /* or after so many sweeps */
    bool always;              /* a full evaluation after every sweep: same results, for a test */
    bool claims;              /* the solver says that it met tol: judged only, ss_referee_judge */
    bool with_floor;          /* find e1_floor and velocity_drift at the end: some products by W */
    double since_s;           /* ss_cpu_time when the solver's clock was started: it runs on until
                               * the verdict, and its cpu_s is what a program has that prepares
                               * its solver and stops by itself; 0: it starts with the solve, and
                               * stands while the referee looks */
    double deadline_s;        /* end with timeout after the first sweep that ends when the process
                               * has used so much CPU time, s; 0: none */
    ss_keepsake *keepsake; /* filled at the end and after sweeps 1, 2, 4 ... 64, 128, 192, 256 ...:
                            * a copy costs a fraction of a sweep; NULL: none */
    ss_last *last;         /* set after every sweep; NULL: none */
    const double *r_solution, *u_solution; /* for the trace: 3 n_contacts each; NULL: none */
    FILE *trace;       /* rows of convergence.csv are written here; NULL: no trace */
    FILE *statuses;    /* with a trace: rows of statuses.csv, or NULL */
    FILE *notes;       /* with a trace: rows of notes.csv, or NULL */
    const char *label; /* of the solver, for the rows */
    size_t step;       /* number of the time step, for the rows */
} ss_rules;

/* The findings at the last sweep of a solve. Without contacts all values are 0. */
typedef struct ss_solve_report {
    ss_outcome outcome;
    size_t sweeps;
    double values[SS_ESTIMATE_COUNT]; /* of the estimators, by SS_ESTIMATE_ID */
    double e1_floor;                  /* NaN unless asked for */
    double velocity_drift;            /* ss_held_drift; NaN unless asked for */
    ss_statuses statuses;
    ss_work work;
    double work_units;  /* what that comes to (solvers/base/unit.h) */
    double cpu_s;       /* of the solver alone */
    double cpu_looks_s; /* of the evaluations that settled whether to stop */
    double e1_best;     /* the least E1 of the full evaluations that ask for it: about one in 64
                         * sweeps, all of a trace, the last; NaN: none */
    size_t sweep_best;  /* and its sweep */
} ss_solve_report;

typedef struct ss_referee ss_referee;

/* NULL and an error without memory. */
ss_referee *ss_referee_create(ss_error *error);
void ss_referee_free(ss_referee *referee);

/* Let `solver`, prepared for `problem` (ss_solver_prepare; start values in r), solve it under the
 * rules. r is left in the solver's array. A problem
 * without contacts is solved in 0 sweeps. False without memory, if the solver cannot open the
 * problem, or (SS_ERROR_FAILED) if it ends without the referee's stop, changes r after it, or its
 * counters are none (harness/run/account.h): its claim is worth nothing. */
bool ss_referee_solve(ss_referee *referee, ss_solver *solver, const ss_problem *problem,
                      const ss_rules *rules, ss_solve_report *report, ss_error *error);

/* Judge an r that came from elsewhere by the same estimators. rules->claims: its solver says
 * that it converged. The outcome is solved, false-convergence (it claims, and misses by more than
 * ten times), diverged (not finite, or too large to be told), or max-sweeps (none of these). */
bool ss_referee_judge(const ss_problem *problem, const double *r, const ss_rules *rules,
                      ss_solve_report *report, ss_error *error);

/* u = W r + q at the end of the last solve that had contacts, 3 n_contacts, m/s; owned by the
 * referee. */
const double *ss_referee_velocity(const ss_referee *referee);

#endif
