/* Runs that follow: at each step a leader solves the problem, too, and its impulses move the scene.
 * All solvers that follow one leader then see the same sequence of problems, whatever they answer:
 * the sequence is frozen, and what they do is compared on it step by step.
 *
 *     pose      the step's problem
 *     solve     the solver under test, from its own guess; judged as ever
 *     lead      the leader, from r = 0, to E1 1e-12: whatever the tolerance, cap or start of the
 *               run are, the sequence is the same
 *     advance   the scene by the leader's r; the solver's own is kept for its next guess
 *
 * The leader works in the solver's process, so that nobody is trusted who is not else; its time is
 * nobody's column, but counts to the limit of the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_LEADER_H
#define SS_HARNESS_RUN_LEADER_H

#include "harness/run/referee.h"
#include "problems/files/source.h"
#include "solvers/choice.h"

/* The word that says that nobody leads. */
#define SS_LEADER_NONE "no"

/* Parse a leader, as ss_choice_parse_whole within nlgs. SS_ERROR_USAGE for one that is not of the
 * house, of which nobody knows that it is the same tomorrow. */
bool ss_leader_parse(ss_choice *leader, const char *word, ss_error *error);

/* Can a solver follow on this problem? SS_ERROR_USAGE: a file is one problem already. */
bool ss_leader_serves(const ss_problem_choice *problem, const char *word, ss_error *error);

/* A leader at work; both are owned. Free with ss_leader_close, also after an error. */
typedef struct ss_leader {
    ss_solver *solver;
    ss_referee *referee;
    const char *word; /* borrowed */
} ss_leader;

bool ss_leader_open(ss_leader *leader, const ss_choice *choice, const char *word, ss_error *error);
void ss_leader_close(ss_leader *leader);

/* Solve the problem of step `step`; *r is the answer, the leader's own. *outcome is solved, or
 * interrupted or timeout: the run ends with it. SS_ERROR_FAILED where the leader does not reach E1
 * 1e-12: then there is no sequence. */
bool ss_leader_solve(ss_leader *leader, const ss_problem *problem, const ss_rules *of_run,
                     const double **r, ss_outcome *outcome, ss_error *error);

#endif
