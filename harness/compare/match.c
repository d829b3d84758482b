/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/match.h"

#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include <stdlib.h>
#include <string.h>

/* The rows that have no partner yet; the column of an entry is its side: 0 BASE, 1 NEW. */
typedef struct rest {
    ss_question_entry *entries;
    size_t n;
} rest;

static bool out_of_memory(ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory to match the rows");
}

static void add_side(rest *left, const ss_compare_side *side, size_t column)
{
    for (size_t k = 0; k < side->summary.n; ++k)
        left->entries[left->n++] =
            (ss_question_entry){.record = &side->summary.records[k], .column = column};
}

static void add_pair(ss_compare_match *match, const ss_record *base, const ss_record *new)
{
    match->pairs[match->n++] = (ss_compare_match_pair){base, new};
}

/* n rows of one key, sorted by side: none may be of the same side as the one before it. */
static bool check_distinct(const ss_question_entry *e, size_t n, ss_error *error)
{
    for (size_t k = 1; k < n; ++k) {
        const ss_record *const one = e[k - 1].record, *const two = e[k].record;
        if (e[k - 1].column == e[k].column)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s: lines %zu and %zu are the same run (%.40s, instance "
                                "%zu, solver %.60s); only one may stay",
                                one->path, one->line, two->line, one->row.problem,
                                one->row.instance, one->row.solver);
    }
    return true;
}

/* Keys that both sides have just once make pairs; the other rows stay. `distinct`: two rows of a
 * side may not share a key. */
static bool run_pass(ss_compare_match *match, rest *left, const ss_question_rule *rule,
                     bool distinct, ss_error *error)
{
    size_t n_kept = 0;
    bool passed = true;
    for (size_t k = 0; passed && k < left->n; ++k) {
        left->entries[k].key = ss_question_key(&left->entries[k].record->row, rule);
        passed = left->entries[k].key != NULL || out_of_memory(error);
    }
    if (passed)
        ss_question_sort(left->entries, left->n);
    for (size_t begin = 0, end = 0; passed && begin < left->n; begin = end) {
        ss_question_entry *const e = &left->entries[begin];
        end = ss_question_group_end(left->entries, left->n, begin);
        passed = !distinct || check_distinct(e, end - begin, error);
        if (end - begin == 2 && e[0].column != e[1].column) {
            add_pair(match, e[0].record, e[1].record);
            e[0].record = e[1].record = NULL;
        }
    }
    ss_question_free_keys(left->entries, left->n);
    for (size_t k = 0; k < left->n; ++k)
        if (left->entries[k].record != NULL)
            left->entries[n_kept++] = left->entries[k];
    left->n = n_kept;
    return passed;
}

/* As people count: instance 10 after instance 2. */
static int by_question(const void *a, const void *b)
{
    const ss_compare_match_pair *const p = a, *const q = b;
    const int order = ss_question_order(&(p->base != NULL ? p->base : p->new)->row,
                                        &(q->base != NULL ? q->base : q->new)->row);
    return order != 0 ? order : (p->base == NULL) - (q->base == NULL);
}

/* ---- parameters that one side only knows ---- */

/* Number of values of the pair's key in the rows of a side; 2 stands for more. */
static int count_values(const ss_compare_side *side, const ss_key_value *pair)
{
    const char *first = NULL, *last = "";
    for (size_t k = 0; k < side->summary.n; ++k) {
        const char *const list = side->summary.records[k].row.parameters;
        if (strcmp(list, last) == 0 || !ss_pairs_in(pair, list))
            continue;
        first = first != NULL ? first : list;
        if (!ss_pairs_agree(first, list, pair))
            return 2;
        last = list;
    }
    return first != NULL;
}

static void add_unshared(ss_compare_match *match, const ss_compare_side *mine,
                         const ss_compare_side *theirs)
{
    char seen[4096] = "";
    const char *last = "";
    for (size_t k = 0; k < mine->summary.n; ++k) {
        const char *list = mine->summary.records[k].row.parameters;
        if (strcmp(list, last) == 0)
            continue;
        last = list;
        for (ss_key_value pair; ss_pairs_next(&list, &pair);) {
            if (ss_pairs_in(&pair, seen))
                continue;
            ss_pairs_add_key(seen, sizeof seen, &pair);
            if (count_values(theirs, &pair) == 0 && count_values(mine, &pair) == 1)
                ss_pairs_add_key(match->unshared, sizeof match->unshared, &pair);
        }
    }
}

/* ---- the match ---- */

/* Is the one solver of the side another code's? */
static bool is_external(const ss_compare_side *side)
{
    return side->summary.n > 0 && ss_record_is_external(side->summary.records);
}

static bool pair_up(ss_compare_match *match, rest *left, bool with_outer, ss_error *error)
{
    const unsigned asked = with_outer ? SS_QUESTION : SS_QUESTION & ~(unsigned)SS_ASKED_OUTER;
    const unsigned contender[] = {SS_ASKED_SOLVER | SS_ASKED_OPTIONS, SS_ASKED_SOLVER,
                                  SS_ASKED_NAME};
    ss_question_rule rule = {asked, match->unshared, ""};
    if (match->by_solver)
        return run_pass(match, left, &rule, true, error);
    for (size_t k = 0; k < sizeof contender / sizeof contender[0]; ++k) {
        rule.parts = asked | contender[k];
        if (!run_pass(match, left, &rule, k == 0, error))
            return false;
    }
    return true;
}

bool ss_compare_match_sides(ss_compare_match *match, const ss_compare_side *base,
                            const ss_compare_side *new, ss_error *error)
{
    const size_t n = base->summary.n + new->summary.n;
    const bool with_outer =
        !match->by_outer && (!match->by_solver || (!is_external(base) && !is_external(new)));
    if (base->summary.n > 0 && new->summary.n > 0) {
        add_unshared(match, base, new);
        add_unshared(match, new, base);
    }
    match->pairs = calloc(n + 1, sizeof *match->pairs);
    rest left = {.entries = calloc(n + 1, sizeof *left.entries)};
    bool matched = (match->pairs != NULL && left.entries != NULL) || out_of_memory(error);
    if (matched) {
        add_side(&left, base, 0);
        add_side(&left, new, 1);
        matched = pair_up(match, &left, with_outer, error);
    }
    for (size_t k = 0; matched && k < left.n; ++k) {
        const ss_record *const record = left.entries[k].record;
        const bool of_base = left.entries[k].column == 0;
        add_pair(match, of_base ? record : NULL, of_base ? NULL : record);
    }
    free(left.entries);
    if (matched)
        qsort(match->pairs, match->n, sizeof *match->pairs, by_question);
    else
        ss_compare_match_free(match);
    return matched;
}

void ss_compare_match_free(ss_compare_match *match)
{
    free(match->pairs);
    *match = (ss_compare_match){.n = 0};
}
