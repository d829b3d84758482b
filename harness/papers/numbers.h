/* Our numbers in the cells of a printed table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_NUMBERS_H
#define SS_HARNESS_PAPERS_NUMBERS_H

#include "harness/papers/results.h"

/* The place of our numbers: a table under a reading. */
typedef struct ss_reproduce_place {
    const ss_reproduce_results *results;
    size_t table;
    const char *reading;
} ss_reproduce_place;

/* Our number in a column, a measure (measures.h); NaN where there is none, as for a run that
 * diverged, but for a count: it ended where it broke. Of a row with a `*` a trend: what all runs
 * give together whose rows match it. */
double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance);

#endif
