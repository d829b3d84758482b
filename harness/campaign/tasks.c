/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/tasks.h"

#include "harness/tables/record.h"
#include "problems/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_campaign_tasks_path(char *path, const char *folder, size_t submission, const char *suffix,
                            ss_error *error)
{
    char name[64];
    snprintf(name, sizeof name, "slurm/%zu%s", submission, suffix);
    return ss_path_join(path, SS_PATH_SIZE, folder, name, error);
}

size_t ss_campaign_tasks_last(const char *folder)
{
    char path[SS_PATH_SIZE];
    size_t n = 0;
    while (ss_campaign_tasks_path(path, folder, n + 1, ".csv", NULL) && access(path, F_OK) == 0)
        ++n;
    return n;
}

void ss_campaign_tasks_cut(ss_campaign_submission *submission, double chunk_s)
{
    double sum = 0.0;
    submission->n_tasks = 0;
    for (size_t k = 0; k < submission->n; ++k) {
        submission->task[k] = submission->n_tasks;
        sum += submission->seconds[k];
        if (sum >= chunk_s || k + 1 == submission->n) {
            sum = 0.0;
            ++submission->n_tasks;
        }
    }
}

/* ---- its table ---- */

/* All that a run and its plan say, but the place. */
static ss_tasks_row row_of(const ss_campaign_plan *plan, const ss_campaign_planned_run *run)
{
    return (ss_tasks_row){.run = run->hash,
                          .replaces = run->replaces,
                          .content = run->content,
                          .problem = run->problem,
                          .parameters = run->parameters,
                          .instance = run->instance,
                          .solver = run->solver,
                          .options = run->options,
                          .outer = run->outer,
                          .stop = plan->stop,
                          .warm_start = ss_guess_cells[run->guess],
                          .follows = run->leader,
                          .external = run->external,
                          .sought = plan->sought,
                          .keep = run->keep,
                          .trace = (size_t)run->trace.kind,
                          .trace_step = run->trace.step,
                          .frames = run->frames,
                          .repeats = run->repeats > 0 ? run->repeats : plan->repeats,
                          .weight = run->weight,
                          .timeout_s = plan->timeout_s,
                          .memory_bytes = plan->memory_bytes};
}

bool ss_campaign_tasks_write(const ss_campaign_submission *submission, ss_error *error)
{
    char name[64];
    ss_output output = {0};
    snprintf(name, sizeof name, "slurm/%zu.csv", submission->number);
    if (!ss_output_open(&output, submission->folder, name, error))
        return false;
    ss_tasks_header(output.file);
    for (size_t k = 0; k < submission->n; ++k) {
        ss_tasks_row row = row_of(submission->plan, submission->runs[k]);
        row.task = submission->task[k];
        row.first = row.task - row.task % submission->array_size;
        row.about_s = submission->seconds[k];
        ss_tasks_write(output.file, &row);
    }
    return ss_output_close(&output, error);
}

/* Add the run of a row to the plan, which takes what is common to all from it. */
static bool add_run(ss_campaign_plan *plan, const ss_tasks_row *row, ss_error *error)
{
    if (!ss_campaign_plan_reserve(plan, plan->n + 1, error))
        return false;
    ss_campaign_planned_run *const run = &plan->runs[plan->n++];
    *run = (ss_campaign_planned_run){
        .problem = strdup(row->problem),
        .parameters = strdup(row->parameters),
        .instance = row->instance,
        .solver = strdup(row->solver),
        .options = strdup(row->options),
        .outer = strdup(row->outer),
        .external = row->external != 0,
        .keep = (unsigned)row->keep,
        .trace = {.kind = (ss_trace_kind)row->trace, .step = row->trace_step},
        .frames = row->frames,
        .guess = ss_guess_of_cell(row->warm_start),
        .leader = strdup(row->follows),
        .weight = row->weight,
        .repeats = row->repeats};
    snprintf(run->hash, sizeof run->hash, "%s", row->run);
    snprintf(run->content, sizeof run->content, "%s", row->content);
    snprintf(run->replaces, sizeof run->replaces, "%s", row->replaces);
    plan->stop = plan->stop != NULL ? plan->stop : strdup(row->stop);
    plan->repeats = row->repeats;
    plan->sought = row->sought != 0;
    plan->timeout_s = row->timeout_s;
    plan->memory_bytes = row->memory_bytes;
    return (run->problem != NULL && run->parameters != NULL && run->solver != NULL &&
            run->options != NULL && run->outer != NULL && run->leader != NULL &&
            plan->stop != NULL) ||
           ss_campaign_plan_no_memory(error);
}

bool ss_campaign_tasks_plan(ss_campaign_plan *plan, const char *path, size_t task, ss_error *error)
{
    ss_stream stream = {.file = NULL};
    ss_tasks_row row;
    ss_error wrong = {.code = SS_ERROR_NONE};
    *plan = (ss_campaign_plan){.n = 0};
    bool ok = ss_record_stream(&stream, ss_rows_find("tasks"), path,
                               "task,run,replaces,problem,parameters,solver,outer,stop", &wrong);
    while (ok && ss_record_next(&stream, ss_rows_find("tasks"), &row, &wrong) && row.task <= task)
        ok = row.task < task || add_run(plan, &row, &wrong);
    ss_stream_close(&stream);
    ok = ok && wrong.code == SS_ERROR_NONE;
    if (!ok)
        return ss_error_set(error, wrong.code, "%s", wrong.text);
    return plan->n > 0 || ss_error_set(error, SS_ERROR_DATA, "%s has no task %zu", path, task);
}

/* ---- where runs are ---- */

/* By hash, and of one run's the last submission last. */
static int by_hash_and_submission(const void *a, const void *b)
{
    const ss_campaign_place *const i = a, *const j = b;
    const int order = strcmp(i->hash, j->hash);
    return order != 0 ? order : (i->submission > j->submission) - (i->submission < j->submission);
}

/* Append the places of a submission. */
static bool add_places(ss_campaign_place **places, size_t *room, size_t *n, const char *folder,
                       size_t submission, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv csv = {.n_rows = 0};
    bool ok = ss_campaign_tasks_path(path, folder, submission, ".csv", error) &&
              ss_csv_read(&csv, path, error) && ss_record_require(&csv, "task,first,run", error);
    ss_campaign_place *const larger =
        ok ? ss_memory_grow(*places, room, *n + csv.n_rows + 1, sizeof *larger) : NULL;
    *places = larger != NULL ? larger : *places;
    ok = ok && (larger != NULL || ss_campaign_plan_no_memory(error));
    const size_t of_task = ss_csv_column(&csv, "task", 0),
                 of_first = ss_csv_column(&csv, "first", 1);
    for (size_t k = 0; ok && k < csv.n_rows; ++k) {
        ss_campaign_place *const place = &(*places)[(*n)++];
        *place = (ss_campaign_place){.submission = submission};
        snprintf(place->hash, sizeof place->hash, "%s", ss_csv_text(&csv, k, "run"));
        ok = ss_csv_cell_count(&csv, k, of_task, &place->task, error) &&
             ss_csv_cell_count(&csv, k, of_first, &place->first, error);
    }
    ss_csv_free(&csv);
    return ok;
}

ss_campaign_place *ss_campaign_tasks_places(const char *folder, size_t last, size_t *n,
                                            ss_error *error)
{
    size_t room = 1;
    ss_campaign_place *places = calloc(room, sizeof *places);
    *n = 0;
    bool ok = places != NULL || ss_campaign_plan_no_memory(error);
    for (size_t k = 1; ok && k <= last; ++k)
        ok = add_places(&places, &room, n, folder, k, error);
    if (!ok || places == NULL) {
        free(places);
        return NULL;
    }
    qsort(places, *n, sizeof *places, by_hash_and_submission);
    return places;
}
