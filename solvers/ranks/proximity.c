/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/proximity.h"

#include <stdlib.h>

bool ss_proximity_open(ss_proximity *p, const ss_part *part, const ss_outer_task *sweeps,
                       const ss_ppa_ranks_options *options, ss_error *error)
{
    ss_mixed_options mixed = options->mixed;
    const size_t n = part->posed.problem.n_contacts;
    ss_part_share(&p->share, part);
    mixed.m = ss_mixed_depth(&mixed, (size_t)part->n_contacts); /* of the whole, on any rank */
    p->memory = ss_team_take(ss_mixed_length(n, n, &mixed), sizeof *p->memory, error);
    if (!ss_team_agree(&part->team, p->memory != NULL, error))
        return false;
    p->part = part;
    ss_proximal_sweeps_lay(&p->x, sweeps, &mixed, &p->share, p->memory);
    p->x.options = &options->proximal;
    return true;
}

void ss_proximity_free(ss_proximity *p)
{
    ss_regularized_clear(&p->x.regularized);
    free(p->memory);
    *p = (ss_proximity){.part = NULL};
}
