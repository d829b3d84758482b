/* Why a run stopped, in one word: the column `status`, an ss_outcome. The word is found once, by
 * whoever stands outside of what ended, and from there on it is only passed on or made worse:
 *
 *     who ends        who says so             where the word is kept         by
 *     a sweep         the referee's watch     ss_seen.stop: go on or not;    ss_ending_of_sweep
 *                                             at a stop ss_solve_report
 *     an r from       the referee             ss_solve_report, then          ss_ending_of_answer,
 *     elsewhere                               ss_trial_result                ss_ending_of_claim
 *     a step          run.c                   ss_solve_report: diverged where bodies are lost
 *     a run           remarks.c               ss_remarks.worst of its steps  ss_ending_of_run
 *     a process       its parent (alone.c)    ss_alone: the run's own word,  ss_ending_of_child
 *                                             or how the process ended
 *     all of them                             row.status, its name; tables/record.h reads it back
 *
 * What stages of a solver know of their own end (is_over, ss_system_end) is for their log: none of
 * it gets here. A number between processes is an ss_outcome that is checked (alone.c: is_possible);
 * a name is text of this process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ENDING_H
#define SS_HARNESS_RUN_ENDING_H

#include "harness/tables/rows.h"
#include "problems/base/child.h"
#include "problems/contact/problem.h"
#include "solvers/base/outcome.h"

/* What tells stagnation: the values of some iterates, the first with so many sweeps behind: once in
 * 64 sweeps, half way to the cap and at the cap. */
typedef struct ss_ending_course {
    size_t before, cap;     /* sweeps behind the iterate before; the most */
    double best, best_half; /* the least value, and of the first half; infinite at first */
} ss_ending_course;

/* Is the iterate after so many sweeps one of these? */
bool ss_ending_samples(const ss_ending_course *course, size_t sweeps);

/* Take its value in if it is; `before` is the caller's. */
void ss_ending_follow(ss_ending_course *course, size_t sweeps, double value);

/* An iterate at which a solve may end. All is borrowed. */
typedef struct ss_ending_sweep {
    const ss_problem *problem; /* NULL: no machine has it whole, and `told` is ss_can_be_told */
    const double *r;           /* 3 n_contacts, N s */
    bool told;
    double value, eps;      /* the stopping estimator's and eps, which tells what is not finite */
    double tol;             /* met by a value that is not above */
    size_t sweeps, cap;     /* behind it, and the most */
    bool interrupted, late; /* by Ctrl-C; past its deadline */
    bool is_last;           /* the solver cannot go on */
    bool claims;            /* with is_last: it says that it meets the tolerance */
    const ss_ending_course *course; /* up to here */
} ss_ending_sweep;

/* Does the solve end here, and how? Met, lost, told to, out of time, or at the cap, in this order;
 * an r that is absurd at the tolerance or at the cap (ss_can_be_told) is lost. */
bool ss_ending_of_sweep(const ss_ending_sweep *at, ss_outcome *outcome);

/* The word on an r that came from elsewhere, whose stopping estimator has this value: solved is
 * what meets `tol`; where rounding hides the residual nothing is. What `claims` to meet it, and
 * misses it by more than ten times, is false. */
ss_outcome ss_ending_of_answer(double tol, bool claims, double value, double e1_floor);

/* The same once more of an answer that another code handed over, whose r is judged so: what it
 * claims and misses is `near` within ten times, or where r is as good as rounding allows. */
ss_outcome ss_ending_of_claim(ss_outcome judged, bool claims, double e1, double e1_floor);

/* The word on a run whose worst step ended so: its overlaps, in radii of the smallest body, and
 * contacts may say more. */
ss_outcome ss_ending_of_run(ss_outcome worst, const ss_summary_row *row, double most_overlap);

/* The word on work that has not come to its end: how its process did. */
ss_outcome ss_ending_of_child(const ss_child_ending *ending);

/* The same in words: which limit killed it, its limit_s of CPU time or the clock on the wall, or
 * which signal ended it. Another ending leaves the text. */
void ss_ending_describe(char *text, size_t size, const ss_child_ending *ending, double limit_s);

/* The wall clock's limit beside one of CPU time, s: the net for who sleeps. It is wide, and wider
 * for a short limit, so that a loaded machine ends nothing. */
static inline double ss_ending_wall_s(double cpu_s)
{
    return 10.0 * cpu_s + 20.0;
}

#endif
