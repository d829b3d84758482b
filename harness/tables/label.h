/* Lists of solvers' labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_LABEL_H
#define SS_HARNESS_TABLES_LABEL_H

#include <stddef.h>

/* Bytes of the label that `list`, "NAME[KEY=VALUE,...],NAME,...", begins with: commas within
 * brackets separate no labels. */
size_t ss_label_length(const char *list);

#endif
