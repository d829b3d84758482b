/* What is asked of a ranking that stands: which of its orders tell something, and what.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include <math.h>

const char *const ss_ranking_gap_words[] = {
#define X(id, words) words,
    SS_RANKING_GAP_LIST(X)
#undef X
};

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

const ss_ranking_place *ss_ranking_place_of(const ss_ranking_order *order, size_t contender)
{
    size_t k = 0;
    while (k < order->n && order->places[k].contender != contender)
        ++k;
    return k < order->n ? &order->places[k] : NULL;
}

bool ss_ranking_differs(const ss_ranking *r, size_t accuracy)
{
    const ss_ranking_order *const time = &r->orders[accuracy][SS_PRICE_TIME];
    const ss_ranking_order *const units = &r->orders[accuracy][SS_PRICE_UNITS];
    bool differs = false;
    for (size_t k = 0; k < time->n; ++k)
        for (size_t i = 0; i < k; ++i) {
            const ss_ranking_place *const a = &time->places[i], *const b = &time->places[k];
            const ss_ranking_place *const ahead = ss_ranking_place_of(units, a->contender);
            const ss_ranking_place *const behind = ss_ranking_place_of(units, b->contender);
            differs = differs || (a->rank < b->rank && ahead != NULL && behind != NULL &&
                                  behind->rank < ahead->rank);
        }
    return differs;
}

bool ss_ranking_is_contested(const ss_ranking *r, size_t accuracy)
{
    const ss_ranking_order *const time = &r->orders[accuracy][SS_PRICE_TIME];
    const ss_ranking_order *const units = &r->orders[accuracy][SS_PRICE_UNITS];
    return (time->winner != NULL || units->winner != NULL) && time->n > 0 && units->n > 0 &&
           time->places->contender != units->places->contender;
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
