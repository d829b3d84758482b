/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/match.h"

#include "harness/compare/tokens.h"
#include "harness/compare/unshared.h"

#include <stdlib.h>
#include <string.h>

/* What of the contender is in the key. */
typedef enum key_kind { KEY_OPTIONS, KEY_LABEL, KEY_NAME, KEY_QUESTION } key_kind;

/* What makes a key of a row. */
typedef struct key_rule {
    key_kind kind;
    bool with_outer;
    const char *unshared; /* parameters that are left out */
    bool distinct;        /* two rows of a side with the same key are an error */
} key_rule;

typedef struct entry {
    char *key;
    const ss_record *record;
} entry;

/* The rows of one side that have no partner yet. */
typedef struct rest {
    const ss_side *side;
    entry *entries;
    size_t n;
} rest;

bool ss_record_is_external(const ss_record *record)
{
    return record->outer[0] == '\0';
}

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

/* Take the tokens whose key is in the set out of the list. */
static void drop_keys(char *list, const char *keys)
{
    char *to = list;
    for (const char *at = list, *next = NULL; *at != '\0'; at = next) {
        const size_t length = (size_t)((next = ss_token_next(at)) - at);
        if (ss_keys_hold(keys, at))
            continue;
        memmove(to, at, length);
        to += length;
    }
    if (to > list && to[-1] == ',') /* the last token is gone */
        --to;
    *to = '\0';
}

/* The key as one text; its parts are kept apart by a character that none of them holds. */
static char *make_key(const ss_record *r, const key_rule *rule)
{
    char *key = NULL, *const parameters = strdup(r->parameters);
    const int name = rule->kind == KEY_QUESTION ? 0
                     : rule->kind == KEY_NAME   ? (int)strcspn(r->solver, "[")
                                                : (int)strlen(r->solver);
    if (parameters == NULL)
        return NULL;
    if (rule->unshared[0] != '\0')
        drop_keys(parameters, rule->unshared);
    const int length =
        asprintf(&key, "%s\x1f%s\x1f%s\x1f%s\x1f%s\x1f%s\x1f%.*s\x1f%s", r->problem, parameters,
                 r->instance, rule->with_outer ? r->outer : "", r->stop, r->warm_start, name,
                 r->solver, rule->kind == KEY_OPTIONS ? r->options : "");
    free(parameters);
    return length < 0 ? NULL : key;
}

static void free_keys(rest *left)
{
    for (size_t k = 0; k < left->n; ++k) {
        free(left->entries[k].key);
        left->entries[k].key = NULL;
    }
}

static bool sort_by_key(rest *left, const key_rule *rule, ss_error *error)
{
    for (size_t k = 0; k < left->n; ++k) {
        entry *const e = &left->entries[k];
        e->key = make_key(e->record, rule);
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
                                "%.20s, solver %.60s); only one may stay",
                                left->side->path, e[0].record->line, e[1].record->line,
                                e[0].record->problem, e[0].record->instance, e[0].record->solver);
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

static void add_pair(ss_match *match, const ss_record *base, const ss_record *new)
{
    match->pairs[match->n++] = (ss_pair){base, new};
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
static void merge(ss_match *match, rest *base, rest *new)
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

static bool run_pass(ss_match *match, rest *base, rest *new, const key_rule *rule, ss_error *error)
{
    const bool sorted =
        sort_by_key(base, rule, error) && sort_by_key(new, rule, error) &&
        (!rule->distinct || (check_distinct(base, error) && check_distinct(new, error)));
    if (sorted) {
        merge(match, base, new);
    } else {
        free_keys(base);
        free_keys(new);
    }
    return sorted;
}

static bool begin_rest(rest *left, const ss_side *side, ss_error *error)
{
    *left = (rest){.side = side, .n = side->n};
    left->entries = calloc(side->n + 1, sizeof *left->entries);
    if (left->entries == NULL)
        return out_of_memory(error);
    for (size_t k = 0; k < side->n; ++k)
        left->entries[k].record = &side->records[k];
    return true;
}

/* As people count: instance 10 after instance 2. */
static int by_question(const void *a, const void *b)
{
    const ss_pair *const p = a, *const q = b;
    const ss_record *const x = p->base != NULL ? p->base : p->new;
    const ss_record *const y = q->base != NULL ? q->base : q->new;
    const char *const texts[][2] = {{x->problem, y->problem},   {x->parameters, y->parameters},
                                    {x->instance, y->instance}, {x->outer, y->outer},
                                    {x->stop, y->stop},         {x->warm_start, y->warm_start},
                                    {x->solver, y->solver},     {x->options, y->options}};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
        const int order = strverscmp(texts[k][0], texts[k][1]);
        if (order != 0)
            return order;
    }
    return (p->base == NULL) - (q->base == NULL);
}

static bool all_external(const ss_side *side)
{
    for (size_t k = 0; k < side->n; ++k)
        if (!ss_record_is_external(&side->records[k]))
            return false;
    return true;
}

static bool pair_up(ss_match *match, rest *base, rest *new, ss_error *error)
{
    const bool with_outer =
        !match->by_solver || (!all_external(base->side) && !all_external(new->side));
    const key_rule question = {KEY_QUESTION, with_outer, match->unshared, true};
    const key_rule passes[] = {{KEY_OPTIONS, with_outer, match->unshared, true},
                               {KEY_LABEL, with_outer, match->unshared, false},
                               {KEY_NAME, with_outer, match->unshared, false}};
    if (match->by_solver)
        return run_pass(match, base, new, &question, error);
    for (size_t k = 0; k < sizeof passes / sizeof passes[0]; ++k)
        if (!run_pass(match, base, new, &passes[k], error))
            return false;
    return true;
}

bool ss_match_sides(ss_match *match, const ss_side *base, const ss_side *new, bool by_solver,
                    ss_error *error)
{
    rest base_rest = {.n = 0}, new_rest = {.n = 0};
    *match = (ss_match){.by_solver = by_solver};
    ss_unshared_keys(base, new, match->unshared, sizeof match->unshared);
    match->pairs = calloc(base->n + new->n + 1, sizeof *match->pairs);
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
        ss_match_free(match);
    return matched;
}

void ss_match_free(ss_match *match)
{
    free(match->pairs);
    *match = (ss_match){.n = 0};
}
