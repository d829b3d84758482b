/* The verb `recommend`: which solver to take, a line an accuracy. It says what the ranking says
 * (judge/ranking.h), and what the one that is named fails on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/judge/ranking.h"
#include "harness/report/sheet.h"
#include "harness/tables/spread.h"
#include "problems/base/names.h"
#include "problems/base/prose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3, NO_CONCLUSION = 14 };

typedef struct words {
    const char *solvers;
    ss_word_list folders;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, solvers, "solvers", 0, "S[,S...]",
            "Only these, as in the column `solver` or within their outer solver (default: all)"),
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the table `recommend`"),
};

/* The place that is named in an order: the winner, or who solves most of what it was asked. */
static const ss_ranking_place *named(const ss_ranking *r, const ss_ranking_order *order)
{
    const ss_ranking_place *best = NULL;
    for (const ss_ranking_place *p = order->places; p < order->places + order->n; ++p) {
        const char *const label = r->contest.grid.contenders[p->contender].label;
        if (order->winner != NULL ? strcmp(label, order->winner) == 0
                                  : best == NULL || p->solved > best->solved)
            best = p;
    }
    return best;
}

/* The price that a contender paid for a question: infinite where it failed, NAN where nothing is
 * known. */
static double cost_of(const ss_ranking_order *order, size_t question, size_t contender)
{
    return order->costs[question * order->n_contenders + contender].value;
}

/* The median of its costs where it solves; NAN: nowhere. */
static bool find_median(double *median, const ss_ranking_order *order, size_t contender,
                        ss_error *error)
{
    double *const costs = malloc((order->n_questions + 1) * sizeof *costs);
    size_t n = 0;
    if (costs == NULL)
        return ss_error_memory(error, "%zu costs", order->n_questions);
    for (size_t q = 0; q < order->n_questions; ++q)
        if (isfinite(cost_of(order, q, contender)))
            costs[n++] = cost_of(order, q, contender);
    *median = ss_spread_of(costs, n).median;
    free(costs);
    return true;
}

/* The questions that it fails on: "file:a.hdf5, balls-4 and 3 more"; "" for nothing. The questions
 * of whole runs are others than the contest's, and stay without names. */
static void put_failures(FILE *out, const ss_ranking *r, const ss_ranking_order *order,
                         const ss_ranking_place *place)
{
    const ss_grid *const grid = &r->contest.grid;
    ss_label_keys keys = {.instance = false};
    size_t n = 0;
    for (size_t q = 1; q < grid->n_questions; ++q)
        ss_label_note(&keys, &grid->questions[q - 1].rows[0].record->row,
                      &grid->questions[q].rows[0].record->row);
    for (size_t q = 0; q < order->n_questions && !isnan(order->accuracy); ++q) {
        char text[SS_LABEL_SIZE];
        if (!isinf(cost_of(order, q, place->contender)) || n++ >= NAMED)
            continue;
        ss_label_question(text, sizeof text, &grid->questions[q].rows[0].record->row, &keys, " ");
        fprintf(out, "%s%s", n > 1 ? ", " : "", text);
    }
    if (n > NAMED)
        fprintf(out, " and %zu more", n - NAMED);
}

static const ss_report_column columns[] = {
    {"E1", SS_REPORT_NUMBER, false},     {"price", SS_REPORT_LEFT, false},
    {"winner", SS_REPORT_LEFT, false},   {"solver", SS_REPORT_LEFT, false},
    {"solved", SS_REPORT_RIGHT, false},  {"questions", SS_REPORT_RIGHT, false},
    {"median", SS_REPORT_NUMBER, false}, {"unit", SS_REPORT_LEFT, false},
    {"fails_on", SS_REPORT_LEFT, false}, {"why", SS_REPORT_LEFT, false}};

/* A row for programs. */
static void put_row(ss_report_sheet *sheet, const ss_ranking_order *order, const char *label,
                    const ss_ranking_place *place, double median, const char *fails)
{
    ss_report_number(sheet, order->accuracy, 1, "-");
    ss_report_cells(sheet, ss_prices[order->price].word, order->winner != NULL ? order->winner : "",
                    label, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->solved);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", place->questions);
    ss_report_number(sheet, median, 4, "-");
    ss_report_cells(sheet, ss_prices[order->price].unit, fails, order->why, NULL);
}

/* A clause for people: " by time `a`: 13 of 14, median 0.1 s, fails on 1: balls-4". Nobody who
 * solves nothing is named. */
static void print_clause(FILE *line, const ss_ranking_order *order, const char *label,
                         const ss_ranking_place *place, double median, const char *fails)
{
    fprintf(line, "%s by %s ", order->price == 0 ? "" : ";", ss_prices[order->price].word);
    if (order->winner == NULL)
        fprintf(line, "nobody (%s)", order->why);
    if (place->solved == 0)
        return;
    if (order->winner == NULL)
        fprintf(line, "; most is solved by `%s`:", label);
    else
        fprintf(line, "`%s`:", label);
    fprintf(line, " %zu of %zu", place->solved, place->questions);
    if (place->questions < order->n_questions)
        fprintf(line, " (%zu left out)", order->n_questions - place->questions);
    if (!isnan(median))
        fprintf(line, ", median %.3g %s", median, ss_prices[order->price].unit);
    if (place->solved < place->questions)
        fprintf(line, ", fails on %zu%s%s", place->questions - place->solved,
                fails[0] != '\0' ? ": " : "", fails);
}

/* Say an order's recommendation: its part of the line for people, or its row of the sheet. */
static bool say(FILE *line, const ss_ranking *r, const ss_ranking_order *order,
                ss_report_sheet *sheet, ss_error *error)
{
    const ss_ranking_place *const place = named(r, order);
    char *fails = NULL;
    size_t size = 0;
    double median = NAN;
    if (place == NULL) {
        if (sheet == NULL)
            fprintf(line, "%s by %s nobody (%s)", order->price == 0 ? "" : ";",
                    ss_prices[order->price].word, order->why);
        return true;
    }
    const char *const label = r->contest.grid.contenders[place->contender].label;
    FILE *const out = open_memstream(&fails, &size);
    if (out != NULL)
        put_failures(out, r, order, place);
    bool said =
        (out != NULL && fclose(out) == 0) || ss_error_memory(error, "what %s fails on", label);
    said = said && find_median(&median, order, place->contender, error);
    if (said && sheet != NULL)
        put_row(sheet, order, label, place, median, fails);
    else if (said)
        print_clause(line, order, label, place, median, fails);
    free(fails);
    return said;
}

/* All orders at an accuracy: the line is whole before it is printed, so that a terminal can break
 * it between words. */
static bool say_accuracy(const ss_ranking *r, size_t a, ss_report_sheet *sheet, ss_error *error)
{
    const double accuracy = r->orders[a][0].accuracy;
    const bool shown = ss_ranking_is_shown(r, a);
    char *text = NULL;
    size_t size = 0;
    FILE *const line = open_memstream(&text, &size);
    bool said = line != NULL || ss_error_memory(error, "a recommendation");
    if (said && isnan(accuracy))
        fprintf(line, "whole runs:");
    else if (said)
        fprintf(line, "to E1 1e%.0f:", log10(accuracy));
    if (said && !shown)
        fprintf(line, " by time nobody; by units nobody (too little is known: see `profile`)");
    for (ss_price p = 0; said && shown && p < SS_PRICE_COUNT; ++p)
        said = say(line, r, &r->orders[a][p], sheet, error);
    if (line != NULL && (fclose(line) != 0 || text == NULL))
        said = ss_error_memory(error, "a recommendation");
    if (said && sheet == NULL)
        ss_prose_line(stdout, "%s", text);
    free(text);
    return said;
}

/* The verb: "no conclusion" is its exit code until an order has a winner. */
static bool recommend(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const ss_profile_scope scope = {
        .folders = w->folders.values, .n_folders = w->folders.n, .solvers = w->solvers};
    ss_ranking r;
    ss_report_sheet sheet = {.text = NULL}, *const rows = w->json ? &sheet : NULL;
    bool done = ss_ranking_open(&r, &scope, error) &&
                ss_profile_contest_tell_partial(&r.contest, stdout, rows, error);
    call->verdict = NO_CONCLUSION;
    SS_REPORT_COLUMNS(&sheet, "recommend", columns);
    for (size_t a = 0; done && a < SS_RANKING_ACCURACIES; ++a) {
        const bool shown = ss_ranking_is_shown(&r, a);
        if (!shown && (w->json || isnan(r.orders[a][0].accuracy)))
            continue;
        done = say_accuracy(&r, a, rows, error);
        for (ss_price p = 0; shown && p < SS_PRICE_COUNT; ++p)
            if (r.orders[a][p].winner != NULL)
                call->verdict = 0;
    }
    if (done && w->json)
        done = ss_report_print(&sheet, &ss_report_json, stdout, error);
    else if (done && call->verdict != 0)
        puts("no conclusion: nobody is cheapest at any accuracy");
    ss_report_free(&sheet);
    ss_ranking_free(&r);
    return done;
}

const ss_command ss_command_recommend = {
    .name = "recommend",
    .summary = "the solver to take for an accuracy, or why there is no answer",
    .places = "DIR [DIR...]",
    .doc = "Of the results in DIR (of `run`, `campaign`, `sweep` or `reproduce`), one line per "
           "accuracy: the solver that is cheapest by CPU time and by work units, on how many of "
           "how many problems it gets there, its median cost, and what it fails on. It names the "
           "winners of `profile` and `report`; where there is none it says why, and who solves "
           "most.",
    .after = "Examples:\n  stickslip reproduce field --data siconos --out results/field\n"
             "  stickslip recommend results/field\n"
             "  stickslip recommend results/field --solvers exact,reference --json\n\n"
             "What is partial about DIR is said first. Exit codes: 0 where some accuracy has a "
             "winner by work units or time, 14 where none has: no conclusion.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, folders)),
    .is_list = true,
    .ask = "name a result folder: recommend DIR",
    .size = sizeof(words),
    .work = recommend};
