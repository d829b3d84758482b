/* Regular piles of cannonballs: their forces in closed form, what the base carries of them, and the
 * friction that two layers need.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

/* A pile after a step from rest, solved until nothing moves. Free with pile_free. */
typedef struct pile {
    test_packing packing;
    test_still_step step;
    const ss_bodies *bodies;
    double weight; /* m g of a ball, N */
} pile;

static void pile_open(pile *p, const char *settings)
{
    test_scene_create(&p->packing, "canon-ball", settings, 1);
    p->bodies = &p->packing.scene.bodies;
    p->weight = ss_bodies_mass(p->bodies, 0) * p->packing.scene.params.gravity;
    test_still_step_take(&p->step, &p->packing, "exact");
}

static void pile_free(pile *p)
{
    test_still_step_free(&p->step);
    test_packing_free(&p->packing);
}

/* Force of the base on ball b of its lowest layer, over m g: where it is held, what its weight and
 * all its contacts leave over; else that of the floor, the last body. */
static double load(const pile *p, size_t b)
{
    const ss_moment *const m = &p->step.moment;
    double force[3], sum = 0.0;
    ss_moment_forces(&force, m, b, 1);
    if (ss_bodies_is_blocked(p->bodies, b))
        return 1.0 - force[2] / p->weight;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(m->problem, c);
        sum += pair.i == b && pair.j == p->bodies->n_moving ? m->r[3 * c] : 0.0;
    }
    return sum / p->packing.scene.params.h / p->weight;
}

static bool is_base(const pile *p, size_t b)
{
    return p->bodies->x[3 * b + 2] < 1.5 * p->bodies->radius[b];
}

/* Three contacts a ball, three equations: the only solution. */
Test(canon_ball, tetrahedra_press_alike_on_all_of_their_base)
{
    static const size_t layers[] = {2, 6, 15};
    for (size_t k = 0; k < 3; ++k) {
        char settings[80];
        pile p;
        snprintf(settings, sizeof settings, "pile=tetrahedron,gap=1e-4,mu=0,layers=%zu", layers[k]);
        pile_open(&p, settings);
        const double L = (double)layers[k], want = (L + 2.0) / 3.0;
        size_t n = 0;
        for (size_t b = 0; b < p.bodies->n_moving; ++b)
            if (is_base(&p, b)) {
                ++n;
                TEST_REQUIRE(fabs(load(&p, b) / want - 1.0) <= 1e-9,
                             "L = %g, ball %zu: %.12g, not %g", L, b, load(&p, b), want);
            }
        cr_expect_eq(n, layers[k] * (layers[k] + 1) / 2);
        cr_expect_eq(p.bodies->n_moving, layers[k] * (layers[k] + 1) * (layers[k] + 2) / 6);
        cr_expect_leq(test_still_step_miss(&p.step, "canon-ball", "base_0"),
                      1e-9 * test_still_step_value(&p.step, "canon-ball", "base_0"));
        cr_expect_leq(test_still_step_miss(&p.step, "canon-ball", "base_middle"), 1e-9);
        cr_expect_leq(test_still_step_miss(&p.step, "canon-ball", "base_force"),
                      1e-9 * p.weight * (double)p.bodies->n_moving);
        cr_expect_leq(test_still_step_miss(&p.step, "canon-ball", "speed_max"),
                      1e-9 * p.packing.scene.params.gravity * p.packing.scene.params.h);
        pile_free(&p);
    }
}

/* One of many solutions, so that single forces are not pinned. A base that is held with friction
 * takes moments, too; without, or on the floor, loads have none. */
Test(canon_ball, the_base_carries_all_whatever_the_friction)
{
    enum { HELD = 2 };
    static const char *const settings[] = {"layers=5,mu=0,gap=1e-4", "layers=6,mu=0",
                                           "layers=6,mu=0.6", "layers=2,base=free,mu=0.6",
                                           "layers=3,base=free,mu=0.8,pile=tetrahedron"};
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; ++k) {
        pile p;
        double sum = 0.0, along_x = 0.0, along_y = 0.0;
        pile_open(&p, settings[k]);
        const double n = (double)p.bodies->n_moving, a = p.bodies->radius[0];
        for (size_t b = 0; b < p.bodies->n_moving; ++b)
            if (is_base(&p, b)) {
                sum += load(&p, b);
                along_x += load(&p, b) * p.bodies->x[3 * b] / a;
                along_y += load(&p, b) * p.bodies->x[3 * b + 1] / a;
            }
        cr_expect(fabs(sum / n - 1.0) <= 1e-9, "%s: %.12g m g of %g", settings[k], sum, n);
        cr_expect(k == HELD || (fabs(along_x / n) <= 1e-9 && fabs(along_y / n) <= 1e-9),
                  "%s: %g and %g m g a", settings[k], along_x, along_y);
        cr_expect_leq(test_still_step_miss(&p.step, "canon-ball", "base_force"),
                      1e-9 * n * p.weight, "%s", settings[k]);
        pile_free(&p);
    }
}

/* The rings and the middle from the loads of single balls. */
Test(canon_ball, rings_sum_up_their_balls)
{
    static const char *const settings[] = {"layers=6,mu=0.6", "layers=2,base=free,mu=0.6"};
    for (size_t k = 0; k < 2; ++k) {
        pile p;
        double ring[3] = {0.0}, nearest = 0.0, all = 0.0, n = 0.0;
        pile_open(&p, settings[k]);
        const double a = p.bodies->radius[0];
        for (size_t b = 0; b < p.bodies->n_moving; ++b)
            if (is_base(&p, b)) {
                const double from_axis = hypot(p.bodies->x[3 * b], p.bodies->x[3 * b + 1]);
                ring[(size_t)(from_axis / (4.0 * a))] += load(&p, b) * p.weight;
                nearest += from_axis < 1.5 * a ? load(&p, b) / 4.0 : 0.0;
                all += load(&p, b);
                n += 1.0;
            }
        for (size_t i = 0; i < 3; ++i) {
            const double area = M_PI * 16.0 * a * a * (double)(2 * i + 1);
            char name[8];
            snprintf(name, sizeof name, "base_%zu", i);
            const double pressure = test_still_step_value(&p.step, "canon-ball", name);
            cr_expect(fabs(pressure - ring[i] / area) <= 1e-9 * ring[0] / area,
                      "%s, %s: %g, not %g", settings[k], name, pressure, ring[i] / area);
        }
        const double middle = test_still_step_value(&p.step, "canon-ball", "base_middle");
        cr_expect(fabs(middle / (nearest * n / all) - 1.0) <= 1e-9, "%s: %g, not %g", settings[k],
                  middle, nearest * n / all);
        pile_free(&p);
    }
}

/* Balls on the line through b and one that it rests on, from b upwards. */
static double balls_above(const ss_bodies *bodies, size_t below, size_t b)
{
    const double *const x = bodies->x + 3 * b;
    double step[3], count = 1.0;
    ss_sub3(step, x, bodies->x + 3 * below);
    for (size_t k = 0; k < bodies->n_moving; ++k) {
        double way[3], rest[3];
        ss_sub3(way, bodies->x + 3 * k, x);
        const double steps = round(ss_dot(way, step) / ss_dot(step, step));
        ss_copy3(rest, way);
        ss_axpy(rest, -steps, step);
        count += steps > 0.0 && ss_norm(rest) < 1e-6 * bodies->radius[b] ? 1.0 : 0.0;
    }
    return count;
}

/* F_ij over m g, 1 <= i, j <= L: a tent. */
static double tent(double L, double i, double j)
{
    return 0.25 * (fmin(i, j) + fmin(L + 1.0 - i, j) + fmin(i, L + 1.0 - j) +
                   fmin(L + 1.0 - i, L + 1.0 - j));
}

/* Each ball hands its own weight in equal parts to the four below, and every load straight on. */
Test(canon_ball, loads_handed_straight_on_hold_a_square_pile)
{
    enum { L = 5 };
    test_packing p;
    test_scene_create(&p, "canon-ball", "layers=5,mu=0,gap=1e-4", 1);
    test_packing_pose(&p);
    const ss_bodies *const bodies = &p.scene.bodies;
    const size_t n = p.problem->n_contacts;
    const double fall = p.scene.params.gravity * p.scene.params.h;
    const double impulse = ss_bodies_mass(bodies, 0) * fall;
    double *const r = calloc(3 * n, sizeof *r), load_on[L * L], sum = 0.0;
    cr_assert_not_null(r);
    for (size_t b = 0; b < L * L; ++b)
        load_on[b] = 1.0;
    for (size_t c = 0; c < n; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(p.problem, c);
        const double chain = 0.25 * balls_above(bodies, contact.i, contact.j);
        r[3 * c] = impulse * chain / fabs(contact.n[2]);
        if (contact.i < L * L)
            load_on[contact.i] += chain;
    }
    ss_step_finish(p.step, r);
    for (size_t b = 0; b < bodies->n_moving; ++b)
        cr_expect_leq(ss_norm(bodies->v + 6 * b), 1e-12 * fall, "ball %zu", b);
    for (size_t b = 0; b < L * L; ++b) {
        const double want = tent(L, (double)(b / L + 1), (double)(b % L + 1));
        cr_expect(fabs(load_on[b] - want) <= 1e-12, "ball %zu: %g, not %g", b, load_on[b], want);
        sum += want;
    }
    cr_expect_float_eq(sum, (double)bodies->n_moving, 1e-12);
    free(r);
    test_packing_free(&p);
}

/* Kinetic energy over M g a after 100 steps on a free base. */
static double fallen(const char *pile_of, double mu)
{
    char settings[80];
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    snprintf(settings, sizeof settings, "layers=2,base=free,pile=%s,mu=%g", pile_of, mu);
    test_scene_create(&p, "canon-ball", settings, 1);
    p.scene.params.limits = (ss_limits){1e-12, 100000};
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error));
    cr_assert(ss_check_cluster_advance(&p, &exact, 100, &report, &error), "%s", error.text);
    const ss_bodies *const bodies = &p.scene.bodies;
    const double heavy = ss_bodies_mass(bodies, 0) * p.scene.params.gravity * bodies->radius[0];
    const double energy = ss_bodies_kinetic_energy(bodies) / (heavy * (double)bodies->n_moving);
    ss_choice_free(&exact);
    test_packing_free(&p);
    return energy;
}

/* mu = tan(theta/2) at the upper contacts: sqrt 2 - 1 and sqrt 3 - sqrt 2. */
Test(canon_ball, two_layers_stand_from_a_friction_on)
{
    static const struct {
        const char *pile_of;
        double falls, stands;
    } piles[] = {{"square", 0.41, 0.42}, {"tetrahedron", 0.31, 0.32}};
    for (size_t k = 0; k < 2; ++k) {
        const double falls = fallen(piles[k].pile_of, piles[k].falls);
        const double stands = fallen(piles[k].pile_of, piles[k].stands);
        cr_expect(falls > 1e-7 && stands < 1e-17, "%s: %g and %g M g a", piles[k].pile_of, falls,
                  stands);
    }
}
