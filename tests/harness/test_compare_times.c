/* Times in a comparison: what the noise of a machine allows to judge.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

TestSuite(compare_times, .init = test_compare_begin, .fini = test_files_end);

static void write_noise(double duration_s)
{
    FILE *const file = fopen(test_other_path, "w");
    const ss_noise_row row = {.problem = "p",
                              .solver = "s",
                              .repeats = 1,
                              .pairs = 40,
                              .duration_s = duration_s,
                              .tail_from = 0.01,
                              .tail_mean = 0.01,
                              .tail_pairs = 10,
                              .largest = 0.1,
                              .machine = "M",
                              .build = "B"};
    cr_assert_not_null(file);
    ss_noise_header(file);
    ss_noise_write(file, &row);
    cr_assert_eq(fclose(file), 0);
}

/* floor of one row: max(0.1, 0.01 + 0.01 * 10 (25^(1/10) - 1)) = 0.1 */
Test(compare_times, times_are_judged_above_the_floor)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.noise = test_other_path;
    write_noise(0.1);
    new.cpu_s = base.cpu_s *exp(0.099);
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    new.cpu_s = base.cpu_s *exp(0.101);
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    cr_expect_eq(test_verdict(&new, &base), SS_COMPARE_CHANGE_BETTER);
    new.sweeps_total -= 1;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_CHANGED);
    new = base;
    new.cpu_s *= 1000.0;
    write_noise(0.5 / 20.1); /* or so much longer that it says nothing of it */
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    write_noise(0.51); /* the shorter of the two times is below what the file resolves */
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
}

/* The floor is that of the shorter time, whichever side has it. */
Test(compare_times, the_shorter_time_must_be_resolved)
{
    ss_summary_row half = test_plain_row(), whole = test_plain_row();
    test_question.noise = test_other_path;
    whole.cpu_s = 2.0 * half.cpu_s;
    write_noise(0.51);
    cr_expect_eq(test_verdict(&half, &whole), SS_COMPARE_CHANGE_SAME);
    cr_expect_eq(test_verdict(&whole, &half), SS_COMPARE_CHANGE_SAME);
    write_noise(0.49);
    cr_expect_eq(test_verdict(&half, &whole), SS_COMPARE_CHANGE_WORSE);
    cr_expect_eq(test_verdict(&whole, &half), SS_COMPARE_CHANGE_BETTER);
}

/* More rows, more chances of an outlier: 0.01 + 0.01 * 10 (2500^(1/10) - 1) = 0.129 for 100. */
Test(compare_times, the_floor_rises_with_the_rows)
{
    enum { N = 100 };
    ss_summary_row base[N], new[N];
    test_question.noise = test_other_path;
    write_noise(0.1);
    for (size_t k = 0; k < N; ++k) {
        base[k] = new[k] = test_plain_row();
        base[k].instance = new[k].instance = k + 1;
    }
    new[0].cpu_s *= exp(0.12);
    cr_expect_eq(test_verdict(base, new), SS_COMPARE_CHANGE_WORSE, "alone");
    test_write_rows(test_base_path, base, N);
    test_write_rows(test_new_path, new, N);
    test_compare();
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_SAME], N, "among a hundred");
    new[0].cpu_s = base[0].cpu_s *exp(0.14);
    test_write_rows(test_new_path, new, N);
    test_compare();
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_WORSE], 1);
}

/* No time is judged above a floor of 50 %, however large the change. */
Test(compare_times, times_that_are_too_noisy_are_not_judged)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.noise = test_other_path;
    new.cpu_s *= 1000.0;
    for (int loud = 0; loud < 2; ++loud) {
        char text[128];
        snprintf(text, sizeof text,
                 "duration_s,tail_from,tail_mean,tail_pairs,largest\n0.1,0,0,9,%g\n",
                 log(loud ? 1.51 : 1.49));
        test_write_text("other.csv", text);
        cr_expect_eq(test_verdict(&base, &new),
                     loud ? SS_COMPARE_CHANGE_SAME : SS_COMPARE_CHANGE_WORSE);
        cr_expect_eq(test_compared.n_noisy, (size_t)loud);
        cr_expect_eq(test_compared.n_timed, (size_t)!loud);
    }
}

/* The machine of a side stands in the provenance of its folder, or in its store's manifest. */
Test(compare_times, times_of_another_machine_are_not_judged)
{
    static const char *const files[] = {"provenance.txt", "manifest.txt"};
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.noise = test_other_path;
    write_noise(0.1);
    new.cpu_s *= 2.0;
    for (size_t k = 0; k < 2; ++k) {
        test_write_text(files[k], "date: today\ncpu: M\n");
        cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
        test_write_text(files[k], "date: today\ncpu: N\n");
        cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
        cr_expect_not_null(strstr(test_compared.no_times, "was made on N, the noise file on M"));
        remove(test_path(files[k]));
    }
}

/* Each side has its own folder: one machine that is another is enough. */
Test(compare_times, of_either_side)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.noise = test_other_path;
    write_noise(0.1);
    new.cpu_s *= 2.0;
    mkdir(test_path("new"), 0777);
    strcpy(test_new_path, test_path("new/new.csv"));
    for (int foreign = 0; foreign < 3; ++foreign) {
        test_write_text("provenance.txt", foreign == 1 ? "cpu: N\n" : "cpu: M\n");
        test_write_text("new/provenance.txt", foreign == 2 ? "cpu: N\n" : "cpu: M\n");
        cr_expect_eq(test_verdict(&base, &new),
                     foreign == 0 ? SS_COMPARE_CHANGE_WORSE : SS_COMPARE_CHANGE_SAME, "%d",
                     foreign);
    }
}

Test(compare_times, noise_tables_rise)
{
    const ss_summary_row row = test_plain_row();
    test_write_rows(test_base_path, &row, 1);
    test_write_rows(test_new_path, &row, 1);
    test_question.noise = test_other_path;
    test_write_text("other.csv", "duration_s,tail_from,tail_mean,tail_pairs,largest\n"
                                 "0.1,0,0,9,0.1\n0.1,0,0,9,0.1\n");
    test_compare_refused("line 3: the durations must rise");
}

/* Of 1000 comparisons of 100 equal rows each with noise that has just the assumed tail, about 1 %
 * may find anything; the 0.75-quantile is an estimate too, so a bit more is allowed. */
Test(noise, equals_are_rarely_called_different)
{
    enum { N_PAIRS = 100, N_ROWS = 100, N_COMPARISONS = 1000 };
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t n_false = 0, n_seen = 0;
    for (size_t k = 0; k < N_COMPARISONS; ++k) {
        double a[N_PAIRS], b[N_PAIRS], work[N_PAIRS];
        for (size_t j = 0; j < N_PAIRS; ++j) {
            a[j] = 1.0;
            b[j] = exp(gsl_ran_laplace(rng, 0.05));
        }
        ss_noise_row class = ss_compare_noise_describe(a, b, N_PAIRS, work);
        const ss_compare_noise noise = {.classes = &class, .n = 1};
        const double floor = ss_compare_noise_floor(&noise, 2.0, N_ROWS);
        bool found = false;
        for (size_t j = 0; j < N_ROWS; ++j)
            found = found || fabs(gsl_ran_laplace(rng, 0.05)) > floor;
        n_false += found;
        n_seen += floor < log(3.0);
    }
    gsl_rng_free(rng);
    cr_expect_leq(n_false, N_COMPARISONS * 3 / 100, "%zu false alarms", n_false);
    cr_expect_geq(n_seen, N_COMPARISONS * 95 / 100, "a factor of 3 is seen in %zu only", n_seen);
}

Test(noise, description)
{
    double a[8], b[8], work[8];
    for (size_t k = 0; k < 8; ++k) { /* ln = 0 0.3 0.6 0.1 0.4 0.7 0.2 0.5 */
        a[k] = 2.0;
        b[k] = 2.0 * exp(0.1 * (double)((3 * k) % 8));
    }
    /* distances, with the B of four pairs on: 0.4 0.7 0.6 0.5, each twice */
    const ss_noise_row class = ss_compare_noise_describe(a, b, 8, work);
    cr_expect_float_eq(class.largest, 0.7, 1e-12);
    cr_expect_float_eq(class.tail_from, 0.625, 1e-12); /* at 0.75 * 7 = 5.25 */
    cr_expect_eq(class.tail_pairs, 2);
    cr_expect_float_eq(class.tail_mean, 0.075, 1e-12);
    ss_noise_row shorter = class;
    shorter.duration_s = class.duration_s / 2.0;
    ss_noise_row both[] = {shorter, class};
    const ss_compare_noise noise = {.classes = both, .n = 2};
    cr_expect(isinf(ss_compare_noise_floor(&noise, shorter.duration_s * 0.99, 1)));
    /* 0.625 + 0.075 * 2 (25^(1/2) - 1) = 1.225 */
    cr_expect_float_eq(ss_compare_noise_floor(&noise, class.duration_s, 1), 1.225, 1e-12);
}

/* A run of 0.01 s, 100 pairs: 2 s of a budget for one run in a row, 20 s for ten. */
Test(compare_noise, classes_are_as_many_as_the_budget_has_room_for)
{
    const ss_compare_noise_plan one = ss_compare_noise_plan_any(100, 1.0, 0.01);
    cr_expect(one.n == 1 && one.repeats[0] == 1 && one.pairs[0] == 100, "one at least");
    const ss_compare_noise_plan two = ss_compare_noise_plan_any(100, 22.0, 0.01);
    cr_expect(two.n == 2 && two.repeats[1] == 10 && two.pairs[1] == 100);
    const ss_compare_noise_plan rest = ss_compare_noise_plan_any(100, 22.0 + 60.0, 0.01);
    cr_expect(rest.n == 3 && rest.repeats[2] == 30, "what is left, for a class thrice as long");
    cr_expect_eq(ss_compare_noise_plan_any(100, 22.0 + 58.0, 0.01).n, 2);
    cr_expect_eq(ss_compare_noise_plan_any(100, 1e30, 0.01).n, SS_COMPARE_NOISE_CLASSES);
}

/* Times of 0.02 to 2.1 s of a run of 0.01 s: classes at 0.01, 0.1 and 1 s. */
Test(compare_noise, classes_like_a_result_lie_at_half_of_its_times)
{
    const ss_compare_noise_plan all = ss_compare_noise_plan_like(100, 1e6, 0.01, 0.01, 0.02, 2.1);
    cr_expect(all.n == 3 && all.repeats[0] == 1 && all.repeats[1] == 10 && all.repeats[2] == 100);
    cr_expect(all.pairs[0] == 100 && all.pairs[2] == 100 && all.missing_s == 0.0);
    /* 24 s: 8 for each; 100 pairs of the first need 2 s, the second has 11 s, the third what is
     * left */
    const ss_compare_noise_plan some = ss_compare_noise_plan_like(100, 24.0, 0.01, 0.01, 0.02, 2.1);
    cr_expect(some.n == 2 && some.pairs[0] == 100 && some.pairs[1] == 55);
    cr_expect_float_eq(some.missing_s, 2.0 + 55 * 0.2 + SS_COMPARE_NOISE_MIN_PAIRS * 2.0, 1e-9);
    const ss_compare_noise_plan none = ss_compare_noise_plan_like(100, 0.1, 0.01, 0.01, 0.02, 2.1);
    cr_expect(none.n == 1 && none.pairs[0] == SS_COMPARE_NOISE_MIN_PAIRS, "one at least");
    cr_expect_float_eq(none.missing_s, SS_COMPARE_NOISE_MIN_PAIRS * (0.02 + 0.2 * (1.0 + 10.0)),
                       1e-9);
    cr_expect_eq(ss_compare_noise_plan_like(100, 1e6, 1.0, 1.0, 0.02, 2.1).n, 1,
                 "a run as long as the longest class is all of them");
}
