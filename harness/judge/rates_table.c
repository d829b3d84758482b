/* The table convergence_rates.csv: rate, order and tail of every traced step of a folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"

#include "harness/tables/label.h"
#include "harness/tables/traces.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "problems/base/memory.h"
#include "problems/base/partial.h"

#include <stdlib.h>
#include <string.h>

typedef struct state {
    const ss_profile_rates_order *order;
    ss_traces traces;
    FILE *table;
    double *errors; /* of one step, then three times as many for scratch */
    size_t room, n_rows;
} state;

static void write_rates(state *s, const ss_summary_row *run, const char *label, size_t step,
                        size_t n)
{
    const ss_profile_rate rate = ss_profile_rate_linear(s->errors, n, s->errors + n);
    const ss_profile_rate order = ss_profile_rate_order(s->errors, n, s->errors + n);
    const ss_profile_tail tail = ss_profile_rate_tail(s->errors, n, s->errors + n);
    const ss_convergence_rates_row out = {
        .problem = run->problem,
        .parameters = run->parameters,
        .instance = run->instance,
        .solver = label,
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
        .tail = tail.kind,
        .tail_first = tail.first,
        .tail_last = tail.last,
        .tail_note = tail.note,
    };
    ss_convergence_rates_write(s->table, &out);
    ++s->n_rows;
    if (s->order->report != NULL)
        s->order->report(&out);
}

/* The steps of a run, each as a sequence of errors. */
static bool add_run(state *s, const ss_summary_row *run, const ss_field *column, ss_error *error)
{
    char required[128];
    snprintf(required, sizeof required, "solver,step,%s", column->name);
    if (!ss_traces_read(&s->traces, run, required, error))
        return false;
    const ss_convergence_row *const sweeps = s->traces.sweeps;
    double *const errors = ss_memory_grow(s->errors, &s->room, 4 * s->traces.n + 1, sizeof *errors);
    s->errors = errors != NULL ? errors : s->errors;
    char *const label = ss_label_contender(run->solver, run->outer);
    const bool ok = (errors != NULL && label != NULL) || ss_error_memory(error, "the traces");
    for (size_t begin = 0, end = 0; ok && begin < s->traces.n; begin = end) {
        for (; end < s->traces.n && sweeps[end].step == sweeps[begin].step; ++end)
            errors[end - begin] = ss_rows_value(column, &sweeps[end]);
        write_rates(s, run, label, sweeps[begin].step, end - begin);
    }
    free(label);
    return ok;
}

bool ss_profile_rates_write(const ss_profile_rates_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    ss_summary summary = {.n = 0};
    ss_output output = {0};
    state s = {.order = order, .traces = {.folder = folder, .summary = &summary}};
    const ss_field *const column = ss_rows_number(ss_rows_find("convergence"), order->error);
    bool written = ss_summary_folder(folder, order->folder, error) &&
                   ss_path_join(path, sizeof path, folder, "summary.csv", error) &&
                   ss_summary_read(&summary, path, "", error);
    if (written)
        ss_partial_sweep(order->folder, false);
    written = written && ss_output_open(&output, order->folder, "convergence_rates.csv", error);
    if (written) {
        s.table = output.file;
        ss_convergence_rates_header(s.table);
    }
    for (size_t k = 0; written && k < summary.n; ++k) {
        const ss_summary_row *const run = &summary.records[k].row;
        if (order->solver == NULL || ss_label_names(order->solver, run->solver, run->outer))
            written = add_run(&s, run, column, error);
    }
    if (written && s.n_rows == 0)
        written = ss_error_set(error, SS_ERROR_DATA,
                               "%s has no traced run%s%s; run it with --trace last (run) or trace: "
                               "last (campaign)",
                               order->folder, order->solver != NULL ? " of solver " : "",
                               order->solver != NULL ? order->solver : "");
    written = written && ss_output_close(&output, error);
    ss_output_discard(&output);
    ss_traces_free(&s.traces);
    ss_summary_free(&summary);
    free(s.errors);
    return written;
}
