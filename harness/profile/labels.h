/* The solvers of some summary tables, by their labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROFILE_LABELS_H
#define SS_HARNESS_PROFILE_LABELS_H

#include "harness/tables/summary.h"

/* The labels of the list "NAME[KEY=VALUE,...],NAME,..." (commas within brackets separate no
 * labels), each of which must stand in the column `solver` of some summary; with list NULL all that
 * stand there, in the order of appearance. The array is NULL on error and otherwise to be freed;
 * its texts are the summaries'. SS_ERROR_USAGE for an unknown, repeated or empty label;
 * SS_ERROR_MEMORY. */
bool ss_profile_labels_choose(const char ***labels, size_t *n_labels, const ss_summary *summaries,
                              size_t n_summaries, const char *list, ss_error *error);

#endif
