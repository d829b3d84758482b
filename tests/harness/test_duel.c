/* The verdicts of `judge` on two solvers, from rounds made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const labels[2] = {"mine", "sbp"};
static const char *const names[] = {"one", "two", "three", "four"};

/* What a side that counts has cost; its times are of `repeats` that agree within 2 %. */
static ss_check_duel_side cost(double units, double cpu_s, size_t repeats)
{
    return (ss_check_duel_side){
        .status = "solved",
        .standing = SS_STANDING_COUNTS,
        .e1 = 1e-13,
        .units = units,
        .cpu = {.n = repeats, .q1 = 0.99 * cpu_s, .median = cpu_s, .q3 = 1.01 * cpu_s}};
}

static ss_check_duel_side failed(void)
{
    ss_check_duel_side side = cost(1.0, 1.0, 1);
    side.status = "stagnated";
    side.standing = SS_STANDING_UNSOLVED;
    return side;
}

/* A round of a problem that is the same at all accuracies. */
static ss_check_duel_round round_of(size_t problem, bool is_timed, ss_check_duel_side first,
                                    ss_check_duel_side rival)
{
    ss_check_duel_round round = {
        .problem = names[problem], .frame = is_timed ? "nlgs" : "other", .is_timed = is_timed};
    for (size_t a = 0; a < SS_CHECK_DUEL_ACCURACIES; ++a) {
        round.side[a][0] = first;
        round.side[a][1] = rival;
    }
    return round;
}

/* The verdict on the rounds; the ranking is to be freed. */
static ss_check_duel_verdict verdict_of(ss_ranking *ranking, ss_check_duel_round *rounds, size_t n)
{
    const ss_check_duel duel = {.rounds = rounds, .n = n};
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_check_duel_rank(ranking, &duel, labels, &error), "%s", error.text);
    return ss_check_duel_judge(ranking, labels);
}

/* Three problems at these ratios of the first to its rival. */
Test(duel, verdict_follows_both_prices)
{
    static const struct {
        double units, cpu;
        size_t repeats;
        ss_check_duel_verdict verdict;
    } cases[] = {
        {1.0, 1.0, 5, SS_CHECK_DUEL_SAME},   {0.99, 1.0, 5, SS_CHECK_DUEL_SAME},
        {0.9, 1.0, 5, SS_CHECK_DUEL_BETTER}, {1.0, 0.5, 5, SS_CHECK_DUEL_BETTER},
        {1.1, 1.0, 5, SS_CHECK_DUEL_WORSE},  {1.0, 2.0, 5, SS_CHECK_DUEL_WORSE},
        {0.5, 2.0, 5, SS_CHECK_DUEL_MIXED},  {2.0, 0.5, 5, SS_CHECK_DUEL_MIXED},
        {1.0, 0.5, 1, SS_CHECK_DUEL_SAME}, /* of one timing nobody wins */
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_check_duel_round rounds[3];
        ss_ranking ranking;
        for (size_t p = 0; p < 3; ++p)
            rounds[p] =
                round_of(p, true, cost(100.0 * cases[k].units, cases[k].cpu, cases[k].repeats),
                         cost(100.0, 1.0, cases[k].repeats));
        cr_expect_eq(verdict_of(&ranking, rounds, 3), cases[k].verdict, "case %zu", k);
        ss_ranking_free(&ranking);
    }
}

/* A problem is one question, whatever the number of its frames: their geometric mean. */
Test(duel, frames_make_one_cost)
{
    ss_check_duel_round rounds[] = {round_of(0, true, cost(50.0, 1.0, 3), cost(100.0, 1.0, 3)),
                                    round_of(0, false, cost(200.0, 1.0, 1), cost(100.0, 9.0, 1)),
                                    round_of(1, true, cost(25.0, 1.0, 3), cost(100.0, 1.0, 3))};
    ss_ranking ranking;
    verdict_of(&ranking, rounds, 3);
    const ss_ranking_order *const units = &ranking.orders[1][SS_PRICE_UNITS];
    cr_expect_eq(units->n_questions, 2);
    cr_expect_float_eq(units->costs[0].value, 100.0, 1e-12, "of 50 and 200");
    cr_expect_float_eq(units->costs[2].value, 25.0, 1e-12);
    const ss_ranking_order *const time = &ranking.orders[1][SS_PRICE_TIME];
    cr_expect_float_eq(time->costs[1].value, 1.0, 1e-12, "of the timed frame alone");
    ss_ranking_free(&ranking);
}

Test(duel, who_fails_where_the_other_counts_has_not_solved_the_problem)
{
    ss_check_duel_round rounds[] = {round_of(0, true, cost(1.0, 1e-3, 5), cost(100.0, 1.0, 5)),
                                    round_of(0, false, failed(), cost(100.0, 1.0, 1)),
                                    round_of(1, true, cost(50.0, 0.5, 5), cost(100.0, 1.0, 5)),
                                    round_of(1, false, failed(), failed())};
    ss_ranking ranking;
    verdict_of(&ranking, rounds, 4);
    const ss_ranking_order *const units = &ranking.orders[0][SS_PRICE_UNITS];
    cr_expect(isinf(units->costs[0].value), "it lost in a frame");
    cr_expect_float_eq(units->costs[1].value, 100.0, 1e-12);
    cr_expect_float_eq(units->costs[2].value, 50.0, 1e-12, "a frame that nobody solved is none");
    cr_expect_null(units->winner, "%s", units->why);
    cr_expect_not_null(strstr(units->why, "fails on 1 of 2"), "%s", units->why);
    ss_ranking_free(&ranking);
}

/* The last line that is printed of rounds, to be freed. */
static char *sentence_of(ss_check_duel_round *rounds, size_t n, bool for_programs)
{
    const ss_check_duel duel = {.rounds = rounds, .n = n};
    ss_ranking ranking;
    ss_error error = {.code = SS_ERROR_NONE};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    verdict_of(&ranking, rounds, n);
    cr_assert(ss_check_duel_print(out, &duel, &ranking, labels, for_programs, &error), "%s",
              error.text);
    fclose(out);
    ss_ranking_free(&ranking);
    char *const sentence = strstr(text, for_programs ? "\"judge\": [" : "\nverdict: ");
    cr_assert_not_null(sentence, "%s", text);
    memmove(text, sentence, strlen(sentence) + 1);
    return text;
}

Test(duel, the_last_sentence_is_the_rankings)
{
    ss_check_duel_round rounds[3];
    for (size_t p = 0; p < 3; ++p)
        rounds[p] = round_of(p, true, cost(50.0, 1.0, 1), cost(100.0, 1.0, 1));
    char *const sentence = sentence_of(rounds, 3, false);
    const char *const begins =
        "\nverdict: mine is better than sbp at equal E1; it passes its "
        "checks. By CPU time nobody is cheapest at E1 1e-4, 1e-8 and 1e-12 (";
    cr_expect_eq(strncmp(sentence, begins, strlen(begins)), 0, "%s", sentence);
    cr_expect_not_null(strstr(sentence,
                              "By work units `mine` is cheapest at E1 1e-4, 1e-8 and "
                              "1e-12 (solves 3 of 3; next `sbp`: 2 times the cost, 95 % 2 "
                              "to 2)."),
                       "%s", sentence);
    free(sentence);
    char *const json = sentence_of(rounds, 3, true);
    cr_expect_not_null(strstr(json, "{\"verdict\": \"better than\", \"exit_code\": 10}"), "%s",
                       json);
    free(json);
}

/* A clock too coarse, or no work at all: such a round is in neither side's cost. */
Test(duel, what_cost_nothing_has_no_price)
{
    ss_check_duel_round rounds[] = {round_of(0, true, cost(0.0, 0.0, 5), cost(100.0, 1.0, 5)),
                                    round_of(1, true, cost(NAN, NAN, 5), cost(100.0, 1.0, 5)),
                                    round_of(2, true, cost(50.0, 0.5, 5), cost(100.0, 1.0, 5))};
    ss_ranking ranking;
    verdict_of(&ranking, rounds, 3);
    for (ss_price price = 0; price < SS_PRICE_COUNT; ++price) {
        const ss_ranking_order *const order = &ranking.orders[0][price];
        cr_expect_eq(order->n_questions, 3);
        for (size_t k = 0; k < 4; ++k)
            cr_expect(isnan(order->costs[k].value), "cost %zu is %g", k, order->costs[k].value);
        cr_expect_float_eq(order->places[0].ratio, 1.0, 0.0);
        cr_expect_float_eq(order->places[1].ratio, 2.0, 1e-12, "%s", order->why);
    }
    ss_ranking_free(&ranking);
}

/* All that is printed has an accuracy or a reason, also where there are no rounds. */
Test(duel, whole_runs_are_not_asked_about)
{
    ss_check_duel_round round = round_of(0, true, cost(1.0, 1.0, 5), cost(1.0, 1.0, 5));
    for (size_t n = 0; n < 2; ++n) {
        ss_ranking ranking;
        char *text = NULL;
        size_t size = 0;
        ss_error error = {.code = SS_ERROR_NONE};
        FILE *const out = open_memstream(&text, &size);
        cr_expect_eq(verdict_of(&ranking, &round, n), SS_CHECK_DUEL_SAME);
        cr_assert(ss_ranking_print(&ranking, out, &error), "%s", error.text);
        fclose(out);
        cr_expect_null(strstr(text, "inf"), "%s", text);
        cr_expect_null(strstr(text, "null"), "%s", text);
        cr_expect_eq(strstr(text, "no run can be compared") != NULL, n == 0, "%s", text);
        free(text);
        ss_ranking_free(&ranking);
    }
}

/* The seconds of a check would be a verdict on the machine. */
Test(duel, runs_have_a_minute_unless_the_user_says_otherwise)
{
    const ss_child_limits check = {.wall_s = 60.0, .cpu_s = 5, .address_bytes = 1, .sealed = true};
    const ss_child_limits given = {.wall_s = 30.0, .busy_s = 3.0};
    ss_run_limits limits = ss_check_run_limits(&check, SS_CHECK_DUEL_CPU_S);
    cr_expect(limits.timeout_s == 60.0 && limits.memory_bytes == 1);
    limits = ss_check_run_limits(&given, SS_CHECK_DUEL_CPU_S);
    cr_expect(limits.timeout_s == 3.0 && limits.memory_bytes == 0);
}
