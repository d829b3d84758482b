/* Ours against another code's: the quickest of each side, problem by problem, and two fixed solvers
 * over all problems. What counts, and which times may be judged, says tables/standing.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_table.h"

#include "harness/estimators/estimators.h"
#include "harness/tables/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* E1 of two runs that were not stopped by it, and are compared all the same: within ten times. */
#define ALIKE 10.0

/* The run of a contender; NULL: missing. */
static const ss_summary_row *run_at(const ss_field_table *t, size_t tol, size_t problem,
                                    size_t solver)
{
    return t->runs[(tol * t->n_problems + problem) * t->n_solvers + solver];
}

static bool is_external(const ss_field_table *t, size_t solver)
{
    return t->contenders->at[solver].external != NULL;
}

static bool counts(const ss_summary_row *run)
{
    return run != NULL && ss_standing_of(run) == SS_STANDING_COUNTS;
}

/* The quickest of one side that counts; n_solvers: none. *missing: runs of that side that are not
 * there. */
static size_t quickest(const ss_field_table *t, size_t tol, size_t problem, bool external,
                       size_t *missing)
{
    size_t best = t->n_solvers;
    for (size_t s = 0; s < t->n_solvers; ++s) {
        const ss_summary_row *const run = run_at(t, tol, problem, s);
        if (is_external(t, s) != external)
            continue;
        *missing += run == NULL;
        if (counts(run) &&
            (best == t->n_solvers || ss_price_of(run, SS_PRICE_TIME) <
                                         ss_price_of(run_at(t, tol, problem, best), SS_PRICE_TIME)))
            best = s;
    }
    return best;
}

/* Why nobody is called quicker of two runs that count; "": the prices tell. */
static const char *why_open(const ss_summary_row *a, const ss_summary_row *b)
{
    double a1, a3, b1, b3;
    const double e1 = ss_standing_e1(a) / ss_standing_e1(b);
    const char *why = "";
    ss_price_quartiles(a, &a1, &a3);
    ss_price_quartiles(b, &b1, &b3);
    if (strcmp(a->stop, ss_estimator_e1.name) != 0 && fmax(e1, 1.0 / e1) > ALIKE)
        why = "their E1 are more than ten times apart";
    else if (!ss_price_is_judged(a, SS_PRICE_TIME) || !ss_price_is_judged(b, SS_PRICE_TIME))
        why = "not both were timed three times with quartiles within a tenth";
    else if (a->machine[0] != '\0' && b->machine[0] != '\0' && strcmp(a->machine, b->machine) != 0)
        why = "they were timed on different machines";
    else if (a1 <= b3 && b1 <= a3)
        why = "the quartiles of their times overlap";
    return why;
}

/* The members of a side in a row of best.csv. */
#define SET_SIDE(best, side, run)                                                                  \
    do {                                                                                           \
        (best).side##_cpu_s = ss_price_of(run, SS_PRICE_TIME);                                     \
        (best).side##_e1 = ss_standing_e1(run);                                                    \
        ss_price_quartiles(run, &(best).side##_cpu_s_q1, &(best).side##_cpu_s_q3);                 \
    } while (0)

/* Fill in ratio, winner and reason from the quickest of each side, NULL: none, and what is missing
 * of each. */
static void judge(ss_best_row *best, const ss_summary_row *ours, const ss_summary_row *theirs,
                  const size_t missing[2])
{
    const bool both = ours != NULL && theirs != NULL, nobody = ours == NULL && theirs == NULL;
    best->ratio = both     ? best->theirs_cpu_s / best->ours_cpu_s
                  : nobody ? NAN
                           : (ours != NULL ? INFINITY : 0.0);
    best->reason = both ? why_open(ours, theirs) : "";
    const bool could_win = both && missing[best->ratio > 1.0 ? 1 : 0] > 0; /* who is not there */
    if ((ours == NULL && missing[0] > 0) || (theirs == NULL && missing[1] > 0) ||
        (could_win && best->reason[0] == '\0'))
        best->reason = "runs are missing";
    best->winner = best->reason[0] != '\0' ? "open"
                   : nobody                ? "none"
                   : best->ratio > 1.0     ? "ours"
                                           : "theirs";
}

ss_best_row ss_field_best_of(const ss_field_table *t, size_t tol, size_t problem)
{
    size_t missing[2] = {0, 0};
    const size_t a = quickest(t, tol, problem, false, &missing[0]);
    const size_t b = quickest(t, tol, problem, true, &missing[1]);
    const ss_summary_row *const ours = a < t->n_solvers ? run_at(t, tol, problem, a) : NULL;
    const ss_summary_row *const theirs = b < t->n_solvers ? run_at(t, tol, problem, b) : NULL;
    const ss_field_row *const first = &t->rows[(tol * t->n_problems + problem) * t->n_solvers];
    ss_best_row best;
    ss_rows_clear(ss_rows_find("best"), &best);
    best.problem = first->problem;
    for (size_t s = 0; s < t->n_solvers; ++s)
        best.contacts = first[s].contacts > best.contacts ? first[s].contacts : best.contacts;
    best.tol = first->tol;
    best.stop = first->stop;
    if (ours != NULL) {
        SET_SIDE(best, ours, ours);
        best.ours = t->names[a];
    }
    if (theirs != NULL) {
        SET_SIDE(best, theirs, theirs);
        best.theirs = t->names[b];
        best.theirs_tol_given = theirs->tol_given;
    }
    judge(&best, ours, theirs, missing);
    return best;
}

/* ---- two fixed solvers ---- */

/* The sum of the logarithms of b's times over a's on the problems that both solve, so many in *n,
 * and if `ratios` is not NULL each of them there. */
static double log_ratios(const ss_field_table *t, size_t tol, size_t a, size_t b, size_t *n,
                         double *ratios)
{
    double sum = 0.0;
    *n = 0;
    for (size_t p = 0; p < t->n_problems; ++p) {
        const ss_summary_row *const x = run_at(t, tol, p, a), *const y = run_at(t, tol, p, b);
        if (!counts(x) || !counts(y))
            continue;
        const double one = log(ss_price_of(y, SS_PRICE_TIME) / ss_price_of(x, SS_PRICE_TIME));
        if (ratios != NULL)
            ratios[*n] = one;
        sum += one;
        ++*n;
    }
    return sum;
}

static size_t count(const ss_field_table *t, size_t tol, size_t solver)
{
    size_t n = 0;
    for (size_t p = 0; p < t->n_problems; ++p)
        n += counts(run_at(t, tol, p, solver));
    return n;
}

/* The quicker of two over all that both solve at all tolerances: is it a? */
static bool is_quicker(const ss_field_table *t, size_t a, size_t b)
{
    size_t n;
    double sum = 0.0;
    for (size_t tol = 0; tol < t->n_tols; ++tol)
        sum += log_ratios(t, tol, a, b, &n, NULL);
    return sum > 0.0;
}

size_t ss_field_fixed_of(const ss_field_table *t, bool external)
{
    size_t best = t->n_solvers, most = 0;
    for (size_t s = 0; s < t->n_solvers; ++s) {
        size_t n = 0;
        for (size_t i = 0; i < t->n_tols; ++i)
            n += count(t, i, s);
        if (is_external(t, s) != external ||
            (best < t->n_solvers && (n < most || (n == most && !is_quicker(t, s, best)))))
            continue;
        best = s;
        most = n;
    }
    return best;
}

bool ss_field_duel_of(ss_field_duel *duel, const ss_field_table *t, size_t tol, size_t ours,
                      size_t theirs, ss_error *error)
{
    double *const ratios = calloc(t->n_problems, sizeof *ratios);
    if (ratios == NULL)
        return ss_error_memory(error, "the duels");
    *duel = (ss_field_duel){.ours = count(t, tol, ours), .theirs = count(t, tol, theirs)};
    const double sum = log_ratios(t, tol, ours, theirs, &duel->shared, ratios);
    const double n = (double)duel->shared;
    duel->ratio = exp(sum / n); /* NAN where they share nothing */
    for (size_t p = 0; p < t->n_problems; ++p) {
        const ss_summary_row *const x = run_at(t, tol, p, ours);
        const ss_summary_row *const y = run_at(t, tol, p, theirs);
        duel->unjudged +=
            counts(x) && counts(y) &&
            !(ss_price_is_judged(x, SS_PRICE_TIME) && ss_price_is_judged(y, SS_PRICE_TIME));
    }
    const bool done =
        ss_bootstrap(&duel->within, &duel->shared, 1, ss_bootstrap_sum, ratios, error);
    duel->within = (ss_interval){exp(duel->within.low / n), exp(duel->within.high / n)};
    free(ratios);
    return done;
}
