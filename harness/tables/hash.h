/* Names made of content: 128-bit XXH3 hashes as 32 hexadecimal digits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_HASH_H
#define SS_HARNESS_TABLES_HASH_H

#include "problems/base/error.h"

#include <stddef.h>

/* Characters of a hash, the final NUL included. */
enum { SS_HASH_SIZE = 33 };

/* Of `length` bytes. */
void ss_hash_text(char hash[SS_HASH_SIZE], const void *text, size_t length);

/* Of a file's content. SS_ERROR_DATA if it cannot be read. */
bool ss_hash_file(char hash[SS_HASH_SIZE], const char *path, ss_error *error);

/* The order of two texts, for qsort, bsearch and trees of search.h; a run begins with its hash. */
int ss_hash_order(const void *a, const void *b);

/* Is `name` 32 hexadecimal digits followed by `suffix`: "0123...ef.csv"? */
bool ss_hash_named(const char *name, const char *suffix);

#endif
