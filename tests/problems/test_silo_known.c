/* Known answers of a silo: the load of its walls at rest, and that no length of its own hides in
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"
#include "problems/scenes/silo.h"

#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static void open_at_rest(test_packing *p, const char *problem, const char *settings)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_scene_create(p, problem, settings, 1);
    cr_assert(ss_start_settle(&p->scene, problem, "", "", &error), "%s", error.text);
}

/* The next step by E1. */
static void solve(test_packing *p, test_solution *answer, double e1)
{
    ss_choice exact;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse_whole(&exact, "exact", "nlgs-batched", &error), "%s", error.text);
    test_packing_pose(p);
    cr_assert(ss_check_answer_solve(answer, p->problem, &exact, e1, 5000, &error), "%s",
              error.text);
    ss_choice_free(&exact);
}

/* The actions of walls on balls in a step: impulses, their moments about the origin, and those of
 * floors, whose normal is vertical; beside them what weight does. N s, N m s. */
typedef struct balance {
    double impulse[3], moment[3], floors;
    double weight, moment_of_weight[3];
} balance;

static balance balance_of(const ss_scene *scene, const ss_problem *problem, const double *r)
{
    const ss_bodies *const bodies = &scene->bodies;
    balance sum = {.floors = 0.0};
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        double turn[3], p[3] = {0.0, 0.0, scene->gravity[2] * scene->params.h};
        p[2] *= ss_bodies_mass(bodies, b);
        ss_cross(turn, bodies->x + 3 * b, p);
        ss_axpy(sum.moment_of_weight, 1.0, turn);
        sum.weight -= p[2];
    }
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        double p[3], at[3], turn[3];
        if (contact.j < bodies->n_moving)
            continue;
        ss_rigid_impulse(p, &contact, r + 3 * c);
        ss_copy3(at, bodies->x + 3 * contact.i);
        ss_axpy(at, 1.0, contact.arm_i);
        ss_cross(turn, at, p);
        ss_axpy(sum.impulse, 1.0, p);
        ss_axpy(sum.moment, 1.0, turn);
        sum.floors += contact.n[2] > 0.9 ? p[2] : 0.0;
    }
    return sum;
}

/* To 10 E1, at any friction, moments by the height of what rests; without friction an upright
 * cylinder carries nothing. */
Test(silo_known, walls_carry_what_rests)
{
    static const struct {
        const char *settings;
        double e1, share_of_floors;
    } cases[] = {
        {"balls=80,opens=10", 1e-4, NAN},
        {"balls=80,opens=10", 1e-5, NAN},
        {"balls=80,opens=10,slope=30,mu=0.5,mu-start=0.5,radius-min=4e-3,radius-max=6e-3", 1e-5,
         NAN},
        {"balls=80,opens=10,bottom=flat,mu=0,mu-start=0", 1e-4, 1.0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        test_packing p;
        test_solution answer;
        open_at_rest(&p, "silo-discharge", cases[k].settings);
        solve(&p, &answer, cases[k].e1);
        const balance sum = balance_of(&p.scene, p.problem, answer.r);
        const double most = 10.0 * cases[k].e1 * sum.weight, lever = 0.2;
        double moment[3];
        ss_copy3(moment, sum.moment);
        ss_axpy(moment, 1.0, sum.moment_of_weight);
        cr_expect(fabs(sum.impulse[2] - sum.weight) <= most, "%s: %.12g of the weight is carried",
                  cases[k].settings, sum.impulse[2] / sum.weight);
        if (isnan(cases[k].share_of_floors))
            cr_expect(test_norm(sum.impulse, 2) <= most && test_norm(moment, 3) <= most * lever,
                      "%s: %g of the weight aside, moments (%g, %g, %g)", cases[k].settings,
                      test_norm(sum.impulse, 2) / sum.weight, moment[0] / sum.weight / lever,
                      moment[1] / sum.weight / lever, moment[2] / sum.weight / lever);
        else
            cr_expect(fabs(sum.floors - cases[k].share_of_floors * sum.weight) <= most,
                      "%s: the floor carries %g of the weight", cases[k].settings,
                      sum.floors / sum.weight);
        test_solution_free(&answer);
        test_packing_free(&p);
    }
}

static size_t out(const ss_scene *scene)
{
    const ss_moment now = {.scene = scene};
    return (size_t)test_observed(&ss_observable_out, &now, "out");
}

/* Lengths x 4, times x 2, masses x 512, from the lattice on: the same to the last bit. */
static void check_scale(const char *problem, const char *settings, const char *scaled, size_t steps)
{
    test_packing p[2];
    test_solution answer[2];
    open_at_rest(&p[0], problem, settings);
    open_at_rest(&p[1], problem, scaled);
    const size_t n = p[0].scene.bodies.n_moving;
    size_t most = 0;
    for (size_t k = 0; k < steps; ++k) {
        for (int i = 0; i < 2; ++i) {
            solve(&p[i], &answer[i], 1e-4);
            ss_step_finish(p[i].step, answer[i].r);
        }
        const size_t sweeps = answer[0].report.sweeps, contacts = p[0].problem->n_contacts;
        most = contacts > most ? contacts : most;
        TEST_REQUIRE(sweeps == answer[1].report.sweeps && contacts == p[1].problem->n_contacts &&
                         out(&p[0].scene) == out(&p[1].scene),
                     "%s, step %zu: %zu and %zu contacts, %zu and %zu sweeps", problem, k + 1,
                     contacts, p[1].problem->n_contacts, sweeps, answer[1].report.sweeps);
        for (size_t c = 0; c < 3 * contacts; ++c)
            TEST_REQUIRE(answer[1].r[c] == 1024.0 * answer[0].r[c], "%s, step %zu: r", problem,
                         k + 1);
        for (size_t b = 0; b < 3 * n; ++b)
            TEST_REQUIRE(p[1].scene.bodies.x[b] == 4.0 * p[0].scene.bodies.x[b], "%s, step %zu: x",
                         problem, k + 1);
        test_solution_free(&answer[0]);
        test_solution_free(&answer[1]);
    }
    cr_expect(most > n && out(&p[0].scene) > 0, "%s: %zu contacts, %zu out", problem, most,
              out(&p[0].scene));
    test_packing_free(&p[0]);
    test_packing_free(&p[1]);
}

Test(silo_known, no_length_of_its_own_hides_in_it)
{
    check_scale("silo-discharge", "balls=60",
                "balls=60,radius-min=0.02,radius-max=0.02,cylinder=0.16,orifice=0.2,"
                "orifice-height=0.6,rim=0.4,rim-height=0.36,h=2e-3,density=20000",
                60);
    check_scale("sand-pile", "balls=60,orifice-height=0.3",
                "balls=60,radius-min=0.32,radius-max=0.48,cylinder=4.8,orifice=4.8,"
                "orifice-height=1.2,h=1e-2,density=20000",
                60);
}

/* Poured onto the floor that holds whoever touches it: at rest the base carries the weight, of the
 * balls that it holds too, and the highest ball is the apex. */
Test(silo_known, a_heap_presses_with_its_weight)
{
    enum { STEPS = 700 };
    test_packing p;
    test_solution answer = {.n = 0};
    open_at_rest(&p, "sand-pile", "balls=60,orifice-height=0.7,e_t=0");
    for (size_t k = 0; k < STEPS; ++k) {
        test_solution_free(&answer);
        solve(&p, &answer, k + 1 < STEPS ? 1e-4 : 1e-6);
        ss_step_finish(p.step, answer.r);
    }
    const ss_bodies *const bodies = &p.scene.bodies;
    const test_still_step now = {
        .moment = {.scene = &p.scene, .problem = ss_step_contacts(p.step), .r = answer.r}};
    double weight = 0.0, top = 0.0, held = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        weight += 9.81 * ss_bodies_mass(bodies, b);
        held += ss_bodies_is_blocked(bodies, b) ? 1.0 : 0.0;
        top = fmax(top, bodies->x[3 * b + 2] + bodies->radius[b]);
    }
    const double force = test_still_step_value(&now, "sand-pile", "base_force");
    cr_expect(fabs(force - weight) <= 1e-3 * weight, "%g of the weight", force / weight);
    cr_expect_eq(test_still_step_value(&now, "sand-pile", "apex"), top);
    cr_expect_eq(test_still_step_value(&now, "sand-pile", "out"), 60.0);
    cr_expect(held >= 20.0 && held < 60.0 && top > 0.3, "%g held, %g m high", held, top);
    test_solution_free(&answer);
    test_packing_free(&p);
}

/* A ball that spins about the normal of its contact is never braked, and goes nowhere: it rests. */
Test(silo_known, what_spins_in_its_place_rests)
{
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    test_scene_create(&p, "silo-discharge", "balls=1,bottom=flat,orifice=0.06", 1);
    p.scene.bodies.x[0] = p.scene.bodies.x[1] = 0.0;
    p.scene.bodies.v[5] = 100.0;
    cr_expect(ss_start_settle(&p.scene, "spin", "", "", &error), "%s", error.text);
    cr_expect_float_eq(p.scene.bodies.x[2], 0.155, 1e-3);
    test_packing_free(&p);
}
