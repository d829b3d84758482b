/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/grid.h"

#include "harness/tables/label.h"
#include "problems/base/memory.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(const ss_grid *grid, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory to sort %zu rows", grid->n);
}

bool ss_grid_add(ss_grid *grid, const ss_record *record, size_t source, ss_error *error)
{
    ss_grid_row *const rows =
        ss_memory_grow(grid->rows, &grid->room, grid->n + 1, sizeof *grid->rows);
    if (rows == NULL)
        return no_memory(grid, error);
    grid->rows = rows;
    rows[grid->n++] = (ss_grid_row){.record = record, .source = source};
    return true;
}

bool ss_grid_add_all(ss_grid *grid, const ss_summary *summary, size_t source, ss_error *error)
{
    bool added = true;
    for (size_t k = 0; added && k < summary->n; ++k)
        added = ss_grid_add(grid, &summary->records[k], source, error);
    return added;
}

/* ---- contenders ---- */

bool ss_grid_name(ss_grid *grid, bool by_outer, ss_error *error)
{
    grid->n_contenders = 0;
    grid->contenders = calloc(grid->n + 1, sizeof *grid->contenders);
    for (size_t k = 0; grid->contenders != NULL && k < grid->n; ++k) {
        ss_grid_row *const row = &grid->rows[k];
        const ss_summary_row *const of = &row->record->row;
        char *const label = ss_label_contender(of->solver, by_outer ? of->outer : "");
        if (label == NULL)
            return no_memory(grid, error);
        row->contender = 0;
        while (row->contender < grid->n_contenders &&
               strcmp(grid->contenders[row->contender].label, label) != 0)
            ++row->contender;
        if (row->contender < grid->n_contenders)
            free(label);
        else
            grid->contenders[grid->n_contenders++] = (ss_grid_contender){label, row->record};
    }
    return grid->contenders != NULL || no_memory(grid, error);
}

bool ss_grid_choose(ss_grid *grid, const size_t *chosen, size_t n, ss_error *error)
{
    ss_grid_contender *const kept = calloc(n + 1, sizeof *kept);
    size_t n_rows = 0;
    if (kept == NULL)
        return no_memory(grid, error);
    for (size_t k = 0; k < grid->n; ++k) {
        size_t at = 0;
        while (at < n && chosen[at] != grid->rows[k].contender)
            ++at;
        grid->rows[n_rows] = grid->rows[k];
        grid->rows[n_rows].contender = at;
        n_rows += at < n;
    }
    for (size_t k = 0; k < n; ++k) {
        kept[k] = grid->contenders[chosen[k]];
        grid->contenders[chosen[k]].label = NULL;
    }
    for (size_t k = 0; k < grid->n_contenders; ++k)
        free(grid->contenders[k].label);
    free(grid->contenders);
    grid->contenders = kept;
    grid->n_contenders = n;
    grid->n = n_rows;
    return true;
}

/* ---- questions ---- */

static int compare_rows(const void *left, const void *right)
{
    const ss_grid_row *const a = left, *const b = right;
    int order = strcmp(a->key, b->key);
    if (order == 0)
        order = (a->contender > b->contender) - (a->contender < b->contender);
    if (order == 0)
        order = (a->source > b->source) - (a->source < b->source);
    if (order == 0)
        order = (a->record->line > b->record->line) - (a->record->line < b->record->line);
    return order;
}

static ss_grid_left_out judge(const ss_grid *grid, const ss_grid_question *question)
{
    size_t n_there = 0;
    bool idle = true;
    for (size_t k = 0; k < question->n; ++k) {
        const ss_record *const record = question->rows[k].record;
        n_there += k == 0 || question->rows[k - 1].contender != question->rows[k].contender;
        idle = idle && ss_outcome_is_solved(record->outcome) && record->row.sweeps_total == 0;
    }
    return n_there < grid->n_contenders ? SS_GRID_NOT_BY_ALL : idle ? SS_GRID_IDLE : SS_GRID_TAKEN;
}

/* Find the questions of sorted rows. */
static void cut(ss_grid *grid)
{
    grid->n_questions = 0;
    for (size_t begin = 0, end = 0; begin < grid->n; begin = end) {
        ss_grid_question *const question = &grid->questions[grid->n_questions++];
        while (end < grid->n && strcmp(grid->rows[end].key, grid->rows[begin].key) == 0)
            ++end;
        *question = (ss_grid_question){.rows = &grid->rows[begin], .n = end - begin};
        question->left_out = judge(grid, question);
    }
}

bool ss_grid_arrange(ss_grid *grid, const ss_grid_rule *rule, ss_error *error)
{
    free(grid->questions);
    grid->n_questions = 0;
    grid->questions = calloc(grid->n + 1, sizeof *grid->questions);
    bool arranged = grid->questions != NULL;
    for (size_t k = 0; k < grid->n; ++k) {
        ss_grid_row *const row = &grid->rows[k];
        const bool frozen = ss_frozen_path(row->record->row.problem) != NULL;
        free(row->key);
        row->key = ss_question_key(&row->record->row, frozen ? &rule->frozen : &rule->scene);
        arranged = arranged && row->key != NULL;
    }
    if (!arranged)
        return no_memory(grid, error);
    if (grid->n > 1)
        qsort(grid->rows, grid->n, sizeof *grid->rows, compare_rows);
    cut(grid);
    return true;
}

void ss_grid_drop(ss_grid *grid)
{
    size_t n_kept = 0;
    for (size_t k = 0; k < grid->n; ++k)
        if (grid->rows[k].record != NULL)
            grid->rows[n_kept++] = grid->rows[k];
        else
            free(grid->rows[k].key);
    grid->n = n_kept;
    cut(grid);
}

void ss_grid_keep_taken(ss_grid *grid, size_t n_left_out[SS_GRID_REASONS])
{
    memset(n_left_out, 0, SS_GRID_REASONS * sizeof *n_left_out);
    for (size_t q = 0; q < grid->n_questions; ++q) {
        const ss_grid_question *const question = &grid->questions[q];
        ++n_left_out[question->left_out];
        for (size_t k = 0; question->left_out != SS_GRID_TAKEN && k < question->n; ++k)
            question->rows[k].record = NULL;
    }
    ss_grid_drop(grid);
}

size_t ss_grid_cell_end(const ss_grid_question *question, size_t begin)
{
    size_t end = begin + 1;
    while (end < question->n && question->rows[end].contender == question->rows[begin].contender)
        ++end;
    return end;
}

/* ---- accuracy ---- */

/* fmax passes NaN over: older files have no floor. */
static double accuracy_of(const ss_summary_row *row, bool of_all_steps)
{
    return fmax(of_all_steps ? row->e1_worst : row->e1_last, fmax(row->e1_floor, 1e-15));
}

void ss_accuracy_gap_note(ss_accuracy_gap *gap, const ss_summary_row *a, const ss_summary_row *b)
{
    if (!ss_outcome_name_is_solved(a->status) || !ss_outcome_name_is_solved(b->status))
        return;
    const bool of_all_steps = !isnan(a->e1_worst) && !isnan(b->e1_worst);
    if (!of_all_steps && (isnan(a->e1_last) || isnan(b->e1_last)))
        return;
    const double one = accuracy_of(a, of_all_steps), two = accuracy_of(b, of_all_steps);
    const ss_summary_row *const fine = one < two ? a : b, *const coarse = one < two ? b : a;
    const double ratio = fmax(one, two) / fmin(one, two);
    /* A coarser answer that cost more misleads nobody. Work that a solver does not count as visits
     * is in its units. */
    if (ratio > gap->ratio && (coarse->work_units_total < fine->work_units_total ||
                               (coarse->sweeps_total < fine->sweeps_total &&
                                coarse->visits_total + coarse->local_iterations_total <
                                    fine->visits_total + fine->local_iterations_total)))
        *gap = (ss_accuracy_gap){ratio, fine, coarse};
}

bool ss_accuracy_gap_text(char text[SS_ACCURACY_TEXT], const ss_accuracy_gap *gap)
{
    const ss_summary_row *const fine = gap->fine, *const coarse = gap->coarse;
    text[0] = '\0';
    if (!(gap->ratio >= 2.0))
        return false;
    const bool of_all_steps = !isnan(fine->e1_worst) && !isnan(coarse->e1_worst);
    char *const names[] = {
        ss_label_contender(fine->solver, fine->outer != NULL ? fine->outer : ""),
        ss_label_contender(coarse->solver, coarse->outer != NULL ? coarse->outer : "")};
    const bool named = names[0] != NULL && names[1] != NULL;
    snprintf(text, SS_ACCURACY_TEXT,
             "E1 reached differs by up to %.2gx between what is compared (%.120s: %.100s %.2g, "
             "%.100s %.2g for less work)",
             gap->ratio, fine->problem, named ? names[0] : fine->solver,
             accuracy_of(fine, of_all_steps), named ? names[1] : coarse->solver,
             accuracy_of(coarse, of_all_steps));
    free(names[0]);
    free(names[1]);
    return true;
}

void ss_accuracy_times_note(ss_accuracy_times *times, const ss_summary_row *row)
{
    times->least = times->n == 0 || row->repeats < times->least ? row->repeats : times->least;
    times->most = row->repeats > times->most ? row->repeats : times->most;
    if (row->cpu_s > 0.0)
        times->widest = fmax(times->widest, (row->cpu_s_q3 - row->cpu_s_q1) / row->cpu_s);
    ++times->n;
}

void ss_grid_note_gap(ss_accuracy_gap *gap, const ss_grid_question *question)
{
    for (size_t k = 0; k < question->n; ++k)
        for (size_t j = 0; j < k; ++j)
            ss_accuracy_gap_note(gap, &question->rows[j].record->row,
                                 &question->rows[k].record->row);
}

void ss_grid_free(ss_grid *grid)
{
    for (size_t k = 0; k < grid->n; ++k)
        free(grid->rows[k].key);
    for (size_t k = 0; k < grid->n_contenders; ++k)
        free(grid->contenders[k].label);
    free(grid->rows);
    free(grid->questions);
    free(grid->contenders);
    *grid = (ss_grid){.n = 0};
}
