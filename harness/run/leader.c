/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/leader.h"

#include "solvers/command/command.h"

#include <string.h>

/* Tighter than any test needs: two leaders then lead alike, but for rounding that grows. */
static const double tolerance = 1e-12;

/* So many sweeps are hours. */
enum { MOST_SWEEPS = 1000000 };

static bool is_of_the_house(const ss_choice *choice)
{
    return choice == NULL || (choice->external == NULL && choice->outer != &ss_outer_command &&
                              !ss_choice_is_shared(choice));
}

bool ss_leader_parse(ss_choice *leader, const char *word, ss_error *error)
{
    if (!ss_choice_parse_whole(leader, word, SS_CHOICE_OUTER_DEFAULT, error))
        return false;
    if (is_of_the_house(leader))
        return true;
    ss_choice_free(leader);
    *leader = (ss_choice){.label = NULL};
    return ss_error_set(error, SS_ERROR_USAGE,
                        "%s cannot lead: a leader is one of 'stickslip list solvers', such as "
                        "reference",
                        word);
}

bool ss_leader_serves(const ss_problem_choice *problem, const char *word, ss_error *error)
{
    return problem->path == NULL ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "%s is one problem, the same for all solvers: nobody needs to follow %s",
                        problem->name, word);
}

bool ss_leader_open(ss_leader *leader, const ss_choice *choice, const char *word, ss_error *error)
{
    *leader = (ss_leader){.word = word};
    leader->solver = ss_solver_create(choice, error);
    leader->referee = ss_referee_create(error);
    return leader->solver != NULL && leader->referee != NULL;
}

void ss_leader_close(ss_leader *leader)
{
    ss_solver_free(leader->solver);
    ss_referee_free(leader->referee);
    *leader = (ss_leader){.solver = NULL};
}

/* From r = 0, so that the sequence is the same whoever follows. */
bool ss_leader_solve(ss_leader *leader, const ss_problem *problem, const ss_rules *of_run,
                     const double **r, ss_outcome *outcome, ss_error *error)
{
    ss_solve_report report;
    ss_rules rules = {.tol = tolerance,
                      .max_sweeps = MOST_SWEEPS,
                      .deadline_s = of_run->deadline_s,
                      .label = leader->word,
                      .step = of_run->step};
    if (!ss_estimator_find_stop("e1", &rules.stop, error))
        return false;
    *r = ss_solver_prepare(leader->solver, problem, error);
    if (*r == NULL ||
        !ss_referee_solve(leader->referee, leader->solver, problem, &rules, &report, error))
        return false;
    *outcome = report.outcome;
    return ss_outcome_is_solved(report.outcome) || ss_outcome_is_cut_short(report.outcome) ||
           ss_error_set(error, SS_ERROR_FAILED,
                        "the leader %s ends step %zu as %s at E1 %.3g, above %g: there is no "
                        "sequence to follow",
                        leader->word, of_run->step, ss_outcome_name(report.outcome),
                        report.values[SS_ESTIMATE_e1], tolerance);
}
