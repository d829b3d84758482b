/* Solvers of the dual of a growing surface: one triangle, and whole steps.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/surface/pile.h"
#include "solvers/surface/visit.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A step on a mesh, with all its memory. */
typedef struct step {
    ss_surface_mesh mesh;
    double *g, *s, *sigma, *workspace;
    ss_surface_dual dual;
    ss_surface_choice choice;
    ss_surface_task task;
} step;

/* The first step of `params`, of its whole duration. */
static void make(step *p, const ss_pile_params *params, const char *solver)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_surface_choice_parse(&p->choice, solver, &error), "%s", error.text);
    cr_assert(ss_pile_mesh(&p->mesh, params, &error), "%s", error.text);
    p->g = calloc(p->mesh.n_nodes, sizeof *p->g);
    p->s = calloc(p->mesh.n_nodes, sizeof *p->s);
    p->sigma = calloc(2 * p->mesh.n_triangles, sizeof *p->sigma);
    p->workspace = calloc(p->choice.solver->workspace_length(&p->mesh, p->choice.options),
                          sizeof *p->workspace);
    ss_pile_source(p->g, params, &p->mesh);
    for (size_t i = 0; i < p->mesh.n_nodes; ++i)
        p->g[i] *= ss_surface_mesh_is_edge(&p->mesh, i) ? 0.0 : params->time;
    p->dual = (ss_surface_dual){&p->mesh, params->slope, p->g};
    p->task = (ss_surface_task){&p->dual, p->choice.options, p->sigma, p->s, p->workspace};
}

static void destroy(step *p)
{
    ss_surface_mesh_free(&p->mesh);
    free(p->g);
    free(p->s);
    free(p->sigma);
    free(p->workspace);
}

static ss_pile_params pile_of(size_t n)
{
    ss_pile_params params;
    ss_options_defaults(&ss_growing_pile.params, &params);
    params.n = n;
    return params;
}

/* |p(lambda)| = k, sigma = lambda p(lambda), lambda >= 0; or p within the disc and no sigma. */
Test(surface_solvers, a_triangle_is_solved_exactly)
{
    for (int k = 0; k < 2000; ++k) {
        const double a = 1.0 + sin(k), b = 1.0 + cos(3 * k), c = 0.99 * sin(7 * k) * sqrt(a * b);
        const double W[3] = {10.0 * a + 1e-3, 10.0 * c, 10.0 * b + 1e-3}, slope = 0.7;
        const double size = pow(10.0, (k % 7) - 3);
        const double p[2] = {size * sin(11 * k), size * cos(13 * k)};
        double sigma[2];
        ss_surface_solve_triangle(sigma, W, p, slope);
        const double after[2] = {p[0] - W[0] * sigma[0] - W[1] * sigma[1],
                                 p[1] - W[1] * sigma[0] - W[2] * sigma[1]};
        const double scale = hypot(p[0], p[1]);
        if (scale <= slope) {
            cr_expect(sigma[0] == 0.0 && sigma[1] == 0.0);
            continue;
        }
        const double length = hypot(sigma[0], sigma[1]);
        cr_expect_float_eq(hypot(after[0], after[1]), slope, 1e-13 * scale, "case %d", k);
        cr_expect_float_eq(after[0] * sigma[1] - after[1] * sigma[0], 0.0, 1e-13 * scale * length);
        cr_expect(after[0] * sigma[0] + after[1] * sigma[1] >= 0.0);
    }
}

/* The law in each triangle, to the tolerance, and sand kept to rounding: the pile stays inside. */
static void check_step(const char *solver, size_t n)
{
    step p;
    ss_pile_params params = pile_of(n);
    make(&p, &params, solver);
    const ss_surface_limits limits = {.tol = 1e-9, .max_sweeps = 100000};
    const ss_surface_end end = ss_surface_solve(p.choice.solver, &p.task, &limits);
    double volume = 0.0, poured = 0.0, worst = 0.0;
    for (size_t i = 0; i < p.mesh.n_nodes; ++i) {
        volume += p.mesh.area[i] * p.s[i];
        poured += p.mesh.area[i] * p.g[i];
    }
    for (size_t t = 0; t < p.mesh.n_triangles; ++t) {
        const double *const sigma = p.sigma + 2 * t;
        double slope[2];
        ss_surface_slope(slope, &p.mesh, p.s, t);
        const double length = hypot(sigma[0], sigma[1]);
        worst = fmax(worst, length - sigma[0] * slope[0] - sigma[1] * slope[1]);
    }
    cr_expect(end.solved, "%s: %zu sweeps, change %g", solver, end.sweeps, end.change);
    cr_expect_float_eq(volume, poured, 1e-12 * poured, "%s", solver);
    cr_expect_leq(ss_surface_steepest(&p.mesh, p.s), 1.0 + 2e-9, "%s", solver);
    cr_expect_lt(fabs(ss_surface_gap(&p.dual, p.sigma, p.s)), 1e-8, "%s", solver);
    cr_expect_lt(worst, 1e-7, "%s: sigma is not along the slope", solver);
    destroy(&p);
}

Test(surface_solvers, all_keep_the_law_and_the_sand)
{
    for (size_t k = 0; ss_surface_solver_at(k) != NULL; ++k) {
        check_step(ss_surface_solver_at(k)->name, 8);
        check_step(ss_surface_solver_at(k)->name, 12);
    }
    check_step("anderson[m=3]", 8);
    check_step("sweeps[relax=1.3]", 8);
    check_step("gradient[restart=no]", 8);
}

/* J is convex and its heights are unique: all solvers find the same. */
Test(surface_solvers, all_find_the_same_heights)
{
    step p[8];
    const ss_pile_params params = pile_of(12);
    const ss_surface_limits limits = {.tol = 1e-10, .max_sweeps = 1000000};
    size_t n = 0;
    for (; ss_surface_solver_at(n) != NULL; ++n) {
        make(&p[n], &params, ss_surface_solver_at(n)->name);
        ss_surface_solve(p[n].choice.solver, &p[n].task, &limits);
        for (size_t i = 0; i < p[n].mesh.n_nodes; ++i)
            cr_expect_float_eq(p[n].s[i], p[0].s[i], 1e-8, "%s, node %zu", p[n].choice.label, i);
    }
    cr_expect_geq(n, 3);
    while (n-- > 0)
        destroy(&p[n]);
}

/* A sweep, and a mixed one with its descent, never raise J. */
Test(surface_solvers, sweeps_descend)
{
    static const char *const solvers[] = {"sweeps", "anderson"};
    for (size_t k = 0; k < 2; ++k) {
        step p;
        const ss_pile_params params = pile_of(12);
        make(&p, &params, solvers[k]);
        ss_surface_heights(p.s, &p.dual, p.sigma);
        p.choice.solver->begin(&p.task);
        double last = ss_surface_energy(&p.dual, p.sigma, p.s);
        for (int sweep = 0; sweep < 60; ++sweep) {
            p.choice.solver->iterate(&p.task);
            const double now = ss_surface_energy(&p.dual, p.sigma, p.s);
            cr_expect_leq(now, last * (1.0 + 1e-14), "%s, sweep %d", solvers[k], sweep);
            last = now;
        }
        destroy(&p);
    }
}

static bool stop_at_once(void *context)
{
    ++*(size_t *)context;
    return true;
}

Test(surface_solvers, limits_are_kept)
{
    step p;
    size_t asked = 0;
    const ss_pile_params params = pile_of(8);
    make(&p, &params, "sweeps");
    ss_surface_limits limits = {.tol = 1e-12, .max_sweeps = 7};
    ss_surface_end end = ss_surface_solve(p.choice.solver, &p.task, &limits);
    cr_expect(!end.solved && !end.stopped && end.sweeps == 7);
    limits = (ss_surface_limits){1e-12, 1000, stop_at_once, &asked};
    end = ss_surface_solve(p.choice.solver, &p.task, &limits);
    cr_expect(end.stopped && end.sweeps == 1 && asked == 1);
    destroy(&p);
}

Test(surface_solvers, names_and_options_are_understood)
{
    static const char *const wrong[] = {"sweps",         "anderson[m=0]", "anderson[m=3",
                                        "gradient[m=3]", "sweeps[tol=1]", "sweeps[relax=2]"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_surface_choice choice;
        cr_expect_not(ss_surface_choice_parse(&choice, wrong[k], &error), "%s", wrong[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE, "%s: %s", wrong[k], error.text);
    }
}
