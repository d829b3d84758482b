/* Domains and coloured pairs: the order that nlgs-ranks sweeps in, alone, beside nlgs-parallel to
 * the bit, and the sums that ranks add up in any order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/domains.h"
#include "problems/files/step_file.h"
#include "solvers/parts/splitmix.h"
#include "solvers/parts/exact_sum.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of one colour share no domain; neighbours have colours 0 and 1, every other pair the first
 * from 2 on that its domains leave. */
Test(domains, pairs_of_a_colour_share_no_domain)
{
    enum { D = 40 };
    ss_domain_pair pairs[D * D];
    uint32_t mark[D];
    uint64_t seed = 5;
    size_t n = 0;
    for (size_t k = 0; k < 300; ++k) {
        const uint32_t a = (uint32_t)ss_splitmix_below(&seed, D),
                       b = (uint32_t)ss_splitmix_below(&seed, D);
        if (a != b)
            pairs[n++] = (ss_domain_pair){.low = a < b ? a : b, .high = a < b ? b : a};
    }
    qsort(pairs, n, sizeof *pairs, ss_domains_compare);
    n = ss_domains_unique(pairs, n);
    const uint32_t n_colours = ss_domains_colour(pairs, n, mark, D);
    for (size_t k = 0; k < n; ++k) {
        const bool neighbours = pairs[k].high == pairs[k].low + 1;
        uint32_t first = 2, taken;
        cr_assert(k == 0 || ss_domains_compare(&pairs[k - 1], &pairs[k]) < 0, "a pair is twice");
        cr_assert_lt(pairs[k].colour, n_colours);
        do { /* the first colour that no earlier pair of its domains has */
            taken = 0;
            for (size_t j = 0; j < k; ++j)
                taken |= pairs[j].colour == first &&
                         (pairs[j].low == pairs[k].low || pairs[j].low == pairs[k].high ||
                          pairs[j].high == pairs[k].low || pairs[j].high == pairs[k].high);
            first += taken;
        } while (taken);
        cr_assert_eq(pairs[k].colour, neighbours ? pairs[k].low % 2 : first, "pair %u, %u",
                     pairs[k].low, pairs[k].high);
    }
}

/* The problem of a packing as a step file poses it: in the rigid form, which is not batched. */
static void pose(ss_posed_step *posed, const test_packing *packing)
{
    ss_step_file file;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_step_file_from_problem(&file, packing->problem, NULL, &error) &&
                  ss_posed_step_create(posed, &file, "made", &error),
              "%s", error.text);
    ss_step_file_free(&file);
}

/* Ten sweeps from r = 0 are the same bits; and with one domain they are those of nlgs. */
Test(domains, sweeps_are_those_of_nlgs_parallel)
{
    static const char *const locals[] = {"exact", "sal"};
    test_packing packing;
    ss_work work;
    test_packing_pushed(&packing, 5, 120, 0.0, 0.3);
    ss_posed_step posed;
    pose(&posed, &packing);
    const size_t bytes = 3 * posed.problem.n_contacts * sizeof(double);
    cr_assert_gt(posed.problem.n_contacts, 120);
    for (size_t k = 0; k < 2; ++k) {
        double *const plain = test_sweep_with("nlgs", locals[k], &posed.problem, NULL, 10, &work);
        for (size_t d = 1; d < 20; ++d) {
            char own[60], theirs[80], numbered[60];
            snprintf(own, sizeof own, "nlgs-ranks[domains=%zu]", d);
            snprintf(numbered, sizeof numbered, "nlgs-parallel[domains=%zu]", d);
            snprintf(theirs, sizeof theirs, "nlgs-parallel[domains=%zu,pairs=colours]", d);
            double *const a = test_sweep_with(own, locals[k], &posed.problem, NULL, 10, &work);
            double *const b = test_sweep_with(theirs, locals[k], &posed.problem, NULL, 10, &work);
            double *const c = test_sweep_with(numbered, locals[k], &posed.problem, NULL, 10, &work);
            cr_expect(memcmp(a, b, bytes) == 0, "%s around %s", own, locals[k]);
            cr_expect(d > 2 || memcmp(a, c, bytes) == 0, "%s without colours", own);
            cr_expect((memcmp(a, plain, bytes) == 0) == (d == 1), "%s and nlgs", own);
            free(a);
            free(b);
            free(c);
        }
        free(plain);
    }
    ss_posed_step_free(&posed);
    test_packing_free(&packing);
}

Test(domains, sweeps_end_in_solutions)
{
    test_packing packing;
    test_packing_pushed(&packing, 2, 15, 0.0, 0.3);
    test_fixed_point("nlgs-ranks[domains=7]", "exact", packing.problem);
    test_packing_free(&packing);
}

/* Numbers of all sizes, added from the front, from behind, and cut in three as ranks do: the same
 * bits. */
Test(exact_sum, does_not_know_the_order)
{
    enum { N = 3000 };
    static double x[N];
    ss_exact_sum front = {.not_finite = 0}, behind = front, cut[3] = {front, front, front};
    uint64_t seed = 9;
    double plain = 0.0, plain_behind = 0.0;
    for (size_t k = 0; k < N; ++k) {
        const int exponent = (int)ss_splitmix_below(&seed, 80) - 40;
        x[k] = ldexp((double)ss_splitmix_below(&seed, (uint64_t)1 << 53), exponent - 53);
        ss_exact_add(&front, x[k]);
        ss_exact_add(&cut[k % 3], x[k]);
        plain += x[k];
    }
    for (size_t k = N; k-- > 0;) {
        ss_exact_add(&behind, x[k]);
        plain_behind += x[k];
    }
    for (size_t k = 0; k < 3; ++k)
        ss_exact_carry(&cut[k]);
    for (size_t k = 0; k < SS_EXACT_WORDS; ++k)
        cut[0].word[k] += cut[1].word[k] + cut[2].word[k];
    const double value = ss_exact_value(&front);
    cr_expect_neq(plain, plain_behind, "these numbers tell nothing");
    cr_expect_eq(value, ss_exact_value(&behind));
    cr_expect_eq(value, ss_exact_value(&cut[0]));
    cr_expect_float_eq(value, plain, 1e-12 * plain);
}

/* Sums that are known: rounded once, to even, whatever the sizes; what is not finite is NaN. */
Test(exact_sum, is_rounded_once)
{
    static const struct {
        double a, b, c, sum;
    } known[] = {{0.0, 0.0, 0.0, 0.0},
                 {1.0, 0x1p-53, 0.0, 1.0},
                 {1.0, 0x1p-53, 0x1p-1074, 1.0 + 0x1p-52},
                 {1.0 + 0x1p-52, 0x1p-53, 0.0, 1.0 + 0x1p-51},
                 {0x1p-1074, 0x1p-1074, 0x1p-1074, 0x3p-1074},
                 {0x1p-1022, 0x1p-1074, 0.0, 0x1.0000000000001p-1022},
                 {0x1p1000, 0x1p900, 0x1p-900, 0x1p1000},
                 {0x1.fffffffffffffp1022, 0x1.fffffffffffffp1022, 0.0, 0x1.fffffffffffffp1023},
                 {3.0, -1.0, 0.1, 2.1},
                 {0x1p40, -0x1p40, 0x1p-40, 0x1p-40}};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        ss_exact_sum sum = {.not_finite = 0};
        ss_exact_add(&sum, known[k].a);
        ss_exact_add(&sum, known[k].b);
        ss_exact_add(&sum, known[k].c);
        cr_expect_eq(ss_exact_value(&sum), known[k].sum, "sum %zu is %a", k, ss_exact_value(&sum));
        ss_exact_sum less = {.not_finite = 0};
        ss_exact_add(&less, -known[k].a);
        ss_exact_add(&less, -known[k].b);
        ss_exact_add(&less, -known[k].c);
        cr_expect_eq(ss_exact_value(&less), -known[k].sum, "less sum %zu", k);
    }
    ss_exact_sum sum = {.not_finite = 0};
    ss_exact_add(&sum, INFINITY);
    cr_expect(isnan(ss_exact_value(&sum)));
}
