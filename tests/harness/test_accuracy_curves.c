/* Curves of `plot accuracy`: of one run its sweeps, of several the median cost of reaching an
 * error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/accuracy.h"

#include <criterion/criterion.h>
#include <math.h>

/* Runs that divide the error by ten every `every` sweeps, n of them. */
static ss_accuracy_trace fall(double *cost, double *error, size_t n, size_t every)
{
    for (size_t k = 0; k < n; ++k) {
        cost[k] = (double)(k + 1);
        error[k] = pow(10.0, -floor((double)(k + 1) / (double)every));
    }
    return (ss_accuracy_trace){cost, error, n};
}

Test(accuracy_curves, one_run_is_drawn_as_it_is)
{
    double cost[] = {1.0, 2.0, 3.0, 4.0}, error[] = {1.0, 2.0, 0.0, NAN};
    const ss_accuracy_trace series = {cost, error, 4};
    ss_accuracy_curve curve = {.n = 0};
    ss_error none = {0};
    cr_assert(ss_accuracy_curve_make(&curve, &series, 1, &none));
    cr_assert_eq(curve.n, 4);
    cr_expect_eq(curve.x[1], 2.0);
    cr_expect_eq(curve.y[1], 2.0);
    cr_expect_eq(curve.y[2], 0.0);
    cr_expect_eq(curve.n_band, 0);
    cr_expect_eq(curve.most, 4.0);
    ss_accuracy_curve_free(&curve);
}

/* Five runs that fall by a decade every 1, 2, 3, 4 and 5 sweeps: at 1e-2 the median is 6 sweeps,
 * the quartiles by rank 4 and 8. */
Test(accuracy_curves, several_runs_give_a_median_and_quartiles)
{
    static double cost[5][60], error[5][60];
    ss_accuracy_trace series[5];
    ss_accuracy_curve curve = {.n = 0};
    ss_error none = {0};
    for (size_t i = 0; i < 5; ++i)
        series[i] = fall(cost[i], error[i], 60, i + 1);
    cr_assert(ss_accuracy_curve_make(&curve, series, 5, &none));
    bool seen = false;
    for (size_t k = 0; k < curve.n; ++k) {
        cr_expect(k == 0 || curve.x[k] >= curve.x[k - 1]);
        if (fabs(log10(curve.y[k]) + 2.0) > 1e-6)
            continue;
        seen = true;
        cr_expect_eq(curve.x[k], 6.0);
        cr_expect_eq(curve.band_x[k], 4.0);
        cr_expect_eq(curve.band_x[curve.n_band - 1 - k], 8.0);
    }
    cr_expect(seen);
    ss_accuracy_curve_free(&curve);
}

/* Two of three runs stop at 1e-1: the median does not go further. */
Test(accuracy_curves, the_median_ends_where_half_of_the_runs_do)
{
    static double cost[3][20], error[3][20];
    ss_accuracy_trace series[3];
    ss_accuracy_curve curve = {.n = 0};
    ss_error none = {0};
    for (size_t i = 0; i < 3; ++i)
        series[i] = fall(cost[i], error[i], i == 0 ? 20 : 1, 1);
    cr_assert(ss_accuracy_curve_make(&curve, series, 3, &none));
    cr_assert_gt(curve.n, 0);
    cr_expect_float_eq(log10(curve.y[curve.n - 1]), -1.0, 1e-9);
    ss_accuracy_curve_free(&curve);
}

Test(accuracy_curves, without_traces_there_is_a_point_a_tolerance)
{
    ss_record records[6];
    ss_grid_row runs[6];
    const ss_table *const table = ss_rows_find("summary");
    ss_accuracy_axes axes = {.factor = 1.0, .price = SS_PRICE_COUNT};
    for (size_t k = 0; k < table->n_fields; ++k) {
        axes.error = strcmp(table->fields[k].name, "e1") == 0 ? &table->fields[k] : axes.error;
        axes.cost =
            strcmp(table->fields[k].name, "sweeps_total") == 0 ? &table->fields[k] : axes.cost;
    }
    cr_assert(axes.error != NULL && axes.cost != NULL);
    for (size_t k = 0; k < 6; ++k) { /* three problems at 1e-8, then at 1e-4; one crashed there */
        records[k].row = (ss_summary_row){.tol = k < 3 ? 1e-8 : 1e-4,
                                          .sweeps_total = 10 * k + (k < 3 ? 100 : 0),
                                          .e1_last = k == 5 ? NAN : 1e-3 / (double)(k + 1),
                                          .e1_worst = NAN};
        runs[k] = (ss_grid_row){.record = &records[k]};
    }
    ss_accuracy_curve curve = {.n = 0};
    ss_error none = {0};
    cr_assert(ss_accuracy_curve_reached(&curve, runs, 6, &axes, &none));
    cr_assert_eq(curve.n, 2);
    cr_expect_eq(curve.n_runs, 3);
    cr_expect_eq(curve.x[0], 40.0);
    cr_expect_float_eq(curve.y[0], 1e-3 / 4.0, 1e-12); /* 2e-4, 2.5e-4 and none */
    cr_expect_eq(curve.x[1], 110.0);
    cr_expect_float_eq(curve.y[1], 1e-3 / 2.0, 1e-12);
    ss_accuracy_curve_free(&curve);
}

/* A file's problem: its last sweep has the price of the run, preparation and looks included; of a
 * scene's last step the price is in proportion to that of all steps. */
Test(accuracy_curves, time_is_of_all_that_a_solve_pays)
{
    const ss_convergence_row last = {.cpu_s = 0.25};
    const ss_summary_row file = {.steps = 1, .cpu_s = 0.5, .cpu_looks_s = 0.25, .cpu_whole_s = NAN};
    const ss_summary_row scene = {
        .steps = 9, .cpu_s = 0.5, .cpu_looks_s = 0.25, .cpu_whole_s = NAN};
    const ss_summary_row quick = {.steps = 1, .cpu_whole_s = NAN};
    cr_expect_eq(ss_traces_time_scale(&file, &last), 3.0);
    cr_expect_eq(ss_traces_time_scale(&scene, &last), 1.5);
    cr_expect_eq(ss_traces_time_scale(&quick, &(ss_convergence_row){.cpu_s = 0.0}), 1.0);
}
