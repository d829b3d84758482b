/* Accelerated projected gradient on the dual (method 13.11), with restart. J has the gradient -p
 * and k |sigma| a proximal step that is a projection on the disc of radius k:
 *
 *     x+ = (tau - proj_k(tau)) / L,  tau = p(y) + L y,   y+ = x+ + (theta - 1)/theta+ (x+ - x)
 *
 * L bounds the norm of -grad div in the triangles. Heights follow sigma linearly, so that those of
 * y+ need no product of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "solvers/surface/surface_solver.h"

#include <math.h>
#include <string.h>

typedef struct options {
    bool restart;
} options;

static const ss_option rows[] = {
    SS_FLAG(options, restart, "restart", 1,
            "the momentum begins anew where a step goes uphill (O'Donoghue and Candes 2015)",
            "method 11.5"),
};

/* The workspace, cut up: y with its heights; the last x with its heights. */
typedef struct memory {
    double *theta, *y, *y_s, *x, *x_s;
} memory;

static size_t workspace_length(const ss_surface_mesh *mesh, const void *values)
{
    (void)values;
    return 1 + 2 * (2 * mesh->n_triangles + mesh->n_nodes);
}

static memory lay(const ss_surface_task *task)
{
    const size_t n = 2 * task->dual->mesh->n_triangles, n_nodes = task->dual->mesh->n_nodes;
    memory m = {.theta = task->workspace, .y = task->workspace + 1};
    m.y_s = m.y + n;
    m.x = m.y_s + n_nodes;
    m.x_s = m.x + n;
    return m;
}

static void begin(const ss_surface_task *task)
{
    const size_t n = 2 * task->dual->mesh->n_triangles, n_nodes = task->dual->mesh->n_nodes;
    const memory m = lay(task);
    *m.theta = 1.0;
    memcpy(m.y, task->sigma, n * sizeof *m.y);
    memcpy(m.y_s, task->s, n_nodes * sizeof *m.y_s);
}

/* The proximal step from y in one triangle: x+. */
static void step(double x[2], const double y[2], const double p[2], double L, double k)
{
    /* ss_disc_project of contacts: a normal part of 1 makes k the radius */
    const double tau[3] = {1.0, p[0] + L * y[0], p[1] + L * y[1]};
    double inside[3]; /* tau within the disc */
    ss_disc_project(inside, tau, k);
    x[0] = (tau[1] - inside[1]) / L;
    x[1] = (tau[2] - inside[2]) / L;
}

/* y+ of the next momentum, heights too. */
static void extrapolate(const ss_surface_task *task, const memory *m, bool anew)
{
    /* Nesterov's sequence, as in outer/apgd.c */
    const double next = 0.5 * (1.0 + sqrt(1.0 + 4.0 * *m->theta * *m->theta));
    const double beta = anew ? 0.0 : (*m->theta - 1.0) / next;
    *m->theta = anew ? 1.0 : next;
    for (size_t i = 0; i < 2 * task->dual->mesh->n_triangles; ++i)
        m->y[i] = task->sigma[i] + beta * (task->sigma[i] - m->x[i]);
    for (size_t i = 0; i < task->dual->mesh->n_nodes; ++i)
        m->y_s[i] = task->s[i] + beta * (task->s[i] - m->x_s[i]);
}

static ss_surface_change iterate(const ss_surface_task *task)
{
    const options *const o = task->options;
    const ss_surface_mesh *const mesh = task->dual->mesh;
    const memory m = lay(task);
    ss_surface_change change = {.sweeps = 1};
    double rise = 0.0; /* (y - x+).(x+ - x): positive uphill */
    memcpy(m.x, task->sigma, 2 * mesh->n_triangles * sizeof *m.x);
    memcpy(m.x_s, task->s, mesh->n_nodes * sizeof *m.x_s);
    for (size_t t = 0; t < mesh->n_triangles; ++t) {
        double *const x = task->sigma + 2 * t, p[2];
        const double *const y = m.y + 2 * t, *const last = m.x + 2 * t;
        ss_surface_slope(p, mesh, m.y_s, t);
        step(x, y, p, mesh->norm_bound, task->dual->slope);
        const double d[2] = {x[0] - y[0], x[1] - y[1]};
        rise -= mesh->triangle_area[t] * (d[0] * (x[0] - last[0]) + d[1] * (x[1] - last[1]));
        change.moved += mesh->triangle_area[t] * sqrt(d[0] * d[0] + d[1] * d[1]);
        change.size += mesh->triangle_area[t] * sqrt(x[0] * x[0] + x[1] * x[1]);
    }
    /* the one product of the iteration */
    ss_surface_heights(task->s, task->dual, task->sigma);
    extrapolate(task, &m, o->restart && rise > 0.0);
    return change;
}

const ss_surface_solver ss_surface_gradient = {
    .name = "gradient",
    .title = "accelerated projected gradient on the dual, with restart",
    .reference = "method 13.11; Nesterov 1983, Beck and Teboulle 2009; O'Donoghue and Candes 2015",
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_length = workspace_length,
    .begin = begin,
    .iterate = iterate,
};
