/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ranks/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ss_ranks_keep_open(ss_ranks_keep *keep, ss_ranks_iteration *iteration, const ss_choice *solver,
                        const char *out, size_t every, ss_error *error)
{
    *keep = (ss_ranks_keep){.iteration = iteration, .every = (int64_t)every};
    keep->solver = ss_choice_spell(solver, error);
    bool well = keep->solver != NULL;
    if (well && every > 0 && asprintf(&keep->path, "%s.checkpoint", out) < 0) {
        keep->path = NULL;
        well = false;
    }
    return ss_team_agree(&iteration->part->team,
                         well || ss_error_memory(error, "a checkpoint's name"), error);
}

void ss_ranks_keep_free(ss_ranks_keep *keep)
{
    free(keep->path);
    free(keep->solver);
    *keep = (ss_ranks_keep){.iteration = NULL};
}

bool ss_ranks_keep_resume(ss_ranks_keep *keep, const char *path, double *room, size_t *sweeps,
                          ss_error *error)
{
    const ss_part *const part = keep->iteration->part;
    const ss_ranks_iteration *const x = keep->iteration;
    ss_checkpoint at = {.solver = keep->solver};
    if (!ss_checkpoint_read(part, path, &at, x->v, error))
        return false;
    const double e1 = ss_ranks_look_at(part, x->r, room, 0.0).e1;
    if (memcmp(&e1, &at.e1, sizeof e1) != 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s is a checkpoint of another step: there its impulses have E1 %.17g, "
                            "here %.17g",
                            path, at.e1, e1);
    *sweeps = (size_t)(keep->last = at.sweeps);
    return true;
}

bool ss_ranks_keep_look(ss_ranks_keep *keep, size_t sweeps, double e1, bool ends, ss_error *error)
{
    const ss_checkpoint at = {keep->solver, (int64_t)sweeps, e1};
    if (keep->path == NULL || (!ends && at.sweeps < keep->last + keep->every))
        return true;
    ss_ranks_iteration *const x = keep->iteration;
    keep->last = at.sweeps;
    ss_ranks_iteration_forget(x);
    return ss_checkpoint_write(x->part, keep->path, &at, x->r, x->v, error);
}

void ss_ranks_keep_drop(const ss_ranks_keep *keep)
{
    if (keep->path != NULL && keep->iteration->part->team.rank == 0)
        remove(keep->path);
}
