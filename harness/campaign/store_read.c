/* Reading stores: run files to rows, rows to summary.csv. A damaged run file is
 * counted and passed over: its run is missing, and is run again by the next command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"
#include "problems/base/names.h"

#include <dirent.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void ss_campaign_stored_runs_free(ss_campaign_stored_runs *runs)
{
    for (size_t k = 0; k < runs->n; ++k)
        ss_csv_free(&runs->at[k].file);
    free(runs->at);
    *runs = (ss_campaign_stored_runs){.n = 0};
}

/* Add the run of a file, which has one row that bears the name of the file; a damaged one is
 * counted instead. False without memory. */
static bool add_run(ss_campaign_stored_runs *runs, const char *folder, const char *name,
                    ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_error damage = {.code = SS_ERROR_NONE};
    if ((runs->n & (runs->n - 1)) == 0) { /* grows at powers of two */
        const size_t room = runs->n > 0 ? 2 * runs->n : 1;
        ss_campaign_stored_run *const larger = realloc(runs->at, room * sizeof *larger);
        if (larger == NULL)
            return ss_error_memory(error, "%zu runs", room);
        runs->at = larger;
    }
    ss_campaign_stored_run *const run = &runs->at[runs->n];
    *run = (ss_campaign_stored_run){.file = {.n_rows = 0}};
    snprintf(run->hash, sizeof run->hash, "%.32s", name);
    if (ss_path_join(path, sizeof path, folder, name, &damage) &&
        ss_csv_read(&run->file, path, &damage) &&
        ss_record_require(&run->file, "run,status", &damage) &&
        ss_summary_row_read(&run->file, 0, &run->row, &damage)) {
        if (run->file.n_rows == 1 && strcmp(run->row.run, run->hash) == 0) {
            ++runs->n;
            return true;
        }
        ss_error_set(&damage, SS_ERROR_DATA, "%s holds another run", path);
    }
    ss_csv_free(&run->file);
    if (damage.code == SS_ERROR_MEMORY)
        return ss_error_set(error, damage.code, "%s", damage.text);
    if (runs->n_damaged++ == 0)
        snprintf(runs->damaged, sizeof runs->damaged, "%.299s", damage.text);
    return true;
}

/* By the question, numbers within texts as numbers; the last word is the hash. */
static int by_question(const void *a, const void *b)
{
    const ss_campaign_stored_run *const one = *(const ss_campaign_stored_run *const *)a;
    const ss_campaign_stored_run *const other = *(const ss_campaign_stored_run *const *)b;
    const ss_summary_row *const x = &one->row, *const y = &other->row;
    const char *const texts[][2] = {{x->problem, y->problem}, {x->parameters, y->parameters},
                                    {x->stop, y->stop},       {x->warm_start, y->warm_start},
                                    {x->follows, y->follows}, {x->outer, y->outer},
                                    {x->solver, y->solver},   {x->options, y->options}};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof texts / sizeof texts[0]; ++k)
        order = ss_name_order(texts[k][0], texts[k][1]);
    if (order == 0)
        order = (x->instance > y->instance) - (x->instance < y->instance);
    return order != 0 ? order : strcmp(one->hash, other->hash);
}

const ss_campaign_stored_run *ss_campaign_stored_runs_find(const ss_campaign_stored_runs *runs,
                                                           const char *hash)
{
    return runs->n > 0 ? bsearch(hash, runs->at, runs->n, sizeof *runs->at, ss_hash_order) : NULL;
}

static bool end_reading(ss_campaign_stored_runs *runs, bool ok)
{
    if (!ok)
        ss_campaign_stored_runs_free(runs);
    if (runs->n > 1)
        qsort(runs->at, runs->n, sizeof *runs->at, ss_hash_order);
    runs->read = ok;
    return ok;
}

bool ss_campaign_store_read(ss_campaign_stored_runs *runs, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *runs = (ss_campaign_stored_runs){.n = 0};
    DIR *const listing =
        ss_path_join(path, sizeof path, folder, "runs", error) ? opendir(path) : NULL;
    const struct dirent *entry = NULL;
    if (listing == NULL)
        return ss_error_set(error, SS_ERROR_DATA,
                            access(folder, F_OK) == 0
                                ? "'%s' is not a campaign store (made by `run`?)"
                                : "there is no folder '%s'",
                            folder);
    bool ok = true;
    while (ok && (entry = readdir(listing)) != NULL)
        if (ss_hash_named(entry->d_name, ".csv"))
            ok = add_run(runs, path, entry->d_name, error);
    closedir(listing);
    return end_reading(runs, ok);
}

bool ss_campaign_store_read_planned(ss_campaign_stored_runs *runs, const char *folder,
                                    const ss_campaign_plan *plan, ss_error *error)
{
    char below[SS_PATH_SIZE], path[SS_PATH_SIZE], name[SS_HASH_SIZE + 8];
    *runs = (ss_campaign_stored_runs){.n = 0};
    bool ok = ss_path_join(below, sizeof below, folder, "runs", error);
    for (size_t k = 0; ok && k < plan->n; ++k) {
        snprintf(name, sizeof name, "%s.csv", plan->runs[k].hash);
        ok = ss_path_join(path, sizeof path, below, name, error) &&
             (access(path, F_OK) != 0 || add_run(runs, below, name, error));
    }
    return end_reading(runs, ok);
}

bool ss_campaign_store_is_made(const ss_campaign_stored_run *found, const char *folder,
                               const ss_campaign_planned_run *run, ss_outcome *ending)
{
    char hash[SS_HASH_SIZE];
    *ending = SS_OUTCOME_SOLVED;
    return found != NULL && ss_outcome_find(found->row.status, ending) &&
           (run->replaces[0] == '\0' ||
            (ss_hash_file(hash, found->file.path, NULL) && strcmp(hash, run->replaces) != 0)) &&
           ss_campaign_store_has_series(folder, run->hash, run->keep, found->row.tables);
}

bool ss_campaign_store_look(const char *folder, const ss_campaign_planned_run *run,
                            ss_outcome *ending, ss_error *error)
{
    ss_campaign_planned_run one = *run;
    const ss_campaign_plan plan = {.runs = &one, .n = 1};
    ss_campaign_stored_runs stored;
    const bool made =
        ss_campaign_store_read_planned(&stored, folder, &plan, error) &&
        ss_campaign_store_is_made(stored.n > 0 ? stored.at : NULL, folder, run, ending);
    ss_campaign_stored_runs_free(&stored);
    return made;
}

bool ss_campaign_store_collect(const char *folder, const ss_campaign_stored_runs *runs,
                               ss_error *error)
{
    ss_output output = {0};
    const ss_campaign_stored_run **const sorted = malloc((runs->n + 1) * sizeof *sorted);
    bool ok = sorted != NULL || ss_error_memory(error, "%zu runs", runs->n);
    ok = ok && ss_output_open(&output, folder, "summary.csv", error);
    if (ok) {
        for (size_t k = 0; k < runs->n; ++k)
            sorted[k] = &runs->at[k];
        qsort(sorted, runs->n, sizeof *sorted, by_question);
        ss_summary_header(output.file);
        for (size_t k = 0; k < runs->n; ++k)
            ss_summary_write(output.file, &sorted[k]->row);
        ok = ss_output_close(&output, error);
    }
    free(sorted);
    return ok;
}
