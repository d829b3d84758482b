/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/traces.h"

#include "harness/tables/output.h"
#include "harness/tables/standing.h"
#include "problems/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Read the table that the run's sweeps are in, unless it is open or there is none. */
static bool open_table(ss_traces *t, const char *run, ss_error *error)
{
    char name[256], path[SS_PATH_SIZE];
    snprintf(name, sizeof name, run[0] != '\0' ? "traces/%.200s.csv" : "convergence.csv", run);
    if (!ss_path_join(path, sizeof path, t->folder, name, error))
        return false;
    if (t->table.path != NULL && strcmp(t->table.path, path) == 0)
        return true;
    ss_csv_free(&t->table);
    return access(path, F_OK) != 0 || ss_csv_read(&t->table, path, error);
}

bool ss_traces_read(ss_traces *traces, const ss_summary_row *run, const char *required,
                    ss_error *error)
{
    const ss_csv *const table = &traces->table;
    const char *before = ""; /* rows of a run follow each other */
    bool is_its = false;
    traces->n = 0;
    traces->run = run;
    if (!open_table(traces, run->run, error) ||
        (table->path != NULL && !ss_record_require(table, required, error)))
        return false;
    ss_convergence_row *const sweeps =
        ss_memory_grow(traces->sweeps, &traces->room, table->n_rows + 1, sizeof *sweeps);
    if (sweeps == NULL)
        return ss_error_memory(error, "the traces");
    traces->sweeps = sweeps;
    for (size_t row = 0; row < table->n_rows; ++row) {
        const char *const label = ss_csv_text(table, row, "solver");
        if (strcmp(label, before) != 0)
            is_its = ss_summary_is_named(traces->summary, run, label);
        before = label;
        if (is_its && !ss_convergence_row_read(table, row, &sweeps[traces->n++], error))
            return false;
    }
    return true;
}

double ss_traces_time_scale(const ss_summary_row *run, const ss_convergence_row *last)
{
    const double sweeping = run->steps <= 1 ? last->cpu_s : run->cpu_s;
    const double price = ss_price_of(run, SS_PRICE_TIME);
    return sweeping > 0.0 && price > 0.0 ? price / sweeping : 1.0;
}

void ss_traces_free(ss_traces *traces)
{
    free(traces->sweeps);
    ss_csv_free(&traces->table);
}
