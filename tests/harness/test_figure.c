/* Figures: drawn whole, self-contained, or not there at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

TestSuite(figure, .init = test_files_begin, .fini = test_files_end);

/* The table that is drawn; figures come beside it. */
static const char *input(void)
{
    return test_path("input.csv");
}

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    return file;
}

/* `n` sweeps of solver sbp in step 5, some columns exactly zero. */
static void write_convergence(size_t n)
{
    FILE *out = create(input());
    fputs("solver,step,sweep,eps,eps_motion,eps_proj,eps_b,eps_pen,e1\n", out);
    fputs("ebp,5,1,0,0,0,0,0,0\nwild,5,1,inf,nan,-nan,inf,1e200,nan\nsbp,4,1,1,0,0,0,1,1\n", out);
    double eps = 1e-3;
    for (size_t k = 1; k <= n; ++k, eps *= 0.999)
        fprintf(out, "sbp,5,%zu,%g,0,0,%g,%g,0\n", k, eps, eps * 1e-6, eps * 0.9);
    fclose(out);
}

static void write_bodies(void)
{
    FILE *out = create(input());
    fputs("solver,moment,body,radius_m,x_m,y_m,z_m\n", out);
    fputs("sbp,first,0,4e-4,6e-4,6e-4,1e-3\nsbp,first,1,5e-4,6e-4,5e-4,2e-3\n", out);
    fputs("sbp,last,0,4e-4,6e-4,6e-4,4e-4\nsbp,last,1,5e-4,6e-4,5e-4,1.2e-3\n", out);
    fputs("sal,first,0,4e-4,6e-4,6e-4,1e-3\n", out);
    fputs("eal,first,0,4e-4,nan,6e-4,1e-3\neal,last,0,4e-4,nan,6e-4,1e-3\n", out);
    fclose(out);
}

static ss_figure figure(void)
{
    return (ss_figure){.folder = test_folder(),
                       .name = "fig05",
                       .title = "It's <a> _title_ & \\b more",
                       .note = "QUICK smoke run: 5 of 2000 steps",
                       .scripts = SS_SOURCE_DIR "/plots"};
}

static bool find_table(const ss_figure_subject *of, const char *name, char *path, ss_error *error)
{
    (void)name, (void)error;
    strcpy(path, of->context);
    return true;
}

/* Draw eps and its four parts against the sweep of a step. */
static bool draw_convergence(const ss_figure *f, const char *table, const char *solver, size_t step,
                             ss_error *error)
{
    const ss_figure_subject of = {
        .solver = solver, .step = step, .table = find_table, .context = table};
    return ss_figure_kind_convergence.draw(f, &of, error);
}

static off_t size_of(const char *name)
{
    struct stat status;
    return stat(test_path(name), &status) == 0 ? status.st_size : 0;
}

static void expect_whole_figure(const char *script)
{
    static const char *const names[] = {"fig05.dat", "fig05.gp", "fig05.svg", "fig05.pdf",
                                        "style.gp", "svg.awk"};
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        cr_expect_gt(size_of(names[k]), 0, "%s", names[k]);
    cr_expect_gt(size_of(script), 0);
    cr_expect_eq(test_count_files(), 8, "with the table");
}

/* Markers in a figure of 41 sweeps where eps_pen is 0, but for these. */
static size_t count_markers(size_t lone, size_t other)
{
    ss_error error = {0};
    const ss_figure f = figure();
    FILE *const out = create(input());
    fputs("solver,step,sweep,eps,eps_motion,eps_proj,eps_b,eps_pen,e1\n", out);
    for (size_t k = 1; k <= 41; ++k)
        fprintf(out, "sbp,5,%zu,1e-3,0,0,0,%g,0\n", k, k == lone || k == other ? 1e-4 : 0.0);
    fclose(out);
    cr_assert(draw_convergence(&f, input(), "sbp", 5, &error), "%s", error.text);
    char *const svg = test_read("fig05.svg");
    size_t n = 0;
    for (const char *at = svg; (at = strstr(at, "<use ")) != NULL; ++at)
        ++n;
    free(svg);
    return n;
}

/* No line goes through a point between zeros: it has a marker, wherever it stands. */
Test(figure, a_lone_point_is_seen)
{
    const size_t none = count_markers(0, 0);
    cr_expect_eq(count_markers(5, 10), none + 2);
    cr_expect_eq(count_markers(1, 41), none + 2, "at the ends");
    cr_expect_eq(count_markers(5, 6), none, "two neighbours have their line");
}

Test(figure, convergence_is_drawn)
{
    ss_error error = {0};
    const ss_figure f = figure();
    write_convergence(40);
    cr_assert(draw_convergence(&f, input(), "sbp", 5, &error), "%s", error.text);
    expect_whole_figure("convergence.gp");
    char *const svg = test_read("fig05.svg");
    cr_expect_not_null(strstr(svg, "<title>It's &lt;a&gt; _title_ &amp; \\b more</title>"));
    cr_expect_null(strstr(svg, "datafile"), "no code in titles");
    free(svg);
}

Test(figure, draws_itself_again_to_the_same_bytes)
{
    ss_error error = {0};
    const ss_figure f = figure();
    write_convergence(40);
    cr_assert(draw_convergence(&f, input(), "sbp", 5, &error), "%s", error.text);
    char *const before = test_read("fig05.svg");
    cr_assert(ss_figure_run_gnuplot(test_folder(), "fig05.gp", &error), "%s", error.text);
    char *const after = test_read("fig05.svg");
    cr_expect_str_eq(after, before);
    free(before);
    free(after);
}

Test(figure, long_runs_are_thinned_and_keep_their_ends)
{
    ss_error error = {0};
    const ss_figure f = figure();
    write_convergence(5000);
    cr_assert(draw_convergence(&f, input(), "sbp", 5, &error), "%s", error.text);
    char *const text = test_read("fig05.dat");
    cr_expect_not_null(strstr(text, "# 2000 of 5000 sweeps"));
    cr_expect_not_null(strstr(text, "\n1 0.001 0 0 "));
    cr_expect_not_null(strstr(text, "\n5000 "));
    free(text);
}

Test(figure, zeros_and_no_numbers_do_not_stop_it)
{
    static const char *const solvers[] = {"ebp", "wild"};
    const ss_figure f = figure();
    write_convergence(1);
    for (size_t k = 0; k < 2; ++k) {
        ss_error error = {0};
        cr_assert(draw_convergence(&f, input(), solvers[k], 5, &error), "%s", error.text);
        expect_whole_figure("convergence.gp");
    }
}

Test(figure, nothing_selected_is_bad_data)
{
    ss_error error = {0};
    const ss_figure f = figure();
    write_convergence(3);
    cr_assert_not(draw_convergence(&f, input(), "eal", 7, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, input()), "%s", error.text);
    cr_expect_not_null(strstr(error.text, "solver eal, step 7"), "%s", error.text);
    cr_expect_eq(test_count_files(), 1);
}

static bool draw_scene(const char *solver, double box_width, ss_error *error)
{
    const ss_figure f = figure();
    const ss_scene_picture picture = {.bodies_csv = input(),
                                      .solver = solver,
                                      .box_width_m = box_width,
                                      .panels = ss_scene_start_and_end,
                                      .n_panels = 2};
    return ss_figure_scene(&f, &picture, error);
}

Test(figure, scenes_are_drawn)
{
    ss_error error = {0};
    write_bodies();
    cr_assert(draw_scene("sbp", 1.2e-3, &error), "%s", error.text);
    expect_whole_figure("scenes.gp");
    cr_assert(draw_scene("sbp", 0.0, &error), "%s", error.text);
}

Test(figure, scenes_need_both_moments_and_places)
{
    static const char *const solvers[] = {"sal", "eal"};
    static const char *const complaints[] = {"solver sal, moment last", "line 7"};
    write_bodies();
    for (size_t k = 0; k < 2; ++k) {
        ss_error error = {0};
        cr_assert_not(draw_scene(solvers[k], 0.0, &error));
        cr_expect_eq(error.code, SS_ERROR_DATA);
        cr_expect_not_null(strstr(error.text, complaints[k]), "%s", error.text);
        cr_expect_eq(test_count_files(), 1);
    }
}

Test(figure, gnuplot_missing_is_said)
{
    ss_error error = {0}, again = {0};
    const ss_figure f = figure();
    write_convergence(3);
    cr_expect(ss_figure_require_gnuplot(NULL));
    setenv("PATH", "", 1);
    cr_assert_not(draw_convergence(&f, input(), "sbp", 5, &error));
    cr_expect_eq(error.code, SS_ERROR_UNAVAILABLE);
    cr_expect_not_null(strstr(error.text, "apt-get install gnuplot-nox"), "%s", error.text);
    cr_expect_eq(test_count_files(), 1);
    unsetenv("PATH");
    cr_expect_not(ss_figure_require_gnuplot(&again));
}

/* Scripts of which the plot fails after the output was opened, as with a missing column. */
static const char *write_bad_scripts(const char *body)
{
    cr_assert_eq(mkdir(test_path("scripts"), 0777), 0);
    test_write_text("scripts/style.gp", "");
    test_write_text("scripts/svg.awk", "");
    test_write_text("scripts/convergence.gp", body);
    return test_path("scripts");
}

Test(figure, gnuplot_failing_leaves_nothing)
{
    ss_error error = {0};
    ss_figure f = figure();
    write_convergence(3);
    f.scripts =
        write_bad_scripts("set terminal svg\nset output output_stem.'.svg'\nplot no_such(x)\n");
    cr_assert_not(draw_convergence(&f, input(), "sbp", 5, &error));
    cr_expect_eq(error.code, SS_ERROR_UNAVAILABLE);
    cr_expect_not_null(strstr(error.text, "undefined function"), "%s", error.text);
    cr_expect_null(strchr(error.text, '\n'));
    cr_expect_eq(test_count_files(), 2);
}

/* gnuplot ends well on a full disk: a file without its end must not pass. */
Test(figure, torn_output_is_noticed)
{
    ss_error error = {0};
    ss_figure f = figure();
    write_convergence(3);
    f.scripts = write_bad_scripts("set print output_stem.'.svg'\nprint '<svg>'\n");
    cr_assert_not(draw_convergence(&f, input(), "sbp", 5, &error));
    cr_expect_eq(error.code, SS_ERROR_IO);
    cr_expect_not_null(strstr(error.text, "fig05.svg"), "%s", error.text);
    cr_expect_eq(test_count_files(), 2);
}

Test(figure, an_older_figure_survives_a_failure)
{
    ss_error error = {0};
    ss_figure f = figure();
    write_convergence(40);
    cr_assert(draw_convergence(&f, input(), "sbp", 5, &error), "%s", error.text);
    f.scripts = "/nonexistent";
    cr_assert_not(draw_convergence(&f, input(), "sbp", 5, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    expect_whole_figure("convergence.gp");
}
