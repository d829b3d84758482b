/* Lists "key=value,key=value", as in the columns `parameters` and `options`, and sets of keys,
 * ",a,b,".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_TOKENS_H
#define SS_HARNESS_COMPARE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

/* The token that follows the one at `token`, of that length; at the end of the list an empty text.
 *     for (const char *at = list; *at != '\0'; at = ss_token_next(at)) */
const char *ss_token_next(const char *token);

/* Bytes of the token that begins there, and of its key. */
size_t ss_token_length(const char *token);
size_t ss_token_key_length(const char *token);

/* Does the list hold the very token, key and value? */
bool ss_tokens_hold(const char *list, const char *token);

/* Is the token's key in the set? "" is the empty set. */
bool ss_keys_hold(const char *keys, const char *token);

/* Add the token's key to the set of at most `size` bytes, unless it is there or does not fit. */
void ss_keys_add(char *keys, size_t size, const char *token);

#endif
