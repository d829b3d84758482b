/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sample.h"

#include "harness/check/answer.h"
#include "problems/contact/vec3.h"
#include "problems/files/source.h"
#include "problems/scenes/catalogue.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

gsl_rng *ss_check_random_create(unsigned long seed, ss_error *error)
{
    gsl_set_error_handler_off();
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        ss_error_memory(error, "a random number generator");
    else
        gsl_rng_set(rng, seed);
    return rng;
}

double ss_check_random_uniform(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

double ss_check_random_log_uniform(gsl_rng *rng, double low, double high)
{
    return exp(ss_check_random_uniform(rng, log(low), log(high)));
}

void ss_check_random_direction(gsl_rng *rng, double n[3])
{
    gsl_ran_dir_3d(rng, n, n + 1, n + 2);
}

/* By a unit quaternion, uniform on its sphere: so are the rotations. */
void ss_check_random_rotation(gsl_rng *rng, double R[9])
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

void ss_check_random_sphere_block(gsl_rng *rng, double W[9], double scale)
{
    static const double tangential[] = {3.5, 3.0, 1.75};
    memset(W, 0, 9 * sizeof *W);
    W[0] = scale;
    W[4] = W[8] = scale * tangential[gsl_rng_uniform_int(rng, 3)];
}

void ss_check_random_full_block(gsl_rng *rng, double W[9], double scale, double condition,
                                double skew)
{
    const double eigenvalue[3] = {1.0, ss_check_random_log_uniform(rng, 1.0 / condition, 1.0),
                                  1.0 / condition};
    double R[9], a[3];
    ss_check_random_rotation(rng, R);
    for (int k = 0; k < 3; ++k)
        a[k] = ss_check_random_uniform(rng, -skew, skew);
    const double spin[9] = {0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double sum = spin[3 * i + j];
            for (int k = 0; k < 3; ++k)
                sum += R[3 * i + k] * eigenvalue[k] * R[3 * j + k];
            W[3 * i + j] = scale * sum;
        }
}

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

bool ss_check_cluster_random(ss_check_cluster *p, unsigned long seed, size_t n, bool walls,
                             ss_error *error)
{
    gsl_rng *const rng = ss_check_random_create(seed, error);
    *p = (ss_check_cluster){.step = NULL};
    const bool made = rng != NULL && ss_check_cluster_create(p, rng, n, walls, NULL, error);
    gsl_rng_free(rng);
    return made;
}

bool ss_check_cluster_open(ss_check_cluster *p, const char *problem, const char *settings,
                           unsigned long instance, ss_error *error)
{
    ss_problem_choice choice;
    *p = (ss_check_cluster){.step = NULL};
    if (ss_problem_choice_parse(&choice, problem, error) &&
        ss_problem_choice_set_list(&choice, settings, error) &&
        ss_catalogue_open(choice.entry, choice.params, instance, NULL, &p->scene, error))
        p->step = ss_step_create(&p->scene, error);
    ss_problem_choice_free(&choice);
    return p->step != NULL;
}

void ss_check_cluster_free(ss_check_cluster *p)
{
    ss_block_problem_free(p->blocks);
    ss_step_free(p->step);
    ss_scene_free(&p->scene);
    *p = (ss_check_cluster){.step = NULL};
}

bool ss_check_cluster_pose(ss_check_cluster *p, ss_error *error)
{
    return ss_step_pose(p->step, &p->problem, error);
}

bool ss_check_cluster_pose_blocks(ss_check_cluster *p, ss_error *error)
{
    if (!ss_check_cluster_pose(p, error))
        return false;
    p->blocks = ss_block_problem_from_body(p->problem, error);
    p->problem = p->blocks != NULL ? ss_block_problem_view(p->blocks) : NULL;
    return p->problem != NULL;
}

bool ss_check_cluster_advance(ss_check_cluster *p, const ss_choice *choice, size_t steps,
                              ss_solve_report *report, ss_error *error)
{
    const ss_limits *const limits = &p->scene.params.limits;
    bool done = true;
    *report = (ss_solve_report){.sweeps = 0};
    for (size_t k = 0; done && k < steps; ++k) {
        ss_check_answer a = {.n = 0};
        done =
            ss_check_cluster_pose(p, error) &&
            ss_check_answer_solve(&a, p->problem, choice, limits->tol, limits->max_sweeps, error);
        if (done)
            ss_step_finish(p->step, a.r);
        *report = a.report;
        ss_check_answer_free(&a);
    }
    return done;
}

bool ss_check_blocks_random(ss_check_cluster *p, unsigned long seed, ss_error *error)
{
    return ss_check_cluster_random(p, seed, SS_CHECK_BLOCKS_BALLS, true, error) &&
           ss_check_cluster_pose_blocks(p, error);
}

bool ss_check_copy_make(ss_check_copy *s, const ss_problem *from, ss_error *error)
{
    const size_t n = from->n_contacts, n_blocks = from->blocks->row_start[n];
    *s = (ss_check_copy){.form = *from->blocks, .problem = *from};
    s->q = malloc((12 * n + 9 * n_blocks) * sizeof *s->q);
    if (s->q == NULL)
        return ss_error_memory(error, "%zu contacts", n);
    s->W_cc = s->q + 3 * n;
    s->blocks = s->W_cc + 9 * n;
    memcpy(s->q, from->q, 3 * n * sizeof *s->q);
    memcpy(s->W_cc, from->W_cc, 9 * n * sizeof *s->q);
    memcpy(s->blocks, from->blocks->blocks, 9 * n_blocks * sizeof *s->q);
    s->problem.q = s->q;
    s->problem.W_cc = s->W_cc;
    s->form.blocks = s->blocks;
    s->problem.blocks = &s->form;
    return true;
}

void ss_check_copy_free(ss_check_copy *s)
{
    free(s->q);
    *s = (ss_check_copy){.q = NULL};
}

void ss_check_copy_put(const ss_check_copy *s, size_t contact, size_t i, double bad)
{
    if (i < 3) {
        s->q[3 * contact + i] = bad;
        return;
    }
    s->W_cc[9 * contact + i - 3] = bad;
    for (size_t k = s->form.row_start[contact]; k < s->form.row_start[contact + 1]; ++k)
        if (s->form.column[k] == contact)
            s->blocks[9 * k + i - 3] = bad;
}

ss_check_change ss_check_change_none(void)
{
    ss_check_change c = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .unit = {1, 1, 1}};
    for (size_t b = 0; b < SS_CHECK_CHANGE_BODIES; ++b)
        c.name[b] = b;
    return c;
}

void ss_check_change_turn(double y[3], const ss_check_change *c, double s, const double x[3])
{
    ss_mul3(y, c->R, x);
    for (int k = 0; k < 3; ++k)
        y[k] *= s;
}

bool ss_check_change_scene(ss_check_cluster *to, const ss_check_cluster *from,
                           const ss_check_change *c, ss_error *error)
{
    const ss_bodies *const old = &from->scene.bodies;
    const double mass = c->unit[0], length = c->unit[1], time = c->unit[2];
    *to = (ss_check_cluster){.scene = from->scene};
    to->scene.own = to->scene.kept = to->scene.loads = NULL;
    to->scene.flexible = NULL;
    to->scene.drive = NULL;
    ss_bodies *const bodies = &to->scene.bodies;
    *bodies = (ss_bodies){.n = 0};
    if (!ss_bodies_create(bodies, old->n_moving, old->n - old->n_moving, error))
        return false;
    to->scene.params.h *= time;
    to->scene.params.margin *= length;
    ss_check_change_turn(to->scene.gravity, c, length / (time * time), from->scene.gravity);
    for (size_t w = old->n_moving; w < old->n; ++w) {
        const ss_plane *const wall = ss_bodies_record(old, w);
        ss_plane plane = {.offset = wall->offset * length};
        ss_check_change_turn(plane.normal, c, 1.0, wall->normal);
        if (!ss_bodies_set_shape(bodies, w, &ss_shape_plane, &plane, error))
            return false;
    }
    for (size_t b = 0; b < old->n_moving; ++b) {
        const size_t to_b = c->name[b];
        bodies->radius[to_b] = old->radius[b] * length;
        bodies->inv_mass[to_b] = old->inv_mass[b] / mass;
        for (size_t k = 0; k < 3; ++k)
            bodies->inv_inertia[3 * to_b + k] =
                old->inv_inertia[3 * b + k] / (mass * length * length);
        ss_check_change_turn(bodies->x + 3 * to_b, c, length, old->x + 3 * b);
        ss_check_change_turn(bodies->v + 6 * to_b, c, length / time, old->v + 6 * b);
        ss_check_change_turn(bodies->v + 6 * to_b + 3, c, 1.0 / time, old->v + 6 * b + 3);
    }
    to->step = ss_step_create(&to->scene, error);
    return to->step != NULL;
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
