/* Anderson's mixing (method 11.2) of pairs of sweeps, forward and back: sigma is free, so that
 * nothing has to be projected, and a sweep never raises the dual's J: the mixed point is taken
 * where it does not either, else the image of the sweeps, and the iteration descends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/surface/visit.h"

#include "solvers/parts/mixing.h"

#include <string.h>

typedef struct options {
    size_t m; /* differences kept */
} options;

static const ss_option rows[] = {
    SS_COUNT(options, m, "m", 10, 1, SS_MIXING_MAX,
             "number of differences of iterates that are kept", "method 11.2"),
};

/* The workspace, cut up. */
typedef struct memory {
    ss_mixing *mixing;
    double *mixes;     /* 1 once there is an image to mix */
    double *x, *f, *s; /* the iterate; image - iterate; heights of the mixed point */
    double *rest;      /* of the mixing */
} memory;

enum { MIXING_DOUBLES = (sizeof(ss_mixing) + sizeof(double) - 1) / sizeof(double) };

static size_t unknowns(const ss_surface_mesh *mesh)
{
    return 2 * mesh->n_triangles;
}

static size_t workspace_length(const ss_surface_mesh *mesh, const void *values)
{
    const options *const o = values;
    return MIXING_DOUBLES + 1 + 2 * unknowns(mesh) + mesh->n_nodes +
           ss_mixing_length(unknowns(mesh), o->m);
}

static memory lay(const ss_surface_task *task)
{
    const ss_surface_mesh *const mesh = task->dual->mesh;
    memory m = {.mixing = (ss_mixing *)task->workspace,
                .mixes = task->workspace + MIXING_DOUBLES,
                .x = task->workspace + MIXING_DOUBLES + 1};
    m.f = m.x + unknowns(mesh);
    m.s = m.f + unknowns(mesh);
    m.rest = m.s + mesh->n_nodes;
    return m;
}

static void begin(const ss_surface_task *task)
{
    const options *const o = task->options;
    const memory m = lay(task);
    *m.mixing = ss_mixing_open(unknowns(task->dual->mesh), o->m, 1e-12, m.rest);
    *m.mixes = 0.0;
}

/* From the image in task->sigma to the mixed point, if that is no higher. */
static void mix(const ss_surface_task *task, const memory *m)
{
    const ss_surface_dual *const dual = task->dual;
    const size_t n = unknowns(dual->mesh);
    if (!ss_mixing_next(m->mixing, m->x, task->sigma, m->f))
        return;
    ss_surface_heights(m->s, dual, m->x);
    if (ss_surface_energy(dual, m->x, m->s) > ss_surface_energy(dual, task->sigma, task->s))
        return;
    memcpy(task->sigma, m->x, n * sizeof *m->x);
    memcpy(task->s, m->s, dual->mesh->n_nodes * sizeof *m->s);
}

static ss_surface_change iterate(const ss_surface_task *task)
{
    const memory m = lay(task);
    const size_t n = unknowns(task->dual->mesh);
    if (*m.mixes > 0.0) /* sigma is the last image, f the difference that made it */
        mix(task, &m);
    *m.mixes = 1.0;
    memcpy(m.x, task->sigma, n * sizeof *m.x);
    ss_surface_change change = ss_surface_sweep(task, false, 1.0);
    const ss_surface_change back = ss_surface_sweep(task, true, 1.0);
    for (size_t i = 0; i < n; ++i)
        m.f[i] = task->sigma[i] - m.x[i];
    /* of both halves; the size is that of the last */
    change.sweeps += back.sweeps;
    change.moved += back.moved;
    change.size = back.size;
    return change;
}

const ss_surface_solver ss_surface_anderson = {
    .name = "anderson",
    .title = "Anderson's mixing of pairs of dual sweeps, with descent",
    .reference = "method 13.11; method 11.2 for the mixing",
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_length = workspace_length,
    .begin = begin,
    .iterate = iterate,
};
