/* The pieces of the benchmark: quartiles, verdicts, bounds, beds, sweeps under the clock. What it
 * prints is looked at from outside by check_bench.sh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"
#include "harness/bench/costs.h"
#include "harness/bench/peak.h"
#include "harness/bench/sweeper.h"
#include "harness/bench/bench.h"
#include "harness/run/referee.h"
#include "problems/contact/vec3.h"
#include "tests/support/files.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(bench, .init = test_files_begin, .fini = test_files_end);

Test(bench, quartiles_are_those_of_the_samples)
{
    double samples[] = {5.0, 1.0, 4.0, 2.0, 3.0};
    ss_bench_timing timing = {.repeats = 1};
    ss_bench_timing_of(&timing, samples, 5);
    ss_bench_timing_scale(&timing, 10.0);
    cr_assert(fabs(timing.median - 30.0) <= 1e-12);
    cr_assert(fabs(timing.q1 - 20.0) <= 1e-12);
    cr_assert(fabs(timing.q3 - 40.0) <= 1e-12);
    cr_assert(timing.batches == 5);
}

Test(bench, verdict_names_the_limit_that_was_passed)
{
    const ss_bench_timing quiet = {.median = 1.0, .q1 = 0.96, .q3 = 1.05};
    const ss_bench_timing wide = {.median = 1.0, .q1 = 0.9, .q3 = 1.2};
    const ss_bench_timing nothing = {.median = NAN, .q1 = NAN, .q3 = NAN};
    cr_assert(strcmp(ss_bench_verdict(&quiet, 1.0, 1.0, 1), "ok") == 0);
    cr_assert(strcmp(ss_bench_verdict(&wide, 1.0, 1.0, 1), "noisy-spread") == 0);
    cr_assert(strcmp(ss_bench_verdict(&nothing, 1.0, 1.0, 1), "noisy-spread") == 0);
    cr_assert(strcmp(ss_bench_verdict(&quiet, 1.0, 1.2, 1), "noisy-clock") == 0);
    cr_assert(strcmp(ss_bench_verdict(&quiet, 0.5, 1.0, 1), "noisy-load") == 0);
    cr_assert(strcmp(ss_bench_verdict(&quiet, 0.5, 1.0, 2), "cores-not-free") == 0);
}

Test(bench, bound_is_the_larger_of_the_two)
{
    ss_bench bench = {.n_rows = 0};
    const ss_bench_timing timing = {.median = 20.0, .q1 = 19.0, .q3 = 21.0, .verdict = "ok"};
    bench.machine.cache_bytes[0] = 1e5;
    bench.machine.cache_bytes[1] = 1e7;
    for (int level = 0; level < SS_BENCH_N_LEVELS; ++level)
        bench.machine.triad[0][level] = 1e11 / (double)(1 << level);
    bench.machine.peak[0][0] = 2.5e9;
    bench.machine.peak[0][1] = 1e10;
    const ss_problem problem = {.n_contacts = 1};
    const ss_bench_bed bed = {.problem = &problem};
    ss_bench_row row = ss_bench_row_of(&bed, "kernel", "late", "ns/contact", &timing);
    ss_bench_set_bounds(&bench, &row, 1e-9, 200.0, 10.0, 1e6);
    cr_assert(strcmp(row.level, "L3") == 0);
    cr_assert(fabs(row.memory_bound - 4.0) <= 1e-12); /* 200 / 50 GB/s */
    cr_assert(fabs(row.arithmetic_bound - 1.0) <= 1e-12);
    cr_assert(fabs(row.ratio - 5.0) <= 1e-12);
    ss_bench_set_bounds(&bench, &row, 1e-9, NAN, 80.0, 1e9); /* one of them is not known */
    cr_assert(strcmp(row.level, "memory") == 0);
    cr_assert(fabs(row.ratio - 2.5) <= 1e-12);
}

Test(bench, a_form_is_held_against_its_own_instruction_set)
{
    ss_bench_machine machine = {.peak = {{1.0, 2.0}, {3.0, 5.0}}};
    char variant[64];
    for (size_t k = 0; k < 2; ++k) {
        snprintf(variant, sizeof variant, "isa=%s,omega=1", ss_bench_peak_at(k)->name);
        cr_expect_eq(ss_bench_machine_peak(&machine, 1, variant), machine.peak[0][k], "%s",
                     variant);
        cr_expect_eq(ss_bench_machine_peak(&machine, 2, variant), machine.peak[1][k], "%s",
                     variant);
    }
    cr_expect_eq(ss_bench_machine_peak(&machine, 1, ""), 2.0, "the widest");
    cr_expect_eq(ss_bench_machine_peak(&machine, 2, "domains=2"), 5.0, "the widest");
}

Test(bench, peaks_compute_what_they_count)
{
    cr_assert(ss_bench_peak_is_available(ss_bench_peak_at(0)),
              "one instruction set is always there");
    for (size_t k = 0; ss_bench_peak_at(k) != NULL; ++k) {
        const ss_bench_peak *const peak = ss_bench_peak_at(k);
        if (!ss_bench_peak_is_available(peak))
            continue;
        /* s <- 0.999999 s + 1e-6 has the fixed point 1 */
        const double sum = peak->run(30000000), n = 0.5 * peak->flops_a_turn;
        cr_assert(fabs(sum / n - 1.0) <= 1e-6, "%s: %.9g", peak->name, sum / n);
    }
}

Test(bench, triad_is_the_triad)
{
    double a[37], b[37], c[37];
    for (int k = 0; k < 37; ++k) {
        b[k] = (double)k;
        c[k] = 1.0 / (1.0 + (double)k);
    }
    ss_bench_triad(a, b, c, 3.0, 37);
    for (int k = 0; k < 37; ++k)
        cr_assert(a[k] == b[k] + 3.0 * c[k]);
}

Test(bench, bed_is_at_rest_and_kept)
{
    ss_error error = {.code = SS_ERROR_NONE};
    const char *const cache = test_folder();
    glob_t found; /* the only file of the cache */
    ss_bench_bed made, read;
    cr_assert(ss_bench_bed_open_balls(&made, 60, cache, &error), "%s", error.text);
    cr_assert(made.scene.bodies.n_moving == 60);
    cr_assert(made.problem->n_contacts >= 100, "no bed, but %zu contacts",
              made.problem->n_contacts);
    for (size_t b = 0; b < 60; ++b) {
        cr_assert(made.scene.bodies.x[3 * b + 2] >= 0.5 * made.scene.bodies.radius[b]);
        cr_assert(made.scene.bodies.v[6 * b + 2] == 0.0);
    }
    cr_assert(ss_bench_bed_open_balls(&read, 60, cache, &error), "%s", error.text);
    cr_assert(memcmp(read.scene.bodies.x, made.scene.bodies.x, 180 * sizeof(double)) == 0);
    cr_assert(read.problem->n_contacts == made.problem->n_contacts);
    ss_bench_bed_free(&read);

    cr_assert(glob(test_path("bed-60-*.csv"), 0, NULL, &found) == 0, "no bed in the cache");
    const char *const name = strrchr(found.gl_pathv[0], '/') + 1;
    test_write_text(name, "solver,radius_m\nx,1\n"); /* what is no bed is made anew */
    cr_assert(ss_bench_bed_open_balls(&read, 60, cache, &error), "%s", error.text);
    cr_assert(memcmp(read.scene.bodies.x, made.scene.bodies.x, 180 * sizeof(double)) == 0);
    char *const text = test_read(name);
    cr_assert(strlen(text) > 1000, "the bad file was left");
    free(text);
    globfree(&found);
    ss_bench_bed_free(&read);
    ss_bench_bed_free(&made);
}

/* As many contacts, within a third, whatever touches. */
Test(bench, beds_of_other_bodies_are_as_large)
{
    ss_error error = {.code = SS_ERROR_NONE};
    static const size_t sizes[] = {150, 600};
    for (size_t k = 0; k < 2; ++k) {
        ss_bench_bed beds[2];
        cr_assert(ss_bench_bed_open_discs(&beds[0], sizes[k], "", &error), "%s", error.text);
        cr_assert(ss_bench_bed_open_blocks(&beds[1], sizes[k], &error), "%s", error.text);
        for (size_t b = 0; b < 2; ++b) {
            const double share = (double)beds[b].problem->n_contacts / (double)sizes[k];
            cr_expect(share > 0.67 && share < 1.5, "bed %zu: %zu contacts for %zu", b,
                      beds[b].problem->n_contacts, sizes[k]);
            ss_bench_bed_free(&beds[b]);
        }
    }
}

/* Contacts of a bed of 2 x 2 from those of its tile: what does not touch the two mirrors four
 * times; of what does, each pair of images once, where its gap, twice the wall's, is in reach. */
static size_t contacts_of_four(const ss_bench_bed *tile)
{
    const ss_bodies *const bodies = &tile->scene.bodies;
    const double reach = tile->scene.params.margin, width = tile->scene.box_width;
    size_t n = 4 * tile->problem->n_contacts;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        for (size_t k = 0; k < 2; ++k) {
            const double gap = width - bodies->x[3 * b + k] - bodies->radius[b];
            n -= gap <= reach ? 4 : 0;
            n += 2.0 * gap <= reach ? 2 : 0;
        }
    return n;
}

Test(bench, images_touch_where_the_bed_touched_its_walls)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_bench_bed tile, four;
    cr_assert(ss_bench_bed_open_tiles(&tile, 60, 1, "", &error), "%s", error.text);
    cr_assert(ss_bench_bed_open_tiles(&four, 60, 4, "", &error), "%s", error.text);
    cr_assert(four.scene.bodies.n_moving == 240);
    cr_assert(four.problem->n_contacts == contacts_of_four(&tile));
    double before = 0.0, after = 0.0;
    cr_assert(ss_step_largest_overlap(tile.step, &before, &error));
    cr_assert(ss_step_largest_overlap(four.step, &after, &error));
    cr_assert(after <= 2.0 * before + 1e-12); /* images overlap twice as far as the wall */
    ss_bench_bed_free(&four);
    ss_bench_bed_free(&tile);
}

/* Every form with every solver makes the sweeps that it would make unwatched. */
Test(bench, sweeps_under_the_clock_are_those_of_the_solver)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_bench_bed bed;
    ss_bench_form form;
    cr_assert(ss_bench_bed_open_tiles(&bed, 60, 1, "", &error), "%s", error.text);
    for (size_t f = 0; ss_bench_form_at(f, NULL, &form); ++f) {
        char outer[128];
        ss_bench_form_name(outer, sizeof outer, form.outer, form.variant);
        for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
            ss_choice local;
            ss_bench_sweeper sweeper;
            ss_work work;
            const char *const name = ss_local_solver_at(k)->name;
            cr_assert(ss_choice_parse(&local, name, SS_CHOICE_LOCAL, &error), "%s", error.text);
            const ss_bench_case c = {&form, &local, &bed};
            cr_assert(ss_bench_sweeper_create(&sweeper, &c, 7, &error));
            cr_assert(ss_bench_sweeper_run(&sweeper, &error) &&
                      ss_bench_sweeper_run(&sweeper, &error));
            cr_assert(sweeper.begin_s < sweeper.first_s, "%s", name);
            cr_assert(sweeper.first_s < sweeper.last_s, "%s", name);
            cr_assert(sweeper.work.visits == 8 * bed.problem->n_contacts, "%s", name);
            double *const r = test_sweep_with(outer, name, bed.problem, NULL, 8, &work);
            cr_assert(memcmp(r, sweeper.r, 3 * bed.problem->n_contacts * sizeof *r) == 0,
                      "%s under %s", name, outer);
            free(r);
            ss_bench_sweeper_free(&sweeper);
            ss_choice_free(&local);
        }
    }
    ss_bench_bed_free(&bed);
}

Test(bench, two_threads_tell_their_share)
{
    const double share = ss_bench_machine_free_cores(SS_BENCH_SHARE_MS);
    cr_assert(share >= 0.0 && share <= 1.0);
}

/* No compiler leaves out the arithmetic that tells a slow clock and a free core: on no machine is a
 * link of a chain of 100 000 multiply-adds done in less than 0.1 ns. */
Test(bench, calibration_takes_its_time)
{
    ss_bench_machine machine = {.reference_s = 0.0};
    cr_expect_gt(ss_bench_machine_calibrate(&machine), 1e-5);
    cr_expect_gt(machine.reference_s, 1e-5);
}

/* The kind `run` shows what a run shows: its sweeps and residual to the bit, and its clock but for
 * the noise of a busy machine. */
Test(bench, a_real_run_is_that_of_the_referee)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice_list solvers;
    cr_assert(ss_choice_list_parse(&solvers, "exact", NULL, &error));
    const ss_bench_job job = {.solvers = &solvers, .quick = true};
    ss_bench bench = {.job = &job};
    ss_bench_bed bed;
    size_t kind = 0;
    while (strcmp(ss_bench_kind_at(kind)->name, "run") != 0)
        ++kind;
    cr_assert(ss_bench_bed_open_tiles(&bed, 60, 1, "", &error), "%s", error.text);
    cr_assert(ss_bench_kind_at(kind)->measure(&bench, &bed, &error), "%s", error.text);
    const ss_bench_row *const row = &bench.rows[2]; /* after the run to eps, and its looks */
    cr_assert_str_eq(row->subject, "run to e1");
    cr_assert_str_eq(row->outer, "nlgs");

    ss_solve_report report;
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = 1e-3, .max_sweeps = 1000, .label = "exact", .step = 1};
    ss_solver *const solver = ss_solver_create(&solvers.at[0], &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert_not_null(ss_solver_prepare(solver, bed.problem, &error));
    cr_assert(ss_referee_solve(referee, solver, bed.problem, &rules, &report, &error));
    cr_assert(row->sweeps == report.sweeps && report.sweeps > 20);
    cr_assert(row->e1 == report.values[SS_ESTIMATE_e1]);
    double least_s = report.cpu_s; /* of several runs: a busy machine may hold up one */
    for (int k = 0; k < 5; ++k) {
        cr_assert_not_null(ss_solver_prepare(solver, bed.problem, &error));
        cr_assert(ss_referee_solve(referee, solver, bed.problem, &rules, &report, &error));
        least_s = fmin(least_s, report.cpu_s);
    }
    const double run = 1e9 * least_s / (double)report.work.visits;
    cr_assert(row->median < 20.0 * run && run < 20.0 * row->median, "%g and %g ns", row->median,
              run);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_bench_bed_free(&bed);
    free(bench.rows);
    ss_choice_list_free(&solvers);
}
