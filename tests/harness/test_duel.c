/* The verdicts of `judge` on two solvers, from rounds made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A round that both solved: the first with `sweeps` and `cpu_s`, the rival with 100 and 1 s; the
 * quartiles lie 10 % to both sides. */
static ss_check_duel_round even(size_t sweeps, double cpu_s)
{
    const ss_spread of_rival = {.q1 = 0.9, .median = 1.0, .q3 = 1.1};
    const ss_spread of_first = {.q1 = 0.9 * cpu_s, .median = cpu_s, .q3 = 1.1 * cpu_s};
    const ss_check_duel_side rival = {"solved", true, 100, 1e-9, of_rival};
    const ss_check_duel_side first = {"solved", true, sweeps, 1e-9, of_first};
    return (ss_check_duel_round){"a problem", "nlgs", {first, rival}};
}

static ss_check_duel_score score_of(ss_check_duel_round *rounds, size_t n)
{
    const ss_check_duel duel = {.rounds = rounds, .n = n};
    return ss_check_duel_judge(&duel);
}

Test(duel, verdict_follows_sweeps_times_and_what_is_solved)
{
    static const struct {
        size_t sweeps;
        double cpu_s;
        ss_check_duel_verdict verdict;
    } cases[] = {
        {100, 1.0, SS_CHECK_DUEL_SAME},  {101, 1.15, SS_CHECK_DUEL_SAME},
        {90, 1.0, SS_CHECK_DUEL_BETTER}, {100, 0.5, SS_CHECK_DUEL_BETTER},
        {110, 1.0, SS_CHECK_DUEL_WORSE}, {100, 2.0, SS_CHECK_DUEL_WORSE},
        {50, 2.0, SS_CHECK_DUEL_MIXED},  {200, 0.5, SS_CHECK_DUEL_MIXED},
        {50, NAN, SS_CHECK_DUEL_BETTER},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_check_duel_round round = even(cases[k].sweeps, cases[k].cpu_s);
        cr_expect_eq(score_of(&round, 1).verdict, cases[k].verdict, "case %zu", k);
    }
}

Test(duel, what_one_alone_solves_counts_and_is_in_no_ratio)
{
    ss_check_duel_round rounds[] = {even(100, 1.0), even(1, 1e-3), even(400, 4.0)};
    rounds[1].side[0].solved = false;
    ss_check_duel_score score = score_of(rounds, 2);
    cr_expect_eq(score.verdict, SS_CHECK_DUEL_WORSE);
    cr_expect(score.lost == 1 && score.won == 0 && score.solved[0] == 1 && score.solved[1] == 2);
    cr_expect_float_eq(score.sweeps, 1.0, 1e-15);
    rounds[1].side[0].solved = true;
    rounds[1].side[1].solved = false;
    cr_expect_eq(score_of(rounds, 2).verdict, SS_CHECK_DUEL_BETTER);
    score = score_of(rounds, 3);
    cr_expect_eq(score.verdict, SS_CHECK_DUEL_MIXED, "one won, and twice the sweeps");
    cr_expect_float_eq(score.sweeps, 2.0, 1e-14, "the geometric mean of 1 and 4");
    cr_expect_float_eq(score.cpu, 2.0, 1e-14);
    rounds[0].side[0].solved = rounds[0].side[1].solved = rounds[1].side[0].solved = false;
    cr_expect(isnan(score_of(rounds, 2).sweeps), "nothing that both solved");
    cr_expect_eq(score_of(rounds, 2).verdict, SS_CHECK_DUEL_SAME);
}

/* The last line that is printed of rounds, to be freed. */
static char *sentence_of(ss_check_duel_round *rounds, size_t n)
{
    static const char *const labels[2] = {"mine", "sbp"};
    const ss_check_duel duel = {.rounds = rounds, .n = n};
    ss_error error = {.code = SS_ERROR_NONE};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    cr_assert(ss_check_duel_print(out, &duel, labels, &error), "%s", error.text);
    fclose(out);
    char *const sentence = strstr(text, "verdict: ");
    cr_assert_not_null(sentence, "%s", text);
    memmove(text, sentence, strlen(sentence) + 1);
    return text;
}

Test(duel, each_verdict_is_a_sentence)
{
    static const struct {
        size_t sweeps;
        double cpu_s;
        const char *sentence;
    } cases[] = {
        {100, 1.0,
         "mine is as good as sbp at equal E1: it passes its checks, solved 1 of 1 runs (sbp 1), "
         "needs 1x its sweeps and 1x its CPU time (0.82 to 1.2) where both did\n"},
        {50, NAN,
         "mine is better than sbp at equal E1: it passes its checks, solved 1 of 1 runs (sbp 1), "
         "needs 0.5x its sweeps where both did\n"},
        {200, NAN,
         "mine is worse than sbp at equal E1: it passes its checks, solved 1 of 1 runs (sbp 1), "
         "needs 2x its sweeps where both did\n"},
        {50, 2.0,
         "mine is better here, worse there than sbp at equal E1: it passes its checks, solved 1 of "
         "1 runs (sbp 1), needs 0.5x its sweeps and 2x its CPU time (1.6 to 2.4) where both did\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_check_duel_round round = even(cases[k].sweeps, cases[k].cpu_s);
        char *const sentence = sentence_of(&round, 1);
        cr_expect_str_eq(sentence + strlen("verdict: "), cases[k].sentence);
        free(sentence);
    }
    ss_check_duel_round lost = even(1, NAN);
    lost.side[0].solved = false;
    char *const sentence = sentence_of(&lost, 1);
    cr_expect_str_eq(sentence, "verdict: mine is worse than sbp at equal E1: it passes its checks, "
                               "solved 0 of 1 runs (sbp 1)\n");
    free(sentence);
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
