/* What a paper's table takes for no measurement.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include <criterion/criterion.h>
#include <string.h>

/* Two runs of a table made up, of one instance each, and the measures of a paper. */
typedef struct fixture {
    ss_paper_run runs[2];
    ss_campaign_stored_run stored[2];
    ss_reproduce_result at[2];
    ss_reproduce job;
    ss_reproduce_results results;
} fixture;

static void set_up(fixture *f, const char *paper)
{
    ss_error error = {.code = SS_ERROR_NONE};
    *f = (fixture){.results.stride = 1};
    f->results.data.job = &f->job;
    f->results.at = f->at;
    f->results.data.runs.runs = f->runs;
    f->results.data.runs.n = 2;
    cr_assert(ss_paper_measures_read(&f->results.data.measures, paper, &error), "%s", error.text);
    for (size_t k = 0; k < 2; ++k) {
        f->runs[k] = (ss_paper_run){.table = 5,
                                    .reading = "printed",
                                    .row = k == 0 ? "pile" : "same",
                                    .problem = "sand-pile",
                                    .solver = "exact",
                                    .set = k == 0 ? "" : "e_t=0",
                                    .outer = "nlgs"};
        f->stored[k].row = (ss_summary_row){.solver = "exact",
                                            .status = "stagnated",
                                            .stop = "e1",
                                            .tol = 1e-4,
                                            .steps = 100,
                                            .steps_capped = 51,
                                            .e1_worst = 2e-3};
        f->at[k].complete = &f->stored[k];
        f->at[k].series.row = &f->stored[k].row;
    }
}

static const char *excuse_of(const fixture *f, const char *column)
{
    const ss_reproduce_place at = {&f->results, 5, "printed"};
    const char *const excuse = ss_reproduce_excuse(&at, "pile", column, 0);
    return excuse != NULL ? excuse : "";
}

Test(excuse, a_quantity_of_unsolved_steps_measures_nothing)
{
    fixture f;
    set_up(&f, SS_SOURCE_DIR "/paper/sanni");
    ss_summary_row *const row = &f.stored[0].row;
    cr_expect_not_null(strstr(excuse_of(&f, "dip"), "ended unsolved"));
    cr_expect_not_null(strstr(excuse_of(&f, "base_force_over_weight"), "ended unsolved"));
    cr_expect_str_empty(excuse_of(&f, "share_capped"), "a count is what it is");
    cr_expect_str_empty(excuse_of(&f, "sweeps_per_step"));
    row->steps_capped = 50;
    cr_expect_str_empty(excuse_of(&f, "dip"), "half of the steps are solved");
    row->steps_capped = 100;
    row->e1_worst = 1e-3;
    cr_expect_str_empty(excuse_of(&f, "dip"), "E1 is small, though above the tolerance");
    row->status = "unphysical";
    cr_expect_not_null(strstr(excuse_of(&f, "dip"), "unphysical"));
    ss_paper_measures_free(&f.results.data.measures);
}

/* 1 - s is as little of a measurement as s. */
Test(excuse, what_follows_from_a_quantity_is_one)
{
    fixture f;
    set_up(&f, SS_SOURCE_DIR "/paper/polarization");
    cr_expect_not_null(strstr(excuse_of(&f, "on_line"), "ended unsolved"));
    cr_expect_not_null(strstr(excuse_of(&f, "below_line"), "ended unsolved"));
    ss_paper_measures_free(&f.results.data.measures);
}

Test(excuse, an_option_without_effect_on_any_bit_is_found)
{
    fixture f;
    set_up(&f, SS_SOURCE_DIR "/paper/sanni");
    cr_expect(ss_reproduce_is_same(&f.results, &f.runs[0], &f.runs[1]));
    f.stored[1].row.cpu_s = 1.0; /* a time may differ, and what was asked for */
    f.stored[1].row.tol = 1e-5;
    cr_expect(ss_reproduce_is_same(&f.results, &f.runs[0], &f.runs[1]));
    f.stored[1].row.e1_last = 1e-300;
    cr_expect_not(ss_reproduce_is_same(&f.results, &f.runs[0], &f.runs[1]));
    f.stored[1].row.e1_last = 0.0;
    f.runs[1].solver = "ac"; /* that two solvers agree is a result */
    cr_expect_not(ss_reproduce_is_same(&f.results, &f.runs[0], &f.runs[1]));
    ss_paper_measures_free(&f.results.data.measures);
}
