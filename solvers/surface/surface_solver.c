/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/surface/surface_solver.h"

#include "problems/base/names.h"

#include <stdio.h>
#include <string.h>

static const ss_surface_solver *const list[] = {&ss_surface_sweeps, &ss_surface_anderson,
                                                &ss_surface_gradient};

enum { N_SOLVERS = sizeof list / sizeof list[0] };

const ss_surface_solver *ss_surface_solver_at(size_t k)
{
    return k < N_SOLVERS ? list[k] : NULL;
}

const ss_surface_solver *ss_surface_solver_find(const char *name, ss_error *error)
{
    static const ss_names names = SS_NAMES_OF_POINTERS(list, "no solver of growing surfaces",
                                                       "'stickslip list solvers' has them");
    return ss_names_find(&names, name, error);
}

bool ss_surface_choice_parse(ss_surface_choice *choice, const char *text, ss_error *error)
{
    char words[sizeof choice->label], owner[64]; /* NAME, and KEY=VALUE,... */
    const size_t length = strlen(text);
    if (length >= sizeof words)
        return ss_error_set(error, SS_ERROR_USAGE, "--solver=%s is too long", text);
    strcpy(choice->label, text);
    strcpy(words, text);
    char *const bracket = strchr(words, '[');
    /* the label keeps the text, the words are cut up */
    if (bracket != NULL && words[length - 1] != ']')
        return ss_error_set(error, SS_ERROR_USAGE, "--solver=%s: must be NAME[KEY=VALUE,...]",
                            text);
    if (bracket != NULL)
        *bracket = words[length - 1] = '\0';
    choice->solver = ss_surface_solver_find(words, error);
    if (choice->solver == NULL)
        return false;
    snprintf(owner, sizeof owner, "solver %s", choice->solver->name);
    ss_options_defaults(&choice->solver->options, choice->options);
    return bracket == NULL || ss_options_set_list(&choice->solver->options, choice->options, owner,
                                                  bracket + 1, error);
}

ss_surface_end ss_surface_solve(const ss_surface_solver *solver, const ss_surface_task *task,
                                const ss_surface_limits *limits)
{
    /* the two tests of method 13.11: feasible slopes, and a change that is small in sum |T|
     * |d sigma| */
    const double steepest = (1.0 + limits->tol) * task->dual->slope;
    ss_surface_end end = {.sweeps = 0};
    ss_surface_heights(task->s, task->dual, task->sigma);
    solver->begin(task);
    while (!end.solved && !end.stopped && end.sweeps < limits->max_sweeps) {
        const ss_surface_change change = solver->iterate(task);
        end.sweeps += change.sweeps;
        end.change = change.size > 0.0 ? change.moved / change.size : 0.0;
        end.solved = change.moved <= limits->tol * change.size &&
                     ss_surface_steepest(task->dual->mesh, task->s) <= steepest;
        end.stopped = !end.solved && limits->stop != NULL && limits->stop(limits->context);
    }
    ss_surface_heights(task->s, task->dual, task->sigma);
    return end;
}
