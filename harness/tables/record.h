/* Reading the rows of a table into the structs of rows.h, by the names of the columns: for each
 * TABLE(x, ...) of fields.def there is
 *
 *     bool ss_x_row_read(const ss_csv *csv, size_t row, ss_x_row *record, ss_error *error);
 *
 * A column that the file lacks has its default (REAL: NAN, COUNT: 0, TEXT: ""), one that this build
 * does not know is passed over: so files of older and of newer builds are read alike. Whoever
 * cannot do without a column says so once a file, by ss_record_require.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_RECORD_H
#define SS_HARNESS_TABLES_RECORD_H

#include "harness/tables/csv.h"
#include "harness/tables/rows.h"
#include "harness/tables/stream.h"
#include "solvers/base/outcome.h"

/* Are all `columns`, a list "a,b,c", in the header of the file? SS_ERROR_DATA, naming the file, its
 * first line and the first column that is missing. */
bool ss_record_require(const ss_csv *csv, const char *columns, ss_error *error);

/* Fill *record, the row struct of `table`, from `row` (from 0) of the file. Texts are borrowed from
 * `csv`. SS_ERROR_DATA if there is no such row, or for a cell that is not of its column's kind,
 * naming file, line, column, text and what it should be. */
bool ss_record_read(const ss_table *table, const ss_csv *csv, size_t row, void *record,
                    ss_error *error);

/* Read a file that must have every column of `table` but optional ones and return its rows, structs
 * of `size` bytes that the table's offsets belong to; to be freed, as is `csv`, which owns the
 * texts. NULL and SS_ERROR_DATA as above, or SS_ERROR_MEMORY. */
void *ss_record_read_file(const ss_table *table, ss_csv *csv, const char *path, size_t size,
                          ss_error *error);

/* The same of the file that the table names, in `folder`. */
void *ss_record_read_folder(const ss_table *table, ss_csv *csv, const char *folder, size_t size,
                            ss_error *error);

#define TABLE(id, file, meaning)                                                                   \
    bool ss_##id##_row_read(const ss_csv *csv, size_t row, ss_##id##_row *record, ss_error *error);
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"

/* ---- a long file, row by row ---- */

/* Open the file for the rows of `table`, which must have at most SS_STREAM_COLUMNS columns; the
 * file must have the columns of the list `required`, "a,b,c". Errors of ss_stream_open and
 * ss_record_require. Close with ss_stream_close, whatever happens. */
bool ss_record_stream(ss_stream *stream, const ss_table *table, const char *path,
                      const char *required, ss_error *error);

/* The line at hand, which ss_stream_next has taken, as *record, the row struct of `table`: for who
 * looks at some columns first, by ss_table_column. SS_ERROR_DATA as of ss_record_read. */
bool ss_record_take(const ss_stream *stream, const ss_table *table, void *record, ss_error *error);

/* The number of the column called `name`, which there must be: of a stream's `field`. */
size_t ss_table_column(const ss_table *table, const char *name);

/* Take the next row into *record, the row struct of `table`; texts last until the next one. False
 * at the end of the file, and after SS_ERROR_DATA as of ss_record_read and ss_stream_next. */
bool ss_record_next(ss_stream *stream, const ss_table *table, void *record, ss_error *error);

/* ---- a summary.csv in memory: every room that judges results reads them here ---- */

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

/* The folder that holds the summary.csv of a result: `folder`, or its `store`, where `reproduce`
 * leaves it. `found` has SS_PATH_SIZE bytes. SS_ERROR_DATA if neither does. */
bool ss_summary_folder(char *found, const char *folder, ss_error *error);

/* Read the file at `path`, which must have the columns of a question (question.h), `solver` and
 * `status`, and those of the list `required`, "a,b,c". SS_ERROR_DATA, naming file and line, for
 * a file that cannot be read or lacks a column, a cell of the wrong kind or an unknown status;
 * SS_ERROR_MEMORY. After an error *summary is empty. Release with ss_summary_free. */
bool ss_summary_read(ss_summary *summary, const char *path, const char *required, ss_error *error);
void ss_summary_free(ss_summary *summary);

/* Is the run of `row` called `label` in the column `solver` of the other tables of its folder? In a
 * folder of `run` by its contender (label.h) where its solver runs in several outer solvers, else
 * by its solver; in a store, where each run has tables of its own, by its solver. Who looks for the
 * rows of a run, or for the run of a row, asks here. NULL: each solver has one row. */
bool ss_summary_is_named(const ss_summary *summary, const ss_summary_row *row, const char *label);

/* The row whose run is called so in the other tables of the folder; NULL: there is none. */
const ss_summary_row *ss_summary_of(const ss_summary *summary, const char *label);

/* Two machines among the rows, or none: times of one say nothing beside those of another. Rows that
 * do not know their machine (older programs') agree with any. Start from a zeroed struct; texts are
 * borrowed from the rows. */
typedef struct ss_machines {
    const char *one, *other; /* NULL: none so far */
} ss_machines;
void ss_machines_note(ss_machines *machines, const ss_summary_row *row);

/* Leave out the rows that Ctrl-C left unfinished; returns how many they were. */
size_t ss_summary_drop_interrupted(ss_summary *summary);

/* Is the row another code's? It has no outer solver, and its iterations are not our counters. */
bool ss_record_is_external(const ss_record *record);

#endif
