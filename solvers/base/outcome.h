/* The ending of a solve: a result (a CSV column), never an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_OUTCOME_H
#define SS_SOLVERS_BASE_OUTCOME_H

#include <stdbool.h>

/* id, name in the CSV, meaning; ordered from best to worst: a run ends as its worst step did. */
#define SS_OUTCOME_LIST(X)                                                                         \
    X(SOLVED, "solved", "the referee's estimator met the tolerance")                               \
    X(NO_CONTACT, "no-contact",                                                                    \
      "as solved, and the last step has no contact: the numbers of that step tell nothing")        \
    X(NEAR, "near",                                                                                \
      "an external solver claims convergence, and the referee finds more than its tolerance, "     \
      "at most ten times it or what rounding allows: not solved")                                  \
    X(MAX_SWEEPS, "max-sweeps", "the cap of sweeps was reached first")                             \
    X(STAGNATED, "stagnated",                                                                      \
      "the cap was reached, and the second half of the sweeps gained "                             \
      "nothing: less than 1 %")                                                                    \
    X(UNPHYSICAL, "unphysical",                                                                    \
      "as solved, but an overlap exceeds the radius of the smallest body: the time step is too "   \
      "long for what moves")                                                                       \
    X(INTERRUPTED, "interrupted", "Ctrl-C; the numbers are those of the last complete step")       \
    X(DIVERGED, "diverged",                                                                        \
      "inf or NaN, or impulses beyond what can be told; the run ended there")                      \
    X(FALSE_CONVERGENCE, "false-convergence",                                                      \
      "the solver claims convergence, and the referee finds more than ten times its tolerance")    \
    X(REFEREE_DISAGREES, "referee-disagrees",                                                      \
      "over ranks: the judge, on other ranks and another cut, finds another E1 in the impulses "   \
      "than the ranks that wrote them")                                                            \
    X(TIMEOUT, "timeout",                                                                          \
      "the limit of CPU time was reached, or ten times as much and 20 s passed by the clock on "   \
      "the wall")                                                                                  \
    X(CRASHED, "crashed", "the solver's process was ended by a signal or an abort")                \
    X(OUT_OF_MEMORY, "out-of-memory", "the limit of memory was reached")                           \
    X(ERROR, "error", "the solver gave up and said so, or the problem could not be read")

typedef enum ss_outcome {
#define X(id, name, meaning) SS_OUTCOME_##id,
    SS_OUTCOME_LIST(X)
#undef X
} ss_outcome;

enum {
#define X(id, name, meaning) +1
    SS_OUTCOME_COUNT = SS_OUTCOME_LIST(X)
#undef X
};

/* The name of an outcome as it stands in the CSV files. */
const char *ss_outcome_name(ss_outcome outcome);

/* The outcome of that name; false if there is none. */
bool ss_outcome_find(const char *name, ss_outcome *outcome);

/* Did every step meet the tolerance? */
static inline bool ss_outcome_is_solved(ss_outcome outcome)
{
    return outcome == SS_OUTCOME_SOLVED || outcome == SS_OUTCOME_NO_CONTACT;
}

/* Did a clock, a limit, a crash or the user end it before its own end? */
static inline bool ss_outcome_is_cut_short(ss_outcome outcome)
{
    return outcome == SS_OUTCOME_INTERRUPTED || outcome == SS_OUTCOME_TIMEOUT ||
           outcome == SS_OUTCOME_CRASHED || outcome == SS_OUTCOME_OUT_OF_MEMORY ||
           outcome == SS_OUTCOME_ERROR;
}

/* As ss_outcome_is_solved, of an outcome by its name, as the column `status` has it; false if there
 * is none. */
bool ss_outcome_name_is_solved(const char *name);

#endif
