/* Bodies that are blocked for good where they touch a wall, gates that are taken away, and floors
 * whose motion is given to the end of a step: places, balances, contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BALLS = 8 };

/* Balls above a cylinder that blocks whoever touches it, if `blocks`. */
static void open_cylinder(test_packing *p, bool blocks)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_scene_create(p, "balls-cylinder", "h=1e-3,e_n=0.5,mu=0.4", 1);
    ss_step_free(p->step);
    p->scene.blocks_at = blocks ? BALLS : SIZE_MAX;
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step, "%s", error.text);
}

/* Note the balls that touched the wall in the step. */
static void note_touched(bool touched[BALLS], const test_still_step *step)
{
    for (size_t c = 0; c < step->moment.problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(step->moment.problem, c);
        if (contact.j == BALLS && step->moment.r[3 * c] > 0.0)
            touched[contact.i] = true;
    }
}

static void expect_held(const ss_bodies *bodies, size_t b, const double x[3], size_t k)
{
    cr_expect(ss_bodies_is_blocked(bodies, b) && test_norm(bodies->v + 6 * b, 6) == 0.0,
              "ball %zu is not held in step %zu", b, k);
    cr_expect(memcmp(bodies->x + 3 * b, x, 3 * sizeof *x) == 0, "ball %zu moves", b);
}

static void expect_one_that_moves(const ss_bodies *bodies, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        cr_expect(!ss_bodies_is_given(bodies, contact.i) || !ss_bodies_is_given(bodies, contact.j));
    }
}

Test(blocking, holds_who_touched_the_wall_from_the_next_step_on)
{
    test_packing p;
    double x[3 * BALLS], mass[BALLS], taken = 0.0;
    bool touched[BALLS] = {false};
    size_t n = 0;
    open_cylinder(&p, true);
    const ss_bodies *const bodies = &p.scene.bodies;
    for (size_t b = 0; b < BALLS; ++b)
        mass[b] = ss_bodies_mass(bodies, b);
    const double scale = -ss_bodies_potential_energy(bodies, p.scene.gravity);
    for (size_t k = 1; k <= 120; ++k) {
        test_still_step step;
        memcpy(x, bodies->x, sizeof x);
        test_still_step_solve(&step, &p, "exact", 1e-3, 5); /* balances hold for any r */
        for (size_t b = 0; b < BALLS; ++b)
            if (touched[b])
                expect_held(bodies, b, x + 3 * b, k);
        expect_one_that_moves(bodies, step.moment.problem);
        cr_expect(test_still_step_miss(&step, "balls-cylinder", "energy_balance") <=
                  1e-13 * fabs(scale));
        cr_expect(test_still_step_miss(&step, "balls-cylinder", "momentum_balance") <= 1e-15);
        note_touched(touched, &step);
        taken += p.scene.energy_blocked;
        test_still_step_free(&step);
    }
    for (size_t b = 0; b < BALLS; ++b) {
        n += touched[b];
        cr_expect(fabs(ss_bodies_mass(bodies, b) - mass[b]) <= 1e-15 * mass[b]);
    }
    cr_expect(n >= 2 && taken > 0.0, "%zu balls touched the wall, %g J", n, taken);
    test_packing_free(&p);
}

Test(blocking, of_none_changes_nothing)
{
    test_packing p;
    open_cylinder(&p, false);
    test_packing_advance(&p, "exact", 60);
    cr_expect_null(p.scene.bodies.blocked);
    cr_expect_eq(p.scene.energy_blocked, 0.0);
    test_packing_free(&p);
}

/* All fall again when the vessel is gone: no contact with it, and free fall in the end. */
Test(blocking, a_wall_that_is_parked_touches_nothing)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    open_cylinder(&p, false);
    test_packing_advance(&p, "exact", 200);
    cr_assert(p.problem->n_contacts > 0);
    cr_assert(ss_scene_park(&p.scene, BALLS, &error), "%s", error.text);
    test_packing_advance(&p, "exact", 50);
    cr_expect_eq(p.problem->n_contacts, 0);
    for (size_t b = 0; b < BALLS; ++b)
        cr_expect(p.scene.bodies.v[6 * b + 2] < -0.9 * 50.0 * 1e-3 * p.scene.params.gravity);
    test_packing_free(&p);
}
