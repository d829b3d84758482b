/* Where a curve works: its best value, plateau, safe range and cliffs, at the grid's resolution,
 * and the theoretical bound beside them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_RANGES_H
#define SS_HARNESS_STUDY_RANGES_H

#include "harness/study/curves.h"
#include "solvers/base/local_solver.h"

/* A contiguous part of the grid; NaN and not open where there is none. Decades are NaN unless all
 * their values are positive. An open end is the end of
 * the grid: the true one was not reached. */
typedef struct ss_study_interval {
    double low, high;
    double decades;      /* log10(high/low) */
    double decades_most; /* the same of the values tried just outside; INFINITY if an end is open */
    bool open_low, open_high;
} ss_study_interval;

/* How the safe range and the bound agree. id, word in the CSV */
#define SS_STUDY_AGAINST_BOUND_LIST(X)                                                             \
    X(NONE, "none")                                                                                \
    X(AGREES, "agrees")                                                                            \
    X(BELOW, "below")                                                                              \
    X(BEYOND, "beyond")                                                                            \
    X(NOT_REACHED, "not-reached")

typedef enum ss_study_against_bound {
#define X(id, word) SS_STUDY_AGAINST_BOUND_##id,
    SS_STUDY_AGAINST_BOUND_LIST(X)
#undef X
} ss_study_against_bound;

typedef struct ss_study_range {
    size_t n_values, n_failing, instances_least, instances_most;
    double grid_low, grid_high;
    double best, best_work; /* NaN where every value failed, or the parameter is lacking */
    ss_study_interval plateau, safe;
    double cliff_low, cliff_high; /* NaN: no failure on that side */
    const char *cliff_low_status,
        *cliff_high_status; /* the worst there; NULL where NaN; borrowed */
    double bound;           /* NaN: none is known */
    ss_alpha_bound bound_kind;
    ss_study_against_bound against_bound;
} ss_study_range;

/* The range of a curve. Work decides what is best; sweeps where no work was counted. */
ss_study_range ss_study_range_of(const ss_study_curves *curves, const ss_study_curve *curve);

/* The bound of alpha, the least that the curve's runs state (column alpha_bound of summary.csv);
 * *kind says what it limits. NaN if none is stated, or alpha is not what is studied. */
double ss_study_bound(const ss_study_curves *curves, const ss_study_curve *curve,
                      ss_alpha_bound *kind);

const char *ss_study_bound_name(ss_alpha_bound kind);
const char *ss_study_against_bound_word(ss_study_against_bound against);

#endif
