/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene.h"

#include "harness/tables/record.h"
#include "harness/tables/status.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Add the line from the centre of a body; a wall has none. */
static bool add_from(ss_drawn_forces *forces, ss_drawn_force force, const ss_drawn_body *body,
                     ss_error *error)
{
    if (body == NULL || body->kind == SS_DRAWN_WALL)
        return true;
    ss_drawn_force *const more =
        ss_memory_grow(forces->at, &forces->room, forces->n + 1, sizeof *more);
    if (more == NULL)
        return ss_error_memory(error, "the forces of a figure");
    forces->at = more;
    force.from[0] = body->at[0];
    force.from[1] = body->at[2];
    more[forces->n++] = force;
    return true;
}

static bool take_force(ss_drawn_forces *forces, const ss_stream *in, const ss_drawn_moment *moment,
                       ss_error *error)
{
    ss_forces_row r;
    ss_zone status;
    if (!ss_record_take(in, ss_rows_find("forces"), &r, error) ||
        !ss_status_find(r.status, in->path, in->n_lines, &status, error))
        return false;
    const ss_drawn_body *const i = ss_drawn_find(moment, r.i), *const j =
                                                                   ss_drawn_find(moment, r.j);
    ss_drawn_force force = {.to = {r.x_m, r.z_m},
                            .impulse = hypot(hypot(r.px_ns, r.py_ns), r.pz_ns),
                            .at = {r.x_m, r.z_m},
                            .residual = r.e1_part,
                            .status = status};
    if (!isfinite(force.impulse) || !isfinite(r.x_m) || !isfinite(r.z_m))
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: a force that is not finite",
                            in->path, in->n_lines);
    if (i != NULL && j != NULL && i->kind == SS_DRAWN_ROUND && j->kind == SS_DRAWN_ROUND) {
        force.to[0] = j->at[0];
        force.to[1] = j->at[2];
        return add_from(forces, force, i, error);
    }
    return add_from(forces, force, i, error) && add_from(forces, force, j, error);
}

/* Ties by place, so that the order depends on the forces alone. */
static int weaker_first(const void *left, const void *right)
{
    const ss_drawn_force *const a = left, *const b = right;
    const double keys[][2] = {{a->impulse, b->impulse},
                              {a->from[1], b->from[1]},
                              {a->from[0], b->from[0]},
                              {a->to[1], b->to[1]},
                              {a->to[0], b->to[0]}};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; ++k)
        if (keys[k][0] != keys[k][1])
            return keys[k][0] < keys[k][1] ? -1 : 1;
    return 0;
}

bool ss_drawn_forces_read(ss_drawn_forces *forces, const char *forces_csv, const char *solver,
                          const ss_drawn_moment *moment, ss_error *error)
{
    const ss_table *const table = ss_rows_find("forces");
    const size_t solver_at = ss_table_column(table, "solver");
    const size_t step_at = ss_table_column(table, "step");
    ss_stream in = {.file = NULL};
    char step[32];
    *forces = (ss_drawn_forces){.n = 0};
    snprintf(step, sizeof step, "%zu", moment->step);
    bool ok = ss_record_stream(&in, table, forces_csv, "solver,step,i,j,px_ns,py_ns,pz_ns", error);
    while (ok && ss_stream_next(&in, error))
        if (strcmp(in.field[solver_at], solver) == 0 && strcmp(in.field[step_at], step) == 0)
            ok = take_force(forces, &in, moment, error);
    ss_stream_close(&in);
    if (!ok || error->code != SS_ERROR_NONE)
        return false;
    if (forces->n > 0)
        qsort(forces->at, forces->n, sizeof *forces->at, weaker_first);
    forces->n_all = forces->n;
    if (forces->n > SS_DRAWN_LINES) { /* the strongest stay */
        forces->n = SS_DRAWN_LINES;
        memmove(forces->at, forces->at + forces->n_all - SS_DRAWN_LINES,
                SS_DRAWN_LINES * sizeof *forces->at);
    }
    return true;
}

void ss_drawn_forces_free(ss_drawn_forces *forces)
{
    free(forces->at);
    *forces = (ss_drawn_forces){.n = 0};
}
