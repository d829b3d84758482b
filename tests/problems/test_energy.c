/* Energy. One midpoint step (theta = 1/2) with e_n = e_t = 0, mended, changes the total energy by
 *
 *     dE = r.(u+ + u-)/2                       (gravity's work on both halves of the step cancels)
 *        = r.u+ - r.W r/2 - (h/2) r.P*g        (u+ - u- = h P*g + W r)
 *
 * r.u+ = -mu r_n |u_t| <= 0 up to the solver's tolerance and r.W r >= 0, but the last term has any
 * sign: where a contact parts at u_n- > 0 slower than h g, gravity closes it again before the step
 * ends, and an impulse r_n > 0 acts on a point that moves outwards in the mean of the step. By
 * Cauchy and Schwarz in the metric of the masses, -x.x/2 + x.y/2 <= y.y/8:
 *
 *     dE <= r.u+ + h^2 g^2 M/8                 (M: mass of all balls)
 *
 * and without gravity energy never rises. With gravity it does, in steps of up to that bound: both
 * are tested.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static double total_energy(const ss_scene *scene)
{
    return ss_bodies_kinetic_energy(&scene->bodies) +
           ss_bodies_potential_energy(&scene->bodies, scene->gravity);
}

/* Energies around one step, and what the contacts say of it. */
typedef struct balance {
    double before, after; /* total energy, J */
    double free, kinetic; /* kinetic energy of v_free and after the step, J */
    double work;          /* r.(u+ + u-)/2, J */
    double power;         /* r.u+, J */
    double impulse;       /* |r|, N s */
    double allowed;       /* h^2 g^2 M/8, J */
    size_t n_contacts, sweeps;
} balance;

static double kinetic_energy_of(const ss_bodies *bodies, const double *v)
{
    ss_bodies moving = *bodies;
    moving.v = malloc(6 * (bodies->n_moving + 1) * sizeof *v);
    cr_assert_not_null(moving.v);
    memcpy(moving.v, v, 6 * (bodies->n_moving + 1) * sizeof *v);
    const double energy = ss_bodies_kinetic_energy(&moving);
    free(moving.v);
    return energy;
}

static double bound_of_a_step(const ss_scene *scene)
{
    const double g = ss_norm(scene->gravity), h = scene->params.h;
    double mass = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        mass += 1.0 / scene->bodies.inv_mass[b];
    return h * h * g * g * mass / 8.0;
}

/* One step; u- and u+ with the frames of the step posed. */
static balance one_step(test_packing *p, const char *solver)
{
    const ss_scene *const scene = &p->scene;
    balance b = {.before = total_energy(scene), .allowed = bound_of_a_step(scene)};
    test_solution s;
    test_packing_pose(p);
    test_solve(&s, p->problem, solver, scene->params.limits.tol, scene->params.limits.max_sweeps);
    for (size_t c = 0; c < p->problem->n_contacts; ++c) {
        double u[3];
        ss_ball_relative_velocity(u, &p->problem->balls->contacts[c], scene->bodies.v);
        b.work += 0.5 * (ss_dot(s.r + 3 * c, u) + ss_dot(s.r + 3 * c, s.u + 3 * c));
        b.power += ss_dot(s.r + 3 * c, s.u + 3 * c);
    }
    b.impulse = test_norm(s.r, s.n);
    b.free = kinetic_energy_of(&scene->bodies, p->problem->balls->moving.v_free);
    b.n_contacts = p->problem->n_contacts;
    b.sweeps = s.report.sweeps;
    ss_step_finish(p->step, s.r);
    b.after = total_energy(scene);
    b.kinetic = ss_bodies_kinetic_energy(&scene->bodies);
    test_solution_free(&s);
    return b;
}

/* The part that eps <= tol explains: a mean over the contacts, of velocities and of energies. */
static double tolerated(const test_packing *p, const balance *b)
{
    return (double)b->n_contacts * p->scene.params.limits.tol * (1.0 + b->impulse);
}

/* 27 balls in a closed box without gravity, at random velocities of order 1 m/s. */
static void make_gas(test_packing *p, unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = test_rng(seed);
    *p = (test_packing){.scene.params = test_scene_params()};
    p->scene.params.limits.tol = 1e-11;
    cr_assert(ss_bodies_create(&p->scene.bodies, 27, 6, &error));
    for (size_t b = 0; b < 27; ++b) {
        const size_t at[3] = {b % 3, b / 3 % 3, b / 9};
        ss_bodies_set_ball(&p->scene.bodies, b, test_uniform(rng, 0.6, 1.0), 1.0, 0.4);
        for (size_t k = 0; k < 3; ++k)
            p->scene.bodies.x[3 * b + k] = 2.05 * ((double)at[k] - 1.0);
        for (size_t k = 0; k < 6; ++k)
            p->scene.bodies.v[6 * b + k] = test_uniform(rng, -1.0, 1.0);
    }
    for (size_t w = 0; w < 6; ++w) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[w / 2] = w % 2 == 0 ? 1.0 : -1.0;
        cr_assert(ss_bodies_set_plane(&p->scene.bodies, 27 + w, normal, -3.1, &error));
    }
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step);
    gsl_rng_free(rng);
}

Test(energy, never_rises_without_gravity)
{
    static const char *const solvers[] = {"sbp[alpha=0.3]", "ebp", "eal", "ac"};
    for (size_t k = 0; k < 4; ++k)
        for (unsigned long seed = 1; seed <= 3; ++seed) {
            test_packing p;
            make_gas(&p, seed);
            const double start = total_energy(&p.scene);
            size_t contacts = 0;
            for (int step = 1; step <= 300; ++step) {
                const balance b = one_step(&p, solvers[k]);
                const double rounding = 1e-14 * start;
                TEST_REQUIRE(b.sweeps < p.scene.params.limits.max_sweeps, "%s: not solved",
                             solvers[k]);
                TEST_REQUIRE(b.after - b.before <= tolerated(&p, &b) + rounding,
                             "%s, gas %lu, step %d: energy rises by %g J", solvers[k], seed, step,
                             b.after - b.before);
                TEST_REQUIRE(fabs(b.after - b.before - b.work) <= rounding,
                             "%s, gas %lu, step %d: dE = %.17g, work %.17g", solvers[k], seed, step,
                             b.after - b.before, b.work);
                contacts += b.n_contacts;
            }
            cr_expect(total_energy(&p.scene) < 0.5 * start && contacts > 1000,
                      "%s, gas %lu: %g J of %g J, %zu contacts", solvers[k], seed,
                      total_energy(&p.scene), start, contacts);
            test_packing_free(&p);
        }
}

/* balls-4 with gravity. Besides the bound: impulses never add to the kinetic energy that the
 * balls have at mid-step, after gravity's kick and before the contacts' one. */
static size_t check_column(unsigned long instance, double *highest)
{
    test_packing p;
    size_t rises = 0;
    test_scene_create(&p, "balls-4", "restitution=mended,e_t=0,tol=1e-13", instance);
    const double start = total_energy(&p.scene);
    for (int step = 1; step <= 500; ++step) {
        const balance b = one_step(&p, "ebp");
        const double rounding = 1e-14 * start, gain = b.after - b.before;
        /* ebp's eps is its velocity's error: in energy that weighs |r| of about 1e-8 N s */
        const double explained = 100.0 * p.scene.params.limits.tol * b.impulse + rounding;
        TEST_REQUIRE(fabs(gain - b.work) <= rounding, "instance %lu, step %d: dE %.17g, work %.17g",
                     instance, step, gain, b.work);
        TEST_REQUIRE(b.power <= explained, "instance %lu, step %d: r.u+ = %g J", instance, step,
                     b.power);
        TEST_REQUIRE(gain <= b.allowed + explained,
                     "instance %lu, step %d: energy rises by %g J, allowed are %g J", instance,
                     step, gain, b.allowed);
        TEST_REQUIRE(b.kinetic <= b.free + explained, "instance %lu, step %d: contacts give %g J",
                     instance, step, b.kinetic - b.free);
        *highest = fmax(*highest, gain / b.allowed);
        rises += gain > explained;
    }
    cr_expect(total_energy(&p.scene) < 0.9 * start, "instance %lu: hardly any was lost", instance);
    test_packing_free(&p);
    return rises;
}

Test(energy, rises_with_gravity_by_the_discretisation_alone)
{
    size_t rises = 0;
    double highest = 0.0;
    for (unsigned long instance = 1; instance <= 5; ++instance)
        rises += check_column(instance, &highest);
    /* It does rise, which is why there is no stricter test; by less than half of the bound here. */
    cr_expect(rises > 10 && highest > 0.01 && highest < 0.5, "%zu rises, of up to %g of the bound",
              rises, highest);
}

/* A ball at rest on the floor gains nothing: the defect does not accumulate where nothing moves. */
Test(energy, a_ball_at_rest_keeps_its_energy)
{
    test_packing p;
    test_scene_create(&p, "sliding-ball", "speed=0,restitution=mended,e_t=0", 1);
    const double start = total_energy(&p.scene);
    for (int step = 0; step < 2000; ++step)
        one_step(&p, "ebp");
    cr_expect(fabs(total_energy(&p.scene) - start) <= 1e-13 * start, "%g of %g J",
              total_energy(&p.scene) - start, start);
    test_packing_free(&p);
}
