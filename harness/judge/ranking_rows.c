/* A ranking for programs: the table that every verb with --json prints.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include <string.h>

static const ss_report_column columns[] = {
    {"accuracy", SS_REPORT_RIGHT, false},  {"price", SS_REPORT_LEFT, false},
    {"rank", SS_REPORT_RIGHT, false},      {"solver", SS_REPORT_LEFT, false},
    {"winner", SS_REPORT_RIGHT, false},    {"solved", SS_REPORT_RIGHT, false},
    {"questions", SS_REPORT_RIGHT, false}, {"ratio", SS_REPORT_RIGHT, false},
    {"ratio_low", SS_REPORT_RIGHT, false}, {"ratio_high", SS_REPORT_RIGHT, false},
    {"why", SS_REPORT_LEFT, false}};

enum { EXACT = 17 }; /* digits that give a double back */

/* Of an order without places a row without a solver, which says why. */
static void add_order(ss_report_sheet *sheet, const ss_ranking *r, const ss_ranking_order *order)
{
    if (order->n == 0) {
        ss_report_number(sheet, order->accuracy, 3, "");
        ss_report_cells(sheet, ss_prices[order->price].word, "", "", "", "", "", "", "", "",
                        order->why, NULL);
    }
    for (size_t k = 0; k < order->n; ++k) {
        const ss_ranking_place *const place = &order->places[k];
        const char *const label = r->contest.grid.contenders[place->contender].label;
        const bool won = order->winner != NULL && strcmp(order->winner, label) == 0;
        ss_report_number(sheet, order->accuracy, 3, "");
        ss_report_cells(sheet, ss_prices[order->price].word, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->rank);
        ss_report_cells(sheet, label, won ? "true" : "false", NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->solved);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->questions);
        ss_report_number(sheet, place->ratio, EXACT, "");
        ss_report_number(sheet, place->ratio_within.low, EXACT, "");
        ss_report_number(sheet, place->ratio_within.high, EXACT, "");
        ss_report_cells(sheet, k == 0 ? order->why : "", NULL);
    }
}

void ss_ranking_add_table(ss_report_sheet *sheet, const ss_ranking *ranking)
{
    SS_REPORT_COLUMNS(sheet, "ranking", columns);
    for (size_t a = 0; a < SS_RANKING_ACCURACIES; ++a)
        for (ss_price p = 0; ss_ranking_is_shown(ranking, a) && p < SS_PRICE_COUNT; ++p)
            add_order(sheet, ranking, &ranking->orders[a][p]);
}
