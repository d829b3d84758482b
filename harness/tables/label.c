/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/label.h"

#include "harness/tables/pairs.h"

#include <string.h>

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

size_t ss_label_length(const char *list)
{
    size_t n = 0;
    for (int depth = 0; list[n] != '\0' && (depth > 0 || list[n] != ','); ++n)
        depth += (list[n] == '[') - (list[n] == ']');
    return n;
}
