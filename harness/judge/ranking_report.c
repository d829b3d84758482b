/* A ranking in words, which are written here alone: the headline goes through the prices and
 * gathers accuracies of one winner; a table an accuracy has both prices side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include "harness/report/sheet.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"
#include "problems/base/prose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const price_names[] = {
    [SS_PRICE_TIME] = "CPU time", [SS_PRICE_UNITS] = "work units"};

/* " at E1 1e-4" after `before`; with `again`, "1e-8" alone. */
static void put_accuracy(FILE *out, const ss_ranking_order *order, const char *before, bool again)
{
    if (isnan(order->accuracy))
        fprintf(out, "%sof whole runs", before);
    else
        fprintf(out, "%s%s1e%.0f", before, again ? "" : "at E1 ", log10(order->accuracy));
}

/* ---- the headline ---- */

static bool is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The next accuracy to speak of where the same one wins; SS_RANKING_ACCURACIES: none. */
static size_t next_same(const ss_ranking *r, ss_price price, size_t a)
{
    const char *const winner = r->orders[a][price].winner;
    do
        ++a;
    while (a < SS_RANKING_ACCURACIES &&
           !(ss_ranking_is_shown(r, a) && is_same(winner, r->orders[a][price].winner)));
    return a;
}

/* The winners by a price, or by both alike, where, and each time by what: "`a` is cheapest at E1
 * 1e-4 (...), 1e-8 and 1e-12 (...); nobody is cheapest at ...". */
static void put_winners(const ss_ranking *r, ss_price price, bool both, FILE *out)
{
    bool said[SS_RANKING_ACCURACIES] = {false};
    size_t n_said = 0;
    for (size_t a = 0; a < SS_RANKING_ACCURACIES; ++a) {
        const ss_ranking_order *const order = &r->orders[a][price];
        if (said[a] || !ss_ranking_is_shown(r, a))
            continue;
        if (order->winner != NULL)
            fprintf(out, "%s`%s` is cheapest", n_said++ > 0 ? "; " : " ", order->winner);
        else
            fprintf(out, "%snobody is cheapest", n_said++ > 0 ? "; " : " ");
        const char *before = " ";
        for (size_t b = a, next; b < SS_RANKING_ACCURACIES; b = next) {
            next = next_same(r, price, b);
            put_accuracy(out, &r->orders[b][price], before, b != a);
            const char *const why = r->orders[b][price].why, *const units =
                                                                 r->orders[b][SS_PRICE_UNITS].why;
            if (both && !is_same(why, units))
                fprintf(out, " (by time %s; by units %s)", why, units);
            else if (next == SS_RANKING_ACCURACIES || !is_same(why, r->orders[next][price].why))
                fprintf(out, " (%s)", why);
            before =
                next < SS_RANKING_ACCURACIES && next_same(r, price, next) == SS_RANKING_ACCURACIES
                    ? " and "
                    : ", ";
            said[b] = true;
        }
    }
}

void ss_ranking_headline(const ss_ranking *r, FILE *out)
{
    bool same = true, apart = false, contested = false;
    for (size_t a = 0; a < SS_RANKING_ACCURACIES; ++a) {
        const char *const time = r->orders[a][SS_PRICE_TIME].winner;
        const char *const units = r->orders[a][SS_PRICE_UNITS].winner;
        const bool shown = ss_ranking_is_shown(r, a);
        same = same && (!shown || (time != NULL && is_same(time, units)));
        contested = contested || (shown && ss_ranking_is_contested(r, a));
        apart = apart || (shown && time != NULL && units != NULL && !is_same(time, units));
    }
    for (ss_price p = 0; p < (same ? 1 : SS_PRICE_COUNT); ++p) {
        fprintf(out, "%sy %s%s", p > 0 ? ". B" : "B", price_names[p],
                same ? " and by work units" : "");
        put_winners(r, p, same, out);
    }
    fprintf(out, ".%s",
            apart       ? " Work units and CPU time name different winners."
            : contested ? " The other cost, without a verdict, puts another solver first."
                        : "");
}

/* ---- tables ---- */

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},          {"time: rank", SS_REPORT_RIGHT, true},
    {"solved", SS_REPORT_RIGHT, true},          {"best", SS_REPORT_RIGHT, true},
    {"over the first's", SS_REPORT_LEFT, true}, {"units: rank", SS_REPORT_RIGHT, true},
    {"solved", SS_REPORT_RIGHT, true},          {"best", SS_REPORT_RIGHT, true},
    {"over the first's", SS_REPORT_LEFT, true}};

/* Four cells: "2*", "12 of 14", "4 (2 to 6)", "1.5 (1.2 to 1.9)". */
static void put_place(ss_report_sheet *sheet, const ss_ranking_place *place)
{
    if (place == NULL) {
        ss_report_cells(sheet, "-", "-", "-", "-", NULL);
        return;
    }
    ss_report_add(sheet, SS_REPORT_CELL, "%zu%s", place->rank, place->moved ? "*" : "");
    ss_report_add(sheet, SS_REPORT_CELL, "%zu of %zu", place->solved, place->questions);
    if (isnan(place->wins_within.low))
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->wins);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%zu (%.3g to %.3g)", place->wins,
                      place->wins_within.low, place->wins_within.high);
    if (isnan(place->ratio))
        ss_report_add(sheet, SS_REPORT_CELL, "-");
    else if (isnan(place->ratio_within.low) || place->rank == 1)
        ss_report_add(sheet, SS_REPORT_CELL, "%.3g", place->ratio);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%.3g (%.3g to %.3g)", place->ratio,
                      place->ratio_within.low, place->ratio_within.high);
}

/* The table of an accuracy: contenders as they stand by time, then those that time tells nothing
 * of. */
static bool print_table(const ss_ranking *r, size_t a, FILE *out, ss_error *error)
{
    const ss_ranking_order *const time = &r->orders[a][SS_PRICE_TIME];
    const ss_ranking_order *const units = &r->orders[a][SS_PRICE_UNITS];
    ss_report_sheet sheet = {.text = NULL};
    SS_REPORT_COLUMNS(&sheet, NULL, columns);
    for (size_t k = 0; k < time->n + units->n; ++k) {
        const size_t contender =
            k < time->n ? time->places[k].contender : units->places[k - time->n].contender;
        if (k >= time->n && ss_ranking_place_of(time, contender) != NULL)
            continue;
        ss_report_cells(&sheet, r->contest.grid.contenders[contender].label, NULL);
        put_place(&sheet, ss_ranking_place_of(time, contender));
        put_place(&sheet, ss_ranking_place_of(units, contender));
    }
    return ss_report_end(&sheet, &ss_report_text, out, error);
}

/* The verdict at an accuracy: the winner by each price. */
static void print_verdict(const ss_ranking *r, size_t a, FILE *out)
{
    for (ss_price p = 0; p < SS_PRICE_COUNT; ++p) {
        const ss_ranking_order *const order = &r->orders[a][p];
        ss_prose_line(out, "by %s: %s%s%s: %s", price_names[p], order->winner != NULL ? "`" : "",
                      order->winner != NULL ? order->winner : "nobody",
                      order->winner != NULL ? "`" : "", order->why);
    }
    if (ss_ranking_differs(r, a))
        fputs("note: CPU time and work units put solvers in two orders\n", out);
}

/* The answers without a cost. */
static void print_left_out(const ss_ranking *r, size_t a, FILE *out)
{
    for (size_t gap = SS_RANKING_GAP_NOT_RUN; gap < SS_RANKING_GAPS; ++gap)
        for (ss_price p = 0; p < SS_PRICE_COUNT; ++p) {
            const size_t n = r->orders[a][p].n_left_out[gap];
            if (n > 0 && (p == 0 || n != r->orders[a][0].n_left_out[gap]))
                ss_prose_line(out, "left out by %s: %zu answer%s %s", price_names[p], n,
                              ss_name_plural(n), ss_ranking_gap_words[gap]);
        }
}

static void print_headline(const ss_ranking *r, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const memory = open_memstream(&text, &size);
    if (memory != NULL)
        ss_ranking_headline(r, memory);
    if (memory != NULL && fclose(memory) == 0)
        ss_prose_line(out, "%s", text);
    free(text);
}

bool ss_ranking_print(const ss_ranking *r, FILE *out, ss_error *error)
{
    bool printed = true, moved = false;
    print_headline(r, out);
    for (size_t a = 0; printed && a < SS_RANKING_ACCURACIES; ++a) {
        if (!ss_ranking_is_shown(r, a)) {
            if (!isnan(r->orders[a][0].accuracy)) {
                put_accuracy(out, &r->orders[a][0], "\nNo ranking ", false);
                fputs("\n", out);
                print_left_out(r, a, out);
            }
            continue;
        }
        put_accuracy(out, &r->orders[a][0], "\nRanking ", false);
        fprintf(out, ", %zu problem%s\n", r->orders[a][0].n_questions,
                ss_name_plural(r->orders[a][0].n_questions));
        printed = print_table(r, a, out, error);
        if (printed) {
            print_verdict(r, a, out);
            print_left_out(r, a, out);
        }
        for (ss_price p = 0; p < SS_PRICE_COUNT; ++p)
            for (size_t k = 0; k < r->orders[a][p].n; ++k)
                moved = moved || r->orders[a][p].places[k].moved;
    }
    if (moved)
        fputs("* another rank than at the accuracy before\n", out);
    return printed;
}

void ss_ranking_write_rows(const ss_ranking *r, FILE *out)
{
    for (size_t k = 0; k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k) {
        const ss_ranking_order *const order = &r->orders[0][0] + k;
        for (size_t i = 0; ss_ranking_is_shown(r, k / SS_PRICE_COUNT) && i < order->n; ++i) {
            const ss_ranking_place *const place = &order->places[i];
            const char *const label = r->contest.grid.contenders[place->contender].label;
            ss_ranking_write(out, &(ss_ranking_row){
                                      .accuracy = order->accuracy,
                                      .price = ss_prices[order->price].word,
                                      .solver = label,
                                      .rank = place->rank,
                                      .solved = place->solved,
                                      .questions = place->questions,
                                      .wins = place->wins,
                                      .wins_low = place->wins_within.low,
                                      .wins_high = place->wins_within.high,
                                      .ratio = place->ratio,
                                      .ratio_low = place->ratio_within.low,
                                      .ratio_high = place->ratio_within.high,
                                      .winner = is_same(order->winner, label) ? "yes" : "no",
                                      .why = i == 0 ? order->why : "",
                                  });
        }
    }
}
