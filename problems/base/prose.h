/* Sentences for people, on a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_PROSE_H
#define SS_PROBLEMS_BASE_PROSE_H

#include <stdio.h>

enum { SS_PROSE_WIDTH = 80 };

/* Print a line that begins in column `at`, from 0. Where `out` is a terminal it is broken between
 * words into lines of at most SS_PROSE_WIDTH columns, those that follow behind `indent` blanks;
 * elsewhere it stays one line, for programs. */
void ss_prose(FILE *out, const char *text, int at, int indent);

/* The same of a whole line as printf makes it, with its end, and four blanks; without memory the
 * format stands in its place. */
void ss_prose_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
