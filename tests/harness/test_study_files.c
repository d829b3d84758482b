/* Studies of a parameter: what is refused, and the files that are written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/judge/study_parts.h"
#include "harness/judge/study.h"
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {"sweep.csv",
                                    "ranges.csv",
                                    "study.md",
                                    "sweep-alpha-balls-4.svg",
                                    "sweep-alpha-balls-4.pdf",
                                    "sweep-alpha-balls-4.gp",
                                    "sweep-alpha-balls-4.dat"};
enum { N_FILES = sizeof files / sizeof *files, N_TABLES = 3 }; /* the first three need no gnuplot */

TestSuite(study_files, .init = test_study_begin, .fini = test_study_end);

static bool has(const char *name)
{
    char *const text = test_study_text(name);
    const bool there = text != NULL;
    free(text);
    return there;
}

static void refuse(const char *parameter, ss_error_code code, const char *words)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(ss_study_write(test_study_folder(), parameter, &error), "%s", parameter);
    cr_expect_eq(error.code, code, "%s: %s", parameter, error.text);
    cr_expect_not_null(strstr(error.text, words), "'%s' lacks '%s'", error.text, words);
    for (size_t k = 0; k < N_FILES; ++k)
        cr_expect_not(has(files[k]), "refused, and %s is there", files[k]);
}

Test(study_files, unknown_parameters_are_refused)
{
    test_study_add(0.6, 1, true, 1000);
    test_study_close();
    refuse("alpah", SS_ERROR_USAGE, "did you mean 'alpha'");
    refuse("solver:mu", SS_ERROR_USAGE, "'mu'");
    refuse("problem:alpha", SS_ERROR_USAGE, "'alpha'");
    refuse("", SS_ERROR_USAGE, "no run has the option or parameter");
    refuse("tol", SS_ERROR_USAGE, "neither varies; say solver:tol or problem:tol");
}

/* `tol` is an option and a parameter: the one that varies is meant, for each solver by itself. */
Test(study_files, the_one_that_varies_is_meant)
{
    static const char *const solvers[] = {"sbp", "ebp"}, *const options[] = {"tol=1", "tol=2"};
    static const char *const parameters[] = {"tol=0.001", "tol=0.002"};
    for (size_t k = 0; k < 4; ++k) {
        ss_summary_row row = test_study_row(1.0, 1, true, 1000);
        row.solver = solvers[k & 1];
        row.options = options[k & 1];
        row.parameters = parameters[k >> 1];
        test_study_add_row(&row);
    }
    const ss_study_curves *curves = test_study_read("tol");
    cr_expect_not(curves->of_solver);
    cr_expect_eq(curves->n_curves, 2);
    curves = test_study_read("solver:tol");
    cr_expect(curves->of_solver);
    cr_expect_str_eq(curves->parameter, "tol");
    cr_expect_eq(curves->n_curves, 4);
}

Test(study_files, words_are_no_numbers)
{
    ss_summary_row row = test_study_row(1.0, 1, true, 1000);
    row.options = "alpha=1,stop=z";
    test_study_add_row(&row);
    test_study_close();
    refuse("stop", SS_ERROR_DATA, "line 2, column options: stop=z is not a number");
}

Test(study_files, one_run_is_one_row)
{
    test_study_add(0.6, 2, true, 1000);
    test_study_add(0.7, 1, true, 1000);
    test_study_add(0.6, 2, true, 1000);
    test_study_close();
    refuse("alpha", SS_ERROR_DATA, "lines 2 and 4 are the same run");
}

Test(study_files, other_tables_are_refused)
{
    test_study_close();
    refuse("alpha", SS_ERROR_DATA, "no rows");
    FILE *const file = fopen(test_study_path(), "w");
    fputs("problem,solver\nballs-4,sbp\n", file);
    fclose(file);
    refuse("alpha", SS_ERROR_DATA, "there is no column 'status'");
    remove(test_study_path());
    refuse("alpha", SS_ERROR_DATA, "summary.csv");
}

Test(study_files, interrupted_runs_are_left_out)
{
    test_study_add(0.6, 1, true, 1000);
    ss_summary_row row = test_study_row(0.6, 2, false, 10);
    row.status = "interrupted";
    test_study_add_row(&row);
    test_study_write("alpha");
    test_study_says("study.md", "Left out: 1 interrupted run");
    test_study_says("sweep.csv", ",0.6,1,0,solved,0,");
}

/* Values on unlike instances are no whole study, and every title says so. */
Test(study_files, unlike_instances_are_partial)
{
    for (size_t k = 0; k < 5; ++k)
        test_study_add(k < 3 ? 0.6 : 0.7, k % 3 + 1, true, 1000);
    test_study_write("alpha");
    test_study_says("study.md", "# Sensitivity to alpha (an option of the solvers), PARTIAL\n");
    test_study_says("study.md", "values stand on unlike instances (2 to 3 of them).");
    test_study_says("sweep-alpha-balls-4.svg", ", PARTIAL<");
    test_study_end();
    test_study_begin();
    for (size_t k = 0; k < 6; ++k)
        test_study_add(k < 3 ? 0.6 : 0.7, k % 3 + 1, true, 1000);
    test_study_write("alpha");
    char *const page = test_study_text("study.md");
    cr_expect_null(strstr(page, "PARTIAL"));
    free(page);
}

/* A coarser answer for less work, of the same instance, is told; one for more work is none's fault.
 */
Test(study_files, accuracy_and_empty_runs_are_told)
{
    ss_summary_row row = test_study_row(0.6, 1, true, 1000);
    for (size_t k = 0; k < 3; ++k) {
        row = test_study_row(0.5 + 0.1 * (double)k, 1, true, 3000.0 - 1000.0 * (double)k);
        row.e1_worst = k == 0 ? 1e-3 : k == 1 ? 1e-9 : 4.5e-8;
        test_study_add_row(&row);
    }
    row = test_study_row(0.6, 2, true, 0);
    row.status = "no-contact";
    test_study_add_row(&row);
    test_study_write("alpha");
    test_study_says("study.md", "E1 reached differs by up to 45x between what is compared");
    test_study_says("study.md", "4.5e-08 for less work)");
    test_study_says("study.md", "No measurement: 1 of 4 runs tell nothing");
}

/* Rows of several solvers and instances, of which `exact` lacks the parameter; in an order that
 * `stride` shuffles. */
static void write_mixed(size_t stride)
{
    enum { N = 37 };
    for (size_t k = 0; k < N; ++k) {
        const size_t j = k * stride % N, solver = j / 12;
        static const char *const solvers[] = {"sbp[cap=1]", "ebp", "ac", "exact"};
        ss_summary_row row = test_study_row(pow(10.0, (double)(j % 4) - 2.0), 1 + j / 4 % 3,
                                            j % 4 < 3 || solver > 0, 1000.0 + 10.0 * (double)j);
        row.solver = solvers[solver];
        if (solver == 3)
            row.options = "";
        test_study_add_row(&row);
    }
    test_study_write("alpha");
}

Test(study_files, all_files_whatever_the_order_of_rows)
{
    char *sorted[N_FILES];
    write_mixed(1);
    for (size_t k = 0; k < N_FILES; ++k)
        cr_assert_not_null(sorted[k] = test_study_text(files[k]), "%s", files[k]);
    test_study_says("study.md", "| exact | - | 1360 | - | - |");
    test_study_says("study.md", "does not have it");
    test_study_says("sweep-alpha-balls-4.svg", "does not have this parameter");
    test_study_says("sweep-alpha-balls-4.svg", ">sbp<");
    test_study_says("sweep-alpha-balls-4.svg", ">bound 1.14<"); /* the bound, beside its line */
    test_study_says("sweep-alpha-balls-4.svg",
                    "medians and ranges over the solved of 1 to 3 instances"); /* too few */
    test_study_end();
    test_study_begin();
    write_mixed(10);
    for (size_t k = 0; k < N_FILES; ++k) {
        char *const shuffled = test_study_text(files[k]);
        if (strstr(files[k], ".pdf") == NULL) /* holds its date */
            cr_expect_str_eq(shuffled, sorted[k], "%s", files[k]);
        free(shuffled);
        free(sorted[k]);
    }
}

Test(study_files, many_curves_get_more_figures)
{
    enum { N = SS_STUDY_MAX_CURVES + 2 };
    for (size_t k = 0; k < N; ++k) {
        ss_summary_row row = test_study_row(1.0, 1, k > 0, 1000);
        char options[64];
        row.options = options;
        snprintf(options, sizeof options, "alpha=1,cap=%zu", k + 10);
        test_study_add_row(&row);
    }
    test_study_write("alpha");
    test_study_says("sweep-alpha-balls-4.svg", ">sbp cap=17<");
    test_study_says("sweep-alpha-balls-4.svg", "no value without a failure");
    test_study_says("sweep-alpha-balls-4-2.svg", ">sbp cap=19<");
    test_study_says("study.md", "(sweep-alpha-balls-4-2.svg)");
    cr_expect_not(has("sweep-alpha-balls-4-3.svg"));
}

/* Nobody chooses mu: its study has costs and failures, and no best value, plateau or safe range. */
Test(study_files, a_parameter_of_the_problem_is_not_chosen)
{
    static const char *const parameters[] = {"mu=0.1,e_t=1", "mu=1,e_t=1", "mu=9,e_t=1"};
    for (size_t k = 0; k < 3; ++k) {
        ss_summary_row row = test_study_row(0.6, 1, k < 2, 1000.0 * (double)(k + 1));
        row.parameters = parameters[k];
        test_study_add_row(&row);
    }
    test_study_write("mu");
    test_study_says("study.md",
                    "| sbp | 1000 | 0.1 | 2000 | 1 | - | 9 (max-sweeps) | 1 of 3 | 1 |");
    test_study_says("ranges.csv", ",3,0.1,9,1,1,1,nan,nan,nan,nan,nan,nan,no,no,nan,nan,");
    test_study_says("sweep-mu-balls-4.svg", ">fraction not solved<");
    char *const page = test_study_text("study.md");
    char *const figure = test_study_text("sweep-mu-balls-4.svg");
    cr_expect(strstr(page, "plateau") == NULL && strstr(page, "Best:") == NULL);
    cr_expect(strstr(figure, "plateau") == NULL && strstr(figure, "safe range") == NULL);
    free(page);
    free(figure);
}

/* Alpha and mu vary: a map, and the best alpha by mu. sbp works below 1/mu and costs 1/alpha;
 * sal has one value of mu, which is no map. */
Test(study_files, two_grids_are_a_map)
{
    static const double mu[] = {0.5, 1.0, 4.0};
    for (size_t k = 0; k < 3; ++k)
        for (double alpha = 0.25; alpha <= 4.0; alpha *= 2.0) {
            char parameters[64];
            ss_summary_row row = test_study_row(alpha, 1, alpha * mu[k] <= 1.0, 1000.0 / alpha);
            snprintf(parameters, sizeof parameters, "mu=%g,e_t=1", mu[k]);
            row.parameters = parameters;
            test_study_add_row(&row);
            row.solver = "sal";
            if (k == 0)
                test_study_add_row(&row);
        }
    test_study_write("alpha");
    test_study_says("best_by.csv", "alpha,mu,0.5,2,500,0.25,2,5,1\n");
    test_study_says("best_by.csv", "alpha,mu,1,1,1000,0.25,1,5,2\n");
    test_study_says("best_by.csv", "alpha,mu,4,0.25,4000,0.25,0.25,5,4\n");
    test_study_says("study.md", "## Best alpha by mu: balls-4");
    test_study_says("study.md", "(map-alpha-mu-balls-4.svg)");
    test_study_says("study.md",
                    "| sbp | mu=4 | 0.25 | 4000 | <= 0.25 to 0.25 (>= 0.00) | 4 of 5 |");
    test_study_says("map-alpha-mu-balls-4.dat",
                    "\n2 1 1.41421356 2.82842712 0.707106781 2 NaN 1 0\n");
    test_study_says("map-alpha-mu-balls-4.svg", ">best alpha<");
    test_study_says("map-alpha-mu-balls-4.svg",
                    ">theoretical bound<"); /* the fourth key of one panel */
    test_study_says("map-alpha-mu-balls-4.gp", "y_tics = '0.5, 1, 4'\n");
    char *const table = test_study_text("best_by.csv");
    cr_expect_null(strstr(table, "sal"), "a map of one row");
    free(table);
    cr_expect(has("sweep-alpha-balls-4-mu-0-5.svg") && has("sweep-alpha-balls-4-mu-4.svg"));
}

/* Runs of EBP on 500 balls with the defaults but `sets`, and two alphas. */
static void write_balls_500(const char *const *sets, const char *stop)
{
    ss_problem_choice choice;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_problem_choice_parse(&choice, "balls-500", &error), "%s", error.text);
    for (; *sets != NULL; ++sets)
        cr_assert(ss_problem_choice_set(&choice, *sets, &error), "%s", error.text);
    for (size_t k = 1; k <= 2; ++k) {
        ss_summary_row row = test_study_row((double)k, 1, true, 1000);
        row.problem = "balls-500";
        row.solver = "ebp";
        row.parameters = choice.values;
        row.stop = stop;
        test_study_add_row(&row);
    }
    ss_problem_choice_free(&choice);
    test_study_write("alpha");
}

/* Table 4 of [D] stands beside the runs that ask its question, and beside no others. */
Test(study_files, the_papers_points_where_they_belong)
{
    static const struct {
        const char *sets[4], *stop;
        bool belongs;
    } cases[] = {{{"steps=500", "tol=1e-8"}, "eps", true},
                 {{"steps=500", "tol=1e-8", "max-sweeps=1000"}, "eps", true},
                 {{"steps=50", "tol=1e-8"}, "eps", false},
                 {{"steps=500", "tol=1e-8"}, "e1", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        write_balls_500(cases[k].sets, cases[k].stop);
        char *const text = test_study_text("sweep-alpha-balls-500.dat");
        cr_expect((strstr(text, "\n0.2 667\n0.5 812\n1 750\n2 414\n5 652\n") != NULL) ==
                      cases[k].belongs,
                  "case %zu", k);
        free(text);
        test_study_end();
        test_study_begin();
    }
}

Test(study_files, without_gnuplot_the_tables_stay)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_study_add(0.6, 1, true, 1000);
    test_study_close();
    setenv("PATH", "", 1);
    cr_expect_not(ss_study_write(test_study_folder(), "alpha", &error));
    cr_expect_eq(error.code, SS_ERROR_UNAVAILABLE);
    cr_expect_not_null(strstr(error.text, "gnuplot-nox"), "%s", error.text);
    for (size_t k = 0; k < N_FILES; ++k)
        cr_expect_eq(has(files[k]), k < N_TABLES, "%s", files[k]);
}
