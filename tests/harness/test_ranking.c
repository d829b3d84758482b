/* The winner of an order, or why there is none: costs written here, whose answers are plain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOST = 64 };

static const ss_grid_contender contenders[] = {{.label = "a"}, {.label = "b"}, {.label = "c"}};
static ss_ranking_cost costs[MOST];
static ss_ranking_order order;
static ss_error error;

/* The order by `price` of n questions to m contenders, of which `values` has the costs; times are
 * of repeats whose quartiles lie `spread` of the cost apart. */
static void arrange(ss_price price, const double *values, size_t n, size_t m, double spread)
{
    free(order.places);
    free(order.why);
    cr_assert_leq(n * m, MOST);
    for (size_t k = 0; k < n * m; ++k)
        costs[k] = (ss_ranking_cost){.value = values[k],
                                     .q1 = values[k] * (1.0 - spread / 2.0),
                                     .q3 = values[k] * (1.0 + spread / 2.0),
                                     .e1 = NAN,
                                     .is_judged = price == SS_PRICE_UNITS || spread <= 0.1};
    order = (ss_ranking_order){.accuracy = 1e-8, .price = price, .costs = costs, .n_questions = n};
    cr_assert(ss_ranking_arrange(&order, NULL, contenders, m, &error), "%s", error.text);
}

static void expect_winner(const char *winner, const char *words)
{
    if (winner == NULL)
        cr_expect_null(order.winner, "%s wins: %s", order.winner, order.why);
    else
        cr_expect(order.winner != NULL && strcmp(order.winner, winner) == 0, "nobody but %s: %s",
                  winner, order.why);
    cr_expect_not_null(strstr(order.why, words), "'%s' is not in '%s'", words, order.why);
}

Test(ranking, cheapest_everywhere_wins)
{
    arrange(SS_PRICE_UNITS, (double[]){1, 2, 10, 30, 5, 10, 7, 10}, 4, 2, 0.0);
    expect_winner("a", "solves 4 of 4; next `b`: ");
    cr_expect_float_eq(order.places[1].ratio, pow(2.0 * 3.0 * 2.0 * 10.0 / 7.0, 0.25), 1e-12);
    cr_expect(order.places[1].ratio_within.low > 1.0 &&
              order.places[1].ratio_within.high > order.places[1].ratio);
    cr_expect_eq(order.places[0].wins, 4);
    cr_expect_eq(order.places[0].wins_within.low, 4.0);
    arrange(SS_PRICE_TIME, (double[]){1, 2, 10, 30, 5, 10, 7, 10}, 4, 2, 0.08);
    expect_winner("a", "solves 4 of 4");
}

Test(ranking, a_tie_has_no_winner)
{
    arrange(SS_PRICE_UNITS, (double[]){3, 3, 5, 5}, 2, 2, 0.0);
    expect_winner(NULL, "`a` and `b` are alike: `b` has 1 times");
    cr_expect(order.places[0].rank == 1 && order.places[1].rank == 1);
    arrange(SS_PRICE_UNITS, (double[]){1, 1.019}, 1, 2, 0.0);
    expect_winner(NULL, "alike");
    arrange(SS_PRICE_UNITS, (double[]){1, 1.021}, 1, 2, 0.0);
    expect_winner("a", "solves 1 of 1");
}

/* Better in the mean by one question of many: chance. */
Test(ranking, what_one_question_decides_is_chance)
{
    arrange(SS_PRICE_UNITS, (double[]){10, 9, 10, 9, 10, 11, 10, 9, 10, 60}, 5, 2, 0.0);
    expect_winner(NULL, "alike");
    cr_expect_gt(order.places[1].ratio, 1.2);
}

Test(ranking, who_fails_does_not_win)
{
    arrange(SS_PRICE_UNITS, (double[]){1, 5, 1, 5, INFINITY, 5}, 3, 2, 0.0);
    expect_winner(NULL, "`a` is cheaper than `b` (whose cost is 5 times its own) but fails on 1 of "
                        "3 that that solves");
    arrange(SS_PRICE_UNITS, (double[]){1, 5, 1, 5, 1, INFINITY}, 3, 2, 0.0);
    expect_winner("a", "solves 3 of 3");
    arrange(SS_PRICE_UNITS, (double[]){INFINITY, INFINITY}, 1, 2, 0.0);
    expect_winner(NULL, "nobody solves anything");
    arrange(SS_PRICE_UNITS, (double[]){1, INFINITY}, 1, 2, 0.0);
    expect_winner("a", "next `b`: none of them");
}

/* Times of single runs, or with quartiles too far apart, or that overlap. */
Test(ranking, unsure_times_name_nobody)
{
    const double values[] = {1, 1.05, 2, 2.1, 3, 3.15};
    arrange(SS_PRICE_TIME, values, 3, 2, 0.01);
    expect_winner("a", "1.05 times");
    arrange(SS_PRICE_TIME, values, 3, 2, 0.09);
    expect_winner(NULL, "within the repeats' quartiles");
    arrange(SS_PRICE_TIME, values, 3, 2, 0.2);
    expect_winner(NULL, "times are not judged");
    arrange(SS_PRICE_TIME, values, 3, 2, NAN);
    expect_winner(NULL, "times are not judged");
    arrange(SS_PRICE_UNITS, values, 3, 2, NAN);
    expect_winner("a", "1.05 times");
}

/* Simpson: b was asked the cheap questions only, so that its mean is lower; on each question that
 * both were asked it is dearer. */
Test(ranking, only_questions_of_both_are_compared)
{
    arrange(SS_PRICE_UNITS, (double[]){1, 2, 1, 2, 1, 2, 100, NAN, 100, NAN, 100, NAN}, 6, 2, 0.0);
    expect_winner("a", "next `b`: 2 times");
    cr_expect(order.places[1].shared == 3 && order.places[1].questions == 3 &&
              order.places[0].questions == 6);
    arrange(SS_PRICE_UNITS, (double[]){1, NAN, NAN, 2}, 2, 2, 0.0);
    expect_winner(NULL, "`a` and `b` have no problem in common");
    cr_expect_not(ss_ranking_is_told(&order));
    arrange(SS_PRICE_UNITS, (double[]){1, NAN, 1, NAN}, 2, 2, 0.0);
    expect_winner(NULL, "only `a` can be told of");
}

/* Whole runs whose E1 differ by more than ten are no pair. */
Test(ranking, whole_runs_of_unlike_accuracy_are_not_compared)
{
    arrange(SS_PRICE_UNITS, (double[]){1, 5, 1, 5}, 2, 2, 0.0);
    costs[0].e1 = costs[2].e1 = 4.5e-7;
    costs[1].e1 = costs[3].e1 = 1e-8;
    free(order.places);
    free(order.why);
    order = (ss_ranking_order){.accuracy = NAN, .costs = costs, .n_questions = 2};
    order.price = SS_PRICE_UNITS;
    cr_assert(ss_ranking_arrange(&order, NULL, contenders, 2, &error));
    expect_winner(NULL, "E1 differ by 45x between `a` and `b`");
}

/* With three: the winner must win against each. */
Test(ranking, of_three_the_first_wins_against_both)
{
    arrange(SS_PRICE_UNITS, (double[]){1, 2, 1, 1, 2, 1, 1, 2, 1.001}, 3, 3, 0.0);
    expect_winner(NULL, "`a` and `c` are alike");
    arrange(SS_PRICE_UNITS, (double[]){3, 2, 1, 3, 2, 1, 3, 2, 1}, 3, 3, 0.0);
    expect_winner("c", "next `b`: 2 times");
    cr_expect(order.places[2].contender == 0 && order.places[2].rank == 3);
}

/* The same to the last bit, whenever. */
Test(ranking, intervals_are_drawn_alike)
{
    const double values[] = {1, 2, 10, 30, 5, 6, 7, 10};
    arrange(SS_PRICE_UNITS, values, 4, 2, 0.0);
    const ss_interval first = order.places[1].ratio_within;
    arrange(SS_PRICE_UNITS, values, 4, 2, 0.0);
    cr_expect(first.low == order.places[1].ratio_within.low &&
              first.high == order.places[1].ratio_within.high);
}
