/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/iterate.h"

/* Bytes of the velocity of a ghost, of the impulse of a contact. */
enum { VELOCITY = 48, IMPULSE = 24 };

static bool open_turns(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    if (!ss_turns_open(&x->turns, x->part, solver->local, solver->local_options, error))
        return false;
    x->r = x->turns.sweep.r;
    x->v = x->turns.sweep.operator_state;
    x->work = &x->turns.work;
    x->n_sent = VELOCITY * x->turns.n_fetched;
    x->n_rounds = x->turns.n_rounds;
    x->n_colours = x->turns.n_colours;
    return true;
}

static bool open_apart(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    const ss_nlgs_ranks_options *const o = solver->options;
    const ss_copies_scheme scheme = {x->part->n_domains, o->boundary == SS_BOUNDARY_SPLIT,
                                     o->relaxation};
    if (!ss_apart_open(&x->apart, x->part, solver->local, solver->local_options, &scheme, error))
        return false;
    x->r = x->apart.sweep.r;
    x->work = &x->apart.work;
    x->n_sent = VELOCITY * x->part->n_ghosts + IMPULSE * x->apart.n_asked;
    x->n_rounds = (size_t)(x->part->n_ghosts > 0) + (size_t)(x->apart.n_asked > 0);
    return true;
}

static bool open_descent(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    const ss_apgd_ranks_options *const o = solver->options;
    if (!ss_descent_open(&x->descent, x->part, &o->gradient, error))
        return false;
    x->r = x->descent.task.sweep.r;
    x->v = x->descent.gradient.state;
    x->work = &x->descent.work;
    x->n_sent = VELOCITY * x->part->n_ghosts;
    x->n_rounds = x->part->n_ghosts > 0;
    return true;
}

/* The sweeps that are open, as a task that may be wrapped. */
static void begin_sweeps(const ss_outer_task *task)
{
    ss_ranks_iteration *const x = task->workspace;
    if (x->turns.part != NULL)
        ss_turns_begin(&x->turns);
    else
        ss_apart_begin(&x->apart);
}

static size_t sweep(const ss_outer_task *task)
{
    ss_ranks_iteration *const x = task->workspace;
    if (x->turns.part != NULL)
        ss_turns_sweep(&x->turns);
    else
        ss_apart_sweep(&x->apart);
    return 1;
}

static ss_outer_task sweeps_of(ss_ranks_iteration *x)
{
    static const ss_iteration sweeps = {
        .begin = begin_sweeps, .apply = sweep, .write = begin_sweeps};
    return (ss_outer_task){.sweep = x->turns.part != NULL ? x->turns.sweep : x->apart.sweep,
                           .workspace = x,
                           .iteration = &sweeps};
}

/* A mixed image needs velocities anew, and those of ghosts; so do the residuals of any image. The
 * turns are those of a local solver that the proximity makes of the one that is asked for. */
static bool open_proximity(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    ss_regularized *const regularized = &x->proximity.x.regularized;
    const ss_ranks_solver around = {solver->outer, &regularized->local, NULL, regularized};
    const bool open = ss_regularized_open(regularized, solver->local, solver->local_options,
                                          x->part->posed.problem.n_contacts, error);
    if (!ss_team_agree(&x->part->team, open, error) || !open_turns(x, &around, error))
        return false;
    const ss_outer_task sweeps = sweeps_of(x);
    x->n_sent += 2 * VELOCITY * x->part->n_ghosts;
    x->n_rounds += 2 * (size_t)(x->part->n_ghosts > 0);
    return ss_proximity_open(&x->proximity, x->part, &sweeps, solver->options, error);
}

/* A mixed image needs velocities anew, and those of ghosts. */
static bool open_mixture(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    const ss_outer_task sweeps = sweeps_of(x);
    x->n_sent += VELOCITY * x->part->n_ghosts;
    x->n_rounds += x->part->n_ghosts > 0;
    return ss_mixture_open(&x->mixture, x->part, &sweeps, solver->options, error);
}

bool ss_ranks_iteration_open(ss_ranks_iteration *x, const ss_part *part,
                             const ss_ranks_solver *solver, ss_error *error)
{
    *x = (ss_ranks_iteration){.part = part};
    if (solver->outer == &ss_outer_apgd_ranks)
        return open_descent(x, solver, error);
    if (solver->outer == &ss_outer_ppa_ranks)
        return open_proximity(x, solver, error);
    const bool open = ss_ranks_sweep_by_colour(solver->outer, solver->options)
                          ? open_turns(x, solver, error)
                          : open_apart(x, solver, error);
    return open && (solver->outer != &ss_outer_anderson_ranks || open_mixture(x, solver, error));
}

void ss_ranks_iteration_free(ss_ranks_iteration *x)
{
    ss_turns_free(&x->turns);
    ss_apart_free(&x->apart);
    ss_descent_free(&x->descent);
    ss_mixture_free(&x->mixture);
    ss_proximity_free(&x->proximity);
    *x = (ss_ranks_iteration){.part = NULL};
}

void ss_ranks_iteration_begin(ss_ranks_iteration *x)
{
    const ss_outer_task sweeps = sweeps_of(x);
    if (x->mixture.part != NULL)
        ss_mixture_begin(&x->mixture);
    else if (x->proximity.part != NULL)
        ss_proximal_sweeps_begin(&x->proximity.x);
    else if (x->descent.part == NULL)
        begin_sweeps(&sweeps);
}

void ss_ranks_iteration_apply(ss_ranks_iteration *x)
{
    const ss_outer_task sweeps = sweeps_of(x);
    if (x->mixture.part != NULL)
        ss_mixture_apply(&x->mixture);
    else if (x->proximity.part != NULL)
        ss_proximal_sweeps_apply(&x->proximity.x);
    else if (x->descent.part != NULL)
        ss_descent_apply(&x->descent);
    else
        sweep(&sweeps);
}

void ss_ranks_iteration_forget(ss_ranks_iteration *x)
{
    if (x->mixture.part != NULL)
        ss_mixture_restart(&x->mixture);
    else if (x->proximity.part != NULL)
        ss_proximal_sweeps_restart(&x->proximity.x);
    else if (x->descent.part != NULL)
        ss_descent_restart(&x->descent);
}
