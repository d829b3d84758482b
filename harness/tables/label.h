/* Short names of rows, for people: of a question, and of a contender, only what tells it from its
 * neighbours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_LABEL_H
#define SS_HARNESS_TABLES_LABEL_H

#include "harness/tables/rows.h"

enum { SS_LABEL_SIZE = 1024 };

/* In what rows differ: sets of keys as in pairs.h, cut when there are too many, and columns. */
typedef struct ss_label_keys {
    char parameters[SS_LABEL_SIZE], options[SS_LABEL_SIZE];
    bool instance, outer, stop, warm_start;
} ss_label_keys;

/* Note in what two rows differ: parameters of one problem, options of one solver, and the rest. */
void ss_label_note(ss_label_keys *keys, const ss_summary_row *a, const ss_summary_row *b);

/* "balls-4 mu=0.5 instance 3 nlgs" where `between` is " ", "balls-4, mu=0.5, instance 3, outer
 * nlgs" where it is ", ": the problem, and those of `keys`. Cut at `size` bytes. */
void ss_label_question(char *text, size_t size, const ss_summary_row *row,
                       const ss_label_keys *keys, const char *between);

/* Append the pairs of `list` in which `other` differs and whose keys are in the set `keys` (NULL:
 * all), the first after `before`, the others after its first character. Cut at `size` bytes in
 * all. */
void ss_label_differing(char *text, size_t size, const char *list, const char *other,
                        const char *keys, const char *before);

/* Bytes of the label that `list`, "NAME[KEY=VALUE,...],NAME,...", begins with: commas within
 * brackets separate no labels. */
size_t ss_label_length(const char *list);

#endif
