/* From the words of the command line to problems, solvers and numbers. One message and one exit
 * code for everything that cannot be understood.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_CHOICE_H
#define SS_HARNESS_RUN_CHOICE_H

#include "harness/run/run.h"

/* A whole number >= 1, for the option called `option`. */
bool ss_parse_count(const char *text, const char *option, size_t *value, ss_error *error);

/* A time such as "60", "60s" or "2m", in seconds, for the option called `option`. */
bool ss_parse_time(const char *text, const char *option, double *seconds, ss_error *error);

/* "none", "last", "all" or the number of a step. */
bool ss_parse_trace(const char *text, ss_trace *trace, ss_error *error);

/* The option `option` that says after how many steps each bodies and forces are written; 0, and
 * NULL: never. */
bool ss_parse_frames(const char *text, const char *option, size_t *every, ss_error *error);

#endif
