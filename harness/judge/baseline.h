/* Baselines: named, compact results to compare with, one file NAME.csv (the table `baseline`) in a
 * folder of their own: `folder`; if that is NULL results/reference/baselines of the source, and of
 * an installed program the user's own, before that of the program (ss_home_own_path).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_BASELINE_H
#define SS_HARNESS_JUDGE_BASELINE_H

#include "harness/judge/match.h"

#include <dirent.h>

/* Find and read what `word` names: a folder with a summary.csv (or a store that has
 * one, as `reproduce` leaves it), a file of that kind, or a baseline
 * in `folder`. SS_ERROR_DATA if there is none of them, and as ss_compare_side_read. */
bool ss_compare_baseline_read(ss_compare_side *side, const char *word, const char *folder,
                              ss_error *error);

/* Save what `source` names (as in ss_compare_baseline_read) as the baseline `name`, making the
 * folder if need be. SS_ERROR_USAGE if the name is no plain word; SS_ERROR_OUTPUT if it exists and
 * `replace` is false; SS_ERROR_DATA if the source has a row that Ctrl-C left unfinished, the same
 * run twice, or no row. *n_rows gets the number of rows. */
bool ss_compare_baseline_save(const char *name, const char *source, const char *folder,
                              bool replace, size_t *n_rows, ss_error *error);

/* Is it a file NAME.csv? For scandir. */
int ss_compare_is_baseline(const struct dirent *entry);

/* Print a line a baseline: name, rows, build. */
bool ss_compare_baseline_list(const char *folder, FILE *out, ss_error *error);

/* Print the rows of a baseline, shortened to a line each; `json`: whole, for programs. */
bool ss_compare_baseline_show(const char *name, const char *folder, bool json, FILE *out,
                              ss_error *error);

#endif
