/* The shaken box of three classes of balls: one ball on its floor, what is mixed, and its balances.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const char scene[] = "brazil-nut";

/* One ball of 1 mm at rest in the middle of the floor of a wide box, shaken with this acceleration
 * in g. */
static void open_one(test_packing *p, double gamma, const char *more)
{
    const double speed = 2.0 * M_PI * 28.0;
    char settings[160];
    snprintf(settings, sizeof settings, "balls=1,start=dyed,width=8,depth=8,amplitude=%.17g%s",
             gamma * 9.81 / (speed * speed), more);
    test_scene_create(p, scene, settings, 1);
    double *const x = p->scene.bodies.x;
    x[0] = x[1] = 4.0;
    x[2] = p->scene.bodies.radius[0];
}

/* Height of the only ball above the floor, m. */
static double gap_of(const ss_bodies *bodies)
{
    return bodies->x[2] - bodies->radius[0] - bodies->x[5];
}

/* A flight: from the first step without an impulse to the next one with. */
typedef struct flight {
    double start, end; /* numbers of those steps */
    double from, top;  /* gaps at the start and the largest since, m */
} flight;

/* One step more; true when a flight is over. */
static bool fly(flight *f, test_packing *p, double k)
{
    test_still_step step;
    const double gap = gap_of(&p->scene.bodies);
    test_still_step_solve(&step, p, "exact", 1e-12, 100);
    const bool held = step.moment.problem->n_contacts > 0 && step.moment.r[0] > 0.0;
    test_still_step_free(&step);
    const bool over = held && f->start > 0.0;
    if (over)
        f->end = k;
    else if (!held && f->start == 0.0)
        *f = (flight){.start = k, .from = gap, .top = gap};
    if (!held)
        f->top = fmax(f->top, gap_of(&p->scene.bodies));
    return over;
}

/* theta = omega (t - t_off): y/A = sin phi + cos phi theta - theta^2/(2 gamma) - sin(phi + theta),
 * sin phi = 1/gamma; its zero over 2 pi, and its maximum. */
static const struct {
    double gamma, periods, height;
} flights[] = {{1.5, 0.5676, 0.5383}, {2.0, 0.7415, 1.2658}, {3.0, 0.9498, 2.3696}};

Test(brazil_nut, one_ball_bounces_as_the_floor_throws_it)
{
    for (size_t i = 0; i < 3; ++i) {
        const double gamma = flights[i].gamma, a_period = 1.0 / (28.0 * 5e-4);
        const double amplitude = gamma * 9.81 / pow(2.0 * M_PI * 28.0, 2.0);
        test_packing p;
        flight f = {.start = 0.0};
        size_t n = 0;
        open_one(&p, gamma, ",margin=1e-12");
        for (double k = 1.0; k <= 4.0 * a_period; k += 1.0) {
            if (!fly(&f, &p, k))
                continue;
            const double periods = (f.end - f.start) / a_period,
                         high = (f.top - f.from) / amplitude;
            cr_expect(fabs(periods - flights[i].periods) <= 2.0 / a_period,
                      "gamma %g: flies %g periods, not %g", gamma, periods, flights[i].periods);
            cr_expect(fabs(high / flights[i].height - 1.0) <= 5e-3, "gamma %g: %g A high, not %g",
                      gamma, high, flights[i].height);
            f = (flight){.start = 0.0};
            ++n;
        }
        cr_expect(n >= 3, "gamma %g: %zu flights", gamma, n);
        test_packing_free(&p);
    }
}

Test(brazil_nut, what_is_shaken_less_than_gravity_stays_on_the_floor)
{
    enum { STEPS = 40000 };
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse(&exact, "exact", SS_CHOICE_LOCAL, &error));
    test_packing p;
    double highest = -1.0, way = 0.0;
    open_one(&p, 0.99, "");
    p.scene.params.limits = (ss_limits){1e-12, 100};
    for (size_t k = 0; k < STEPS; ++k) {
        cr_assert(ss_check_cluster_advance(&p, &exact, 1, &report, &error), "%s", error.text);
        highest = fmax(highest, gap_of(&p.scene.bodies));
        way = fmax(way, p.scene.bodies.x[5]);
    }
    TEST_REQUIRE(highest < 1e-12, "%g m above the floor", highest);
    cr_expect(way > 1e-4, "the floor rises by %g m", way);
    test_packing_free(&p);
    ss_choice_free(&exact);
}

/* The floor of a box that moves along x; it slides until t = 2 V/(7 mu g), and then rolls at 2 V/7.
 */
Test(brazil_nut, a_ball_on_a_floor_that_slides_is_taken_along)
{
    enum { SLIDING = 100 };
    const double V = 1.0, mu = 0.5, h = 2.0 * V / (7.0 * mu * 9.81) / SLIDING;
    char settings[80];
    test_packing p;
    snprintf(settings, sizeof settings, ",h=%.17g,margin=1e-12,mu-wall=%g", h, mu);
    open_one(&p, 0.0, settings);
    const ss_bodies *const bodies = &p.scene.bodies;
    for (size_t b = 1; b < bodies->n; ++b)
        bodies->v[6 * b] = V;
    for (size_t k = 1; k <= 2 * SLIDING; ++k) {
        test_still_step step;
        test_still_step_solve(&step, &p, "exact", 1e-13, 100);
        const double want = fmin(mu * 9.81 * h * (double)k, 2.0 * V / 7.0);
        cr_expect(fabs(bodies->v[0] - want) <= 1e-9 * V, "step %zu: %.12g, not %.12g m/s", k,
                  bodies->v[0], want);
        test_still_step_free(&step);
    }
    const double turns = -bodies->v[4] * bodies->radius[0]; /* against the floor's motion */
    cr_expect(fabs(turns - 5.0 / 7.0 * V) <= 1e-9 * V, "turns at %.12g m/s", turns);
    test_packing_free(&p);
}

/* An observable of the scene as it stands. */
static double observed(const test_packing *p, const char *name)
{
    const test_still_step now = {.moment = {.scene = &p->scene}};
    return test_still_step_value(&now, scene, name);
}

/* Four of each class by hand. */
Test(brazil_nut, ranks_by_hand)
{
    static const char classes[] = "lslsmmlmslms"; /* from below */
    test_packing p;
    test_scene_create(&p, scene, "balls=12", 1);
    ss_bodies *const bodies = &p.scene.bodies;
    size_t of[3] = {0};
    for (size_t b = 0; b < 12; ++b)
        ++of[bodies->material[b]];
    cr_assert(of[0] == 4 && of[1] == 4 && of[2] == 4);
    for (size_t k = 0; k < 12; ++k) { /* the k-th place to a ball of that class */
        const uint8_t class = classes[k] == 's' ? 0 : classes[k] == 'm' ? 1 : 2;
        size_t b = 0, nth = 0;
        for (size_t i = 0; i < k; ++i)
            nth += classes[i] == classes[k];
        while (bodies->material[b] != class || nth-- > 0)
            ++b;
        bodies->x[3 * b + 2] = 2.0 + (double)(k + 1);
    }
    bodies->x[3 * 12 + 2] = 2.0; /* the floor */
    /* large 1 3 7 10, small 2 4 9 12, middle 5 6 8 11; on top are 9 10 11 12 */
    cr_expect_float_eq(observed(&p, "rank_index"), (21.0 - 27.0) / 4.0 / 8.0, 1e-14);
    cr_expect_float_eq(observed(&p, "large_on_top"), 0.25, 1e-14);
    cr_expect_float_eq(observed(&p, "height_large"), 21.0 / 4.0, 1e-13);
    cr_expect_float_eq(observed(&p, "height_small"), 27.0 / 4.0, 1e-13);
    cr_expect_float_eq(observed(&p, "height_middle"), 30.0 / 4.0, 1e-13);
    test_packing_free(&p);
}

/* Three standard deviations of a random order, 1.06 over the root of the number. */
Test(brazil_nut, starts_are_mixed_or_inverted)
{
    static const char *const starts[] = {"start=mixed", "start=dyed"};
    test_packing p;
    for (unsigned long k = 0; k < 10; ++k) {
        test_scene_create(&p, scene, starts[k % 2], 1 + k / 2);
        cr_expect(fabs(observed(&p, "rank_index")) <= 3.2 / sqrt(240.0), "%s, %lu: %g",
                  starts[k % 2], 1 + k / 2, observed(&p, "rank_index"));
        const double *const radius = p.scene.bodies.radius;
        double least = radius[0], most = radius[0];
        for (size_t b = 0; b < 240; ++b) {
            least = fmin(least, radius[b]);
            most = fmax(most, radius[b]);
        }
        cr_expect(k % 2 == 1 ? least == 0.9e-3 && most == 0.9e-3 : least == 0.8e-3 && most == 1e-3);
        test_packing_free(&p);
    }
    test_scene_create(&p, scene, "start=inverted", 1);
    cr_expect(observed(&p, "rank_index") < -0.95 && observed(&p, "large_on_top") == 0.0);
    test_packing_free(&p);
}

Test(brazil_nut, refuses_more_than_all)
{
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(ss_check_cluster_open(&p, scene, "share-small=0.6,share-middle=0.5", 1, &error));
    cr_expect_not_null(strstr(error.text, "share-middle"), "%s", error.text);
}

/* A box of 20 balls, settled. */
static void open_settled(test_packing *p, const char *more)
{
    char settings[120];
    ss_error error = {SS_ERROR_NONE, ""};
    snprintf(settings, sizeof settings, "balls=20,width=5e-3,depth=4.5e-3%s", more);
    test_scene_create(p, scene, settings, 1);
    cr_assert(ss_start_settle(&p->scene, scene, "a test", "", &error), "%s", error.text);
}

/* Steps by E1, until the tolerance or the cap. */
static void advance(test_packing *p, size_t steps, double tol, size_t cap)
{
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error));
    p->scene.params.limits = (ss_limits){tol, cap};
    cr_assert(ss_check_cluster_advance(p, &exact, steps, &report, &error), "%s", error.text);
    ss_choice_free(&exact);
}

/* Of balls a and b, which is higher: 1, 0. */
static void orders(bool *higher, const ss_bodies *bodies)
{
    for (size_t a = 0; a < bodies->n_moving; ++a)
        for (size_t b = 0; b < bodies->n_moving; ++b)
            higher[a * bodies->n_moving + b] = bodies->x[3 * a + 2] > bodies->x[3 * b + 2];
}

/* Half periods, of four after the first period, in which some ball passes another. */
static size_t half_periods_of_passing(const char *amplitude, double tol, size_t cap)
{
    enum { PERIOD = 72, BALLS = 20 };
    bool first[BALLS * BALLS], later[BALLS * BALLS];
    size_t n = 0;
    test_packing p;
    open_settled(&p, amplitude);
    advance(&p, PERIOD, tol, cap);
    orders(first, &p.scene.bodies);
    for (size_t k = 0; k < 4; ++k) {
        advance(&p, PERIOD / 2, tol, cap);
        orders(later, &p.scene.bodies);
        n += memcmp(first, later, sizeof first) != 0;
    }
    test_packing_free(&p);
    return n;
}

Test(brazil_nut, balls_pass_each_other_above_the_acceleration_of_gravity)
{
    cr_expect_eq(half_periods_of_passing(",amplitude=2.85e-4", 1e-6, 2000), 0, "at 0.9 g");
    cr_expect_eq(half_periods_of_passing("", 1e-3, 100), 4, "at 3 g");
}

/* Kinetic and potential energy, what contacts dissipate and what walls give: algebra. */
Test(brazil_nut, energy_balances_for_any_solver_and_tolerance)
{
    static const char *const solvers[] = {"sbp", "exact"};
    static const double tolerances[] = {1e-3, 1e-10};
    test_packing p;
    open_settled(&p, "");
    for (size_t k = 0; k < 4; ++k) {
        double off = 0.0, turned = 0.0, momentum = 0.0;
        for (size_t i = 0; i < 72; ++i) {
            test_still_step step;
            test_still_step_solve(&step, &p, solvers[k / 2], tolerances[k % 2], 60);
            off += test_still_step_value(&step, scene, "energy_balance");
            momentum = fmax(momentum, test_still_step_value(&step, scene, "momentum_balance"));
            turned += fabs(test_still_step_value(&step, scene, "contact_work")) +
                      fabs(test_still_step_value(&step, scene, "boundary_work"));
            test_still_step_free(&step);
        }
        cr_expect(fabs(off) <= 1e-10 * turned && turned > 1e-6, "%s, %g: off by %g J of %g J",
                  solvers[k / 2], tolerances[k % 2], off, turned);
        cr_expect_leq(momentum, 1e-16);
    }
    test_packing_free(&p);
}
