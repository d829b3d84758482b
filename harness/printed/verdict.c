/* Agreement of a printed number and ours. Every rule comes down to a condition for `match`, one for
 * `inside` and one for `near`, of which the best that holds counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/verdict.h"

#include "harness/tables/spread.h"

#include <math.h>
#include <string.h>

ss_verdict_kind ss_verdict_kind_find(const char *word)
{
    static const char *const words[] = {
#define X(id, word) word,
        SS_VERDICT_KIND_LIST(X)
#undef X
    };
    size_t k = 0;
    while (k < SS_N_VERDICT_KINDS && strcmp(word, words[k]) != 0)
        ++k;
    return (ss_verdict_kind)k;
}

bool ss_verdict_rule_holds(const ss_verdict_rule *rule)
{
    const bool factor = rule->kind == SS_VERDICT_RATIO || rule->kind == SS_VERDICT_RESIDUAL ||
                        rule->kind == SS_VERDICT_ROUNDING || rule->kind == SS_VERDICT_BOUND ||
                        rule->kind == SS_VERDICT_GIVEN || rule->kind == SS_VERDICT_AT_MOST ||
                        rule->kind == SS_VERDICT_AT_LEAST;
    return rule->match >= 0.0 && rule->near >= (factor ? 1.0 : 0.0) &&
           isfinite(rule->match + rule->near);
}

bool ss_verdict_can_judge(ss_verdict_kind kind, double paper, double to)
{
    switch (kind) {
    case SS_VERDICT_NONE:
        return isnan(paper);
    case SS_VERDICT_ABSOLUTE:
        return paper == 0.0;
    case SS_VERDICT_SIGN:
        return fabs(paper) == 1.0;
    case SS_VERDICT_TREND:
        return isfinite(paper);
    case SS_VERDICT_INTERVAL:
        return isfinite(paper) && isfinite(to) && paper < to;
    default:
        return isfinite(paper) && paper > 0.0;
    }
}

/* A limit written in decimal includes itself: |1.01 - 1| <= 0.01 fails in binary without it. */
static const double rounding = 1e-12;

const char *ss_verdict_word(ss_verdict verdict)
{
    static const char *const words[] = {
#define X(id, word) word,
        SS_VERDICT_LIST(X)
#undef X
    };
    return words[verdict];
}

/* By the median alone `match`, by the band `inside`; else by the factor between the printed number
 * and the end of the band that is nearer to it. */
static ss_verdict judge_ratio(const ss_verdict_rule *rule, double paper, const ss_paper_band *band)
{
    if (!(paper > 0.0) || isinf(paper))
        return SS_VERDICT_OUTSIDE;
    const double apart = fabs(band->median / paper - 1.0);
    if (rule->kind == SS_VERDICT_GIVEN) /* `near` is a factor: 1.03 is 3 % */
        return apart <= rule->near - 1.0 + rounding ? SS_VERDICT_INPUT : SS_VERDICT_OUTSIDE;
    if (apart <= rule->match + rounding)
        return SS_VERDICT_MATCH;
    if (band->least <= paper && paper <= band->largest)
        return SS_VERDICT_INSIDE;
    const double end = paper < band->least ? band->least : band->largest;
    const double factor = end > paper ? end / paper : paper / end;
    return end > 0.0 && factor <= rule->near * (1.0 + rounding) ? SS_VERDICT_NEAR
                                                                : SS_VERDICT_OUTSIDE;
}

/* The best of the words whose condition holds. */
static ss_verdict graded(bool match, bool inside, bool near)
{
    return match    ? SS_VERDICT_MATCH
           : inside ? SS_VERDICT_INSIDE
           : near   ? SS_VERDICT_NEAR
                    : SS_VERDICT_OUTSIDE;
}

/* The less, the better: `match` for all that are at most `best`, `near` below `good`. */
static ss_verdict judge_small(const ss_paper_band *band, double best, double good)
{
    return graded(fabs(band->largest) <= best, fabs(band->least) <= best, fabs(band->least) < good);
}

ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double to,
                            const ss_paper_band *band)
{
    /* Of bounds and signs: `paper` is the bound, or 1 or -1. */
    const double limit = rule->match * paper, signed_mean = paper * band->mean;
    const double median = band->median, beyond = fmax(paper - median, median - to);
    const bool finite = isfinite(median);
    /* The factor by which ours misses a bound: at most 1 where it keeps it. */
    const double missed = rule->kind == SS_VERDICT_AT_MOST ? median / paper
                          : median > 0.0                   ? paper / median
                                                           : INFINITY;
    if (band->n == 0)
        return SS_VERDICT_MISSING;
    switch (rule->kind) {
    case SS_VERDICT_NONE:
        return SS_VERDICT_BESIDE;
    case SS_VERDICT_CAP:
        return graded(band->n_capped == band->n, band->n_capped > 0, false);
    case SS_VERDICT_ABSOLUTE:
        return judge_small(band, rule->match, rule->near);
    case SS_VERDICT_ROUNDING:
        return judge_small(band, paper, paper * rule->near);
    case SS_VERDICT_SIGN:
        return graded(signed_mean > 2.0 * band->se, false, signed_mean > 0.0);
    case SS_VERDICT_INTERVAL:
        return graded(beyond <= 0.0, false, beyond <= rule->near);
    case SS_VERDICT_BOUND:
        return graded(fabs(band->mean) <= limit, false,
                      fabs(band->mean) - limit <= (rule->near - 1.0) * limit);
    case SS_VERDICT_TREND:
        return graded(finite && band->least > paper, finite && band->majority > paper, false);
    case SS_VERDICT_AT_LEAST:
    case SS_VERDICT_AT_MOST:
        return graded(finite && missed <= 1.0 + rounding, false,
                      finite && missed <= rule->near * (1.0 + rounding));
    default:
        return isnan(paper) ? SS_VERDICT_MISSING : judge_ratio(rule, paper, band);
    }
}

/* ---- our numbers ---- */

ss_paper_band ss_paper_band_of(double *values, size_t n)
{
    ss_paper_band band = {.n = 0, .mean = NAN, .se = NAN, .majority = NAN};
    double n_finite = 0.0, sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < n; ++k) {
        if (isnan(values[k]))
            continue;
        const bool capped = isinf(values[k]) != 0;
        band.n_capped += capped;
        n_finite += capped ? 0.0 : 1.0;
        sum += capped ? 0.0 : values[k];
        values[band.n++] = values[k];
    }
    if (n_finite > 0.0)
        band.mean = sum / n_finite;
    for (size_t k = 0; k < band.n; ++k)
        squares += isinf(values[k]) ? 0.0 : (values[k] - band.mean) * (values[k] - band.mean);
    if (n_finite > 1.0)
        band.se = sqrt(squares / (n_finite * (n_finite - 1.0)));
    const ss_spread spread = ss_spread_of(values, band.n);
    band.least = spread.least;
    band.lower = spread.q1;
    band.median = spread.median;
    band.upper = spread.q3;
    band.largest = spread.largest;
    if (band.n > 0)
        band.majority = values[(band.n - 1) / 2];
    return band;
}
