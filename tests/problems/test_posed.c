/* Scenes that no catalogue holds, posed in a few lines: other blocks on a tilted floor, a wall of
 * them, a drum and a paddle that turn. Energy and momentum balance in each, by any solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const char *const solvers[] = {"exact", "ebp", "sbp"};
enum { N_SOLVERS = sizeof solvers / sizeof solvers[0] };

/* An empty scene in gravity for so many bodies. */
static void begin(test_packing *p, size_t n_moving, size_t n_given, double mu)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene_params params = test_scene_params();
    params.h = 1e-3;
    params.mu = mu;
    params.margin = 1e-6;
    *p = (test_packing){.step = NULL};
    ss_scene_begin(&p->scene, &params);
    cr_assert(ss_bodies_create(&p->scene.bodies, n_moving, n_given, &error), "%s", error.text);
}

static void set(test_packing *p, size_t b, const ss_shape_kind *kind, const void *shape)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_bodies_set_shape(&p->scene.bodies, b, kind, shape, &error), "%s", error.text);
    cr_assert(b >= p->scene.bodies.n_moving || ss_bodies_set_mass(&p->scene.bodies, b, 1000.0));
}

static void finish(test_packing *p, ss_drive *drive)
{
    ss_error error = {SS_ERROR_NONE, ""};
    p->scene.drive = drive;
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step, "%s", error.text);
    cr_assert(ss_scene_check_start(&p->scene, &error), "%s", error.text);
}

/* Steps, in each of which energy and momentum balance; the work of the given bodies in all, J. */
static double advance(test_packing *p, const char *solver, int steps)
{
    double given = 0.0;
    for (int n = 0; n < steps; ++n) {
        test_still_step step;
        test_still_step_solve(&step, p, solver, 1e-12, 2000);
        const ss_moment *const m = &step.moment;
        const double size = fabs(m->energy_before) + ss_bodies_kinetic_energy(&p->scene.bodies);
        const double energy = test_observed(&ss_observable_energy_balance, m, "energy_balance");
        const double momentum =
            test_observed(&ss_observable_momentum_balance, m, "momentum_balance");
        TEST_REQUIRE(fabs(energy) <= 1e-11 * size, "%s, step %d: %g J of %g J", solver, n, energy,
                     size);
        TEST_REQUIRE(momentum <= 1e-11 * ss_scene_weight(&p->scene) * p->scene.params.h,
                     "%s, step %d: %g N s", solver, n, momentum);
        given += test_observed(&ss_observable_boundary_work, m, "boundary_work");
        test_still_step_free(&step);
    }
    return given;
}

/* A floor that rises against x by `angle`: along it, and out of it. */
typedef struct floor_frame {
    double angle, along[2], out[2];
} floor_frame;

static floor_frame tilt_floor(test_packing *p, size_t b, double slope)
{
    const double a = atan(slope);
    const ss_plane plane = {{sin(a), 0.0, cos(a)}, 0.0};
    set(p, b, &ss_shape_plane, &plane);
    return (floor_frame){a, {cos(a), -sin(a)}, {sin(a), cos(a)}};
}

/* Stand the body on the floor, its centre at (s, height) of the floor's frame. */
static void stand(test_packing *p, size_t b, const floor_frame *f, double s, double height)
{
    double *const x = p->scene.bodies.x + 3 * b, *const q = p->scene.bodies.orientation + 4 * b;
    x[0] = s * f->along[0] + height * f->out[0];
    x[2] = s * f->along[1] + height * f->out[1];
    q[0] = cos(0.5 * f->angle);
    q[2] = sin(0.5 * f->angle);
}

/* Regular pentagon, regular triangle, and a triangle of no symmetry; each on its first edge. */
static ss_polygon block_of(size_t k)
{
    const size_t n = k == 0 ? 5 : 3;
    ss_polygon p = {.n = n, .vertex = {{0.0, 0.0}, {0.5, 0.0}, {0.2, 0.3}}};
    for (size_t v = 0; k < 2 && v < n; ++v) {
        const double turn = 2.0 * M_PI * ((double)v - 0.5) / (double)n - M_PI_2;
        p.vertex[v][0] = 0.3 * cos(turn);
        p.vertex[v][1] = 0.3 * sin(turn);
    }
    ss_polygon_centre(&p);
    return p;
}

/* v = g t (sin - mu cos), or rest. */
static void check_slope(const char *solver, size_t shape, double slope, double mu)
{
    test_packing p;
    const ss_polygon block = block_of(shape);
    begin(&p, 1, 1, mu);
    const floor_frame f = tilt_floor(&p, 1, slope);
    set(&p, 0, &ss_shape_polygon, &block);
    stand(&p, 0, &f, 0.0, -block.vertex[0][1]);
    finish(&p, NULL);
    advance(&p, solver, 50);
    const double *const v = p.scene.bodies.v, g = p.scene.params.gravity;
    const double wanted = fmax(0.0, g * p.scene.time * (sin(f.angle) - mu * cos(f.angle)));
    cr_expect_float_eq(v[0] * f.along[0] + v[2] * f.along[1], wanted, 1e-9, "%s, shape %zu: %g m/s",
                       solver, shape, wanted);
    cr_expect(fabs(v[0] * f.out[0] + v[2] * f.out[1]) <= 1e-9 && fabs(v[4]) <= 1e-9);
    test_packing_free(&p);
}

Test(posed, other_blocks_slide_or_stay_on_a_tilted_floor)
{
    for (size_t k = 0; k < N_SOLVERS; ++k)
        for (size_t shape = 0; shape < 3; ++shape) {
            check_slope(solvers[k], shape, 0.4, 0.2);
            check_slope(solvers[k], shape, 0.4, 0.5);
        }
}

/* The triangle of three equal sides falls over its lower corner beyond tan = sqrt(3), and turns
 * clockwise. */
Test(posed, a_triangle_topples_when_it_must)
{
    static const double slopes[] = {1.7, 1.76};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        const ss_polygon block = block_of(1);
        begin(&p, 1, 1, 3.0);
        const floor_frame f = tilt_floor(&p, 1, slopes[k]);
        set(&p, 0, &ss_shape_polygon, &block);
        stand(&p, 0, &f, 0.0, -block.vertex[0][1]);
        finish(&p, NULL);
        advance(&p, "exact", 100);
        const double spin = p.scene.bodies.v[4];
        cr_expect(k == 0 ? fabs(spin) <= 1e-9 : spin > 1e-3, "slope %g: turns at %g rad/s",
                  slopes[k], spin);
        test_packing_free(&p);
    }
}

/* Three courses of blocks in running bond, 9 blocks: as one, they stay or slide. */
static void check_wall(const char *solver, double mu)
{
    enum { COURSES = 3, BLOCKS = 3 };
    const ss_polygon block = ss_polygon_box(0.4, 0.2);
    test_packing p;
    begin(&p, COURSES * BLOCKS, 1, mu);
    const floor_frame f = tilt_floor(&p, COURSES * BLOCKS, 0.3);
    for (size_t b = 0; b < COURSES * BLOCKS; ++b) {
        const double shift = b / BLOCKS % 2 == 0 ? 0.0 : 0.2;
        set(&p, b, &ss_shape_polygon, &block);
        stand(&p, b, &f, shift + 0.41 * (double)(b % BLOCKS), 0.1 + 0.2 * (double)(b / BLOCKS));
    }
    finish(&p, NULL);
    advance(&p, solver, 10);
    const double g = p.scene.params.gravity, t = p.scene.time;
    const double wanted = fmax(0.0, g * t * (sin(f.angle) - mu * cos(f.angle)));
    for (size_t b = 0; b < COURSES * BLOCKS; ++b) {
        const double *const v = p.scene.bodies.v + 6 * b;
        const double off = hypot(v[0] - wanted * f.along[0], v[2] - wanted * f.along[1]);
        cr_expect(off <= 1e-8 && fabs(v[4]) <= 1e-7, "%s, mu %g, block %zu: %g m/s off, %g rad/s",
                  solver, mu, b, off, v[4]);
    }
    test_packing_free(&p);
}

Test(posed, a_wall_on_a_tilted_floor_stays_or_slides)
{
    for (size_t k = 0; k < N_SOLVERS; ++k) {
        check_wall(solvers[k], 0.5);
        check_wall(solvers[k], 0.1);
    }
}

static const double turns = 3.0; /* rad/s about y, of the drum and of the paddle */

/* The last body turns in its place. */
static bool turn(ss_scene *scene, double t, double h, ss_error *error)
{
    const size_t b = scene->bodies.n - 1;
    const double half = 0.5 * turns * (t + 0.5 * h);
    (void)error;
    scene->bodies.v[6 * b + 4] = turns;
    scene->bodies.orientation[4 * b] = cos(half);
    scene->bodies.orientation[4 * b + 2] = sin(half);
    return true;
}

/* Discs of 0.1 m side by side in a drum of 1 m, at rest. */
static void open_drum(test_packing *p, size_t n)
{
    const ss_cylinder drum = {{0.0, 1.0, 0.0}, 1.0, -INFINITY, INFINITY};
    const ss_ball disc = {0.1};
    begin(p, n, 1, 0.4);
    for (size_t b = 0; b < n; ++b) {
        const double angle = 0.23 * ((double)b - 0.5 * (double)(n - 1));
        set(p, b, &ss_shape_disc, &disc);
        p->scene.bodies.x[3 * b] = 0.9 * sin(angle);
        p->scene.bodies.x[3 * b + 2] = -0.9 * cos(angle);
    }
    set(p, n, &ss_shape_cylinder, &drum);
}

/* A disc that rolls as fast as the drum turns stays at the bottom. */
Test(posed, a_disc_rolls_in_a_drum_that_turns)
{
    for (size_t k = 0; k < N_SOLVERS; ++k) {
        test_packing p;
        open_drum(&p, 1);
        p.scene.bodies.v[4] = turns * 1.0 / 0.1;
        finish(&p, turn);
        advance(&p, solvers[k], 200);
        const double *const v = p.scene.bodies.v;
        cr_expect(fabs(p.scene.bodies.x[0]) <= 1e-9 && fabs(v[0]) <= 1e-9 &&
                      fabs(v[4] - turns * 10.0) <= 1e-8,
                  "%s: at %g m, spin %g rad/s", solvers[k], p.scene.bodies.x[0], v[4]);
        test_packing_free(&p);
    }
}

/* Five discs are carried up the side that rises: with w_y > 0 the bottom goes towards -x. */
Test(posed, a_drum_carries_discs_up)
{
    for (size_t k = 0; k < N_SOLVERS; ++k) {
        test_packing p;
        double x = 0.0;
        open_drum(&p, 5);
        finish(&p, turn);
        const double given = advance(&p, solvers[k], 200);
        for (size_t b = 0; b < 5; ++b)
            x += p.scene.bodies.x[3 * b] / 5.0;
        cr_expect(given > 0.0 && x < -0.01, "%s: the drum gives %g J, discs at %g m", solvers[k],
                  given, x);
        test_packing_free(&p);
    }
}

/* Blocks in a drum lie on their vertices, are carried up and tumble; at rest the drum carries them.
 */
static void check_blocks(const char *solver, bool turning)
{
    enum { BLOCKS = 3 };
    const ss_cylinder drum = {{0.0, 1.0, 0.0}, 2.0, -INFINITY, INFINITY};
    test_packing p;
    begin(&p, BLOCKS, 1, 0.8);
    for (size_t b = 0; b < BLOCKS; ++b) {
        const ss_polygon block = block_of(b);
        set(&p, b, &ss_shape_polygon, &block);
        p.scene.bodies.x[3 * b] = 0.7 * ((double)b - 1.0);
        p.scene.bodies.x[3 * b + 2] = -1.4;
    }
    set(&p, BLOCKS, &ss_shape_cylinder, &drum);
    finish(&p, turning ? turn : NULL);
    const double given = advance(&p, solver, 600);
    double deepest = 0.0, speed = 0.0;
    for (size_t b = 0; b < BLOCKS; ++b) {
        deepest = fmax(deepest, hypot(p.scene.bodies.x[3 * b], p.scene.bodies.x[3 * b + 2]));
        speed = fmax(speed, ss_norm(p.scene.bodies.v + 6 * b));
    }
    cr_expect(deepest < 2.0 && (turning ? given > 0.0 && speed > 0.1 : given == 0.0),
              "%s: a centre at %g m, %g m/s, %g J", solver, deepest, speed, given);
    test_packing_free(&p);
}

Test(posed, blocks_tumble_in_a_drum)
{
    for (size_t k = 0; k < N_SOLVERS; ++k) {
        check_blocks(solvers[k], false);
        check_blocks(solvers[k], true);
    }
}

/* A bar that turns lifts the pentagon that lies on it. */
Test(posed, a_paddle_lifts_a_block)
{
    for (size_t k = 0; k < N_SOLVERS; ++k) {
        const ss_polygon bar = ss_polygon_box(3.0, 0.1), block = block_of(0);
        test_packing p;
        begin(&p, 1, 1, 0.8);
        set(&p, 0, &ss_shape_polygon, &block);
        set(&p, 1, &ss_shape_polygon, &bar);
        p.scene.bodies.x[0] = -1.0; /* turning takes z towards x: this side rises */
        p.scene.bodies.x[2] = 0.05 - block.vertex[0][1];
        finish(&p, turn);
        const double z = p.scene.bodies.x[2], given = advance(&p, solvers[k], 100);
        cr_expect(given > 0.0 && p.scene.bodies.x[2] > z + 0.1, "%s: %g J, %g m", solvers[k], given,
                  p.scene.bodies.x[2] - z);
        test_packing_free(&p);
    }
}
