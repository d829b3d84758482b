/* Packs of balls: alike at any number, at rest, without overlap, and pushed as they should be.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/source.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void make_pack(test_packing *p, const char *settings, unsigned long instance)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_scene_create(p, "ball-pack", settings, instance);
    cr_assert(p->scene.settle(&p->scene, &error), "%s", error.text);
}

static double height(const ss_bodies *bodies)
{
    double top = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        top = fmax(top, bodies->x[3 * b + 2] + bodies->radius[b]);
    return top;
}

/* Some three contacts a ball (method 12.5), about as high as wide, in equal boxes. */
static void check_shape(const char *settings)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    make_pack(&p, settings, 1);
    test_packing_pose(&p);
    const double n = (double)p.scene.bodies.n_moving;
    const double contacts = (double)p.problem->n_contacts / n;
    const double shape = height(&p.scene.bodies) / p.scene.box_width;
    cr_expect(ss_scene_check_start(&p.scene, &error), "%s: %s", settings, error.text);
    cr_expect(contacts > 2.7 && contacts < 3.3, "%s: %g contacts a ball", settings, contacts);
    cr_expect(shape > 0.6 && shape < 1.3, "%s: height %g of the width", settings, shape);
    test_packing_free(&p);
}

Test(packs, are_alike_at_any_number_of_balls)
{
    check_shape("balls=64");
    check_shape("balls=343");
    check_shape("balls=1000");
    check_shape("balls=343,radius-min=8e-3");
    check_shape("balls=343,still=0.3");
}

/* How still is enough is 0.1 unless it is said, and changes where they rest. */
Test(packs, are_the_same_bits_for_an_instance_and_others_for_another)
{
    static const char *const settings[] = {"balls=64,still=0.1", "balls=64,v=0.01",
                                           "balls=64,v=0.01", "balls=64,still=0.3"};
    test_packing p[4];
    for (unsigned long k = 0; k < 4; ++k)
        make_pack(&p[k], settings[k], k == 2 ? 2 : 1);
    const size_t size = 3 * 64 * sizeof(double);
    const ss_bodies *const one = &p[0].scene.bodies, *const pushed = &p[1].scene.bodies;
    cr_expect_eq(memcmp(one->x, pushed->x, size), 0, "velocities move the pack");
    cr_expect_neq(memcmp(pushed->x, p[2].scene.bodies.x, size), 0);
    cr_expect_neq(memcmp(pushed->v, p[2].scene.bodies.v, size), 0);
    cr_expect_neq(memcmp(one->x, p[3].scene.bodies.x, size), 0,
                  "less still, and at the same places");
    for (unsigned long k = 0; k < 4; ++k)
        test_packing_free(&p[k]);
}

/* Impulses hold all: what moves after the step is less than a thousandth of a fall. */
Test(packs, stay_at_rest)
{
    test_packing p;
    test_solution s;
    make_pack(&p, "balls=125", 1);
    test_packing_pose(&p);
    test_solve(&s, p.problem, "exact", 1e-14, 20000);
    const ss_bodies *const bodies = &p.scene.bodies;
    ss_step_finish(p.step, s.r);
    const double fall = p.scene.params.h * p.scene.params.gravity;
    const double falling = 0.5 * 125.0 * fall * fall / bodies->inv_mass[0];
    cr_expect(ss_bodies_kinetic_energy(bodies) < 1e-3 * falling, "%g of a fall",
              ss_bodies_kinetic_energy(bodies) / falling);
    test_solution_free(&s);
    test_packing_free(&p);
}

/* Mean 0 and deviation v, each within four of its own standard deviations. */
Test(packs, are_pushed_with_normal_velocities)
{
    enum { n = 500 };
    test_packing p;
    double sum = 0.0, squares = 0.0, turning = 0.0;
    test_scene_create(&p, "ball-pack", "balls=500,v=0.1", 2);
    for (size_t b = 0; b < n; ++b)
        for (size_t k = 0; k < 3; ++k) {
            sum += p.scene.bodies.v[6 * b + k];
            squares += pow(p.scene.bodies.v[6 * b + k], 2.0);
            turning += fabs(p.scene.bodies.v[6 * b + 3 + k]);
        }
    cr_expect(fabs(sum) <= 4.0 * 0.1 * sqrt(3.0 * n), "mean %g", sum / (3.0 * n));
    cr_expect(fabs(squares / (3.0 * n) - 0.01) <= 4.0 * 0.01 * sqrt(2.0 / (3.0 * n)), "%g",
              squares / (3.0 * n));
    cr_expect_eq(turning, 0.0);
    test_packing_free(&p);
}

/* What two processes make of one scene is the scene, to the bit; a ghost touches own balls alone.
 */
Test(packs, made_share_by_share_are_the_whole)
{
    enum { WHOLE = 60, FIRST = 23 };
    static const ss_scene_share shares[] = {{0, FIRST}, {FIRST, WHOLE - FIRST}};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice choice;
    ss_scene whole, share;
    cr_assert(ss_problem_choice_parse(&choice, "balls-500", &error));
    cr_assert(ss_problem_choice_set_list(&choice, "balls=60", &error), "%s", error.text);
    cr_assert(ss_catalogue_open(choice.entry, choice.params, 3, NULL, &whole, &error));
    for (size_t k = 0; k < 2; ++k) {
        const size_t first = shares[k].first, n = shares[k].n;
        cr_assert(ss_catalogue_open(choice.entry, choice.params, 3, &shares[k], &share, &error));
        cr_expect(share.bodies.n_moving == n && share.bodies.n == n + 5 && share.share == NULL);
        cr_expect(memcmp(share.bodies.x, whole.bodies.x + 3 * first, 3 * n * sizeof(double)) == 0);
        cr_expect(
            memcmp(share.bodies.inv_mass, whole.bodies.inv_mass + first, n * sizeof(double)) == 0);
        ss_scene_free(&share);
    }
    ss_scene_free(&whole);
    ss_problem_choice_free(&choice);
    cr_assert(ss_problem_choice_parse(&choice, "balls-4", &error));
    cr_expect(!ss_catalogue_open(choice.entry, choice.params, 1, shares, &share, &error) &&
              error.code == SS_ERROR_USAGE);
    ss_problem_choice_free(&choice);
}
