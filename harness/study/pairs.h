/* Texts of the form "key=value,key=value", as they stand in the columns `options` and `parameters`
 * of summary.csv: no commas and no blanks within.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_PAIRS_H
#define SS_HARNESS_STUDY_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

/* A pair; both texts lie within the list and are not ended by NUL. */
typedef struct ss_key_value {
    const char *key, *value;
    size_t key_length, value_length;
} ss_key_value;

/* Take the next pair off *list, which moves on; false at the end. A word without '=' has an empty
 * value. */
bool ss_pairs_next(const char **list, ss_key_value *pair);

/* The pair called `key`; false if there is none. `pair` may be NULL. */
bool ss_pairs_find(const char *list, const char *key, ss_key_value *pair);

/* The value called `key` as a number; false if there is none or it is no finite number. */
bool ss_pairs_number(const char *list, const char *key, double *number);

/* A copy of the list without the pair called `key`, to be freed; NULL when out of memory. */
char *ss_pairs_without(const char *list, const char *key);

/* Have `a` and `b` the same pair? Both lists may lack the key: then they agree. */
bool ss_pairs_agree(const char *a, const char *b, const char *key, size_t key_length);

#endif
