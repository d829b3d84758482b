/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/question.h"

#include "harness/tables/pairs.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

size_t ss_question_name_length(const char *solver)
{
    return strcspn(solver, "[");
}

char *ss_question_key(const ss_summary_row *row, const ss_question_rule *rule)
{
    char *key = NULL, instance[32];
    size_t size = 0;
    char *const parameters = ss_pairs_without(row->parameters, rule->without);
    FILE *const out = parameters != NULL ? open_memstream(&key, &size) : NULL;
    const char *const outer = row->outer[0] != '\0' ? row->outer : rule->outer;
    const struct {
        ss_question_part part;
        const char *text;
    } parts[] = {
        {SS_ASKED_PROBLEM, row->problem}, {SS_ASKED_PARAMETERS, parameters},
        {SS_ASKED_INSTANCE, instance},    {SS_ASKED_OUTER, outer},
        {SS_ASKED_STOP, row->stop},       {SS_ASKED_WARM_START, row->warm_start},
        {SS_ASKED_FOLLOWS, row->follows}, {SS_ASKED_NAME, row->solver},
        {SS_ASKED_SOLVER, row->solver},   {SS_ASKED_OPTIONS, row->options},
    };
    snprintf(instance, sizeof instance, "%zu", row->instance);
    /* Parts are kept apart by a character that none of them holds and all are above. */
    for (size_t k = 0; out != NULL && k < sizeof parts / sizeof parts[0]; ++k) {
        const bool named = parts[k].part == SS_ASKED_NAME;
        const size_t length = named ? ss_question_name_length(row->solver) : strlen(parts[k].text);
        const bool wanted = (rule->parts & parts[k].part) != 0;
        fprintf(out, "%.*s\x1f", wanted ? (int)length : 0, parts[k].text);
    }
    if (out != NULL && fclose(out) != 0) {
        free(key);
        key = NULL;
    }
    free(parameters);
    return key;
}

int ss_question_order(const ss_summary_row *a, const ss_summary_row *b)
{
    int order = ss_name_order(a->problem, b->problem);
    if (order == 0)
        order = ss_name_order(a->parameters, b->parameters);
    if (order == 0)
        order = (a->instance > b->instance) - (a->instance < b->instance);
    const char *const texts[][2] = {{a->outer, b->outer},           {a->stop, b->stop},
                                    {a->warm_start, b->warm_start}, {a->follows, b->follows},
                                    {a->solver, b->solver},         {a->options, b->options}};
    for (size_t k = 0; order == 0 && k < sizeof texts / sizeof texts[0]; ++k)
        order = ss_name_order(texts[k][0], texts[k][1]);
    return order;
}

/* ---- labels ---- */

void ss_label_note(ss_label_keys *keys, const ss_summary_row *a, const ss_summary_row *b)
{
    if (strcmp(a->problem, b->problem) == 0)
        ss_pairs_add_differing(keys->parameters, sizeof keys->parameters, a->parameters,
                               b->parameters);
    if (strcmp(a->solver, b->solver) == 0)
        ss_pairs_add_differing(keys->options, sizeof keys->options, a->options, b->options);
    keys->instance = keys->instance || a->instance != b->instance;
    keys->outer = keys->outer || strcmp(a->outer, b->outer) != 0;
    keys->stop = keys->stop || strcmp(a->stop, b->stop) != 0;
    keys->warm_start = keys->warm_start || strcmp(a->warm_start, b->warm_start) != 0;
    keys->follows = keys->follows || strcmp(a->follows, b->follows) != 0;
}

static void append(char *text, size_t size, const char *before, const char *word, size_t length)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%.*s", before, (int)length, word);
}

/* ", stop e1", where it is wanted. */
static void append_named(char *text, size_t size, bool wanted, const char *between,
                         const char *name, const char *word)
{
    if (wanted && word[0] != '\0') {
        append(text, size, between, name, strlen(name));
        append(text, size, "", word, strlen(word));
    }
}

void ss_label_question(char *text, size_t size, const ss_summary_row *row,
                       const ss_label_keys *keys, const char *between)
{
    const char *list = row->parameters;
    char instance[32];
    ss_key_value pair;
    snprintf(text, size, "%s", row->problem);
    while (ss_pairs_next(&list, &pair))
        if (ss_pairs_in(&pair, keys->parameters))
            append(text, size, between, pair.key, pair.length);
    snprintf(instance, sizeof instance, "%zu", row->instance);
    append_named(text, size, keys->instance, between, "instance ", instance);
    append_named(text, size, keys->outer, between, between[0] == ',' ? "outer " : "", row->outer);
    append_named(text, size, keys->stop, between, "stop ", row->stop);
    append_named(text, size, keys->warm_start, between, "warm start ", row->warm_start);
    append_named(text, size, keys->follows, between, "following ", row->follows);
}

void ss_label_differing(char *text, size_t size, const char *list, const char *other,
                        const char *keys, const char *before)
{
    const char between[] = {before[0], '\0'};
    ss_key_value pair;
    for (const char *at = list; ss_pairs_next(&at, &pair);) {
        if (ss_pairs_agree(list, other, &pair) || (keys != NULL && !ss_pairs_in(&pair, keys)))
            continue;
        append(text, size, before, pair.key, pair.length);
        before = between;
    }
}
