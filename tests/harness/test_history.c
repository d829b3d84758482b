/* `plot history`: what of the tables is drawn, in which panels, and what is said where they lack
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(history, .init = test_files_begin, .fini = test_files_end);

static const char head[] = "solver,step,time_s,contacts,sweeps,outcome,kinetic_energy_j,"
                           "max_overlap_m,e1\n";

static void write_history(const char *rows)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s", head, rows);
    test_write_text("history.csv", text);
}

static bool draw(const char *solver, const char *columns, ss_error *error)
{
    const ss_plot_request request = {.kind = "history",
                                     .folder = test_folder(),
                                     .solver = solver,
                                     .columns = columns,
                                     .layout = ss_figure_layout_default};
    *error = (ss_error){SS_ERROR_NONE, ""};
    return ss_plot_folder(&request, error);
}

static void expect_in(const char *name, const char *words)
{
    char *const text = test_read(name);
    cr_expect(text != NULL && strstr(text, words) != NULL, "%s does not say '%s'", name, words);
    free(text);
}

static void expect_not_in(const char *name, const char *words)
{
    char *const text = test_read(name);
    cr_expect(text != NULL && strstr(text, words) == NULL, "%s says '%s'", name, words);
    free(text);
}

/* Two solvers share a figure; the usual panels have units, powers of a thousand before small ones,
 * and a cross where a step was not solved. */
Test(history, usual_panels_of_all_solvers)
{
    ss_error error;
    write_history("sbp,1,0.1,0,0,no-contact,1e-3,0,nan\n"
                  "sbp,2,0.2,4,90,max-sweeps,2e-3,2e-6,1e-9\n"
                  "ebp,1,0.1,0,0,no-contact,1e-3,0,nan\n"
                  "ebp,2,0.2,4,30,solved,2e-3,1e-6,1e-9\n");
    cr_assert(draw(NULL, NULL, &error), "%s", error.text);
    expect_in("history.gp", "axis[1] = 'contacts'\n");
    expect_in("history.gp", "axis[2] = 'sweeps'\n");
    expect_in("history.gp", "axis[3] = 'kinetic energy (10^{-3} J)'\n");
    expect_in("history.gp", "axis[4] = 'max overlap (10^{-6} m)'\n");
    expect_in("history.gp", "n_panels = 4\nn_curves = 2\n");
    expect_in("history.dat", "# sweeps, sbp\n0.1 0 NaN 0 0\n0.2 90 NaN 0 1\n");
    expect_in("history.dat", "# sweeps, ebp\n0.1 0 NaN 0 0\n0.2 30 NaN 0 0\n");
    expect_in("history.dat", "# max_overlap_m, sbp\n0.1 0 NaN 0 0\n0.2 2 NaN 0 0\n");
    expect_in("history.svg", ">step not solved<");
    expect_in("history.svg", ">sbp<");
    expect_in("history.svg", ">time (s)<");
}

/* A residual has a logarithmic axis, without zeros; a value between two that are none is a point.
 */
Test(history, residuals_and_lone_values)
{
    ss_error error;
    write_history("sbp,1,0.1,1,1,solved,1,0,0\n"
                  "sbp,2,0.2,1,1,solved,1,0,1e-9\n"
                  "sbp,3,0.3,1,1,solved,1,0,nan\n"
                  "sbp,4,0.4,1,1,solved,1,0,2e-9\n"
                  "sbp,5,0.5,1,1,solved,1,0,3e-9\n");
    cr_assert(draw("sbp", "e1", &error), "%s", error.text);
    expect_in("history-sbp.gp", "is_log[1] = 1\n");
    expect_in("history-sbp.dat", "0.1 NaN NaN 0 0\n0.2 1e-09 NaN 1 0\n0.3 NaN NaN 0 0\n"
                                 "0.4 2e-09 NaN 0 0\n0.5 3e-09 NaN 0 0\n");
    expect_not_in("history-sbp.svg", "not solved");
}

/* The first observables of one value a step join the usual panels, each with its exact value. */
Test(history, observables_join)
{
    ss_error error;
    write_history("sbp,1,0.1,1,1,solved,1,0,0\nsbp,2,0.2,1,1,solved,1,0,0\n");
    test_write_text("observables.csv", "solver,step,time_s,name,unit,value,exact\n"
                                       "sbp,1,0.1,push[left],N,7,nan\n"
                                       "sbp,1,0.1,height,m,4,4.5\n"
                                       "sbp,1,0.1,speed,m/s,2,nan\n"
                                       "sbp,1,0.1,weight,N,6,nan\n"
                                       "sbp,2,0.2,push[left],N,7,nan\n"
                                       "sbp,2,0.2,height,m,3,3.5\n"
                                       "sbp,2,0.2,speed,m/s,2,nan\n"
                                       "sbp,2,0.2,weight,N,6,nan\n");
    cr_assert(draw(NULL, NULL, &error), "%s", error.text);
    expect_in("history-sbp.gp", "axis[5] = 'height (m)'\n");
    expect_in("history-sbp.gp", "axis[6] = 'speed (m/s)'\n");
    expect_in("history-sbp.gp", "n_panels = 6\n");
    expect_in("history-sbp.dat", "# height, sbp\n0.1 4 4.5 0 0\n0.2 3 3.5 0 0\n");
    expect_in("history-sbp.svg", ">exact value<");
    cr_assert(draw(NULL, "push[left],weight,sweeps", &error), "%s", error.text);
    expect_in("history-sbp.gp", "axis[1] = 'push[left] (N)'\n");
    expect_in("history-sbp.gp", "n_panels = 3\n");
}

/* Of many steps the peaks stay, and each unsolved one that a part of the time has. */
Test(history, long_runs_keep_their_peaks)
{
    enum { N = 20000, PEAK = 12345 };
    ss_error error;
    FILE *const out = fopen(test_path("history.csv"), "w");
    fputs(head, out);
    for (int k = 1; k <= N; ++k)
        fprintf(out, "sbp,%d,%d,1,%d,%s,1,0,0\n", k, k, k == PEAK ? 900 : 10 + k % 2,
                k == PEAK + 1 ? "stagnated" : "solved");
    fclose(out);
    cr_assert(draw(NULL, "sweeps", &error), "%s", error.text);
    expect_in("history-sbp.dat", "12345 900 NaN 0 0\n12346 10 NaN 0 1\n");
    char *const text = test_read("history-sbp.dat");
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; ++at)
        ++lines;
    cr_expect(lines > 1000 && lines < 3100, "%zu lines", lines);
    free(text);
}

Test(history, refusals_say_what_would_be_right)
{
    ss_error error;
    write_history("sbp,1,0.1,1,1,solved,1,0,0\n");
    cr_expect_not(draw(NULL, "sweep", &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, "did you mean 'sweeps'?"), "%s", error.text);
    cr_expect_not(draw(NULL, "solver", &error), "texts are no panel");
    cr_expect_not(draw("eal", NULL, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, "no history of solver eal"), "%s", error.text);
    write_history("sbp,1,0.1,1,x,solved,1,0,0\n");
    cr_expect_not(draw(NULL, NULL, &error));
    cr_expect_not_null(strstr(error.text, "history.csv, line 2, column sweeps"), "%s", error.text);
    cr_expect_eq(test_count_files(), 1, "the table alone");
}
