/* The verdict on a pair of rows: first by status, then by the deterministic counters, exactly; by
 * residuals only where a threshold is given, by time only above a noise floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_JUDGE_H
#define SS_HARNESS_COMPARE_JUDGE_H

#include "harness/compare/match.h"
#include "harness/compare/noise.h"
#include "harness/compare/thresholds.h"

/* id, name, meaning */
#define SS_COMPARE_CHANGE_LIST(X)                                                                  \
    X(SAME, "same", "status and everything judged are the same")                                   \
    X(BETTER, "better", "a better status, or some of what is judged fell and nothing rose")        \
    X(WORSE, "worse", "a worse status, or some of what is judged rose and nothing fell")           \
    X(CHANGED, "changed", "some of what is judged fell and some rose")                             \
    X(MISSING, "missing", "the row is in BASE only")                                               \
    X(NEW, "new", "the row is in NEW only")

typedef enum ss_compare_change {
#define X(id, name, meaning) SS_COMPARE_CHANGE_##id,
    SS_COMPARE_CHANGE_LIST(X)
#undef X
        SS_COMPARE_N_CHANGES
} ss_compare_change;

const char *ss_compare_change_name(ss_compare_change change);

/* By what rows are judged. */
typedef struct ss_compare_terms {
    ss_compare_thresholds thresholds; /* zero: exactly */
    const ss_compare_noise *noise;    /* NULL: times are not judged */
    bool by_solver;                   /* two solvers are compared, not two builds */
    size_t n_rows;                    /* pairs that are judged, for the noise floor */
} ss_compare_terms;

typedef struct ss_compare_judgement {
    ss_compare_change change;
    char *moved;        /* owned: "sweeps_total 18 -> 17, e1 1e-09 -> 2e-09 (not judged)"; or "" */
    bool only_residual; /* same, but for a residual that is not judged */
    bool timed;         /* the time was judged */
    double floor;       /* as a ratio above 1; NAN unless timed */
} ss_compare_judgement;

/* Judge one pair. Where the statuses differ they alone decide, in the order of
 * solvers/base/outcome.h (solved is best). Where both are timeout, crashed, out-of-memory or error,
 * the counters are those of an unfinished run and are not compared. Where the same status came
 * after another number of steps (diverged), more steps are better and alone decide. Counters of
 * another code's solver are not compared with ours. False: SS_ERROR_MEMORY. Free the member
 * `moved`. */
bool ss_compare_judge_pair(const ss_compare_match_pair *pair, const ss_compare_terms *terms,
                           ss_compare_judgement *judgement, ss_error *error);

#endif
