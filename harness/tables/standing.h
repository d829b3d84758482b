/* The standing of a row of summary.csv where runs are ranked: does it count, which accuracy has it
 * reached, what has it cost. One rule for every verb: profile, report, compare, judge, field,
 * recommend, studies and --refine ask here, so that they cannot disagree.
 *
 *     row -> ss_standing_of      counts, loose, unsolved, no-measurement, in this order of worth
 *         -> ss_standing_e1      the accuracy: E1 of its worst step, or what rounding hides of it
 *         -> ss_price_of         CPU time of all that the solve pays, or work units
 *
 * `eps` decides when a run of the paper stops; here only E1 decides whether it counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_STANDING_H
#define SS_HARNESS_TABLES_STANDING_H

#include "harness/tables/record.h"

/* A step whose E1 is larger is not solved in any sense that matters, whatever stopped it: 0.1 % of
 * the largest velocity (choice). */
#define SS_STANDING_LOOSE_E1 1e-3

/* id, name, meaning; from best to worst */
#define SS_STANDING_LIST(X)                                                                        \
    X(COUNTS, "counts", "solved, and E1 of its worst step is within the limit")                    \
    X(LOOSE, "loose",                                                                              \
      "its stopping test was met, but E1 of its worst step is above the limit: "                   \
      "it counts as not solved")                                                                   \
    X(UNSOLVED, "unsolved", "some step did not meet the stopping test")                            \
    X(NOTHING, "no-measurement", "it tells nothing of the solver: it is in no ranking")

typedef enum ss_standing {
#define X(id, name, meaning) SS_STANDING_##id,
    SS_STANDING_LIST(X)
#undef X
        SS_STANDING_COUNT
} ss_standing;

const char *ss_standing_name(ss_standing standing);

/* The largest E1 with which a row counts: SS_STANDING_LOOSE_E1, or what `tol` asks where E1 itself
 * stops. */
double ss_standing_limit(const char *stop, double tol);

/* The E1 that the row has reached: of its worst step (an older file: of the last), and no less than
 * what rounding hides, the row's e1_floor or 1e-15. NAN: not known. */
double ss_standing_e1(const ss_summary_row *row);

/* Rounding hides more than the row was asked for: its E1 could not be told from tol. */
bool ss_standing_at_floor(const ss_summary_row *row);

ss_standing ss_standing_of(const ss_summary_row *row);

/* Why the row does not count, for people, "its start met the tolerance"; "" where it counts. Of a
 * loose row without the numbers, which the caller has. */
const char *ss_standing_reason(const ss_summary_row *row);

/* Has the row's solver an alpha above the row's bound (column alpha_bound), so that the bound may
 * be why it does not count? *alpha gets it; a safe one is SS_STANDING_ALPHA_SAFE of the bound
 * (choice). */
#define SS_STANDING_ALPHA_SAFE 0.9
bool ss_standing_alpha_is_beyond(const ss_summary_row *row, double *alpha);

/* ---- what it has cost ---- */

/* The two prices that stand side by side. Where they order solvers otherwise, both are told. id,
 * word, what it is, unit */
#define SS_PRICE_LIST(X)                                                                           \
    X(TIME, "time", "CPU time of all that a solve pays", "s")                                      \
    X(UNITS, "units", "work units: sweeps by the exact local solve", "sweeps")

typedef enum ss_price {
#define X(id, word, what, unit) SS_PRICE_##id,
    SS_PRICE_LIST(X)
#undef X
        SS_PRICE_COUNT
} ss_price;

extern const struct ss_price_words {
    const char *word, *what, *unit;
} ss_prices[SS_PRICE_COUNT];

/* The price of a run. Time, s: cpu_whole_s where it was measured, else the solver with its
 * preparation and its looks; of another code what it took with its own test. Units: the column.
 * NAN: not known. */
double ss_price_of(const ss_summary_row *row, ss_price price);

/* The quartiles of the time of ss_price_of over the repeats, s; NAN: run once. */
void ss_price_quartiles(const ss_summary_row *row, double *q1, double *q3);

/* May times be judged by this row: three repeats or more, quartiles within a tenth of the median. A
 * winner is never named from one timing. Units are exact. */
bool ss_price_is_judged(const ss_summary_row *row, ss_price price);

/* The same of a time by its repeats and quartiles. */
bool ss_price_agrees(size_t repeats, double q1, double median, double q3);

#endif
