/* A trial: an external solver on one frozen problem, alone in a child process with limits, judged
 * from outside by its impulses. A solver that crashes, hangs, eats memory or lies gets its status
 * and costs nobody else anything. (Ours run alone, too: alone.h. They are watched at every sweep;
 * of another code there is nothing to see but the r that it hands over.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_TRIAL_H
#define SS_HARNESS_RUN_TRIAL_H

#include "solvers/choice.h"
#include "problems/base/child.h"
#include "harness/run/referee.h"
#include "problems/files/frozen.h"

typedef struct ss_trial {
    const ss_choice *solver;   /* with .external */
    const ss_problem *problem; /* in block form */
    const double *start;       /* 3 n_contacts, N s; NULL: 0 */
    const ss_estimator *stop;  /* the estimator that stops */
    double tol;
    double tol_given;    /* to the solver, in its own measure; 0: tol */
    bool sought;         /* that is sought: the loosest of 1, 3, 10, 30 ... times a power of ten of
                            tol with which it meets tol in the measure of `stop`; only the solve
                            with that one counts. Where none does, the one with tol */
    size_t repeats;      /* solves for its time, while half of timeout_s has not passed; 0 is 1 */
    size_t max_sweeps;   /* cap, in its own count of iterations */
    double timeout_s;    /* CPU time, and ss_ending_wall_s of it by the wall clock; 0: none */
    size_t memory_bytes; /* address space beyond what the program has; 0: no limit */
} ss_trial;

typedef struct ss_trial_result {
    ss_outcome outcome;
    size_t sweeps; /* what it counts */
    double cpu_s, wall_s;
    double cpu_s_q1, cpu_s_q3; /* quartiles of the repeats, whose median cpu_s is then; else NaN */
    size_t repeats;
    double tol_given;       /* to the solver; NaN where it was not asked */
    double error_claimed;   /* by the solver, in its own measure; NaN where it claims none */
    ss_solve_report report; /* the referee's own, from r; NaN where no r came back */
    char message[256];      /* what the solver wrote on stderr, its beginning */
} ss_trial_result;

/* Run and judge. Every ending of the solver is a result; false and an error only when the system
 * has no room for the child or Ctrl-C came. */
bool ss_trial_run(const ss_trial *trial, ss_trial_result *result, ss_error *error);

/* A result of status `error` with nothing known: for a problem that could not even be read. */
void ss_trial_no_result(ss_trial_result *result);

#endif
