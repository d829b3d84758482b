/* The page's ranking: who is cheapest, by both prices, at each accuracy that the runs tell of: the
 * one ranking of judge/, as it stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8 }; /* contenders of an order, at most */

bool ss_page_rank(ss_page_material *m, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    const char *const folder = m->folder;
    const ss_profile_scope scope = {.folders = &folder, .n_folders = 1};
    m->ranked = m->n_contenders > 1 && ss_ranking_open(&m->ranking, &scope, &reason);
    snprintf(m->unranked, sizeof m->unranked, "%.*s", (int)sizeof m->unranked - 1, reason.text);
    return reason.code != SS_ERROR_MEMORY ||
           ss_error_set(error, SS_ERROR_MEMORY, "%s", reason.text);
}

static const ss_report_column columns[] = {
    {"E1", SS_REPORT_LEFT, false},
    {"by", SS_REPORT_LEFT, false},
    {"cheapest", SS_REPORT_LEFT, false},
    {"why", SS_REPORT_LEFT, false},
    {"ranks: times the first's cost, 95 %", SS_REPORT_LEFT, false}};

/* "1 a; 2 b 1.4 (1.2 to 1.7); 3* c": a star where the rank at the accuracy before is another. */
static void add_places(ss_report_sheet *sheet, const ss_page_material *m,
                       const ss_ranking_order *order)
{
    ss_report_cells(sheet, "", NULL);
    for (size_t k = 0; k < order->n && k < SHOWN; ++k) {
        const ss_ranking_place *const place = &order->places[k];
        ss_report_append(sheet, "%s%zu%s %s", k > 0 ? "; " : "", place->rank,
                         place->moved ? "*" : "",
                         m->ranking.contest.grid.contenders[place->contender].label);
        if (k > 0 && !isnan(place->ratio))
            ss_report_append(sheet, " %.3g", place->ratio);
        if (k > 0 && !isnan(place->ratio_within.low))
            ss_report_append(sheet, " (%.3g to %.3g)", place->ratio_within.low,
                             place->ratio_within.high);
    }
    if (order->n > SHOWN)
        ss_report_append(sheet, "; and %zu more", order->n - SHOWN);
}

void ss_page_ranking(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (!m->ranked)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "Who is cheapest");
    SS_REPORT_COLUMNS(sheet, NULL, columns);
    for (size_t a = 0; a < SS_RANKING_ACCURACIES; ++a)
        for (ss_price p = 0; ss_ranking_is_shown(&m->ranking, a) && p < SS_PRICE_COUNT; ++p) {
            const ss_ranking_order *const order = &m->ranking.orders[a][p];
            char *const why = strdup(order->why);
            if (why != NULL)
                ss_page_plain(why, strlen(why) + 1, order->why);
            if (isnan(order->accuracy))
                ss_report_cells(sheet, "whole runs", NULL);
            else
                ss_report_add(sheet, SS_REPORT_CELL, "1e%.0f", log10(order->accuracy));
            ss_report_cells(sheet, ss_prices[p].word,
                            order->winner != NULL ? order->winner : "nobody",
                            why != NULL ? why : "no memory", NULL);
            free(why);
            add_places(sheet, m, order);
        }
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Costs of first reaching E1 (\"whole runs\": of those), over the problems and "
                  "instances that both solvers of a pair ran; a star: another rank than at the "
                  "accuracy before.");
}
