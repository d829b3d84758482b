/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sample.h"

#include "problems/scenes/catalogue.h"
#include "problems/contact/vec3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ss_check_lone_contact_pose(ss_check_lone_contact *c)
{
    c->row_start[0] = c->column[0] = 0;
    c->row_start[1] = 1;
    c->form = (ss_block_form){c->row_start, c->column, c->W};
    c->problem = (ss_problem){.n_contacts = 1,
                              .dim = 3,
                              .q = c->q,
                              .mu = &c->mu,
                              .rho_bar = &c->rho_bar,
                              .W_cc = c->W,
                              .form = SS_FORM_BLOCKS,
                              .blocks = &c->form};
}

void ss_check_lone_contact_draw(ss_check_lone_contact *c, gsl_rng *rng, bool full, double mu_max)
{
    if (full)
        ss_check_random_full_block(rng, c->W, 1.0, ss_check_random_uniform(rng, 1.0, 4.0), 1e-3);
    else
        ss_check_random_sphere_block(rng, c->W, 1.0);
    ss_check_random_direction(rng, c->q);
    c->q[0] = gsl_rng_uniform_int(rng, 5) == 0 ? fabs(c->q[0]) : -fabs(c->q[0]);
    c->mu = gsl_rng_uniform_int(rng, 10) == 0 ? 0.0 : ss_check_random_uniform(rng, 0.0, mu_max);
    c->rho_bar = 1.0 / c->W[0];
    ss_check_lone_contact_pose(c);
}

ss_scene_params ss_check_cluster_params(void)
{
    return (ss_scene_params){.h = 0.01,
                             .theta = 0.5,
                             .gravity = 9.81,
                             .density = 1.0,
                             .inertia_factor = 0.4,
                             .mu = 0.3,
                             .limits = {.tol = 1e-12, .max_sweeps = 100000},
                             .steps = 1,
                             .restitution = SS_LAW_MENDED};
}

/* Ball b on the surface of an earlier one, sunk in by up to 2 % of a radius. */
static void place_ball(ss_bodies *bodies, gsl_rng *rng, size_t b)
{
    double n[3];
    for (int k = 0; k < 6; ++k)
        bodies->v[6 * b + (size_t)k] = ss_check_random_uniform(rng, -1.0, 1.0);
    if (b == 0)
        return;
    const size_t on = gsl_rng_uniform_int(rng, b);
    ss_check_random_direction(rng, n);
    const double reach =
        bodies->radius[b] + bodies->radius[on] - ss_check_random_uniform(rng, 0.005, 0.02);
    ss_copy3(bodies->x + 3 * b, bodies->x + 3 * on);
    ss_axpy(bodies->x + 3 * b, reach, n);
}

bool ss_check_cluster_create(ss_check_cluster *p, gsl_rng *rng, size_t n, bool walls,
                             const ss_scene_params *params, ss_error *error)
{
    const ss_scene_params own = ss_check_cluster_params();
    ss_scene *const scene = &p->scene;
    *p = (ss_check_cluster){.step = NULL};
    ss_scene_begin(scene, params != NULL ? params : &own);
    if (!ss_bodies_create(&scene->bodies, n, walls ? 2 : 0, error))
        return false;
    for (size_t b = 0; b < n; ++b) {
        ss_bodies_set_ball(&scene->bodies, b, ss_check_random_uniform(rng, 0.5, 1.0),
                           scene->params.density, scene->params.inertia_factor);
        place_ball(&scene->bodies, rng, b);
    }
    for (size_t w = n; w < scene->bodies.n; ++w) {
        double normal[3] = {0.0, 0.0, 1.0};
        if (w > n)
            ss_check_random_direction(rng, normal);
        if (!ss_bodies_set_plane(&scene->bodies, w, normal, -1.2, error))
            return false;
    }
    p->step = ss_step_create(scene, error);
    return p->step != NULL;
}

/* Set "KEY=VALUE KEY=VALUE ..." in the parameter struct of a problem. */
static bool set_all(const ss_catalogue_entry *entry, void *params, const char *settings,
                    ss_error *error)
{
    char text[512];
    char *rest = NULL;
    snprintf(text, sizeof text, "%s", settings);
    for (char *key = strtok_r(text, " ", &rest); key; key = strtok_r(NULL, " ", &rest)) {
        char *const equals = strchr(key, '=');
        if (equals == NULL)
            return ss_error_set(error, SS_ERROR_USAGE, "'%s' must be KEY=VALUE", key);
        *equals = '\0';
        if (!ss_options_set(&entry->params, params, entry->name, key, equals + 1, error))
            return false;
    }
    return true;
}

bool ss_check_cluster_open(ss_check_cluster *p, const char *problem, const char *settings,
                           unsigned long instance, ss_error *error)
{
    *p = (ss_check_cluster){.step = NULL};
    const ss_catalogue_entry *const entry = ss_catalogue_find(problem, error);
    if (entry == NULL)
        return false;
    void *const params = malloc(entry->params.size);
    if (params == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the parameters of %s", problem);
    ss_options_defaults(&entry->params, params);
    const bool opened = set_all(entry, params, settings, error) &&
                        ss_catalogue_open(entry, params, instance, &p->scene, error);
    free(params);
    p->step = opened ? ss_step_create(&p->scene, error) : NULL;
    return p->step != NULL;
}

void ss_check_cluster_free(ss_check_cluster *p)
{
    ss_step_free(p->step);
    ss_scene_free(&p->scene);
    *p = (ss_check_cluster){.step = NULL};
}

bool ss_check_cluster_pose(ss_check_cluster *p, ss_error *error)
{
    return ss_step_pose(p->step, &p->problem, error);
}

bool ss_check_cluster_advance(ss_check_cluster *p, const ss_choice *choice, size_t steps,
                              ss_solve_report *report, ss_error *error)
{
    ss_solver *const solver = ss_solver_create(choice, error);
    ss_referee *const referee = ss_referee_create(error);
    const ss_rules rules = {.stop = &ss_estimator_eps,
                            .tol = p->scene.params.limits.tol,
                            .max_sweeps = p->scene.params.limits.max_sweeps,
                            .label = choice->label};
    bool done = solver != NULL && referee != NULL;
    *report = (ss_solve_report){.sweeps = 0};
    for (size_t k = 0; done && k < steps; ++k) {
        const double *const r =
            ss_check_cluster_pose(p, error) ? ss_solver_prepare(solver, p->problem, error) : NULL;
        done = r != NULL && ss_referee_solve(referee, solver, p->problem, &rules, report, error);
        if (done)
            ss_step_finish(p->step, r);
    }
    ss_referee_free(referee);
    ss_solver_free(solver);
    return done;
}

ss_check_hand_case ss_check_sample_by_hand(void)
{
    static const double W[27] = {1, 0, 0, 0, 2, 0, 0, 0, 2, 1, 0, 0, 0, 2,
                                 0, 0, 0, 2, 1, 0, 0, 0, 2, 0, 0, 0, 2};
    static const double q[9] = {-4, 2, -2, -4, 4 + 8, 0, 1, 3, -1};
    static const double r[9] = {4, -1, 1, 4, -2, 0, 0, 0, 0};
    static const double u[9] = {0, 0, 0, 0, 8, 0, 1, 3, -1};
    static const double mu[3] = {0.5, 0.5, 0.5}, rho_bar[3] = {1, 1, 1};
    static const size_t row_start[4] = {0, 1, 2, 3}, column[3] = {0, 1, 2};
    static const ss_block_form form = {row_start, column, W};
    static const ss_problem problem = {.n_contacts = 3,
                                       .dim = 3,
                                       .q = q,
                                       .mu = mu,
                                       .rho_bar = rho_bar,
                                       .W_cc = W,
                                       .form = SS_FORM_BLOCKS,
                                       .blocks = &form};
    return (ss_check_hand_case){&problem, r, u};
}
