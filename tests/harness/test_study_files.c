/* Studies of a parameter: what is refused, and the files that are written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/study/figures.h"
#include "harness/study/study.h"
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {"sweep.csv", "ranges.csv", "study.md", "sweep.svg",
                                    "sweep.pdf", "sweep.gp",   "sweep.dat"};
enum { N_FILES = sizeof files / sizeof *files, N_TABLES = 3 }; /* the first three need no gnuplot */

static bool has(const test_study *study, const char *name)
{
    char *const text = test_study_text(study, name);
    const bool there = text != NULL;
    free(text);
    return there;
}

static void expect_in(const test_study *study, const char *name, const char *words)
{
    char *const text = test_study_text(study, name);
    cr_expect(text != NULL && strstr(text, words) != NULL, "%s does not say '%s'", name, words);
    free(text);
}

static void write_study(const test_study *study, const char *parameter)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_study_write(study->folder, parameter, &error), "%s", error.text);
}

static void refuse(const test_study *study, const char *parameter, ss_error_code code,
                   const char *words)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(ss_study_write(study->folder, parameter, &error), "%s", parameter);
    cr_expect_eq(error.code, code, "%s: %s", parameter, error.text);
    cr_expect_not_null(strstr(error.text, words), "'%s' lacks '%s'", error.text, words);
    for (size_t k = 0; k < N_FILES; ++k)
        cr_expect_not(has(study, files[k]), "refused, and %s is there", files[k]);
}

Test(study_files, unknown_parameters_are_refused)
{
    test_study study = test_study_open();
    test_study_add(&study, 0.6, 1, true, 1000);
    test_study_close(&study);
    refuse(&study, "alpah", SS_ERROR_USAGE, "did you mean 'alpha'");
    refuse(&study, "solver:mu", SS_ERROR_USAGE, "'mu'");
    refuse(&study, "problem:alpha", SS_ERROR_USAGE, "'alpha'");
    refuse(&study, "", SS_ERROR_USAGE, "no run has the option or parameter");
    refuse(&study, "tol", SS_ERROR_USAGE, "neither varies; say solver:tol or problem:tol");
    test_study_remove(&study);
}

/* `tol` is an option and a parameter: the one that varies is meant, for each solver by itself. */
Test(study_files, the_one_that_varies_is_meant)
{
    static const char *const solvers[] = {"sbp", "ebp"}, *const options[] = {"tol=1", "tol=2"};
    static const char *const parameters[] = {"tol=0.001", "tol=0.002"};
    test_study study = test_study_open();
    ss_study_curves curves;
    for (size_t k = 0; k < 4; ++k) {
        char unused[64];
        ss_summary_row row = test_study_row(unused, 1.0, 1, true, 1000);
        row.solver = solvers[k & 1];
        row.options = options[k & 1];
        row.parameters = parameters[k >> 1];
        ss_summary_write(study.file, &row);
    }
    test_study_read(&study, &curves, "tol");
    cr_expect_not(curves.of_solver);
    cr_expect_eq(curves.n_curves, 2);
    ss_study_curves_free(&curves);
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_study_curves_read(&curves, study.path, "solver:tol", &error), "%s", error.text);
    cr_expect(curves.of_solver);
    cr_expect_str_eq(curves.parameter, "tol");
    cr_expect_eq(curves.n_curves, 4);
    ss_study_curves_free(&curves);
    test_study_remove(&study);
}

Test(study_files, words_are_no_numbers)
{
    test_study study = test_study_open();
    char unused[64];
    ss_summary_row row = test_study_row(unused, 1.0, 1, true, 1000);
    row.options = "alpha=1,stop=z";
    ss_summary_write(study.file, &row);
    test_study_close(&study);
    refuse(&study, "stop", SS_ERROR_DATA, "line 2, column options: stop=z is not a number");
    test_study_remove(&study);
}

Test(study_files, one_run_is_one_row)
{
    test_study study = test_study_open();
    test_study_add(&study, 0.6, 2, true, 1000);
    test_study_add(&study, 0.7, 1, true, 1000);
    test_study_add(&study, 0.6, 2, true, 1000);
    test_study_close(&study);
    refuse(&study, "alpha", SS_ERROR_DATA, "lines 2 and 4 are the same run");
    test_study_remove(&study);
}

Test(study_files, other_tables_are_refused)
{
    test_study study = test_study_open();
    test_study_close(&study);
    refuse(&study, "alpha", SS_ERROR_DATA, "no rows");
    study.file = fopen(study.path, "w");
    fputs("problem,solver\nballs-4,sbp\n", study.file);
    test_study_close(&study);
    refuse(&study, "alpha", SS_ERROR_DATA, "there is no column 'status'");
    remove(study.path);
    refuse(&study, "alpha", SS_ERROR_DATA, "summary.csv");
    test_study_remove(&study);
}

Test(study_files, interrupted_runs_are_left_out)
{
    char options[64];
    test_study study = test_study_open();
    test_study_add(&study, 0.6, 1, true, 1000);
    ss_summary_row row = test_study_row(options, 0.6, 2, false, 10);
    row.status = "interrupted";
    ss_summary_write(study.file, &row);
    test_study_close(&study);
    write_study(&study, "alpha");
    expect_in(&study, "study.md", "Left out: 1 interrupted run");
    expect_in(&study, "sweep.csv", ",0.6,1,0,solved,0,");
    test_study_remove(&study);
}

/* Rows of several solvers and instances, of which `exact` lacks the parameter; in an order that
 * `stride` shuffles. */
static test_study mixed_study(size_t stride)
{
    enum { N = 37 };
    test_study study = test_study_open();
    for (size_t k = 0; k < N; ++k) {
        const size_t j = k * stride % N, solver = j / 12;
        char options[64];
        ss_summary_row row =
            test_study_row(options, pow(10.0, (double)(j % 4) - 2.0), 1 + j / 4 % 3,
                           j % 4 < 3 || solver > 0, 1000.0 + 10.0 * (double)j);
        row.solver = solver == 0   ? "sbp[cap=1]"
                     : solver == 1 ? "ebp"
                     : solver == 2 ? "ac"
                                   : "exact";
        if (solver == 3)
            row.options = "";
        ss_summary_write(study.file, &row);
    }
    test_study_close(&study);
    write_study(&study, "alpha");
    return study;
}

Test(study_files, all_files_whatever_the_order_of_rows)
{
    const test_study sorted = mixed_study(1), shuffled = mixed_study(10);
    for (size_t k = 0; k < N_FILES; ++k) {
        char *const a = test_study_text(&sorted, files[k]);
        char *const b = test_study_text(&shuffled, files[k]);
        cr_assert(a != NULL && b != NULL, "%s", files[k]);
        if (strstr(files[k], ".pdf") == NULL) /* holds its date */
            cr_expect_str_eq(a, b, "%s", files[k]);
        free(a);
        free(b);
    }
    expect_in(&sorted, "study.md", "| exact | - | 1360 | - | - |");
    expect_in(&sorted, "study.md", "does not have it");
    expect_in(&sorted, "sweep.svg", "does not have this parameter");
    expect_in(&sorted, "sweep.svg", ">sbp<");
    test_study_remove(&sorted);
    test_study_remove(&shuffled);
}

Test(study_files, many_curves_get_more_figures)
{
    enum { N = SS_STUDY_MAX_CURVES + 2 };
    test_study study = test_study_open();
    for (size_t k = 0; k < N; ++k) {
        char options[64];
        ss_summary_row row = test_study_row(options, 1.0, 1, k > 0, 1000);
        snprintf(options, sizeof options, "alpha=1,cap=%zu", k + 10);
        ss_summary_write(study.file, &row);
    }
    test_study_close(&study);
    write_study(&study, "alpha");
    expect_in(&study, "sweep.svg", ">sbp cap=17<");
    expect_in(&study, "sweep.svg", "no value without a failure");
    expect_in(&study, "sweep-2.svg", ">sbp cap=19<");
    expect_in(&study, "study.md", "(sweep-2.svg)");
    cr_expect_not(has(&study, "sweep-3.svg"));
    test_study_remove(&study);
}

/* Runs of EBP on 500 balls with the defaults but `sets`, and one alpha. */
static test_study balls_500(const char *const *sets, const char *stop)
{
    char parameters[2048];
    ss_problem_choice choice;
    ss_error error = {SS_ERROR_NONE, ""};
    test_study study = test_study_open();
    cr_assert(ss_problem_choice_parse(&choice, "balls-500", &error), "%s", error.text);
    for (; *sets != NULL; ++sets)
        cr_assert(ss_problem_choice_set(&choice, *sets, &error), "%s", error.text);
    snprintf(parameters, sizeof parameters, "%s", choice.values);
    ss_problem_choice_free(&choice);
    for (size_t k = 1; k <= 2; ++k) {
        char options[64];
        ss_summary_row row = test_study_row(options, (double)k, 1, true, 1000);
        row.problem = "balls-500";
        row.solver = "ebp";
        row.parameters = parameters;
        row.stop = stop;
        ss_summary_write(study.file, &row);
    }
    test_study_close(&study);
    write_study(&study, "alpha");
    return study;
}

/* Table 4 of [D] stands beside the runs that ask its question, and beside no others. */
Test(study_files, the_papers_points_where_they_belong)
{
    static const char *const table_4[] = {"steps=500", "tol=1e-8", NULL};
    static const char *const capped[] = {"steps=500", "tol=1e-8", "max-sweeps=1000", NULL};
    static const char *const short_run[] = {"steps=50", "tol=1e-8", NULL};
    static const char points[] = "\n0.2 667\n0.5 812\n1 750\n2 414\n5 652\n";
    const test_study ours[] = {balls_500(table_4, "eps"), balls_500(capped, "eps"),
                               balls_500(short_run, "eps"), balls_500(table_4, "e1")};
    for (size_t k = 0; k < 4; ++k) {
        char *const text = test_study_text(&ours[k], "sweep.dat");
        cr_expect((strstr(text, points) != NULL) == (k < 2), "case %zu", k);
        free(text);
        test_study_remove(&ours[k]);
    }
}

Test(study_files, without_gnuplot_the_tables_stay)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_study study = test_study_open();
    test_study_add(&study, 0.6, 1, true, 1000);
    test_study_close(&study);
    setenv("PATH", "", 1);
    cr_expect_not(ss_study_write(study.folder, "alpha", &error));
    cr_expect_eq(error.code, SS_ERROR_UNAVAILABLE);
    cr_expect_not_null(strstr(error.text, "gnuplot-nox"), "%s", error.text);
    for (size_t k = 0; k < N_FILES; ++k)
        cr_expect_eq(has(&study, files[k]), k < N_TABLES, "%s", files[k]);
    test_study_remove(&study);
}
