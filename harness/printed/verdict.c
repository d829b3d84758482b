/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In the order of ss_verdict_kind. */
static const char *const kinds[] = {"ratio",   "residual", "absolute", "rounding",
                                    "cap",     "sign",     "interval", "factor-below",
                                    "at-most", "at-least", "trend",    "none"};
const char ss_verdict_kind_words[] = "ratio, residual, absolute, rounding, cap, sign, interval, "
                                     "factor-below, at-most, at-least, trend or none";

bool ss_verdict_kind_find(const char *word, ss_verdict_kind *kind)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        if (strcmp(word, kinds[k]) == 0) {
            *kind = (ss_verdict_kind)k;
            return true;
        }
    return false;
}

bool ss_verdict_rule_holds(const ss_verdict_rule *rule)
{
    const bool factor = rule->kind == SS_VERDICT_RATIO || rule->kind == SS_VERDICT_RESIDUAL ||
                        rule->kind == SS_VERDICT_ROUNDING || rule->kind == SS_VERDICT_BOUND ||
                        rule->kind == SS_VERDICT_AT_MOST || rule->kind == SS_VERDICT_AT_LEAST;
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

static ss_verdict judge_ratio(const ss_verdict_rule *rule, double paper, const ss_paper_band *band)
{
    if (!(paper > 0.0) || isinf(paper))
        return SS_VERDICT_OUTSIDE;
    if (fabs(band->median / paper - 1.0) <= rule->match + rounding)
        return SS_VERDICT_MATCH;
    if (band->least <= paper && paper <= band->largest)
        return SS_VERDICT_INSIDE;
    const double end = paper < band->least ? band->least : band->largest;
    const double factor = end > paper ? end / paper : paper / end;
    return end > 0.0 && factor <= rule->near * (1.0 + rounding) ? SS_VERDICT_NEAR
                                                                : SS_VERDICT_OUTSIDE;
}

/* The less, the better: `match` for all that are at most `best`, `near` below `good`. */
static ss_verdict judge_small(const ss_paper_band *band, double best, double good)
{
    if (fabs(band->largest) <= best)
        return SS_VERDICT_MATCH;
    if (fabs(band->least) <= best)
        return SS_VERDICT_INSIDE;
    return fabs(band->least) < good ? SS_VERDICT_NEAR : SS_VERDICT_OUTSIDE;
}

/* A sign that the mean has beyond two standard errors, or just has. */
static ss_verdict judge_sign(double sign, const ss_paper_band *band)
{
    const double ours = sign * band->mean;
    return ours > 2.0 * band->se ? SS_VERDICT_MATCH
           : ours > 0.0          ? SS_VERDICT_NEAR
                                 : SS_VERDICT_OUTSIDE;
}

static ss_verdict judge_interval(double beyond, double near)
{
    return beyond <= 0.0 ? SS_VERDICT_MATCH : beyond <= near ? SS_VERDICT_NEAR : SS_VERDICT_OUTSIDE;
}

/* The factor by which `ours` misses a bound: at most 1 where it keeps it. */
static ss_verdict judge_missed(double times, double near)
{
    return times <= 1.0 + rounding            ? SS_VERDICT_MATCH
           : times <= near * (1.0 + rounding) ? SS_VERDICT_NEAR
                                              : SS_VERDICT_OUTSIDE;
}

/* The paper's words hold in all instances, or in most. */
static ss_verdict judge_trend(double paper, const ss_paper_band *band)
{
    return band->least > paper      ? SS_VERDICT_MATCH
           : band->majority > paper ? SS_VERDICT_INSIDE
                                    : SS_VERDICT_OUTSIDE;
}

static ss_verdict judge_words(const ss_verdict_rule *rule, double paper, const ss_paper_band *band)
{
    if (!isfinite(band->median))
        return SS_VERDICT_OUTSIDE;
    if (rule->kind == SS_VERDICT_TREND)
        return judge_trend(paper, band);
    if (rule->kind == SS_VERDICT_AT_LEAST && !(band->median > 0.0))
        return SS_VERDICT_OUTSIDE;
    return judge_missed(
        rule->kind == SS_VERDICT_AT_MOST ? band->median / paper : paper / band->median, rule->near);
}

ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double to,
                            const ss_paper_band *band)
{
    if (band->n == 0)
        return SS_VERDICT_MISSING;
    switch (rule->kind) {
    case SS_VERDICT_NONE:
        return SS_VERDICT_BESIDE;
    case SS_VERDICT_CAP:
        return band->n_capped == band->n ? SS_VERDICT_MATCH
               : band->n_capped > 0      ? SS_VERDICT_INSIDE
                                         : SS_VERDICT_OUTSIDE;
    case SS_VERDICT_ABSOLUTE:
        return judge_small(band, rule->match, rule->near);
    case SS_VERDICT_ROUNDING:
        return judge_small(band, paper, paper * rule->near);
    case SS_VERDICT_SIGN:
        return judge_sign(paper, band);
    case SS_VERDICT_INTERVAL:
        return judge_interval(fmax(paper - band->median, band->median - to), rule->near);
    case SS_VERDICT_BOUND:
        return judge_interval(fabs(band->mean) - rule->match * paper,
                              (rule->near - 1.0) * rule->match * paper);
    case SS_VERDICT_AT_MOST:
    case SS_VERDICT_AT_LEAST:
    case SS_VERDICT_TREND:
        return judge_words(rule, paper, band);
    case SS_VERDICT_RATIO:
    case SS_VERDICT_RESIDUAL:
        break;
    }
    return isnan(paper) ? SS_VERDICT_MISSING : judge_ratio(rule, paper, band);
}

/* ---- our numbers ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The number at `part` (0 to 1) of n > 0 in order, between neighbours. */
static double quantile(const double *sorted, size_t n, double part)
{
    const double at = part * (double)(n - 1);
    const size_t k = (size_t)at;
    const double rest = at - (double)k;
    return rest > 0.0 ? (1.0 - rest) * sorted[k] + rest * sorted[k + 1] : sorted[k];
}

static void set_mean(ss_paper_band *band, const double *values)
{
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < band->n; ++k)
        if (isfinite(values[k])) {
            n += 1.0;
            sum += values[k];
        }
    band->mean = n > 0.0 ? sum / n : NAN;
    for (size_t k = 0; k < band->n; ++k)
        if (isfinite(values[k]))
            squares += (values[k] - band->mean) * (values[k] - band->mean);
    band->se = n > 1.0 ? sqrt(squares / (n * (n - 1.0))) : NAN;
}

ss_paper_band ss_paper_band_of(double *values, size_t n)
{
    ss_paper_band band = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, 0};
    for (size_t k = 0; k < n; ++k)
        if (!isnan(values[k])) {
            band.n_capped += isinf(values[k]) != 0;
            values[band.n++] = values[k];
        }
    if (band.n == 0)
        return band;
    set_mean(&band, values);
    qsort(values, band.n, sizeof *values, by_value);
    band.least = values[0];
    band.lower = quantile(values, band.n, 0.25);
    band.median = quantile(values, band.n, 0.5);
    band.majority = values[(band.n - 1) / 2];
    band.upper = quantile(values, band.n, 0.75);
    band.largest = values[band.n - 1];
    return band;
}
