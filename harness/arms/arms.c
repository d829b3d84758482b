/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/arms/arms.h"

#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/question.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const ss_arms_verdicts[] = {"no conclusion", "pays",        "costs",
                                        "no effect",     "solves more", "fails more"};

/* ---- two groups ---- */

static bool is_solved(const ss_summary_row *row)
{
    return ss_outcome_name_is_solved(row->status);
}

/* Alike to the bit in all that the same command gives twice, but the words of the arms. */
static bool is_alike(const ss_summary_row *a, const ss_summary_row *b)
{
    const ss_table *const table = ss_rows_find("summary");
    for (size_t k = 0; k < table->n_fields; ++k) {
        const ss_field *const field = &table->fields[k];
        if (field->kind == SS_FIELD_TEXT || field->varies)
            continue;
        const double x = ss_rows_value(field, a), y = ss_rows_value(field, b);
        if (x != y && !(isnan(x) && isnan(y)))
            return false;
    }
    return strcmp(a->status, b->status) == 0;
}

static const ss_summary_row *find_instance(ss_arms_group group, size_t instance)
{
    for (size_t k = 0; k < group.n; ++k)
        if (group.at[k].row->instance == instance)
            return group.at[k].row;
    return NULL;
}

/* Times are judged where each run was repeated (ss_price_is_judged), on one machine. Solves that
 * one arm alone has conclude where they are as many as conclude of prices, and all on one side. */
static ss_arms_verdict judge(const ss_arms_change *c, int price, bool alike, bool judged)
{
    const ss_interval *const within = &c->within[price];
    if (c->lost >= SS_ARMS_LEAST && c->gained == 0)
        return SS_ARMS_FAILS;
    if (c->gained >= SS_ARMS_LEAST && c->lost == 0)
        return SS_ARMS_SOLVES;
    if (c->lost + c->gained > 0)
        return SS_ARMS_NOTHING;
    if (alike)
        return SS_ARMS_NO_EFFECT;
    if (c->n < SS_ARMS_LEAST || !judged)
        return SS_ARMS_NOTHING;
    return within->high < 1.0 ? SS_ARMS_PAYS : within->low > 1.0 ? SS_ARMS_COSTS : SS_ARMS_NOTHING;
}

/* One price, over the n pairs. */
static bool compare_price(ss_arms_change *change, int price, double *logs, ss_error *error)
{
    const double n = (double)change->n;
    double sum = 0.0;
    for (size_t k = 0; k < change->n; ++k)
        sum += logs[k];
    change->ratio[price] = change->n > 0 ? exp(sum / n) : NAN;
    if (!ss_bootstrap(&change->within[price], &change->n, 1, ss_bootstrap_sum, logs, error))
        return false;
    change->within[price].low = exp(change->within[price].low / n);
    change->within[price].high = exp(change->within[price].high / n);
    return true;
}

/* Instance by instance: who is solved in one arm alone is counted, and a ratio is of those that
 * both solve. */
bool ss_arms_compare(ss_arms_change *change, ss_arms_group one, ss_arms_group other,
                     ss_error *error)
{
    double *const logs = calloc(SS_PRICE_COUNT * one.n + 1, sizeof *logs);
    bool alike = true, judged[SS_PRICE_COUNT], ok = true;
    ss_machines machines = {.one = NULL};
    *change = (ss_arms_change){.n = 0};
    if (logs == NULL)
        return ss_error_memory(error, "%zu instances", one.n);
    for (int p = 0; p < SS_PRICE_COUNT; ++p)
        judged[p] = true;
    for (size_t k = 0; k < one.n; ++k) {
        const ss_summary_row *const a = one.at[k].row, *const b = find_instance(other, a->instance);
        if (b == NULL)
            continue;
        ss_machines_note(&machines, a);
        ss_machines_note(&machines, b);
        alike = alike && is_alike(a, b);
        change->lost += is_solved(a) && !is_solved(b);
        change->gained += !is_solved(a) && is_solved(b);
        if (!is_solved(a) || !is_solved(b))
            continue;
        for (int p = 0; p < SS_PRICE_COUNT; ++p) {
            logs[(size_t)p * one.n + change->n] =
                log(ss_price_of(b, (ss_price)p) / ss_price_of(a, (ss_price)p));
            judged[p] = judged[p] && ss_price_is_judged(a, (ss_price)p) &&
                        ss_price_is_judged(b, (ss_price)p);
        }
        ++change->n;
    }
    judged[SS_PRICE_TIME] = judged[SS_PRICE_TIME] && machines.other == NULL;
    for (int p = 0; ok && p < SS_PRICE_COUNT; ++p) {
        ok = compare_price(change, p, logs + (size_t)p * one.n, error);
        change->of[p] = judge(change, p, alike && change->n > 0, judged[p]);
    }
    free(logs);
    return ok;
}

/* ---- all of a store ---- */

static int by_arm(const void *left, const void *right)
{
    const ss_arms_run *const a = left, *const b = right;
    int order = strcmp(a->place, b->place);
    if (order == 0)
        order = (a->first > b->first) - (a->first < b->first);
    if (order == 0)
        order = strcmp(a->row->follows, b->row->follows);
    if (order == 0)
        order = (int)a->guess - (int)b->guess;
    return order != 0
               ? order
               : (a->row->instance > b->row->instance) - (a->row->instance < b->row->instance);
}

static bool is_one_group(const ss_arms_run *a, const ss_arms_run *b)
{
    return strcmp(a->place, b->place) == 0 && a->first == b->first && a->guess == b->guess &&
           strcmp(a->row->follows, b->row->follows) == 0;
}

static bool read_run(ss_arms *arms, const ss_summary_row *row, ss_error *error)
{
    const ss_question_rule rule = {SS_ASKED_PROBLEM | SS_ASKED_PARAMETERS | SS_ASKED_STOP, "", ""};
    ss_arms_run *const run = &arms->runs[arms->n_runs];
    *run = (ss_arms_run){.row = row,
                         .place = ss_question_key(row, &rule),
                         .contender = ss_label_contender(row->solver, row->outer),
                         .guess = ss_guess_of_cell(row->warm_start),
                         .first = arms->n_runs};
    ++arms->n_runs;
    if (run->place == NULL || run->contender == NULL)
        return ss_error_memory(error, "the runs");
    for (size_t k = arms->n_runs - 1; k-- > 0;)
        if (strcmp(arms->runs[k].contender, run->contender) == 0)
            run->first = arms->runs[k].first;
    return true;
}

static void find_groups(ss_arms *arms)
{
    qsort(arms->runs, arms->n_runs, sizeof *arms->runs, by_arm);
    for (size_t k = 0; k < arms->n_runs; ++k)
        if (k > 0 && is_one_group(&arms->runs[k - 1], &arms->runs[k]))
            ++arms->groups[arms->n_groups - 1].n;
        else
            arms->groups[arms->n_groups++] = (ss_arms_group){&arms->runs[k], 1};
}

/* Two groups of one place that differ in the start alone, or in the contender alone, of which the
 * first is the place's first: groups are sorted, so that `one` comes before. */
static bool is_asked(const ss_arms *arms, const ss_arms_group *one, const ss_arms_group *other,
                     ss_arms_kind *kind)
{
    const ss_arms_run *const a = one->at, *const b = other->at;
    if (strcmp(a->place, b->place) != 0 || strcmp(a->row->follows, b->row->follows) != 0)
        return false;
    *kind = a->first == b->first ? SS_ARMS_STARTS : SS_ARMS_CONTENDERS;
    if (a->first == b->first)
        return a->guess != b->guess;
    const ss_arms_group *place = one;
    while (place > arms->groups && strcmp(place[-1].at->place, a->place) == 0)
        --place;
    return a->guess == b->guess && place->at->first == a->first;
}

static int by_comparison(const void *left, const void *right)
{
    const ss_arms_comparison *const a = left, *const b = right;
    int order = strcmp(a->one.at->place, b->one.at->place);
    if (order == 0)
        order = (int)a->kind - (int)b->kind;
    if (order == 0)
        order =
            (a->other.at->first > b->other.at->first) - (a->other.at->first < b->other.at->first);
    if (order == 0)
        order = (int)a->one.at->guess - (int)b->one.at->guess;
    if (order == 0)
        order = (int)a->other.at->guess - (int)b->other.at->guess;
    return order != 0 ? order : strcmp(a->one.at->row->follows, b->one.at->row->follows);
}

static bool compare_all(ss_arms *arms, ss_error *error)
{
    const size_t n = arms->n_groups;
    bool ok = true;
    for (size_t i = 0; ok && i < n; ++i)
        for (size_t j = i + 1; ok && j < n; ++j) {
            ss_arms_comparison c = {.one = arms->groups[i], .other = arms->groups[j]};
            if (!is_asked(arms, &arms->groups[i], &arms->groups[j], &c.kind))
                continue;
            ok = ss_arms_compare(&c.change, c.one, c.other, error);
            arms->comparisons[arms->n_comparisons++] = c;
        }
    if (ok)
        qsort(arms->comparisons, arms->n_comparisons, sizeof *arms->comparisons, by_comparison);
    return ok;
}

/* Rows become runs, runs groups of one arm, groups pairs that differ in one thing. */
bool ss_arms_read(ss_arms *arms, const char *folder, ss_error *error)
{
    char found[SS_PATH_SIZE], path[SS_PATH_SIZE];
    *arms = (ss_arms){.n_runs = 0};
    if (!ss_summary_folder(found, folder, error) ||
        !ss_path_join(path, sizeof path, found, "summary.csv", error) ||
        !ss_summary_read(&arms->summary, path, "tol,work_units_total", error))
        return false;
    const size_t n = arms->summary.n;
    bool ok = true;
    arms->runs = calloc(n + 1, sizeof *arms->runs);
    arms->groups = calloc(n + 1, sizeof *arms->groups);
    if (arms->runs == NULL || arms->groups == NULL)
        return ss_error_memory(error, "%zu runs", n);
    for (size_t k = 0; ok && k < n; ++k)
        ok = read_run(arms, &arms->summary.records[k].row, error);
    if (!ok)
        return false;
    find_groups(arms);
    arms->comparisons = calloc(arms->n_groups * arms->n_groups + 1, sizeof *arms->comparisons);
    if (arms->comparisons == NULL)
        return ss_error_memory(error, "%zu arms", arms->n_groups);
    if (!compare_all(arms, error))
        return false;
    return arms->n_comparisons > 0 ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s has no two arms of one problem: 'start: [cold, warm, predictor]', "
                        "'follow: [no, reference]', or several solvers",
                        folder);
}

void ss_arms_free(ss_arms *arms)
{
    for (size_t k = 0; k < arms->n_runs; ++k) {
        free(arms->runs[k].place);
        free(arms->runs[k].contender);
    }
    free(arms->runs);
    free(arms->groups);
    free(arms->comparisons);
    ss_summary_free(&arms->summary);
    *arms = (ss_arms){.n_runs = 0};
}
