/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run_folder.h"

#include "harness/process/interrupt.h"
#include "harness/run/alone.h"
#include "harness/run/over_ranks.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/process/progress.h"
#include "harness/tables/provenance.h"
#include "problems/base/file.h"
#include "solvers/command/command.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[SS_RUN_N_TABLES] = {
    "summary",  "history",  "convergence", "bodies", "shapes", "forces",    "stresses",
    "impulses", "statuses", "observables", "notes",  "ranks",  "diagnosis", "diagnosis_contacts"};

bool ss_run_folder_may_lack(const char *table)
{
    static const char *const optional[] = {"shapes", "stresses",  "notes",
                                           "ranks",  "diagnosis", "diagnosis_contacts"};
    for (size_t k = 0; k < sizeof optional / sizeof *optional; ++k)
        if (strcmp(table, optional[k]) == 0)
            return true;
    return false;
}

typedef struct tables {
    ss_output at[SS_RUN_N_TABLES]; /* those that are not wanted stay zeroed */
    long ends[SS_RUN_N_TABLES];    /* bytes that are known to be whole rows */
    long no_row[SS_RUN_N_TABLES];  /* where they end without a row */
    bool first;                    /* the run under way is the first */
} tables;

static bool open_tables(tables *t, const ss_run *run, const char *folder, ss_error *error)
{
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k) {
        const ss_table *const table = ss_rows_find(names[k]);
        if ((k == SS_RUN_STATUSES && !run->observers.trace.statuses) ||
            (k == SS_RUN_IMPULSES && !run->observers.impulses) ||
            (k == SS_RUN_FORCES && ss_problem_lacks_places(run->problem->name) != NULL) ||
            (k == SS_RUN_OBSERVABLES && run->problem->entry->observables == NULL))
            continue;
        if (!ss_output_open(&t->at[k], folder, table->file, error))
            return false;
        ss_rows_header(table, t->at[k].file);
    }
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k) {
        if (t->at[k].file == NULL)
            continue;
        fflush(t->at[k].file);
        ss_output_check_rows(&t->at[k], 0);
        t->ends[k] = ss_output_size(&t->at[k]);
    }
    memcpy(t->no_row, t->ends, sizeof t->ends);
    return true;
}

static bool close_tables(tables *t, ss_error *error)
{
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k)
        if (t->ends[k] == t->no_row[k] && ss_run_folder_may_lack(names[k]))
            ss_output_discard(&t->at[k]);
    for (size_t k = SS_RUN_N_TABLES; k-- > 0;)
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

/* In the child of a run: write on into the tables, which the parent holds. */
static bool open_rows(void *context, ss_run_observers *observers, ss_error *error)
{
    tables *const t = context;
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k)
        if (t->at[k].file != NULL && !ss_output_reopen(&t->at[k], error))
            return false;
    for (size_t k = SS_RUN_HISTORY; k < SS_RUN_N_TABLES; ++k)
        observers->rows[k] = k != SS_RUN_SHAPES || t->first ? t->at[k].file : NULL;
    return true;
}

static bool close_rows(void *context, bool whole, int *reason, ss_error *error)
{
    tables *const t = context;
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k) {
        if (t->at[k].file == NULL || (fflush(t->at[k].file) == 0 && t->at[k].failure == 0))
            continue;
        *reason = t->at[k].failure;
        return ss_error_set(error, SS_ERROR_IO, "cannot write '%s': %s", t->at[k].path,
                            strerror(*reason));
    }
    return whole;
}

/* The rows that the child of a run has left in the tables, if whole; a solver that wrote among its
 * rows has none of them. */
static void check_rows(tables *t, ss_summary_row *row, char *message)
{
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k) {
        if (t->at[k].file == NULL)
            continue;
        if (!ss_output_check_rows(&t->at[k], t->ends[k])) {
            row->status = ss_outcome_name(SS_OUTCOME_ERROR);
            row->message = message;
            snprintf(message, SS_RUN_MESSAGE, "its rows of %s were garbled: it has none there",
                     ss_rows_find(names[k])->file);
        }
        t->ends[k] = ss_output_size(&t->at[k]);
    }
}

/* A run was cut short: diagnose its last iterate, behind the whole rows that its child has left. */
static void diagnose(void *context, const ss_diagnosis_case *last)
{
    tables *const t = context;
    ss_diagnosis diagnosis = {.steps = t->at[SS_RUN_DIAGNOSIS].file,
                              .contacts = t->at[SS_RUN_DIAGNOSIS_CONTACTS].file};
    ss_error ignored = {.code = SS_ERROR_NONE}; /* the run's row stands without it */
    ss_output_check_rows(&t->at[SS_RUN_DIAGNOSIS], t->ends[SS_RUN_DIAGNOSIS]);
    ss_output_check_rows(&t->at[SS_RUN_DIAGNOSIS_CONTACTS], t->ends[SS_RUN_DIAGNOSIS_CONTACTS]);
    ss_diagnosis_add(&diagnosis, last, &ignored);
    fflush(diagnosis.steps);
    fflush(diagnosis.contacts);
}

/* Name a run: where two have the same local solver, by its contender in all tables but the
 * summary, so that every row finds its trace (ss_summary_is_named). To be freed; NULL: the solver's
 * label will do. */
static char *name_run(const ss_choice_list *solvers, size_t k)
{
    const char *const solver = ss_choice_solver_label(&solvers->at[k]);
    for (size_t other = 0; other < solvers->n; ++other)
        if (other != k && strcmp(ss_choice_solver_label(&solvers->at[other]), solver) == 0)
            return ss_label_contender(solver, ss_choice_outer_label(&solvers->at[k]));
    return NULL;
}

static bool run_solvers(const ss_run *run, const ss_choice_list *solvers, tables *t,
                        void (*report)(const ss_summary_row *row), ss_error *error)
{
    meter m = {.done = 0};
    bool complete = true;
    ss_progress_begin(&m.bar, run->problem->name, solvers->n, (double)solvers->n);
    for (; complete && m.done < solvers->n && !ss_interrupted(); ++m.done) {
        ss_summary_row row;
        ss_machine machine;
        char message[SS_RUN_MESSAGE] = "";
        ss_alone_task one = {
            .run = *run, .open = open_rows, .close = close_rows, .left = diagnose, .context = t};
        char *const label = name_run(solvers, m.done);
        one.run.solver = &solvers->at[m.done];
        one.run.label = label;
        one.run.machine = &machine;
        ss_machine_look(&machine);
        one.run.observers.rows[SS_RUN_RANKS] = t->at[SS_RUN_RANKS].file;
        one.run.observers.message = message;
        one.run.observers.progress = update_meter;
        one.run.observers.progress_context = &m;
        t->first = m.done == 0;
        complete = ss_alone_run(&one, &row, error);
        free(label);
        if (!complete) { /* Ctrl-C in an external solver's process: the rows before it are whole */
            complete = error->code == SS_ERROR_INTERRUPTED;
            if (complete)
                *error = (ss_error){.code = SS_ERROR_NONE};
            break;
        }
        check_rows(t, &row, message);
        ss_summary_write(t->at[SS_RUN_SUMMARY].file, &row);
        fflush(t->at[SS_RUN_SUMMARY].file);
        t->ends[SS_RUN_SUMMARY] = ss_output_size(&t->at[SS_RUN_SUMMARY]);
        ss_progress_end(&m.bar);
        report(&row);
    }
    ss_progress_end(&m.bar);
    return complete;
}

/* What the k-th solver prints, where it is a process of the user's, goes to command-K.log. */
static bool name_log(ss_choice *solver, const char *folder, size_t k, ss_error *error)
{
    char file[40];
    if (solver->outer != &ss_outer_command)
        return true;
    ss_command_options *const options = solver->options;
    snprintf(file, sizeof file, "command-%zu.log", k + 1);
    return ss_path_join(options->log, sizeof options->log, folder, file, error);
}

bool ss_run_folder(const ss_run *run, ss_choice_list *solvers, const ss_run_order *order,
                   ss_error *error)
{
    const char *const folder = order->folder;
    tables t = {0};
    for (size_t k = 0; k < solvers->n; ++k)
        if (!ss_run_fit(run->problem, &solvers->at[k], error) ||
            !name_log(&solvers->at[k], folder, k, error) ||
            (run->ranks != NULL && !ss_over_ranks_check(run, &solvers->at[k], error)))
            return false;
    /* what ranks solve no one process reads */
    if ((run->ranks == NULL && !ss_source_check(run->problem, error)) ||
        !ss_output_make_folder(folder, error))
        return false;
    ss_interrupt_install_two_stages();
    const bool complete = ss_provenance_write(folder, order->argc, order->argv, "", error) &&
                          open_tables(&t, run, folder, error) &&
                          run_solvers(run, solvers, &t, order->report, error) &&
                          close_tables(&t, error);
    for (size_t k = 0; k < SS_RUN_N_TABLES; ++k)
        ss_output_discard(&t.at[k]);
    if (!complete)
        return false;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED,
                            "interrupted; the complete steps are in %s", folder);
    return true;
}
