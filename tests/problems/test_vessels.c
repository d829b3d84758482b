/* The shaken vessels of [M]: what is exact of them, by any solver at any tolerance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/observable.h"
#include "problems/contact/operator.h"
#include "problems/scenes/vessel.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static const char settled[] = "start=0.06,tol=1e-3,max-sweeps=15";

/* Steps with E1 as the estimator; the contacts of all. */
static size_t advance(test_packing *p, size_t steps)
{
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    size_t contacts = 0;
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error), "%s",
              error.text);
    for (size_t k = 0; k < steps; ++k) {
        cr_assert(ss_check_cluster_advance(p, &exact, 1, &report, &error), "%s", error.text);
        contacts += p->problem->n_contacts;
    }
    ss_choice_free(&exact);
    return contacts;
}

/* Discs and beads of a slot stay in the plane y = 0 and turn about y, bit for bit. */
Test(vessels, what_is_in_a_slot_stays_in_its_plane)
{
    static const char *const slots[] = {"segregation", "shaken-cell"};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        test_scene_create(&p, slots[k], settled, 1);
        const size_t contacts = advance(&p, 700);
        cr_expect(contacts > 10000, "%s: %zu contacts", slots[k], contacts);
        for (size_t b = 0; b < p.scene.bodies.n_moving; ++b) {
            const double *const v = p.scene.bodies.v + 6 * b;
            TEST_REQUIRE(p.scene.bodies.x[3 * b + 1] == 0.0 && v[1] == 0.0 && v[3] == 0.0 &&
                             v[5] == 0.0,
                         "%s: body %zu leaves the plane", slots[k], b);
        }
        test_packing_free(&p);
    }
}

/* Stopped by E1, which has no units; 4096 is a power of two. */
Test(vessels, density_changes_no_motion)
{
    static const char *const vessels[] = {"segregation", "shaken-square", "shaken-cell",
                                          "shaken-cylinder"};
    static const char *const densities[] = {"1", "4096"};
    for (size_t k = 0; k < 4; ++k) {
        test_packing p[2];
        size_t contacts[2];
        for (size_t i = 0; i < 2; ++i) {
            char settings[80];
            snprintf(settings, sizeof settings, "%s,density=%s", settled, densities[i]);
            test_scene_create(&p[i], vessels[k], settings, 1);
            contacts[i] = advance(&p[i], 700);
        }
        const ss_bodies *const a = &p[0].scene.bodies, *const b = &p[1].scene.bodies;
        cr_expect(contacts[0] > 10000 && contacts[0] == contacts[1], "%s: %zu and %zu contacts",
                  vessels[k], contacts[0], contacts[1]);
        cr_expect_eq(memcmp(a->x, b->x, 3 * a->n * sizeof *a->x), 0, "%s: places", vessels[k]);
        cr_expect_eq(memcmp(a->v, b->v, 6 * a->n * sizeof *a->v), 0, "%s: velocities", vessels[k]);
        test_packing_free(&p[0]);
        test_packing_free(&p[1]);
    }
}

/* Sums over a window of steps. */
typedef struct window {
    double from_walls; /* impulse on what is in the vessel, upwards, N s */
    double weight;     /* M g t, N s */
    double gained;     /* vertical momentum, N s */
    double unbalanced; /* energy, J */
    double work;       /* sum of |r.u|, J */
    size_t n_contacts; /* of all steps */
} window;

static double momentum(const ss_bodies *bodies)
{
    double sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        sum += bodies->v[6 * b + 2] / bodies->inv_mass[b];
    return sum;
}

static void add_step(window *w, test_packing *p, const char *solver, double tol)
{
    enum { SWEEPS = 60 };
    const ss_bodies *const bodies = &p->scene.bodies;
    test_still_step step;
    const double start = momentum(bodies);
    test_still_step_solve(&step, p, solver, tol, SWEEPS);
    const ss_moment *const m = &step.moment;
    ss_vessel_impulse of[SS_VESSEL_PARTS];
    ss_vessel_impulses(of, m);
    w->from_walls += of[SS_VESSEL_SIDES].up + of[SS_VESSEL_FLOOR].up;
    w->weight += p->scene.params.h * ss_scene_weight(&p->scene);
    w->gained += momentum(bodies) - start;
    w->unbalanced += test_observed(&ss_observable_energy_balance, m, "energy_balance");
    w->n_contacts += p->problem->n_contacts;
    for (size_t c = 0; c < p->problem->n_contacts; ++c)
        w->work += fabs(ss_dot(m->r + 3 * c, m->u + 3 * c));
    test_still_step_free(&step);
}

/* [M] 6.5 with moving walls, and the momentum of a window: algebra. */
Test(vessels, momentum_and_energy_of_a_window_balance_for_any_solver_and_tolerance)
{
    static const char *const solvers[] = {"sbp", "eal", "exact"};
    static const double tolerances[] = {1e-3, 1e-10};
    test_packing p;
    test_scene_create(&p, "shaken-cylinder", settled, 1);
    advance(&p, 600);
    for (size_t k = 0; k < 6; ++k) {
        window w = {.work = 0.0};
        for (int step = 0; step < 100; ++step)
            add_step(&w, &p, solvers[k / 2], tolerances[k % 2]);
        cr_expect(fabs(w.from_walls - w.weight - w.gained) <= 1e-11 * w.weight,
                  "%s, %g: walls give %g N s, of %g; off by %g", solvers[k / 2], tolerances[k % 2],
                  w.from_walls, w.weight, w.from_walls - w.weight - w.gained);
        cr_expect(w.n_contacts > 1000 && fabs(w.unbalanced) <= 1e-11 * w.work,
                  "%s, %g: energy is off by %g J, |r.u| %g J, %zu contacts", solvers[k / 2],
                  tolerances[k % 2], w.unbalanced, w.work, w.n_contacts);
    }
    test_packing_free(&p);
}

/* r.ut - (1/2) r.(delta o (W r)): what contacts do to the energy but for gravity; m of a step whose
 * problem is ut = D W r + q, D = 1/(1 + e). */
static double dissipated(const ss_moment *m)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        for (size_t k = 0; k < 3; ++k) {
            const double scale = k == 0 ? contact.scale_n : contact.scale_t;
            const double u = m->u[3 * c + k], pushed = (u - m->problem->q[3 * c + k]) / scale;
            sum += m->r[3 * c + k] * (u - 0.5 * (2.0 * scale - 1.0) * pushed);
        }
    }
    return sum;
}

/* [M] 6.5 with forces and walls is algebra: it holds for impulses that solve nothing. */
Test(vessels, energy_created_is_what_gravity_and_walls_do_not_give)
{
    test_packing p;
    gsl_rng *const rng = test_rng(3);
    size_t rises = 0;
    test_scene_create(&p, "shaken-cylinder", settled, 1);
    advance(&p, 600);
    for (int step = 0; step < 20; ++step) {
        const ss_bodies *const bodies = &p.scene.bodies;
        test_packing_pose(&p);
        const size_t n = 3 * p.problem->n_contacts, size = 6 * bodies->n * sizeof(double);
        double *const r = malloc(n * sizeof *r + 1), *const u = malloc(n * sizeof *u + 1);
        double *const before = malloc(size);
        memcpy(before, bodies->v, size);
        for (size_t k = 0; k < n; ++k)
            r[k] = 1e-9 * test_uniform(rng, step % 2 == 0 ? -1.0 : 0.0, k % 3 == 0 ? 1.0 : 0.0);
        test_velocity(u, p.problem, r);
        ss_step_finish(p.step, r);
        const ss_moment m = {&p.scene, p.problem, r, u, before, 0.0, NULL};
        const double rest = dissipated(&m),
                     created = test_observed(&ss_observable_energy_created, &m, "energy_created");
        const double work = test_norm(r, n) * test_norm(u, n);
        TEST_REQUIRE(fabs(created - fmax(0.0, rest)) <= 1e-11 * work, "step %d: %g J, not %g J",
                     step, created, rest);
        rises += created > 1e-6 * work;
        free(r);
        free(u);
        free(before);
    }
    cr_expect(rises > 3 && rises < 20, "%zu steps create energy", rises);
    gsl_rng_free(rng);
    test_packing_free(&p);
}
