/* Columns, slots and walls at rest in closed form, and how fast sweeps find them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static const double radius = 0.5, above[3] = {0.0, 0.0, 1.0};

/* Balls at rest, not placed yet, and walls to be set; free with test_packing_free. */
static void open_balls(test_packing *p, size_t n, size_t walls)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene_params params = test_scene_params();
    params.mu = 0.0;
    params.margin = 1e-9;
    params.gravity = 9.81;
    *p = (test_packing){.step = NULL};
    ss_scene_begin(&p->scene, &params);
    cr_assert(ss_bodies_create(&p->scene.bodies, n, walls, &error), "%s", error.text);
    for (size_t b = 0; b < n; ++b)
        ss_bodies_set_ball(&p->scene.bodies, b, radius, 1.0, 0.4);
    p->step = ss_step_create(&p->scene, &error);
    cr_assert_not_null(p->step);
}

static double weight_of_one(const test_packing *p)
{
    return p->scene.params.gravity * p->scene.params.h / p->scene.bodies.inv_mass[0];
}

/* r_n of a column of n balls, the k-th contact from the floor, is m g h (n + 1 - k). */
static double column_miss(const test_packing *p, size_t n, size_t sweeps)
{
    test_solution s;
    double sum = 0.0;
    test_solve(&s, p->problem, "exact", 1e-300, sweeps);
    for (size_t c = 0; c < n; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(p->problem, c);
        const size_t upper = pair.j >= n || pair.i > pair.j ? pair.i : pair.j;
        const double off = s.r[3 * c] / weight_of_one(p) - (double)(n - upper);
        sum += off * off;
    }
    test_solution_free(&s);
    return sqrt(sum);
}

Test(statics, sweeps_of_a_column_contract_by_the_squared_cosine)
{
    static const size_t heights[] = {4, 10, 33};
    for (size_t i = 0; i < 3; ++i) {
        const size_t n = heights[i], first = n * n / 2, more = n * n / 2;
        const double q = pow(cos(M_PI / (2.0 * (double)n)), 2.0);
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        open_balls(&p, n, 1);
        cr_assert(ss_bodies_set_plane(&p.scene.bodies, n, above, 0.0, &error));
        for (size_t b = 0; b < n; ++b)
            p.scene.bodies.x[3 * b + 2] = (2.0 * (double)b + 1.0) * radius;
        test_packing_pose(&p);
        cr_assert_eq(p.problem->n_contacts, n);
        const double a = column_miss(&p, n, first), b = column_miss(&p, n, first + more);
        const double rate = log(b / a) / (double)more;
        cr_expect_float_eq(rate / log(q), 1.0, 0.01, "%zu balls: ln q = %g, not %g", n, rate,
                           log(q));
        test_packing_free(&p);
    }
}

/* The sum of |r_n| over the contacts of body b with bodies from first to last - 1. */
static double force_between(const ss_moment *m, size_t b, size_t first, size_t last)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(m->problem, c);
        const size_t other = pair.i == b ? pair.j : pair.i;
        if ((pair.i == b || pair.j == b) && other >= first && other < last)
            sum += m->r[3 * c];
    }
    return sum;
}

/* Beads that touch both sides of a slot in turn, from the floor up. */
static void place_zigzag(test_packing *p, size_t n, double width)
{
    const double sine = (width - 2.0 * radius) / (2.0 * radius);
    for (size_t b = 0; b < n; ++b) {
        p->scene.bodies.x[3 * b] = (b % 2 == 0 ? -0.5 : 0.5) * 2.0 * radius * sine;
        p->scene.bodies.x[3 * b + 2] = radius + 2.0 * radius * sqrt(1.0 - sine * sine) * (double)b;
    }
}

/* A slot of two planes, or a cylinder. */
static void set_slot(test_packing *p, size_t n, double width, bool round)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double right[3] = {1.0, 0.0, 0.0}, left[3] = {-1.0, 0.0, 0.0};
    const ss_cylinder cylinder = {{0.0, 0.0, 1.0}, 0.5 * width, -INFINITY, INFINITY};
    ss_bodies *const bodies = &p->scene.bodies;
    cr_assert(ss_bodies_set_plane(bodies, n, above, 0.0, &error));
    cr_assert(round ? ss_bodies_set_shape(bodies, n + 1, &ss_shape_cylinder, &cylinder, &error)
                    : ss_bodies_set_plane(bodies, n + 1, right, -0.5 * width, &error) &&
                          ss_bodies_set_plane(bodies, n + 2, left, -0.5 * width, &error),
              "%s", error.text);
}

/* In weights of a bead: walls carry (2 k - 1) tan(phi) of bead k from the top and n - 1 of the
 * lowest, the floor all. */
static void check_zigzag(const char *local, double width, bool round)
{
    enum { N = 6 };
    test_packing p;
    test_still_step step;
    const double slope = tan(asin((width - 2.0 * radius) / (2.0 * radius)));
    const size_t walls = round ? 2 : 3;
    open_balls(&p, N, walls);
    set_slot(&p, N, width, round);
    place_zigzag(&p, N, width);
    test_still_step_take(&step, &p, local);
    const double one = weight_of_one(&p);
    cr_expect_eq(p.problem->n_contacts, 2 * N);
    for (size_t b = 0; b < N; ++b) {
        const double beads = b == 0 ? N - 1 : 2.0 * (double)(N - b) - 1.0;
        const double wall = force_between(&step.moment, b, N + 1, N + walls) / one;
        const double floor = force_between(&step.moment, b, N, N + 1) / one;
        cr_expect_float_eq(wall, beads * slope, 1e-8, "%s, width %g, bead %zu: %.12g, not %.12g",
                           local, width, b, wall, beads * slope);
        cr_expect_float_eq(floor, b == 0 ? N : 0.0, 1e-8, "%s, width %g: %g", local, width, floor);
    }
    test_still_step_free(&step);
    test_packing_free(&p);
}

Test(statics, a_zigzag_presses_on_a_slot_and_on_a_cylinder)
{
    static const double widths[] = {1.2, 1.5, 1.8};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < 3; ++i)
            for (int round = 0; round < 2; ++round)
                check_zigzag(ss_local_solver_at(k)->name, widths[i], round);
}

/* The impulse upwards (N s) of what is below course k on the courses from k on. */
static double carried(const ss_moment *m, size_t k, double height)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const bool i_in =
            contact.i < bodies->n_moving && bodies->x[3 * contact.i + 2] > (double)k * height;
        const bool j_in =
            contact.j < bodies->n_moving && bodies->x[3 * contact.j + 2] > (double)k * height;
        double p[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        if (i_in != j_in)
            sum += i_in ? p[2] : -p[2];
    }
    return sum;
}

static double weight_above(const ss_scene *scene, size_t k, double height)
{
    double sum = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        if (scene->bodies.x[3 * b + 2] > (double)k * height)
            sum += scene->params.gravity * scene->params.h / scene->bodies.inv_mass[b];
    return sum;
}

Test(statics, every_course_of_a_wall_carries_what_is_above_it)
{
    const double height = 0.2;
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        test_packing p;
        test_scene_create(&p, "block-wall", "acceleration=0,courses=5,blocks=4", 1);
        cr_expect_eq(p.scene.bodies.n_moving, 22);
        for (int n = 0; n < 2; ++n) {
            test_still_step step;
            test_still_step_take(&step, &p, local);
            cr_expect_eq(step.moment.problem->n_contacts, 72);
            for (size_t course = 0; course < 5; ++course) {
                const double wanted = weight_above(&p.scene, course, height);
                const double found = carried(&step.moment, course, height);
                cr_expect_float_eq(found / wanted, 1.0, 1e-10, "%s, course %zu: %g off", local,
                                   course, found / wanted - 1.0);
            }
            test_still_step_free(&step);
        }
        test_packing_free(&p);
    }
}

/* It lags behind by half a step at most, for it has the ground's velocity of the middle. */
Test(statics, a_wall_on_slow_ground_moves_with_it)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        test_packing p;
        test_scene_create(&p, "block-wall", "tol=1e-6,h=5e-3", 1);
        const double most = 0.1 * 9.81 / (2.0 * M_PI * 2.0) * p.scene.params.h;
        for (int n = 0; n < 50; ++n)
            test_packing_advance(&p, local, 1);
        test_still_step step;
        test_still_step_take(&step, &p, local);
        const double slide = test_still_step_miss(&step, "block-wall", "slide");
        cr_expect_leq(slide, most, "%s: %g m, at most %g", local, slide, most);
        cr_expect_eq(test_still_step_value(&step, "block-wall", "fallen"), 0.0);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* Blocks that do not rub are held by none; of those that do it is the sum over contacts. */
Test(statics, friction_of_a_wall_is_that_of_its_contacts)
{
    static const char *const settings[] = {"acceleration=0,mu=0", "acceleration=0"};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        test_still_step step;
        test_scene_create(&p, "block-wall", settings[k], 1);
        test_still_step_take(&step, &p, "exact");
        double sum = 0.0;
        for (size_t c = 0; c < p.problem->n_contacts; ++c)
            sum += hypot(step.moment.r[3 * c + 1], step.moment.r[3 * c + 2]);
        sum /= ss_scene_weight(&p.scene) * p.scene.params.h;
        const double told = test_still_step_value(&step, "block-wall", "friction");
        cr_expect(k == 0 ? told == 0.0 : fabs(told - sum) <= 1e-14 * sum && sum > 1e-3,
                  "%s: %g, not %g", settings[k], told, sum);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* The forces in a wall are not unique, the velocities are: solvers and starts differ in r alone. */
Test(statics, a_wall_has_many_impulses_and_one_velocity)
{
    static const char *const others[] = {"sbp", "sal", "ebp", "exact"};
    test_packing p;
    test_solution first;
    test_scene_create(&p, "block-wall", "acceleration=0", 1);
    test_packing_pose(&p);
    test_solve_still(&first, p.problem, "exact", NULL, 200000);
    const double scale = p.scene.params.gravity * p.scene.params.h;
    double *const start = calloc(first.n, sizeof *start);
    for (size_t c = 0; c < p.problem->n_contacts; c += 2)
        start[3 * c] = 2.0 * first.r[3 * c];
    for (size_t k = 0; k < 4; ++k) {
        test_solution s;
        test_solve_still(&s, p.problem, others[k], start, 200000);
        const double r = test_distance(s.r, first.r, first.n) / test_norm(first.r, first.n);
        const double u = test_distance(s.u, first.u, first.n);
        cr_expect_gt(r, 1e-3, "%s: r differs by %g", others[k], r);
        cr_expect_leq(u, 1e-9 * scale, "%s: u differs by %g of g h", others[k], u / scale);
        test_solution_free(&s);
    }
    test_solution_free(&first);
    free(start);
    test_packing_free(&p);
}

/* Ground that accelerates by more than mu g leaves the wall behind: the floor drags it with mu g.
 * By how much the lowest course, of n blocks, has slid after 0.06 s, over what that gives. */
static double slides_by(const char *settings, size_t n)
{
    test_packing p;
    double of_lowest = 0.0;
    test_scene_create(&p, "block-wall", settings, 1);
    while (p.scene.time < 0.0599)
        test_packing_advance(&p, "exact", 1);
    for (size_t b = 0; b < n; ++b)
        of_lowest += p.scene.bodies.x[3 * b] / (double)n;
    const double g = p.scene.params.gravity, speed = 4.0 * M_PI, t = p.scene.time;
    const double ground = g / (speed * speed) * (1.0 - cos(speed * t));
    const double middle = 0.5 * ((double)n * 0.401 - 1e-3);
    const double dragged = 0.5 * p.scene.params.mu * g * t * t;
    test_packing_free(&p);
    return (ground - (of_lowest - middle)) / (ground - dragged);
}

Test(statics, a_wall_slides_on_hard_ground)
{
    const double two = slides_by("courses=2,blocks=4,acceleration=1,tol=1e-7,h=5e-4", 4);
    const double wide = slides_by("size=wide,acceleration=1,h=2e-3,tol=1e-6,max-sweeps=150", 8);
    cr_expect(fabs(two - 1.0) < 0.05, "two courses slide by %g", two);
    cr_expect(wide > 0.5 && wide < 1.0, "ten courses, loosely solved, slide by %g", wide);
}

/* Blocks that have fallen by more than half their height below their places `at`, 3 a body. */
static size_t lost(const ss_bodies *bodies, const double *at, double height)
{
    size_t n = 0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        n += bodies->x[3 * b + 2] < at[3 * b + 2] - 0.5 * height;
    return n;
}

Test(statics, a_slim_wall_loses_blocks_on_hard_ground)
{
    test_packing p;
    test_scene_create(&p, "block-wall",
                      "size=slim,acceleration=0.9,frequency=1,h=5e-3,tol=1e-4,max-sweeps=50", 1);
    const size_t size = 3 * p.scene.bodies.n * sizeof(double);
    double *const at = malloc(size);
    memcpy(at, p.scene.bodies.x, size);
    while (p.scene.time < 3.0 && lost(&p.scene.bodies, at, 0.2) < 3)
        test_packing_advance(&p, "exact", 5);
    cr_expect(lost(&p.scene.bodies, at, 0.2) >= 3, "%zu blocks", lost(&p.scene.bodies, at, 0.2));
    free(at);
    test_packing_free(&p);
}
