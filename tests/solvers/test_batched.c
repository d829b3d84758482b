/* nlgs-batched and nlgs-parallel: groups of contacts that share no moving body, the same bits in
 * every form of the kernels and on any number of threads, and the solution that nlgs finds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/grouping.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const batched_solvers[] = {"sbp", "sal", "exact"};

typedef struct counter {
    size_t n, limit;
} counter;

static bool enough(void *self, const double *r, const double *u)
{
    counter *const c = self;
    (void)r;
    (void)u;
    return ++c->n >= c->limit;
}

/* r after `n_sweeps` sweeps from `start` (NULL: 0); owned by the caller. */
static double *sweep_with(const char *outer, const char *local, const ss_problem *problem,
                          const double *start, size_t n_sweeps, ss_work *work)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice out;
    TEST_REQUIRE(ss_choice_parse_whole(&out, local, outer, &error), "%s: %s", outer, error.text);
    ss_solver *const solver = ss_solver_create(&out, &error);
    double *const r = ss_solver_prepare(solver, problem, &error);
    const size_t size = 3 * problem->n_contacts * sizeof *r;
    counter c = {0, n_sweeps};
    if (start != NULL)
        memcpy(r, start, size);
    *work = (ss_work){0};
    ss_solver_run(solver, problem, (ss_watch){.stop = enough, .self = &c}, work);
    double *const copy = malloc(size + 1);
    memcpy(copy, r, size);
    ss_solver_free(solver);
    ss_choice_free(&out);
    return copy;
}

/* A cluster of n balls with its own restitution, some of it pushed into walls. */
static void make(test_packing *packing, unsigned long seed, size_t n, double e_n, double mu)
{
    gsl_rng *const rng = test_rng(seed);
    ss_scene_params params = test_scene_params();
    params.e_n = params.e_t = e_n;
    params.mu = mu;
    test_packing_create(packing, rng, n, true, &params);
    test_packing_pose(packing);
    gsl_rng_free(rng);
}

static void check_groups(const ss_ball_form *form, const uint32_t *contact, size_t n_groups,
                         size_t n_singles, size_t n)
{
    unsigned char *const seen = calloc(n + 1, 1);
    uint32_t *const last = calloc(form->moving.n_bodies, sizeof *last);
    size_t visited = 0;
    for (size_t g = 0; g < n_groups; ++g) {
        size_t filled = 0;
        for (size_t k = 0; k < SS_LANES; ++k) {
            const uint32_t c = contact[SS_LANES * g + k];
            if (c == SS_NO_CONTACT)
                continue;
            const size_t i = form->contacts[c].i, j = form->contacts[c].j;
            TEST_REQUIRE(c < n && !seen[c], "contact %u is in two groups", c);
            TEST_REQUIRE(last[i] != g + 1, "group %zu has body %zu twice", g, i);
            TEST_REQUIRE(j >= form->moving.n_moving || last[j] != g + 1,
                         "group %zu has body %zu twice", g, j);
            seen[c] = 1;
            last[i] = last[j] = (uint32_t)(g + 1);
            ++filled;
        }
        TEST_REQUIRE(filled >= SS_LEAST_IN_GROUP, "group %zu has only %zu", g, filled);
        visited += filled;
    }
    for (size_t k = 0; k < n_singles; ++k) {
        const uint32_t c = contact[2 * n - 1 - k];
        TEST_REQUIRE(c < n && !seen[c], "contact %u is visited twice", c);
        seen[c] = 1;
    }
    cr_assert_eq(visited + n_singles, n, "%zu of %zu contacts are visited", visited + n_singles, n);
    free(seen);
    free(last);
}

Test(batched, every_contact_is_visited_once_and_groups_share_no_moving_body)
{
    for (unsigned long seed = 1; seed <= 40; ++seed) {
        test_packing packing;
        make(&packing, seed, 1 + 7 * seed, 0.0, 0.3);
        const ss_problem *const problem = packing.problem;
        const size_t n = problem->n_contacts;
        uint32_t *const contact = malloc((2 * n + 1) * sizeof *contact);
        ss_group_mark *const marks = calloc(problem->balls->moving.n_bodies, sizeof *marks);
        size_t n_singles = 0;
        for (uint32_t epoch = 0; epoch < 3; ++epoch) {
            const size_t n_groups =
                ss_group_contacts(contact, &n_singles, problem->balls, NULL, n, marks, epoch);
            check_groups(problem->balls, contact, n_groups, n_singles, n);
        }
        free(contact);
        free(marks);
        test_packing_free(&packing);
    }
}

/* A ball among many others: no two contacts are independent, and all stand alone. */
Test(batched, a_star_has_no_groups)
{
    enum { n = 19 };
    ss_ball_contact contacts[n];
    memset(contacts, 0, sizeof contacts);
    for (size_t c = 0; c < n; ++c)
        contacts[c].j = (uint32_t)(c + 1);
    const ss_ball_form form = {.moving = {.n_bodies = n + 2, .n_moving = n + 1},
                               .contacts = contacts};
    ss_group_mark marks[n + 2] = {{0, 0}};
    uint32_t contact[2 * n];
    size_t n_singles = 0;
    cr_assert_eq(ss_group_contacts(contact, &n_singles, &form, NULL, n, marks, 0), 0);
    check_groups(&form, contact, 0, n_singles, n);
}

static void check_forms(const char *local, const ss_problem *problem, const char *name)
{
    static const char *const forms[] = {"nlgs-batched", "nlgs-batched[isa=wide8]"};
    const size_t n = 3 * problem->n_contacts;
    ss_work work, other;
    double *const r = sweep_with("nlgs-batched[isa=scalar]", local, problem, NULL, 7, &work);
    TEST_REQUIRE(work.visits == 7 * problem->n_contacts, "%s: %zu visits", name, work.visits);
    for (size_t k = 0; k < 2; ++k) {
        double *const q = sweep_with(forms[k], local, problem, NULL, 7, &other);
        TEST_REQUIRE(memcmp(q, r, n * sizeof *r) == 0, "%s, %s, %s: other bits than isa=scalar",
                     name, local, forms[k]);
        TEST_REQUIRE(memcmp(&work, &other, sizeof work) == 0, "%s: other work", name);
        free(q);
    }
    free(r);
}

Test(batched, all_forms_of_a_kernel_make_the_same_bits)
{
    for (size_t n = 1; n <= 33; n += 4) {
        for (int kind = 0; kind < 3; ++kind) {
            test_packing packing;
            make(&packing, n + 100, n, kind == 1 ? 0.4 : 0.0, kind == 2 ? 0.0 : 0.3);
            for (size_t k = 0; k < 3 && packing.problem->n_contacts > 0; ++k)
                check_forms(batched_solvers[k], packing.problem, "random cluster");
            test_packing_free(&packing);
        }
    }
}

/* Where the order of the visits cannot matter, a sweep is nlgs's own, to rounding. */
Test(batched, one_contact_is_visited_as_nlgs_does)
{
    for (int kind = 0; kind < 2; ++kind) {
        test_packing packing;
        make(&packing, 5, 2, kind == 1 ? 0.4 : 0.0, 0.3);
        ss_problem problem = *packing.problem;
        problem.n_contacts = 1;
        for (size_t k = 0; k < 3; ++k) {
            for (size_t sweeps = 1; sweeps < 5; ++sweeps) {
                ss_work work;
                double *const a =
                    sweep_with("nlgs", batched_solvers[k], &problem, NULL, sweeps, &work);
                double *const b =
                    sweep_with("nlgs-batched", batched_solvers[k], &problem, NULL, sweeps, &work);
                cr_assert_leq(test_distance(a, b, 3), 1e-14 * test_norm(a, 3), "%s, %zu sweeps",
                              batched_solvers[k], sweeps);
                free(a);
                free(b);
            }
        }
        test_packing_free(&packing);
    }
}

/* E1 of r. */
static double e1_of(const ss_problem *problem, const double *r)
{
    double *const u = malloc(3 * problem->n_contacts * sizeof *u);
    test_velocity(u, problem, r);
    const ss_evidence evidence = {problem, r, u, u};
    const double e1 = ss_estimate_e1(&evidence);
    free(u);
    return e1;
}

static void check_fixed_point(const char *outer, const char *local, const ss_problem *problem)
{
    ss_work work;
    double *const r = sweep_with("nlgs", local, problem, NULL, 1500, &work);
    double *const s = sweep_with(outer, local, problem, r, 10, &work);
    double *const t = sweep_with(outer, local, problem, NULL, 1500, &work);
    TEST_REQUIRE(test_distance(s, r, 3 * problem->n_contacts) <=
                     1e-11 * test_norm(r, 3 * problem->n_contacts),
                 "%s, %s: nlgs's solution is not at rest, %g", outer, local,
                 test_distance(s, r, 3 * problem->n_contacts));
    TEST_REQUIRE(e1_of(problem, t) <= 1e-11, "%s, %s: E1 %g", outer, local, e1_of(problem, t));
    free(r);
    free(s);
    free(t);
}

Test(batched, the_fixed_point_is_that_of_nlgs)
{
    static const char *const outers[] = {"nlgs-batched", "nlgs-parallel",
                                         "nlgs-parallel[domains=3,threads=2]"};
    /* alpha below 2/3.5: these clusters have e_t = 0 */
    static const char *const locals[] = {"sbp[alpha=0.4]", "sal[alpha=0.4]", "exact", "ebp", "ac"};
    test_packing packing;
    make(&packing, 3, 30, 0.0, 0.3);
    for (size_t o = 0; o < 3; ++o)
        for (size_t k = 0; k < sizeof locals / sizeof locals[0]; ++k)
            check_fixed_point(outers[o], locals[k], packing.problem);
    test_packing_free(&packing);
}

/* Bits depend on `domains`, not on threads, forms or runs. */
Test(batched, parallel_makes_the_same_bits_on_any_number_of_threads)
{
    static const char *const locals[] = {"sal", "exact", "ebp"};
    static const size_t domains[] = {1, 2, 3, 8};
    for (size_t n = 1; n <= 61; n += 12) {
        test_packing packing;
        make(&packing, n, n, 0.0, 0.3);
        const ss_problem *const problem = packing.problem;
        for (size_t k = 0; k < 12 && problem->n_contacts > 0; ++k) {
            char text[80];
            ss_work work, other;
            snprintf(text, sizeof text, "nlgs-parallel[domains=%zu,threads=1]", domains[k % 4]);
            double *const r = sweep_with(text, locals[k / 4], problem, NULL, 5, &work);
            snprintf(text, sizeof text, "nlgs-parallel[domains=%zu,threads=3]", domains[k % 4]);
            for (int again = 0; again < 3; ++again) {
                double *const q = sweep_with(text, locals[k / 4], problem, NULL, 5, &other);
                TEST_REQUIRE(memcmp(q, r, 3 * problem->n_contacts * sizeof *r) == 0,
                             "%s, %s: other bits", text, locals[k / 4]);
                TEST_REQUIRE(memcmp(&work, &other, sizeof work) == 0, "%s: other work", text);
                free(q);
            }
            TEST_REQUIRE(work.visits == 5 * problem->n_contacts, "%zu visits", work.visits);
            free(r);
        }
        test_packing_free(&packing);
    }
}

/* One domain is nlgs-batched. */
Test(batched, one_domain_is_nlgs_batched)
{
    test_packing packing;
    ss_work work;
    make(&packing, 8, 40, 0.4, 0.3);
    double *const a = sweep_with("nlgs-batched", "sbp", packing.problem, NULL, 5, &work);
    double *const b =
        sweep_with("nlgs-parallel[domains=1]", "sbp", packing.problem, NULL, 5, &work);
    cr_assert_arr_eq(a, b, 3 * packing.problem->n_contacts * sizeof *a);
    free(a);
    free(b);
    test_packing_free(&packing);
}
