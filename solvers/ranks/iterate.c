/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/iterate.h"

/* Bytes of the velocity of a ghost, of the impulse of a contact. */
enum { VELOCITY = 48, IMPULSE = 24 };

static bool open_turns(ss_ranks_iteration *x, const ss_ranks_solver *solver, ss_error *error)
{
    if (!ss_turns_open(&x->turns, x->part, solver->local, solver->local_options, error))
        return false;
    x->r = x->turns.sweep.r;
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
    x->work = &x->descent.work;
    x->n_sent = VELOCITY * x->part->n_ghosts;
    x->n_rounds = x->part->n_ghosts > 0;
    return true;
}

bool ss_ranks_iteration_open(ss_ranks_iteration *x, const ss_part *part,
                             const ss_ranks_solver *solver, ss_error *error)
{
    const ss_nlgs_ranks_options *const o = solver->options;
    *x = (ss_ranks_iteration){.part = part};
    if (solver->outer == &ss_outer_apgd_ranks)
        return open_descent(x, solver, error);
    return o->boundary == SS_BOUNDARY_COLOURS ? open_turns(x, solver, error)
                                              : open_apart(x, solver, error);
}

void ss_ranks_iteration_free(ss_ranks_iteration *x)
{
    ss_turns_free(&x->turns);
    ss_apart_free(&x->apart);
    ss_descent_free(&x->descent);
    *x = (ss_ranks_iteration){.part = NULL};
}

void ss_ranks_iteration_begin(ss_ranks_iteration *x)
{
    if (x->turns.part != NULL)
        ss_turns_begin(&x->turns);
    else if (x->apart.part != NULL)
        ss_apart_begin(&x->apart);
}

void ss_ranks_iteration_apply(ss_ranks_iteration *x)
{
    if (x->turns.part != NULL)
        ss_turns_sweep(&x->turns);
    else if (x->apart.part != NULL)
        ss_apart_sweep(&x->apart);
    else
        ss_descent_apply(&x->descent);
}
