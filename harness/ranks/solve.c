/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ranks/solve.h"

#include "harness/run/bounds.h"

#include <math.h>
#include <stdlib.h>

bool ss_ranks_solve_room(ss_ranks_solve *solve, const ss_part *part, ss_error *error)
{
    solve->part = part;
    solve->room = ss_team_take(6 * part->posed.form.moving.n_bodies, sizeof(double), error);
    return ss_team_agree(&part->team, solve->room != NULL, error);
}

bool ss_ranks_solve_open(ss_ranks_solve *solve, const ss_part *part, const ss_choice *choice,
                         ss_error *error)
{
    const ss_choice none = {.label = NULL}, *const local = choice->local ? choice->local : &none;
    const ss_ranks_solver parts = {choice->outer, local->solver, choice->options, local->options};
    return ss_ranks_iteration_open(&solve->solver, part, &parts, error) &&
           ss_ranks_solve_room(solve, part, error);
}

void ss_ranks_solve_free(ss_ranks_solve *solve)
{
    free(solve->room);
    ss_ranks_keep_free(&solve->keep);
    ss_ranks_iteration_free(&solve->solver);
    *solve = (ss_ranks_solve){.part = NULL};
}

/* Does the solve go on after a look? The word is that of the referee of one process. */
static bool goes_on(ss_ranks_solve *s, const ss_ranks_limits *limits)
{
    const ss_ending_sweep here = {.told = ss_sums_can_be_told(s->look.r2, s->look.q2, limits->tol),
                                  .value = s->look.e1,
                                  .eps = s->look.e1,
                                  .tol = limits->tol,
                                  .sweeps = s->sweeps,
                                  .cap = limits->max_sweeps,
                                  .interrupted = s->look.interrupted > 0,
                                  .late = s->look.late > 0,
                                  .course = &s->course};
    ss_ending_follow(&s->course, s->sweeps, s->look.e1);
    s->course.before = s->sweeps;
    return !ss_ending_of_sweep(&here, &s->outcome);
}

bool ss_ranks_solve_run(ss_ranks_solve *solve, const ss_ranks_limits *limits, size_t look,
                        ss_error *error)
{
    ss_ranks_solve *const s = solve;
    bool well = true;
    s->course = (ss_ending_course){s->sweeps, limits->max_sweeps, INFINITY, INFINITY};
    for (bool go_on = true; go_on;) {
        while (s->sweeps < limits->max_sweeps) {
            ss_ranks_iteration_apply(&s->solver);
            if (++s->sweeps % look == 0)
                break;
        }
        s->look = ss_ranks_look_at(s->part, s->solver.r, s->room, limits->deadline_s);
        go_on = goes_on(s, limits);
        if (go_on || (s->outcome != SS_OUTCOME_SOLVED && s->outcome != SS_OUTCOME_DIVERGED))
            well = ss_ranks_keep_look(&s->keep, s->sweeps, s->look.e1, !go_on, error);
        go_on = go_on && well;
    }
    return well;
}
