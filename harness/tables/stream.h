/* Reading a long CSV table line by line, some of its columns: what need not lie in memory whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_STREAM_H
#define SS_HARNESS_TABLES_STREAM_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

enum { SS_STREAM_COLUMNS = 32 };

/* Start from a zeroed struct. Read `field`, `n_lines`; leave the rest to the functions. */
typedef struct ss_stream {
    const char *field[SS_STREAM_COLUMNS]; /* of the line at hand, in the order of the columns that
                                             were asked for; NULL: the table has no such column */
    size_t n_lines;                       /* read so far: the number of the one at hand */
    FILE *file;
    const char *path;
    char *line;
    size_t n_columns;
    size_t at[SS_STREAM_COLUMNS], n; /* which columns were asked for */
} ss_stream;

/* Open the table at `path` (borrowed) for the `columns`, at most SS_STREAM_COLUMNS names, ended by
 * NULL, of which the first `n_needed` must be there. SS_ERROR_DATA if it cannot be read or lacks
 * one; SS_ERROR_MEMORY. Close with ss_stream_close, whatever happens. */
bool ss_stream_open(ss_stream *stream, const char *path, const char *const *columns,
                    size_t n_needed, ss_error *error);

/* Take the next line. False at the end; and at a line that has not as many fields as the header, or
 * no end: SS_ERROR_DATA, naming file and line. */
bool ss_stream_next(ss_stream *stream, ss_error *error);

/* Field k of the line at hand as a number; SS_ERROR_DATA if it is none or has no column. */
bool ss_stream_real(const ss_stream *stream, size_t k, double *value, ss_error *error);

/* The same as a whole number from 0. */
bool ss_stream_count(const ss_stream *stream, size_t k, size_t *value, ss_error *error);

void ss_stream_close(ss_stream *stream);

#endif
