/* Sums over many rows: counts by class of problem, the largest E1, quantiles of work.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_RANDOM_TALLY_H
#define SS_TESTS_RANDOM_TALLY_H

#include "tests/random/lanes.h"

#include <stdio.h>

/* Print random.csv: a row for each class that has cases, by W and q, and one of all. The rows'
 * order has no influence. False without memory. */
bool random_tally_print(FILE *out, const char *solver, const random_row *rows, size_t n,
                        ss_error *error);

/* A line of a batch, with all digits, and its header. */
void random_row_header(FILE *out);
void random_row_print(FILE *out, const random_row *row);

/* Print failures.csv: all that was not solved, in the order of the rows. Returns how many of these
 * did not end as they should: those that may have no solution are none of them. */
size_t random_failures_print(FILE *out, const random_row *rows, size_t n);

#endif
