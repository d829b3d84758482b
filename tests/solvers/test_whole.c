/* Walks over all contacts of spheres (solvers/sphere/whole.h): in every form the bits of the
 * operator, of the natural map and of E1, contact by contact.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"
#include "solvers/base/outer_solver.h"
#include "solvers/sphere/whole.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <stdlib.h>
#include <string.h>

enum { N_FORMS = 3, SWEEPS = 20 };

static ss_isa form_at(size_t k)
{
    const ss_isa forms[N_FORMS] = {SS_ISA_SCALAR, SS_ISA_WIDE8, ss_isa_of(0)};
    return forms[k];
}

/* What is made of an impulse, one contact after the other. */
typedef struct made {
    size_t length;
    double *state, *u;
} made;

static made make_room(const ss_problem *problem)
{
    const size_t length = ss_operator_state_length(problem);
    return (made){length, calloc(length + 1, sizeof(double)),
                  calloc(3 * problem->n_contacts + 1, sizeof(double))};
}

static void release(made *m)
{
    free(m->state);
    free(m->u);
}

static made make_plainly(const ss_problem *problem, const double *r)
{
    made m = make_room(problem);
    ss_operator_start(m.state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(m.u + 3 * c, problem, m.state, r, c);
    return m;
}

static ss_whole_sums sum_plainly(const ss_problem *problem, const double *r, const double *u)
{
    const ss_evidence e = {problem, r, u, u};
    ss_whole_sums sums = {0.0, 0.0};
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double map[3], d = 0.0;
        ss_evidence_natural_map(map, &d, &e, c);
        sums.map2 += ss_dot(map, map);
        sums.q2 += d * d * ss_dot(problem->q + 3 * c, problem->q + 3 * c);
    }
    return sums;
}

static void compare(const made *m, const made *wanted, size_t n)
{
    TEST_REQUIRE(memcmp(m->state, wanted->state, m->length * sizeof *m->state) == 0, "state");
    TEST_REQUIRE(memcmp(m->u, wanted->u, 3 * n * sizeof *m->u) == 0, "u");
}

/* One form, and the scalar one for what it leaves, which is less than a vector and one. */
static void check_form(const ss_problem *problem, const double *r, const made *wanted, ss_isa isa)
{
    const ss_whole_form *const form = ss_whole_form_of(isa);
    const ss_whole_form *const rest = ss_whole_form_of(SS_ISA_SCALAR);
    const size_t n = problem->n_contacts;
    made m = make_room(problem);
    ss_whole_sums sums = {0.0, 0.0};
    memcpy(m.state, ss_operator_moving(problem)->v_free, m.length * sizeof *m.state);
    size_t c = form->start(m.state, problem, r, 0);
    TEST_REQUIRE(c + 9 > n && rest->start(m.state, problem, r, c) == n, "%zu of %zu", c, n);
    c = form->velocities(m.u, &sums, problem, m.state, r, 0);
    TEST_REQUIRE(c + 9 > n && rest->velocities(m.u, &sums, problem, m.state, r, c) == n,
                 "%zu of %zu", c, n);
    compare(&m, wanted, n);
    const ss_whole_sums plain = sum_plainly(problem, r, wanted->u);
    TEST_REQUIRE(sums.map2 == plain.map2 && sums.q2 == plain.q2, "form %d: %.17g, not %.17g",
                 (int)isa, sums.map2, plain.map2);
    release(&m);
}

/* All forms, and what a referee calls. */
static void check(const ss_problem *problem, const double *r)
{
    const bool balls = problem->form == SS_FORM_BALLS;
    made wanted = make_plainly(problem, r), m = make_room(problem);
    ss_whole_sums sums = {-1.0, -1.0};
    for (size_t k = 0; k < N_FORMS && balls; ++k)
        check_form(problem, r, &wanted, form_at(k));
    ss_whole_image(m.u, m.state, &sums, problem, r);
    compare(&m, &wanted, problem->n_contacts);
    const ss_whole_sums plain = sum_plainly(problem, r, wanted.u);
    cr_expect(balls ? sums.map2 == plain.map2 && sums.q2 == plain.q2 : isnan(sums.map2));
    release(&wanted);
    release(&m);
}

/* Impulses of all kinds: none, within the cone, outside of it, pulling; many of the zones of E1. */
static void check_random(const ss_problem *problem, gsl_rng *rng)
{
    const size_t n = problem->n_contacts;
    double *const r = calloc(3 * n + 1, sizeof *r);
    for (int round = 0; round < 4; ++round) {
        for (size_t c = 0; c < n; ++c) {
            const double size =
                problem->rho_bar[c] * (gsl_rng_uniform_int(rng, 4) == 0 ? 0.0 : 1.0);
            r[3 * c] = size * gsl_ran_gaussian(rng, 1.0);
            for (size_t k = 1; k < 3; ++k)
                r[3 * c + k] = size * gsl_ran_gaussian(rng, round % 2 == 0 ? 0.1 : 1.0);
        }
        check(problem, r);
    }
    free(r);
}

Test(whole, makes_the_bits_of_the_operator_and_of_e1)
{
    gsl_rng *const rng = test_rng(3);
    for (unsigned long seed = 1; seed <= 6; ++seed) {
        test_packing p;
        test_driven d;
        test_packing_pushed(&p, seed, 8 * seed, seed % 2 == 0 ? 0.0 : 0.4, 0.1 * (double)seed);
        check_random(p.problem, rng);
        test_drive(&d, p.problem, seed, seed % 2 == 0);
        check_random(&d.problem, rng);
        test_driven_free(&d);
        test_packing_free(&p);
    }
    gsl_rng_free(rng);
}

/* The first contacts of a problem, fewer than a vector and a few more. */
Test(whole, of_few_contacts)
{
    gsl_rng *const rng = test_rng(4);
    test_packing p;
    test_packing_pushed(&p, 2, 30, 0.3, 0.4);
    ss_problem some = *p.problem;
    for (some.n_contacts = 0; some.n_contacts < 20; ++some.n_contacts)
        check_random(&some, rng);
    test_packing_free(&p);
    gsl_rng_free(rng);
}

/* Without spheres all goes one by one. */
Test(whole, of_other_forms)
{
    gsl_rng *const rng = test_rng(5);
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing_draw(&p, 1, 12, true, NULL);
    ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
    cr_assert_not_null(blocks);
    check_random(ss_block_problem_view(blocks), rng);
    ss_block_problem_free(blocks);
    test_packing_free(&p);
    gsl_rng_free(rng);
}

typedef struct reader {
    const ss_problem *problem;
    double *r, *wanted;
    size_t sweeps;
} reader;

static ss_seen see(void *self, ss_iterate *at)
{
    reader *const x = self;
    const size_t n = x->problem->n_contacts, size = 3 * n * sizeof *x->r;
    const ss_packed *const packed = ss_iterate_packed(at, 0);
    TEST_REQUIRE(packed != NULL, "the iterate is packed");
    for (size_t c = 0; c < n; ++c)
        ss_iterate_read_one(at, c);
    memcpy(x->wanted, at->task->sweep.r, size);
    for (size_t k = 0; k < N_FORMS; ++k) {
        memset(x->r, 0, size);
        const size_t first = ss_whole_form_of(form_at(k))->impulses(x->r, x->problem, packed, 0);
        TEST_REQUIRE(first + 9 > n && memcmp(x->r, x->wanted, 3 * first * sizeof *x->r) == 0,
                     "form %d: impulses", (int)form_at(k));
    }
    TEST_REQUIRE(memcmp(ss_iterate_read(at), x->wanted, size) == 0, "read");
    return (ss_seen){++x->sweeps == SWEEPS, NAN, 0.0};
}

static void check_impulses(const ss_problem *problem, const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = {.solver = NULL};
    ss_work work = {0};
    const size_t length = 3 * problem->n_contacts + 1;
    reader x = {problem, calloc(length, sizeof(double)), calloc(length, sizeof(double)), 0};
    cr_assert(ss_choice_parse(&choice, text, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    cr_assert(solver != NULL && ss_solver_prepare(solver, problem, &error) != NULL &&
                  ss_solver_run(solver, problem, (ss_watch){.see = see, .self = &x}, &work, &error),
              "%s", error.text);
    cr_expect_eq(x.sweeps, SWEEPS);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    free(x.r);
    free(x.wanted);
}

/* In groups and alone, with and without velocities that are held and numbers of their own. */
Test(whole, impulses_of_packed_contacts)
{
    for (unsigned long seed = 1; seed <= 4; ++seed) {
        test_packing p;
        test_packing_pushed(&p, seed, 15 * seed, seed % 2 == 0 ? 0.0 : 0.4, 0.3);
        check_impulses(p.problem, "nlgs-batched[local=exact]");
        check_impulses(p.problem, "nlgs-batched[local=ebp]");
        check_impulses(p.problem, "nlgs-batched[local=sal,order=space]");
        test_packing_free(&p);
    }
}
