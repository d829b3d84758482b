/* Texts of the form "key=value,key=value", as they stand in the columns `options` and `parameters`
 * of summary.csv: no commas and no blanks within. A set of keys is such a list without values,
 * "mu,h".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_PAIRS_H
#define SS_HARNESS_TABLES_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

/* A pair; both texts lie within the list and are not ended by NUL. */
typedef struct ss_key_value {
    const char *key, *value;
    size_t key_length, value_length;
    size_t length; /* of the pair, from the key on */
} ss_key_value;

/* Take the next pair off *list, which moves on; false at the end. A word without '=' has an empty
 * value. */
bool ss_pairs_next(const char **list, ss_key_value *pair);

/* The pair called `key`; false if there is none. `pair` may be NULL. */
bool ss_pairs_find(const char *list, const char *key, ss_key_value *pair);

/* Is the pair's key in the set? */
bool ss_pairs_in(const ss_key_value *pair, const char *keys);

/* The value called `key` as a number; false if there is none or it is no finite number. */
bool ss_pairs_number(const char *list, const char *key, double *number);

/* A copy of the list without the pairs whose keys are in the set, to be freed; NULL when out of
 * memory. */
char *ss_pairs_without(const char *list, const char *keys);

/* Have `a` and `b` the same value for the pair's key? Both lists may lack it: then they agree. */
bool ss_pairs_agree(const char *a, const char *b, const ss_key_value *pair);

/* Add the pair's key to the set of at most `size` bytes, unless it is there or does not fit. */
void ss_pairs_add_key(char *keys, size_t size, const ss_key_value *pair);

/* Add to the set the keys in which `a` and `b` do not agree. */
void ss_pairs_add_differing(char *keys, size_t size, const char *a, const char *b);

#endif
