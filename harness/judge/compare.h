/* Comparing two results: what is matched, how each row is judged, and what that comes to.
 *
 * A pair of rows is judged first by status, then by the deterministic counters, exactly; by
 * residuals only where a threshold is given, by time only above a noise floor. Where the statuses
 * differ they alone decide, in the order of solvers/base/outcome.h (solved is best). Where both are
 * timeout, crashed, out-of-memory or error, the counters are those of an unfinished run and are not
 * compared. Where the same status came after another number of steps (diverged), more steps are
 * better and alone decide. Counters of an external solver are not compared with ours.
 *
 *     baseline.c   what the user calls BASE or NEW: a folder, a file, a baseline's name
 *     match.c      the two sides, each a summary.csv                                  owns the rows
 *                  pairs of rows that ask the same, over a grid of both sides         borrows them
 *     measure.c    the columns that are judged, and thresholds
 *     noise.c      how far times must lie apart on one machine
 *     compare.c    a judgement a pair, and the verdict                   owns all of the above
 *     compare_report.c  the same in words, as a table, for programs
 *
 * Two solvers, or one in two outer ones, are another question: their counters are shown and judge
 * nothing; a row that counts on one side only (tables/standing.h) is better or worse, and the
 * verdict is the winner of the ranking at equal E1.
 *
 * A pair and its judgement have one index, in ss_compare_match.pairs and .judgements; after
 * ss_compare nothing changes until ss_compare_result_free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_COMPARE_H
#define SS_HARNESS_JUDGE_COMPARE_H

#include "harness/judge/match.h"
#include "harness/judge/noise.h"
#include "harness/judge/ranking.h"
#include "harness/report/sheet.h"

/* id, name, meaning */
#define SS_COMPARE_CHANGE_LIST(X)                                                                  \
    X(SAME, "same", "status and everything judged are the same")                                   \
    X(BETTER, "better", "a better status, or some of what is judged fell and nothing rose")        \
    X(WORSE, "worse", "a worse status, or some of what is judged rose and nothing fell")           \
    X(CHANGED, "changed", "some of what is judged fell and some rose")                             \
    X(RATED, "rated", "two solvers: both rows count, and the ranking of all such pairs decides")   \
    X(MISSING, "missing", "the row is in BASE only")                                               \
    X(NEW, "new", "the row is in NEW only")

typedef enum ss_compare_change {
#define X(id, name, meaning) SS_COMPARE_CHANGE_##id,
    SS_COMPARE_CHANGE_LIST(X)
#undef X
        SS_COMPARE_N_CHANGES
} ss_compare_change;

/* Their names. */
extern const char *const ss_compare_changes[SS_COMPARE_N_CHANGES];

/* One thing in which the rows of a pair differ: a column with its numbers, or the status with its
 * words. */
typedef struct ss_compare_move {
    const char *column;
    const char *words[2]; /* base, new; NULL: numbers */
    double values[2];
    bool is_judged; /* else it is shown alone, as a residual without a threshold */
} ss_compare_move;

/* Nothing has moved where a row has no partner; a floor is there only where the time was judged,
 * and `noisy` only where it was not. */
typedef struct ss_compare_judgement {
    ss_compare_change change;
    ss_compare_move moves[SS_COMPARE_N_MEASURES + 2]; /* n_moved of them */
    size_t n_moved;
    bool only_residual; /* same, but for a residual that is not judged */
    double floor;       /* of the time, as a ratio above 1; NAN: the time was not judged */
    bool noisy;         /* for the floor was above SS_COMPARE_NOISE_MOST */
} ss_compare_judgement;

/* id, exit code of `stickslip compare`, words, when. No code is one of problems/base/error.h. */
#define SS_COMPARE_OVERALL_LIST(X)                                                                 \
    X(SAME, 0, "no change", "every row of BASE has its partner, and every pair is the same")       \
    X(BETTER, 10, "better", "as before, but some pairs are better and none is worse")              \
    X(WORSE, 11, "worse", "some pairs are worse and none is better")                               \
    X(CHANGED, 13, "better here, worse there",                                                     \
      "some pairs are worse and some better, or counters of "                                      \
      "one pair moved both ways")                                                                  \
    X(NOT_COMPARABLE, 12, "not comparable",                                                        \
      "no pair at all; or nothing is worse, but rows of "                                          \
      "BASE have no partner in NEW (see --partial)")

typedef enum ss_compare_overall {
#define X(id, exit_code, words, meaning) SS_COMPARE_OVERALL_##id,
    SS_COMPARE_OVERALL_LIST(X)
#undef X
} ss_compare_overall;

/* The exit code and the words of each. */
extern const struct ss_compare_overall_row {
    int exit_code;
    const char *words;
} ss_compare_overalls[];

typedef struct ss_compare_request {
    const char *base, *new;               /* folders, files or names of baselines */
    const char *baselines;                /* folder of the baselines; NULL: the project's */
    const char *base_solver, *new_solver; /* both NULL: all solvers of both */
    const char *base_outer, *new_outer;   /* the same; given, they are no part of the question */
    const char *ignored;                  /* parameters that are none either, "tol,h"; NULL: none */
    const char *thresholds, *noise;       /* files; NULL: none */
    bool mix_machines;                    /* times of several machines are judged all the same */
    bool partial; /* rows of BASE without a partner do not keep the rest from a verdict */
} ss_compare_request;

/* n_rows is the sum of the counts of same, better, worse and changed; with missing and new they are
 * match.n. n_timed + n_noisy <= n_rows. */
typedef struct ss_compare_result {
    ss_compare_side base, new;
    ss_compare_match match;
    ss_compare_thresholds thresholds; /* zero: exactly */
    ss_compare_noise noise;           /* no classes without --noise */
    char no_times[512];               /* why no time is judged; "" if times are judged */
    ss_compare_judgement *judgements; /* one a pair of the match */
    size_t n_rows;                    /* pairs with both rows */
    size_t counts[SS_COMPARE_N_CHANGES];
    size_t n_only_residual, n_timed, n_noisy;
    bool by_contender;  /* two solvers, or one in two outer ones: */
    ss_ranking ranking; /* of them, at equal E1, by both prices; empty: there is none, */
    char unranked[512]; /* and why, for people; "" where there is one */
    ss_compare_overall overall;
} ss_compare_result;

/* Read, match and judge. A comparison of solvers is made if base_solver and new_solver are given
 * and differ, or if each side holds just one and they differ. SS_ERROR_DATA or SS_ERROR_USAGE if an
 * input cannot be understood. Release with ss_compare_result_free; must not be moved. */
bool ss_compare(ss_compare_result *comparison, const ss_compare_request *request, ss_error *error);
void ss_compare_result_free(ss_compare_result *comparison);

enum { SS_COMPARE_TEXT = 1024 };

/* "sweeps_total 18 -> 17, e1 1e-09 -> 2e-09 (not judged)", or "". */
const char *ss_compare_moved_text(char text[SS_COMPARE_TEXT],
                                  const ss_compare_judgement *judgement);

/* Print, for people, what was compared, the rows that moved, counts and the verdict; with format
 * NULL the table `compare`: every row. Print errors stay in the stream. SS_ERROR_MEMORY. */
bool ss_compare_print(const ss_compare_result *comparison, const ss_report_format *format,
                      FILE *out, ss_error *error);

/* Make the folder `folder` with compare.csv and compare.md. SS_ERROR_OUTPUT if it exists. */
bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error);

#endif
