/* The time step of bodies of any shape: the two forms agree, laws by kind, contacts named by
 * feature, files of what is posed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/contact/vec3.h"
#include "problems/files/fclib.h"
#include "problems/motion/observable.h"
#include "problems/motion/springs.h"
#include "problems/motion/step.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* A packing whose ground, an inclined wall, moves and turns about a point that is off all contacts;
 * in rigid form a wall has an inertia, which is not read and which balls do not have. */
static void pose_on_turning_wall(test_packing *p, unsigned long seed, bool rigid,
                                 const double *spin)
{
    static const ss_law law = {.mu = 0.4, .e_n = 0.5, .e_t = 0.25, .kind = SS_LAW_MENDED};
    gsl_rng *const rng = test_rng(seed);
    test_packing_create(p, rng, 20, true, NULL);
    gsl_rng_free(rng);
    ss_bodies *const bodies = &p->scene.bodies;
    ss_scene_set_laws(&p->scene, &law);
    for (size_t b = 20; b < bodies->n; ++b) {
        bodies->inv_inertia[3 * b] = rigid ? 1.0 : 0.0;
        ss_copy3(bodies->v + 6 * b + 3, spin);
        bodies->v[6 * b + 2] = 0.1;
    }
    test_packing_pose(p);
}

/* Are W, q and what an impulse does the same, and the work that walls do with it? */
static void compare_forms(test_packing p[2], unsigned long seed)
{
    const size_t n = p[0].problem->n_contacts;
    double *const r = calloc(3 * n, sizeof *r), *const u = calloc(6 * n, sizeof *u);
    ss_contact_sums sums[2];
    cr_assert(p[0].problem->form == SS_FORM_BALLS && p[1].problem->form == SS_FORM_RIGID);
    cr_assert(n > 20 && n == p[1].problem->n_contacts && r != NULL && u != NULL);
    for (size_t k = 0; k < 3 * n; ++k)
        r[k] = 1e-3 * sin(1.0 + (double)k);
    for (size_t k = 0; k < 2; ++k) {
        const ss_moment moment = {
            &p[k].scene, ss_step_contacts(p[k].step), r, NULL, p[k].scene.bodies.v, 0.0, NULL};
        test_velocity(u + 3 * n * k, p[k].problem, r);
        sums[k] = ss_moment_sums(&moment);
    }
    for (size_t c = 0; c < n; ++c) {
        double balls[9], rigid[9];
        const double *const W = ss_operator_block(balls, p[0].problem, c);
        const double *const other = ss_operator_block(rigid, p[1].problem, c);
        TEST_REQUIRE(test_distance(W, other, 9) <= 1e-12 * test_block_norm(W),
                     "seed %lu, contact %zu: W differs", seed, c);
        TEST_REQUIRE(test_distance(p[0].problem->q + 3 * c, p[1].problem->q + 3 * c, 3) <= 1e-12,
                     "seed %lu, contact %zu: q differs", seed, c);
        TEST_REQUIRE(test_distance(u + 3 * c, u + 3 * (n + c), 3) <= 1e-12,
                     "seed %lu, contact %zu: u differs", seed, c);
    }
    const double work = fabs(sums[1].boundary) + fabs(sums[1].contact);
    cr_expect(work > 0.0 && fabs(sums[0].boundary - sums[1].boundary) <= 1e-12 * work &&
                  fabs(sums[0].contact - sums[1].contact) <= 1e-12 * work,
              "seed %lu: walls do %.17g J as balls, %.17g J", seed, sums[0].boundary,
              sums[1].boundary);
    free(r);
    free(u);
}

/* The two forms pose the same problem, on walls at rest and on walls that turn: a given spin is in
 * the shift of the one and in the arms of the other. */
Test(motion, balls_are_the_same_problem_in_rigid_form)
{
    static const double spins[2][3] = {{0.0, 0.0, 0.0}, {1.3, -0.7, 2.1}}; /* rad/s */
    for (unsigned long seed = 1; seed <= 10; ++seed) {
        test_packing p[2];
        for (int rigid = 0; rigid < 2; ++rigid)
            pose_on_turning_wall(&p[rigid], seed, rigid, spins[seed % 2]);
        compare_forms(p, seed);
        test_packing_free(&p[0]);
        test_packing_free(&p[1]);
    }
}

/* u = D W r + shift with e_n where the tangent reads it, or the gap. */
Test(motion, laws_by_kind)
{
    const double before[3] = {-1.0, 0.5, -0.25}, gap = -1e-4, h = 1e-2;
    const ss_law law = {.mu = 0.3, .e_n = 0.5, .e_t = 0.25};
    ss_law printed = law, mended = law, iqs = law, sum = law;
    printed.kind = SS_LAW_PRINTED;
    mended.kind = SS_LAW_MENDED;
    iqs.kind = SS_LAW_IQS;
    sum.kind = SS_LAW_SUM;
    const ss_law_form p = ss_law_apply(&printed, before, gap, h);
    const ss_law_form m = ss_law_apply(&mended, before, gap, h);
    const ss_law_form q = ss_law_apply(&iqs, before, gap, h);
    const ss_law_form s = ss_law_apply(&sum, before, gap, h);
    cr_expect(p.scale_n == 1.0 / 1.5 && p.scale_t == 1.0 / 1.25);
    cr_expect(fabs(p.shift[0] + 0.5 / 1.5) < 1e-15 && fabs(p.shift[1] - 0.25 / 1.25) < 1e-15);
    cr_expect(m.shift[0] == p.shift[0] && fabs(m.shift[1] - 0.125 / 1.25) < 1e-15);
    cr_expect(q.scale_n == 1.0 && q.scale_t == 1.0 && q.shift[0] == gap / h && q.shift[1] == 0.0);
    cr_expect(s.scale_n == 1.0 && s.scale_t == 1.0 && s.shift[0] == -0.5 && s.shift[1] == 0.125);
}

/* Under the inelastic law of [R] an overlap is gone after a step: u_n = -gap/h. */
Test(motion, iqs_pushes_an_overlap_out)
{
    test_packing p;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice exact = test_choice("exact");
    test_scene_create(&p, "sliding-ball", "restitution=iqs,speed=0,gravity=0", 1);
    const double overlap = 1e-6, radius = p.scene.bodies.radius[0];
    p.scene.bodies.x[2] = radius - overlap;
    cr_assert(ss_check_cluster_advance(&p, &exact, 1, &report, &error), "%s", error.text);
    cr_expect(fabs(p.scene.bodies.v[2] * p.scene.params.h / overlap - 1.0) <= 1e-9);
    cr_expect(fabs(p.scene.bodies.x[2] - (radius - 0.5 * overlap)) <= 1e-12);
    ss_choice_free(&exact);
    test_packing_free(&p);
}

/* Two contacts of one pair of blocks keep their own impulses. */
Test(motion, a_warm_start_knows_the_corners)
{
    test_packing p;
    test_solution s;
    test_scene_create(&p, "block-stack", "blocks=3,tol=1e-9", 1);
    test_packing_pose(&p);
    test_solve(&s, p.problem, "exact", 1e-9, 100000);
    ss_step_finish(p.step, s.r);
    test_packing_pose(&p);
    double start[18];
    cr_assert_eq(p.problem->n_contacts, 6);
    ss_step_guess(p.step, start);
    for (size_t k = 0; k < 18; ++k)
        cr_expect(fabs(start[k] - s.r[k]) <= 1e-6 * test_norm(s.r, 18), "number %zu: %g, not %g", k,
                  start[k], s.r[k]);
    test_solution_free(&s);
    test_packing_free(&p);
}

/* The problem of a file is solved in as many sweeps as the one that was posed. */
Test(motion, frozen_steps_of_every_shape_take_the_same_sweeps)
{
    static const struct {
        const char *problem, *settings;
        size_t steps;
    } cases[] = {{"rolling-disc", "mu=0.3", 3},  {"balls-cylinder", "balls=4", 150},
                 {"sliding-block", "mu=0.3", 2}, {"block-stack", "blocks=3", 2},
                 {"piston", "balls=4", 150},     {"spring-column", "mu=0.5", 400}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        char path[] = "/tmp/ss_test_motion.XXXXXX";
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        test_solution posed, read;
        ss_fclib_problem file;
        const ss_fclib_text text = {"a", "b", "c", "d", NULL, NULL};
        close(mkstemp(path));
        test_scene_create(&p, cases[k].problem, cases[k].settings, 1);
        test_packing_advance(&p, "exact", cases[k].steps);
        test_packing_pose(&p);
        cr_assert(p.problem->n_contacts > 0, "%s has no contact", cases[k].problem);
        unlink(path);
        cr_assert(ss_fclib_write(path, p.problem, &text, NULL, NULL, &error), "%s", error.text);
        cr_assert(ss_fclib_read(&file, path, &error), "%s", error.text);
        test_solve(&posed, p.problem, "exact", 1e-8, 100000);
        test_solve(&read, ss_block_problem_view(file.blocks), "exact", 1e-8, 100000);
        cr_expect_eq(posed.report.sweeps, read.report.sweeps, "%s: %zu sweeps, from a file %zu",
                     cases[k].problem, posed.report.sweeps, read.report.sweeps);
        test_solution_free(&posed);
        test_solution_free(&read);
        ss_fclib_free(&file);
        test_packing_free(&p);
        unlink(path);
    }
}

/* Without a spring, bodies that could deform move as balls do. */
Test(motion, without_stiffness_bodies_are_rigid)
{
    test_packing p[2];
    for (int flexible = 0; flexible < 2; ++flexible) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_scene *const scene = &p[flexible].scene;
        test_scene_create(&p[flexible], "balls-4", "", 1);
        if (flexible)
            scene->flexible = ss_springs_create(&scene->bodies, 0, &error);
        test_packing_advance(&p[flexible], "exact", 200);
    }
    test_packing_pose(&p[0]);
    test_packing_pose(&p[1]);
    cr_assert(p[1].problem->form == SS_FORM_BLOCKS);
    cr_assert(p[0].problem->n_contacts > 1 && p[0].problem->n_contacts == p[1].problem->n_contacts);
    const ss_bodies *const a = &p[0].scene.bodies, *const b = &p[1].scene.bodies;
    cr_expect(test_distance(a->x, b->x, 12) <= 1e-12, "%g", test_distance(a->x, b->x, 12));
    cr_expect(test_distance(a->v, b->v, 24) <= 1e-9, "%g", test_distance(a->v, b->v, 24));
    test_packing_free(&p[0]);
    test_packing_free(&p[1]);
}

/* An impulse on the foot of a column is felt at once by all of it, the less the softer. */
Test(motion, springs_carry_an_impulse)
{
    static const struct {
        const char *settings;
        double mass; /* that W_nn is the inverse of, in balls */
    } cases[] = {{"balls=5,drop=0,stiffness=1e10", 5.0}, {"balls=5,drop=0,stiffness=0", 1.0}};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        test_scene_create(&p, "spring-column", cases[k].settings, 1);
        test_packing_pose(&p);
        cr_assert(p.problem->form == SS_FORM_BLOCKS && p.problem->n_contacts == 1);
        const double mass = p.scene.bodies.inv_mass[0] / p.problem->W_cc[0];
        cr_expect(fabs(mass - cases[k].mass) <= 1e-5, "%s: %g", cases[k].settings, mass);
        test_packing_free(&p);
    }
}

enum { LET_IN = 4, EVERY = 60 };

/* Lets balls fall in one by one above the middle of the floor, a bit beside each other. */
static bool let_in(ss_scene *scene, double t, double h, ss_error *error)
{
    const size_t k = (size_t)lround(t / h);
    (void)error;
    if (k > 0 && k % EVERY == 0 && k / EVERY < LET_IN) {
        const double x[3] = {1e-5 * (double)(k / EVERY), 0.0, 0.1};
        const double v[6] = {0.0, 0.0, -0.5};
        ss_scene_wake(scene, k / EVERY, x, v);
    }
    return true;
}

static size_t n_parked(const ss_bodies *bodies)
{
    size_t n = 0;
    for (size_t b = 0; b < bodies->n; ++b)
        n += ss_bodies_is_parked(bodies, b);
    return n;
}

/* A vessel is filled one by one: those that wait weigh nothing and stay where they are; in the end
 * the vessel carries all. */
Test(motion, a_drive_lets_balls_in)
{
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene *const scene = &p.scene;
    test_scene_create(&p, "balls-cylinder", "balls=4,h=1e-3,tol=1e-9", 1);
    const double one = ss_scene_weight(scene) / LET_IN;
    double waiting[3];
    for (size_t b = 1; b < LET_IN; ++b)
        cr_assert(ss_scene_park(scene, b, &error));
    memcpy(waiting, scene->bodies.x + 9, sizeof waiting);
    scene->drive = let_in;
    for (size_t in = 1; in <= LET_IN; ++in) {
        cr_expect_eq(n_parked(&scene->bodies), LET_IN - in);
        cr_expect(ss_scene_weight(scene) > 0.5 * one * (double)in);
        cr_expect(in == LET_IN || memcmp(waiting, scene->bodies.x + 9, sizeof waiting) == 0);
        for (size_t c = 0; c < (p.problem != NULL ? p.problem->n_contacts : 0); ++c) {
            const ss_contact_bodies pair = ss_operator_bodies(p.problem, c);
            cr_expect(!ss_bodies_is_parked(&scene->bodies, pair.i) &&
                      !ss_bodies_is_parked(&scene->bodies, pair.j));
        }
        test_packing_advance(&p, "exact", in == 1 ? EVERY + 1 : EVERY);
    }
    test_packing_advance(&p, "exact", 600);
    double held = 0.0;
    test_solution s;
    test_packing_pose(&p);
    test_solve(&s, p.problem, "exact", 1e-9, 100000);
    for (size_t c = 0; c < p.problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(p.problem, c);
        double impulse[3];
        ss_rigid_impulse(impulse, &contact, s.r + 3 * c);
        held += contact.j >= LET_IN ? impulse[2] / scene->params.h : 0.0;
    }
    cr_expect(fabs(held - LET_IN * one) <= 0.05 * one * LET_IN, "%g, not %g", held, LET_IN * one);
    test_solution_free(&s);
    test_packing_free(&p);
}

/* Discs and polygons among walls across the plane have two dimensions, balls three. */
Test(motion, planar_scenes_say_so)
{
    static const struct {
        const char *problem;
        int dim;
    } cases[] = {{"rolling-disc", 2},  {"sliding-block", 2}, {"rocking-block", 2},
                 {"block-stack", 2},   {"sliding-ball", 3},  {"balls-4", 3},
                 {"spring-column", 3}, {"piston", 3},        {"block-wall", 2},
                 {"catastrophe", 2},   {"impact-row", 3}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        test_scene_create(&p, cases[k].problem, "", 1);
        test_packing_pose(&p);
        cr_expect_eq(p.problem->dim, cases[k].dim, "%s: %d", cases[k].problem, p.problem->dim);
        if (p.problem->form != SS_FORM_BLOCKS && p.problem->n_contacts > 0) {
            ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
            cr_expect_eq(ss_block_problem_view(blocks)->dim, cases[k].dim);
            ss_block_problem_free(blocks);
        }
        test_packing_free(&p);
    }
}

/* A quarter turn about z, then one about x, both in the fixed frame: the product by hand. */
Test(motion, turns_about_two_axes_do_not_commute)
{
    test_packing p;
    gsl_rng *const rng = test_rng(1);
    test_packing_create(&p, rng, 1, false, NULL);
    ss_bodies *const bodies = &p.scene.bodies;
    const double turns[2][3] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    const double wanted[4] = {0.5, 0.5, -0.5, 0.5};
    for (size_t k = 0; k < 2; ++k) {
        memcpy(bodies->v + 3, turns[k], sizeof turns[k]);
        ss_bodies_drift(bodies, M_PI / 2.0);
    }
    cr_expect_leq(test_distance(bodies->orientation, wanted, 4), 1e-15);
    test_packing_free(&p);
    gsl_rng_free(rng);
}

/* The overlap of balls is that of radii and distances, and positive. */
Test(motion, the_largest_overlap_is_positive)
{
    for (unsigned long seed = 1; seed <= 5; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        double overlap = NAN, wanted = 0.0;
        gsl_rng *const rng = test_rng(seed);
        test_packing_create(&p, rng, 10, false, NULL);
        const ss_bodies *const b = &p.scene.bodies;
        ss_axpy(p.scene.bodies.x, 0.1,
                (const double[3]){0.3, 0.2, 0.1}); /* some overlap for sure */
        for (size_t i = 0; i < 10; ++i)
            for (size_t j = 0; j < i; ++j)
                wanted = fmax(wanted, b->radius[i] + b->radius[j] -
                                          test_distance(b->x + 3 * i, b->x + 3 * j, 3));
        cr_assert(ss_step_largest_overlap(p.step, &overlap, &error), "%s", error.text);
        cr_expect_gt(wanted, 0.0);
        cr_expect_float_eq(overlap, wanted, 1e-12, "%g, not %g", overlap, wanted);
        test_packing_free(&p);
        gsl_rng_free(rng);
    }
}
