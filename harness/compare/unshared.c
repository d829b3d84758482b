/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/unshared.h"

#include "harness/compare/tokens.h"

#include <string.h>

enum { MAX_SEEN = 256 };

/* The parameters of a side, each by the first token that was met. */
typedef struct seen {
    const char *tokens[MAX_SEEN];
    bool several[MAX_SEEN]; /* values of that key */
    size_t n;
    bool full;
} seen;

static size_t find(const seen *s, const char *token)
{
    const size_t length = ss_token_key_length(token);
    size_t k = 0;
    while (k < s->n && (ss_token_key_length(s->tokens[k]) != length ||
                        strncmp(s->tokens[k], token, length) != 0))
        ++k;
    return k;
}

static void meet(seen *s, const char *token)
{
    const size_t k = find(s, token), length = ss_token_length(token);
    if (k < s->n)
        s->several[k] = s->several[k] || ss_token_length(s->tokens[k]) != length ||
                        strncmp(s->tokens[k], token, length) != 0;
    else if (s->n < MAX_SEEN)
        s->tokens[s->n++] = token;
    else
        s->full = true;
}

static void collect(seen *s, const ss_side *side)
{
    const char *last = "";
    *s = (seen){.n = 0};
    for (size_t k = 0; k < side->n; ++k) {
        const char *const list = side->records[k].parameters;
        for (const char *at = list; strcmp(list, last) != 0 && *at != '\0'; at = ss_token_next(at))
            meet(s, at);
        last = list;
    }
}

static void add_unshared(const seen *mine, const seen *theirs, char *keys, size_t size)
{
    for (size_t k = 0; k < mine->n; ++k)
        if (!mine->several[k] && find(theirs, mine->tokens[k]) == theirs->n)
            ss_keys_add(keys, size, mine->tokens[k]);
}

void ss_unshared_keys(const ss_side *base, const ss_side *new, char *keys, size_t size)
{
    seen of_base, of_new;
    collect(&of_base, base);
    collect(&of_new, new);
    keys[0] = '\0';
    if (of_base.full || of_new.full || base->n == 0 || new->n == 0)
        return;
    add_unshared(&of_base, &of_new, keys, size);
    add_unshared(&of_new, &of_base, keys, size);
}
