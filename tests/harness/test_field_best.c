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

/* A run that was made five times, with quartiles 1 % apart. */
static ss_summary_row run_of(const char *status, double cpu_s, double looks_s)
{
    return (ss_summary_row){.status = status,
                            .stop = "e1",
                            .machine = "",
                            .tol = 1e-8,
                            .sweeps_total = 9,
                            .contacts_last = 7,
                            .e1_worst = 1e-9,
                            .e1_last = 1e-9,
                            .cpu_s = cpu_s,
                            .cpu_s_q1 = 0.995 * cpu_s,
                            .cpu_s_q3 = 1.005 * cpu_s,
                            .cpu_looks_s = looks_s,
                            .cpu_whole_s = NAN,
                            .repeats = 5,
                            .tol_given = 3e-8};
}

enum { MOST = 2 * N };

/* Two problems' runs that were solved in so many seconds each; below 0: given up after them. */
static void fill(ss_summary_row runs[MOST], const double seconds[MOST])
{
    for (size_t k = 0; k < MOST; ++k)
        runs[k] = run_of(seconds[k] < 0.0 ? "timeout" : "solved", fabs(seconds[k]), 0.0);
}

/* A table of such runs, N a problem; without a status: missing. */
typedef struct fixture {
    ss_field_row rows[MOST];
    const ss_summary_row *runs[MOST];
    ss_field_table table;
} fixture;

static const ss_field_table *table_of(fixture *f, const ss_summary_row runs[], size_t n_problems)
{
    static const char *const problems[] = {"a.hdf5", "b.hdf5"};
    for (size_t k = 0; k < n_problems * N; ++k) {
        f->runs[k] = runs[k].status != NULL ? &runs[k] : NULL;
        f->rows[k] = (ss_field_row){.problem = problems[k / N],
                                    .contacts = runs[k].contacts_last,
                                    .tol = 1e-8,
                                    .stop = "e1",
                                    .rho_bar = "auto",
                                    .status = runs[k].status,
                                    .e1 = 1e-9,
                                    .standing = "counts"};
    }
    f->table = (ss_field_table){f->rows, f->runs, name_list, &contenders, NULL, 1, n_problems, N};
    return &f->table;
}

static void expect_best(const ss_summary_row runs[N], const char *winner, const char *reason)
{
    fixture f;
    const ss_best_row best = ss_field_best_of(table_of(&f, runs, 1), 0, 0);
    cr_expect_str_eq(best.winner, winner);
    cr_expect(reason[0] == '\0' ? best.reason[0] == '\0' : strstr(best.reason, reason) != NULL,
              "'%s', not '%s'", best.reason, reason);
}

Test(field_best, the_fastest_of_each_side_with_its_looks)
{
    fixture f;
    ss_summary_row runs[N] = {run_of("solved", 1.0, 3.0), run_of("solved", 2.0, 0.5),
                              run_of("solved", 9.0, 0.0), run_of("solved", 5.0, 0.0)};
    ss_best_row best = ss_field_best_of(table_of(&f, runs, 1), 0, 0);
    cr_expect_str_eq(best.problem, "a.hdf5");
    cr_expect_eq(best.contacts, 7);
    cr_expect_str_eq(best.ours, "exact");
    cr_expect_str_eq(best.theirs, "second");
    cr_expect_str_eq(best.winner, "ours");
    cr_expect_float_eq(best.ours_cpu_s, 2.5, 1e-15);
    cr_expect_float_eq(best.ours_cpu_s_q1, 2.49, 1e-14);
    cr_expect_float_eq(best.theirs_cpu_s_q3, 5.025, 1e-14);
    cr_expect(fabs(best.ratio - 2.0) < 1e-15 && fabs(best.theirs_tol_given - 3e-8) < 1e-20);
    runs[0].cpu_whole_s = 2.0; /* in one piece, which is what counts where it is known */
    best = ss_field_best_of(&f.table, 0, 0);
    cr_expect_str_eq(best.ours, "sbp");
    cr_expect_float_eq(best.ours_cpu_s, 2.0, 1e-15);
}

/* A run that misses the tolerance does not count, however fast, nor one whose E1 is large. */
Test(field_best, only_what_counts_wins)
{
    fixture f;
    ss_summary_row runs[N] = {run_of("solved", 4.0, 0.0), run_of("stagnated", 1.0, 0.0),
                              run_of("near", 1.0, 0.0), run_of("solved", 3.0, 0.0)};
    expect_best(runs, "theirs", "");
    for (size_t k = 0; k < N; ++k)
        runs[k].stop = "siconos";
    runs[3].e1_worst = 0.14;
    expect_best(runs, "ours", "");
    cr_expect_str_eq(ss_field_best_of(table_of(&f, runs, 1), 0, 0).ours, "sbp");
}

/* Nobody wins by one timing, by times that scatter or overlap, or by another accuracy. */
Test(field_best, no_winner_that_the_times_do_not_name)
{
    ss_summary_row runs[N] = {run_of("solved", 4.0, 0.0), run_of("stagnated", 1.0, 0.0),
                              run_of("near", 1.0, 0.0), run_of("solved", 3.0, 0.0)};
    runs[0].repeats = 2;
    expect_best(runs, "open", "not both were timed");
    runs[0].repeats = 3;
    expect_best(runs, "theirs", "");
    runs[3].cpu_s_q3 = 3.5;
    expect_best(runs, "open", "not both were timed");
    runs[3].cpu_s_q3 = 3.015;
    runs[0].cpu_s = 3.02;
    runs[0].cpu_s_q1 = 3.0;
    runs[0].cpu_s_q3 = 3.04;
    expect_best(runs, "open", "overlap");
    runs[0] = run_of("solved", 4.0, 0.0);
    runs[0].stop = runs[3].stop = "siconos";
    runs[0].e1_worst = 2e-8;
    expect_best(runs, "open", "E1");
}

Test(field_best, one_side_alone_and_nobody)
{
    ss_summary_row runs[N] = {run_of("solved", 4.0, 0.0), run_of("timeout", 9.0, 0.0),
                              run_of("timeout", 9.0, 0.0), run_of("timeout", 0.0, 0.0)};
    expect_best(runs, "ours", "");
    runs[3].status = NULL; /* it might solve it: nobody is named before it has been run */
    expect_best(runs, "open", "missing");
    runs[0].status = "diverged";
    expect_best(runs, "open", "missing");
    runs[2] = run_of("solved", 9.0, 0.0);
    expect_best(runs, "theirs", "");
    runs[2].status = runs[3].status = "crashed";
    expect_best(runs, "none", "");
}

/* One against one: the geometric mean over what both solve, with its interval; how many times are
 * not judged. */
Test(field_best, two_fixed_solvers)
{
    fixture f;
    ss_field_duel duel;
    ss_error error;
    ss_summary_row runs[MOST];
    fill(runs, (double[]){1.0, -2.0, 2.0, 1.0, 1.0, 0.1, 8.0, 1.0});
    const ss_field_table *const table = table_of(&f, runs, 2);
    cr_expect_eq(ss_field_fixed_of(table, false), 0, "it solves more");
    cr_expect_eq(ss_field_fixed_of(table, true), 3, "of equals the quicker one");
    cr_assert(ss_field_duel_of(&duel, table, 0, 0, 2, &error), "%s", error.text);
    cr_expect(duel.ours == 2 && duel.theirs == 2 && duel.shared == 2 && duel.unjudged == 0);
    cr_expect_float_eq(duel.ratio, 4.0, 1e-14);
    cr_expect_float_eq(duel.within.low, 2.0, 1e-14);
    cr_expect_float_eq(duel.within.high, 8.0, 1e-14);
    runs[6].repeats = 1;
    cr_assert(ss_field_duel_of(&duel, table, 0, 1, 2, &error), "%s", error.text);
    cr_expect(duel.ours == 1 && duel.shared == 1 && duel.unjudged == 1);
    cr_expect(isnan(duel.within.low));
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

/* The table for people names the problems that ours loses, and those without a winner. */
Test(field_best, losses_are_told, .init = test_files_begin, .fini = test_files_end)
{
    fixture f;
    ss_summary_row runs[MOST];
    fill(runs, (double[]){1.0, 2.0, 9.0, 5.0, 9.0, -9.0, 2.0, 3.0});
    const ss_field_table *const table = table_of(&f, runs, 2);
    cr_expect(says(table,
                   "of 2 problems the best of ours is quicker on 1, the best of another code "
                   "on 1: `b.hdf5`"));
    cr_expect(says(table, "The best of 2 of ours and the best of 2 of another code, chosen after"));
    cr_expect(says(table, "they solve 2 and 2 of 2 problems; on the 2 that both solve"));
    runs[6].status = NULL;
    runs[7].status = "timeout";
    runs[4].status = "timeout";
    cr_expect(says(table_of(&f, runs, 2), "no winner on 1: `b.hdf5`"));
    cr_expect(says(&f.table, "PARTIAL: 1 of 8 runs"));
    cr_expect_not(says(&f.table, "nobody solves"), "what was not run may be solved");
}

Test(field_best, without_another_code_there_is_no_duel, .init = test_files_begin,
     .fini = test_files_end)
{
    fixture f;
    const ss_choice_list own = {choices, 2};
    ss_summary_row runs[N] = {run_of("solved", 1.0, 0.0), run_of("solved", 2.0, 0.0)};
    table_of(&f, runs, 1);
    f.table.contenders = &own;
    f.table.n_solvers = 2;
    cr_expect(says(&f.table, "Frozen problems, tolerance"));
    cr_expect_not(says(&f.table, "The best of"));
}
