/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/label.h"

#include "harness/compare/tokens.h"

#include <stdio.h>
#include <string.h>

static const ss_record *either(const ss_pair *pair)
{
    return pair->base != NULL ? pair->base : pair->new;
}

static void append(char *label, const char *format, const char *text, size_t length)
{
    const size_t used = strlen(label);
    snprintf(label + used, SS_LABEL_SIZE - used, format, (int)length, text);
}

/* Add the tokens of `list` that `other` lacks, as "k=v,k=v" after `before`. */
static void append_differing(char *label, const char *before, const char *list, const char *other)
{
    const char *separator = before;
    for (const char *at = list; *at != '\0'; at = ss_token_next(at)) {
        if (ss_tokens_hold(other, at))
            continue;
        append(label, "%.*s", separator, strlen(separator));
        append(label, "%.*s", at, ss_token_length(at));
        separator = ",";
    }
}

/* Add the keys of the tokens of `list` that `other` lacks. */
static void add_keys(char *keys, const char *list, const char *other)
{
    for (const char *at = list; *at != '\0'; at = ss_token_next(at))
        if (!ss_tokens_hold(other, at))
            ss_keys_add(keys, SS_LABEL_SIZE, at);
}

size_t ss_label_group(const ss_match *match, size_t begin, ss_label_keys *keys)
{
    const ss_record *before = either(&match->pairs[begin]);
    size_t end = begin + 1;
    *keys = (ss_label_keys){.keys = ""};
    for (; end < match->n; ++end) {
        const ss_record *const r = either(&match->pairs[end]);
        if (strcmp(r->problem, before->problem) != 0)
            break;
        if (strcmp(r->parameters, before->parameters) != 0) {
            add_keys(keys->keys, r->parameters, before->parameters);
            add_keys(keys->keys, before->parameters, r->parameters);
        }
        keys->instance = keys->instance || strcmp(r->instance, before->instance) != 0;
        keys->outer = keys->outer || strcmp(r->outer, before->outer) != 0;
        keys->stop = keys->stop || strcmp(r->stop, before->stop) != 0;
        keys->warm_start = keys->warm_start || strcmp(r->warm_start, before->warm_start) != 0;
        before = r;
    }
    return end;
}

static void append_parameters(char *label, const char *list, const char *keys)
{
    for (const char *at = list; *at != '\0'; at = ss_token_next(at))
        if (ss_keys_hold(keys, at))
            append(label, " %.*s", at, ss_token_length(at));
}

static void append_word(char *label, bool wanted, const char *format, const char *word)
{
    if (wanted && word[0] != '\0')
        append(label, format, word, strlen(word));
}

static void append_contender(char *label, const ss_pair *pair)
{
    const ss_record *const r = either(pair);
    append_word(label, true, " %.*s", r->solver);
    if (pair->base == NULL || pair->new == NULL)
        return;
    if (strcmp(pair->base->solver, pair->new->solver) != 0) {
        append_word(label, true, " -> %.*s", pair->new->solver);
    } else if (strcmp(pair->base->options, pair->new->options) != 0) {
        append_differing(label, ", now ", pair->new->options, pair->base->options);
        append_differing(label, ", was ", pair->base->options, pair->new->options);
    }
}

void ss_label_write(char *label, const ss_pair *pair, const ss_label_keys *keys)
{
    const ss_record *const r = either(pair);
    label[0] = '\0';
    append_word(label, true, "%.*s", r->problem);
    append_parameters(label, r->parameters, keys->keys);
    append_word(label, keys->instance, " instance %.*s", r->instance);
    append_word(label, keys->outer, " %.*s", r->outer);
    append_word(label, keys->stop, " stop %.*s", r->stop);
    append_word(label, keys->warm_start, " warm start %.*s", r->warm_start);
    append_contender(label, pair);
}
