/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include "harness/tables/provenance.h"
#include "problems/base/clock.h"

#include <math.h>
#include <stdlib.h>

/* A pile that grows. Arrays are owned. */
typedef struct pile {
    const ss_grow_task *task;
    ss_surface_mesh mesh;
    double *source, *g, *s; /* n_nodes */
    double *sigma;          /* 2 n_triangles: that of the last step, which the next begins from */
    double *workspace;
    char *options, *parameters; /* as texts, for the rows */
    bool fell;                  /* sand has fallen off the edge */
} pile;

static bool prepare(pile *p, const ss_grow_task *task, ss_error *error)
{
    const ss_surface_solver *const solver = task->solver.solver;
    *p = (pile){.task = task};
    if (!ss_pile_check(&task->params, error) || !ss_pile_mesh(&p->mesh, &task->params, error))
        return false;
    const size_t n = p->mesh.n_nodes;
    p->source = calloc(n, sizeof *p->source);
    p->g = calloc(n, sizeof *p->g);
    p->s = calloc(n, sizeof *p->s);
    p->sigma = calloc(2 * p->mesh.n_triangles, sizeof *p->sigma);
    p->workspace =
        calloc(solver->workspace_length(&p->mesh, task->solver.options), sizeof *p->workspace);
    p->options = ss_options_text(&solver->options, task->solver.options);
    p->parameters = ss_options_text(&ss_growing_pile.params, &task->params);
    if (p->source == NULL || p->g == NULL || p->s == NULL || p->sigma == NULL ||
        p->workspace == NULL || p->options == NULL || p->parameters == NULL)
        return ss_error_memory(error, "a table of %zu squares", task->params.n * task->params.n);
    ss_pile_source(p->source, &task->params, &p->mesh);
    return true;
}

/* Does sand flow in a triangle at the edge? */
static bool flows_off(const pile *p)
{
    for (size_t k = 0; k < 3 * p->mesh.n_triangles; ++k)
        if (ss_surface_mesh_is_edge(&p->mesh, p->mesh.corner[k]) &&
            (p->sigma[k / 3 * 2] != 0.0 || p->sigma[k / 3 * 2 + 1] != 0.0))
            return true;
    return false;
}

/* Heights against the exact pile, sand against what was poured. */
static void compare(ss_sandpile_row *row, const pile *p)
{
    const ss_pile_params *const params = &p->task->params;
    double square = 0.0, volume = 0.0, largest = 0.0;
    for (size_t i = 0; i < p->mesh.n_nodes; ++i) {
        const double *const x = p->mesh.x + 2 * i;
        const double e = p->s[i] - ss_pile_exact(params, x[0], x[1], row->time_s);
        largest = !(fabs(e) <= largest) ? fabs(e) : largest; /* a NaN stays */
        square += p->mesh.area[i] * e * e;
        volume += p->mesh.area[i] * p->s[i];
    }
    row->height_m = p->s[ss_surface_mesh_centre(&p->mesh)];
    row->height_exact_m = ss_pile_exact(params, 0.0, 0.0, row->time_s);
    row->err_inf_m = largest;
    row->err_l2_m2 = sqrt(square);
    row->volume_m3 = volume;
    row->poured_m3 = ss_pile_poured(params) * row->time_s;
    row->mass_error = p->fell ? NAN : (volume - row->poured_m3) / row->poured_m3;
}

/* Step `row->step`, into the row, unless it was stopped. */
static ss_surface_end make_step(pile *p, ss_sandpile_row *row)
{
    const ss_pile_params *const params = &p->task->params;
    const ss_surface_choice *const solver = &p->task->solver;
    const ss_grow_watch *const watch = &p->task->watch;
    const ss_surface_dual dual = {&p->mesh, params->slope, p->g};
    const ss_surface_task task = {&dual, solver->options, p->sigma, p->s, p->workspace};
    const ss_surface_limits limits = {params->tol, params->max_sweeps, watch->stop, watch->context};
    for (size_t i = 0; i < p->mesh.n_nodes; ++i) { /* g = s + dt f; off the edge it falls */
        const bool edge = ss_surface_mesh_is_edge(&p->mesh, i);
        p->g[i] = edge ? 0.0 : p->s[i] + row->dt_s * p->source[i];
        p->fell = p->fell || (edge && p->source[i] > 0.0);
    }
    const double begun = ss_cpu_time();
    const ss_surface_end end = ss_surface_solve(solver->solver, &task, &limits);
    row->cpu_s = ss_cpu_time() - begun;
    p->fell = p->fell || flows_off(p);
    row->sweeps = end.sweeps;
    row->change = end.change;
    row->status = end.solved ? "solved" : "max-sweeps";
    row->max_slope_over_k = ss_surface_steepest(&p->mesh, p->s) / params->slope;
    row->gap = ss_surface_gap(&dual, p->sigma, p->s);
    compare(row, p);
    return end;
}

static bool make_steps(pile *p, ss_grow_result *result, ss_error *error)
{
    const ss_grow_task *const task = p->task;
    const size_t n = task->params.steps;
    ss_sandpile_row row = {.n = task->params.n,
                           .dt_s = task->params.time / (double)n,
                           .solver = task->solver.label,
                           .options = p->options,
                           .parameters = p->parameters,
                           .build = ss_provenance_version};
    const ss_grown grown = {&task->params, &p->mesh, &row, p->s, p->sigma};
    for (row.step = 1; row.step <= n; ++row.step) {
        row.time_s = task->params.time * (double)row.step / (double)n;
        const ss_surface_end end = make_step(p, &row);
        if (end.stopped)
            return ss_error_set(error, SS_ERROR_INTERRUPTED,
                                "interrupted in step %zu of %zu of %s; %zu step%s complete",
                                row.step, n, task->solver.label, result->steps,
                                result->steps == 1 ? " is" : "s are");
        ++result->steps;
        result->solved += end.solved;
        result->sweeps += row.sweeps;
        result->cpu_s += row.cpu_s;
        result->mass_error = isnan(result->mass_error) || isnan(row.mass_error)
                                 ? NAN
                                 : fmax(result->mass_error, fabs(row.mass_error));
        result->slope = fmax(result->slope, row.max_slope_over_k);
        result->gap = fmax(result->gap, fabs(row.gap));
        result->height = row.height_m;
        result->height_exact = row.height_exact_m;
        result->err_inf = row.err_inf_m;
        result->err_l2 = row.err_l2_m2;
        if (task->watch.step != NULL && !task->watch.step(task->watch.context, &grown, error))
            return false;
    }
    return true;
}

bool ss_grow(const ss_grow_task *task, ss_grow_result *result, ss_error *error)
{
    pile p;
    *result = (ss_grow_result){.square = 2.0 * task->params.half_width / (double)task->params.n};
    const bool grown = prepare(&p, task, error) && make_steps(&p, result, error);
    ss_surface_mesh_free(&p.mesh);
    free(p.source);
    free(p.g);
    free(p.s);
    free(p.sigma);
    free(p.workspace);
    free(p.options);
    free(p.parameters);
    return grown;
}
