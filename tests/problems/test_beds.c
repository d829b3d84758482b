/* Beds of discs that are disturbed: silo-lowered and tilted-box. What is exact of them for any
 * solver at any tolerance, and profiles against sums made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"

#include "harness/run/start.h"
#include "problems/contact/operator.h"
#include "problems/motion/stress.h"
#include "tests/support/profile.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

static const char silo[] = "silo-lowered", box[] = "tilted-box";
static const char *const beds[] = {silo, box};
enum { BEDS = 2 };

/* Steps by E1, cheaply. */
static void advance(test_packing *p, size_t steps)
{
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    p->scene.params.limits = (ss_limits){1e-4, 30};
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error), "%s",
              error.text);
    cr_assert(ss_check_cluster_advance(p, &exact, steps, &report, &error), "%s", error.text);
    ss_choice_free(&exact);
}

/* A bed that has fallen, not solved well, and is disturbed: the floor sinks, or the box is tilted.
 */
static void open_moving(test_packing *p, const char *bed, const char *more)
{
    char settings[128];
    snprintf(settings, sizeof settings, "%s=0.05%s", bed == silo ? "lowers" : "turns", more);
    test_scene_create(p, bed, settings, 1);
    advance(p, 700);
}

/* One disc in the middle of the floor, which sinks so many times faster than g h from the first
 * step on. */
static void open_one(test_packing *p, double times)
{
    char settings[80];
    snprintf(settings, sizeof settings, "balls=1,lowers=0,speed=%.17g", times * 9.81 * 1e-4);
    test_scene_create(p, silo, settings, 1);
    p->scene.bodies.x[0] = 0.5 * p->scene.box_width;
    p->scene.bodies.x[2] = p->scene.bodies.radius[0];
}

static double gap_of(const ss_bodies *bodies)
{
    return bodies->x[2] - bodies->radius[0] - bodies->x[3 * (1 + SS_BED_FLOOR) + 2];
}

Test(beds, a_disc_follows_a_slow_floor_and_falls_free_from_a_fast_one)
{
    test_packing p;
    const double fall = 9.81 * 1e-4;
    open_one(&p, 0.999);
    for (size_t k = 1; k <= 50; ++k) {
        advance(&p, 1);
        cr_expect_eq(p.problem->n_contacts, 1);
        cr_expect_float_eq(p.scene.bodies.v[2], -0.999 * fall, 1e-12 * fall, "step %zu", k);
        cr_expect_lt(fabs(gap_of(&p.scene.bodies)), 1e-12 * p.scene.bodies.radius[0], "step %zu",
                     k);
    }
    test_packing_free(&p);
    open_one(&p, 10.5);
    for (size_t k = 1; k <= 10; ++k) {
        advance(&p, 1);
        cr_expect_float_eq(p.scene.bodies.v[2], -(double)k * fall, 1e-12 * fall, "step %zu", k);
        cr_expect_gt(gap_of(&p.scene.bodies), 0.0, "step %zu", k);
    }
    test_packing_free(&p);
}

/* Nothing leaves the plane, to the bit: places, velocities, spins and impulses. */
Test(beds, discs_stay_in_the_plane)
{
    static const char *const solvers[] = {"sbp", "sal", "ebp", "eal", "ac", "exact"};
    for (size_t k = 0; k < BEDS; ++k) {
        test_packing p;
        test_still_step step;
        open_moving(&p, beds[k], "");
        advance(&p, 300);
        const ss_bodies *const bodies = &p.scene.bodies;
        for (size_t b = 0; b < bodies->n_moving; ++b) {
            const double *const v = bodies->v + 6 * b;
            TEST_REQUIRE(bodies->x[3 * b + 1] == 0.0 && v[1] == 0.0 && v[3] == 0.0 && v[5] == 0.0,
                         "%s: disc %zu", beds[k], b);
        }
        for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; ++s) {
            test_still_step_solve(&step, &p, solvers[s], 1e-12, 50);
            cr_expect_eq(step.moment.problem->dim, 2);
            for (size_t c = 0; c < step.moment.problem->n_contacts; ++c)
                TEST_REQUIRE(step.moment.r[3 * c + 2] == 0.0, "%s, %s: contact %zu", beds[k],
                             solvers[s], c);
            test_still_step_free(&step);
        }
        test_packing_free(&p);
    }
}

/* Newton's and Euler's laws hold in a step for any impulses: of all discs, and of each disc and
 * window. */
Test(beds, forces_balance_and_stress_is_symmetric_at_any_tolerance)
{
    static const struct {
        const char *solver;
        double tol;
        size_t sweeps;
    } solves[] = {{"exact", 1e-2, 3}, {"exact", 1e-8, 20000}, {"sbp", 1e-2, 3}, {"ebp", 1e-3, 10}};
    for (size_t k = 0; k < BEDS; ++k) {
        test_packing p;
        test_still_step step;
        open_moving(&p, beds[k], "");
        for (size_t s = 0; s < sizeof solves / sizeof solves[0]; ++s) {
            test_still_step_solve(&step, &p, solves[s].solver, solves[s].tol, solves[s].sweeps);
            const double balance = test_still_step_miss(&step, beds[k], "balance"),
                         skew = test_still_step_miss(&step, beds[k], "asym_sum"),
                         of_contacts = test_still_step_value(&step, beds[k], "asym_r");
            cr_expect_lt(balance, 1e-12, "%s, %s: balance %g", beds[k], solves[s].solver, balance);
            cr_expect_lt(skew, 1e-12, "%s, %s: asymmetry %g", beds[k], solves[s].solver, skew);
            cr_expect_gt(of_contacts, 1e-4, "%s, %s: asymmetry of contacts %g", beds[k],
                         solves[s].solver, of_contacts);
            test_still_step_free(&step);
        }
        test_packing_free(&p);
    }
}

/* Floor and side walls together are what `support` says. */
Test(beds, floor_and_walls_carry_what_is_held)
{
    for (size_t k = 0; k < BEDS; ++k) {
        test_packing p;
        test_still_step step;
        open_moving(&p, beds[k], "");
        test_still_step_solve(&step, &p, "exact", 1e-6, 2000);
        const double parts = test_still_step_value(&step, beds[k], "floor_over_weight") +
                             test_still_step_value(&step, beds[k], "wall_over_weight");
        const double support = test_observed(&ss_observable_support, &step.moment, "support") /
                               ss_bed_weight(&p.scene);
        cr_expect_float_eq(parts, support, 1e-12, "%s: %g, not %g", beds[k], parts, support);
        cr_expect_gt(support, 0.1, "%s", beds[k]);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* A warm step of the silo, its P_n, P_c and the weight on its floor. */
typedef struct at_walls {
    double p_n, p_c, floor;
} at_walls;

static at_walls seen(const ss_moment *m)
{
    const double up[3] = {0.0, 0.0, 1.0};
    ss_polarization p;
    double force[3];
    ss_polarization_of(&p, m, &ss_bed_sides, up);
    ss_moment_forces(&force, m, m->scene->bodies.n_moving + SS_BED_FLOOR, 1);
    return (at_walls){p.p_n[SS_POLARIZATION_EDGE], p.p_c, -force[2] / ss_bed_weight(m->scene)};
}

/* [P] 5.2, Figure 7a: at rest the forces on the side walls are within the cone and the floor has
 * the weight; as soon as the floor sinks most of them are on the cone's boundary. */
Test(beds, lowering_the_floor_polarizes_the_contacts_with_the_walls)
{
    enum { STEPS = 60 };
    for (unsigned long instance = 1; instance <= 3; ++instance) {
        test_packing p;
        test_still_step step;
        ss_error error = {SS_ERROR_NONE, ""};
        double after = 0.0;
        test_scene_create(&p, silo, "lowers=1e-4", instance);
        cr_assert(ss_start_settle(&p.scene, silo, "a test", "", &error), "%s", error.text);
        test_packing_pose(&p);
        step.solution.r = calloc(3 * p.problem->n_contacts, sizeof(double));
        cr_assert_not_null(step.solution.r);
        ss_step_guess(p.step, step.solution.r);
        step.moment = (ss_moment){.scene = &p.scene, .problem = p.problem, .r = step.solution.r};
        const at_walls before = seen(&step.moment);
        cr_expect_lt(before.p_n, 0.1, "instance %lu", instance);
        cr_expect_float_eq(before.floor, 1.0, 0.2, "instance %lu: %g", instance, before.floor);
        ss_step_finish(p.step, step.solution.r);
        free(step.solution.r);
        for (size_t k = 0; k < STEPS; ++k) {
            test_still_step_solve(&step, &p, "exact", 1e-6, 500);
            after += k >= STEPS / 2 ? seen(&step.moment).p_c / (STEPS / 2) : 0.0;
            test_still_step_free(&step);
        }
        cr_expect_gt(after, 0.5, "instance %lu: %g", instance, after);
        test_packing_free(&p);
    }
}

/* Gravity keeps its size and turns towards x, at the step that begins at `turns`, in which alone
 * the energy is not accounted for. */
Test(beds, gravity_turns_when_it_is_told)
{
    test_packing p;
    test_still_step step;
    open_moving(&p, box, ",phi=40"); /* 200 steps after it was told to */
    cr_expect_float_eq(p.scene.gravity[0], 9.81 * sin(M_PI / 4.5), 1e-14);
    test_packing_free(&p);
    test_scene_create(&p, box, "turns=3e-4,phi=30", 1);
    for (size_t k = 1; k <= 6; ++k) {
        const double angle = k > 3 ? M_PI / 6.0 : 0.0;
        test_still_step_solve(&step, &p, "exact", 1e-4, 10);
        cr_expect_float_eq(p.scene.gravity[0], 9.81 * sin(angle), 1e-14, "step %zu", k);
        cr_expect_float_eq(p.scene.gravity[2], -9.81 * cos(angle), 1e-14, "step %zu", k);
        cr_expect_eq(p.scene.gravity[1], 0.0);
        const double missed =
            test_still_step_value(&step, box, "energy_balance") / step.moment.energy_before;
        cr_expect(k == 4 ? fabs(missed) > 1e-3 : fabs(missed) < 1e-13, "step %zu: %g", k, missed);
        if (k != 4)
            cr_expect_eq(test_still_step_miss(&step, box, "energy_balance"),
                         fabs(test_still_step_value(&step, box, "energy_balance")));
        test_still_step_free(&step);
    }
    test_packing_free(&p);
}

/* ---- profiles ---- */

/* A step with a profile of a bed that moves. */
static void take(test_still_step *step, test_packing *p, const char *bed)
{
    open_moving(p, bed, ",profile=701,window=2.5e-3");
    test_still_step_solve(step, p, "exact", 1e-6, 2000);
    cr_expect(ss_bed_has_profile(&step->moment));
}

Test(beds, windows_are_named_by_their_middle)
{
    for (size_t k = 0; k < BEDS; ++k) {
        test_packing p;
        test_still_step step;
        take(&step, &p, beds[k]);
        const test_profile of = test_profile_of(&step.moment, beds[k], "v_x");
        cr_expect_gt(of.n, 4);
        cr_expect_str_eq(of.key[0], k == 0 ? "depth=0.00125" : "z=0.00125");
        cr_expect_str_eq(of.key[1], k == 0 ? "depth=0.00375" : "z=0.00375");
        advance(&p, 1);
        step.moment.scene = &p.scene;
        cr_expect_eq(test_profile_of(&step.moment, beds[k], "v_x").n, 0, "a step without profile");
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* The depth of z below the surface in windows, the first of which has all above it; or the height
 * over the floor in the middle half. SIZE_MAX: none. */
static size_t window_of(const ss_moment *m, double x, double z)
{
    const ss_scene *const scene = m->scene;
    const bool down = scene->drives_to_end; /* the silo */
    const double floor_z = scene->bodies.x[3 * scene->bodies.n_moving + 2];
    const double height = down ? floor_z + ss_bed_height(scene) - z : z - floor_z;
    const double share = x / scene->box_width;
    if (!down && (share < 0.25 || share > 0.75))
        return SIZE_MAX;
    return (size_t)floor(fmax(height, 0.0) / 2.5e-3);
}

/* The side walls, contact by contact. */
Test(beds, wall_stresses_are_the_forces_over_their_windows)
{
    test_packing p;
    test_still_step step;
    take(&step, &p, silo);
    const ss_moment *const m = &step.moment;
    const test_profile n = test_profile_of(m, silo, "sigma_xx_wall"),
                       t = test_profile_of(m, silo, "tau_wall"),
                       share = test_profile_of(m, silo, "mobilised");
    double normal[TEST_PROFILE_MOST] = {0.0}, up[TEST_PROFILE_MOST] = {0.0}, all = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const double *const x = m->scene->bodies.x + 3 * (size_t)contact.i;
        double impulse[3];
        if (contact.j <= m->scene->bodies.n_moving)
            continue;
        ss_rigid_impulse(impulse, &contact, m->r + 3 * c);
        const size_t k = window_of(m, x[0], x[2]);
        normal[k] += m->r[3 * c] / 1e-4;
        up[k] += impulse[2] / 1e-4;
        all += normal[k];
    }
    cr_expect_gt(all, 0.0);
    for (size_t k = 0; k < n.n; ++k) {
        cr_expect_float_eq(n.value[k], normal[k] / (2.0 * 2.5e-3), 1e-9 * all, "window %zu", k);
        cr_expect_float_eq(t.value[k], up[k] / (2.0 * 2.5e-3), 1e-9 * all, "window %zu", k);
        if (normal[k] > 0.0)
            cr_expect_float_eq(share.value[k], up[k] / (0.25 * normal[k]), 1e-9, "window %zu", k);
    }
    test_still_step_free(&step);
    test_packing_free(&p);
}

/* The discs of a window. */
typedef struct in_window {
    const ss_moment *m;
    size_t k;
} in_window;

static bool holds(const void *of, const ss_scene *scene, size_t b)
{
    const in_window *const window = of;
    return window_of(window->m, scene->bodies.x[3 * b], scene->bodies.x[3 * b + 2]) == window->k;
}

enum { COMPONENTS = 4 };
static const char *const components[COMPONENTS] = {"sigma_xx", "sigma_xz", "sigma_zx", "sigma_zz"};

static void check_window(const ss_moment *m, size_t k, const test_profile sigma[COMPONENTS],
                         const test_profile *v)
{
    static const size_t component[COMPONENTS] = {0, 2, 6, 8};
    const ss_bodies *const bodies = &m->scene->bodies;
    const in_window window = {m, k};
    const double width = (m->scene->drives_to_end ? 1.0 : 0.5) * m->scene->box_width;
    const ss_region region = {holds, &window, 2.5e-3 * width};
    const ss_stress stress = ss_stress_of(m, &region);
    double sum[9], speed = 0.0;
    ss_stress_sum(sum, &stress);
    for (size_t b = 0; b < bodies->n_moving; ++b)
        speed += holds(&window, m->scene, b) ? bodies->v[6 * b] : 0.0;
    if (stress.n_bodies == 0) {
        cr_expect(isnan(sigma[0].value[k]) && isnan(v->value[k]), "window %zu is empty", k);
        return;
    }
    for (size_t i = 0; i < COMPONENTS; ++i)
        cr_expect_float_eq(sigma[i].value[k], sum[component[i]], 1e-9 * test_norm(sum, 9),
                           "window %zu, component %zu", k, i);
    speed /= (double)stress.n_bodies;
    cr_expect_float_eq(v->value[k], speed, 1e-12, "window %zu", k);
}

Test(beds, stresses_and_velocities_are_those_of_the_discs_of_a_window)
{
    for (size_t k = 0; k < BEDS; ++k) {
        test_packing p;
        test_still_step step;
        test_profile sigma[COMPONENTS];
        take(&step, &p, beds[k]);
        for (size_t i = 0; i < COMPONENTS; ++i)
            sigma[i] = test_profile_of(&step.moment, beds[k], components[i]);
        const test_profile v = test_profile_of(&step.moment, beds[k], "v_x");
        for (size_t window = 0; window < v.n; ++window)
            check_window(&step.moment, window, sigma, &v);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

Test(beds, contradictions_are_one_error)
{
    static const char *const refused[][3] = {
        {silo, "width=3e-3", "too narrow"},
        {silo, "radius-min=2e-3", "radius-min = 0.002 m"},
        {silo, "h=2e-3", "through a wall"},
        {box, "balls=2000000", "through a wall"},
    };
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        cr_expect_not(ss_check_cluster_open(&p, refused[k][0], refused[k][1], 1, &error), "%s",
                      refused[k][1]);
        cr_expect_eq(error.code, SS_ERROR_USAGE, "%s", refused[k][1]);
        cr_expect_not_null(strstr(error.text, refused[k][2]), "%s: %s", refused[k][1], error.text);
    }
}
