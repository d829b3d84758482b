/* Springs at the contacts of a frozen problem: what W becomes, and the solution of least |r| that
 * they lead to where r is not unique.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/files/frozen.h"
#include "tests/support/files.h"
#include "tests/support/hdf5_files.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static char path[128];

static void setup(void)
{
    test_files_begin();
    snprintf(path, sizeof path, "%s", test_path("problem.hdf5"));
}

TestSuite(compliance, .init = setup, .fini = test_files_end);

/* The file under this compliance; free with ss_frozen_free. */
static void open_soft(ss_frozen *frozen, const char *value)
{
    ss_error error = {SS_ERROR_NONE, ""};
    void *const params = malloc(ss_problem_file.params.size);
    cr_assert_not_null(params);
    ss_options_defaults(&ss_problem_file.params, params);
    cr_assert(ss_options_set(&ss_problem_file.params, params, "", "compliance", value, &error) &&
                  ss_frozen_open(frozen, path, params, &error),
              "%s", error.text);
    free(params);
}

/* Two contacts that hold one body up together: r_1 + r_2 = 1 is all that W says. */
static void write_pair(void)
{
    static const int row[] = {0, 0, 1, 2, 3, 3, 4, 5}, col[] = {0, 3, 1, 2, 0, 3, 4, 5};
    static const double x[] = {1, 1, 2, 2, 1, 1, 2, 4}, q[6] = {-1, 0, 0, -1, 0, 0},
                        mu[2] = {0.5, 0.5};
    const test_matrix W = {6, 6, 8, 0, row, col, x};
    test_local_file(path, 3, &W, test_triplets, q, mu);
}

/* tr(W)/(3 contacts) = 12/6. */
Test(compliance, is_added_to_the_diagonal_alone)
{
    ss_frozen soft, rigid;
    write_pair();
    open_soft(&rigid, "0");
    open_soft(&soft, "0.25");
    double *const A = test_dense(&rigid.problem), *const B = test_dense(&soft.problem);
    for (size_t k = 0; k < 36; ++k)
        cr_expect_eq(B[k], A[k] + (k % 7 == 0 ? 0.5 : 0.0), "entry %zu: %g", k, B[k]);
    for (size_t c = 0; c < 2; ++c)
        cr_expect(soft.problem.W_cc[9 * c] == 1.5 && soft.problem.mu[c] == 0.5 &&
                  soft.problem.q[3 * c] == -1.0);
    cr_expect_eq(soft.problem.dim, rigid.problem.dim);
    free(A);
    free(B);
    ss_frozen_free(&soft);
    ss_frozen_free(&rigid);
}

/* The first contact takes all where nothing gives; springs share it: 1/(2 + 2 c) each. */
Test(compliance, leads_to_the_least_impulses)
{
    static const struct {
        const char *compliance;
        double r[2];
    } cases[] = {{"0", {1.0, 0.0}}, {"0.5", {1.0 / 3.0, 1.0 / 3.0}}, {"1e-3", {0.4995, 0.4995}}};
    write_pair();
    for (size_t k = 0; k < 3; ++k) {
        ss_frozen frozen;
        test_solution s;
        open_soft(&frozen, cases[k].compliance);
        test_solve_still(&s, &frozen.problem, "exact", NULL, 100000);
        for (size_t c = 0; c < 2; ++c)
            cr_expect_float_eq(s.r[3 * c], cases[k].r[c], 1e-6, "%s: %.9g", cases[k].compliance,
                               s.r[3 * c]);
        test_solution_free(&s);
        ss_frozen_free(&frozen);
    }
}

/* The observables of a file's runs: |r| and the fastest contact. */
Test(compliance, observables_of_a_file_need_no_bodies)
{
    static const double r[6] = {3.0, 0.0, 4.0, 0.0, 12.0, 0.0}, u[6] = {0.0, 0.0, 0.0, 1, 2, -2};
    ss_frozen frozen;
    write_pair();
    open_soft(&frozen, "0");
    const ss_moment moment = {.problem = &frozen.problem, .r = r, .u = u};
    const ss_observable *const *const shown = ss_problem_file.observables;
    cr_assert(shown[0] != NULL && shown[1] == NULL);
    cr_expect_eq(test_observed(shown[0], &moment, "r_norm"), 13.0);
    cr_expect_eq(test_observed(shown[0], &moment, "u_max"), 3.0);
    ss_frozen_free(&frozen);
}
