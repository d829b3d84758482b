/* One step's solution does not depend on how the scene is turned, its bodies numbered or its
 * quantities measured; neither do the estimators that claim to have no units.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators.h"
#include "problems/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <stdlib.h>

enum { n_packings = 40, n_bodies = 7, max_sweeps = 50000 };

/* Body b of the one scene is body name[b] of the other; x' = length R x, and so on. */
typedef struct change {
    double R[9], mass, length, time;
    size_t name[n_bodies];
} change;

static change no_change(void)
{
    change c = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 1.0, .length = 1.0, .time = 1.0};
    for (size_t b = 0; b < n_bodies; ++b)
        c.name[b] = b;
    return c;
}

/* y = s R x. */
static void turn(double y[3], const change *c, double s, const double x[3])
{
    ss_mul3(y, c->R, x);
    for (int k = 0; k < 3; ++k)
        y[k] *= s;
}

static void change_scene(test_packing *to, const test_packing *from, const change *c)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_bodies *const old = &from->scene.bodies;
    *to = (test_packing){.scene = from->scene};
    ss_bodies *const bodies = &to->scene.bodies;
    cr_assert(ss_bodies_create(bodies, old->n, &error));
    to->scene.params.h *= c->time;
    to->scene.params.margin *= c->length;
    turn(to->scene.gravity, c, c->length / (c->time * c->time), from->scene.gravity);
    for (size_t w = 0; w < to->scene.n_walls; ++w) {
        turn(to->scene.walls[w].normal, c, 1.0, from->scene.walls[w].normal);
        to->scene.walls[w].offset *= c->length;
    }
    for (size_t b = 0; b < old->n; ++b) {
        const size_t to_b = c->name[b];
        bodies->radius[to_b] = old->radius[b] * c->length;
        bodies->inv_mass[to_b] = old->inv_mass[b] / c->mass;
        bodies->inv_inertia[to_b] = old->inv_inertia[b] / (c->mass * c->length * c->length);
        turn(bodies->x + 3 * to_b, c, c->length, old->x + 3 * b);
        turn(bodies->v + 6 * to_b, c, c->length / c->time, old->v + 6 * b);
        turn(bodies->v + 6 * to_b + 3, c, 1.0 / c->time, old->v + 6 * b + 3);
    }
    to->step = ss_step_create(&to->scene, &error);
    cr_assert_not_null(to->step);
}

/* Pose and solve one step until nothing moves; returns false if it still moved at the end. */
static bool one_step(test_packing *p, const ss_local_solver *s)
{
    test_solution solution;
    test_packing_pose(p);
    ss_local_choice choice = test_exact_choice(s, test_lambda_rho(p->problem));
    test_solve_still(&solution, p->problem, &choice, NULL, max_sweeps);
    const bool rests = solution.report.sweeps < max_sweeps;
    ss_step_finish(p->step, solution.r);
    test_solution_free(&solution);
    ss_local_choice_free(&choice);
    return rests;
}

/* Largest difference of two bodies' velocities, angular ones times a length of 1, changed back. */
static double velocity_difference(const test_packing *a, const test_packing *b, const change *c)
{
    double largest = 0.0;
    for (size_t k = 0; k < a->scene.bodies.n; ++k) {
        const double *const va = a->scene.bodies.v + 6 * k;
        const double *const vb = b->scene.bodies.v + 6 * c->name[k];
        double v[3], w[3];
        turn(v, c, 1.0, va);
        turn(w, c, 1.0, va + 3);
        for (int i = 0; i < 3; ++i) {
            largest = fmax(largest, fabs(v[i] - vb[i] * c->time / c->length));
            largest = fmax(largest, fabs(w[i] - vb[3 + i] * c->time));
        }
    }
    return largest;
}

/* Velocities before a step are of order 1 m/s. */
static void check_change(const change *c, const char *what, unsigned long seed)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        gsl_rng *const rng = test_rng(seed);
        test_packing one, other;
        test_packing_create(&one, rng, n_bodies, seed % 2 == 0, NULL);
        change_scene(&other, &one, c);
        const bool rest_one = one_step(&one, s), rest_other = one_step(&other, s);
        TEST_REQUIRE(rest_one && rest_other, "%s, packing %lu: no rest", s->name, seed);
        TEST_REQUIRE(one.problem->n_contacts == other.problem->n_contacts &&
                         one.problem->n_contacts >= n_bodies - 1,
                     "%s, packing %lu: %zu and %zu contacts", what, seed, one.problem->n_contacts,
                     other.problem->n_contacts);
        const double difference = velocity_difference(&one, &other, c);
        TEST_REQUIRE(difference <= 1e-10, "%s, %s, packing %lu: velocities differ by %g", s->name,
                     what, seed, difference);
        test_packing_free(&one);
        test_packing_free(&other);
        gsl_rng_free(rng);
    }
}

Test(symmetry, turning_the_scene_turns_its_solution)
{
    gsl_rng *const rng = test_rng(1);
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        change c = no_change();
        test_rotation(rng, c.R);
        check_change(&c, "turned", seed);
    }
    gsl_rng_free(rng);
}

Test(symmetry, renaming_the_bodies_renames_the_solution)
{
    gsl_rng *const rng = test_rng(2);
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        change c = no_change();
        gsl_ran_shuffle(rng, c.name, n_bodies, sizeof *c.name);
        check_change(&c, "renamed", seed);
    }
    gsl_rng_free(rng);
}

Test(symmetry, units_do_not_matter)
{
    for (unsigned long seed = 1; seed <= n_packings; ++seed)
        for (int unit = 0; unit < 6; ++unit) {
            change c = no_change();
            const double factor = unit % 2 == 0 ? 1e6 : 1e-6;
            double *const units[3] = {&c.mass, &c.length, &c.time};
            *units[unit / 2] = factor;
            check_change(&c, unit / 2 == 0 ? "mass" : unit / 2 == 1 ? "length" : "time", seed);
        }
}

/* A packing posed, with an arbitrary r of the size of its solution; everything random. */
typedef struct evidence {
    test_packing p;
    double *r, *u, *held;
    ss_evidence e;
} evidence;

static void make_evidence(evidence *v, unsigned long seed, const change *c)
{
    gsl_rng *const rng = test_rng(seed);
    test_packing first;
    test_packing_create(&first, rng, n_bodies, false, NULL);
    change_scene(&v->p, &first, c);
    test_packing_free(&first);
    test_packing_pose(&v->p);
    const size_t n = 3 * v->p.problem->n_contacts;
    v->r = calloc(n, sizeof *v->r);
    v->u = calloc(n, sizeof *v->u);
    v->held = calloc(n, sizeof *v->held);
    for (size_t k = 0; k < n; ++k) /* the frames are those of the bodies: only units change r */
        v->r[k] = test_uniform(rng, k % 3 == 0 ? 0.0 : -0.5, 1.0) * c->mass * c->length / c->time;
    test_velocity(v->u, v->p.problem, v->r);
    memcpy(v->held, v->u, n * sizeof *v->u);
    v->e = (ss_evidence){v->p.problem, v->r, v->u, v->held};
    gsl_rng_free(rng);
}

static void free_evidence(evidence *v)
{
    free(v->r);
    free(v->u);
    free(v->held);
    test_packing_free(&v->p);
}

/* Every estimator in "-" is the same in all units; what has units is not. */
Test(symmetry, estimators_without_unit_have_none)
{
    const change si = no_change();
    for (unsigned long seed = 1; seed <= n_packings; ++seed)
        for (int unit = 0; unit < 6; ++unit) {
            change c = no_change();
            *(unit / 2 == 0   ? &c.mass
              : unit / 2 == 1 ? &c.length
                              : &c.time) = unit % 2 == 0 ? 1e6 : 1e-6;
            evidence one, other;
            make_evidence(&one, seed, &si);
            make_evidence(&other, seed, &c);
            for (size_t k = 0; ss_estimator_at(k) != NULL; ++k) {
                const ss_estimator *const s = ss_estimator_at(k);
                const double a = s->value(&one.e), b = s->value(&other.e);
                TEST_REQUIRE(strcmp(s->unit, "-") != 0 || (a > 0.0 && fabs(a / b - 1.0) <= 1e-12),
                             "%s: %.17g, in other units (%d) %.17g", s->name, a, unit, b);
            }
            free_evidence(&one);
            free_evidence(&other);
        }
}

/* W c and r / c leave u, q and E1 as they are, for a problem of one contact with a full block. */
Test(symmetry, e1_knows_no_unit_of_impulse)
{
    gsl_rng *const rng = test_rng(3);
    for (int k = 0; k < 10000; ++k) {
        const double factor = test_log_uniform(rng, 1e-9, 1e9);
        double r[3], u[3], value[2];
        test_contact c = {.mu = test_uniform(rng, 0.0, 1.0), .rho_bar = 1.0};
        test_full_block(rng, c.W, 1.0, 100.0, 0.0);
        test_direction(rng, c.q);
        test_direction(rng, r);
        test_contact_pose(&c);
        test_velocity(u, &c.problem, r);
        const ss_evidence e = {&c.problem, r, u, u};
        value[0] = ss_estimate_e1(&e);
        for (int i = 0; i < 9; ++i)
            c.W[i] *= factor;
        for (int i = 0; i < 3; ++i)
            r[i] /= factor;
        value[1] = ss_estimate_e1(&e);
        TEST_REQUIRE(value[0] > 0.0 && fabs(value[1] / value[0] - 1.0) <= 1e-13,
                     "W * %g: %.17g becomes %.17g", factor, value[0], value[1]);
    }
    gsl_rng_free(rng);
}

/* One contact that sticks, one that slides, one that opens, uncoupled, solved in integers. */
static const double W_exact[27] = {1, 0, 0, 0, 2, 0, 0, 0, 2, 1, 0, 0, 0, 2,
                                   0, 0, 0, 2, 1, 0, 0, 0, 2, 0, 0, 0, 2};
static const double q_exact[9] = {-4, 2, -2, -4, 4 + 8, 0, 1, 3, -1};
static const double r_exact[9] = {4, -1, 1, 4, -2, 0, 0, 0, 0};
static const double u_exact[9] = {0, 0, 0, 0, 8, 0, 1, 3, -1};
static const double mu_exact[3] = {0.5, 0.5, 0.5}, rho_exact[3] = {1, 1, 1};

Test(symmetry, estimators_vanish_at_the_exact_solution)
{
    const ss_problem problem = {3, q_exact, mu_exact, W_exact, rho_exact, NULL, NULL};
    const ss_evidence e = {&problem, r_exact, u_exact, u_exact};
    size_t n = 0;
    for (const ss_estimator *s; (s = ss_estimator_at(n)) != NULL; ++n)
        cr_expect(s->value(&e) == 0.0, "%s is %g", s->name, s->value(&e));
    cr_expect(n >= 5);
    const ss_statuses statuses = ss_estimate_statuses(&e);
    cr_expect(statuses.open == 1 && statuses.sticking == 1 && statuses.sliding == 1);
}

/* Nonsense at any one contact is nonsense as a whole: NaN, which no comparison calls small. */
Test(symmetry, estimators_of_nan_are_nan)
{
    const ss_problem problem = {3, q_exact, mu_exact, W_exact, rho_exact, NULL, NULL};
    for (size_t k = 0; k < 9; ++k) {
        double r[9], u[9];
        memcpy(r, r_exact, sizeof r);
        memcpy(u, u_exact, sizeof u);
        const size_t c = 3 * (k / 3);
        for (size_t i = c; i < c + 3; ++i) /* from one number W r + q makes NaN of the contact */
            u[i] = NAN;
        r[k] = NAN;
        r[c] = k == c ? NAN : r[c];
        const ss_evidence e = {&problem, r, u, u};
        for (size_t i = 0; ss_estimator_at(i) != NULL; ++i)
            cr_expect(isnan(ss_estimator_at(i)->value(&e)), "%s: %g with NaN at component %zu",
                      ss_estimator_at(i)->name, ss_estimator_at(i)->value(&e), k);
    }
}

/* A defect in one contact shows in E1, and in the parts of eps that are about it. */
Test(symmetry, estimators_see_what_is_wrong)
{
    const ss_problem problem = {3, q_exact, mu_exact, W_exact, rho_exact, NULL, NULL};
    double r[9], u[9];
    memcpy(r, r_exact, sizeof r);
    memcpy(u, u_exact, sizeof u);
    const ss_evidence e = {&problem, r, u, u};
    r[3] = 3.0; /* outside the cone by 2 - 1.5, penetrating at 1 m/s */
    u[3] = -1.0;
    const ss_eps eps = ss_estimate_eps(&e);
    cr_expect(eps.motion == 0.0 && fabs(eps.pen - 1.0 / 3.0) <= 1e-15);
    cr_expect(fabs(eps.proj - 0.5 / sqrt(1.25) / 3.0) <= 1e-15, "%g", eps.proj);
    cr_expect(fabs(eps.b - fabs(-1.0 * 3.0 - 16.0 + 12.0) / 3.0) <= 1e-15, "%g", eps.b);
    cr_expect(ss_estimate_pen_true(&e) == 1.0 && ss_estimate_pen_local(&e) == 1.0);
    cr_expect(ss_estimate_e1(&e) > 0.01);
}
