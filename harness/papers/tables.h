/* The tables of a paper with our numbers in them, and what it says in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_TABLES_H
#define SS_HARNESS_PAPERS_TABLES_H

#include "harness/papers/results.h"

/* Write the wanted tables and claims.csv; after Ctrl-C the tables of which all runs are complete.
 */
bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error);

/* Write reactions.csv, convection.csv and tracks.csv of all complete runs of shaken vessels, each
 * whole or, where it has no rows, not at all. SS_ERROR_IO. */
bool ss_reproduce_write_periods(const ss_reproduce_results *results, ss_error *error);

#endif
