/* The making of the numbers of a table, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_MAKING_H
#define SS_HARNESS_PAPERS_MAKING_H

#include "harness/papers/numbers.h"

/* The making of the numbers of a table under readings.csv's row `reading`, from what its runs say
 * of themselves: to be freed; NULL if none of them has ended. */
char *ss_reproduce_settings(const ss_reproduce_place *place, size_t reading);

#endif
