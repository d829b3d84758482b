/* The standing of each contender: what it solved, and its cost beside the others'. The grid gives
 * the questions; `ratios` has a number a row of the grid, its cost over the least of its question,
 * and a contender's medians are those of its rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include "harness/tables/grid.h"
#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows as questions and contenders. */
typedef struct builder {
    ss_page_material *material;
    ss_grid grid;
    double *ratios; /* a row of the grid each; NAN: none; owned */
    double *room;   /* as many numbers; owned */
} builder;

/* Count the rows of the contenders, whatever became of them. */
static void count_rows(const builder *b)
{
    ss_page_material *const m = b->material;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_summary_row *const row = &b->grid.contenders[k].record->row;
        m->contenders[k] =
            (ss_page_contender){.solver = row->solver, .outer = row->outer, .e1_worst = NAN};
    }
    for (size_t k = 0; k < b->grid.n; ++k) {
        ss_page_contender *const c = &m->contenders[b->grid.rows[k].contender];
        const ss_record *const record = b->grid.rows[k].record;
        ++c->n;
        ++c->counts[record->outcome];
        ++c->standings[ss_standing_of(&record->row)];
        c->n_told += ss_standing_of(&record->row) != SS_STANDING_NOTHING;
        c->e1_worst = fmax(c->e1_worst, ss_standing_e1(&record->row));
    }
}

/* The prices of a question over the least; one that counts alone has no ratio. */
static void rate_question(const builder *b, const ss_grid_question *question, ss_price price)
{
    const ss_grid_row *const rows = question->rows;
    double *const ratios = b->ratios + (rows - b->grid.rows);
    double least = INFINITY;
    size_t n = 0;
    for (size_t k = 0; k < question->n; ++k) {
        const ss_summary_row *const row = &rows[k].record->row;
        const bool counts = ss_standing_of(row) == SS_STANDING_COUNTS;
        const double cost = ss_price_of(row, price);
        ratios[k] = counts && cost > 0.0 ? cost : NAN;
        n += isnan(ratios[k]) ? 0 : 1;
        least = fmin(least, ratios[k]);
    }
    for (size_t k = 0; k < question->n; ++k)
        ratios[k] = n > 1 ? ratios[k] / least : NAN;
}

/* Numbers of a row that a contender has a median of; the prices first, by their own numbers. */
typedef enum row_number { SWEEPS = SS_PRICE_COUNT, TIME_Q1, TIME_Q3, N_NUMBERS } row_number;

/* The median of a number over the rows of a contender that count. `whole`: NAN where one of them
 * lacks it, which could lie outside of the others. */
static double median_of(const builder *b, size_t contender, size_t number, bool whole)
{
    size_t n = 0;
    for (size_t k = 0; k < b->grid.n; ++k) {
        const ss_grid_row *const row = &b->grid.rows[k];
        if (row->contender != contender || ss_standing_of(&row->record->row) != SS_STANDING_COUNTS)
            continue;
        double numbers[N_NUMBERS] = {[SWEEPS] = (double)row->record->row.sweeps_total};
        for (ss_price p = SS_PRICE_TIME; p < SS_PRICE_COUNT; ++p)
            numbers[p] = ss_price_of(&row->record->row, p);
        ss_price_quartiles(&row->record->row, &numbers[TIME_Q1], &numbers[TIME_Q3]);
        b->room[n] = numbers[number];
        if (whole && isnan(b->room[n]))
            return NAN;
        ++n;
    }
    return ss_spread_of(b->room, n).median;
}

/* The medians of a contender by one price, whose ratios are there. */
static void settle(const builder *b, size_t contender, ss_price price)
{
    ss_page_contender *const c = &b->material->contenders[contender];
    const bool timed = price == SS_PRICE_TIME;
    ss_page_price own = {.median = median_of(b, contender, price, false),
                         .q1 = timed ? median_of(b, contender, TIME_Q1, true) : NAN,
                         .q3 = timed ? median_of(b, contender, TIME_Q3, true) : NAN};
    for (size_t k = 0; k < b->grid.n; ++k)
        if (b->grid.rows[k].contender == contender && !isnan(b->ratios[k]))
            b->room[own.n++] = b->ratios[k];
    own.ratio = ss_spread_of(b->room, own.n).median;
    c->price[price] = own;
    c->sweeps = median_of(b, contender, SWEEPS, false);
}

/* The rows as questions and contenders: the outer solver is the contender's. */
bool ss_page_standings(ss_page_material *m, ss_error *error)
{
    const ss_question_rule asked = {SS_QUESTION & ~(unsigned)SS_ASKED_OUTER, "", ""};
    const ss_grid_rule rule = {asked, asked};
    builder b = {.material = m};
    bool done = ss_grid_add_all(&b.grid, &m->summary, 0, error) &&
                ss_grid_name(&b.grid, true, error) && ss_grid_arrange(&b.grid, &rule, error);
    if (done) {
        m->n_contenders = b.grid.n_contenders;
        m->n_questions = b.grid.n_questions;
        m->contenders = calloc(m->n_contenders, sizeof *m->contenders);
        b.ratios = calloc(b.grid.n, sizeof *b.ratios);
        b.room = calloc(b.grid.n, sizeof *b.room);
        done = (m->contenders != NULL && b.ratios != NULL && b.room != NULL) ||
               ss_error_memory(error, "the runs of the page");
    }
    if (done)
        count_rows(&b);
    for (ss_price price = SS_PRICE_TIME; done && price < SS_PRICE_COUNT; ++price) {
        for (size_t q = 0; q < m->n_questions; ++q)
            rate_question(&b, &b.grid.questions[q], price);
        for (size_t k = 0; k < m->n_contenders; ++k)
            settle(&b, k, price);
    }
    for (size_t q = 0; done && q < m->n_questions; ++q)
        ss_grid_note_gap(&m->gap, &b.grid.questions[q]);
    free(b.ratios);
    free(b.room);
    ss_grid_free(&b.grid);
    return done;
}
