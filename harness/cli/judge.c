/* The verb `judge`: is a local solver better than another? The checks, all outer solvers, the quick
 * problems at equal accuracy, repeats; one sentence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"
#include "harness/check/report.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"
#include "harness/tables/provenance.h"

#include <string.h>

typedef struct words {
    ss_limit_words limits;
    const char *solver, *against, *repeats;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, against, "against", 0, "OTHER", "The solver to compare with (default: sbp)"),
    SS_TEXT(words, repeats, "repeats", 0, "N",
            "Runs a time is the median of (default 5, up to 99)"),
};

/* Both solvers exist, are local, and are two. */
static bool understand(const char *const labels[2], ss_choice *choice, ss_error *error)
{
    ss_choice rival = {.label = NULL};
    const bool valid = ss_choice_parse(choice, labels[0], SS_CHOICE_LOCAL, error) &&
                       ss_choice_parse(&rival, labels[1], SS_CHOICE_LOCAL, error);
    const bool same = valid && strcmp(choice->label, rival.label) == 0;
    ss_choice_free(&rival);
    return valid && (!same || ss_error_set(error, SS_ERROR_USAGE,
                                           "%s cannot be judged against itself: name another "
                                           "--against",
                                           labels[0]));
}

/* Repeats of each run, for its time; there is room for so many. */
static bool read_repeats(size_t *repeats, const char *text, ss_error *error)
{
    return ss_parse_count(text, "--repeats", repeats, error) &&
           (*repeats <= SS_CHECK_DUEL_REPEATS ||
            ss_error_set(error, SS_ERROR_USAGE, "--repeats=%s must be from 1 to %d", text,
                         SS_CHECK_DUEL_REPEATS));
}

/* The exit code: that of `compare` for better, worse or both. */
static int judge(const char *const labels[2], const ss_choice *choice, size_t repeats,
                 const ss_child_limits *limits, ss_error *error)
{
    static const int codes[] = {[SS_CHECK_DUEL_SAME] = 0,
                                [SS_CHECK_DUEL_BETTER] = 10,
                                [SS_CHECK_DUEL_WORSE] = 11,
                                [SS_CHECK_DUEL_MIXED] = 13};
    const ss_child_limits longer = ss_check_duel_limits(limits);
    ss_check_page page = {.choice = choice};
    ss_check_duel duel = {.n = 0};
    int code = 0;
    if (!ss_check_page_make(stdout, &page, limits, error))
        return code;
    if (!ss_check_page_passes(&page)) {
        printf("verdict: %s is wrong, as this tells: stickslip check", labels[0]);
        ss_provenance_print_word(stdout, labels[0]);
        putchar('\n');
        ss_error_set(error, SS_ERROR_FAILED, "%s fails its checks", labels[0]);
        return code;
    }
    if (ss_check_duel_play(&duel, labels, repeats, &longer, error) &&
        ss_check_duel_print(stdout, &duel, labels, error))
        code = codes[ss_check_duel_judge(&duel).verdict];
    ss_check_duel_free(&duel);
    return code;
}

int ss_verb_judge(int argc, char **argv, ss_error *error)
{
    words w = {.against = "sbp", .repeats = "5"};
    const ss_command command = {
        .places = "SOLVER",
        .doc = "Judge a local solver against another in one command: its checks, then both on the "
               "quick problems of the baseline (four scenes, three files) inside every outer "
               "solver that takes one, stopped at equal E1, those in nlgs repeated for the times. "
               "The last line is the verdict in a sentence. A solver that fails a check is not "
               "played.\v"
               "Example:\n  stickslip judge mine --against sal\n\n"
               "Better: nothing is lost that OTHER solved, sweeps (by 2 %) and times (beyond their "
               "quartiles) are no worse, and one of the three is better; worse likewise.\n\n"
               "Without --timeout a check has 5 s of CPU time, a run of the problems 60 s.\n\n"
               "Exit codes:\n  0  as good: none of the three differs\n  10  better\n  11  worse\n"
               "  13  better in one thing, worse in another\n  1  it fails its checks",
        .groups = {SS_GROUP(ss_limit_table, &w.limits), SS_GROUP(own, &w)},
        .place = {&w.solver},
        .n_needed = 1,
        .ask = "name the solver to judge"};
    ss_child_limits limits = {.stop = ss_interrupted};
    ss_choice choice = {.label = NULL};
    size_t repeats = 0;
    int code = 0;
    ss_command_read(&command, argc, argv);
    const char *const labels[2] = {w.solver, w.against};
    if (read_repeats(&repeats, w.repeats, error) &&
        ss_limit_words_check(&limits, &w.limits, error) && understand(labels, &choice, error))
        code = judge(labels, &choice, repeats, &limits, error);
    ss_choice_free(&choice);
    return code;
}
