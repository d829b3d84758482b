/* Who solves what, and at what price: a row a problem, a column a solver, the colour of a cell its
 * cost over that of the cheapest; a figure for each accuracy that the ranking tells of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/data.h"
#include "harness/judge/ranking.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A problem of the figure. */
typedef struct line {
    size_t question;
    size_t winner; /* place of the cheapest; the number of places: nobody solved it */
    double least;  /* its cost */
} line;

/* One figure. */
typedef struct heat {
    const ss_ranking *ranking;
    const ss_ranking_order *order; /* its places are the columns */
    line *lines;                   /* owned */
    size_t n;
} heat;

/* What the k-th solver of the order paid for a question. */
static double cost_of(const heat *h, size_t question, size_t k)
{
    const size_t contender = h->order->places[k].contender;
    return h->order->costs[question * h->order->n_contenders + contender].value;
}

/* Problems that the same solver is cheapest on stand together, cheap ones first. */
static int by_winner(const void *left, const void *right)
{
    const line *const a = left, *const b = right;
    if (a->winner != b->winner)
        return (a->winner > b->winner) - (a->winner < b->winner);
    return a->least != b->least ? (a->least > b->least) - (a->least < b->least)
                                : (a->question > b->question) - (a->question < b->question);
}

/* The questions of which two solvers or more can be told. */
static bool choose(heat *h, ss_error *error)
{
    const ss_ranking_order *const order = h->order;
    h->lines = calloc(order->n_questions + 1, sizeof *h->lines);
    for (size_t q = 0; h->lines != NULL && q < order->n_questions; ++q) {
        line *const at = &h->lines[h->n];
        size_t n_told = 0;
        *at = (line){.question = q, .winner = order->n, .least = INFINITY};
        for (size_t k = 0; k < order->n; ++k) {
            const double cost = cost_of(h, q, k);
            n_told += isnan(cost) ? 0 : 1;
            if (cost < at->least) {
                at->least = cost;
                at->winner = k;
            }
        }
        h->n += n_told > 1;
    }
    if (h->lines != NULL && h->n > 0)
        qsort(h->lines, h->n, sizeof *h->lines, by_winner);
    return h->lines != NULL || ss_error_memory(error, "a figure");
}

/* The problem of a row, a file's by the last folder and its name, and in what it differs from
 * others. */
static void name_row(char *name, size_t size, const ss_summary_row *row, ss_label_keys keys)
{
    ss_summary_row shown = *row;
    const char *const path = ss_frozen_path(row->problem);
    if (path != NULL) {
        const char *at = strrchr(path, '/');
        while (at != NULL && at > path && at[-1] != '/')
            --at;
        shown.problem = at != NULL ? at : path;
        keys.instance = false;
    }
    ss_label_question(name, size, &shown, &keys, ", ");
}

/* The problems' names; the questions of one problem adjoin. */
static void print_rows(const ss_figure_drawing *d, const heat *h)
{
    const ss_grid *const grid = &h->ranking->contest.grid;
    ss_label_keys keys = {.instance = false};
    char name[200];
    for (size_t q = 1; q < grid->n_questions; ++q)
        ss_label_note(&keys, &grid->questions[q].rows->record->row,
                      &grid->questions[q - 1].rows->record->row);
    keys.outer = false; /* in the names of the columns */
    ss_data_array(d->gp, "row", h->n);
    for (size_t k = 0; k < h->n; ++k) {
        name_row(name, sizeof name, &grid->questions[h->lines[k].question].rows->record->row, keys);
        ss_data_text_at(d->gp, "row", k, name);
    }
}

static void print(const ss_figure_drawing *d, const void *subject)
{
    const heat *const h = subject;
    const ss_grid *const grid = &h->ranking->contest.grid;
    size_t n_unsolved = 0, n_blank = 0;
    fputs("# One row per cell: column, row, log10 of the cost over the cheapest, 0 solved, 1 not, "
          "2 not "
          "known\n",
          d->dat);
    ss_data_count(d->gp, "n_rows", h->n);
    ss_data_count(d->gp, "n_columns", h->order->n);
    print_rows(d, h);
    ss_data_array(d->gp, "column_name", h->order->n);
    for (size_t c = 0; c < h->order->n; ++c)
        ss_data_text_at(d->gp, "column_name", c,
                        grid->contenders[h->order->places[c].contender].label);
    for (size_t k = 0; k < h->n; ++k)
        for (size_t c = 0; c < h->order->n; ++c) {
            const double cost = cost_of(h, h->lines[k].question, c);
            const int state = isnan(cost) ? 2 : isinf(cost) ? 1 : 0;
            n_unsolved += state == 1;
            n_blank += state == 2;
            ss_data_row_of(d->dat, (double)c + 1.0, (double)k + 1.0,
                           state == 0 ? log10(cost / h->lines[k].least) : NAN, state);
        }
    ss_data_count(d->gp, "n_unsolved", n_unsolved);
    ss_data_count(d->gp, "n_blank", n_blank);
}

/* The figure of an order; none where no problem compares two solvers. */
static bool draw(ss_plot *plot, heat *h, ss_error *error)
{
    char name[64], title[200], note[200], goal[40] = "whole runs", which[24] = "";
    const struct ss_price_words *const price = &ss_prices[h->order->price];
    if (!choose(h, error))
        return false;
    if (h->n == 0)
        return true;
    if (!isnan(h->order->accuracy)) {
        snprintf(goal, sizeof goal, "to E1 %g", h->order->accuracy);
        snprintf(which, sizeof which, "-1e%.0f", log10(h->order->accuracy));
    }
    snprintf(name, sizeof name, "heat%s-%s", which, price->word);
    snprintf(title, sizeof title, "Cost over the cheapest, %s: %zu solver%s, %zu problem%s", goal,
             h->order->n, ss_name_plural(h->order->n), h->n, ss_name_plural(h->n));
    snprintf(note, sizeof note, "%s; solvers in the order of the ranking", price->what);
    const ss_figure figure = ss_plot_figure(plot, name, title, note);
    return ss_plot_draw(plot, &figure, &(ss_plot_script){"heat.gp", print, h}, error);
}

/* --over; units where it is not said. */
static bool read_price(ss_price *price, const char *word, ss_error *error)
{
    static const ss_names names = SS_NAMES(ss_prices, "no cost", "--over is units or time");
    const struct ss_price_words *const found =
        word != NULL ? ss_names_find(&names, word, error) : &ss_prices[SS_PRICE_UNITS];
    *price = found != NULL ? (ss_price)(found - ss_prices) : SS_PRICE_UNITS;
    return found != NULL;
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    const char *const folder = plot->request->folder;
    const ss_profile_scope scope = {
        .folders = &folder, .n_folders = 1, .solvers = plot->request->solver};
    ss_ranking ranking;
    ss_price price;
    if (!read_price(&price, plot->request->over, error) ||
        !ss_ranking_open(&ranking, &scope, error))
        return false;
    bool drawn = true;
    for (size_t a = 0; drawn && a < SS_RANKING_ACCURACIES; ++a) {
        heat h = {.ranking = &ranking, .order = &ranking.orders[a][price]};
        if (ss_ranking_is_shown(&ranking, a) && !ss_plot_is_enough(plot))
            drawn = draw(plot, &h, error);
        free(h.lines);
    }
    ss_ranking_free(&ranking);
    return drawn && (plot->n_drawn > 0 || ss_plot_lacks(plot, folder, error));
}

const ss_figure_kind ss_figure_kind_heat = {
    .name = "heat",
    .doc = "solvers by problems: the cost over the cheapest at equal E1, and who did not solve it; "
           "one figure per accuracy of the ranking; --over units or time",
    .title = "Cost over the cheapest",
    .lack = "problem that two solvers were run on",
    .record = "run several solvers, with --trace or --stop e1",
    .takes_over = true,
    .draw_all = draw_all};
