/* Reading a store: run files to rows, rows to summary.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"
#include "harness/tables/output.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

void ss_campaign_stored_runs_free(ss_campaign_stored_runs *runs)
{
    for (size_t k = 0; k < runs->n; ++k)
        ss_csv_free(&runs->at[k].file);
    free(runs->at);
    free(runs->by_hash);
    *runs = (ss_campaign_stored_runs){.n = 0};
}

/* A run file has one row, which bears the name of the file. */
static bool read_run(ss_campaign_stored_run *run, const char *path, ss_error *error)
{
    return ss_csv_read(&run->file, path, error) &&
           ss_record_require(&run->file, "run,status", error) &&
           ss_summary_row_read(&run->file, 0, &run->row, error) &&
           ((run->file.n_rows == 1 && strcmp(run->row.run, run->hash) == 0) ||
            ss_error_set(error, SS_ERROR_DATA, "%.300s holds another run", path));
}

static bool add_run(ss_campaign_stored_runs *runs, const char *folder, const char *name,
                    ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_error damage = {.code = SS_ERROR_NONE};
    if ((runs->n & (runs->n - 1)) == 0) { /* grows at powers of two */
        const size_t room = runs->n > 0 ? 2 * runs->n : 1;
        ss_campaign_stored_run *const larger = realloc(runs->at, room * sizeof *larger);
        if (larger == NULL)
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", room);
        runs->at = larger;
    }
    ss_campaign_stored_run *const run = &runs->at[runs->n];
    *run = (ss_campaign_stored_run){.file = {.n_rows = 0}};
    snprintf(run->hash, sizeof run->hash, "%.32s", name);
    if (ss_path_join(path, sizeof path, folder, name, &damage) && read_run(run, path, &damage)) {
        ++runs->n;
        return true;
    }
    ss_csv_free(&run->file);
    if (damage.code == SS_ERROR_MEMORY)
        return ss_error_set(error, damage.code, "%s", damage.text);
    if (runs->n_damaged++ == 0)
        snprintf(runs->damaged, sizeof runs->damaged, "%.299s", damage.text);
    return true;
}

/* By what is asked, numbers within texts as numbers; the last word is the hash. */
static int by_question(const void *a, const void *b)
{
    const ss_campaign_stored_run *const one = a, *const other = b;
    const ss_summary_row *const x = &one->row, *const y = &other->row;
    const char *const texts[][2] = {{x->problem, y->problem}, {x->parameters, y->parameters},
                                    {x->stop, y->stop},       {x->warm_start, y->warm_start},
                                    {x->outer, y->outer},     {x->solver, y->solver},
                                    {x->options, y->options}};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof texts / sizeof texts[0]; ++k)
        order = strverscmp(texts[k][0], texts[k][1]);
    if (order == 0)
        order = (x->instance > y->instance) - (x->instance < y->instance);
    return order != 0 ? order : strcmp(one->hash, other->hash);
}

static int by_hash(const void *a, const void *b)
{
    const ss_campaign_stored_run *const *const one = a, *const *const other = b;
    return strcmp((*one)->hash, (*other)->hash);
}

const ss_campaign_stored_run *ss_campaign_stored_runs_find(const ss_campaign_stored_runs *runs,
                                                           const char *hash)
{
    ss_campaign_stored_run wanted = {.file = {.n_rows = 0}};
    const ss_campaign_stored_run *const key = &wanted;
    snprintf(wanted.hash, sizeof wanted.hash, "%s", hash);
    const ss_campaign_stored_run *const *const found =
        runs->n > 0 ? bsearch(&key, runs->by_hash, runs->n, sizeof key, by_hash) : NULL;
    return found != NULL ? *found : NULL;
}

static bool sort_runs(ss_campaign_stored_runs *runs, ss_error *error)
{
    runs->by_hash = malloc((runs->n + 1) * sizeof *runs->by_hash);
    if (runs->by_hash == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", runs->n);
    if (runs->n > 1)
        qsort(runs->at, runs->n, sizeof *runs->at, by_question);
    for (size_t k = 0; k < runs->n; ++k)
        runs->by_hash[k] = &runs->at[k];
    qsort(runs->by_hash, runs->n, sizeof *runs->by_hash, by_hash);
    return true;
}

bool ss_campaign_store_read(ss_campaign_stored_runs *runs, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *runs = (ss_campaign_stored_runs){.n = 0};
    DIR *const listing =
        ss_path_join(path, sizeof path, folder, "runs", error) ? opendir(path) : NULL;
    const struct dirent *entry = NULL;
    if (listing == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "'%.300s' is no store of a campaign: no runs/",
                            folder);
    bool ok = true;
    while (ok && (entry = readdir(listing)) != NULL)
        if (ss_hash_named(entry->d_name, ".csv"))
            ok = add_run(runs, path, entry->d_name, error);
    closedir(listing);
    ok = ok && sort_runs(runs, error);
    if (!ok)
        ss_campaign_stored_runs_free(runs);
    return ok;
}

bool ss_campaign_store_collect(const char *folder, const ss_campaign_stored_runs *runs,
                               ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, "summary.csv", error))
        return false;
    ss_summary_header(output.file);
    for (size_t k = 0; k < runs->n; ++k)
        ss_summary_write(output.file, &runs->at[k].row);
    return ss_output_close(&output, error);
}
