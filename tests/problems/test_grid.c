/* Grids: what a list, a range, a choice with grids and a list of instances stand for.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/grid.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The texts with bars between them. */
static void expect_texts(ss_campaign_texts *texts, const char *wanted, const char *what)
{
    char joined[2000] = "";
    for (size_t k = 0; k < texts->n; ++k) {
        strncat(joined, k > 0 ? "|" : "", sizeof joined - strlen(joined) - 1);
        strncat(joined, texts->at[k], sizeof joined - strlen(joined) - 1);
    }
    cr_expect_str_eq(joined, wanted, "%s: %s", what, joined);
    ss_campaign_texts_free(texts);
}

static void expect_refused(bool done, const ss_error *error, const char *word, const char *what)
{
    cr_expect_not(done, "%s", what);
    cr_expect_eq(error->code, SS_ERROR_USAGE, "%s: %s", what, error->text);
    cr_expect_not_null(strstr(error->text, word), "%s: %s", what, error->text);
}

Test(grid, values)
{
    static const struct {
        const char *grid, *values;
    } cases[] = {{"0.3", "0.3"},
                 {"word", "word"},
                 {"0:1:lin:5", "0|0.25|0.5|0.75|1"},
                 {"1:0:lin:2", "1|0"},
                 {"-1:1:lin:3", "-1|0|1"},
                 {"0.01:100:log:5", "0.01|0.1|1|10|100"},
                 {"100:1:log:3", "100|10|1"},
                 {"1e-8:1e-4:log:3", "1e-08|1e-06|0.0001"},
                 {"0:1:lin:4", "0|0.333333|0.666667|1"},
                 {"1:2:log:3", "1|1.41421|2"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_campaign_texts values = {.n = 0};
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect(ss_campaign_grid_expand(&values, "x", cases[k].grid, &error), "%s", error.text);
        expect_texts(&values, cases[k].values, cases[k].grid);
    }
}

Test(grid, long_ranges_are_even)
{
    ss_campaign_texts values = {.n = 0};
    cr_assert(ss_campaign_grid_expand(&values, "x", "1e-3:1e3:log:10000", NULL));
    cr_assert_eq(values.n, 10000);
    for (size_t k = 1; k < values.n; ++k) {
        const double ratio = log10(atof(values.at[k]) / atof(values.at[k - 1]));
        cr_expect_float_eq(ratio, 6.0 / 9999.0, 1e-5, "%zu: %g", k, ratio);
    }
    ss_campaign_texts_free(&values);
}

Test(grid, bad_ranges)
{
    static const char *const bad[] = {"1:2",
                                      "1:2:lin",
                                      "1:2:lin:1",
                                      "1:2:lin:0",
                                      "1:2:lin:-3",
                                      "1:2:lin:10001",
                                      "1:2:lin:3x",
                                      "1:2:lin: 3",
                                      "1:2:cub:3",
                                      "0:1:log:3",
                                      "-1:1:log:3",
                                      "1:0:log:3",
                                      "nan:1:lin:3",
                                      "1:inf:lin:3",
                                      "1e999:1:lin:3",
                                      ":1:lin:3",
                                      "1::lin:3",
                                      "a:b:lin:3",
                                      ":",
                                      ":::",
                                      "1:2:lin:",
                                      "1:2:lin:3:4",
                                      "1:2:log:2.5",
                                      "1;2:3:lin:4",
                                      "1:2:LOG:3",
                                      "1:2:lin:99999999999999999999999"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        ss_campaign_texts values = {.n = 0};
        ss_error error = {.code = SS_ERROR_NONE};
        const bool done = ss_campaign_grid_expand(&values, "owner", bad[k], &error);
        expect_refused(done, &error, "owner", bad[k]);
        ss_campaign_texts_free(&values);
    }
}

Test(grid, choices)
{
    static const struct {
        const char *text, *choices;
    } cases[] = {{"ebp", "ebp"},
                 {"ebp[alpha=1]", "ebp[alpha=1]"},
                 {"ebp[alpha=1,2,3]", "ebp[alpha=1]|ebp[alpha=2]|ebp[alpha=3]"},
                 {"e[a=1,2,b=x,y]", "e[a=1,b=x]|e[a=1,b=y]|e[a=2,b=x]|e[a=2,b=y]"},
                 {"e[a=0.1,1:3:lin:3,b=z]", "e[a=0.1,b=z]|e[a=1,b=z]|e[a=2,b=z]|e[a=3,b=z]"},
                 {"e[a=1:100:log:3]", "e[a=1]|e[a=10]|e[a=100]"}};
    static const char *const bad[] = {"e[",    "e[a=1",   "e[a=1]x", "e[a]",      "e[=1]",
                                      "e[a=]", "e[a=1,]", "e[,a=1]", "e[a=1,,2]", "e[a=1:2]"};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_campaign_texts choices = {.n = 0};
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect(ss_campaign_grid_expand_choice(&choices, cases[k].text, &error), "%s",
                  error.text);
        expect_texts(&choices, cases[k].choices, cases[k].text);
    }
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        ss_campaign_texts choices = {.n = 0};
        ss_error error = {.code = SS_ERROR_NONE};
        const bool done = ss_campaign_grid_expand_choice(&choices, bad[k], &error);
        expect_refused(done, &error, "", bad[k]);
        ss_campaign_texts_free(&choices);
    }
}

/* A misprint must not fill the memory. */
Test(grid, products_have_an_end)
{
    ss_campaign_texts choices = {.n = 0};
    ss_error error = {.code = SS_ERROR_NONE};
    const bool done =
        ss_campaign_grid_expand_choice(&choices, "e[a=0:1:lin:10000,b=0:1:lin:10000]", &error);
    expect_refused(done, &error, "1000000", "a hundred million");
    ss_campaign_texts_free(&choices);
}

Test(grid, lists_multiply)
{
    ss_campaign_texts heads = {.n = 0};
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_campaign_texts_add(&heads, &error, "%s", ""));
    cr_assert(ss_campaign_grid_expand_list(&heads, "x", "mu=0.1,0.3", &error));
    cr_assert(ss_campaign_grid_expand_list(&heads, "x", "h=1:2:lin:2,steps=5", &error));
    expect_texts(&heads,
                 "mu=0.1,h=1,steps=5|mu=0.1,h=2,steps=5|mu=0.3,h=1,steps=5|mu=0.3,h=2,steps=5",
                 "two lists");
}

Test(grid, splitting)
{
    ss_campaign_texts parts = {.n = 0};
    ss_error error = {.code = SS_ERROR_NONE};
    cr_expect(ss_campaign_texts_split(&parts, "a,b[c=1,2],d[e=3]", &error));
    expect_texts(&parts, "a|b[c=1,2]|d[e=3]", "commas within brackets");
    static const char *const bad[] = {"", ",", "a,", ",a", "a,,b"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        error = (ss_error){.code = SS_ERROR_NONE};
        const bool done = ss_campaign_texts_split(&parts, bad[k], &error);
        expect_refused(done, &error, "empty entry", bad[k]);
        ss_campaign_texts_free(&parts);
    }
}

static void expect_instances(const char *text, const unsigned long *wanted, size_t n_wanted)
{
    unsigned long *got = NULL;
    size_t n = 0;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_campaign_grid_instances(&got, &n, text, &error), "%s", error.text);
    cr_assert_eq(n, n_wanted, "%s: %zu", text, n);
    cr_expect_arr_eq(got, wanted, n * sizeof *got, "%s", text);
    free(got);
}

Test(grid, instances)
{
    expect_instances("3", (unsigned long[]){3}, 1);
    expect_instances("1-4", (unsigned long[]){1, 2, 3, 4}, 4);
    expect_instances("1,3,5-8", (unsigned long[]){1, 3, 5, 6, 7, 8}, 6);
    expect_instances("7-7,2", (unsigned long[]){7, 2}, 2);
    expect_instances("999999999-1000000000", (unsigned long[]){999999999, 1000000000}, 2);
    unsigned long *got = NULL;
    size_t n = 0;
    cr_assert(ss_campaign_grid_instances(&got, &n, "1-1000000", NULL));
    cr_expect(n == 1000000 && got[0] == 1 && got[n - 1] == 1000000);
    free(got);
}

Test(grid, bad_instances)
{
    static const char *const bad[] = {"",           "0",
                                      "0-3",        "3-1",
                                      "1-",         "-1",
                                      "1,",         ",1",
                                      "1,,2",       "1-2-3",
                                      "a",          "1a",
                                      "1.5",        "1 -3",
                                      "+1",         "1e3",
                                      "1-1000001",  "1-600000,1-600000",
                                      "1000000001", "99999999999999999999999",
                                      "1;2"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        unsigned long *got = NULL;
        size_t n = 0;
        ss_error error = {.code = SS_ERROR_NONE};
        const bool done = ss_campaign_grid_instances(&got, &n, bad[k], &error);
        expect_refused(done, &error, "instances", bad[k]);
        cr_expect_null(got);
    }
}
