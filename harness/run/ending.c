/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/ending.h"

#include "harness/run/bounds.h"

#include <math.h>
#include <string.h>

bool ss_ending_samples(const ss_ending_course *course, size_t sweeps)
{
    enum { PERIOD = 64 };
    const size_t before = course->before, cap = course->cap;
    return before / PERIOD != sweeps / PERIOD || (before < cap / 2 && sweeps >= cap / 2) ||
           sweeps >= cap;
}

void ss_ending_follow(ss_ending_course *course, size_t sweeps, double value)
{
    if (ss_ending_samples(course, sweeps))
        course->best = fmin(value, course->best);
    if (sweeps <= course->cap / 2)
        course->best_half = course->best;
}

/* From r, or what somebody has found out from sums. */
static bool can_be_told(const ss_ending_sweep *at)
{
    const bool whole = at->problem != NULL;
    return whole ? ss_can_be_told(at->problem, at->r, at->tol) : at->told;
}

bool ss_ending_of_sweep(const ss_ending_sweep *at, ss_outcome *outcome)
{
    if (!isfinite(at->value) || !isfinite(at->eps))
        *outcome = SS_OUTCOME_DIVERGED;
    else if (at->value <= at->tol)
        *outcome = can_be_told(at) ? SS_OUTCOME_SOLVED : SS_OUTCOME_DIVERGED;
    else if (at->interrupted)
        *outcome = SS_OUTCOME_INTERRUPTED;
    else if (at->late)
        *outcome = SS_OUTCOME_TIMEOUT;
    else if (at->sweeps >= at->cap) /* below 20 the halves are too short to tell */
        *outcome = !can_be_told(at) ? SS_OUTCOME_DIVERGED
                   : at->cap < 20 || at->course->best < 0.99 * at->course->best_half
                       ? SS_OUTCOME_MAX_SWEEPS
                       : SS_OUTCOME_STAGNATED;
    else if (at->is_last)
        *outcome = ss_ending_of_claim(ss_ending_of_answer(at->tol, at->claims, at->value, 0.0),
                                      at->claims, at->value, 0.0);
    else
        return false;
    return true;
}

ss_outcome ss_ending_of_answer(double tol, bool claims, double value, double e1_floor)
{
    if (!isfinite(value))
        return SS_OUTCOME_DIVERGED;
    const bool told = !(e1_floor > fmax(10.0 * tol, 1e-8)); /* else nothing is certain */
    if (told && value <= tol)
        return SS_OUTCOME_SOLVED;
    return claims && (!told || value > 10.0 * tol) ? SS_OUTCOME_FALSE_CONVERGENCE
                                                   : SS_OUTCOME_MAX_SWEEPS;
}

ss_outcome ss_ending_of_claim(ss_outcome judged, bool claims, double e1, double e1_floor)
{
    /* The floor grows with |r|, which is the contender's: an absurd r excuses nothing. */
    const bool at_floor = e1 <= 10.0 * e1_floor && e1_floor <= 1e-8;
    if (judged == SS_OUTCOME_FALSE_CONVERGENCE)
        return at_floor ? SS_OUTCOME_NEAR : SS_OUTCOME_FALSE_CONVERGENCE;
    if (judged == SS_OUTCOME_DIVERGED || judged == SS_OUTCOME_SOLVED)
        return judged;
    return claims ? SS_OUTCOME_NEAR : SS_OUTCOME_MAX_SWEEPS;
}

ss_outcome ss_ending_of_run(ss_outcome worst, const ss_summary_row *row, double most_overlap)
{
    if (worst < SS_OUTCOME_MAX_SWEEPS && row->max_overlap_radii > most_overlap)
        return SS_OUTCOME_UNPHYSICAL;
    return worst == SS_OUTCOME_SOLVED && row->contacts_last == 0 ? SS_OUTCOME_NO_CONTACT : worst;
}

ss_outcome ss_ending_of_child(const ss_child_ending *ending)
{
    static const ss_outcome outcomes[] = {[SS_CHILD_EXITED] = SS_OUTCOME_ERROR,
                                          [SS_CHILD_SIGNALLED] = SS_OUTCOME_CRASHED,
                                          [SS_CHILD_TIMEOUT] = SS_OUTCOME_TIMEOUT,
                                          [SS_CHILD_OUT_OF_MEMORY] = SS_OUTCOME_OUT_OF_MEMORY};
    return outcomes[ending->how];
}

void ss_ending_describe(char *text, size_t size, const ss_child_ending *ending, double limit_s)
{
    if (ending->how == SS_CHILD_TIMEOUT)
        snprintf(text, size,
                 ending->cpu_s >= limit_s
                     ? "its %g s of CPU time were used up; killed"
                     : "ten times its %g s, and 20 s, passed by the clock on the wall; killed",
                 limit_s);
    else if (ending->how == SS_CHILD_SIGNALLED)
        snprintf(text, size, "signal %d: %s", ending->code, strsignal(ending->code));
}
