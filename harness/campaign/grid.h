/* Grids: the values of an option or a parameter that a campaign varies.
 *
 *     0.1,0.3,0.6      a list
 *     0.2:5:log:9      9 values from 0.2 to 5, evenly spaced in the logarithm
 *     0:1:lin:5        5 values from 0 to 1, evenly spaced
 *
 * Values on a grid are rounded to six significant digits, so that what is printed is what is used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_GRID_H
#define SS_HARNESS_CAMPAIGN_GRID_H

#include "problems/base/error.h"

#include <stddef.h>

/* A list of texts, owned. Start from a zeroed struct. */
typedef struct ss_campaign_texts {
    char **at; /* a NULL follows the last; NULL itself while there is none */
    size_t n;
} ss_campaign_texts;

/* Append a text, as printf makes it. SS_ERROR_MEMORY. */
bool ss_campaign_texts_add(ss_campaign_texts *texts, ss_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ss_campaign_texts_free(ss_campaign_texts *texts);

/* Cut `text` at its commas outside brackets and append the parts; an empty part is
 * SS_ERROR_USAGE. */
bool ss_campaign_texts_split(ss_campaign_texts *texts, const char *text, ss_error *error);

/* Append the values of one grid, as texts. SS_ERROR_USAGE, quoting `owner` and the grid, unless it
 * is a plain word, or FROM:TO:lin:N or FROM:TO:log:N with numbers, 2 <= N <= 10000 (log: both
 * above 0). */
bool ss_campaign_grid_expand(ss_campaign_texts *values, const char *owner, const char *grid,
                             ss_error *error);

/* Append every member of the product that "NAME[KEY=GRID,VALUE,...,KEY=GRID]" stands for, each as
 * "NAME[KEY=VALUE,...]", the last key fastest. A comma that no KEY= follows continues the list of
 * values of the key before it. Without brackets, NAME itself. Errors as above; more than a million
 * members are SS_ERROR_USAGE too. */
bool ss_campaign_grid_expand_choice(ss_campaign_texts *choices, const char *text, ss_error *error);

/* Multiply `heads`, a list of texts "KEY=VALUE,KEY=VALUE" (or one empty text to begin with), by
 * every KEY=GRID,VALUE,... of `list`: the last key fastest. Errors, with `owner`, as above. */
bool ss_campaign_grid_expand_list(ss_campaign_texts *heads, const char *owner, const char *list,
                                  ss_error *error);

/* "3", "1-10" or "1,3,5-8": whole numbers >= 1, at most a million of them, as a malloc'ed array. */
bool ss_campaign_grid_instances(unsigned long **instances, size_t *n, const char *text,
                                ss_error *error);

#endif
