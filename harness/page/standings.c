/* The standing of each contender: what it solved, and its cost beside the others'.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include "harness/tables/question.h"
#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows as questions and contenders, being sorted. */
typedef struct builder {
    ss_page_material *material;
    ss_question_entry *entries; /* a row each; column: the contender */
    size_t n;
    double *ratios; /* a row each, in the order of the entries; NAN: none */
    double *room;   /* n numbers */
} builder;

static size_t contender_of(ss_page_material *m, const ss_summary_row *row)
{
    size_t k = 0;
    while (k < m->n_contenders && (strcmp(m->contenders[k].solver, row->solver) != 0 ||
                                   strcmp(m->contenders[k].outer, row->outer) != 0))
        ++k;
    if (k == m->n_contenders)
        m->contenders[m->n_contenders++] =
            (ss_page_contender){.solver = row->solver, .outer = row->outer, .e1_worst = NAN};
    return k;
}

static double cost_of(const ss_page_material *m, const ss_record *record)
{
    if (m->counts_units)
        return record->row.work_units_total;
    return ss_record_is_external(record)
               ? NAN
               : (double)(record->row.visits_total + record->row.local_iterations_total);
}

/* The worst E1 of a row: of all its steps, or of the last. */
static double worst_e1(const ss_summary_row *row)
{
    return isnan(row->e1_worst) ? row->e1_last : row->e1_worst;
}

static void count_row(builder *b, size_t k)
{
    const ss_record *const record = b->entries[k].record;
    ss_page_contender *const c = &b->material->contenders[b->entries[k].column];
    ++c->n;
    ++c->counts[record->outcome];
    c->n_solved += ss_outcome_is_solved(record->outcome);
    c->has_units = c->has_units || !isnan(record->row.work_units_total);
    c->e1_worst = fmax(c->e1_worst, worst_e1(&record->row));
}

/* Among those that are solved. */
static bool is_faster(const ss_record *record, const ss_record *other)
{
    return ss_outcome_is_solved(record->outcome) &&
           (!ss_outcome_is_solved(other->outcome) || record->row.cpu_s < other->row.cpu_s);
}

/* The costs of a question over the least; a question that one alone solved tells nothing. */
static void rate_question(builder *b, size_t begin, size_t end)
{
    double least = INFINITY;
    size_t n = 0, n_solved = 0, fastest = begin;
    for (size_t k = begin; k < end; ++k) {
        const double cost = cost_of(b->material, b->entries[k].record);
        if (is_faster(b->entries[k].record, b->entries[fastest].record))
            fastest = k;
        n_solved += ss_outcome_is_solved(b->entries[k].record->outcome);
        if (ss_outcome_is_solved(b->entries[k].record->outcome) && cost > 0.0) {
            least = fmin(least, cost);
            ++n;
        }
        for (size_t j = begin; j < k; ++j)
            ss_accuracy_gap_note(&b->material->gap, &b->entries[j].record->row,
                                 &b->entries[k].record->row);
    }
    for (size_t k = begin; k < end; ++k) {
        const double cost = cost_of(b->material, b->entries[k].record);
        const bool solved = ss_outcome_is_solved(b->entries[k].record->outcome);
        b->ratios[k] = solved && cost > 0.0 && n > 1 ? cost / least : NAN;
    }
    b->material->contenders[b->entries[fastest].column].n_fastest += n_solved > 1;
}

/* The median of a column of summary.csv over the solved rows of a contender. */
static double median_of(const builder *b, size_t contender, size_t offset, bool counts)
{
    size_t n = 0;
    for (size_t k = 0; k < b->n; ++k) {
        const ss_record *const record = b->entries[k].record;
        const char *const at = (const char *)&record->row + offset;
        if (b->entries[k].column != contender || !ss_outcome_is_solved(record->outcome))
            continue;
        b->room[n++] =
            counts ? (double)*(const size_t *)(const void *)at : *(const double *)(const void *)at;
    }
    return ss_spread_of(b->room, n).median;
}

/* The same of quartiles, NaN where not all rows of the median have them: it could lie outside. */
static double quartile_of(const builder *b, size_t contender, size_t offset)
{
    for (size_t k = 0; k < b->n; ++k) {
        const ss_record *const record = b->entries[k].record;
        if (b->entries[k].column == contender && ss_outcome_is_solved(record->outcome) &&
            isnan(*(const double *)(const void *)((const char *)&record->row + offset)))
            return NAN;
    }
    return median_of(b, contender, offset, false);
}

static void settle(const builder *b, size_t contender)
{
    ss_page_contender *const c = &b->material->contenders[contender];
    double logs = 0.0;
    for (size_t k = 0; k < b->n; ++k)
        if (b->entries[k].column == contender && !isnan(b->ratios[k])) {
            b->room[c->n_ratios++] = b->ratios[k];
            logs += log(b->ratios[k]);
        }
    c->mean_ratio = c->n_ratios > 0 ? exp(logs / (double)c->n_ratios) : NAN;
    c->ratio = ss_spread_of(b->room, c->n_ratios).median;
    c->units = median_of(b, contender, offsetof(ss_summary_row, work_units_total), false);
    c->sweeps = median_of(b, contender, offsetof(ss_summary_row, sweeps_total), true);
    c->cpu_s = median_of(b, contender, offsetof(ss_summary_row, cpu_s), false);
    c->cpu_s_q1 = quartile_of(b, contender, offsetof(ss_summary_row, cpu_s_q1));
    c->cpu_s_q3 = quartile_of(b, contender, offsetof(ss_summary_row, cpu_s_q3));
}

static bool make_entries(builder *b)
{
    ss_page_material *const m = b->material;
    const ss_question_rule rule = {SS_QUESTION & ~(unsigned)SS_ASKED_OUTER, "", ""};
    for (size_t k = 0; k < b->n; ++k) {
        const ss_record *const record = &m->summary.records[k];
        b->entries[k] = (ss_question_entry){.record = record,
                                            .column = contender_of(m, &record->row),
                                            .key = ss_question_key(&record->row, &rule)};
        if (b->entries[k].key == NULL)
            return false;
        m->counts_units = m->counts_units || !isnan(record->row.work_units_total);
    }
    ss_question_sort(b->entries, b->n);
    return true;
}

bool ss_page_standings(ss_page_material *m, ss_error *error)
{
    const size_t n = m->summary.n;
    builder b = {.material = m,
                 .n = n,
                 .entries = calloc(n, sizeof *b.entries),
                 .ratios = calloc(n, sizeof *b.ratios),
                 .room = calloc(n, sizeof *b.room)};
    m->contenders = calloc(n, sizeof *m->contenders);
    const bool made = b.entries != NULL && b.ratios != NULL && b.room != NULL &&
                      m->contenders != NULL && make_entries(&b);
    for (size_t k = 0; made && k < n; ++k)
        count_row(&b, k);
    for (size_t begin = 0, end = 0; made && begin < n; begin = end) {
        end = ss_question_group_end(b.entries, n, begin);
        rate_question(&b, begin, end);
        ++m->n_questions;
    }
    for (size_t k = 0; made && k < m->n_contenders; ++k)
        settle(&b, k);
    if (b.entries != NULL)
        ss_question_free_keys(b.entries, n);
    free(b.entries);
    free(b.ratios);
    free(b.room);
    return made || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the runs of the page");
}
