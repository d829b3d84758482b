/* Labels: of contenders, lists of them, and files that are named by labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_LABEL_H
#define SS_HARNESS_TABLES_LABEL_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the label that `list`, "NAME[KEY=VALUE,...],NAME,...", begins with: a separator within
 * brackets separates no labels. */
size_t ss_label_length(const char *list, char separator);

/* A contender as a command line names it, "ebp", "nlgs-anderson[local=ebp]": the solver alone where
 * `outer` is "", as of other codes, or the outer solver that everybody has. To be freed; NULL
 * without memory. */
char *ss_label_contender(const char *solver, const char *outer);

/* A solver's label "NAME[KEY=VALUE,...]" with `value` for the key, or NULL: without the key. To be
 * freed; NULL without memory. */
char *ss_label_with(const char *label, const char *key, const char *value);

/* Is that its label? */
bool ss_label_is_contender(const char *label, const char *solver, const char *outer);

/* Is the label in the list "ebp[alpha=2],nlgs-anderson[local=sal]", to the letter? */
bool ss_label_in(const char *list, const char *label);

/* Is the contender in the list "ebp[alpha=2],nlgs-anderson[local=sal]", by its label or by its
 * solver, which stands for itself in all outer solvers? */
bool ss_label_names(const char *list, const char *solver, const char *outer);

enum { SS_LABEL_FILE = 160 }; /* characters of a file's name without its ending, NUL included */

/* The name of a file from a label, which `format` prints: letters, digits and _, and a hyphen for
 * what is between them. A name that does not give the label back, for it is cut or more than the
 * marks between the words of a question ("balls-4, mu=0.5") has gone, ends in 8 digits of the
 * label's hash: other labels have other names. Empty when out of memory. */
void ss_label_file(char name[SS_LABEL_FILE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
