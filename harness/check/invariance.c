/* Checks of what must not matter: how the scene is turned, its bodies and contacts numbered, its
 * quantities measured. All solutions are brought to rest with the solver made tight.
 *
 *     one scene  ---- change ---->  the other: turned by R, renamed, in other units
 *         | solve a step                | solve a step
 *     velocities  -- change -->  compared, in units of the first, with those of the other
 *
 * Compared are velocities, not r, which need not be unique in a packing. They are of order 1 m/s
 * before the step, so 1e-10 is what rest leaves (1e-14) times the condition; other units than the
 * SI's are noted only: methods with an absolute constant are published and wanted as they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "problems/contact/vec3.h"

#include <gsl/gsl_randist.h>
#include <math.h>

enum { n_packings = 40, n_orders = 15, n_contacts = 300, n_outer = 10, max_sweeps = 50000 };

/* Pose and solve one step until nothing moves, and move the scene on. *rests: r came to rest. */
static bool one_step(const ss_check_case *c, ss_check_cluster *p, bool *rests)
{
    ss_check_answer a = {.n = 0};
    const bool solved = ss_check_cluster_pose(p, c->error) &&
                        ss_check_answer_rest(&a, p->problem, c->choice, NULL, max_sweeps, c->error);
    *rests = a.rests;
    if (solved)
        ss_step_finish(p->step, a.r);
    ss_check_answer_free(&a);
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
            largest = fmax(largest, fabs(v[i] - vb[i] * c->unit[2] / c->unit[1]));
            largest = fmax(largest, fabs(w[i] - vb[3 + i] * c->unit[2]));
        }
    }
    return largest;
}

/* One packing and the same one changed. Velocities before the step are of order 1 m/s. */
static bool see_change(const ss_check_case *c, const ss_check_change *change, unsigned long seed)
{
    ss_check_cluster *const one = &c->room->one, *const other = &c->room->other;
    bool rests[2] = {false, false};
    if (!ss_check_cluster_random(one, seed, SS_CHECK_CHANGE_BODIES, seed % 2 == 0, c->error) ||
        !ss_check_change_scene(other, one, change, c->error) || !one_step(c, one, &rests[0]) ||
        !one_step(c, other, &rests[1]))
        return false;
    if (one->problem->n_contacts != other->problem->n_contacts)
        return ss_error_set(c->error, SS_ERROR_INTERNAL,
                            "packing %lu has %zu contacts, changed %zu", seed,
                            one->problem->n_contacts, other->problem->n_contacts);
    if (rests[0] && rests[1])
        ss_check_see(c, velocity_difference(one, other, change), "packing %lu", seed);
    else
        ss_check_see(c, INFINITY, "packing %lu%s: does not come to rest", seed,
                     rests[0] ? ", changed" : "");
    return true;
}

/* All but the frame of each contact is turned: t1 and t2 are chosen anew, and gravity is no more
 * along z. Who takes an axis of the scene for the normal fails. */
static bool one_turned(const ss_check_case *c)
{
    ss_check_change change = ss_check_change_none();
    ss_check_random_rotation(c->rng, change.R);
    return see_change(c, &change, c->k + 1);
}

/* Other numbers of bodies, and so another order of contacts and other first bodies: normals turn
 * round. */
static bool one_renamed(const ss_check_case *c)
{
    ss_check_change change = ss_check_change_none();
    gsl_ran_shuffle(c->rng, change.name, SS_CHECK_CHANGE_BODIES, sizeof *change.name);
    return see_change(c, &change, c->k + 1);
}

/* Mass, length or time in units 1e6 and 1e-6 times as large: no power of two, so bits differ. */
static bool one_unit(const ss_check_case *c)
{
    ss_check_change change = ss_check_change_none();
    change.unit[c->finding->check->variant] = c->k % 2 == 0 ? 1e6 : 1e-6;
    return see_change(c, &change, c->k / 2 + 1);
}

/* The same contact seen in a frame that is turned about n: W' = R W R^T, q' = R q, r' = R r. */
static bool one_frame(const ss_check_case *c)
{
    const double angle = ss_check_random_uniform(c->rng, 0.0, 2.0 * M_PI);
    const double R[9] = {1, 0, 0, 0, cos(angle), -sin(angle), 0, sin(angle), cos(angle)};
    ss_check_lone_contact one;
    double r[3], u[3], turned[3], wanted[3];
    ss_check_lone_contact_draw(&one, c->rng, true, 0.5);
    ss_check_lone_contact other = one;
    ss_mul3(other.q, R, one.q);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double row[3];
            ss_mul3(row, one.W, R + 3 * j);
            other.W[3 * i + j] = ss_dot(R + 3 * i, row);
        }
    ss_check_lone_contact_pose(&other);
    if (!ss_check_answer_lone(r, u, &one.problem, c->choice, c->error) ||
        !ss_check_answer_lone(turned, u, &other.problem, c->choice, c->error))
        return false;
    ss_mul3(wanted, R, r);
    ss_check_see(c, ss_check_vector_distance(turned, wanted, 3), "contact %zu turned by %.3g rad",
                 c->k, angle);
    return true;
}

/* W in units 1e6 or 1e-6 times as large, q likewise, of a lone contact: the scaling is exact but
 * for some roundings, whatever the contact, hence 1e-12. */
static bool one_contact_units(const ss_check_case *c)
{
    const double w = c->k % 2 == 0 ? 1e6 : 1e-6, v = c->k % 4 < 2 ? 1e6 : 1e-6;
    ss_check_lone_contact one;
    double r[3], u[3], scaled[3];
    ss_check_lone_contact_draw(&one, c->rng, c->k % 3 == 0, 0.5);
    ss_check_lone_contact other = one;
    for (int i = 0; i < 9; ++i)
        other.W[i] *= w;
    for (int i = 0; i < 3; ++i)
        other.q[i] *= v;
    other.rho_bar /= w;
    ss_check_lone_contact_pose(&other);
    if (!ss_check_answer_lone(r, u, &one.problem, c->choice, c->error) ||
        !ss_check_answer_lone(scaled, u, &other.problem, c->choice, c->error))
        return false;
    for (int i = 0; i < 3; ++i)
        scaled[i] *= w / v;
    ss_check_see(c, ss_check_vector_relative(scaled, r, 3), "contact %zu, W * %g, q * %g", c->k, w,
                 v);
    return true;
}

/* The block form of a cluster's problem, its contact c being order[c] of the cluster. NULL and an
 * error without memory. */
static ss_block_problem *reorder(const ss_problem *from, const size_t *order, ss_error *error)
{
    double q[3 * SS_CHECK_BLOCKS_MOST], mu[SS_CHECK_BLOCKS_MOST], rho_bar[SS_CHECK_BLOCKS_MOST];
    ss_ball_contact contacts[SS_CHECK_BLOCKS_MOST];
    ss_ball_form balls = *from->balls;
    ss_problem problem = *from;
    for (size_t c = 0; c < from->n_contacts; ++c) {
        ss_copy3(q + 3 * c, from->q + 3 * order[c]);
        mu[c] = from->mu[order[c]];
        rho_bar[c] = from->rho_bar[order[c]];
        contacts[c] = from->balls->contacts[order[c]];
    }
    balls.contacts = contacts;
    problem.q = q;
    problem.mu = mu;
    problem.rho_bar = rho_bar;
    problem.balls = &balls;
    return ss_block_problem_from_body(&problem, error);
}

/* The contacts of a block problem in another order: another path, the same solution. Seen are both
 * u, for r need not be unique. */
static bool one_reordered(const ss_check_case *c)
{
    size_t order[SS_CHECK_BLOCKS_MOST];
    ss_check_cluster *const one = &c->room->one;
    ss_check_answer *const a = &c->room->a, *const b = &c->room->b;
    if (!ss_check_cluster_random(one, c->k + 1, SS_CHECK_BLOCKS_BALLS, true, c->error) ||
        !ss_check_cluster_pose(one, c->error))
        return false;
    const size_t n = one->problem->n_contacts;
    for (size_t i = 0; i < n; ++i)
        order[i] = i;
    gsl_ran_shuffle(c->rng, order, n, sizeof *order);
    one->blocks = ss_block_problem_from_body(one->problem, c->error);
    ss_block_problem *const other = reorder(one->problem, order, c->error);
    const bool solved = one->blocks != NULL && other != NULL &&
                        ss_check_answer_rest(a, ss_block_problem_view(one->blocks), c->choice, NULL,
                                             max_sweeps, c->error) &&
                        ss_check_answer_rest(b, ss_block_problem_view(other), c->choice, NULL,
                                             max_sweeps, c->error);
    for (size_t i = 0; solved && i < n; ++i)
        ss_check_see(c, ss_check_vector_distance(b->u + 3 * i, a->u + 3 * order[i], 3),
                     "cluster %zu, contact %zu", c->k + 1, order[i]);
    ss_block_problem_free(other);
    return solved;
}

SS_CHECK_DEFINE(LOCAL, frame, "invariances", "frame",
                "|r - R r'|, N s, tangents turned about the normal", 1e-10, FAIL, .one = one_frame,
                .n = n_contacts, .seed = 11);
SS_CHECK_DEFINE(LOCAL, contact_units, "invariances", "contact-units",
                "|r - r'| / |r|, W and q in other units", 1e-12, NOTE, .one = one_contact_units,
                .n = n_contacts, .seed = 5);
SS_CHECK_TWINS(turned, "invariances", "turned", "velocity, m/s, of a scene turned as a whole",
               1e-10, FAIL, n_packings, n_outer, .one = one_turned, .seed = 1);
SS_CHECK_TWINS(renamed, "invariances", "renamed",
               "velocity, m/s, of a scene with its bodies renumbered", 1e-10, FAIL, n_packings,
               n_outer, .one = one_renamed, .seed = 2);
SS_CHECK_TWINS(reordered, "invariances", "reordered", "velocity, m/s, of contacts in another order",
               1e-10, FAIL, n_orders, n_outer, .one = one_reordered, .seed = 12);
SS_CHECK_TWINS(mass, "invariances", "unit-mass", "velocity, m/s, with mass in 1e6 and 1e-6 kg",
               1e-10, NOTE, 2 * n_packings, n_outer, .one = one_unit, .seed = 13, .variant = 0);
SS_CHECK_TWINS(length, "invariances", "unit-length", "velocity, m/s, with length in 1e6 and 1e-6 m",
               1e-10, NOTE, 2 * n_packings, n_outer, .one = one_unit, .seed = 14, .variant = 1);
SS_CHECK_TWINS(time, "invariances", "unit-time", "velocity, m/s, with time in 1e6 and 1e-6 s",
               1e-10, NOTE, 2 * n_packings, n_outer, .one = one_unit, .seed = 15, .variant = 2);
