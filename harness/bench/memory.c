/* A contact's bytes and a body's are told apart by stepping the same balls twice: as they lie, and
 * pulled apart so that none touches another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/memory.h"

#include "harness/bench/sweeper.h"
#include "harness/run/referee.h"

#include <malloc.h>
#include <math.h>
#include <string.h>

/* Bytes on the heap, large blocks (mmap) included. */
static double heap_bytes(void)
{
    const struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

/* The balls of `bed`, `spread` times as far from each other, without walls. */
static bool copy_scene(ss_scene *scene, const ss_bench_bed *bed, double spread, ss_error *error)
{
    const size_t n = bed->scene.bodies.n_moving;
    const ss_scene_params *const params = &bed->scene.params;
    ss_scene_begin(scene, params);
    if (!ss_bodies_create(&scene->bodies, n, 0, error))
        return false;
    for (size_t b = 0; b < n; ++b)
        ss_bodies_set_ball(&scene->bodies, b, bed->scene.bodies.radius[b], params->density,
                           params->inertia_factor);
    for (size_t k = 0; k < 3 * n; ++k)
        scene->bodies.x[k] = spread * bed->scene.bodies.x[k];
    return true;
}

/* Heap that a step of the balls holds at its end. */
static bool weigh(const ss_bench_case *c, double spread, double *bytes, size_t *n_contacts,
                  ss_error *error)
{
    const double before = heap_bytes();
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = 0.0, .max_sweeps = 2, .label = "bench", .step = 1};
    const ss_problem *problem = NULL;
    ss_solve_report report;
    ss_scene scene;
    bool done = copy_scene(&scene, c->bed, spread, error);
    ss_step *const step = done ? ss_step_create(&scene, error) : NULL;
    ss_choice choice;
    ss_solver *const solver = ss_bench_form_solver(c->form, c->local, &choice, error);
    ss_referee *const referee = ss_referee_create(error);
    if (step != NULL)
        ss_step_keep_no_impulses(step); /* each step starts from r = 0, as runs do by default */
    done = done && step != NULL && solver != NULL && referee != NULL &&
           ss_step_pose(step, &problem, error) &&
           ss_solver_prepare(solver, problem, error) != NULL &&
           ss_referee_solve(referee, solver, problem, &rules, &report, error);
    *n_contacts = done ? problem->n_contacts : 0;
    *bytes = heap_bytes() - before;
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    ss_step_free(step);
    ss_scene_free(&scene);
    return done;
}

static bool add(ss_bench *bench, const ss_bench_case *c, const char *subject, const char *unit,
                double bytes, ss_error *error)
{
    const ss_bench_timing exact = {bytes, bytes, bytes, 1, 1, "ok"};
    const ss_bench_row row = ss_bench_case_row(c, "memory", subject, unit, &exact);
    return ss_bench_add(bench, &row, error);
}

bool ss_bench_measure_memory(ss_bench *bench, const ss_bench_bed *bed, const ss_choice *local,
                             ss_error *error)
{
    ss_bench_form form;
    bool done = true;
    for (size_t k = 0; done && ss_bench_form_at(k, &form); ++k) {
        double touching = 0.0, apart = 0.0;
        size_t contacts = 0, none = 0;
        if (!ss_bench_form_has(&form, local->solver))
            continue;
        const ss_bench_case c = {&form, local, bed};
        done = weigh(&c, 1.0, &touching, &contacts, error) && weigh(&c, 2.0, &apart, &none, error);
        if (!done || none > 0 || contacts == 0 || !(apart > 0.0))
            continue;
        done =
            add(bench, &c, "contact", "bytes/contact", (touching - apart) / (double)contacts,
                error) &&
            add(bench, &c, "body", "bytes/body", apart / (double)bed->scene.bodies.n_moving, error);
    }
    if (done)
        ss_bench_tick(bench);
    return done;
}
