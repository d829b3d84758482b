/* The contract of local solvers, over all in the list and with none named: a new one is tested here
 * without a new line.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/cone.h"
#include "solvers/exact_contact.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>

enum { n_contacts = 3000, max_visits = 20000 };

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

Test(local_solvers, descriptors_are_complete)
{
    size_t n = 0;
    for (const ss_local_solver *s; (s = ss_local_solver_at(n)) != NULL; ++n) {
        ss_error error = {SS_ERROR_NONE, ""};
        cr_assert(has_text(s->name), "solver %zu has no name", n);
        for (const char *at = s->name; *at != '\0'; ++at)
            cr_expect(islower((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '-',
                      "%s: not a lower-case name", s->name);
        cr_expect(has_text(s->title) && has_text(s->reference) && has_text(s->stability),
                  "%s lacks a title, a reference or what is known of its stability", s->name);
        cr_expect(s->solve != NULL && s->sweep != NULL && (s->setup != NULL || s->state_size == 0),
                  "%s lacks a function", s->name);
        cr_expect_eq(ss_local_solver_find(s->name, &error), s, "%s: the name finds another",
                     s->name);
    }
    cr_expect(n >= 5, "only %zu solvers", n);
}

static void check_option(const char *owner, const ss_option *row, size_t struct_size)
{
    const bool number = row->kind == SS_OPTION_REAL || row->kind == SS_OPTION_COUNT;
    cr_expect(has_text(row->name) && has_text(row->unit) && has_text(row->meaning) &&
                  has_text(row->source),
              "%s: option '%s' lacks a text", owner, row->name);
    cr_expect(row->offset < struct_size, "%s, %s: offset", owner, row->name);
    cr_expect(!number || (row->min <= row->value && row->value <= row->max && row->min < row->max),
              "%s, %s: the default %g is not in [%g, %g]", owner, row->name, row->value, row->min,
              row->max);
    cr_expect(row->kind != SS_OPTION_CHOICE || has_text(row->choices), "%s, %s: choices", owner,
              row->name);
}

static bool accepts(const ss_local_solver *s, const char *key, const char *value)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_local_choice choice;
    char text[128];
    snprintf(text, sizeof text, "%s[%s=%s]", s->name, key, value);
    const bool valid = ss_local_choice_parse(&choice, text, &error);
    if (valid)
        ss_local_choice_free(&choice);
    cr_expect(valid || (error.code == SS_ERROR_USAGE && strstr(error.text, s->name) != NULL),
              "%s: refused without saying so: %s", text, error.text);
    return valid;
}

static bool accepts_number(const ss_local_solver *s, const char *key, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    return accepts(s, key, text);
}

/* Bounds are inclusive, what lies beyond is refused, and so is what is no number. */
static void check_range(const ss_local_solver *s, const ss_option *row)
{
    static const char *const nonsense[] = {"", "x", "nan", "inf", "1e999", "1 ", "0x", "--1"};
    for (size_t k = 0; k < sizeof nonsense / sizeof nonsense[0]; ++k)
        cr_expect_not(accepts(s, row->name, nonsense[k]), "%s: %s=%s", s->name, row->name,
                      nonsense[k]);
    if (row->kind == SS_OPTION_CHOICE || row->kind == SS_OPTION_FLAG)
        return;
    const double below = row->min == SS_ABOVE_ZERO ? 0.0 : row->min - 1.0;
    const bool open_above = row->max >= SS_UNBOUNDED;
    cr_expect_not(accepts_number(s, row->name, below), "%s: %s=%g", s->name, row->name, below);
    cr_expect(accepts_number(s, row->name, row->min == SS_ABOVE_ZERO ? 1e-300 : row->min),
              "%s: %s at its minimum", s->name, row->name);
    cr_expect(accepts_number(s, row->name, row->max), "%s: %s at its maximum", s->name, row->name);
    cr_expect(open_above || !accepts_number(s, row->name, row->max * 1.001 + 1.0), "%s: %s above",
              s->name, row->name);
    cr_expect(row->kind == SS_OPTION_REAL || !accepts(s, row->name, "1.5"), "%s: %s=1.5", s->name,
              row->name);
}

static void check_choices(const ss_local_solver *s, const ss_option *row)
{
    char list[256], *rest = NULL;
    snprintf(list, sizeof list, "%s", row->kind == SS_OPTION_FLAG ? "yes|no" : row->choices);
    for (const char *word = strtok_r(list, "|", &rest); word; word = strtok_r(NULL, "|", &rest))
        cr_expect(accepts(s, row->name, word), "%s: %s=%s", s->name, row->name, word);
}

Test(local_solvers, options_have_ranges_and_keep_to_them)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        for (size_t i = 0; i < s->options.n_rows; ++i) {
            const ss_option *const row = &s->options.rows[i];
            check_option(s->name, row, s->options.size);
            check_range(s, row);
            if (row->kind == SS_OPTION_CHOICE || row->kind == SS_OPTION_FLAG)
                check_choices(s, row);
        }
        cr_expect_not(accepts(s, "no-such-option", "1"), "%s", s->name);
    }
}

/* A contact of a sphere, or one with a full block of moderate condition; the impulse of its free
 * velocity is of order 1. */
static void random_contact(test_contact *c, gsl_rng *rng, bool full, double mu_max)
{
    if (full)
        test_full_block(rng, c->W, 1.0, test_uniform(rng, 1.0, 4.0), 1e-3);
    else
        test_sphere_block(rng, c->W, 1.0);
    test_direction(rng, c->q);
    c->q[0] = gsl_rng_uniform_int(rng, 5) == 0 ? fabs(c->q[0]) : -fabs(c->q[0]);
    c->mu = gsl_rng_uniform_int(rng, 10) == 0 ? 0.0 : test_uniform(rng, 0.0, mu_max);
    c->rho_bar = 1.0 / c->W[0];
    test_contact_pose(c);
}

/* One contact, nlgs around the local solver, until the impulse stands still. */
static void solve(double r[3], double u[3], const ss_local_solver *s, const test_contact *c)
{
    test_solution solution;
    ss_local_choice choice = test_exact_choice(s, test_lambda_rho(&c->problem));
    test_solve_still(&solution, &c->problem, &choice, NULL, max_visits);
    ss_copy3(r, solution.r);
    ss_copy3(u, solution.u);
    test_solution_free(&solution);
    ss_local_choice_free(&choice);
}

static void check_agrees(bool full, double mu_max, unsigned long seed)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        gsl_rng *const rng = test_rng(seed);
        for (int i = 0; i < n_contacts; ++i) {
            test_contact c;
            double r[3], u[3], exact[3];
            random_contact(&c, rng, full, mu_max);
            ss_contact_exact(exact, c.W, c.q, c.mu);
            solve(r, u, s, &c);
            TEST_REQUIRE(test_distance(r, exact, 3) <= 1e-10 * ss_norm(exact) && r[0] >= 0.0,
                         "%s, contact %d, mu %g, q (%g, %g, %g): (%g, %g, %g), not (%g, %g, %g)",
                         s->name, i, c.mu, c.q[0], c.q[1], c.q[2], r[0], r[1], r[2], exact[0],
                         exact[1], exact[2]);
            TEST_REQUIRE(ss_norm_t(r) <= c.mu * r[0] + 1e-12 * ss_norm(r),
                         "%s, contact %d: outside the cone", s->name, i);
        }
        gsl_rng_free(rng);
    }
}

Test(local_solvers, agree_with_the_exact_solution_of_spheres)
{
    check_agrees(false, 1.0, 1);
}

Test(local_solvers, agree_with_the_exact_solution_of_full_blocks)
{
    check_agrees(true, 0.5, 2);
}

/* One visit as the sweep makes it, from any r; returns u as the solver leaves it. */
static ss_local_outcome visit(const ss_local_choice *choice, const test_contact *c, double r[3],
                              double u[3], void *state, ss_work *work)
{
    const ss_contact contact = {c->W, c->mu, c->rho_bar};
    ss_mul3(u, c->W, r);
    ss_axpy(u, 1.0, c->q);
    if (choice->solver->setup != NULL)
        choice->solver->setup(state, &contact, choice->options);
    return choice->solver->solve(r, u, &contact, state, choice->options, work);
}

/* The same bits twice; W, options and state as they were; the work counted. */
static void check_pure(const ss_local_choice *choice, gsl_rng *rng, bool full)
{
    const ss_local_solver *const s = choice->solver;
    const size_t room = s->state_size + 16 - s->state_size % 16; /* aligned as malloc aligns */
    char *const state = calloc(3, room), *const options = malloc(s->options.size);
    test_contact c;
    double r[2][3], u[2][3];
    ss_work work[2] = {{0}, {0}};
    random_contact(&c, rng, full, 1.0);
    const ss_contact contact = {c.W, c.mu, c.rho_bar};
    if (s->setup != NULL) /* the third state is left as setup makes it */
        s->setup(state + 2 * room, &contact, choice->options);
    const test_contact before = c;
    memcpy(options, choice->options, s->options.size);
    for (int k = 0; k < 2; ++k) {
        static const double start[3] = {0.25, 0.125, -0.0625};
        ss_copy3(r[k], start);
        visit(choice, &c, r[k], u[k], state + (size_t)k * room, &work[k]);
    }
    TEST_REQUIRE(memcmp(r[0], r[1], sizeof r[0]) == 0 && memcmp(u[0], u[1], sizeof u[0]) == 0,
                 "%s: two visits differ", s->name);
    TEST_REQUIRE(memcmp(&work[0], &work[1], sizeof work[0]) == 0 && work[0].local_iterations > 0,
                 "%s: work", s->name);
    TEST_REQUIRE(memcmp(state, state + room, room) == 0 &&
                     memcmp(state, state + 2 * room, room) == 0,
                 "%s: a visit changes its state", s->name);
    TEST_REQUIRE(memcmp(before.W, c.W, sizeof c.W) == 0 && memcmp(before.q, c.q, sizeof c.q) == 0,
                 "%s: W changed", s->name);
    TEST_REQUIRE(memcmp(options, choice->options, s->options.size) == 0, "%s: options changed",
                 s->name);
    free(state);
    free(options);
}

Test(local_solvers, are_deterministic_and_change_nothing_but_r_and_u)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        ss_local_choice choice = test_choice(ss_local_solver_at(k)->name);
        gsl_rng *const rng = test_rng(3);
        for (int i = 0; i < n_contacts; ++i)
            check_pure(&choice, rng, i % 2 == 0);
        gsl_rng_free(rng);
        ss_local_choice_free(&choice);
    }
}

/* The same contact in other units: W in units of `w`, q in units of `v`. */
static test_contact in_units(const test_contact *c, double w, double v)
{
    test_contact scaled = *c;
    for (int k = 0; k < 9; ++k)
        scaled.W[k] *= w;
    for (int k = 0; k < 3; ++k)
        scaled.q[k] *= v;
    scaled.rho_bar /= w;
    return scaled;
}

/* With powers of two all is exact, so a visit must give the same bits, converged or not. */
static void check_units(const ss_local_choice *choice, gsl_rng *rng, bool full, int w, int v)
{
    double r[3] = {0.25, 0.125, -0.0625}, u[3], r_scaled[3], u_scaled[3];
    char *const state = calloc(1, choice->solver->state_size + 1);
    test_contact c;
    ss_work work = {0};
    random_contact(&c, rng, full, 1.0);
    const test_contact scaled = in_units(&c, ldexp(1.0, w), ldexp(1.0, v));
    for (int k = 0; k < 3; ++k)
        r_scaled[k] = ldexp(r[k], v - w);
    visit(choice, &c, r, u, state, &work);
    visit(choice, &scaled, r_scaled, u_scaled, state, &work);
    for (int k = 0; k < 3; ++k)
        TEST_REQUIRE(r_scaled[k] == ldexp(r[k], v - w) && u_scaled[k] == ldexp(u[k], v),
                     "%s, W * 2^%d, q * 2^%d: r[%d] = %g, not %g", choice->solver->name, w, v, k,
                     r_scaled[k], ldexp(r[k], v - w));
    free(state);
}

Test(local_solvers, a_visit_knows_no_units)
{
    static const int powers[4][2] = {{20, 0}, {-20, 0}, {0, 20}, {-33, -27}};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        ss_local_choice choice = test_choice(ss_local_solver_at(k)->name);
        gsl_rng *const rng = test_rng(4);
        for (int i = 0; i < n_contacts; ++i)
            check_units(&choice, rng, i % 2 == 0, powers[i % 4][0], powers[i % 4][1]);
        gsl_rng_free(rng);
        ss_local_choice_free(&choice);
    }
}

/* Mass, length and time in units a million times larger or smaller. */
Test(local_solvers, solutions_know_no_units)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        gsl_rng *const rng = test_rng(5);
        for (int i = 0; i < 300; ++i) {
            const double w = i % 2 == 0 ? 1e6 : 1e-6, v = i % 4 < 2 ? 1e6 : 1e-6;
            test_contact c;
            double r[3], u[3], r_scaled[3], u_scaled[3];
            random_contact(&c, rng, i % 3 == 0, 0.5);
            test_contact scaled = in_units(&c, w, v);
            test_contact_pose(&scaled);
            solve(r, u, s, &c);
            solve(r_scaled, u_scaled, s, &scaled);
            for (int j = 0; j < 3; ++j)
                r_scaled[j] *= w / v;
            TEST_REQUIRE(test_distance(r, r_scaled, 3) <= 1e-12 * ss_norm(r),
                         "%s, contact %d, W * %g, q * %g", s->name, i, w, v);
        }
        gsl_rng_free(rng);
    }
}

/* Visit until nothing moves, from an impulse that is far from the answer. */
static void visit_from_afar(const ss_local_choice *choice, const test_contact *c, double r[3],
                            double u[3])
{
    char *const state = calloc(1, choice->solver->state_size + 1);
    ss_work work = {0};
    r[0] = 2.0;
    r[1] = 0.1;
    r[2] = -0.2;
    double before[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 5000 && test_distance(r, before, 3) > 1e-18; ++k) {
        ss_copy3(before, r); /* many visits for a solver that makes one step in each */
        visit(choice, c, r, u, state, &work);
    }
    free(state);
}

static void check_special(const ss_local_solver *s, gsl_rng *rng, bool full)
{
    static const char *const names[3] = {"q = 0", "mu = 0", "opening"};
    for (int kind = 0; kind < 3; ++kind) {
        test_contact c;
        double r[3], u[3], exact[3] = {0.0, 0.0, 0.0};
        random_contact(&c, rng, full, 0.5);
        if (kind == 0)
            c.q[0] = c.q[1] = c.q[2] = 0.0;
        if (kind == 1) {
            c.mu = 0.0;
            exact[0] = fmax(0.0, -c.q[0] / c.W[0]);
        }
        if (kind == 2)
            c.q[0] = fabs(c.q[0]) + 0.1;
        ss_local_choice choice = test_exact_choice(s, test_lambda_rho(&c.problem));
        visit_from_afar(&choice, &c, r, u);
        TEST_REQUIRE(test_distance(r, exact, 3) <= 1e-10 && r[0] >= -1e-18,
                     "%s, %s: r = (%g, %g, %g), not (%g, 0, 0)", s->name, names[kind], r[0], r[1],
                     r[2], exact[0]);
        TEST_REQUIRE(kind != 2 || test_distance(u, c.q, 3) <= 1e-10, "%s: opening at u != q",
                     s->name);
        ss_local_choice_free(&choice);
    }
}

Test(local_solvers, rest_no_friction_and_opening)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        gsl_rng *const rng = test_rng(6);
        for (int i = 0; i < 1000; ++i)
            check_special(ss_local_solver_at(k), rng, i % 2 == 0);
        gsl_rng_free(rng);
    }
}
