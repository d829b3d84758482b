/* Two local solvers on the quick problems of the baseline inside every outer solver that takes one,
 * stopped at equal E1: what `stickslip judge` makes its sentence of.
 *
 *     round   a problem in an outer solver; the two sides in turn, so that a machine that
 *             slows down slows both
 *     side    a run alone (harness/run/alone.h): status, sweeps, E1; times of the repeats,
 *             which are made where the outer solver is the plain one and both sides solve
 *     score   solved by one alone; ratios of sweeps and times over the rounds both solved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_DUEL_H
#define SS_HARNESS_CHECK_DUEL_H

#include "harness/check/comparison.h"
#include "harness/tables/spread.h"

#include <stdio.h>

/* One solver's part of a round. */
typedef struct ss_check_duel_side {
    const char *status; /* as in summary.csv */
    bool solved;
    size_t sweeps; /* all steps together */
    double e1;     /* the last step's */
    ss_spread cpu; /* s, of the repeats; NaN where not timed */
} ss_check_duel_side;

/* One problem in one outer solver: the first solver and its rival. Texts are borrowed. */
typedef struct ss_check_duel_round {
    const char *problem, *outer;
    ss_check_duel_side side[2];
} ss_check_duel_round;

typedef enum ss_check_duel_verdict {
    SS_CHECK_DUEL_SAME,
    SS_CHECK_DUEL_BETTER,
    SS_CHECK_DUEL_WORSE,
    SS_CHECK_DUEL_MIXED
} ss_check_duel_verdict;

/* Verdict of the rounds on the first solver against its rival. Ratios are geometric means over
 * rounds that both solved, below 1 where the first needs less; NaN without such rounds. */
typedef struct ss_check_duel_score {
    size_t n, solved[2]; /* rounds, and those that each solved */
    size_t lost, won;    /* solved by the rival alone, by the first alone */
    double sweeps;       /* ratio of sweeps */
    double cpu, cpu_low,
        cpu_high; /* ratio of median times; of the quartiles that are furthest apart */
    ss_check_duel_verdict verdict;
} ss_check_duel_score;

typedef struct ss_check_duel {
    ss_check_duel_round *rounds;
    size_t n;
} ss_check_duel;

/* The most times a run is repeated. */
enum { SS_CHECK_DUEL_REPEATS = 99 };

/* CPU time of a run whose time nobody has limited, s. */
enum { SS_CHECK_DUEL_CPU_S = 60 };

/* Play all rounds, each run alone, limited as ss_check_run_limits says; those in the plain outer
 * solver `repeats` times (1 to SS_CHECK_DUEL_REPEATS) in turns, for the times. `labels` are the
 * words for the two local solvers. Release with ss_check_duel_free, also after a failure: no
 * memory, Ctrl-C, or, before the first round, a problem's file that cannot be read. */
bool ss_check_duel_play(ss_check_duel *duel, const char *const labels[2], size_t repeats,
                        const ss_child_limits *limits, ss_error *error);
void ss_check_duel_free(ss_check_duel *duel);

/* Better: nothing lost, sweeps and times no worse, and one of the three better; worse likewise. The
 * sweeps must differ by 2 % (choice), the times by more than their quartiles overlap: a verdict
 * must not change with the machine's mood. */
ss_check_duel_score ss_check_duel_judge(const ss_check_duel *duel);

/* The table of all rounds of a first solver that passes its checks, then "verdict: " and one
 * sentence. SS_ERROR_MEMORY. */
bool ss_check_duel_print(FILE *out, const ss_check_duel *duel, const char *const labels[2],
                         ss_error *error);

#endif
