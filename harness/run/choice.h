/* From the words of the command line to problems, solvers and numbers. One message and one exit
 * code for everything that cannot be understood.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_CHOICE_H
#define SS_HARNESS_RUN_CHOICE_H

#include "harness/run/run.h"

/* An option of the command line whose word is kept as it is, to be understood later. */
typedef struct ss_word {
    int key; /* of its argp_option */
    const char **word;
} ss_word;

/* Keep `arg` if `key` is one of the n words; returns whether it is. */
bool ss_word_take(const ss_word *words, size_t n, int key, const char *arg);

/* A whole number >= 1, for the option called `option`. */
bool ss_parse_count(const char *text, const char *option, size_t *value, ss_error *error);

/* A time such as "60", "60s" or "2m", in seconds, for the option called `option`. */
bool ss_parse_time(const char *text, const char *option, double *seconds, ss_error *error);

/* "none", "last", "all" or the number of a step. */
bool ss_parse_trace(const char *text, ss_trace *trace, ss_error *error);

#endif
