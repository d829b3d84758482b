/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rates_table.h"

#include "harness/tables/output.h"
#include "harness/profile/rate.h"
#include "harness/profile/traces.h"

#include <stdlib.h>
#include <string.h>

typedef struct state {
    const ss_profile_rates_order *order;
    ss_summary summary;
    ss_profile_traces traces;
    ss_output output;
    double *errors; /* of one step, then twice as many for scratch */
    size_t capacity, n_rows;
} state;

static bool reserve(state *s, size_t n, ss_error *error)
{
    if (s->errors != NULL && n <= s->capacity)
        return true;
    free(s->errors);
    s->capacity = n;
    s->errors = malloc((3 * n + 1) * sizeof *s->errors);
    return s->errors != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the traces");
}

static void write_rates(state *s, const ss_summary_row *run, size_t step, size_t n)
{
    const ss_profile_rate rate = ss_profile_rate_linear(s->errors, n, s->errors + n);
    const ss_profile_rate order = ss_profile_rate_order(s->errors, n, s->errors + n);
    const ss_convergence_rates_row out = {
        .problem = run->problem,
        .parameters = run->parameters,
        .instance = run->instance,
        .solver = run->solver,
        .run = run->run,
        .step = step,
        .error = s->order->error,
        .sweeps = n,
        .rate = rate.value,
        .rate_error = rate.error,
        .rate_first = rate.first,
        .rate_last = rate.last,
        .rate_note = rate.note,
        .order = order.value,
        .order_error = order.error,
        .order_first = order.first,
        .order_last = order.last,
        .order_note = order.note,
    };
    ss_convergence_rates_write(s->output.file, &out);
    ++s->n_rows;
    if (s->order->report != NULL)
        s->order->report(&out);
}

/* The steps of one solver in its table, each as a sequence of errors. */
static bool add_trace(state *s, const ss_summary_row *run, const ss_csv *table, ss_error *error)
{
    size_t n = 0, step = 0;
    if (!reserve(s, table->n_rows, error))
        return false;
    for (size_t k = 0; k < table->n_rows; ++k) {
        double now = 0.0;
        if (strcmp(ss_csv_text(table, k, "solver"), run->solver) != 0)
            continue;
        if (!ss_csv_real(table, k, "step", &now, error))
            return false;
        if (n > 0 && (size_t)now != step) {
            write_rates(s, run, step, n);
            n = 0;
        }
        step = (size_t)now;
        if (!ss_csv_real(table, k, s->order->error, &s->errors[n++], error))
            return false;
    }
    if (n > 0)
        write_rates(s, run, step, n);
    return true;
}

static bool add_runs(state *s, ss_error *error)
{
    for (size_t k = 0; k < s->summary.n; ++k) {
        const ss_record *const run = &s->summary.records[k];
        const ss_csv *table = NULL;
        if (s->order->solver != NULL && strcmp(run->row.solver, s->order->solver) != 0)
            continue;
        if (!ss_profile_traces_find(&s->traces, run, &table, error) ||
            (table != NULL && !add_trace(s, &run->row, table, error)))
            return false;
    }
    if (s->n_rows > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s has no traced run%s%.60s; run it with --trace last (run) or with "
                        "traces on (campaign)",
                        s->order->folder, s->order->solver != NULL ? " of solver " : "",
                        s->order->solver != NULL ? s->order->solver : "");
}

bool ss_profile_rates_table_write(const ss_profile_rates_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE];
    state s = {.order = order, .traces = {.folder = order->folder}};
    bool written = ss_path_join(path, sizeof path, order->folder, "summary.csv", error) &&
                   ss_summary_read(&s.summary, path, "", error) &&
                   ss_output_open(&s.output, order->folder, "convergence_rates.csv", error);
    if (written) {
        ss_convergence_rates_header(s.output.file);
        written = add_runs(&s, error) && ss_output_close(&s.output, error);
    }
    ss_output_discard(&s.output);
    ss_profile_traces_free(&s.traces);
    ss_summary_free(&s.summary);
    free(s.errors);
    return written;
}
