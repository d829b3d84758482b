/* Standings and ranking. The standing of each contender: what it solved, and its cost beside the
 * others'. The grid gives the questions; `ratios` has a number a row of the grid, its cost over the
 * least of its question, and a contender's medians are those of its rows.
 *
 * The ranking: on how many problems a solver is cheapest. A contest is tried twice, by the traces
 * at equal E1, and where that cannot be, of whole runs, which the page then says. That there is
 * none, as of one solver alone, is no error.
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
        const ss_summary_row *const row = &record->row;
        ++c->n;
        ++c->counts[record->outcome];
        c->n_solved += ss_outcome_is_solved(record->outcome);
        c->has_units = c->has_units || !isnan(row->work_units_total);
        c->e1_worst = fmax(c->e1_worst, isnan(row->e1_worst) ? row->e1_last : row->e1_worst);
        m->counts_units = m->counts_units || !isnan(row->work_units_total);
    }
}

/* The costs of a question over the least; a question that one alone solved tells nothing. A cost is
 * in work units where any row has them; another code's iterations are not our visits. */
static void rate_question(const builder *b, const ss_grid_question *question)
{
    const ss_grid_row *const rows = question->rows;
    double *const ratios = b->ratios + (rows - b->grid.rows);
    double least = INFINITY, shortest = INFINITY;
    size_t n = 0, n_solved = 0, fastest = 0;
    for (size_t k = 0; k < question->n; ++k) {
        const ss_summary_row *const row = &rows[k].record->row;
        const bool solved = ss_outcome_is_solved(rows[k].record->outcome);
        const double cost = b->material->counts_units ? row->work_units_total
                            : ss_record_is_external(rows[k].record)
                                ? NAN
                                : (double)(row->visits_total + row->local_iterations_total);
        if (solved && row->cpu_s < shortest) {
            shortest = row->cpu_s;
            fastest = k;
        }
        n_solved += solved;
        ratios[k] = solved && cost > 0.0 ? cost : NAN;
        n += isnan(ratios[k]) ? 0 : 1;
        least = fmin(least, ratios[k]);
    }
    for (size_t k = 0; k < question->n; ++k)
        ratios[k] = n > 1 ? ratios[k] / least : NAN;
    ss_grid_note_gap(&b->material->gap, question);
    b->material->contenders[rows[fastest].contender].n_fastest +=
        n_solved > 1 && isfinite(shortest);
}

/* The median of a column of summary.csv over the solved rows of a contender. `whole`: NaN where one
 * of them lacks the number, which could lie outside of the others. */
static double median_of(const builder *b, size_t contender, const char *column, bool whole)
{
    const ss_field *const field = ss_rows_number(ss_rows_find("summary"), column);
    size_t n = 0;
    for (size_t k = 0; k < b->grid.n; ++k) {
        const ss_grid_row *const row = &b->grid.rows[k];
        if (row->contender != contender || !ss_outcome_is_solved(row->record->outcome))
            continue;
        b->room[n] = ss_rows_value(field, &row->record->row);
        if (whole && isnan(b->room[n]))
            return NAN;
        ++n;
    }
    return ss_spread_of(b->room, n).median;
}

/* The medians of a contender. The geometric mean is that of ratios: 2 and 1/2 make 1. */
static void settle(const builder *b, size_t contender)
{
    ss_page_contender *const c = &b->material->contenders[contender];
    double logs = 0.0;
    for (size_t k = 0; k < b->grid.n; ++k)
        if (b->grid.rows[k].contender == contender && !isnan(b->ratios[k])) {
            b->room[c->n_ratios++] = b->ratios[k];
            logs += log(b->ratios[k]);
        }
    c->mean_ratio = c->n_ratios > 0 ? exp(logs / (double)c->n_ratios) : NAN;
    c->ratio = ss_spread_of(b->room, c->n_ratios).median;
    c->units = median_of(b, contender, "work_units_total", false);
    c->sweeps = median_of(b, contender, "sweeps_total", false);
    c->cpu_s = median_of(b, contender, "cpu_s", false);
    c->cpu_s_q1 = median_of(b, contender, "cpu_s_q1", true);
    c->cpu_s_q3 = median_of(b, contender, "cpu_s_q3", true);
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
        m->several_outers = ss_grid_outers_of(&b.grid).several;
        m->contenders = calloc(m->n_contenders, sizeof *m->contenders);
        b.ratios = calloc(b.grid.n, sizeof *b.ratios);
        b.room = calloc(b.grid.n, sizeof *b.room);
        done = (m->contenders != NULL && b.ratios != NULL && b.room != NULL) ||
               ss_error_set(error, SS_ERROR_MEMORY, "no memory for the runs of the page");
    }
    if (done)
        count_rows(&b);
    for (size_t q = 0; done && q < m->n_questions; ++q)
        rate_question(&b, &b.grid.questions[q]);
    for (size_t k = 0; done && k < m->n_contenders; ++k)
        settle(&b, k);
    free(b.ratios);
    free(b.room);
    ss_grid_free(&b.grid);
    return done;
}

/* ---- the ranking ---- */

/* Try the contest in one way; what speaks against it is no error of the page. */
static bool contend(ss_page_ranking *r, const ss_page_material *m, const char *solvers,
                    ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    const char *const folders[] = {m->folder};
    const bool equal = !isnan(r->accuracy);
    r->metric = m->counts_units ? SS_PROFILE_METRIC_UNITS : SS_PROFILE_METRIC_WORK;
    r->there = ss_profile_contest_open(&r->contest, folders, 1, solvers, equal, &reason) &&
               r->contest.grid.n_contenders > 1 &&
               (equal ? ss_profile_scores_of_traces(&r->costs, &r->contest, r->metric, &r->accuracy,
                                                    1, &reason)
                      : ss_profile_scores_of_runs(&r->costs, &r->contest, r->metric, &reason)) &&
               ss_profile_make(&r->profile, SS_PROFILE_PERFORMANCE, &r->costs, &reason);
    if (!r->there)
        ss_page_ranking_free(r);
    return reason.code != SS_ERROR_MEMORY ||
           ss_error_set(error, SS_ERROR_MEMORY, "%s", reason.text);
}

bool ss_page_rank(ss_page_material *m, ss_error *error)
{
    ss_page_ranking *const r = &m->ranking;
    size_t room = 1, n = 0;
    for (size_t k = 0; k < m->n_contenders; ++k)
        room += strlen(m->contenders[k].solver) + 1;
    char *const solvers = calloc(room, 1); /* labels of those that count work, with commas */
    if (solvers == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solvers");
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        bool named = m->counts_units && !c->has_units;
        for (size_t j = 0; j < k; ++j) /* by another outer solver */
            named = named || strcmp(m->contenders[j].solver, c->solver) == 0;
        if (!named)
            strcat(strcat(solvers, n++ > 0 ? "," : ""), c->solver);
    }
    r->accuracy = SS_PROFILE_EQUAL_E1;
    bool done = m->n_contenders <= 1 || n == 0 || contend(r, m, solvers, error);
    if (done && !r->there && m->n_contenders > 1 && n > 0) {
        r->accuracy = NAN;
        done = contend(r, m, solvers, error);
    }
    free(solvers);
    return done;
}

void ss_page_ranking_free(ss_page_ranking *r)
{
    const double accuracy = r->accuracy;
    ss_profile_free(&r->profile);
    ss_profile_costs_free(&r->costs);
    ss_profile_contest_free(&r->contest);
    *r = (ss_page_ranking){.accuracy = accuracy};
}

double ss_page_wins(const ss_page_ranking *r, size_t solver)
{
    return ss_profile_count(&r->profile, solver, 1.0);
}
