/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include "problems/catalogue.h"
#include "problems/operator.h"

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <stdlib.h>

gsl_rng *test_rng(unsigned long seed)
{
    gsl_set_error_handler_off();
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    cr_assert_not_null(rng);
    gsl_rng_set(rng, seed);
    return rng;
}

double test_uniform(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

double test_log_uniform(gsl_rng *rng, double low, double high)
{
    return exp(test_uniform(rng, log(low), log(high)));
}

void test_direction(gsl_rng *rng, double n[3])
{
    gsl_ran_dir_3d(rng, n, n + 1, n + 2);
}

void test_rotation(gsl_rng *rng, double R[9])
{
    double q[4];
    gsl_ran_dir_nd(rng, 4, q);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, rotation, sizeof rotation);
}

double test_distance(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

double test_norm(const double *a, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += a[k] * a[k];
    return sqrt(sum);
}

void test_sphere_block(gsl_rng *rng, double W[9], double scale)
{
    static const double tangential[] = {3.5, 3.0, 1.75};
    memset(W, 0, 9 * sizeof *W);
    W[0] = scale;
    W[4] = W[8] = scale * tangential[gsl_rng_uniform_int(rng, 3)];
}

void test_full_block(gsl_rng *rng, double W[9], double scale, double condition, double skew)
{
    const double eigenvalue[3] = {1.0, test_log_uniform(rng, 1.0 / condition, 1.0),
                                  1.0 / condition};
    double R[9], a[3];
    test_rotation(rng, R);
    for (int k = 0; k < 3; ++k)
        a[k] = test_uniform(rng, -skew, skew);
    const double spin[9] = {0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double sum = spin[3 * i + j];
            for (int k = 0; k < 3; ++k)
                sum += R[3 * i + k] * eigenvalue[k] * R[3 * j + k];
            W[3 * i + j] = scale * sum;
        }
}

double test_block_norm(const double W[9])
{
    return test_norm(W, 9);
}

void test_contact_pose(test_contact *c)
{
    c->row_start[0] = c->column[0] = 0;
    c->row_start[1] = 1;
    c->form = (ss_block_form){c->row_start, c->column, c->W};
    c->problem = (ss_problem){1, c->q, &c->mu, c->W, &c->rho_bar, NULL, &c->form};
}

ss_scene_params test_scene_params(void)
{
    return (ss_scene_params){.h = 0.01,
                             .theta = 0.5,
                             .gravity = 9.81,
                             .density = 1.0,
                             .inertia_factor = 0.4,
                             .mu = 0.3,
                             .tol = 1e-12,
                             .steps = 1,
                             .max_sweeps = 100000,
                             .restitution = SS_RESTITUTION_MENDED};
}

/* Ball b on the surface of an earlier one, sunk in by up to 2 % of a radius. */
static void place_ball(ss_bodies *bodies, gsl_rng *rng, size_t b)
{
    double n[3];
    for (int k = 0; k < 6; ++k)
        bodies->v[6 * b + (size_t)k] = test_uniform(rng, -1.0, 1.0);
    if (b == 0)
        return;
    const size_t on = gsl_rng_uniform_int(rng, b);
    test_direction(rng, n);
    const double reach = bodies->radius[b] + bodies->radius[on] - test_uniform(rng, 0.005, 0.02);
    ss_copy3(bodies->x + 3 * b, bodies->x + 3 * on);
    ss_axpy(bodies->x + 3 * b, reach, n);
}

void test_packing_create(test_packing *p, gsl_rng *rng, size_t n, bool walls,
                         const ss_scene_params *params)
{
    ss_error error = {SS_ERROR_NONE, ""};
    *p = (test_packing){.scene.params = params != NULL ? *params : test_scene_params()};
    ss_scene *const scene = &p->scene;
    cr_assert(ss_bodies_create(&scene->bodies, n, &error), "%s", error.text);
    scene->gravity[2] = -scene->params.gravity;
    for (size_t b = 0; b < n; ++b) {
        ss_bodies_set_ball(&scene->bodies, b, test_uniform(rng, 0.5, 1.0), scene->params.density,
                           scene->params.inertia_factor);
        place_ball(&scene->bodies, rng, b);
    }
    if (walls) {
        scene->walls[0] = (ss_wall){{0.0, 0.0, 1.0}, -1.2};
        test_direction(rng, scene->walls[1].normal);
        scene->walls[1].offset = -1.2;
        scene->n_walls = 2;
    }
    p->step = ss_step_create(scene, &error);
    cr_assert_not_null(p->step, "%s", error.text);
}

/* Set "KEY=VALUE KEY=VALUE ..." in the parameter struct of a problem. */
static void set_all(const ss_catalogue_entry *entry, void *params, const char *settings)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char text[512];
    char *rest = NULL;
    snprintf(text, sizeof text, "%s", settings);
    for (char *key = strtok_r(text, " ", &rest); key; key = strtok_r(NULL, " ", &rest)) {
        char *const equals = strchr(key, '=');
        cr_assert_not_null(equals);
        *equals = '\0';
        cr_assert(ss_options_set(&entry->params, params, entry->name, key, equals + 1, &error),
                  "%s", error.text);
    }
}

void test_scene_create(test_packing *p, const char *problem, const char *settings,
                       unsigned long instance)
{
    ss_error error = {SS_ERROR_NONE, ""};
    *p = (test_packing){.step = NULL};
    const ss_catalogue_entry *const entry = ss_catalogue_find(problem, &error);
    cr_assert_not_null(entry, "%s", error.text);
    void *const params = malloc(entry->params.size);
    cr_assert_not_null(params);
    ss_options_defaults(&entry->params, params);
    set_all(entry, params, settings);
    cr_assert(ss_catalogue_open(entry, params, instance, &p->scene, &error), "%s", error.text);
    free(params);
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step, "%s", error.text);
}

void test_packing_free(test_packing *p)
{
    ss_step_free(p->step);
    ss_scene_free(&p->scene);
}

void test_packing_pose(test_packing *p)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_step_pose(p->step, &p->problem, &error), "%s", error.text);
}

ss_solve_report test_packing_advance(test_packing *p, const char *text, size_t steps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_local_choice choice = test_choice(text);
    ss_solver *const solver = ss_solver_create(ss_outer_solver_at(0), &choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    ss_solve_report report = {.sweeps = 0};
    cr_assert(solver != NULL && referee != NULL, "%s", error.text);
    const ss_rules rules = {.tol = p->scene.params.tol,
                            .max_sweeps = p->scene.params.max_sweeps,
                            .label = choice.label};
    for (size_t k = 0; k < steps; ++k) {
        test_packing_pose(p);
        const double *const r = ss_solver_prepare(solver, p->problem, &error);
        cr_assert(r != NULL &&
                      ss_referee_solve(referee, solver, p->problem, choice.solver->holds_velocity,
                                       &rules, &report, &error),
                  "%s", error.text);
        ss_step_finish(p->step, r);
    }
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_local_choice_free(&choice);
    return report;
}

static double *copy(const double *x, size_t n)
{
    double *const y = calloc(n + 1, sizeof *y);
    cr_assert_not_null(y);
    if (x != NULL)
        memcpy(y, x, n * sizeof *y);
    return y;
}

static void collect(test_solution *s, const ss_problem *problem, const ss_solver *solver,
                    const double *r)
{
    s->n = 3 * problem->n_contacts;
    s->r = copy(r, s->n);
    s->u = copy(NULL, s->n);
    s->held = copy(ss_solver_velocity(solver), s->n);
    test_velocity(s->u, problem, r);
}

void test_solve(test_solution *s, const ss_problem *problem, const char *text, double tol,
                size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_local_choice choice = test_choice(text);
    ss_solver *const solver = ss_solver_create(ss_outer_solver_at(0), &choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    const ss_rules rules = {.tol = tol, .max_sweeps = max_sweeps, .label = choice.label};
    cr_assert(solver != NULL && referee != NULL, "%s", error.text);
    const double *const r = ss_solver_prepare(solver, problem, &error);
    cr_assert(r != NULL && ss_referee_solve(referee, solver, problem, choice.solver->holds_velocity,
                                            &rules, &s->report, &error),
              "%s", error.text);
    collect(s, problem, solver, r);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_local_choice_free(&choice);
}

/* The watch of test_solve_still. */
typedef struct still {
    double *before;
    size_t n, sweeps, max_sweeps, quiet;
} still;

static bool is_still(void *self, const double *r, const double *u)
{
    still *const s = self;
    (void)u;
    const double change = test_distance(r, s->before, s->n);
    s->quiet = change <= 1e-14 * test_norm(r, s->n) ? s->quiet + 1 : 0;
    memcpy(s->before, r, s->n * sizeof *r);
    return ++s->sweeps >= s->max_sweeps || s->quiet >= 3;
}

void test_solve_still(test_solution *s, const ss_problem *problem, const ss_local_choice *choice,
                      const double *start, size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    still watch = {.n = 3 * problem->n_contacts, .max_sweeps = max_sweeps};
    watch.before = copy(NULL, watch.n);
    ss_solver *const solver = ss_solver_create(ss_outer_solver_at(0), choice, &error);
    cr_assert_not_null(solver, "%s", error.text);
    double *const r = ss_solver_prepare(solver, problem, &error);
    cr_assert_not_null(r, "%s", error.text);
    if (start != NULL)
        memcpy(r, start, watch.n * sizeof *r);
    s->report = (ss_solve_report){.sweeps = 0};
    ss_solver_run(solver, problem, (ss_watch){.stop = is_still, .self = &watch}, &s->report.work);
    s->report.sweeps = watch.sweeps;
    collect(s, problem, solver, r);
    ss_solver_free(solver);
    free(watch.before);
}

void test_solution_free(test_solution *s)
{
    free(s->r);
    free(s->u);
    free(s->held);
}

ss_local_choice test_choice(const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_local_choice choice;
    cr_assert(ss_local_choice_parse(&choice, text, &error), "%s", error.text);
    return choice;
}

static void set_if_present(ss_local_choice *choice, const char *key, double value)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char text[40];
    const ss_option_table *const table = &choice->solver->options;
    if (ss_options_find(table, key) == NULL)
        return;
    snprintf(text, sizeof text, "%.17g", value);
    cr_assert(ss_options_set(table, choice->options, choice->solver->name, key, text, &error), "%s",
              error.text);
}

ss_local_choice test_exact_choice(const ss_local_solver *solver, double lambda_rho)
{
    ss_local_choice choice = test_choice(solver->name);
    const ss_option *const alpha = ss_options_find(&solver->options, "alpha");
    set_if_present(&choice, "cap", 1000.0);
    set_if_present(&choice, "tol", 1e-13);
    if (alpha != NULL)
        set_if_present(&choice, "alpha", fmin(alpha->value, 1.0 / lambda_rho));
    return choice;
}

double test_lambda_rho(const ss_problem *problem)
{
    double largest = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) /* the norm of a 3x3 is near its largest */
        largest = fmax(largest, problem->rho_bar[c] * test_block_norm(problem->W_cc + 9 * c));
    return largest;
}

void test_velocity(double *u, const ss_problem *problem, const double *r)
{
    double *const state = copy(NULL, ss_operator_state_length(problem));
    ss_operator_start(state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(u + 3 * c, problem, state, r, c);
    free(state);
}
