/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ss_pairs_next(const char **list, ss_key_value *pair)
{
    const char *const at = *list;
    if (*at == '\0')
        return false;
    const size_t length = strcspn(at, ",");
    const char *const equals = memchr(at, '=', length);
    pair->key = at;
    pair->length = length;
    pair->key_length = equals != NULL ? (size_t)(equals - at) : length;
    pair->value = equals != NULL ? equals + 1 : at + length;
    pair->value_length = (size_t)(at + length - pair->value);
    *list = at + length + (at[length] == ',' ? 1 : 0);
    return true;
}

static bool find(const char *list, const char *key, size_t key_length, ss_key_value *pair)
{
    while (ss_pairs_next(&list, pair))
        if (pair->key_length == key_length && memcmp(pair->key, key, key_length) == 0)
            return true;
    return false;
}

bool ss_pairs_find(const char *list, const char *key, ss_key_value *pair)
{
    ss_key_value scratch;
    return find(list, key, strlen(key), pair != NULL ? pair : &scratch);
}

bool ss_pairs_in(const ss_key_value *pair, const char *keys)
{
    ss_key_value found;
    return find(keys, pair->key, pair->key_length, &found);
}

bool ss_pairs_number(const char *list, const char *key, double *number)
{
    ss_key_value pair;
    char *end = NULL;
    if (!ss_pairs_find(list, key, &pair) || pair.value_length == 0)
        return false;
    *number = strtod(pair.value, &end); /* a comma or NUL ends the value, and a number as well */
    return end == pair.value + pair.value_length && isfinite(*number);
}

char *ss_pairs_without(const char *list, const char *keys)
{
    char *const text = calloc(strlen(list) + 1, 1);
    char *at = text;
    ss_key_value pair;
    while (text != NULL && ss_pairs_next(&list, &pair)) {
        if (ss_pairs_in(&pair, keys))
            continue;
        if (at != text)
            *at++ = ',';
        memcpy(at, pair.key, pair.length);
        at += pair.length;
    }
    return text;
}

bool ss_pairs_agree(const char *a, const char *b, const ss_key_value *pair)
{
    ss_key_value in_a, in_b;
    const bool a_has = find(a, pair->key, pair->key_length, &in_a);
    const bool b_has = find(b, pair->key, pair->key_length, &in_b);
    if (!a_has || !b_has)
        return a_has == b_has;
    return in_a.value_length == in_b.value_length &&
           memcmp(in_a.value, in_b.value, in_a.value_length) == 0;
}

void ss_pairs_add_key(char *keys, size_t size, const ss_key_value *pair)
{
    const size_t used = strlen(keys);
    if (!ss_pairs_in(pair, keys) && used + pair->key_length + 2 <= size)
        snprintf(keys + used, size - used, "%s%.*s", used > 0 ? "," : "", (int)pair->key_length,
                 pair->key);
}

void ss_pairs_add_differing(char *keys, size_t size, const char *a, const char *b)
{
    const char *const lists[] = {a, b};
    ss_key_value pair;
    for (size_t k = 0; k < 2 && strcmp(a, b) != 0; ++k)
        for (const char *list = lists[k]; ss_pairs_next(&list, &pair);)
            if (!ss_pairs_agree(a, b, &pair))
                ss_pairs_add_key(keys, size, &pair);
}
