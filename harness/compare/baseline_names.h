/* Where baselines are, and what they are called: one file NAME.csv each, in a folder of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_BASELINE_NAMES_H
#define SS_HARNESS_COMPARE_BASELINE_NAMES_H

#include "harness/tables/output.h"

#include <dirent.h>

/* The names in a folder. */
typedef struct ss_compare_baseline_names {
    struct dirent **entries; /* owned; d_name without the suffix */
    size_t n;
} ss_compare_baseline_names;

/* Read the names in `folder`; a folder that is not there holds no baselines. SS_ERROR_DATA if it
 * cannot be read. Release with ss_compare_baseline_names_free. */
bool ss_compare_baseline_names_read(ss_compare_baseline_names *found, const char *folder,
                                    ss_error *error);
void ss_compare_baseline_names_free(ss_compare_baseline_names *found);

/* The k-th name, NULL past the last; as ss_name_at wants it. */
const char *ss_compare_baseline_at(const void *names, size_t k);

/* Where baselines are: `folder`, or results/reference/baselines of the source if it is NULL. `path`
 * has SS_PATH_SIZE bytes. */
bool ss_compare_baseline_folder(char *path, const char *folder, ss_error *error);

/* The path of the baseline `name` in `folder` (NULL: see above), there or not. */
bool ss_compare_baseline_path(char *path, const char *name, const char *folder, ss_error *error);

/* The same; SS_ERROR_DATA if there is none. */
bool ss_compare_baseline_find(char *path, const char *name, const char *folder, ss_error *error);

#endif
