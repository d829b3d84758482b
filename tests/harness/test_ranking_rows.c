/* From tables in a folder to the ranking: whose runs count, at which accuracy, by which price.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static ss_ranking ranking;
static ss_error error;
static char *text; /* of the headline asked for last */

static void end(void)
{
    free(text);
    text = NULL;
    ss_ranking_free(&ranking);
    test_files_end();
}

TestSuite(ranking_rows, .init = test_files_begin, .fini = end);

/* A run on a file's problem that E1 stopped; three repeats, of no spread. */
static ss_summary_row row(const char *problem, const char *solver, const char *outer, double tol,
                          double e1, double seconds)
{
    ss_summary_row r = test_plain_row();
    r.problem = problem;
    r.solver = solver;
    r.outer = outer;
    r.stop = "e1";
    r.tol = tol;
    r.parameters = tol == 1e-4 ? "tol=0.0001,mu=0.3" : "tol=1e-08,mu=0.3";
    r.steps = 1;
    r.e1_last = r.e1_worst = e1;
    r.cpu_s = r.cpu_s_q1 = r.cpu_s_q3 = seconds;
    r.cpu_whole_s = r.cpu_whole_s_q1 = r.cpu_whole_s_q3 = NAN;
    r.repeats = 3;
    r.work_units_total =
        outer[0] != '\0' || strcmp(solver, "siconos-nsgs") != 0 ? 100.0 * seconds : (double)NAN;
    return r;
}

static void rank(const ss_summary_row *rows, size_t n)
{
    const char *const folders[] = {test_folder()};
    test_write_rows(test_path("summary.csv"), rows, n);
    ss_ranking_free(&ranking);
    cr_assert(
        ss_ranking_open(&ranking, &(ss_profile_scope){.folders = folders, .n_folders = 1}, &error),
        "%s", error.text);
}

/* The order at an E1 that is ranked. */
static const ss_ranking_order *order_of(double accuracy, ss_price price)
{
    size_t a = 0;
    while (a < SS_RANKING_ACCURACIES - 1 && ranking.orders[a][price].accuracy != accuracy)
        ++a;
    return &ranking.orders[a][price];
}

static void expect(double accuracy, ss_price price, const char *winner, const char *why)
{
    const ss_ranking_order *const order = order_of(accuracy, price);
    cr_expect((order->winner == NULL && winner == NULL) ||
                  (order->winner != NULL && winner != NULL && strcmp(order->winner, winner) == 0),
              "at %g by %s wins %s, not %s: %s", accuracy, ss_prices[price].word,
              order->winner != NULL ? order->winner : "nobody", winner != NULL ? winner : "nobody",
              order->why);
    cr_expect_not_null(strstr(order->why, why), "'%s' is not in '%s'", why, order->why);
}

/* What the headline says. */
static const char *headline(void)
{
    size_t size = 0;
    free(text);
    FILE *const out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    ss_ranking_headline(&ranking, out);
    fclose(out);
    return text;
}

/* Slow and few units: both prices are told, and each its winner. */
Test(ranking_rows, two_prices_two_winners)
{
    ss_summary_row rows[] = {row("file:p", "a", "nlgs", 1e-8, 8e-9, 1.0),
                             row("file:p", "b", "nlgs", 1e-8, 8e-9, 9.0)};
    rows[1].work_units_total = 10.0;
    rank(rows, 2);
    expect(1e-8, SS_PRICE_TIME, "a", "next `b`: 9 times");
    expect(1e-8, SS_PRICE_UNITS, "b", "next `a`: 10 times");
    cr_expect(ss_ranking_differs(&ranking, 1));
    cr_expect_not_null(strstr(headline(), "By CPU time `a` is cheapest at E1 1e-8 ("), "%s",
                       headline());
    cr_expect_not_null(strstr(headline(), "Work units and CPU time name different winners."));
    rows[1].work_units_total = 200.0;
    rank(rows, 2);
    cr_expect_not_null(strstr(headline(), "By CPU time and by work units `a` is cheapest"), "%s",
                       headline());
}

/* One local solver in two outer ones is two contenders; the default outer goes without saying. */
Test(ranking_rows, an_outer_solver_twice)
{
    const ss_summary_row rows[] = {row("file:p", "sal", "nlgs", 1e-8, 8e-9, 2.0),
                                   row("file:p", "sal", "nlgs-anderson", 1e-8, 8e-9, 1.0)};
    rank(rows, 2);
    expect(1e-8, SS_PRICE_TIME, "nlgs-anderson[local=sal]", "next `sal`: 2 times");
}

/* Another code has no units and no trace, and was run at a ladder of tolerances. */
Test(ranking_rows, an_external_ladder)
{
    const ss_summary_row rows[] = {
        row("file:p", "exact", "nlgs", 1e-8, 8e-9, 2.0),
        row("file:p", "exact", "nlgs", 1e-4, 8e-5, 1.0),
        row("file:p", "siconos-nsgs", "", 1e-4, 3e-6, 0.5),
        row("file:p", "siconos-nsgs", "", 1e-8, 3e-10, 1.5),
    };
    rank(rows, 4);
    expect(1e-4, SS_PRICE_TIME, "siconos-nsgs", "next `exact`: 2 times");
    expect(1e-8, SS_PRICE_TIME, "siconos-nsgs", "next `exact`: 1.33 times");
    expect(1e-4, SS_PRICE_UNITS, NULL, "only `exact` can be told of");
    cr_expect_eq(order_of(1e-4, SS_PRICE_UNITS)->n_left_out[SS_RANKING_GAP_PRICE], 1);
    rank(rows, 2);
    expect(1e-4, SS_PRICE_TIME, NULL, "only `exact` can be told of");
}

/* A single tight run is not the cost of a loose accuracy, unless a looser one missed it. */
Test(ranking_rows, a_run_far_below_the_accuracy_tells_nothing_of_it)
{
    ss_summary_row rows[] = {row("file:p", "exact", "nlgs", 1e-8, 8e-9, 2.0),
                             row("file:p", "siconos-nsgs", "", 1e-8, 3e-12, 1.0)};
    rows[1].stop = "siconos";
    rank(rows, 2);
    const ss_ranking_order *const order = order_of(1e-8, SS_PRICE_TIME);
    cr_expect_eq(order->n_left_out[SS_RANKING_GAP_TIGHT], 1);
    rows[1].e1_last = rows[1].e1_worst = 2e-9;
    rank(rows, 2);
    expect(1e-8, SS_PRICE_TIME, "siconos-nsgs", "2 times");
}

/* Where rounding hides the accuracy nobody is ranked by it, E1 0 or not. */
Test(ranking_rows, beneath_the_floor_nothing_is_told)
{
    ss_summary_row rows[] = {row("file:p", "a", "nlgs", 1e-12, 0.0, 1.0),
                             row("file:p", "b", "nlgs", 1e-12, 1e-13, 2.0)};
    rows[0].e1_floor = rows[1].e1_floor = 5e-12;
    rank(rows, 2);
    expect(1e-12, SS_PRICE_TIME, NULL, "no run can be compared");
    cr_expect_eq(order_of(1e-12, SS_PRICE_TIME)->n_left_out[SS_RANKING_GAP_FLOOR], 2);
    rows[0].e1_floor = rows[1].e1_floor = 5e-14;
    rank(rows, 2);
    expect(1e-12, SS_PRICE_TIME, "a", "2 times");
}

/* Loose is not solved; what measured nothing is in no ranking; times of one run name nobody. */
Test(ranking_rows, rows_that_do_not_count)
{
    ss_summary_row rows[] = {row("p", "a", "nlgs", 1e-8, 0.1, 1.0),
                             row("p", "b", "nlgs", 1e-8, 1e-6, 2.0),
                             row("p", "c", "nlgs", 1e-8, 0.0, 1e-9)};
    for (size_t k = 0; k < 3; ++k)
        rows[k].stop = "eps";
    rows[2].sweeps_total = 0;
    rank(rows, 3);
    expect(NAN, SS_PRICE_TIME, "b", "solves 1 of 1; next `a`: none of them");
    expect(NAN, SS_PRICE_UNITS, "b", "nothing is known of 1 other");
    cr_expect_not_null(strstr(headline(), "`b` is cheapest of whole runs"), "%s", headline());
    rows[0].e1_worst = 2e-6;
    rows[0].repeats = rows[1].repeats = 1;
    rank(rows, 3);
    expect(NAN, SS_PRICE_TIME, NULL, "times are not judged");
    expect(NAN, SS_PRICE_UNITS, "a", "2 times");
    rows[0].e1_worst = 5e-5;
    rank(rows, 3);
    expect(NAN, SS_PRICE_UNITS, NULL, "E1 differ by 50x");
}

/* In traces: the cost of first reaching; a run that its own test stopped above tells nothing, one
 * that went on and failed has failed. The whole price is spread over the trace by its time. */
Test(ranking_rows, first_reaching_in_the_traces)
{
    ss_summary_row rows[] = {row("file:p", "a", "nlgs", 1e-8, 1e-9, 4.0),
                             row("file:p", "b", "nlgs", 1e-4, 1e-5, 1.0),
                             row("file:p", "c", "nlgs", 1e-8, 1e-5, 8.0)};
    rows[2].status = "max-sweeps";
    rows[0].cpu_looks_s = 4.0;
    rows[1].cpu_looks_s = rows[2].cpu_looks_s = 0.0;
    FILE *const trace = fopen(test_path("convergence.csv"), "w");
    cr_assert_not_null(trace);
    fputs("solver,step,sweep,e1,cpu_s,work_units\n"
          "a,1,1,1e-3,1,10\na,1,2,1e-4,2,20\na,1,3,1e-9,4,40\n"
          "b,1,1,1e-5,1,50\n"
          "c,1,1,1e-5,1,30\nc,1,2,1e-5,8,90\n",
          trace);
    cr_assert_eq(fclose(trace), 0);
    rank(rows, 3);
    const ss_ranking_order *const time = order_of(1e-4, SS_PRICE_TIME);
    cr_expect_float_eq(time->costs[0].value, 4.0, 1e-12); /* 2 s of sweeps and as much again */
    cr_expect_float_eq(time->costs[1].value, 1.0, 1e-12);
    cr_expect_float_eq(time->costs[2].value, 1.0, 1e-12);
    expect(1e-4, SS_PRICE_UNITS, "a", "next `c`: 1.5 times");
    expect(1e-8, SS_PRICE_UNITS, "a", "next `c`: none of them; nothing is known of 1 other");
    cr_expect_eq(order_of(1e-8, SS_PRICE_UNITS)->n_left_out[SS_RANKING_GAP_STOPPED], 1);
}

/* Failures of runs that were asked for another E1 tell no more of this one than their successes: at
 * 1e-4 and 1e-12 nobody can be ranked by runs to 1e-8. */
Test(ranking_rows, failures_alone_are_not_told)
{
    ss_summary_row rows[] = {
        row("file:p", "a", "nlgs", 1e-8, 8e-9, 1.0), row("file:p", "b", "nlgs", 1e-8, 8e-9, 2.0),
        row("file:q", "a", "nlgs", 1e-8, 3e-3, 9.0), row("file:q", "b", "nlgs", 1e-8, 3e-3, 9.0)};
    rows[2].status = rows[3].status = "max-sweeps";
    rank(rows, 4);
    cr_expect_not(ss_ranking_is_shown(&ranking, 0));
    cr_expect(ss_ranking_is_shown(&ranking, 1));
    cr_expect_not(ss_ranking_is_shown(&ranking, 2));
    expect(1e-8, SS_PRICE_UNITS, "a", "solves 1 of 2");
    cr_expect_eq(order_of(1e-4, SS_PRICE_UNITS)->n_left_out[SS_RANKING_GAP_TIGHT], 4);
}
