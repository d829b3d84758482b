/* Every two contenders are compared once (a duel); who beats most others stands first. Whether the
 * first is a winner is asked of its duels: the first that it does not win by more than chance says
 * why nobody does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include "problems/base/names.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One contender against another, by the questions that can be told of both. */
typedef struct duel {
    size_t questions, solved[2], shared; /* shared: both solved it */
    size_t judged;                       /* of those, with times that may be judged */
    double ratio;                        /* cost of the second over the first's, geometric mean */
    double least;                        /* the same of its lower and the first's upper quartiles */
    double gap_e1;                       /* largest ratio of E1 that kept a question out; 0: none */
} duel;

typedef struct job {
    ss_ranking_order *order;
    const ss_grid_contender *contenders;
    size_t n;       /* contenders */
    size_t *beaten; /* how many others each of them beats */
    double *values; /* one a question, of what is drawn again */
    ss_error *error;
} job;

static const ss_ranking_cost *cost_of(const job *j, size_t question, size_t contender)
{
    return &j->order->costs[question * j->n + contender];
}

/* The gap between two whole runs: the ratio of their E1; 1 where both first reached the same. */
static double gap_of(const ss_ranking_cost *a, const ss_ranking_cost *b)
{
    const double ratio = a->e1 > b->e1 ? a->e1 / b->e1 : b->e1 / a->e1;
    return isfinite(a->value) && isfinite(b->value) && isfinite(ratio) ? ratio : 1.0;
}

static bool is_told(const ss_ranking_cost *a, const ss_ranking_cost *b)
{
    return !isnan(a->value) && !isnan(b->value) && gap_of(a, b) <= SS_RANKING_ALIKE;
}

static duel compare(const job *j, size_t a, size_t b)
{
    duel d = {.questions = 0};
    double sum = 0.0, least = 0.0;
    for (size_t q = 0; q < j->order->n_questions; ++q) {
        const ss_ranking_cost *const one = cost_of(j, q, a), *const two = cost_of(j, q, b);
        if (!is_told(one, two)) {
            if (gap_of(one, two) > SS_RANKING_ALIKE)
                d.gap_e1 = fmax(d.gap_e1, gap_of(one, two));
            continue;
        }
        ++d.questions;
        d.solved[0] += isfinite(one->value) ? 1 : 0;
        d.solved[1] += isfinite(two->value) ? 1 : 0;
        if (isinf(one->value) || isinf(two->value))
            continue;
        ++d.shared;
        d.judged += one->is_judged && two->is_judged;
        sum += log(two->value / one->value);
        if (one->is_judged && two->is_judged)
            least += log(two->q1 / one->q3);
    }
    d.ratio = d.shared > 0 ? exp(sum / (double)d.shared) : NAN;
    d.least = d.judged > 0 ? exp(least / (double)d.judged) : NAN;
    return d;
}

/* ---- over the questions, drawn again ---- */

/* Of logarithms of ratios: n times that of their geometric mean. */
static double sum_of(const size_t *drawn, size_t n, void *context)
{
    const double *const values = context;
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += values[drawn[k]];
    return sum;
}

/* Did the contender solve the question, is nobody cheaper, and was it not the only one? */
static bool wins(const job *j, size_t question, size_t contender)
{
    const double cost = cost_of(j, question, contender)->value;
    bool cheapest = isfinite(cost);
    size_t n_others = 0;
    for (size_t s = 0; cheapest && s < j->n; ++s) {
        const ss_ranking_cost *const other = cost_of(j, question, s);
        const bool told = s != contender && is_told(cost_of(j, question, contender), other);
        cheapest = !(told && other->value < cost);
        n_others += told;
    }
    return cheapest && n_others > 0;
}

/* Draw the questions again: intervals of the place's wins and of its ratio to `first`. */
static bool draw_again(const job *j, ss_ranking_place *place, size_t first)
{
    size_t n = 0, n_told = 0;
    for (size_t q = 0; q < j->order->n_questions; ++q)
        if (!isnan(cost_of(j, q, place->contender)->value))
            j->values[n++] = wins(j, q, place->contender);
    if (!ss_bootstrap(&place->wins_within, n, sum_of, j->values, j->error))
        return false;
    for (size_t q = 0; q < j->order->n_questions; ++q) {
        const ss_ranking_cost *const a = cost_of(j, q, first), *const b =
                                                                   cost_of(j, q, place->contender);
        if (is_told(a, b) && isfinite(a->value) && isfinite(b->value))
            j->values[n_told++] = log(b->value / a->value);
    }
    if (!ss_bootstrap(&place->ratio_within, n_told, sum_of, j->values, j->error))
        return false;
    place->ratio_within.low = exp(place->ratio_within.low / (double)n_told);
    place->ratio_within.high = exp(place->ratio_within.high / (double)n_told);
    return true;
}

/* ---- places ---- */

static int by_rank(const void *a, const void *b)
{
    const ss_ranking_place *const one = a, *const two = b;
    if (one->rank != two->rank)
        return one->rank < two->rank ? -1 : 1;
    if (one->solved != two->solved)
        return one->solved > two->solved ? -1 : 1;
    return (one->contender > two->contender) - (one->contender < two->contender);
}

/* A place for each contender that has something to tell; its rank is one more than how many beat
 * more others. */
static void find_places(job *j)
{
    ss_ranking_order *const order = j->order;
    for (size_t a = 0; a < j->n; ++a)
        for (size_t b = 0; b < j->n; ++b) {
            const duel d = compare(j, a, b);
            j->beaten[a] += a != b && (d.solved[0] > d.solved[1] ||
                                       (d.solved[0] == d.solved[1] && d.ratio > 1.0));
        }
    for (size_t s = 0; s < j->n; ++s) {
        ss_ranking_place place = {.contender = s, .rank = 1};
        for (size_t q = 0; q < order->n_questions; ++q) {
            place.questions += isnan(cost_of(j, q, s)->value) ? 0 : 1;
            place.solved += isfinite(cost_of(j, q, s)->value) ? 1 : 0;
            place.wins += wins(j, q, s);
        }
        for (size_t k = 0; k < j->n; ++k)
            place.rank += j->beaten[k] > j->beaten[s];
        if (place.questions > 0)
            order->places[order->n++] = place;
    }
    if (order->n > 1)
        qsort(order->places, order->n, sizeof *order->places, by_rank);
}

/* Their distance from the first, and how sure all that is. */
static bool measure_places(job *j)
{
    ss_ranking_order *const order = j->order;
    bool measured = true;
    for (size_t k = 0; measured && k < order->n; ++k) {
        ss_ranking_place *const place = &order->places[k];
        const size_t first = order->places[0].contender;
        const duel d = compare(j, first, place->contender);
        place->shared = d.shared;
        place->ratio = d.ratio;
        measured = draw_again(j, place, first);
    }
    return measured;
}

/* ---- the winner ---- */

/* Write " (0.97 times, 95 % 0.90 to 1.05)". */
static void put_ratio(char text[96], const ss_ranking_place *place)
{
    if (isnan(place->ratio_within.low))
        snprintf(text, 96, "%.3g times the cost", place->ratio);
    else
        snprintf(text, 96, "%.3g times the cost, 95 %% %.3g to %.3g", place->ratio,
                 place->ratio_within.low, place->ratio_within.high);
}

/* Add to `why`, as far as there is room. */
static void __attribute__((format(printf, 2, 3)))
put_end(ss_ranking_order *order, const char *format, ...)
{
    const size_t used = strlen(order->why);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(order->why + used, sizeof order->why - used, format, arguments);
    va_end(arguments);
}

/* "`a` and `b` are alike", and in what they are not. */
static void put_alike(ss_ranking_order *order, const duel *d, const char *a, const char *b)
{
    snprintf(order->why, sizeof order->why, "`%s` and `%s` are alike", a, b);
    if (d->solved[0] != d->solved[1])
        put_end(order, " in cost, and solve %zu and %zu of %zu", d->solved[0], d->solved[1],
                d->questions);
}

/* Does the first win against the contender of `place`? If not, say why. */
static bool is_won(const job *j, const ss_ranking_place *place)
{
    ss_ranking_order *const order = j->order;
    const char *const a = j->contenders[order->places[0].contender].label;
    const char *const b = j->contenders[place->contender].label;
    const duel d = compare(j, order->places[0].contender, place->contender);
    const bool timed = order->price == SS_PRICE_TIME, only = d.solved[1] == 0 && d.solved[0] > 0;
    const double low = isnan(place->ratio_within.low) ? d.ratio : place->ratio_within.low;
    char ratio[96];
    put_ratio(ratio, place);
    if (d.questions == 0 && d.gap_e1 > 0.0)
        snprintf(order->why, sizeof order->why, "E1 differ by %.2gx between `%s` and `%s`",
                 d.gap_e1, a, b);
    else if (d.questions == 0)
        snprintf(order->why, sizeof order->why, "`%s` and `%s` have no problem in common", a, b);
    else if (d.solved[1] > d.solved[0])
        snprintf(order->why, sizeof order->why, "`%s` solves %zu and `%s` %zu of %zu", b,
                 d.solved[1], a, d.solved[0], d.questions);
    else if (!only && d.shared < (d.questions > 2 ? 2 : 1)) /* of many one is chance */
        snprintf(order->why, sizeof order->why, "`%s` and `%s` solve %s problem in common", a, b,
                 d.shared == 0 ? "no" : "only one");
    else if (d.solved[0] > d.solved[1] && d.ratio < 1.0 && !(place->ratio_within.high >= 1.0))
        snprintf(order->why, sizeof order->why,
                 "`%s` is cheaper than `%s` (whose cost is %.3g times its own) but fails on %zu of "
                 "%zu that that solves",
                 b, a, 1.0 / d.ratio, d.solved[0] - d.shared, d.solved[0]);
    else if (timed && !only && 2 * d.judged <= d.shared)
        snprintf(
            order->why, sizeof order->why,
            "times are not judged: three repeats or more with quartiles within 10 %% on %zu of "
            "%zu problem%s (`%s`: %s)",
            d.judged, d.shared, ss_name_plural(d.shared), b, ratio);
    else if (!only && !(low > 1.0 && (timed ? d.least > 1.0 : d.ratio > 1.0 + SS_RANKING_FLOOR))) {
        put_alike(order, &d, a, b);
        put_end(order, ": `%s` has %s%s", b, ratio,
                timed && low > 1.0 ? ", within the repeats' quartiles" : "");
    } else
        return true;
    return false;
}

/* Why nothing can be told of anybody: what most answers lack. */
static void tell_nothing(ss_ranking_order *order)
{
    static const char *const words[] = {
#define X(id, words) words,
        SS_RANKING_GAP_LIST(X)
#undef X
    };
    size_t most = SS_RANKING_GAP_NONE;
    for (size_t gap = SS_RANKING_GAP_NOTHING; gap < SS_RANKING_GAPS; ++gap)
        most = order->n_left_out[gap] > order->n_left_out[most] ? gap : most;
    snprintf(order->why, sizeof order->why, "no run can be compared%s%s",
             most != SS_RANKING_GAP_NONE ? ": there are those " : "", words[most]);
}

/* Find the winner and what it wins by, or why nobody does. */
static void find_winner(job *j)
{
    ss_ranking_order *const order = j->order;
    const ss_ranking_place *const first = order->places;
    if (order->n == 0) {
        tell_nothing(order);
        return;
    }
    if (first->solved == 0) {
        snprintf(order->why, sizeof order->why, "nobody solves anything");
        return;
    }
    const char *const label = j->contenders[first->contender].label;
    bool won = order->n > 1;
    snprintf(order->why, sizeof order->why, "only `%s` can be told of: nothing to compare", label);
    for (size_t k = 1; won && k < order->n; ++k)
        won = is_won(j, &order->places[k]);
    if (!won)
        return;
    char ratio[96];
    put_ratio(ratio, &first[1]);
    const char *const next = j->contenders[first[1].contender].label;
    order->winner = label;
    const size_t n_untold = j->n - order->n;
    if (isnan(first[1].ratio))
        snprintf(ratio, sizeof ratio, "none of them");
    snprintf(order->why, sizeof order->why, "solves %zu of %zu; next `%s`: %s", first->solved,
             first->questions, next, ratio);
    if (n_untold > 0)
        put_end(order, "; nothing is known of %zu other%s", n_untold, ss_name_plural(n_untold));
}

bool ss_ranking_arrange(ss_ranking_order *order, const ss_grid_contender *contenders, size_t n,
                        ss_error *error)
{
    job j = {.order = order,
             .contenders = contenders,
             .n = n,
             .beaten = calloc(n + 1, sizeof *j.beaten),
             .values = calloc(order->n_questions + 1, sizeof *j.values),
             .error = error};
    order->n_contenders = n;
    order->places = calloc(n + 1, sizeof *order->places);
    bool arranged = j.beaten != NULL && j.values != NULL && order->places != NULL;
    if (!arranged)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for a ranking");
    else
        find_places(&j);
    arranged = arranged && measure_places(&j);
    if (arranged)
        find_winner(&j);
    free(j.beaten);
    free(j.values);
    return arranged;
}

bool ss_ranking_is_told(const ss_ranking_order *order)
{
    const size_t n = order->n_contenders;
    size_t n_told = 0, n_silent = 0, most = 0;
    for (size_t q = 0; q < order->n_questions; ++q) {
        size_t n_there = 0;
        for (size_t s = 0; s < n; ++s) {
            const ss_ranking_cost *const cost = &order->costs[q * n + s];
            const bool told = !isnan(cost->value);
            n_there += told ? 1 : 0;
            if (!told && cost->gap >= SS_RANKING_GAP_STOPPED &&
                cost->gap <= SS_RANKING_GAP_UNTRACED)
                ++n_silent;
        }
        n_told += n_there;
        most = n_there > most ? n_there : most;
    }
    return most > 1 && n_told >= n_silent;
}

/* The rank of a contender; 0: it has none. */
static size_t rank_of(const ss_ranking_order *order, size_t contender)
{
    size_t rank = 0;
    for (size_t k = 0; k < order->n; ++k)
        if (order->places[k].contender == contender)
            rank = order->places[k].rank;
    return rank;
}

bool ss_ranking_differs(const ss_ranking *r, size_t accuracy)
{
    const ss_ranking_order *const time = &r->orders[accuracy][SS_PRICE_TIME];
    const ss_ranking_order *const units = &r->orders[accuracy][SS_PRICE_UNITS];
    bool differs = false;
    for (size_t k = 0; k < time->n; ++k)
        for (size_t i = 0; i < k; ++i) {
            const size_t ahead = rank_of(units, time->places[i].contender);
            const size_t behind = rank_of(units, time->places[k].contender);
            differs = differs ||
                      (time->places[i].rank < time->places[k].rank && behind > 0 && behind < ahead);
        }
    return differs;
}

bool ss_ranking_is_shown(const ss_ranking *r, size_t accuracy)
{
    const size_t whole = SS_RANKING_ACCURACIES - 1;
    bool shown = false, at_e1 = false;
    for (size_t k = 0; k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k) {
        const bool told = ss_ranking_is_told(&r->orders[0][0] + k);
        shown = shown || (told && k / SS_PRICE_COUNT == accuracy);
        at_e1 = at_e1 || (told && k / SS_PRICE_COUNT < whole);
    }
    return accuracy == whole ? !at_e1 : shown;
}

bool ss_ranking_costs(ss_profile_costs *costs, const ss_ranking_order *order, ss_error *error)
{
    *costs = (ss_profile_costs){.n_solvers = order->n};
    bool made = true;
    for (size_t q = 0; made && order->n > 0 && q < order->n_questions; ++q) {
        const ss_ranking_cost *const row = order->costs + q * order->n_contenders;
        bool by_all = true;
        for (size_t k = 0; k < order->n; ++k)
            by_all = by_all && !isnan(row[order->places[k].contender].value);
        made = !by_all || ss_profile_costs_add(costs, error);
        for (size_t k = 0; made && by_all && k < order->n; ++k)
            costs->cost[(costs->n_problems - 1) * order->n + k] =
                row[order->places[k].contender].value;
    }
    return made;
}
