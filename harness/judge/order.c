/* Every two contenders are compared once (a duel); who beats most others stands first. Whether the
 * first is a winner is asked of its duels: the first that it does not win by more than chance says
 * why nobody does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include "problems/base/names.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One contender against another, by the questions that can be told of both. */
typedef struct duel {
    size_t questions, solved[2], shared; /* shared: both solved it */
    size_t judged;                       /* of those, with times that may be judged */
    bool by_judged;                      /* more than half: these alone decide */
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
    FILE *why;      /* becomes that of the order */
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
    double all = 0.0, judged = 0.0, least = 0.0; /* sums of logarithms */
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
        all += log(two->value / one->value);
        if (!one->is_judged || !two->is_judged)
            continue;
        ++d.judged;
        judged += log(two->value / one->value);
        least += log(two->q1 / one->q3);
    }
    d.by_judged = 2 * d.judged > d.shared;
    d.ratio = d.by_judged ? exp(judged / (double)d.judged) : exp(all / (double)d.shared);
    d.least = exp(least / (double)d.judged);
    return d;
}

/* ---- over the questions, drawn again ---- */

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

/* Draw the questions again: intervals of the place's wins and of its ratio to `first`, in the duel
 * of the two. */
static bool draw_again(const job *j, ss_ranking_place *place, size_t first, const duel *d)
{
    size_t n = 0, n_told = 0;
    for (size_t q = 0; q < j->order->n_questions; ++q)
        if (!isnan(cost_of(j, q, place->contender)->value))
            j->values[n++] = wins(j, q, place->contender);
    if (!ss_bootstrap(&place->wins_within, &n, 1, ss_bootstrap_sum, j->values, j->error))
        return false;
    for (size_t q = 0; q < j->order->n_questions; ++q) {
        const ss_ranking_cost *const a = cost_of(j, q, first), *const b =
                                                                   cost_of(j, q, place->contender);
        if (is_told(a, b) && isfinite(a->value) && isfinite(b->value) &&
            (!d->by_judged || (a->is_judged && b->is_judged)))
            j->values[n_told++] = log(b->value / a->value);
    }
    if (!ss_bootstrap(&place->ratio_within, &n_told, 1, ss_bootstrap_sum, j->values, j->error))
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
        place->judged = d.judged;
        place->ratio = d.ratio;
        measured = draw_again(j, place, first, &d);
    }
    return measured;
}

/* ---- the winner ---- */

/* "1.5 times the cost, 95 % 1.2 to 1.9, by the 3 of 5 problems whose times are judged". */
static void put_ratio(FILE *out, const ss_ranking_place *place)
{
    fprintf(out, "%.3g times the cost", place->ratio);
    if (!isnan(place->ratio_within.low))
        fprintf(out, ", 95 %% %.3g to %.3g", place->ratio_within.low, place->ratio_within.high);
    if (place->judged < place->shared && 2 * place->judged > place->shared)
        fprintf(out, ", by the %zu of %zu problems whose times are judged", place->judged,
                place->shared);
}

/* "`a` and `b` are alike: `b` has 1.01 times the cost", and in what they are not. */
static void put_alike(const job *j, const duel *d, const char *a, const ss_ranking_place *place)
{
    const char *const b = j->contenders[place->contender].label;
    fprintf(j->why, "`%s` and `%s` are alike", a, b);
    if (d->solved[0] != d->solved[1])
        fprintf(j->why, " in cost, and solve %zu and %zu of %zu", d->solved[0], d->solved[1],
                d->questions);
    fprintf(j->why, ": `%s` has ", b);
    put_ratio(j->why, place);
    if (j->order->price == SS_PRICE_TIME && place->ratio_within.low > 1.0)
        fputs(", within the repeats' quartiles", j->why);
}

/* Does the first win against the contender of `place`? If not, say why. */
static bool is_won(const job *j, const ss_ranking_place *place)
{
    const ss_ranking_order *const order = j->order;
    const char *const a = j->contenders[order->places[0].contender].label;
    const char *const b = j->contenders[place->contender].label;
    const duel d = compare(j, order->places[0].contender, place->contender);
    const bool timed = order->price == SS_PRICE_TIME, only = d.solved[1] == 0 && d.solved[0] > 0;
    const double low = isnan(place->ratio_within.low) ? d.ratio : place->ratio_within.low;
    if (d.questions == 0 && d.gap_e1 > 0.0)
        fprintf(j->why, "E1 differ by %.2gx between `%s` and `%s`", d.gap_e1, a, b);
    else if (d.questions == 0)
        fprintf(j->why, "`%s` and `%s` have no problem in common", a, b);
    else if (d.solved[1] > d.solved[0])
        fprintf(j->why, "`%s` solves %zu and `%s` %zu of %zu", b, d.solved[1], a, d.solved[0],
                d.questions);
    else if (!only && d.shared < (d.questions > 2 ? 2 : 1)) /* of many one is chance */
        fprintf(j->why, "`%s` and `%s` solve %s problem in common", a, b,
                d.shared == 0 ? "no" : "only one");
    else if (d.solved[0] > d.solved[1] && d.ratio < 1.0 && !(place->ratio_within.high >= 1.0))
        fprintf(j->why,
                "`%s` is cheaper than `%s` (whose cost is %.3g times its own) but fails on %zu of "
                "%zu that that solves",
                b, a, 1.0 / d.ratio, d.solved[0] - d.shared, d.solved[0]);
    else if (!only && !d.by_judged) {
        fprintf(
            j->why,
            "times are not judged: three repeats with quartiles within 10 %% exist for %zu of %zu "
            "problem%s; `%s` is first, `%s` at ",
            d.judged, d.shared, ss_name_plural(d.shared), a, b);
        put_ratio(j->why, place);
    } else if (!only && !(low > 1.0 && (timed ? d.least : d.ratio - SS_RANKING_FLOOR) > 1.0))
        put_alike(j, &d, a, place);
    else
        return true;
    return false;
}

/* Why nothing can be told of anybody: what most answers lack. */
static void tell_nothing(const job *j)
{
    const size_t *const n = j->order->n_left_out;
    size_t most = SS_RANKING_GAP_NONE;
    for (size_t gap = SS_RANKING_GAP_NOTHING; gap < SS_RANKING_GAPS; ++gap)
        most = n[gap] > n[most] ? gap : most;
    fprintf(j->why, "no run can be compared%s%s",
            most != SS_RANKING_GAP_NONE ? ": there are those " : "", ss_ranking_gap_words[most]);
}

/* Find the winner and what it wins by, or why nobody does. */
static void find_winner(const job *j)
{
    ss_ranking_order *const order = j->order;
    const ss_ranking_place *const first = order->places;
    if (order->n == 0) {
        tell_nothing(j);
        return;
    }
    const char *const label = j->contenders[first->contender].label;
    if (first->solved == 0)
        fputs("nobody solves anything", j->why);
    else if (order->n == 1)
        fprintf(j->why, "only `%s` can be told of: nothing to compare", label);
    bool won = first->solved > 0 && order->n > 1;
    for (size_t k = 1; won && k < order->n; ++k)
        won = is_won(j, &order->places[k]);
    if (!won)
        return;
    const size_t n_untold = j->n - order->n;
    order->winner = label;
    fprintf(j->why, "solves %zu of %zu", first->solved, first->questions);
    if (first->questions < order->n_questions)
        fprintf(j->why, " (%zu left out)", order->n_questions - first->questions);
    fprintf(j->why, "; next `%s`: ", j->contenders[first[1].contender].label);
    if (isnan(first[1].ratio))
        fputs("none of them", j->why);
    else
        put_ratio(j->why, &first[1]);
    if (n_untold > 0)
        fprintf(j->why, "; nothing is known of %zu other%s", n_untold, ss_name_plural(n_untold));
}

bool ss_ranking_arrange(ss_ranking_order *order, const ss_ranking_order *before,
                        const ss_grid_contender *contenders, size_t n, ss_error *error)
{
    size_t size = 0;
    job j = {.order = order,
             .contenders = contenders,
             .n = n,
             .beaten = calloc(n + 1, sizeof *j.beaten),
             .values = calloc(order->n_questions + 1, sizeof *j.values),
             .why = open_memstream(&order->why, &size),
             .error = error};
    order->n_contenders = n;
    order->places = calloc(n + 1, sizeof *order->places);
    bool arranged = j.beaten != NULL && j.values != NULL && j.why != NULL && order->places != NULL;
    if (arranged)
        find_places(&j);
    bool measured = arranged && measure_places(&j);
    if (measured)
        find_winner(&j);
    for (size_t k = 0; measured && before != NULL && k < order->n; ++k)
        for (size_t i = 0; i < before->n; ++i)
            if (before->places[i].contender == order->places[k].contender)
                order->places[k].moved = before->places[i].rank != order->places[k].rank;
    if (j.why != NULL && fclose(j.why) != 0)
        arranged = false;
    free(j.beaten);
    free(j.values);
    return arranged ? measured : ss_error_memory(error, "a ranking");
}
