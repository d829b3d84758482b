/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_runs.h"

#include "harness/printed/paper_table.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <stdlib.h>
#include <string.h>

static const ss_field fields[] = {
    {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, table)},
    {.name = "also", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, also)},
    {.name = "reading", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, reading)},
    {.name = "row", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, row)},
    {.name = "problem", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, problem)},
    {.name = "solver", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, solver)},
    {.name = "set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, set)},
    {.name = "trace", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, trace)},
    {.name = "instances", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, instances)},
    {.name = "quick_steps", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, quick_steps)},
    {.name = "repeats", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, repeats)},
    {.name = "weight", .kind = SS_FIELD_REAL, .offset = offsetof(ss_paper_run, weight)},
    {.name = "outer", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, outer)},
    {.name = "warm_start", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, warm_start)},
    {.name = "keep", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, keep)},
    {.name = "frames", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, frames)},
    {.name = "quick_frames", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, quick_frames)},
    {.name = "with", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, with)},
    {.name = "quick_set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, quick_set)},
};

bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error)
{
    static const ss_table columns = {.file = "runs.csv",
                                     .fields = fields,
                                     .n_fields = sizeof fields / sizeof *fields,
                                     .n_optional = 7};
    ss_csv *const file = &runs->file;
    *runs = (ss_paper_runs){.n = 0};
    runs->runs = ss_record_read_folder(&columns, file, paper, sizeof *runs->runs, error);
    bool valid = runs->runs != NULL;
    for (; valid && runs->n < file->n_rows; ++runs->n) {
        const ss_paper_run *const run = &runs->runs[runs->n];
        if (run->table < 1 || run->quick_steps < 1 || run->repeats < 1 ||
            run->instances > SS_PAPER_INSTANCES)
            valid = ss_error_set(error, SS_ERROR_DATA,
                                 "%s, line %zu: table, quick_steps and repeats must be 1 or more, "
                                 "instances at most %d",
                                 file->path, ss_csv_line(file, runs->n), SS_PAPER_INSTANCES);
    }
    if (!valid)
        ss_paper_runs_free(runs);
    return valid;
}

void ss_paper_runs_free(ss_paper_runs *runs)
{
    free(runs->runs);
    ss_csv_free(&runs->file);
    *runs = (ss_paper_runs){.n = 0};
}

const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number,
                                       const char *reading, const char *row)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == number && strcmp(runs->runs[k].reading, reading) == 0 &&
            strcmp(runs->runs[k].row, row) == 0)
            return &runs->runs[k];
    return NULL;
}
