/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/traces.h"

#include "harness/tables/output.h"

#include <string.h>
#include <unistd.h>

static bool has_rows_of(const ss_csv *table, const char *solver)
{
    for (size_t row = 0; row < table->n_rows; ++row) {
        const char *const text = ss_csv_text(table, row, "solver");
        if (text != NULL && strcmp(text, solver) == 0)
            return true;
    }
    return false;
}

/* Read `path` into *table unless there is no such file. */
static bool read_if_there(ss_csv *table, const char *path, ss_error *error)
{
    if (access(path, F_OK) != 0)
        return true;
    return ss_csv_read(table, path, error);
}

static bool read_own(ss_profile_traces *traces, const char *run, ss_error *error)
{
    char name[SS_PATH_SIZE], path[SS_PATH_SIZE];
    const int length = snprintf(name, sizeof name, "traces/%s.csv", run);
    if (length < 0 || (size_t)length >= sizeof name)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s: a run of a name that is too long",
                            traces->folder);
    ss_csv_free(&traces->own);
    return ss_path_join(path, sizeof path, traces->folder, name, error) &&
           read_if_there(&traces->own, path, error);
}

static bool read_shared(ss_profile_traces *traces, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (traces->shared.path != NULL)
        return true;
    return ss_path_join(path, sizeof path, traces->folder, "convergence.csv", error) &&
           read_if_there(&traces->shared, path, error);
}

bool ss_profile_traces_find(ss_profile_traces *traces, const ss_record *run, const ss_csv **table,
                            ss_error *error)
{
    const bool own = run->row.run[0] != '\0';
    *table = NULL;
    if (!(own ? read_own(traces, run->row.run, error) : read_shared(traces, error)))
        return false;
    const ss_csv *const read = own ? &traces->own : &traces->shared;
    if (has_rows_of(read, run->row.solver))
        *table = read;
    return true;
}

void ss_profile_traces_free(ss_profile_traces *traces)
{
    ss_csv_free(&traces->shared);
    ss_csv_free(&traces->own);
}

bool ss_profile_traces_missing(const ss_record *run, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.200s, line %zu: the run of %.60s left no trace of its sweeps; run it "
                        "again with --trace last (run) or with traces on (campaign), or leave the "
                        "solver out; a solver of another code cannot be traced",
                        run->path, run->line, run->row.solver);
}
