/* From rows and traces to costs. At an E1 a question is read at once: the traces of its rows are
 * cut into steps, each with its costs of first reaching the three E1 (reach); steps that all traced
 * are added up a row; the rows of a cell make its cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/ranking.h"

#include "harness/tables/traces.h"
#include "problems/base/memory.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_E1 = SS_RANKING_ACCURACIES - 1 };

static const double accuracies[] = {1e-4, 1e-8, 1e-12, NAN};

/* A traced step of a row: what it cost to first reach each E1. */
typedef struct reach {
    size_t row, step;
    ss_ranking_cost costs[N_E1][SS_PRICE_COUNT];
} reach;

/* An answer to the question at hand: what a row of it tells. */
typedef struct answer {
    const ss_grid_row *row;
    ss_standing standing;
    bool traced;
    size_t n_steps; /* of those that all traced */
    ss_ranking_cost costs[N_E1][SS_PRICE_COUNT];
} answer;

typedef struct job {
    ss_ranking *ranking;
    ss_traces *sources; /* one a folder; owned */
    answer *rows;       /* of the question at hand; owned */
    reach *steps;       /* their traced steps; owned */
    size_t n_rows, n_steps, row_room, step_room;
    ss_error *error;
} job;

static ss_ranking_cost no_cost(double value, ss_ranking_gap gap)
{
    return (ss_ranking_cost){.value = value, .q1 = value, .q3 = value, .e1 = NAN, .gap = gap};
}

static ss_ranking_cost unsolved(void)
{
    return no_cost(INFINITY, SS_RANKING_GAP_NONE);
}

/* A cost of `value` in the row, whose times are in proportion to that of its whole run. */
static ss_ranking_cost cost_of(const ss_summary_row *row, ss_price price, double value)
{
    const double whole = ss_price_of(row, price);
    ss_ranking_cost cost = no_cost(value, SS_RANKING_GAP_NONE);
    if (!(value > 0.0) || !isfinite(value))
        return no_cost(NAN, SS_RANKING_GAP_PRICE);
    if (price == SS_PRICE_TIME) {
        ss_price_quartiles(row, &cost.q1, &cost.q3);
        cost.q1 *= value / whole;
        cost.q3 *= value / whole;
    }
    cost.is_judged = ss_price_is_judged(row, price);
    return cost;
}

/* Did it end without an answer, perhaps before a step that others traced? */
static bool is_broken(const answer *t)
{
    return t->row->record->outcome > SS_OUTCOME_UNPHYSICAL;
}

/* The E1 that a run was asked for, over the accuracy; NAN: E1 did not stop it. */
static double asked(const ss_summary_row *row, double accuracy)
{
    const double ratio = row->tol / accuracy;
    return strcmp(row->stop, "e1") != 0 ? (double)NAN : fabs(ratio - 1.0) < 1e-9 ? 1.0 : ratio;
}

/* Did an unsolved run miss the E1, traced or not, or not come to the end of a scene? Of one asked
 * for less nobody knows. */
static bool has_failed(const answer *t, double accuracy)
{
    const ss_summary_row *const row = &t->row->record->row;
    return t->standing != SS_STANDING_COUNTS &&
           ((is_broken(t) && row->steps > 1) || !(ss_standing_e1(row) <= accuracy)) &&
           !(asked(row, accuracy) > 1.0);
}

/* ---- from traces ---- */

/* The cost of first reaching each E1 in the n sweeps of a traced step. */
static reach reach_of(const answer *t, const ss_convergence_row *sweeps, size_t n)
{
    const ss_summary_row *const row = &t->row->record->row;
    const double scale = ss_traces_time_scale(row, &sweeps[n - 1]);
    reach r = {.step = sweeps->step};
    for (size_t a = 0; a < N_E1; ++a) {
        size_t k = 0;
        while (k < n && (isnan(sweeps[k].e1) || sweeps[k].e1 > accuracies[a]))
            ++k;
        for (ss_price p = 0; p < SS_PRICE_COUNT; ++p)
            r.costs[a][p] = has_failed(t, accuracies[a])    ? unsolved()
                            : row->e1_floor > accuracies[a] ? no_cost(NAN, SS_RANKING_GAP_FLOOR)
                            : k < n                         ? cost_of(row, p,
                                              p == SS_PRICE_TIME ? scale * sweeps[k].cpu_s
                                                                                         : sweeps[k].work_units)
                            : t->standing == SS_STANDING_COUNTS || asked(row, accuracies[a]) > 1.0
                                ? no_cost(NAN, SS_RANKING_GAP_STOPPED)
                                : unsolved();
    }
    return r;
}

/* Read the trace of the question's row number k, and cut it into steps. */
static bool read_trace(job *j, size_t k)
{
    answer *const t = &j->rows[k];
    const ss_summary_row *const row = &t->row->record->row;
    ss_traces *const source = &j->sources[t->row->source];
    if (!ss_traces_read(source, row, "solver,step,sweep,e1,cpu_s", j->error))
        return false;
    t->traced = source->n > 0;
    for (size_t begin = 0, end = 0; begin < source->n; begin = end) {
        while (end < source->n && source->sweeps[end].step == source->sweeps[begin].step)
            ++end;
        reach *const steps = ss_memory_grow(j->steps, &j->step_room, j->n_steps + 1, sizeof *steps);
        if (steps == NULL)
            return ss_error_memory(j->error, "the traces");
        j->steps = steps;
        steps[j->n_steps] = reach_of(t, &source->sweeps[begin], end - begin);
        steps[j->n_steps++].row = k;
    }
    return true;
}

static int by_step(const void *left, const void *right)
{
    const reach *const a = left, *const b = right;
    return (a->step > b->step) - (a->step < b->step);
}

/* Costs add up; what has none in one step has none, and what failed in one has failed. */
static void add(ss_ranking_cost *sum, const ss_ranking_cost *cost, bool first)
{
    if (first || isinf(cost->value) || (isnan(cost->value) && isfinite(sum->value)))
        *sum = *cost;
    else if (!isnan(sum->value)) {
        sum->value += cost->value;
        sum->q1 += cost->q1;
        sum->q3 += cost->q3;
    }
}

/* Add up the steps that all rows traced but those that ended before. */
static void add_steps(job *j)
{
    size_t n_needed = 0, n_common = 0;
    for (size_t k = 0; k < j->n_rows; ++k)
        n_needed += j->rows[k].traced && !is_broken(&j->rows[k]);
    if (j->n_steps > 0)
        qsort(j->steps, j->n_steps, sizeof *j->steps, by_step);
    for (size_t begin = 0, end = 0; begin < j->n_steps; begin = end) {
        size_t n_there = 0;
        for (; end < j->n_steps && j->steps[end].step == j->steps[begin].step; ++end)
            n_there += !is_broken(&j->rows[j->steps[end].row]);
        if (n_there < n_needed)
            continue;
        ++n_common;
        for (size_t k = begin; k < end; ++k) {
            answer *const t = &j->rows[j->steps[k].row];
            for (size_t c = 0; c < N_E1 * SS_PRICE_COUNT; ++c)
                add(&t->costs[0][0] + c, &j->steps[k].costs[0][0] + c, t->n_steps == 0);
            ++t->n_steps;
        }
    }
    for (size_t k = 0; k < j->n_rows; ++k)
        for (size_t c = 0; j->rows[k].traced && c < N_E1 * SS_PRICE_COUNT; ++c)
            if (n_common == 0)
                (&j->rows[k].costs[0][0])[c] = no_cost(NAN, SS_RANKING_GAP_UNTRACED);
            else if (j->rows[k].n_steps < n_common)
                (&j->rows[k].costs[0][0])[c] = unsolved();
}

/* ---- from whole runs ---- */

/* Is the run's end where it first reached the E1: the one it was asked for, near enough, or missed
 * by a run of the contender that was asked for it, by whatever test, so that this is the next? */
static bool is_tied(const job *j, const answer *t, double accuracy)
{
    const ss_summary_row *const row = &t->row->record->row;
    bool tied = ss_standing_e1(row) >= accuracy / SS_RANKING_ALIKE || asked(row, accuracy) == 1.0;
    for (size_t k = 0; !tied && k < j->n_rows; ++k) {
        const answer *const other = &j->rows[k];
        tied = other->row->contender == t->row->contender &&
               ss_outcome_is_solved(other->row->record->outcome) &&
               other->row->record->row.tol <= (1.0 + 1e-9) * accuracy &&
               ss_standing_e1(&other->row->record->row) > accuracy;
    }
    return tied;
}

/* The cost of a whole run, at an E1. */
static ss_ranking_cost whole_cost(const job *j, const answer *t, size_t a, ss_price price)
{
    const ss_summary_row *const row = &t->row->record->row;
    const double e1 = ss_standing_e1(row), ratio = asked(row, accuracies[a]);
    if (row->e1_floor > accuracies[a] && !has_failed(t, accuracies[a]))
        return no_cost(NAN, SS_RANKING_GAP_FLOOR);
    if (t->standing != SS_STANDING_COUNTS)
        return has_failed(t, accuracies[a]) && !(ratio < 1.0)
                   ? unsolved()
                   : no_cost(NAN, ratio > 1.0 ? SS_RANKING_GAP_STOPPED : SS_RANKING_GAP_TIGHT);
    if (!(e1 <= accuracies[a]))
        return no_cost(NAN, SS_RANKING_GAP_STOPPED);
    return is_tied(j, t, accuracies[a]) ? cost_of(row, price, ss_price_of(row, price))
                                        : no_cost(NAN, SS_RANKING_GAP_TIGHT);
}

/* Rows that left no trace. Of a scene whose others left one, that is of some steps, they cannot
 * stand beside these; of a file's problem they can. */
static void tell_whole_runs(job *j)
{
    bool some_traced = false;
    for (size_t k = 0; k < j->n_rows; ++k)
        some_traced = some_traced || j->rows[k].traced;
    for (size_t k = 0; k < j->n_rows; ++k) {
        answer *const t = &j->rows[k];
        const bool apart = some_traced && ss_frozen_path(t->row->record->row.problem) == NULL;
        for (size_t c = 0; c < N_E1 * SS_PRICE_COUNT; ++c) {
            ss_ranking_cost *const cost = &t->costs[0][0] + c;
            if (t->standing == SS_STANDING_NOTHING)
                *cost = no_cost(NAN, SS_RANKING_GAP_NOTHING);
            else if (!t->traced && !apart)
                *cost = whole_cost(j, t, c / SS_PRICE_COUNT, c % SS_PRICE_COUNT);
            else if (!t->traced)
                *cost = has_failed(t, accuracies[c / SS_PRICE_COUNT])
                            ? unsolved()
                            : no_cost(NAN, SS_RANKING_GAP_UNTRACED);
        }
    }
}

/* ---- the orders' costs ---- */

/* Of two rows of a cell keep what says most: the cheaper one, a failure, and then why there is
 * none. */
static void put(ss_ranking_order *order, size_t q, size_t contender, const ss_ranking_cost *cost)
{
    ss_ranking_cost *const cell = &order->costs[q * order->n_contenders + contender];
    if (cell->gap == SS_RANKING_GAP_NOT_RUN || cost->value < cell->value ||
        (!isnan(cost->value) && isnan(cell->value)))
        *cell = *cost;
}

static bool tell_question(job *j, size_t q)
{
    const ss_grid_question *const question = &j->ranking->contest.grid.questions[q];
    answer *const rows = ss_memory_grow(j->rows, &j->row_room, question->n, sizeof *rows);
    if (rows == NULL)
        return ss_error_memory(j->error, "a ranking");
    j->rows = rows;
    j->n_rows = question->n;
    j->n_steps = 0;
    for (size_t k = 0; k < question->n; ++k)
        rows[k] = (answer){.row = &question->rows[k],
                           .standing = ss_standing_of(&question->rows[k].record->row)};
    for (size_t k = 0; k < question->n; ++k)
        if (!read_trace(j, k))
            return false;
    add_steps(j);
    tell_whole_runs(j);
    for (size_t k = 0; k < question->n; ++k)
        for (size_t c = 0; c < N_E1 * SS_PRICE_COUNT; ++c)
            put(&j->ranking->orders[0][0] + c, q, rows[k].row->contender, &rows[k].costs[0][0] + c);
    return true;
}

/* Whole runs, each in its own question: loose ones are not solved. */
static void tell_whole_question(ss_ranking *r, size_t q)
{
    const ss_grid_question *const question = &r->contest.grid.questions[q];
    for (size_t k = 0; k < question->n; ++k)
        for (ss_price p = 0; p < SS_PRICE_COUNT; ++p) {
            const ss_summary_row *const row = &question->rows[k].record->row;
            const ss_standing standing = ss_standing_of(row);
            ss_ranking_cost cost =
                standing == SS_STANDING_NOTHING  ? no_cost(NAN, SS_RANKING_GAP_NOTHING)
                : standing == SS_STANDING_COUNTS ? cost_of(row, p, ss_price_of(row, p))
                                                 : unsolved();
            cost.e1 = strcmp(row->stop, "e1") == 0 ? NAN : ss_standing_e1(row);
            put(&r->orders[N_E1][p], q, question->rows[k].contender, &cost);
        }
}

/* Empty costs of both orders at an accuracy, for the questions that the grid now has. */
static bool prepare(ss_ranking *r, size_t a, ss_error *error)
{
    const ss_grid *const grid = &r->contest.grid;
    bool made = true;
    for (ss_price p = 0; made && p < SS_PRICE_COUNT; ++p) {
        const size_t n = grid->n_questions * grid->n_contenders;
        ss_ranking_order *const order = &r->orders[a][p];
        *order = (ss_ranking_order){.accuracy = accuracies[a],
                                    .price = p,
                                    .costs = calloc(n + 1, sizeof *order->costs),
                                    .n_questions = grid->n_questions,
                                    .n_contenders = grid->n_contenders};
        made = order->costs != NULL || ss_error_memory(error, "a ranking");
        for (size_t k = 0; made && k < n; ++k)
            order->costs[k] = no_cost(NAN, SS_RANKING_GAP_NOT_RUN);
    }
    return made;
}

/* The costs at each E1, and of whole runs: two ways to sort the rows into questions. */
static bool tell_all(job *j)
{
    ss_ranking *const r = j->ranking;
    bool well = ss_profile_contest_arrange(&r->contest, false, j->error) &&
                ss_profile_contest_is_single(&r->contest, false, j->error) &&
                prepare(r, N_E1, j->error);
    for (size_t q = 0; well && q < r->contest.grid.n_questions; ++q)
        tell_whole_question(r, q);
    well = well && ss_profile_contest_arrange(&r->contest, true, j->error);
    for (size_t a = 0; well && a < N_E1; ++a)
        well = prepare(r, a, j->error);
    for (size_t q = 0; well && q < r->contest.grid.n_questions; ++q)
        well = tell_question(j, q);
    return well;
}

/* Times of several machines are no prices: whoever solved, solved; at what cost is not told. */
static void drop_times(ss_ranking *r)
{
    for (size_t a = 0; r->contest.machines.other != NULL && a < SS_RANKING_ACCURACIES; ++a) {
        ss_ranking_order *const order = &r->orders[a][SS_PRICE_TIME];
        for (size_t k = 0; k < order->n_questions * order->n_contenders; ++k)
            if (!isnan(order->costs[k].value))
                order->costs[k] = no_cost(NAN, SS_RANKING_GAP_MACHINES);
    }
}

/* ---- its life ---- */

bool ss_ranking_open(ss_ranking *r, const ss_profile_scope *scope, ss_error *error)
{
    const size_t n_folders = scope->n_folders;
    *r = (ss_ranking){.contest = {.n_folders = 0}};
    job j = {.ranking = r, .error = error};
    bool open = ss_profile_contest_read(&r->contest, scope, error);
    if (open) {
        j.sources = calloc(n_folders + 1, sizeof *j.sources);
        open = j.sources != NULL || ss_error_memory(error, "a ranking");
    }
    for (size_t f = 0; open && f < n_folders; ++f)
        j.sources[f] =
            (ss_traces){.folder = r->contest.folders[f], .summary = &r->contest.summaries[f]};
    open = open && tell_all(&j);
    if (open)
        drop_times(r);
    for (size_t k = 0; open && k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k) {
        const ss_grid *const grid = &r->contest.grid;
        ss_ranking_order *const order = &r->orders[0][0] + k;
        for (size_t c = 0; c < order->n_questions * grid->n_contenders; ++c)
            order->n_left_out[order->costs[c].gap] += isnan(order->costs[c].value) ? 1 : 0;
        const bool follows = k >= SS_PRICE_COUNT && k < (size_t)N_E1 * SS_PRICE_COUNT;
        open = ss_ranking_arrange(order, follows ? order - SS_PRICE_COUNT : NULL, grid->contenders,
                                  grid->n_contenders, error);
    }
    for (size_t f = 0; j.sources != NULL && f < n_folders; ++f)
        ss_traces_free(&j.sources[f]);
    free(j.sources);
    free(j.rows);
    free(j.steps);
    if (!open)
        ss_ranking_free(r);
    return open;
}

void ss_ranking_free(ss_ranking *r)
{
    for (size_t k = 0; k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k) {
        free((&r->orders[0][0] + k)->costs);
        free((&r->orders[0][0] + k)->places);
        free((&r->orders[0][0] + k)->why);
    }
    ss_profile_contest_free(&r->contest);
    *r = (ss_ranking){.contest = {.n_folders = 0}};
}
