/* Two solvers on the quick problems of the baseline, stopped at E1 1e-4, 1e-8 and 1e-12: what
 * `stickslip judge` makes its sentence of. Two local solvers meet inside every outer solver that
 * takes one, two outer solvers around a few local ones.
 *
 *     round    a problem in a frame: the outer solver around both, or the local one within both; at
 *              each accuracy the two sides in turn, so that a machine that slows down slows both
 *     side     a run alone (harness/run/alone.h): what it is worth, its prices; times of the
 *              repeats, which are made in the first frame alone, where both sides count
 *     ranking  of the two (judge/ranking.h), a problem being a question: the one verdict
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_DUEL_H
#define SS_HARNESS_CHECK_DUEL_H

#include "harness/check/comparison.h"
#include "harness/judge/ranking.h"
#include "harness/report/sheet.h"
#include "harness/tables/spread.h"

/* One solver's part of a round at one accuracy. */
typedef struct ss_check_duel_side {
    const char *status; /* as in summary.csv */
    ss_standing standing;
    double e1;     /* of the worst step */
    double units;  /* work units of all steps */
    ss_spread cpu; /* s, of the repeats; one alone where they were not repeated */
} ss_check_duel_side;

enum { SS_CHECK_DUEL_ACCURACIES = 3 };

/* One problem in one frame: the first solver and its rival. Texts are borrowed. */
typedef struct ss_check_duel_round {
    const char *problem, *frame; /* the frame: "" where neither side takes one */
    bool is_timed;               /* the first frame, where runs are repeated */
    ss_check_duel_side side[SS_CHECK_DUEL_ACCURACIES][2];
} ss_check_duel_round;

typedef enum ss_check_duel_verdict {
    SS_CHECK_DUEL_SAME,   /* neither is cheapest anywhere */
    SS_CHECK_DUEL_BETTER, /* the first is, by some price at some accuracy, and the rival nowhere */
    SS_CHECK_DUEL_WORSE,  /* the other way round */
    SS_CHECK_DUEL_MIXED
} ss_check_duel_verdict;

typedef struct ss_check_duel {
    ss_check_duel_round *rounds; /* those of a problem together */
    size_t n;
} ss_check_duel;

/* The most times a run is repeated. */
enum { SS_CHECK_DUEL_REPEATS = 99 };

/* CPU time of a run whose time nobody has limited, s. */
enum { SS_CHECK_DUEL_CPU_S = 60 };

/* Play all rounds of two local or two outer solvers, `kind` of ss_check_kind; each run alone,
 * limited as ss_check_run_limits says; those in the first frame `repeats` times (1 to
 * SS_CHECK_DUEL_REPEATS) in turns, for the times. `labels` are the words for the two. Release with
 * ss_check_duel_free, also after a failure: no memory, Ctrl-C, or, before the first round, a
 * problem's file that cannot be read. */
bool ss_check_duel_play(ss_check_duel *duel, const char *const labels[2], unsigned kind,
                        size_t repeats, const ss_child_limits *limits, ss_error *error);
void ss_check_duel_free(ss_check_duel *duel);

/* Rank the two at the three accuracies, by both prices. The cost of a problem is the geometric mean
 * over the frames in which both count; who fails in a frame where the other counts has not solved
 * the problem. SS_ERROR_MEMORY. Free with ss_ranking_free, also after an error. */
bool ss_check_duel_rank(ss_ranking *ranking, const ss_check_duel *duel, const char *const labels[2],
                        ss_error *error);

/* By the winners of its orders; labels[0] is the first. */
ss_check_duel_verdict ss_check_duel_judge(const ss_ranking *ranking, const char *const labels[2]);

/* Print, of a first solver that passes its checks, all rounds, the ranking, and then "verdict: "
 * and the ranking's headline; for programs as JSON, tables `rounds` and `judge` (one row: verdict,
 * exit code). SS_ERROR_MEMORY. */
bool ss_check_duel_print(FILE *out, const ss_check_duel *duel, const ss_ranking *ranking,
                         const char *const labels[2], bool for_programs, ss_error *error);

/* Exit code and words of a verdict: "better than". */
extern const struct ss_check_duel_words {
    int exit_code;
    const char *words;
} ss_check_duel_verdicts[];

#endif
