/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_runs.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <stdlib.h>
#include <string.h>

static const ss_field fields[] = {
    {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, table)},
    {.name = "row", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, row)},
    {.name = "problem", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, problem)},
    {.name = "solver", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, solver)},
    {.name = "set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, set)},
    {.name = "trace", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, trace)},
    {.name = "quick_steps", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, quick_steps)},
    {.name = "weight", .kind = SS_FIELD_REAL, .offset = offsetof(ss_paper_run, weight)},
};

static const ss_table table = {.fields = fields, .n_fields = sizeof fields / sizeof fields[0]};

bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *runs = (ss_paper_runs){.n = 0};
    if (ss_path_join(path, sizeof path, paper, "runs.csv", error))
        runs->runs = ss_record_read_file(&table, &runs->file, path, sizeof *runs->runs, error);
    bool valid = runs->runs != NULL;
    for (; valid && runs->n < runs->file.n_rows; ++runs->n)
        if (runs->runs[runs->n].table < 1 || runs->runs[runs->n].quick_steps < 1)
            valid = ss_error_set(error, SS_ERROR_DATA,
                                 "%.200s, line %zu: table and quick_steps must be 1 or more", path,
                                 ss_csv_line(&runs->file, runs->n));
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

const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number, const char *row)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == number && strcmp(runs->runs[k].row, row) == 0)
            return &runs->runs[k];
    return NULL;
}

const ss_paper_run *ss_paper_runs_show(const ss_paper_runs *runs, const char *problem,
                                       const char *solver)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (strcmp(runs->runs[k].problem, problem) == 0 && strcmp(runs->runs[k].row, solver) == 0)
            return &runs->runs[k];
    return NULL;
}
