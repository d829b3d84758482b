/* nlgs-batched and nlgs-parallel: groups of contacts that share no moving body, the same bits in
 * every form of the kernels and on any number of threads, and the solution that nlgs finds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sample.h"
#include "problems/contact/operator.h"
#include "solvers/sphere/grouping.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

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
        test_packing_pushed(&packing, seed, 1 + 7 * seed, 0.0, 0.3);
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
    double *const r = test_sweep_with("nlgs-batched[isa=scalar]", local, problem, NULL, 7, &work);
    TEST_REQUIRE(work.visits == 7 * problem->n_contacts, "%s: %zu visits", name, work.visits);
    for (size_t k = 0; k < 2; ++k) {
        double *const q = test_sweep_with(forms[k], local, problem, NULL, 7, &other);
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
            test_packing_pushed(&packing, n + 100, n, kind == 1 ? 0.4 : 0.0, kind == 2 ? 0.0 : 0.3);
            for (size_t k = 0; k < TEST_N_BATCHED && packing.problem->n_contacts > 0; ++k)
                check_forms(test_batched[k], packing.problem, "random cluster");
            test_packing_free(&packing);
        }
    }
}

/* A sweep is nlgs's own, to rounding, where the order of the visits cannot matter. */
Test(batched, one_contact_is_visited_as_nlgs_does)
{
    for (int kind = 0; kind < 2; ++kind) {
        test_packing packing;
        test_packing_pushed(&packing, 5, 2, kind == 1 ? 0.4 : 0.0, 0.3);
        ss_problem problem = *packing.problem;
        problem.n_contacts = 1;
        for (size_t k = 0; k < TEST_N_BATCHED; ++k) {
            for (size_t sweeps = 1; sweeps < 5; ++sweeps) {
                ss_work work;
                double *const a =
                    test_sweep_with("nlgs", test_batched[k], &problem, NULL, sweeps, &work);
                double *const b =
                    test_sweep_with("nlgs-batched", test_batched[k], &problem, NULL, sweeps, &work);
                cr_assert_leq(test_distance(a, b, 3), 1e-14 * test_norm(a, 3), "%s, %zu sweeps: %g",
                              test_batched[k], sweeps, test_distance(a, b, 3) / test_norm(a, 3));
                free(a);
                free(b);
            }
        }
        test_packing_free(&packing);
    }
}

Test(batched, the_fixed_point_is_that_of_nlgs)
{
    static const char *const outers[] = {
        "nlgs-batched", "nlgs-parallel", "nlgs-parallel[domains=3,threads=2]",
        "nlgs-batched[order=space]", "nlgs-parallel[order=space,domains=4]"};
    /* alpha below 2/3.5: these clusters have e_t = 0 */
    static const char *const locals[] = {
        "sbp[alpha=0.4]", "sal[alpha=0.4]", "exact", "ebp", "eal", "ac"};
    test_packing packing;
    test_packing_pushed(&packing, 3, 30, 0.0, 0.3);
    for (size_t o = 0; o < sizeof outers / sizeof outers[0]; ++o)
        for (size_t k = 0; k < sizeof locals / sizeof locals[0]; ++k)
            test_fixed_point(outers[o], locals[k], packing.problem);
    test_packing_free(&packing);
}

/* Several bodies of given motion, and none: kernels, threads and nlgs agree. */
Test(batched, any_number_of_bodies_has_a_given_motion)
{
    static const size_t n_given[] = {0, 3, 6};
    for (size_t k = 0; k < 3; ++k) {
        test_packing packing;
        test_driven d;
        ss_work work;
        test_packing_pushed(&packing, k > 0 ? 4 : 3, 20, 0.0, 0.3);
        test_drive(&d, packing.problem, n_given[k], k > 0);
        const size_t size = 3 * d.problem.n_contacts * sizeof(double);
        cr_assert(size > 0);
        for (size_t i = 0; i < TEST_N_BATCHED; ++i)
            check_forms(test_batched[i], &d.problem, "driven");
        for (size_t i = 0; i < 2; ++i) {
            const char *const local = i == 0 ? "exact" : "ebp";
            test_fixed_point("nlgs-batched", local, &d.problem);
            test_fixed_point("nlgs-parallel", local, &d.problem);
            double *const a =
                test_sweep_with("nlgs-parallel[threads=1]", local, &d.problem, NULL, 5, &work);
            double *const b =
                test_sweep_with("nlgs-parallel[threads=3]", local, &d.problem, NULL, 5, &work);
            cr_expect_arr_eq(a, b, size, "%s", local);
            free(a);
            free(b);
        }
        test_driven_free(&d);
        test_packing_free(&packing);
    }
}

/* Rigid bodies have no groups: nlgs-batched is nlgs to the bit, nlgs-parallel its own order. */
Test(batched, rigid_bodies_are_visited_one_by_one)
{
    static const char *const locals[] = {"sal", "exact", "ebp"};
    static const char *const outers[] = {"nlgs", "nlgs-batched",
                                         "nlgs-parallel[domains=3,threads=1]",
                                         "nlgs-parallel[domains=3,threads=2]"};
    for (unsigned long seed = 1; seed <= 10; ++seed) {
        static ss_check_rigid s;
        gsl_rng *const rng = test_rng(seed);
        ss_check_rigid_draw(&s, rng, 2 + seed);
        gsl_rng_free(rng);
        for (size_t k = 0; k < 6; ++k) {
            const size_t size = 3 * s.problem.n_contacts * sizeof(double);
            const char *const *const two = outers + 2 * (k % 2);
            ss_work work;
            double *const a = test_sweep_with(two[0], locals[k / 2], &s.problem, NULL, 9, &work);
            double *const b = test_sweep_with(two[1], locals[k / 2], &s.problem, NULL, 9, &work);
            TEST_REQUIRE(memcmp(a, b, size) == 0, "sample %lu, %s, %s", seed, two[1],
                         locals[k / 2]);
            free(a);
            free(b);
        }
        if (seed < 4)
            test_fixed_point("nlgs-parallel[domains=3]", "exact", &s.problem);
    }
}

/* Bits depend on `domains`, not on threads, forms or runs. */
Test(batched, parallel_makes_the_same_bits_on_any_number_of_threads)
{
    static const char *const locals[] = {"sal", "exact", "ebp"};
    static const size_t domains[] = {3, 4, 8, 16};
    for (size_t n = 1; n <= 61; n += 12) {
        test_packing packing;
        test_packing_pushed(&packing, n, n, 0.0, 0.3);
        const ss_problem *const problem = packing.problem;
        for (size_t k = 0; k < 12 && problem->n_contacts > 0; ++k) {
            char text[80];
            ss_work work, other;
            snprintf(text, sizeof text, "nlgs-parallel[domains=%zu,threads=1]", domains[k % 4]);
            double *const r = test_sweep_with(text, locals[k / 4], problem, NULL, 5, &work);
            snprintf(text, sizeof text, "nlgs-parallel[domains=%zu,threads=3]", domains[k % 4]);
            for (int again = 0; again < 3; ++again) {
                double *const q = test_sweep_with(text, locals[k / 4], problem, NULL, 5, &other);
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
    test_packing_pushed(&packing, 8, 40, 0.4, 0.3);
    double *const a = test_sweep_with("nlgs-batched", "sbp", packing.problem, NULL, 5, &work);
    double *const b =
        test_sweep_with("nlgs-parallel[domains=1]", "sbp", packing.problem, NULL, 5, &work);
    cr_assert_arr_eq(a, b, 3 * packing.problem->n_contacts * sizeof *a);
    free(a);
    free(b);
    test_packing_free(&packing);
}
