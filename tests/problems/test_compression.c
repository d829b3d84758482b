/* Laws on the gap, and discs between walls that are pressed, driven and turned (method 13.13).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "problems/scenes/compression.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

static const double h = 1e-3, v0 = 0.8; /* s, m/s */

/* A disc over a plane, its surface at `gap` from it, falling at v0 or at rest, without gravity. */
static void drop(test_packing *p, const char *law, double gap, double speed)
{
    char settings[160];
    snprintf(settings, sizeof settings, "angle=0,gravity=0,mu=0,h=1e-3,margin=%s,%s",
             strstr(law, "iqs") != NULL ? "0.1" : "0", law);
    test_scene_create(p, "rolling-disc", settings, 1);
    p->scene.keeps_gaps = true;
    p->scene.bodies.x[2] += gap;
    p->scene.bodies.v[2] = -speed;
}

/* The ways to solve a step: every local solver, on the bodies and on the blocks of W. */
typedef struct way {
    const char *solver;
    bool blocks;
} way;
static const char *const solvers[] = {"sbp[alpha=0.5]", "sal[alpha=0.5]", "ebp", "eal",
                                      "ac[alpha=0.5]",  "exact"};
enum { WAYS = 2 * sizeof solvers / sizeof *solvers };

static way way_of(size_t k)
{
    const way of = {solvers[k / 2], k % 2 == 1};
    return of;
}

/* Make a step; its gap at the middle, NAN where there is no contact. */
static double step(test_packing *p, way by)
{
    test_solution s;
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing_pose(p);
    const double gap = p->problem->n_contacts > 0 ? p->problem->gap[0] : NAN;
    ss_block_problem *const blocks =
        by.blocks ? ss_block_problem_from_body(p->problem, &error) : NULL;
    cr_assert(!by.blocks || blocks != NULL, "%s", error.text);
    test_solve(&s, by.blocks ? ss_block_problem_view(blocks) : p->problem, by.solver, 1e-14, 1000);
    ss_step_finish(p->step, s.r);
    test_solution_free(&s);
    ss_block_problem_free(blocks);
    return gap;
}

/* A step at whose middle the gap is this. */
static void expect_gap(test_packing *p, way by, double wanted)
{
    const double gap = step(p, by);
    cr_expect(fabs(gap - wanted) <= 1e-15, "%s: a gap of %.17g m, not %.17g", by.solver, gap,
              wanted);
}

/* Free until the gap is below h v, then -g/h, and 0 from then on. */
static void check_iqs_stops(const char *law, way by)
{
    test_packing p;
    drop(&p, law, 3.7 * h * v0, v0);
    for (int k = 0; k < 3; ++k) { /* at 3.2, 2.2, 1.2 h v */
        expect_gap(&p, by, (3.2 - k) * h * v0);
        cr_expect_eq(p.scene.bodies.v[2], -v0);
    }
    expect_gap(&p, by, 0.2 * h * v0);
    cr_expect_float_eq(p.scene.bodies.v[2], -0.2 * v0, 1e-12, "%s", by.solver);
    expect_gap(&p, by, 0.0);
    cr_expect_float_eq(p.scene.bodies.v[2], 0.0, 1e-12, "%s", by.solver);
    test_packing_free(&p);
}

Test(compression, iqs_stops_at_the_surface_in_two_steps)
{
    for (size_t k = 0; k < WAYS; ++k) {
        check_iqs_stops("restitution=iqs", way_of(k));
        check_iqs_stops("restitution=iqs-clamped", way_of(k));
    }
}

/* RST meets it at the first g <= 0, up to h v deep, and stays there, or leaves at e_n v. */
static void check_rst_stops(double e_n, way by)
{
    char text[60];
    test_packing p;
    snprintf(text, sizeof text, "restitution=mended,e_n=%g", e_n);
    drop(&p, text, 0.9 * h * v0, v0);
    cr_expect(isnan(step(&p, by)), "a gap of 0.4 h v is no contact");
    expect_gap(&p, by, -0.6 * h * v0);
    cr_expect_float_eq(p.scene.bodies.v[2], e_n * v0, 1e-13, "%s", by.solver);
    const double after = step(&p, by);
    cr_expect(e_n > 0.0 || fabs(after + 0.6 * h * v0) <= 1e-15, "%s: it moved to %g", by.solver,
              after);
    test_packing_free(&p);
}

Test(compression, rst_stops_behind_the_surface)
{
    for (size_t k = 0; k < WAYS; ++k) {
        check_rst_stops(0.0, way_of(k));
        check_rst_stops(0.9, way_of(k));
    }
}

/* An overlap at rest: pushed out in one step, or left. */
Test(compression, an_overlap_is_pushed_out_by_the_signed_law_alone)
{
    static const struct {
        const char *law;
        double leaves;
    } cases[] = {
        {"restitution=iqs", 1.0}, {"restitution=iqs-clamped", 0.0}, {"restitution=mended", 0.0}};
    const double d = 2e-5;
    for (size_t k = 0; k < 3 * WAYS; ++k) {
        const way by = way_of(k / 3);
        test_packing p;
        drop(&p, cases[k % 3].law, -d, 0.0);
        expect_gap(&p, by, -d);
        cr_expect_float_eq(p.scene.bodies.v[2], cases[k % 3].leaves * d / h, 1e-13, "%s by %s",
                           cases[k % 3].law, by.solver);
        test_packing_free(&p);
    }
}

/* ---- between walls ---- */

static const char small[] = "balls=30,ramp=0.05,force=1e5,max-sweeps=3000";

/* A packed sample: phase 1 by the scene's own drive; then phase 2 from it, at rest. */
static void pack(test_packing *p, const char *scene, const char *more)
{
    char settings[200];
    ss_compression_params *own;
    ss_error error = {SS_ERROR_NONE, ""};
    snprintf(settings, sizeof settings, "%s,%s", small, more);
    test_scene_create(p, scene, settings, 1);
    own = p->scene.own;
    ss_drive *const load = p->scene.drive;
    const double margin = p->scene.params.margin;
    p->scene.drive = ss_compression_press;
    ss_compression_rest.calm(&p->scene);
    p->scene.params.limits = (ss_limits){1e-4, 300};
    test_packing_advance(p, "exact", 400);
    memset(p->scene.bodies.v, 0, 6 * p->scene.bodies.n * sizeof *p->scene.bodies.v);
    const ss_law inner = {own->scene.mu, own->scene.e_n, 0.0, own->scene.restitution};
    const ss_law outer = {0.0, own->scene.e_n, 0.0, own->scene.restitution};
    ss_scene_set_law(&p->scene, 0, 0, &inner);
    ss_scene_set_law(&p->scene, 0, 1, &outer);
    p->scene.drive = load;
    p->scene.params.margin = margin;
    ss_step_free(p->step); /* time begins anew */
    p->scene.time = 0.0;
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step);
}

/* Under the signed law the overlap at the next middle is h times what the solver left, whatever it
 * left, while no pair comes from beyond the margin in a step. A wall that turns adds (h W)^2 l / 2.
 */
Test(compression, an_overlap_is_h_times_the_residual)
{
    static const char *const scenes[] = {"biaxial", "shear"};
    static const double tolerances[] = {1e-2, 1e-4};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        double left = 0.0, worst[2] = {0.0, 0.0};
        pack(&p, scenes[k], "restitution=iqs");
        for (size_t step_number = 0; step_number < 80; ++step_number) {
            const size_t by = step_number / 40; /* the tolerance */
            test_solution s;
            test_packing_pose(&p);
            const size_t n = p.problem->n_contacts;
            for (size_t c = 0; step_number > 0 && c < n; ++c)
                worst[by] = fmax(worst[by], -p.problem->gap[c] - h * left);
            test_solve(&s, p.problem, "exact", tolerances[by], 100000);
            double *const u = malloc(3 * n * sizeof *u);
            test_velocity(u, p.problem, s.r);
            left = 0.0;
            for (size_t c = 0; c < n; ++c)
                left = fmax(left, -u[3 * c]);
            ss_step_finish(p.step, s.r);
            test_solution_free(&s);
            free(u);
        }
        for (size_t by = 0; by < 2; ++by)
            cr_expect(worst[by] <= (k == 0 ? 1e-15 : 1e-9), "%s to %g: %g m beyond", scenes[k],
                      tolerances[by], worst[by]);
        test_packing_free(&p);
    }
}

/* The walls of `shear` turn the same discs in the form of balls, where their spin is in the shift
 * of contacts, and in rigid form, which an inertia of a wall asks for that nobody reads. */
Test(compression, shear_is_the_same_in_either_form)
{
    enum { STEPS = 15 };
    test_packing p[2];
    for (size_t k = 0; k < 2; ++k) {
        pack(&p[k], "shear", "restitution=iqs,spin=0.4");
        p[k].scene.params.limits = (ss_limits){1e-9, 1000000};
        p[k].scene.bodies.inv_inertia[3 * p[k].scene.bodies.n_moving] = (double)k;
    }
    for (int i = 0; i < STEPS; ++i) {
        const ss_bodies *const a = &p[0].scene.bodies, *const b = &p[1].scene.bodies;
        for (size_t k = 0; k < 2; ++k)
            test_packing_advance(&p[k], "exact", 1);
        cr_assert(p[0].problem->form == SS_FORM_BALLS && p[1].problem->form == SS_FORM_RIGID);
        const double turned = a->v[6 * (a->n - 1) + 4], apart = test_distance(a->v, b->v, 6 * a->n);
        TEST_REQUIRE(turned > 0.0 && apart <= 1e-6 * test_norm(a->v, 6 * a->n),
                     "step %d, walls at %g rad/s: velocities differ by %g", i, turned, apart);
    }
    test_packing_free(&p[0]);
    test_packing_free(&p[1]);
}

/* Who was near enough to be listed and stays open changes nothing. */
Test(compression, a_wider_margin_changes_nothing)
{
    test_packing a, b;
    pack(&a, "biaxial", "restitution=iqs,alert=8e-4");
    pack(&b, "biaxial", "restitution=iqs,alert=8e-4");
    b.scene.params.margin *= 2.0;
    a.scene.params.limits = b.scene.params.limits = (ss_limits){1e-10, 200000};
    test_packing_advance(&a, "exact", 1);
    test_packing_advance(&b, "exact", 1);
    const double speed = test_norm(a.scene.bodies.v, 6 * a.scene.bodies.n);
    cr_expect_gt(b.problem->n_contacts, a.problem->n_contacts);
    const double apart = test_distance(a.scene.bodies.v, b.scene.bodies.v, 6 * a.scene.bodies.n);
    cr_expect(apart <= 1e-6 * speed, "velocities differ by %g of %g m/s", apart, speed);
    test_packing_free(&a);
    test_packing_free(&b);
}

/* All is in the plane, to the bit; and the pair list is kept while walls move, with the contacts
 * that a new one has. */
Test(compression, walls_that_move_keep_the_plane_and_the_pairs)
{
    static const char *const scenes[] = {"biaxial", "shear"};
    enum { STEPS = 200 };
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        pack(&p, scenes[k], "restitution=iqs,speed=0.02,spin=0.08");
        const ss_bodies *const bodies = &p.scene.bodies;
        ss_detector *const kept = ss_detector_create(bodies->n, &error);
        for (int i = 0; i < STEPS; ++i) {
            const ss_contact_name *names, *anew;
            size_t n, n_anew;
            test_packing_advance(&p, "exact", 1);
            ss_detector *const fresh = ss_detector_create(bodies->n, &error);
            const double margin = p.scene.params.margin;
            cr_assert(ss_detect(kept, bodies, margin, &names, &n, &error));
            cr_assert(ss_detect(fresh, bodies, margin, &anew, &n_anew, &error));
            TEST_REQUIRE(n == n_anew && memcmp(names, anew, n * sizeof *names) == 0,
                         "%s: other contacts than anew at step %d", scenes[k], i);
            ss_detector_free(fresh);
            for (size_t b = 0; b < bodies->n; ++b)
                TEST_REQUIRE(bodies->x[3 * b + 1] == 0.0 && bodies->v[6 * b + 1] == 0.0 &&
                                 bodies->v[6 * b + 3] == 0.0 && bodies->v[6 * b + 5] == 0.0,
                             "%s: body %zu leaves the plane", scenes[k], b);
        }
        cr_expect_lt(5 * ss_detector_work_of(kept).lists, STEPS, "%s: %zu lists", scenes[k],
                     ss_detector_work_of(kept).lists);
        ss_detector_free(kept);
        test_packing_free(&p);
    }
}

/* Without friction as many contacts carry as there are unknown motions. */
Test(compression, smooth_packs_are_isostatic)
{
    test_packing p;
    size_t loaded = 0, touched[16] = {0}, standing = 0;
    test_scene_create(&p, "isotropic", "balls=16,ramp=0.05,force=1e5,mu=0", 1);
    p.scene.params.limits = (ss_limits){1e-7, 100000};
    test_packing_advance(&p, "exact", 900);
    test_solution s;
    test_packing_pose(&p);
    test_solve(&s, p.problem, "exact", 1e-9, 1000000);
    const double F = ((const ss_compression_params *)p.scene.own)->full_force;
    for (size_t c = 0; c < p.problem->n_contacts; ++c) {
        const ss_ball_contact *const contact = &p.problem->balls->contacts[c];
        if (s.r[3 * c] < 1e-4 * F * h)
            continue;
        ++loaded;
        ++touched[contact->i];
        touched[contact->j < 16 ? contact->j : contact->i] += contact->j < 16;
    }
    for (size_t b = 0; b < 16; ++b)
        standing += touched[b] > 1;
    cr_expect(loaded + 3 >= 2 * standing + 2 && loaded <= 2 * standing + 2 + 3,
              "%zu loaded contacts of %zu discs", loaded, standing);
    test_solution_free(&s);
    test_packing_free(&p);
}
