/* Scenes with a known answer, run as the program runs them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/tables/csv.h"
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"
#include "tests/support/scene_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

/* Of the one ball of a scene, after the last step. */
static double last(const test_run *f, const char *column)
{
    return test_number(&f->bodies, f->bodies.n_rows / 2,
                       column); /* the ball; its wall is behind it */
}

/* The methods of [D] with [D]'s options, the sweeps of Table 1 and how well v is known. */
static const struct {
    const char *solver;
    size_t sweeps;
    double tol;
} table_1[] = {{"sbp", 18, 1e-6},
               {"sal", 18, 1e-6},
               {"ebp", 1, 1e-10},
               {"eal", 1, 1e-10},
               {"ebp[stop=printed,backtrack=no,fallback=no]", 1, 1e-10},
               {"eal[stop=printed,backtrack=no,fallback=no]", 1, 1e-10}};

enum { n_table_1 = sizeof table_1 / sizeof table_1[0] };

Test(scenes, sliding_ball_takes_the_sweeps_of_table_1_and_rolls_at_five_sevenths)
{
    const double v0 = 1.5, a = 5e-3, v = v0 * 5.0 / 7.0;
    for (size_t k = 0; k < n_table_1; ++k) {
        const char *const solver = table_1[k].solver;
        test_run f;
        test_run_scene(&f, "sliding-ball", NULL, solver, false);
        cr_expect_str_eq(f.status, "solved", "%s", solver);
        cr_expect_eq(f.history.n_rows, 2000, "%s", solver);
        cr_expect_eq(f.sweeps_last, table_1[k].sweeps, "%s: %zu sweeps in the last step", solver,
                     f.sweeps_last);
        cr_expect(fabs(last(&f, "vx_m_per_s") / v - 1.0) <= table_1[k].tol, "%s: v = %.15g", solver,
                  last(&f, "vx_m_per_s"));
        cr_expect(fabs(last(&f, "wy_rad_per_s") * a / v - 1.0) <= table_1[k].tol, "%s: w = %.15g",
                  solver, last(&f, "wy_rad_per_s"));
        cr_expect(fabs(last(&f, "z_m") - a) <= 1e-10 && fabs(last(&f, "y_m")) <= 1e-12, "%s",
                  solver);
        test_run_free(&f);
    }
}

/* The first step in which the contact sticks ends within one step of 2 v0/(7 mu g). */
Test(scenes, rolling_begins_when_it_must)
{
    const double h = 1e-4, expected = 2.0 * 1.5 / (7.0 * 0.7 * 9.81);
    for (size_t k = 0; k < n_table_1; ++k) {
        test_run f;
        size_t step = 0, later = 0;
        test_run_scene(&f, "sliding-ball", NULL, table_1[k].solver, false);
        while (step < f.history.n_rows && test_number(&f.history, step, "sticking") < 1.0) {
            cr_expect(test_number(&f.history, step, "sliding") == 1.0, "%s, step %zu",
                      table_1[k].solver, step + 1);
            ++step;
        }
        cr_assert(step < f.history.n_rows, "%s never rolls", table_1[k].solver);
        for (size_t row = step; row < f.history.n_rows; ++row)
            later += test_number(&f.history, row, "sticking") == 1.0;
        cr_expect(fabs(test_number(&f.history, step, "time_s") - expected) <= h,
                  "%s: rolls at %g s", table_1[k].solver, test_number(&f.history, step, "time_s"));
        cr_expect_eq(later, f.history.n_rows - step, "%s slides again", table_1[k].solver);
        test_run_free(&f);
    }
}

/* v = (5/7) g t sin(angle) rolling, g t (sin(angle) - mu cos(angle)) sliding. */
Test(scenes, inclined_ball_rolls_or_slides)
{
    const double angle = M_PI / 6.0, gt = 9.81 * 0.1;
    static const struct {
        const char *settings[2];
        double mu;
        bool rolls;
    } cases[] = {{{"mu=0.3", NULL}, 0.3, true}, {{"mu=0.1", NULL}, 0.1, false}};
    for (size_t k = 0; k < n_table_1; ++k)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
            test_run f;
            const char *const solver = table_1[k].solver;
            const double v = cases[i].rolls ? gt * 5.0 / 7.0 * sin(angle)
                                            : gt * (sin(angle) - cases[i].mu * cos(angle));
            test_run_scene(&f, "inclined-ball", cases[i].settings, solver, false);
            const double vx = last(&f, "vx_m_per_s"), vz = last(&f, "vz_m_per_s");
            const double down = vx * cos(angle) - vz * sin(angle);
            const double off = vx * sin(angle) + vz * cos(angle);
            cr_expect_str_eq(f.status, "solved", "%s", solver);
            cr_expect(fabs(down / v - 1.0) <= table_1[k].tol && fabs(off) <= 1e-9,
                      "%s, mu %g: v = %.15g, not %.15g; %g off the plane", solver, cases[i].mu,
                      down, v, off);
            cr_expect(test_number(&f.history, 900, cases[i].rolls ? "sticking" : "sliding") == 1.0,
                      "%s, mu %g", solver, cases[i].mu);
            test_run_free(&f);
        }
}

/* One ball in the air for 1000 steps: x and v are known for any theta, and the spin too. */
static void check_free_fall(double theta)
{
    enum { n = 1000 };
    const double h = 1e-3, g[3] = {1.0, -2.0, -9.81}, v0[3] = {3.0, 2.0, 10.0};
    const double w[3] = {20.0, -10.0, 5.0};
    const double gain = (1.0 - theta) * n * (n - 1) / 2.0 + theta * n * (n + 1) / 2.0;
    const double half = 0.5 * n * h * ss_norm(w);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene scene = {.params = test_scene_params()};
    scene.params.h = h;
    scene.params.theta = theta;
    ss_copy3(scene.gravity, g);
    cr_assert(ss_bodies_create(&scene.bodies, 1, 0, &error));
    ss_bodies_set_ball(&scene.bodies, 0, 0.1, 1.0, 0.4);
    ss_copy3(scene.bodies.v, v0);
    ss_copy3(scene.bodies.v + 3, w);
    test_packing p = {.scene = scene};
    p.step = ss_step_create(&p.scene, &error);
    test_packing_advance(&p, "ebp", n);
    const double *const q = p.scene.bodies.orientation;
    for (int k = 0; k < 3; ++k) {
        cr_expect(fabs(p.scene.bodies.v[k] - (v0[k] + n * h * g[k])) <= 1e-12, "theta %g", theta);
        cr_expect(fabs(p.scene.bodies.x[k] - (n * h * v0[k] + h * h * g[k] * gain)) <= 1e-12,
                  "theta %g: x[%d] = %.15g", theta, k, p.scene.bodies.x[k]);
        cr_expect(p.scene.bodies.v[3 + k] == w[k], "theta %g: the spin changes", theta);
        cr_expect(fabs(q[k + 1] - sin(half) * w[k] / ss_norm(w)) <= 1e-12, "theta %g: turned",
                  theta);
    }
    cr_expect(fabs(q[0] - cos(half)) <= 1e-12, "theta %g: q = %g", theta, q[0]);
    test_packing_free(&p);
}

/* theta = 1/2 gives Galileo's parabola; any other what its formula says. */
Test(scenes, free_fall_is_exact_for_any_theta)
{
    check_free_fall(0.5);
    check_free_fall(0.75);
    check_free_fall(1.0);
}

Test(scenes, quaternions_stay_unit)
{
    gsl_rng *const rng = test_rng(1);
    ss_scene_params params = test_scene_params();
    test_packing p;
    params.limits.max_sweeps = 50;
    test_packing_create(&p, rng, 20, true, &params);
    for (size_t k = 0; k < 120; ++k)
        p.scene.bodies.v[k] *= 100.0; /* fast: 1 rad a step */
    test_packing_advance(&p, "ebp", 2000);
    for (size_t b = 0; b < 20; ++b) {
        const double length = test_norm(p.scene.bodies.orientation + 4 * b, 4);
        cr_expect(fabs(length - 1.0) <= 4e-16, "ball %zu: |q| - 1 = %g", b, length - 1.0);
    }
    test_packing_free(&p);
    gsl_rng_free(rng);
}

static double largest_difference(const test_run *a, const test_run *b, const char *column)
{
    double largest = 0.0;
    cr_assert_eq(a->bodies.n_rows, b->bodies.n_rows);
    for (size_t row = 0; row < a->bodies.n_rows; ++row)
        largest = fmax(largest, fabs(test_number(&a->bodies, row, column) -
                                     test_number(&b->bodies, row, column)));
    return largest;
}

/* A warm start changes where the solver begins, and so its sweeps, not where the balls end. How
 * well that shows depends on what eps sees: a solver that holds its own velocity has no small eps
 * before its contacts are solved, but for the others eps is m/s + J alone, impulses are of order
 * 1e-9 N s, and a start with u_n > 0 passes as soon as r_n u_n is below tol = 1e-14 J: an error of
 * 1e-5 m/s or 1e-9 m a step. */
Test(scenes, warm_start_gives_the_same_motion)
{
    static const char *const columns[] = {"x_m", "y_m", "z_m"};
    static const char *const settings[] = {"tol=1e-14", "steps=400", "max-sweeps=20000", NULL};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        const double bound = s->holds_velocity ? 1e-12 : 400 * 1e-9;
        test_run cold, warm;
        test_run_scene(&cold, "balls-4", settings, s->name, false);
        test_run_scene(&warm, "balls-4", settings, s->name, true);
        for (size_t i = 0; i < 3; ++i)
            cr_expect(largest_difference(&cold, &warm, columns[i]) <= bound, "%s, %s: %g m",
                      s->name, columns[i], largest_difference(&cold, &warm, columns[i]));
        cr_expect(warm.sweeps_total < cold.sweeps_total, "%s: %zu sweeps warm, %zu cold", s->name,
                  warm.sweeps_total, cold.sweeps_total);
        test_run_free(&cold);
        test_run_free(&warm);
    }
}

/* Solved until nothing moves, a step has the same velocities from a cold and from a warm start,
 * and the warm start is not the answer of the cold one. */
static void check_starts(const ss_local_solver *s, const test_packing *p, const double *start,
                         int step)
{
    test_solution cold, warm;
    test_solve_still(&cold, p->problem, s->name, NULL, 20000);
    test_solve_still(&warm, p->problem, s->name, start, 20000);
    const double speed = test_norm(p->problem->q, cold.n);
    TEST_REQUIRE(test_distance(cold.u, warm.u, cold.n) <= 1e-10 * speed,
                 "%s, step %d: %g of %g m/s", s->name, step, test_distance(cold.u, warm.u, cold.n),
                 speed);
    test_solution_free(&cold);
    test_solution_free(&warm);
}

Test(scenes, warm_start_gives_the_same_converged_velocities)
{
    test_packing p;
    test_scene_create(&p, "balls-4", "tol=1e-12", 1);
    test_packing_advance(&p, "ebp", 100);
    for (int step = 0; step < 20; ++step) {
        test_packing_advance(&p, "ebp", 20);
        test_packing_pose(&p);
        double *const start = calloc(3 * p.problem->n_contacts + 1, sizeof *start);
        ss_step_guess(p.step, start);
        cr_expect(test_norm(start, 3 * p.problem->n_contacts) > 0.0, "nothing is remembered");
        for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
            check_starts(ss_local_solver_at(k), &p, start, step);
        free(start);
    }
    test_packing_free(&p);
}

/* The impulses of a step in the fixed frame; `identity` is that of the contact's bodies. */
typedef struct past {
    size_t i, j;
    double p[3];
} past;

static past in_fixed_frame(const ss_ball_contact *c, const double *r)
{
    past impulse = {c->i, c->j, {0.0, 0.0, 0.0}};
    ss_axpy(impulse.p, r[0], c->n);
    ss_axpy(impulse.p, r[1], c->t1);
    ss_axpy(impulse.p, r[2], c->t2);
    return impulse;
}

/* A warm start hands on the last impulse of the same pair of balls, in the new frame. */
Test(scenes, warm_start_remembers_each_pair)
{
    test_packing p;
    size_t compared = 0, n_before = 0;
    past before[64];
    test_scene_create(&p, "balls-4", "tol=1e-12", 1);
    test_packing_advance(&p, "ebp", 150);
    for (int step = 0; step < 50; ++step) {
        double start[192];
        test_solution s;
        test_packing_pose(&p);
        const size_t n = p.problem->n_contacts;
        cr_assert(n <= 64);
        ss_step_guess(p.step, start);
        for (size_t c = 0; c < n; ++c) {
            const past now = in_fixed_frame(&p.problem->balls->contacts[c], start + 3 * c);
            for (size_t k = 0; k < n_before; ++k) {
                if (now.j >= 4 || before[k].i != now.i || before[k].j != now.j)
                    continue; /* walls share one ground body: their contacts are not told apart */
                TEST_REQUIRE(test_distance(before[k].p, now.p, 3) <= 0.05 * ss_norm(before[k].p),
                             "step %d, %zu-%zu: (%g, %g, %g) becomes (%g, %g, %g)", step, now.i,
                             now.j, before[k].p[0], before[k].p[1], before[k].p[2], now.p[0],
                             now.p[1], now.p[2]);
                compared += ss_norm(now.p) > 0.0;
            }
        }
        test_solve(&s, p.problem, "ebp", 1e-12, 5000);
        for (n_before = 0; n_before < n; ++n_before)
            before[n_before] =
                in_fixed_frame(&p.problem->balls->contacts[n_before], s.r + 3 * n_before);
        ss_step_finish(p.step, s.r);
        test_solution_free(&s);
    }
    cr_expect(compared > 50, "%zu pairs", compared);
    test_packing_free(&p);
}

/* In a state of rest the last step's impulses are this step's: one sweep confirms them. */
Test(scenes, warm_start_of_a_ball_that_rolls_takes_one_sweep)
{
    test_run f;
    test_run_scene(&f, "sliding-ball", NULL, "sbp", true);
    cr_expect_eq(f.sweeps_last, 1, "%zu sweeps", f.sweeps_last);
    cr_expect(fabs(last(&f, "vx_m_per_s") / (1.5 * 5.0 / 7.0) - 1.0) <= 1e-6);
    test_run_free(&f);
}
