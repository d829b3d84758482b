/* A summary.csv in memory: who ran what, how it ended, what it cost. Every room that judges results
 * reads them here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_SUMMARY_H
#define SS_HARNESS_TABLES_SUMMARY_H

#include "harness/tables/record.h"
#include "solvers/base/outcome.h"

/* A row. Texts are borrowed from the file. */
typedef struct ss_record {
    ss_summary_row row;
    ss_outcome outcome; /* the column `status` */
    size_t line;        /* of the file, from 1 */
    const char *path;   /* of the file */
} ss_record;

typedef struct ss_summary {
    ss_csv csv;
    ss_record *records; /* owned, in the order of the file */
    size_t n;
} ss_summary;

/* Read the file at `path`, which must have the columns of a question (question.h), `solver` and
 * `status`, and those of the list `required`, "a,b,c". SS_ERROR_DATA, naming file and line, for
 * a file that cannot be read or lacks a column, a cell of the wrong kind or an unknown status;
 * SS_ERROR_MEMORY. After an error *summary is empty. Release with ss_summary_free. */
bool ss_summary_read(ss_summary *summary, const char *path, const char *required, ss_error *error);
void ss_summary_free(ss_summary *summary);

/* Leave out the rows that Ctrl-C left unfinished; returns how many they were. */
size_t ss_summary_drop_interrupted(ss_summary *summary);

/* Is the row another code's? It has no outer solver, and its iterations are not our counters. */
bool ss_record_is_external(const ss_record *record);

#endif
