/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longest name considered by the spelling help; longer ones are simply not near anything. */
enum { max_name = 64 };

static size_t min3(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Edits between two names of less than max_name characters, whatever their case: a letter more,
 * less or another, or two neighbours swapped. */
static size_t edit_distance(const char *a, const char *b)
{
    /* row[j]: the distance of the first i letters of a from the first j of b, i row by row; older:
     * that of i - 2 */
    size_t row[max_name + 1], older[max_name + 1], last[max_name + 1];
    const size_t n = strlen(b);
    for (size_t j = 0; j <= max_name; ++j)
        row[j] = last[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; ++i) {
        size_t diagonal = row[0]; /* that of i - 1 and j - 1 */
        memcpy(older, last, sizeof older);
        memcpy(last, row, sizeof last);
        row[0] = i;
        for (size_t j = 1; j <= n; ++j) {
            const size_t above = row[j];
            /* leave a letter of a out, put one of b in, or replace one (for nothing where they
             * are alike) */
            row[j] = min3(above + 1, row[j - 1] + 1,
                          diagonal + (strncasecmp(a + i - 1, b + j - 1, 1) != 0));
            if (i > 1 && j > 1 && strncasecmp(a + i - 1, b + j - 2, 1) == 0 &&
                strncasecmp(a + i - 2, b + j - 1, 1) == 0)
                row[j] = min3(row[j], row[j], older[j - 2] + 1);
            diagonal = above;
        }
    }
    return row[n];
}

const char *ss_name_nearest(const char *name, ss_name_at *at, const void *list)
{
    const char *nearest = NULL;
    size_t best = max_name; /* edits; no distance is as large */
    if (strlen(name) >= max_name)
        return NULL;
    for (size_t k = 0; at(list, k) != NULL; ++k) {
        const char *const candidate = at(list, k);
        if (strlen(candidate) >= max_name)
            continue;
        const size_t distance = edit_distance(name, candidate);
        const size_t longest = strlen(name) > strlen(candidate) ? strlen(name) : strlen(candidate);
        /* near: at most half as many edits as the longer name has letters */
        if (distance < best && 2 * distance <= longest) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

int ss_name_order(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x != '\0' && *y != '\0') {
        if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
            char *x_end = NULL, *y_end = NULL;
            /* from digits on, so that no sign is taken for one: 1e-8 is a number, and a-2 is
             * a, -, 2 */
            const double p = strtod(x, &x_end), q = strtod(y, &y_end);
            if (p != q)
                return p < q ? -1 : 1;
            x = x_end;
            y = y_end;
        } else if (*x != *y)
            return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
        else {
            ++x;
            ++y;
        }
    }
    /* the shorter one first; texts of equal numbers, such as 1.0 and 1.00, by their bytes */
    return *x != *y ? (*x != '\0') - (*y != '\0') : strcmp(a, b);
}

const char *ss_name_plural(size_t n)
{
    return n == 1 ? "" : "s";
}

bool ss_name_in(const char *name, ss_name_at *at, const void *list)
{
    size_t k = 0;
    while (at(list, k) != NULL && strcmp(at(list, k), name) != 0)
        ++k;
    return at(list, k) != NULL;
}

bool ss_name_unknown(const char *name, const char *kind, ss_name_at *at, const void *list,
                     const char *hint, ss_error *error)
{
    const char *const near = ss_name_nearest(name, at, list);
    if (near == NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s '%s'; %s", kind, name, hint);
    return ss_error_set(error, SS_ERROR_USAGE, "%s '%s'; did you mean '%s'? %s", kind, name, near,
                        hint);
}

/* The k-th thing; it begins with its name, or is its name. */
static const void *thing_at(const ss_names *names, size_t k)
{
    const char *const element = (const char *)names->first + k * names->stride;
    return names->pointers ? *(const void *const *)element : element;
}

static const char *name_at(const void *names, size_t k)
{
    return k < ((const ss_names *)names)->n ? *(const char *const *)thing_at(names, k) : NULL;
}

const void *ss_names_find(const ss_names *names, const char *name, ss_error *error)
{
    for (size_t k = 0; k < names->n; ++k)
        if (strcmp(name_at(names, k), name) == 0)
            return thing_at(names, k);
    ss_name_unknown(name, names->kind, name_at, names, names->hint, error);
    return NULL;
}
