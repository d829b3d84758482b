/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/descent.h"

#include <stdlib.h>

bool ss_descent_open(ss_descent *x, const ss_part *part, const ss_gradient_options *options,
                     ss_error *error)
{
    const ss_problem *const problem = &part->posed.problem;
    *x = (ss_descent){.part = part,
                      .task = {.sweep = {.problem = problem, .r = part->r}, .posed = problem}};
    ss_part_share(&x->share, part);
    x->memory = ss_team_take(ss_gradient_length(problem), sizeof *x->memory, error);
    x->task.sweep.work = &x->work;
    if (!ss_team_agree(&part->team, x->memory != NULL, error))
        return false;
    x->gradient = ss_gradient_open(&x->task, options, x->memory);
    x->gradient.share = &x->share;
    return true;
}

void ss_descent_free(ss_descent *x)
{
    free(x->memory);
    *x = (ss_descent){.part = NULL};
}

void ss_descent_restart(ss_descent *x)
{
    x->begun = false;
}

void ss_descent_apply(ss_descent *x)
{
    if (x->begun)
        ss_gradient_go_on(&x->gradient);
    else
        ss_gradient_begin(&x->gradient);
    x->begun = true;
    ss_gradient_descend(&x->gradient);
}
