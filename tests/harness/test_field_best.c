/* The duels of the field: the fastest solved run of each side, with all that a solve needs.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_table.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4 };

static const ss_external_solver external = {.name = "theirs"};
static ss_choice choices[N] = {[2] = {.external = &external}, [3] = {.external = &external}};
static const ss_choice_list contenders = {choices, N};
static char names[N][8] = {"sbp", "exact", "first", "second"};
static char *const name_list[N] = {names[0], names[1], names[2], names[3]};

static ss_field_row row_of(const char *status, double cpu_s, double looks_s)
{
    return (ss_field_row){.problem = "a.hdf5",
                          .contacts = 7,
                          .tol = 1e-8,
                          .stop = "e1",
                          .rho_bar = "auto",
                          .status = status,
                          .cpu_s = cpu_s,
                          .cpu_looks_s = looks_s,
                          .cpu_whole_s = NAN,
                          .cpu_whole_s_q1 = 0.5 * cpu_s,
                          .cpu_whole_s_q3 = 2.0 * cpu_s,
                          .e1 = 1e-9,
                          .tol_given = 3e-8};
}

static ss_field_table table_of(const ss_field_row rows[N], size_t n_problems)
{
    return (ss_field_table){rows, name_list, &contenders, 1, n_problems, N};
}

Test(field_best, the_fastest_of_each_side_with_its_looks)
{
    ss_field_row rows[N] = {row_of("solved", 1.0, 3.0), row_of("solved", 2.0, 0.5),
                            row_of("solved", 9.0, 0.0), row_of("solved", 5.0, 0.0)};
    const ss_field_table table = table_of(rows, 1);
    ss_best_row best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.problem, "a.hdf5");
    cr_expect_eq(best.contacts, 7);
    cr_expect_str_eq(best.ours, "exact");
    cr_expect_str_eq(best.theirs, "second");
    cr_expect_str_eq(best.winner, "ours");
    cr_expect(fabs(best.ours_cpu_s - 2.5) < 1e-15 && fabs(best.ours_cpu_s_q1 - 1.0) < 1e-15 &&
              fabs(best.ours_cpu_s_q3 - 4.0) < 1e-15);
    cr_expect(fabs(best.theirs_cpu_s - 5.0) < 1e-15 && fabs(best.theirs_cpu_s_q1 - 2.5) < 1e-15);
    cr_expect(fabs(best.ratio - 2.0) < 1e-15 && fabs(best.theirs_tol_given - 3e-8) < 1e-20);
    rows[0].cpu_whole_s = 2.0; /* in one piece, which is what counts where it is known */
    best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.ours, "sbp");
    cr_expect(fabs(best.ours_cpu_s - 2.0) < 1e-15);
}

/* A run that misses the tolerance does not count, however fast. */
Test(field_best, only_the_solved_count)
{
    const ss_field_row rows[N] = {row_of("solved", 4.0, 0.0), row_of("stagnated", 1.0, 0.0),
                                  row_of("near", 1.0, 0.0), row_of("solved", 3.0, 0.0)};
    const ss_field_table table = table_of(rows, 1);
    const ss_best_row best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.ours, "sbp");
    cr_expect_str_eq(best.theirs, "second");
    cr_expect_str_eq(best.winner, "theirs");
    cr_expect(fabs(best.ratio - 0.75) < 1e-15);
}

Test(field_best, one_side_alone_and_nobody)
{
    ss_field_row rows[N] = {row_of("solved", 4.0, 0.0), row_of("timeout", 9.0, 0.0),
                            row_of("timeout", 9.0, 0.0), row_of(NULL, 0.0, 0.0)};
    const ss_field_table table = table_of(rows, 1);
    ss_best_row best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.winner, "ours");
    cr_expect(isinf(best.ratio) && isnan(best.theirs_cpu_s) && best.theirs[0] == '\0');
    rows[2] = row_of("solved", 9.0, 0.0);
    rows[0].status = "diverged";
    best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.winner, "theirs");
    cr_expect(fabs(best.ratio) < 1e-300 && isnan(best.ours_cpu_s) && best.ours[0] == '\0');
    rows[2].status = "crashed";
    best = ss_field_best_of(&table, 0, 0);
    cr_expect_str_eq(best.winner, "none");
    cr_expect(isnan(best.ratio));
}

/* Does the table for people, field.md, say that? */
static bool says(const ss_field_table *table, const char *words)
{
    ss_error error;
    cr_assert(ss_field_table_write(table, test_folder(), &error), "%s", error.text);
    char *const text = test_read("field.md");
    const bool said = strstr(text, words) != NULL;
    free(text);
    return said;
}

/* The table for people names the problems that ours loses. */
Test(field_best, losses_are_told, .init = test_files_begin, .fini = test_files_end)
{
    ss_field_row rows[2 * N] = {row_of("solved", 1.0, 0.0), row_of("solved", 2.0, 0.0),
                                row_of("solved", 9.0, 0.0), row_of("solved", 5.0, 0.0),
                                row_of("solved", 9.0, 0.0), row_of("timeout", 9.0, 0.0),
                                row_of("solved", 2.0, 0.0), row_of("solved", 3.0, 0.0)};
    for (size_t k = N; k < 2 * N; ++k)
        rows[k].problem = "lost.hdf5";
    const ss_field_table table = table_of(rows, 2);
    cr_expect(says(&table, "wins on 1 of 2 problems, another code on 1: `lost.hdf5`"));
}

Test(field_best, without_another_code_there_is_no_duel, .init = test_files_begin,
     .fini = test_files_end)
{
    const ss_choice_list own = {choices, 2};
    const ss_field_row rows[2] = {row_of("solved", 1.0, 0.0), row_of("solved", 2.0, 0.0)};
    const ss_field_table table = {rows, name_list, &own, 1, 1, 2};
    cr_expect(says(&table, "Frozen problems, tolerance"));
    cr_expect_not(says(&table, "The best of ours"));
}
