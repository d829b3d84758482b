/* Checks of what must not matter: how the scene is turned, its bodies and contacts numbered, its
 * quantities measured. All solutions are brought to rest with the solver made tight.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"
#include "harness/check/blocks.h"
#include "harness/check/change.h"
#include "harness/check/check.h"
#include "harness/check/random.h"
#include "harness/check/vector.h"
#include "problems/contact/vec3.h"

#include <gsl/gsl_randist.h>
#include <math.h>

enum { n_packings = 40, n_orders = 15, n_contacts = 300, max_sweeps = 50000 };

/* Pose and solve one step until nothing moves, and move the scene on. *rests: whether it did. */
static bool one_step(ss_check_cluster *p, const ss_choice *choice, bool *rests, ss_error *error)
{
    ss_check_answer a = {.n = 0};
    ss_choice tight;
    if (!ss_check_cluster_pose(p, error) ||
        !ss_check_answer_tighten(&tight, choice, ss_check_answer_lambda_rho(p->problem), error))
        return false;
    const bool solved = ss_check_answer_settle(&a, p->problem, &tight, NULL, max_sweeps, error);
    *rests = solved && a.report.sweeps < max_sweeps;
    if (solved)
        ss_step_finish(p->step, a.r);
    ss_check_answer_free(&a);
    ss_choice_free(&tight);
    return solved;
}

/* Largest difference of two bodies' velocities, angular ones times a length of 1, changed back. */
static double velocity_difference(const ss_check_cluster *a, const ss_check_cluster *b,
                                  const ss_check_change *c)
{
    double largest = 0.0;
    for (size_t k = 0; k < a->scene.bodies.n_moving; ++k) {
        const double *const va = a->scene.bodies.v + 6 * k;
        const double *const vb = b->scene.bodies.v + 6 * c->name[k];
        double v[3], w[3];
        ss_check_change_turn(v, c, 1.0, va);
        ss_check_change_turn(w, c, 1.0, va + 3);
        for (int i = 0; i < 3; ++i) {
            largest = fmax(largest, fabs(v[i] - vb[i] * c->time / c->length));
            largest = fmax(largest, fabs(w[i] - vb[3 + i] * c->time));
        }
    }
    return largest;
}

/* One packing and the same one changed. Velocities before the step are of order 1 m/s. */
static bool see_change(const ss_choice *choice, const ss_check_change *c, unsigned long seed,
                       ss_check_finding *f, ss_error *error)
{
    ss_check_cluster one = {.step = NULL}, other = {.step = NULL};
    bool rests[2] = {false, false};
    gsl_rng *const rng = ss_check_random_create(seed, error);
    const bool solved =
        rng != NULL &&
        ss_check_cluster_create(&one, rng, SS_CHECK_CHANGE_BODIES, seed % 2 == 0, NULL, error) &&
        ss_check_change_scene(&other, &one, c, error) && one_step(&one, choice, &rests[0], error) &&
        one_step(&other, choice, &rests[1], error);
    if (solved && one.problem->n_contacts != other.problem->n_contacts)
        ss_error_set(error, SS_ERROR_INTERNAL, "packing %lu has %zu contacts, changed %zu", seed,
                     one.problem->n_contacts, other.problem->n_contacts);
    else if (solved && rests[0] && rests[1])
        ss_check_finding_see(f, velocity_difference(&one, &other, c), "packing %lu", seed);
    else if (solved)
        ss_check_finding_see(f, INFINITY, "packing %lu%s: does not come to rest in %d sweeps", seed,
                             rests[0] ? ", changed" : "", (int)max_sweeps);
    ss_check_cluster_free(&one);
    ss_check_cluster_free(&other);
    gsl_rng_free(rng);
    return solved && error->code == SS_ERROR_NONE;
}

static bool one_turned(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                       ss_error *error)
{
    ss_check_change c = ss_check_change_none();
    ss_check_random_rotation(rng, c.R);
    return see_change(choice, &c, k + 1, f, error);
}

static bool one_renamed(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                        ss_error *error)
{
    ss_check_change c = ss_check_change_none();
    gsl_ran_shuffle(rng, c.name, SS_CHECK_CHANGE_BODIES, sizeof *c.name);
    return see_change(choice, &c, k + 1, f, error);
}

static bool one_unit(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                     ss_error *error)
{
    const size_t unit = (size_t)f->check->variant; /* 0: mass, 1: length, 2: time */
    (void)rng;
    ss_check_change c = ss_check_change_none();
    *ss_check_change_unit(&c, unit) = k % 2 == 0 ? 1e6 : 1e-6;
    return see_change(choice, &c, k / 2 + 1, f, error);
}

/* The same contact seen in a frame that is turned about n: W' = R W R^T, q' = R q, r' = R r. */
static void turn_about_normal(ss_check_lone_contact *to, const ss_check_lone_contact *from,
                              const double R[9])
{
    *to = *from;
    ss_mul3(to->q, R, from->q);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double row[3];
            ss_mul3(row, from->W, R + 3 * j);
            to->W[3 * i + j] = ss_dot(R + 3 * i, row);
        }
    ss_check_lone_contact_pose(to);
}

static bool one_frame(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                      ss_error *error)
{
    const double angle = ss_check_random_uniform(rng, 0.0, 2.0 * M_PI), c = cos(angle),
                 s = sin(angle);
    const double R[9] = {1, 0, 0, 0, c, -s, 0, s, c};
    ss_check_lone_contact one, other;
    double r[3], u[3], turned[3], wanted[3];
    ss_check_lone_contact_draw(&one, rng, true, 0.5);
    turn_about_normal(&other, &one, R);
    if (!ss_check_answer_lone(r, u, &one.problem, choice, error) ||
        !ss_check_answer_lone(turned, u, &other.problem, choice, error))
        return false;
    ss_mul3(wanted, R, r);
    ss_check_finding_see(f, ss_check_vector_distance(turned, wanted, 3),
                         "contact %zu turned by %.3g rad", k, angle);
    return true;
}

/* W in units 1e6 or 1e-6 times as large, q likewise. */
static bool one_contact_units(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                              ss_error *error)
{
    const double w = k % 2 == 0 ? 1e6 : 1e-6, v = k % 4 < 2 ? 1e6 : 1e-6;
    ss_check_lone_contact one;
    double r[3], u[3], scaled[3];
    ss_check_lone_contact_draw(&one, rng, k % 3 == 0, 0.5);
    ss_check_lone_contact other = one;
    for (int i = 0; i < 9; ++i)
        other.W[i] *= w;
    for (int i = 0; i < 3; ++i)
        other.q[i] *= v;
    other.rho_bar /= w;
    ss_check_lone_contact_pose(&other);
    ss_check_lone_contact_pose(&one);
    if (!ss_check_answer_lone(r, u, &one.problem, choice, error) ||
        !ss_check_answer_lone(scaled, u, &other.problem, choice, error))
        return false;
    for (int i = 0; i < 3; ++i)
        scaled[i] *= w / v;
    const double size = ss_norm(r), difference = ss_check_vector_distance(r, scaled, 3);
    ss_check_finding_see(f, size > 0.0 ? difference / size : difference,
                         "contact %zu, W * %g, q * %g", k, w, v);
    return true;
}

/* The contacts of a block problem in another order: another path, the same solution. */
static bool one_reordered(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                          ss_error *error)
{
    ss_check_answer a[2] = {{.n = 0}, {.n = 0}};
    ss_check_blocks one = {.q = NULL}, other = {.q = NULL};
    size_t order[SS_CHECK_BLOCKS_MOST];
    bool solved = ss_check_blocks_random(&one, k + 1, error);
    const size_t n = solved ? one.problem.n_contacts : 0;
    for (size_t c = 0; c < n; ++c)
        order[c] = c;
    gsl_ran_shuffle(rng, order, n, sizeof *order);
    solved = solved && ss_check_blocks_reorder(&other, &one, order, error);
    for (int i = 0; solved && i < 2; ++i) {
        const ss_problem *const problem = i == 0 ? &one.problem : &other.problem;
        ss_choice tight;
        solved =
            ss_check_answer_tighten(&tight, choice, ss_check_answer_lambda_rho(problem), error);
        if (solved) {
            solved = ss_check_answer_settle(&a[i], problem, &tight, NULL, max_sweeps, error);
            ss_choice_free(&tight);
        }
    }
    for (size_t c = 0; solved && c < n; ++c) /* u: r need not be unique */
        ss_check_finding_see(f, ss_check_vector_distance(a[1].u + 3 * c, a[0].u + 3 * order[c], 3),
                             "cluster %zu, contact %zu", k + 1, order[c]);
    ss_check_answer_free(&a[0]);
    ss_check_answer_free(&a[1]);
    ss_check_blocks_free(&one);
    ss_check_blocks_free(&other);
    return solved;
}

SS_CHECK_DEFINE(frame, "invariances", "frame", "|r - R r'|, N s, tangents turned about the normal",
                1e-10, FAIL, .one = one_frame, .n = n_contacts, .seed = 11);
SS_CHECK_DEFINE(turned, "invariances", "turned", "velocity, m/s, of a scene turned as a whole",
                1e-10, FAIL, .one = one_turned, .n = n_packings, .seed = 1);
SS_CHECK_DEFINE(renamed, "invariances", "renamed",
                "velocity, m/s, of a scene with its bodies renumbered", 1e-10, FAIL,
                .one = one_renamed, .n = n_packings, .seed = 2);
SS_CHECK_DEFINE(reordered, "invariances", "reordered",
                "velocity, m/s, of contacts in another order", 1e-10, FAIL, .one = one_reordered,
                .n = n_orders, .seed = 12);
SS_CHECK_DEFINE(contact_units, "invariances", "contact-units",
                "|r - r'| / |r|, W and q in other units", 1e-12, NOTE, .one = one_contact_units,
                .n = n_contacts, .seed = 5);
SS_CHECK_DEFINE(mass, "invariances", "unit-mass", "velocity, m/s, with mass in 1e6 and 1e-6 kg",
                1e-10, NOTE, .one = one_unit, .n = 2 * n_packings, .seed = 13, .variant = 0);
SS_CHECK_DEFINE(length, "invariances", "unit-length",
                "velocity, m/s, with length in 1e6 and 1e-6 m", 1e-10, NOTE, .one = one_unit,
                .n = 2 * n_packings, .seed = 14, .variant = 1);
SS_CHECK_DEFINE(time, "invariances", "unit-time", "velocity, m/s, with time in 1e6 and 1e-6 s",
                1e-10, NOTE, .one = one_unit, .n = 2 * n_packings, .seed = 15, .variant = 2);
