/* Names in lists: finding one, and helping who misspelt it.
 *
 * An array has one of three shapes; `stride` leads from one element to the next:
 *
 *     texts      | "a" | "b" |                the element is the name
 *     structs    | "a", ... | "b", ... |      it begins with it
 *     pointers   | &x | &y |                  it leads to a struct that does (`pointers`)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_NAMES_H
#define SS_PROBLEMS_BASE_NAMES_H

#include "problems/base/error.h"

#include <stddef.h>

/* The k-th name of a list, or NULL past the last. */
typedef const char *ss_name_at(const void *list, size_t k);

/* The name nearest in spelling (edit distance, whatever the case, at most half the length), or
 * NULL. */
const char *ss_name_nearest(const char *name, ss_name_at *at, const void *list);

/* The ending of a noun after the number n: "" of 1, else "s". */
const char *ss_name_plural(size_t n);

/* Order of two texts, <0, 0 or >0: numbers within them as numbers ("2" < "10", "a=0.67" >
 * "a=0.447", "1e-8" < "1e-4"), all else by its bytes; texts that differ never are equal. */
int ss_name_order(const char *a, const char *b);

/* Is `name` in the list? */
bool ss_name_in(const char *name, ss_name_at *at, const void *list);

/* SS_ERROR_USAGE: "KIND 'NAME'; did you mean 'NEAREST'? HINT". Returns false. */
bool ss_name_unknown(const char *name, const char *kind, ss_name_at *at, const void *list,
                     const char *hint, ss_error *error);

/* Things with names, in an array: texts, structs that begin with their name, or pointers to such
 * structs. */
typedef struct ss_names {
    const char *kind, *hint; /* of the error of ss_name_unknown */
    const void *first;       /* borrowed, const and there for good */
    size_t n, stride;        /* bytes from one element to the next */
    bool pointers;
} ss_names;

#define SS_NAMES(array, kind, hint)                                                                \
    {                                                                                              \
        kind, hint, array, sizeof(array) / sizeof((array)[0]), sizeof((array)[0]), false           \
    }
#define SS_NAMES_OF_POINTERS(array, kind, hint)                                                    \
    {                                                                                              \
        kind, hint, array, sizeof(array) / sizeof((array)[0]), sizeof((array)[0]), true            \
    }

/* The thing called `name`: the address of the element, or what that points to (`pointers`). NULL
 * and the error of ss_name_unknown when there is none; the error may be NULL. */
const void *ss_names_find(const ss_names *names, const char *name, ss_error *error);

#endif
