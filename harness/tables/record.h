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

/* Are all `columns`, a list "a,b,c", in the header of the file? SS_ERROR_DATA, naming the file, its
 * first line and the first column that is missing. */
bool ss_record_require(const ss_csv *csv, const char *columns, ss_error *error);

/* Fill *record, the row struct of `table`, from `row` (from 0) of the file. Texts are borrowed from
 * `csv`. SS_ERROR_DATA if there is no such row, or for a cell that is not of its column's kind,
 * naming file, line, column, text and what it should be. */
bool ss_record_read(const ss_table *table, const ss_csv *csv, size_t row, void *record,
                    ss_error *error);

/* Read a file that must have every column of `table` and return its rows, structs of `size` bytes
 * that the table's offsets belong to; to be freed, as is `csv`, which owns the texts. NULL and
 * SS_ERROR_DATA as above, or SS_ERROR_MEMORY. */
void *ss_record_read_file(const ss_table *table, ss_csv *csv, const char *path, size_t size,
                          ss_error *error);

#define TABLE(id, file, meaning)                                                                   \
    bool ss_##id##_row_read(const ss_csv *csv, size_t row, ss_##id##_row *record, ss_error *error);
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"

#endif
