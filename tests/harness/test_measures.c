/* Measures of shaken vessels, on recordings that are made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/measures.h"
#include "harness/papers/rises.h"
#include "tests/support/files.h"
#include "tests/support/made_up.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(measures, .init = test_files_begin, .fini = test_files_end);

enum { LENGTH = 50, START = 50, PERIODS = 4, STEPS = START + PERIODS * LENGTH };

/* 25 Hz at 50 steps a period: a window a step. Four periods: two are warm-up, two are measured. */
#define VESSEL                                                                                     \
    "amplitude=0.001,frequency=25,disturbed_at=0.04,h=8e-4,weight=2,wall_layer=0.0025,"            \
    "mean_diameter=0.002"

static const ss_summary_row stored = {.parameters = VESSEL, .steps = STEPS};

/* Observables with a value a step. */
static void write_observables(double (*push)(size_t phase), double (*drag)(size_t phase))
{
    FILE *const out = fopen(test_path("observables.csv"), "w");
    cr_assert_not_null(out);
    fputs("solver,step,time_s,name,unit,value,exact\n", out);
    for (size_t step = 1; step <= STEPS; ++step) {
        const size_t phase = (step - 1) % LENGTH;
        const double n = push(phase), v = drag(phase);
        fprintf(out, "\"ebp[a=1,b=2]\",%zu,0,wall_push,N,%.17g,nan\n", step, n);
        fprintf(out, "x,%zu,0,wall_drag,N,%.17g,nan\n", step, v);
        fprintf(out, "x,%zu,0,pressure,Pa,%.17g,nan\n", step, 7.0 * n + 3.0);
        fprintf(out, "x,%zu,0,boundary_work,J,1e-9,nan\n", step);
        fprintf(out, "x,%zu,0,balance,J,%s,0\n", step, step == 7 ? "-3e-15" : "1e-15");
        for (size_t c = 0; c < step % 3; ++c)
            fprintf(out, "x,%zu,0,force[%zu wall],-,%zu,nan\n", step, c, 10 * step + c);
    }
    fclose(out);
}

static double ramp(size_t phase)
{
    return phase < 10 ? (double)phase : 0.0;
}

static double step_down(size_t phase)
{
    return phase < 5 ? 1.0 : phase >= 19 && phase < 38 ? -1.0 : 0.0;
}

static ss_series observed(void)
{
    ss_error error = {0};
    ss_series r = {.row = &stored};
    write_observables(ramp, step_down);
    cr_assert(ss_series_read_observables(&r, test_path("observables.csv"), &error), "%s",
              error.text);
    return r;
}

Test(measures, observables_are_read)
{
    ss_series r = observed();
    cr_expect_eq(r.n_steps, STEPS);
    cr_expect_eq(r.n_observables, 5);
    cr_expect_eq(ss_series_find(&r, "pressure"), 2);
    cr_expect_eq(ss_series_find(&r, "none"), 5);
    cr_expect_eq(ss_series_at(&r, "wall_push", 10), 9.0);
    cr_expect(isnan(ss_series_at(&r, "wall_push", STEPS + 1)));
    cr_expect(isnan(ss_series_at(&r, "none", 1)));
    cr_expect_float_eq(test_measure("exact_error", &r), 3e-15, 1e-20);
    cr_expect_eq(ss_series_keyed_value(&r, "force", "1 wall", 5), 51.0);
    cr_expect(isnan(ss_series_keyed_value(&r, "force", "1 wall", 4)));
    cr_expect(isnan(ss_series_keyed_value(&r, "wall", "1 wall", 5)));
    ss_series_free(&r);
}

Test(measures, of_a_period)
{
    ss_periods p;
    ss_series r = observed();
    cr_assert(ss_periods_of(&p, &r));
    cr_expect_eq(p.start, START);
    cr_expect_eq(p.length, LENGTH);
    cr_expect_eq(p.n, PERIODS);
    cr_expect_eq(p.first, PERIODS / 2);
    cr_expect_eq(test_measure("push_at_lowest", &r), 0.0);
    cr_expect_float_eq(test_measure("push_peak_time_s", &r), 0.008, 1e-15);
    cr_expect_eq(test_measure("push_in_flight", &r), 0.0);
    cr_expect_float_eq(test_measure("push_pressure_correlation", &r), 1.0, 1e-12);
    ss_series_free(&r);
}

Test(measures, over_the_weight)
{
    const double weight = 2.0;
    ss_series r = observed();
    cr_expect_float_eq(test_measure("drag_mean_over_weight", &r) * weight, -14.0 / 50.0, 1e-12);
    cr_expect_float_eq(test_measure("drag_episode_over_weight", &r) * weight, -19.0 / 50.0, 1e-12);
    cr_expect_float_eq(test_measure("drag_largest_over_weight", &r) * weight, 1.0, 1e-12);
    cr_expect_float_eq(test_measure("drag_least_over_weight", &r) * weight, 0.0, 1e-12);
    cr_expect_float_eq(test_measure("work_per_period", &r) * weight * 0.001, 50e-9, 1e-20);
    ss_series_free(&r);
}

/* The sheet of closed forms: [M] Figures 1, 2 and 3. */
Test(measures, flight_of_a_block)
{
    static const double known[][3] = {
        {1.3582, 0.3817, 0.8757}, {2.0122, 0.3328, 1.0775}, {2.5152, 0.3151, 1.1754}};
    double leaves, lands;
    for (size_t k = 0; k < 3; ++k) {
        cr_assert(ss_shaken_flight(known[k][0], &leaves, &lands));
        cr_expect_float_eq(leaves, known[k][1], 1e-4);
        cr_expect_float_eq(lands, known[k][2], 1e-4);
    }
    cr_expect_not(ss_shaken_flight(0.9, &leaves, &lands));
}

/* ---- what goes up and down ---- */

#define SLOT VESSEL ",slot_width=0.01,large_body=3"

/* Three small discs, at 0.9, 3 and 5 mm from the left wall, rise by -2, 1 and 3 mm a period from
 * the second period on; the large one by 4. */
static void write_bodies(void)
{
    static const double x[] = {0.9e-3, 3e-3, 5e-3, 6e-3}, rise[] = {-2e-3, 1e-3, 3e-3, 4e-3};
    FILE *const out = fopen(test_path("bodies.csv"), "w");
    cr_assert_not_null(out);
    fputs("solver,moment,body,radius_m,x_m,y_m,z_m,step\n", out);
    for (size_t step = 0; step <= STEPS; step += LENGTH) {
        const char *const moment = step == 0 ? "first" : "frame";
        const double periods = fmax(0.0, (double)step / LENGTH - 3.0);
        for (size_t b = 0; b < 4; ++b)
            fprintf(out, "s,%s,%zu,%g,%.17g,0,%.17g,%zu\n", moment, b, b == 3 ? 2e-3 : 1e-3, x[b],
                    rise[b] * periods, step);
        fprintf(out, "s,%s,4,nan,0,0,0,%zu\n", moment, step); /* a wall */
    }
    for (size_t b = 0; b < 4; ++b)
        fprintf(out, "s,last,%zu,%g,%.17g,0,%.17g,%d\n", b, b == 3 ? 2e-3 : 1e-3, x[b],
                2.0 * rise[b], STEPS);
    fclose(out);
}

Test(measures, of_displacements)
{
    ss_error error = {0};
    ss_summary_row run = {.parameters = SLOT, .steps = STEPS};
    ss_series r = {.row = &run};
    write_bodies();
    cr_assert(ss_series_read_frames(&r, test_path("bodies.csv"), &error), "%s", error.text);
    cr_expect_eq(r.n_bodies, 4);
    cr_expect_eq(r.n_frames, STEPS / LENGTH + 2);
    ss_shaken s;
    cr_assert(ss_shaken_of(&s, &r));
    cr_assert_not_null(ss_shaken_places(&s, 2));
    cr_expect_null(ss_series_frame(&r, 1));
    cr_expect_float_eq(test_measure("layer_rise_m", &r), -4e-3, 1e-12);
    cr_expect_float_eq(test_measure("core_rise_m", &r), 4e-3, 1e-12);
    cr_expect_float_eq(test_measure("circulation_m", &r), -8e-3, 1e-12);
    cr_expect_float_eq(test_measure("large_rise_m", &r), 8e-3, 1e-12);
    cr_expect_float_eq(test_measure("layer_thickness_m", &r), 1e-3 + 2e-3 * 2.0 / 3.0, 1e-12);
    cr_expect_float_eq(test_measure("large_apart", &r), 1.0, 1e-12); /* the others: 2 and 6 mm */
    cr_expect_float_eq(test_measure("climb_m", &r), 8e-3, 1e-12);
    cr_expect_eq(test_measure("periods_to_top", &r), 0.0);
    cr_expect_float_eq(test_measure("large_from_wall_m", &r), 2e-3, 1e-12);
    cr_expect(isnan(test_measure("separation_diameters", &r)), "there is no other run");
    r.with = &r;
    cr_expect_eq(test_measure("separation_diameters", &r), 0.0);
    cr_expect_eq(s.large, 3);
    cr_expect_eq(s.beside, 2);
    ss_series_free(&r);
}

Test(measures, parts_of_eps_are_of_the_last_sweep)
{
    ss_error error = {0};
    ss_series r = {.row = &stored};
    const char *const path =
        test_write_text("convergence.csv", "sweep,eps,eps_motion,eps_proj,eps_b,eps_pen\n"
                                           "1,15,1,2,4,8\n"
                                           "2,3.75,0.25,0.5,1,2\n");
    cr_assert(ss_series_read_parts(&r, path, &error), "%s", error.text);
    cr_expect_eq(ss_series_constant(&r, "eps_motion"), 0.25);
    cr_expect_eq(ss_series_constant(&r, "eps_proj"), 0.5);
    cr_expect_eq(ss_series_constant(&r, "eps_b"), 1.0);
    cr_expect_eq(ss_series_constant(&r, "eps_pen"), 2.0);
    cr_expect(ss_series_is_part("eps_pen"));
    cr_expect_not(ss_series_is_part("eps"));
    cr_expect_not(ss_series_read_parts(&r, test_write_text("none.csv", "sweep,eps\n1,2\n"), &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    ss_series_free(&r);
}

/* ---- files that no run writes ---- */

static void expect_refused(bool bodies, const char *text, const char *words)
{
    ss_error error = {0};
    ss_series r = {.row = &stored};
    const char *const path = test_write_text("bad.csv", text);
    cr_expect_not(bodies ? ss_series_read_frames(&r, path, &error)
                         : ss_series_read_observables(&r, path, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, words), "%s lacks %s", error.text, words);
    ss_series_free(&r);
}

Test(measures, bad_files_are_named)
{
#define OBSERVED "step,name,value,exact\n1,a,1,nan\n1,b,2,nan\n"
    expect_refused(false, "step,name,value\n1,a,1\n", "no column 'exact'");
    expect_refused(false, OBSERVED "2,b,1,nan\n", "bad.csv, line 4");
    expect_refused(false, OBSERVED "3,a,1,nan\n", "bad.csv, line 4");
    expect_refused(false, OBSERVED "2,a,one,nan\n", "bad.csv, line 4: 'one'");
    expect_refused(false, OBSERVED "2,a,1\n", "bad.csv, line 4: 3 fields");
    expect_refused(false, OBSERVED "2,a,1,nan", "torn");
    expect_refused(false, "step,name,value,exact\n2,a,1,nan\n", "bad.csv, line 2");
    expect_refused(false, OBSERVED "1,c[a key that has more letters than any is expected to],1,1\n",
                   "bad.csv, line 4");
    expect_refused(false, "", "empty");
#define PLACED "moment,x_m,y_m,z_m,radius_m,step\nfirst,0,0,0,1,0\nfirst,0,0,0,1,0\n"
    expect_refused(true, PLACED "frame,0,0,0,1,5\nframe,0,0,0,1,6\n", "bad.csv, line 5");
    expect_refused(true, PLACED "last,0,0,0,1,5\n", "lacks bodies");
    expect_refused(true, PLACED "last,0,up,0,1,5\n", "'up'");
}

/* Of several observables whose value is known, the worst; NaN where none is. */
Test(measures, the_largest_error_counts)
{
    const ss_series none = {.n_observables = 2, .errors = {NAN, NAN}};
    const ss_series rising = {.n_observables = 3, .errors = {NAN, 1e-3, 2e-3}};
    const ss_series falling = {.n_observables = 3, .errors = {2e-3, 1e-3, NAN}};
    cr_expect(isnan(test_measure("exact_error", &none)));
    cr_expect_eq(test_measure("exact_error", &rising), 2e-3);
    cr_expect_eq(test_measure("exact_error", &falling), 2e-3);
}

/* ---- rows of measures.csv ---- */

static void expect_no_measures(const char *rows, const char *words)
{
    ss_error error = {0};
    ss_paper_measures m;
    char *text = NULL;
    cr_assert_gt(asprintf(&text, "name,head,label,reduce,of,window,over\n%s", rows), 0);
    test_write_text("measures.csv", text);
    cr_expect_not(ss_paper_measures_read(&m, test_folder(), &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, words), "%s lacks %s", error.text, words);
    ss_paper_measures_free(&m);
    free(text);
}

Test(measures, each_has_a_name_of_its_own)
{
    expect_no_measures("a,,a,last,x,,\na,,b,first,x,,\n", "line 3: the measure 'a' stands");
    expect_no_measures("a,,a,code,x,,\n", "line 2");
    expect_no_measures("layer_rise_m,,a,last,x,,\n", "line 2");
}

static bool is_x_or_h(const void *context, const char *name)
{
    (void)context;
    return strcmp(name, "x") == 0 || strcmp(name, "h") == 0;
}

/* The names that a row needs and its problem has not, or a word that is none; "": nothing. */
Test(measures, rows_are_checked)
{
    static const struct {
        const char *row, *missing;
    } known[] = {{"a,,a,last,x,,", ""},
                 {"a,,a,last,-x,last 3,2", ""},
                 {"a,,a,column,cpu_s,,x", ""},
                 {"a,,a,last,y,,", "y"},
                 {"a,,a,last,x,,y", "y"},
                 {"a,,a,lst,x,,", "lst"},
                 {"a,,a,mean,x,lately,", "lately"},
                 {"a,,a,mean,x,late,", "disturbed_at"},
                 {"a,,a,value,a,,", "a"},
                 {"a,,a,error,*,,", ""},
                 {"a,,a,row,x,,4 1", ""}};
    const ss_known context = {is_x_or_h, NULL};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        ss_error error = {0};
        ss_paper_measures m;
        char text[200], missing[64];
        snprintf(text, sizeof text, "name,head,label,reduce,of,window,over\n%s\n", known[k].row);
        test_write_text("measures.csv", text);
        cr_assert(ss_paper_measures_read(&m, test_folder(), &error), "%s", error.text);
        const bool fits = ss_measure_check(&m.list, m.list.at, &context, missing);
        cr_expect_eq(fits, known[k].missing[0] == '\0', "%s", known[k].row);
        if (!fits)
            cr_expect_str_eq(missing, known[k].missing);
        ss_paper_measures_free(&m);
    }
}
