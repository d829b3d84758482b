/* The verb `judge`: is a solver better than another of its kind? The checks, the quick problems in
 * all frames at three accuracies, repeats; one sentence, the ranking's.
 *
 * The checks come first: a solver that is wrong is not worth the minutes that playing takes.
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
    bool json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, against, "against", 0, "OTHER",
            "The solver to compare with (default: sbp; of an outer solver: nlgs)"),
    SS_NUMBER(words, repeats, "repeats", 0, "N", 1, SS_CHECK_DUEL_REPEATS,
              "Runs a time is the median of (default 5, up to 99)"),
    SS_SWITCH(words, json, "json", 0, "Print runs, ranking and verdict for programs"),
};

/* Its checks; their page is for people alone. */
static bool passes(const ss_choice *choice, const words *w, const ss_child_limits *limits,
                   ss_error *error)
{
    ss_check_page page = {.choice = choice};
    FILE *const out = w->json ? fopen("/dev/null", "w") : stdout;
    if (out == NULL)
        return ss_error_set(error, SS_ERROR_IO, "cannot open /dev/null");
    bool done = ss_check_page_make(out, &page, limits, error);
    if (done && !ss_check_page_passes(&page)) {
        fprintf(out, "verdict: %s is wrong, as this tells: stickslip check", w->solver);
        ss_provenance_print_word(out, w->solver);
        fputc('\n', out);
        done = ss_error_set(error, SS_ERROR_FAILED, "%s fails its checks", w->solver);
    }
    if (out != stdout)
        fclose(out);
    return done;
}

/* Two of one kind. The rival that nobody names is the plainest one. */
static bool choose(ss_choice choices[2], const char *labels[2], ss_error *error)
{
    bool chosen = ss_choice_parse_with(&choices[0], labels[0], "exact", error);
    if (chosen && labels[1] == NULL)
        labels[1] = choices[0].outer != NULL ? SS_CHOICE_OUTER_DEFAULT : "sbp";
    chosen = chosen && ss_choice_parse_with(&choices[1], labels[1], "exact", error) &&
             ss_check_takes(&choices[0], error) && ss_check_takes(&choices[1], error);
    if (chosen && (choices[0].outer != NULL) != (choices[1].outer != NULL))
        chosen = ss_error_set(error, SS_ERROR_USAGE,
                              "%s and %s: a local solver is judged against a local one, an outer "
                              "solver against an outer one",
                              labels[0], labels[1]);
    if (chosen && strcmp(labels[0], labels[1]) == 0)
        chosen =
            ss_error_set(error, SS_ERROR_USAGE,
                         "%s cannot be judged against itself: name another --against", labels[0]);
    return chosen;
}

/* Its checks first: a solver that fails one is not played. The exit code is that of `compare` for
 * better, worse or both. */
static bool judge(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const char *labels[2] = {w->solver, w->against};
    ss_child_limits limits = {.stop = ss_interrupted};
    ss_choice choices[2] = {{.label = NULL}, {.label = NULL}};
    ss_check_duel duel = {.n = 0};
    ss_ranking ranking = {.contest = {.n_folders = 0}};
    ss_limit_words_check(&limits, &w->limits);
    if (choose(choices, labels, error) && passes(&choices[0], w, &limits, error) &&
        ss_check_duel_play(&duel, labels, ss_check_kind(&choices[0]), w->repeats, &limits, error) &&
        ss_check_duel_rank(&ranking, &duel, labels, error) &&
        ss_check_duel_print(stdout, &duel, &ranking, labels, w->json, error))
        call->verdict = ss_check_duel_verdicts[ss_check_duel_judge(&ranking, labels)].exit_code;
    ss_ranking_free(&ranking);
    ss_check_duel_free(&duel);
    ss_choice_free(&choices[0]);
    ss_choice_free(&choices[1]);
    return error->code == SS_ERROR_NONE;
}

const ss_command ss_command_judge = {
    .name = "judge",
    .summary = "is a solver better than another? checks and one sentence",
    .places = "SOLVER",
    .doc = "Judge a solver against another in one command: its checks, then both on the quick "
           "problems of the baseline (four scenes, three files), stopped at E1 1e-4, 1e-8 and "
           "1e-12: local solvers inside every outer solver that takes one, outer solvers around "
           "exact, sbp and ebp. Runs of the first kind are repeated for the times. Then the "
           "ranking of the two at each accuracy, by CPU time and by work units, with intervals "
           "over the problems; the last line is the verdict in a sentence. A solver that fails a "
           "check is not compared.",
    .after = "Examples:\n  stickslip judge mine --against sal\n"
             "  stickslip judge nlgs-anderson --against nlgs-sor\n\n"
             "Better: it is cheapest, by work units or CPU time, at an accuracy, and OTHER "
             "nowhere. Worse: the other way round. "
             "Cheapest: nothing is lost that the other solves, and the ratio of costs over the "
             "problems is beyond chance (95 %), beyond 2 % in work units and, in time, beyond the "
             "quartiles of three repeats or more that agree within 10 %.\n\n"
             "Without --timeout a check has 5 s of CPU time, a run of the problems 60 s. --json "
             "prints the tables `rounds` (one row per run), `ranking` and `judge`.\n\n"
             "Exit codes:\n  0  neither: nobody is cheapest, the page says why\n  10  better\n  "
             "11  worse\n  13  better in one thing, worse in another\n  1  it fails its checks",
    .groups = {SS_GROUP(ss_limit_table, offsetof(words, limits)), SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, solver)),
    .ask = "name the solver to judge",
    .size = sizeof(words),
    .defaults = &(const words){.repeats = 5, .limits.memory_bytes = SS_WORD_MEMORY_DEFAULT},
    .work = judge};
