/* A trial: one solver on one frozen problem, alone in a child process with limits, judged from
 * outside by its impulses. A solver that crashes, hangs, eats memory or lies gets its status and
 * costs nobody else anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_TRIAL_H
#define SS_HARNESS_RUN_TRIAL_H

#include "solvers/choice.h"
#include "problems/base/child.h"
#include "harness/run/referee.h"
#include "problems/files/frozen.h"

/* The wall clock's limit beside one of CPU time, s: the net for who sleeps. It is wide, and wider
 * for a short limit, so that a loaded machine ends nothing. */
static inline double ss_trial_wall_s(double cpu_s)
{
    return 10.0 * cpu_s + 20.0;
}

typedef struct ss_trial {
    const ss_choice *solver;
    const ss_problem *problem; /* in block form */
    const double *start;       /* 3 n_contacts, N s; NULL: 0 */
    const ss_estimator *stop;  /* the estimator that stops */
    double tol;
    double tol_given;    /* to an external solver, in its own measure; 0: tol */
    bool sought;         /* that is sought: the loosest of 1, 3, 10, 30 ... times a power of ten of
                            tol with which it meets tol in the measure of `stop`; only the solve
                            with that one counts. Where none does, the one with tol */
    size_t repeats;      /* solves of an external solver for its time, while half of timeout_s has
                            not passed; 0 is 1 */
    size_t max_sweeps;   /* cap; for an external solver in its own count of iterations */
    double timeout_s;    /* CPU time, and ss_trial_wall_s of it by the wall clock; 0: none */
    size_t memory_bytes; /* address space beyond what the program has; 0: no limit */
} ss_trial;

typedef struct ss_trial_result {
    ss_outcome outcome;
    size_t sweeps; /* ours: sweeps; an external solver: what it counts */
    double cpu_s, wall_s;
    double cpu_s_q1, cpu_s_q3; /* quartiles of the repeats, whose median cpu_s is then; else NaN */
    size_t repeats;
    double tol_given;       /* to an external solver; NaN otherwise */
    double error_claimed;   /* by an external solver, in its own measure; NaN otherwise */
    ss_solve_report report; /* the referee's own, from r, or from the last iterate of a
                              solver of ours that was ended; NaN where no r came back */
    char message[256];      /* what the solver wrote on stderr, its beginning */
} ss_trial_result;

/* Run and judge. Every ending of the solver is a result; false and an error only when the system
 * has no room for the child or Ctrl-C came. */
bool ss_trial_run(const ss_trial *trial, ss_trial_result *result, ss_error *error);

/* The status of work that did not end well: how its process ended. */
ss_outcome ss_trial_outcome_of_ending(const ss_child_ending *ending);

/* Say in words which limit killed a child, its limit_s of CPU time or the clock on the wall, or
 * which signal ended it. Another ending leaves the text. */
void ss_trial_describe_ending(char *text, size_t size, const ss_child_ending *ending,
                              double limit_s);

/* A result of status `error` with nothing known: for a problem that could not even be read. */
void ss_trial_no_result(ss_trial_result *result);

#endif
