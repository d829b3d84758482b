/* The verb `judge`: is a local solver better than another? The checks, all outer solvers, the quick
 * problems at equal accuracy, repeats; one sentence.
 *
 * The checks come first: a solver that is wrong is not worth the quarter of an hour that playing
 * takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"
#include "harness/check/report.h"
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"
#include "harness/tables/provenance.h"

#include <string.h>

/* Two solvers; timeout_s 0 means the limits of a check, and longer ones for the problems. */
typedef struct words {
    ss_run_limits limits;
    const char *solver, *against;
    size_t repeats;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, against, "against", 0, "OTHER", "The solver to compare with (default: sbp)"),
    SS_NUMBER(words, repeats, "repeats", 0, "N", 1, SS_CHECK_DUEL_REPEATS,
              "Runs a time is the median of (default 5, up to 99)"),
};

/* Its checks first: a solver that fails one is not played. The exit code is that of `compare` for
 * better, worse or both. */
static bool judge(ss_call *call, ss_error *error)
{
    static const int codes[] = {[SS_CHECK_DUEL_SAME] = 0,
                                [SS_CHECK_DUEL_BETTER] = 10,
                                [SS_CHECK_DUEL_WORSE] = 11,
                                [SS_CHECK_DUEL_MIXED] = 13};
    const words *const w = call->words;
    const char *const labels[2] = {w->solver, w->against};
    ss_child_limits limits = {.stop = ss_interrupted};
    ss_choice choice = {.label = NULL}, rival = {.label = NULL};
    ss_check_page page = {.choice = &choice};
    ss_check_duel duel = {.n = 0};
    ss_limit_words_check(&limits, &w->limits);
    bool done = ss_choice_parse(&choice, labels[0], SS_CHOICE_LOCAL, error) &&
                ss_choice_parse(&rival, labels[1], SS_CHOICE_LOCAL, error);
    if (done && strcmp(choice.label, rival.label) == 0)
        done =
            ss_error_set(error, SS_ERROR_USAGE,
                         "%s cannot be judged against itself: name another --against", labels[0]);
    done = done && ss_check_page_make(stdout, &page, &limits, error);
    if (done && !ss_check_page_passes(&page)) {
        printf("verdict: %s is wrong, as this tells: stickslip check", labels[0]);
        ss_provenance_print_word(stdout, labels[0]);
        putchar('\n');
        done = ss_error_set(error, SS_ERROR_FAILED, "%s fails its checks", labels[0]);
    }
    if (done && ss_check_duel_play(&duel, labels, w->repeats, &limits, error) &&
        ss_check_duel_print(stdout, &duel, labels, error))
        call->verdict = codes[ss_check_duel_judge(&duel).verdict];
    ss_check_duel_free(&duel);
    ss_choice_free(&choice);
    ss_choice_free(&rival);
    return error->code == SS_ERROR_NONE;
}

const ss_command ss_command_judge = {
    .name = "judge",
    .summary = "is a solver better than another? checks, all outers, equal accuracy, one sentence",
    .places = "SOLVER",
    .doc = "Judge a local solver against another in one command: its checks, then both on the "
           "quick problems of the baseline (four scenes, three files) inside every outer solver "
           "that takes one, stopped at equal E1, those in nlgs repeated for the times. The last "
           "line is the verdict in a sentence. A solver that fails a check is not played.",
    .after = "Example:\n  stickslip judge mine --against sal\n\n"
             "Better: nothing is lost that OTHER solved, sweeps (by 2 %) and times (beyond their "
             "quartiles) are no worse, and one of the three is better; worse likewise.\n\n"
             "Without --timeout a check has 5 s of CPU time, a run of the problems 60 s.\n\n"
             "Exit codes:\n  0  as good: none of the three differs\n  10  better\n  11  worse\n"
             "  13  better in one thing, worse in another\n  1  it fails its checks",
    .groups = {SS_GROUP(ss_limit_table, offsetof(words, limits)), SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, solver)),
    .ask = "name the solver to judge",
    .size = sizeof(words),
    .defaults = &(
        const words){.against = "sbp", .repeats = 5, .limits.memory_bytes = SS_WORD_MEMORY_DEFAULT},
    .work = judge};
