/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/compared.h"

#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <string.h>

char test_base_path[SS_PATH_SIZE], test_new_path[SS_PATH_SIZE], test_other_path[SS_PATH_SIZE];
ss_compare_request test_question = {.base = test_base_path, .new = test_new_path};
ss_compare_result test_compared;

void test_compare_begin(void)
{
    test_files_begin();
    strcpy(test_base_path, test_path("base.csv"));
    strcpy(test_new_path, test_path("new.csv"));
    strcpy(test_other_path, test_path("other.csv"));
}

ss_summary_row test_plain_row(void)
{
    return (ss_summary_row){.problem = "balls-4",
                            .instance = 1,
                            .solver = "ebp",
                            .tol = 1e-12,
                            .steps = 100,
                            .status = "solved",
                            .sweeps_last = 10,
                            .sweeps_total = 1000,
                            .visits_total = 5000,
                            .local_iterations_total = 9000,
                            .eps_last = 1e-13,
                            .e1 = 1e-10,
                            .cpu_s = 0.5,
                            .outer = "nlgs",
                            .options = "alpha=0.6,tol=1e-12",
                            .parameters = "mu=0.3,h=0.001",
                            .warm_start = "no",
                            .follows = "",
                            .stop = "eps",
                            .build = "stickslip test"};
}

void test_write_rows(const char *path, const ss_summary_row *rows, size_t n)
{
    FILE *const file = fopen(path, "w");
    cr_assert_not_null(file);
    ss_summary_header(file);
    for (size_t k = 0; k < n; ++k)
        ss_summary_write(file, &rows[k]);
    cr_assert_eq(fclose(file), 0);
}

void test_compare(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_compare_result_free(&test_compared);
    cr_assert(ss_compare(&test_compared, &test_question, &error), "%s", error.text);
}

ss_compare_change test_verdict(const ss_summary_row *base, const ss_summary_row *new)
{
    test_write_rows(test_base_path, base, 1);
    test_write_rows(test_new_path, new, 1);
    test_compare();
    cr_assert_eq(test_compared.match.n, 1);
    return test_compared.judgements[0].change;
}

void test_compare_refused(const char *words)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_expect(!ss_compare(&test_compared, &test_question, &error), "not refused: %s", words);
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, words) != NULL, "%s", error.text);
}
