/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run_folder.h"

#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "harness/process/progress.h"
#include "harness/tables/provenance.h"

typedef struct tables {
    ss_output summary, history, convergence, statuses, bodies, shapes, observables;
    long no_shapes; /* where shapes.csv ends when it has no row */
} tables;

static bool open_statuses(tables *t, const char *folder, ss_error *error)
{
    if (!ss_output_open(&t->statuses, folder, "statuses.csv", error))
        return false;
    ss_statuses_header(t->statuses.file);
    return true;
}

static bool open_observables(tables *t, const char *folder, ss_error *error)
{
    if (!ss_output_open(&t->observables, folder, "observables.csv", error))
        return false;
    ss_observables_header(t->observables.file);
    return true;
}

static bool open_tables(tables *t, const char *folder, ss_error *error)
{
    if (!ss_output_open(&t->summary, folder, "summary.csv", error) ||
        !ss_output_open(&t->history, folder, "history.csv", error) ||
        !ss_output_open(&t->convergence, folder, "convergence.csv", error) ||
        !ss_output_open(&t->bodies, folder, "bodies.csv", error) ||
        !ss_output_open(&t->shapes, folder, "shapes.csv", error))
        return false;
    ss_summary_header(t->summary.file);
    ss_history_header(t->history.file);
    ss_convergence_header(t->convergence.file);
    ss_bodies_header(t->bodies.file);
    ss_shapes_header(t->shapes.file);
    t->no_shapes = ftell(t->shapes.file);
    return true;
}

/* The summary goes last: where it stands, the rest is complete. */
static bool close_tables(tables *t, ss_error *error)
{
    return (t->statuses.file == NULL || ss_output_close(&t->statuses, error)) &&
           (t->observables.file == NULL || ss_output_close(&t->observables, error)) &&
           (ftell(t->shapes.file) == t->no_shapes || ss_output_close(&t->shapes, error)) &&
           ss_output_close(&t->bodies, error) && ss_output_close(&t->convergence, error) &&
           ss_output_close(&t->history, error) && ss_output_close(&t->summary, error);
}

static void discard_tables(tables *t)
{
    ss_output_discard(&t->summary);
    ss_output_discard(&t->history);
    ss_output_discard(&t->convergence);
    ss_output_discard(&t->statuses);
    ss_output_discard(&t->bodies);
    ss_output_discard(&t->shapes);
    ss_output_discard(&t->observables);
}

/* Bar over all solvers of the run, and the caller's own view of the progress. */
typedef struct meter {
    ss_progress bar;
    size_t done, n_solvers;
    const ss_run *run;
} meter;

static void update_meter(void *context, double fraction)
{
    meter *const m = context;
    const double done = (double)m->done + fraction;
    ss_progress_update(&m->bar, (ss_progress_state){done, m->done, 1, 0});
    if (m->run->observers.progress != NULL)
        m->run->observers.progress(m->run->observers.progress_context, done / (double)m->n_solvers);
}

static bool run_solvers(const ss_run *run, const ss_choice_list *solvers, tables *t,
                        void (*report)(const ss_summary_row *row), ss_error *error)
{
    meter m = {.n_solvers = solvers->n, .run = run};
    bool complete = true;
    ss_progress_begin(&m.bar, run->problem->name, solvers->n, (double)solvers->n);
    for (m.done = 0; complete && m.done < solvers->n && !ss_interrupted(); ++m.done) {
        ss_summary_row row;
        char message[SS_RUN_MESSAGE];
        ss_run one = *run;
        one.solver = &solvers->at[m.done];
        one.observers.message = message;
        one.observers.history = t->history.file;
        one.observers.convergence = t->convergence.file;
        one.observers.statuses = t->statuses.file;
        one.observers.bodies = t->bodies.file;
        one.observers.shapes = m.done == 0 ? t->shapes.file : NULL;
        one.observers.observables = t->observables.file;
        one.observers.progress = update_meter;
        one.observers.progress_context = &m;
        complete = ss_run_problem(&one, &row, error);
        if (!complete) { /* Ctrl-C in another code's process: the rows before it are whole */
            complete = error->code == SS_ERROR_INTERRUPTED;
            break;
        }
        ss_summary_write(t->summary.file, &row);
        if (report != NULL) {
            ss_progress_end(&m.bar);
            report(&row);
        }
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
    const bool complete =
        ss_provenance_write(folder, order->argc, order->argv, error) &&
        open_tables(&t, folder, error) &&
        (!run->observers.trace.statuses || open_statuses(&t, folder, error)) &&
        (run->problem->entry->observables == NULL || open_observables(&t, folder, error)) &&
        run_solvers(run, solvers, &t, order->report, error) && close_tables(&t, error);
    discard_tables(&t);
    if (!complete)
        return false;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED,
                            "interrupted; the complete steps are in %s", folder);
    return true;
}
