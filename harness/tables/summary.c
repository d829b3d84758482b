/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/summary.h"

#include "problems/base/names.h"

#include <stdlib.h>

static const char *status_at(const void *unused, size_t k)
{
    (void)unused;
    return k < SS_OUTCOME_COUNT ? ss_outcome_name((ss_outcome)k) : NULL;
}

static bool read_record(ss_record *record, const ss_csv *csv, size_t row, ss_error *error)
{
    *record = (ss_record){.line = ss_csv_line(csv, row), .path = csv->path};
    if (!ss_summary_row_read(csv, row, &record->row, error))
        return false;
    const char *const text = record->row.status;
    if (ss_outcome_find(text, &record->outcome))
        return true;
    const char *const near = ss_name_nearest(text, status_at, NULL);
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: '%.40s' is no status%s%s%s",
                        csv->path, record->line, text, near != NULL ? "; did you mean '" : "",
                        near != NULL ? near : "", near != NULL ? "'?" : "");
}

bool ss_summary_read(ss_summary *summary, const char *path, const char *required, ss_error *error)
{
    *summary = (ss_summary){.n = 0};
    ss_csv *const csv = &summary->csv;
    bool read = ss_csv_read(csv, path, error) &&
                ss_record_require(csv,
                                  "problem,solver,status,parameters,instance,outer,stop,"
                                  "warm_start",
                                  error) &&
                ss_record_require(csv, required, error);
    summary->records = read ? calloc(csv->n_rows + 1, sizeof *summary->records) : NULL;
    if (read && summary->records == NULL)
        read = ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rows of %.300s", path);
    for (; read && summary->n < csv->n_rows; summary->n += read ? 1 : 0)
        read = read_record(&summary->records[summary->n], csv, summary->n, error);
    if (!read)
        ss_summary_free(summary);
    return read;
}

void ss_summary_free(ss_summary *summary)
{
    free(summary->records);
    ss_csv_free(&summary->csv);
    *summary = (ss_summary){.n = 0};
}

size_t ss_summary_drop_interrupted(ss_summary *summary)
{
    size_t n_kept = 0;
    for (size_t k = 0; k < summary->n; ++k)
        if (summary->records[k].outcome != SS_OUTCOME_INTERRUPTED)
            summary->records[n_kept++] = summary->records[k];
    const size_t n_dropped = summary->n - n_kept;
    summary->n = n_kept;
    return n_dropped;
}

bool ss_record_is_external(const ss_record *record)
{
    return record->row.outer[0] == '\0';
}
