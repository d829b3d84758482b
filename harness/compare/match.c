/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/match.h"

#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *key;
    const ss_record *record;
} entry;

/* The rows of one side that have no partner yet. */
typedef struct rest {
    const ss_compare_side *side;
    entry *entries;
    size_t n;
} rest;

static bool out_of_memory(ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory to match the rows");
}

static int by_key(const void *a, const void *b)
{
    const entry *const x = a, *const y = b;
    const int order = strcmp(x->key, y->key);
    return order != 0 ? order
                      : (x->record->line > y->record->line) - (x->record->line < y->record->line);
}

static void free_keys(rest *left)
{
    for (size_t k = 0; k < left->n; ++k) {
        free(left->entries[k].key);
        left->entries[k].key = NULL;
    }
}

static bool sort_by_key(rest *left, const ss_question_rule *rule, ss_error *error)
{
    for (size_t k = 0; k < left->n; ++k) {
        entry *const e = &left->entries[k];
        e->key = ss_question_key(&e->record->row, rule);
        if (e->key == NULL)
            return out_of_memory(error);
    }
    qsort(left->entries, left->n, sizeof *left->entries, by_key);
    return true;
}

static bool check_distinct(const rest *left, ss_error *error)
{
    for (size_t k = 1; k < left->n; ++k) {
        const entry *const e = &left->entries[k - 1];
        if (strcmp(e[0].key, e[1].key) == 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s: lines %zu and %zu are the same run (%.40s, instance "
                                "%zu, solver %.60s); only one may stay",
                                left->side->path, e[0].record->line, e[1].record->line,
                                e[0].record->row.problem, e[0].record->row.instance,
                                e[0].record->row.solver);
    }
    return true;
}

/* The entries from k on with the key of the k-th. */
static size_t run_length(const rest *left, size_t k)
{
    size_t end = k + 1;
    while (end < left->n && strcmp(left->entries[end].key, left->entries[k].key) == 0)
        ++end;
    return end - k;
}

static void add_pair(ss_compare_match *match, const ss_record *base, const ss_record *new)
{
    match->pairs[match->n++] = (ss_compare_match_pair){base, new};
}

/* Keep `count` entries from k on for the next pass. */
static void keep(rest *left, size_t k, size_t count, size_t *n_kept)
{
    for (size_t j = k; j < k + count; ++j) {
        const entry moved = left->entries[j];
        left->entries[j] = left->entries[*n_kept];
        left->entries[(*n_kept)++] = moved;
    }
}

/* Walk two sorted lists; keys that both have once make pairs, the rest stays. */
static void merge(ss_compare_match *match, rest *base, rest *new)
{
    size_t i = 0, j = 0, base_kept = 0, new_kept = 0;
    while (i < base->n || j < new->n) {
        const int order = i == base->n  ? 1
                          : j == new->n ? -1
                                        : strcmp(base->entries[i].key, new->entries[j].key);
        const size_t n_base = order <= 0 ? run_length(base, i) : 0;
        const size_t n_new = order >= 0 ? run_length(new, j) : 0;
        if (n_base == 1 && n_new == 1) {
            add_pair(match, base->entries[i].record, new->entries[j].record);
        } else {
            keep(base, i, n_base, &base_kept);
            keep(new, j, n_new, &new_kept);
        }
        i += n_base;
        j += n_new;
    }
    free_keys(base);
    free_keys(new);
    base->n = base_kept;
    new->n = new_kept;
}

/* Pair what has the same key; `distinct`: two rows of a side may not share one. */
static bool run_pass(ss_compare_match *match, rest *base, rest *new, const ss_question_rule *rule,
                     bool distinct, ss_error *error)
{
    const bool sorted = sort_by_key(base, rule, error) && sort_by_key(new, rule, error) &&
                        (!distinct || (check_distinct(base, error) && check_distinct(new, error)));
    if (sorted) {
        merge(match, base, new);
    } else {
        free_keys(base);
        free_keys(new);
    }
    return sorted;
}

static bool begin_rest(rest *left, const ss_compare_side *side, ss_error *error)
{
    *left = (rest){.side = side, .n = side->summary.n};
    left->entries = calloc(left->n + 1, sizeof *left->entries);
    if (left->entries == NULL)
        return out_of_memory(error);
    for (size_t k = 0; k < left->n; ++k)
        left->entries[k].record = &side->summary.records[k];
    return true;
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

/* Does any row of the side have the pair's key? *several: with more than one value. */
static bool side_has(const ss_compare_side *side, const ss_key_value *pair, bool *several)
{
    const char *first = NULL, *last = "";
    for (size_t k = 0; k < side->summary.n; ++k) {
        const char *const list = side->summary.records[k].row.parameters;
        if (strcmp(list, last) == 0 || !ss_pairs_in(pair, list))
            continue;
        first = first != NULL ? first : list;
        *several = *several || !ss_pairs_agree(first, list, pair);
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
            bool several = false;
            if (ss_pairs_in(&pair, seen))
                continue;
            ss_pairs_add_key(seen, sizeof seen, &pair);
            if (!side_has(theirs, &pair, &several) && side_has(mine, &pair, &several) && !several)
                ss_pairs_add_key(match->unshared, sizeof match->unshared, &pair);
        }
    }
}

/* ---- the match ---- */

static bool all_external(const ss_compare_side *side)
{
    for (size_t k = 0; k < side->summary.n; ++k)
        if (!ss_record_is_external(&side->summary.records[k]))
            return false;
    return true;
}

static bool pair_up(ss_compare_match *match, rest *base, rest *new, ss_error *error)
{
    const bool with_outer =
        !match->by_solver || (!all_external(base->side) && !all_external(new->side));
    const unsigned asked = with_outer ? SS_QUESTION : SS_QUESTION & ~(unsigned)SS_ASKED_OUTER;
    const unsigned contender[] = {SS_ASKED_SOLVER | SS_ASKED_OPTIONS, SS_ASKED_SOLVER,
                                  SS_ASKED_NAME};
    ss_question_rule rule = {asked, match->unshared, ""};
    if (match->by_solver)
        return run_pass(match, base, new, &rule, true, error);
    for (size_t k = 0; k < sizeof contender / sizeof contender[0]; ++k) {
        rule.parts = asked | contender[k];
        if (!run_pass(match, base, new, &rule, k == 0, error))
            return false;
    }
    return true;
}

bool ss_compare_match_sides(ss_compare_match *match, const ss_compare_side *base,
                            const ss_compare_side *new, bool by_solver, ss_error *error)
{
    rest base_rest = {.n = 0}, new_rest = {.n = 0};
    *match = (ss_compare_match){.by_solver = by_solver};
    if (base->summary.n > 0 && new->summary.n > 0) {
        add_unshared(match, base, new);
        add_unshared(match, new, base);
    }
    match->pairs = calloc(base->summary.n + new->summary.n + 1, sizeof *match->pairs);
    bool matched = match->pairs != NULL || out_of_memory(error);
    matched = matched && begin_rest(&base_rest, base, error) && begin_rest(&new_rest, new, error) &&
              pair_up(match, &base_rest, &new_rest, error);
    for (size_t k = 0; matched && k < base_rest.n; ++k)
        add_pair(match, base_rest.entries[k].record, NULL);
    for (size_t k = 0; matched && k < new_rest.n; ++k)
        add_pair(match, NULL, new_rest.entries[k].record);
    free(base_rest.entries);
    free(new_rest.entries);
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
