/* Arrays of discs at rest ([P] 5.1): the forces of every solver against closed forms, in arrays of
 * any size and angle; the friction that three discs need; rest and collapse.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/scenes/disc_array.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const char tight[] = "nlgs[local=exact]";

/* An array after a step from rest. Free with array_free. */
typedef struct array {
    test_packing packing;
    test_still_step step;
    const char *scene;
} array;

static void array_solve(array *a, const char *scene, const char *settings, const char *solver,
                        double tol)
{
    a->scene = scene;
    test_scene_create(&a->packing, scene, settings, 1);
    test_still_step_by(&a->step, &a->packing, solver, tol, 20000);
}

static bool is_solved(const array *a)
{
    return a->step.solution.report.outcome == SS_OUTCOME_SOLVED;
}

static double value(const array *a, const char *name)
{
    return test_still_step_value(&a->step, a->scene, name);
}

static double miss(const array *a, const char *name)
{
    return test_still_step_miss(&a->step, a->scene, name);
}

static void array_free(array *a)
{
    test_still_step_free(&a->step);
    test_packing_free(&a->packing);
}

/* Arrays whose forces are known; all solvers do the first ones in a moment. */
static const char *const known[][2] = {
    {"square-array", "n=4"},     {"triangular-array", "n=4"},
    {"smooth-pile", "n=4"},      {"disc-pile", "n=2,mu=0.5,gap=1e-3"},
    {"disc-pile", "n=2,mu=0.5"}, {"square-array", "n=8"},
    {"triangular-array", "n=8"}, {"smooth-pile", "n=8"},
};
enum { SMALL = 5 };

static void require_known(const char *scene, const char *settings, const char *solver)
{
    array a;
    array_solve(&a, scene, settings, solver, 1e-12);
    if (is_solved(&a)) {
        TEST_REQUIRE(value(&a, "force_error") <= 1e-9, "%s, %s, %s: off by %g w", solver, scene,
                     settings, value(&a, "force_error"));
        TEST_REQUIRE(miss(&a, "u_max_over_gh") <= 1e-9 && miss(&a, "floor_over_weight") <= 1e-9,
                     "%s, %s, %s: moves by %g g h", solver, scene, settings,
                     miss(&a, "u_max_over_gh"));
    }
    /* ADMM is slow here, and repair begins from a solution */
    cr_expect(is_solved(&a) || strcmp(solver, "admm") == 0 || strcmp(solver, "repair") == 0,
              "%s does not solve %s, %s", solver, scene, settings);
    array_free(&a);
}

Test(disc_arrays, have_the_forces_of_closed_forms_by_every_local_solver)
{
    for (size_t s = 0; ss_local_solver_at(s) != NULL; ++s)
        for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k)
            require_known(known[k][0], known[k][1], ss_local_solver_at(s)->name);
}

Test(disc_arrays, have_the_forces_of_closed_forms_by_every_outer_solver)
{
    for (size_t s = 0; ss_outer_solver_at(s) != NULL; ++s)
        for (size_t k = 0; k < SMALL; ++k) {
            const ss_outer_solver *const outer = ss_outer_solver_at(s);
            char text[80];
            snprintf(text, sizeof text, "%s%s", outer->name,
                     ss_outer_solver_takes_local(outer) ? "[local=exact]" : "");
            require_known(known[k][0], known[k][1], text);
        }
}

/* Other sizes, other angles (cos theta = (1 + gap)/2), a held row under columns, a pile cut off. */
Test(disc_arrays, of_any_size_and_angle_have_the_forces_of_closed_forms)
{
    static const char *const arrays[][2] = {
        {"square-array", "n=3,rows=16"},
        {"square-array", "n=5,rows=7,gap=0.2"},
        {"square-array", "n=4,base=fixed,radius=2"},
        {"triangular-array", "n=16"},
        {"triangular-array", "n=8,rows=5"},
        {"triangular-array", "n=5,rows=17,gap=0.1"},
        {"triangular-array", "n=2,rows=9,gap=0.3"},
        {"triangular-array", "n=6,rows=13,gap=0.6,density=1"},
        {"smooth-pile", "n=16"},
        {"smooth-pile", "n=9,gap=0.4"},
        {"smooth-pile", "n=9,rows=4,gap=0.05"},
        {"disc-pile", "n=2,mu=0.6,gap=0.4,h=1e-2"},
    };
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) {
        array a;
        array_solve(&a, arrays[k][0], arrays[k][1], tight, 1e-12);
        const double n = (double)a.packing.problem->n_contacts;
        cr_expect(is_solved(&a) && value(&a, "force_error") <= 1e-9, "%s, %s: off by %g w",
                  arrays[k][0], arrays[k][1], value(&a, "force_error"));
        cr_expect_leq(miss(&a, "u_max_over_gh"), 1e-9, "%s, %s", arrays[k][0], arrays[k][1]);
        cr_expect_leq(miss(&a, "floor_over_weight"), 1e-9, "%s, %s", arrays[k][0], arrays[k][1]);
        cr_expect(n >= 4.0, "%s, %s: %g contacts", arrays[k][0], arrays[k][1], n);
        array_free(&a);
    }
}

/* An observable of many values: their number, the largest difference from the exact ones. */
typedef struct rows {
    ss_observed base;
    const char *name;
    size_t n, n_known;
    double off;
    const char *wanted; /* the end of keys to look at */
    double least, most; /* of those */
} rows;

static void take(ss_observed *out, const ss_observed_value *of)
{
    rows *const to = (rows *)out;
    if (strcmp(of->name, to->name) != 0)
        return;
    const size_t length = strlen(of->key), end = strlen(to->wanted);
    ++to->n;
    to->n_known += isnan(of->exact) ? 0 : 1;
    to->off = fmax(to->off, fabs(of->value - of->exact));
    if (length > end && strcmp(of->key + length - end, to->wanted) == 0) {
        to->least = fmin(to->least, of->value);
        to->most = fmax(to->most, of->value);
    }
}

static rows look(const array *a, const char *name, const char *wanted)
{
    rows seen = {
        .base.add = take, .name = name, .wanted = wanted, .least = INFINITY, .most = -INFINITY};
    ss_observable_disc_forces.fill(&seen.base, &a->step.moment);
    return seen;
}

/* Rows and walls of the square array stay at r = 0, to the bit. */
Test(disc_arrays, of_columns_press_nothing_aside)
{
    for (size_t s = 0; ss_local_solver_at(s) != NULL; ++s) {
        array a;
        array_solve(&a, "square-array", s % 2 == 0 ? "n=4" : "n=5,rows=3,mu=0.5",
                    ss_local_solver_at(s)->name, 1e-10);
        cr_expect(value(&a, "side_force") == 0.0, "%s: %g w", ss_local_solver_at(s)->name,
                  value(&a, "side_force"));
        cr_expect(value(&a, "wall_over_weight") == 0.0);
        const double rows_of = s % 2 == 0 ? 4.0 : 3.0;
        const rows seen = look(&a, "force", "floor");
        cr_expect(fabs(seen.least - rows_of) <= 1e-7 && fabs(seen.most - rows_of) <= 1e-7);
        cr_expect_eq(seen.n_known > 0, s % 2 == 0, "with friction other forces would do");
        array_free(&a);
    }
}

/* Each contact has a row of its own, by the disc that it belongs to. */
Test(disc_arrays, name_every_contact)
{
    static const struct {
        const char *scene, *settings;
        size_t down_left, down_right, down, row, floor, wall;
    } counts[] = {
        {"square-array", "n=4,rows=3", 0, 0, 8, 9, 4, 6},
        {"square-array", "n=4,rows=3,gap=0.1", 0, 0, 8, 0, 4, 6},
        {"triangular-array", "n=4,rows=3", 6, 6, 0, 0, 0, 2},
        {"triangular-array", "n=4,rows=4,gap=0,base=floor", 9, 9, 0, 10, 4, 4},
        {"disc-pile", "n=4", 6, 6, 0, 6, 4, 0},
        {"smooth-pile", "n=4,rows=3", 5, 5, 0, 0, 0, 0},
    };
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
        array a;
        array_solve(&a, counts[k].scene, counts[k].settings, tight, 1e-6);
        const ss_disc_array *const of = &((const ss_disc_array_params *)a.packing.scene.own)->array;
        const size_t want[] = {counts[k].down, counts[k].down_left, counts[k].down_right,
                               counts[k].row,  counts[k].floor,     counts[k].wall};
        size_t seen[6] = {0}, sum = 0;
        for (size_t c = 0; c < a.packing.problem->n_contacts; ++c) {
            const ss_contact_bodies pair = ss_operator_bodies(a.packing.problem, c);
            const ss_disc_contact contact = ss_disc_array_contact(of, pair.i, pair.j);
            ++seen[contact.kind];
            cr_expect(contact.row >= 1 && contact.row <= of->rows && contact.column >= 1 &&
                      contact.column <= ss_disc_array_row_length(of, contact.row));
        }
        for (size_t kind = 0; kind < 6; ++kind) {
            cr_expect_eq(seen[kind], want[kind], "%s, %s: %zu of kind %zu", counts[k].scene,
                         counts[k].settings, seen[kind], kind);
            sum += want[kind];
        }
        cr_expect_eq(look(&a, "force", "row").n, sum);
        array_free(&a);
    }
}

/* The rows of the table: k w, and on three discs w/2, 3w/2 and their friction. */
Test(disc_arrays, tell_the_force_of_each_contact)
{
    array a;
    array_solve(&a, "square-array", "n=4,rows=6", tight, 1e-12);
    rows seen = look(&a, "force", "floor");
    cr_expect(fabs(seen.least - 6.0) <= 1e-9 && fabs(seen.most - 6.0) <= 1e-9);
    cr_expect(seen.n == 20 + 18 + 4 + 12 && seen.n_known == 20 + 4 && seen.off <= 1e-9);
    cr_expect_eq(look(&a, "friction", "floor").n, 0);
    array_free(&a);
    array_solve(&a, "disc-pile", "n=2,gap=1e-3,mu=0.5", tight, 1e-12);
    const double tangent = tan(0.5 * asin(0.5005));
    seen = look(&a, "force", "floor");
    cr_expect(fabs(seen.least - 1.5) <= 1e-9 && fabs(seen.most - 1.5) <= 1e-9);
    seen = look(&a, "force", "down-left");
    cr_expect(fabs(seen.least - 0.5) <= 1e-9 && seen.n == 4);
    seen = look(&a, "friction", "floor");
    cr_expect(fabs(seen.least - 0.5 * tangent) <= 1e-9 && fabs(seen.most - seen.least) <= 1e-9);
    cr_expect(seen.n_known == 4 && seen.off <= 1e-9);
    array_free(&a);
}

/* Three discs stand from mu = tan(beta/2) on, and fall below it. */
Test(disc_arrays, three_stand_if_and_only_if_mu_is_enough)
{
    static const struct {
        const char *settings;
        double least, most; /* of u_max/(g h) */
    } piles[] = {
        {"n=2,mu=0.27", 0.0, 1e-6},
        {"n=2,mu=0.2680", 0.0, 1e-6},
        {"n=2,mu=0.2679", 1e-6, 1e-3},
        {"n=2,mu=0.26", 4.9e-3, 5.0e-3},
        {"n=2,mu=0", 0.247, 0.248},
        {"n=2,mu=0.2685,gap=1e-3", 0.0, 1e-6},
        {"n=2,mu=0.268,gap=1e-3", 1e-4, 1e-2},
    };
    for (size_t k = 0; k < sizeof piles / sizeof piles[0]; ++k) {
        array a;
        array_solve(&a, "disc-pile", piles[k].settings, tight, 1e-11);
        const double fastest = value(&a, "u_max_over_gh");
        cr_expect(is_solved(&a) && fastest >= piles[k].least && fastest <= piles[k].most, "%s: %g",
                  piles[k].settings, fastest);
        array_free(&a);
    }
}

/* Of six discs both rest and collapse solve the step: a solver that finds either has solved it. */
Test(disc_arrays, six_rest_or_collapse_and_neither_is_a_failure)
{
    size_t rest = 0, collapse = 0;
    for (size_t s = 0; ss_local_solver_at(s) != NULL; ++s)
        for (size_t k = 0; k < 2; ++k) {
            array a;
            array_solve(&a, "disc-pile", k == 0 ? "n=3,mu=0.45" : "n=3,mu=0.6",
                        ss_local_solver_at(s)->name, 1e-9);
            const double fastest = value(&a, "u_max_over_gh");
            cr_expect(is_solved(&a) && (fastest <= 1e-6 || (fastest >= 0.1 && fastest <= 0.11)),
                      "%s: %g g h", ss_local_solver_at(s)->name, fastest);
            rest += fastest <= 1e-6;
            collapse += fastest > 0.1;
            array_free(&a);
        }
    cr_expect(rest > 0 && collapse > 0, "%zu rest, %zu collapse", rest, collapse);
}

/* Rows that touch: single forces are not unique, but nothing moves, the floor carries all, and the
 * walls press alike and no less than a linear programme says; |r| is not below the least. */
Test(disc_arrays, that_touch_are_carried_by_the_floor)
{
    static const struct {
        const char *settings;
        double discs, wall, norm;
    } arrays[] = {{"n=4,gap=0,base=floor", 14.0, 2.0207, 9.57495},
                  {"n=5,gap=0,base=floor", 23.0, 3.4641, 15.04092},
                  {"n=6,gap=0,base=floor", 33.0, 4.9075, 20.60586},
                  {"n=10,gap=0,base=floor", 95.0, 14.1451, 54.02234}};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) {
        array a;
        double left[3], right[3];
        array_solve(&a, "triangular-array", arrays[k].settings, tight, 1e-12);
        const size_t n = a.packing.scene.bodies.n_moving;
        cr_expect_eq(n, (size_t)arrays[k].discs);
        cr_expect_leq(miss(&a, "u_max_over_gh"), 1e-9);
        cr_expect_leq(miss(&a, "floor_over_weight"), 1e-9);
        ss_moment_forces(&left, &a.step.moment, n + SS_DISC_ARRAY_LEFT, 1);
        ss_moment_forces(&right, &a.step.moment, n + SS_DISC_ARRAY_RIGHT, 1);
        cr_expect(left[0] < 0.0 && fabs(left[0] + right[0]) <= 1e-8 * right[0]);
        const double wall = value(&a, "wall_over_weight") * arrays[k].discs;
        cr_expect(wall >= arrays[k].wall - 1e-4 && wall <= 1.2 * arrays[k].wall, "%s: %g w",
                  arrays[k].settings, wall);
        const double norm = value(&a, "r_norm") / arrays[k].norm;
        cr_expect(norm >= 1.0 - 1e-6 && norm <= 1.05, "%s: %g of the least", arrays[k].settings,
                  norm);
        array_free(&a);
    }
}

static double sweeps(const char *settings, const char *solver, double tol)
{
    array a;
    array_solve(&a, "square-array", settings, solver, tol);
    cr_assert(is_solved(&a), "%s, %s", settings, solver);
    const double n = (double)a.step.solution.report.sweeps;
    array_free(&a);
    return n;
}

/* Exact sweeps contract by cos^2(pi/(2 K)); one-step solvers take (2 - alpha)/alpha times as many.
 */
Test(disc_arrays, of_columns_cost_what_the_law_says)
{
    static const size_t rows_of[] = {8, 16, 32};
    for (size_t k = 0; k < 3; ++k) {
        char settings[40];
        snprintf(settings, sizeof settings, "n=2,rows=%zu", rows_of[k]);
        const double law = log(1e6) / (-2.0 * log(cos(M_PI / (2.0 * (double)rows_of[k]))));
        const double n = sweeps(settings, tight, 1e-10) - sweeps(settings, tight, 1e-4);
        cr_expect_float_eq(n / law, 1.0, 0.03, "%zu rows: %g sweeps, not %g", rows_of[k], n, law);
        static const char *const one_step[] = {"sbp[alpha=0.6]", "sal[alpha=0.6]"};
        for (size_t s = 0; s < 2 && k < 2; ++s) {
            const double more =
                sweeps(settings, one_step[s], 1e-10) - sweeps(settings, one_step[s], 1e-4);
            cr_expect_float_eq(more / n, 1.4 / 0.6, 0.05 * 1.4 / 0.6, "%s, %zu rows: %g times",
                               one_step[s], rows_of[k], more / n);
        }
    }
}

/* A step that is too long at e_t = 0 does not converge: a row, not an error. */
Test(disc_arrays, one_step_solvers_beyond_their_bound_end_unsolved)
{
    array a;
    a.scene = "disc-pile";
    test_scene_create(&a.packing, a.scene, "n=3,mu=0.5,e_t=0,restitution=mended", 1);
    test_still_step_by(&a.step, &a.packing, "sbp[alpha=0.9]", 1e-8, 3000);
    cr_expect_eq(a.step.solution.report.outcome, SS_OUTCOME_MAX_SWEEPS);
    array_free(&a);
    array_solve(&a, "disc-pile", "n=3,mu=0.5,e_t=0,restitution=mended", "sbp[alpha=0.6]", 1e-8);
    cr_expect(is_solved(&a));
    array_free(&a);
}

/* A pile that falls, with friction: nothing leaves the plane, to the bit. */
Test(disc_arrays, stay_in_their_plane)
{
    test_packing p;
    test_still_step step;
    size_t slides = 0;
    test_scene_create(&p, "disc-pile", "n=4,mu=0.2,h=1e-3", 1);
    for (int k = 0; k < 60; ++k) {
        test_still_step_by(&step, &p, "nlgs[local=sbp]", 1e-6, 1000);
        cr_assert_eq(p.problem->dim, 2);
        for (size_t c = 0; c < p.problem->n_contacts; ++c) {
            cr_assert(step.moment.r[3 * c + 2] == 0.0 && step.moment.u[3 * c + 2] == 0.0);
            slides += step.moment.r[3 * c + 1] != 0.0;
        }
        test_still_step_free(&step);
    }
    const ss_bodies *const b = &p.scene.bodies;
    for (size_t k = 0; k < b->n; ++k)
        cr_assert(b->x[3 * k + 1] == 0.0 && b->v[6 * k + 1] == 0.0 && b->v[6 * k + 3] == 0.0 &&
                  b->v[6 * k + 5] == 0.0);
    cr_expect_gt(slides, 60);
    test_packing_free(&p);
}

Test(disc_arrays, a_pile_has_no_more_rows_than_discs)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    cr_expect_not(ss_check_cluster_open(&p, "smooth-pile", "n=4,rows=5", 1, &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, "5 rows on a row of 4 discs"), "%s", error.text);
}
