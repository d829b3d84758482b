/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/mixture.h"

#include <stdlib.h>

bool ss_mixture_open(ss_mixture *x, const ss_part *part, const ss_outer_task *sweeps,
                     const ss_anderson_ranks_options *options, ss_error *error)
{
    ss_mixed_options mixed = options->mixed;
    const size_t n = part->posed.problem.n_contacts;
    *x = (ss_mixture){.part = part, .sweeps = *sweeps};
    ss_part_share(&x->share, part);
    mixed.m = ss_mixed_depth(&mixed, (size_t)part->n_contacts); /* of the whole, on any rank */
    x->memory = ss_team_take(ss_mixed_length(n, n, &mixed), sizeof *x->memory, error);
    if (!ss_team_agree(&part->team, x->memory != NULL, error))
        return false;
    x->mixed = ss_mixed_open(&x->sweeps, &mixed, n, x->memory);
    x->mixed.share = &x->share;
    x->stretch = (ss_stretch){ss_mixed_moved, &x->mixed, options->patience, .value = INFINITY};
    return true;
}

void ss_mixture_free(ss_mixture *x)
{
    free(x->memory);
    *x = (ss_mixture){.part = NULL};
}

void ss_mixture_begin(ss_mixture *x)
{
    ss_mixed_begin(&x->mixed);
    x->begun = false;
}

void ss_mixture_restart(ss_mixture *x)
{
    ss_mixed_restart(&x->mixed);
    x->begun = false;
    x->stretch =
        (ss_stretch){x->stretch.ask, x->stretch.self, x->stretch.patience, .value = INFINITY};
}

void ss_mixture_apply(ss_mixture *x)
{
    if (x->begun)
        ss_mixed_go_on(&x->mixed, &x->stretch, 1);
    x->begun = true;
    ss_mixed_sweep(&x->mixed);
}
