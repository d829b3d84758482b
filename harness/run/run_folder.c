/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run_folder.h"

#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "harness/process/progress.h"
#include "harness/tables/provenance.h"

/* The tables of a run, in the order in which they are opened: the summary is closed last, so that
 * where it stands the rest is complete. */
enum { SUMMARY, HISTORY, CONVERGENCE, BODIES, SHAPES, STATUSES, OBSERVABLES, N_TABLES };

static const char *const names[N_TABLES] = {"summary", "history",  "convergence", "bodies",
                                            "shapes",  "statuses", "observables"};

typedef struct tables {
    ss_output at[N_TABLES]; /* those that are not wanted stay zeroed */
    long no_shapes;         /* where shapes.csv ends when it has no row */
} tables;

static bool open_tables(tables *t, const ss_run *run, const char *folder, ss_error *error)
{
    for (size_t k = 0; k < N_TABLES; ++k) {
        const ss_table *const table = ss_rows_find(names[k]);
        if ((k == STATUSES && !run->observers.trace.statuses) ||
            (k == OBSERVABLES && run->problem->entry->observables == NULL))
            continue;
        if (!ss_output_open(&t->at[k], folder, table->file, error))
            return false;
        ss_rows_header(table, t->at[k].file);
    }
    t->no_shapes = ftell(t->at[SHAPES].file);
    return true;
}

static bool close_tables(tables *t, ss_error *error)
{
    if (ftell(t->at[SHAPES].file) == t->no_shapes)
        ss_output_discard(&t->at[SHAPES]);
    for (size_t k = N_TABLES; k-- > 0;)
        if (t->at[k].file != NULL && !ss_output_close(&t->at[k], error))
            return false;
    return true;
}

/* Bar over all solvers of the run. */
typedef struct meter {
    ss_progress bar;
    size_t done;
} meter;

static void update_meter(void *context, double fraction)
{
    meter *const m = context;
    ss_progress_update(&m->bar, (ss_progress_state){(double)m->done + fraction, m->done, 1, 0});
}

static bool run_solvers(const ss_run *run, const ss_choice_list *solvers, tables *t,
                        void (*report)(const ss_summary_row *row), ss_error *error)
{
    meter m = {.done = 0};
    bool complete = true;
    ss_progress_begin(&m.bar, run->problem->name, solvers->n, (double)solvers->n);
    for (; complete && m.done < solvers->n && !ss_interrupted(); ++m.done) {
        ss_summary_row row;
        char message[SS_RUN_MESSAGE];
        ss_run one = *run;
        one.solver = &solvers->at[m.done];
        one.observers.message = message;
        one.observers.history = t->at[HISTORY].file;
        one.observers.convergence = t->at[CONVERGENCE].file;
        one.observers.statuses = t->at[STATUSES].file;
        one.observers.bodies = t->at[BODIES].file;
        one.observers.shapes = m.done == 0 ? t->at[SHAPES].file : NULL;
        one.observers.observables = t->at[OBSERVABLES].file;
        one.observers.progress = update_meter;
        one.observers.progress_context = &m;
        complete = ss_run_problem(&one, &row, error);
        if (!complete) { /* Ctrl-C in another code's process: the rows before it are whole */
            complete = error->code == SS_ERROR_INTERRUPTED;
            break;
        }
        ss_summary_write(t->at[SUMMARY].file, &row);
        ss_progress_end(&m.bar);
        report(&row);
    }
    ss_progress_end(&m.bar);
    return complete;
}

bool ss_run_folder(const ss_run *run, const ss_choice_list *solvers, const ss_run_order *order,
                   ss_error *error)
{
    const char *const folder = order->folder;
    tables t = {0};
    for (size_t k = 0; k < solvers->n; ++k)
        if (!ss_run_check(run->problem, &solvers->at[k], error))
            return false;
    if (!ss_source_check(run->problem, error) || !ss_output_make_folder(folder, error))
        return false;
    const bool complete = ss_provenance_write(folder, order->argc, order->argv, error) &&
                          open_tables(&t, run, folder, error) &&
                          run_solvers(run, solvers, &t, order->report, error) &&
                          close_tables(&t, error);
    for (size_t k = 0; k < N_TABLES; ++k)
        ss_output_discard(&t.at[k]);
    if (!complete)
        return false;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED,
                            "interrupted; the complete steps are in %s", folder);
    return true;
}
