/* Reading stores: run files to rows, rows to summary.csv, two stores to one. A damaged run file is
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
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", room);
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
                                    {x->outer, y->outer},     {x->solver, y->solver},
                                    {x->options, y->options}};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof texts / sizeof texts[0]; ++k)
        order = ss_name_order(texts[k][0], texts[k][1]);
    if (order == 0)
        order = (x->instance > y->instance) - (x->instance < y->instance);
    return order != 0 ? order : strcmp(one->hash, other->hash);
}

/* A run begins with its hash. */
static int by_hash(const void *a, const void *b)
{
    return strcmp(a, b);
}

const ss_campaign_stored_run *ss_campaign_stored_runs_find(const ss_campaign_stored_runs *runs,
                                                           const char *hash)
{
    return runs->n > 0 ? bsearch(hash, runs->at, runs->n, sizeof *runs->at, by_hash) : NULL;
}

bool ss_campaign_store_read(ss_campaign_stored_runs *runs, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *runs = (ss_campaign_stored_runs){.n = 0};
    DIR *const listing =
        ss_path_join(path, sizeof path, folder, "runs", error) ? opendir(path) : NULL;
    const struct dirent *entry = NULL;
    if (listing == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "'%s' is not a campaign store (made by `run`?)",
                            folder);
    bool ok = true;
    while (ok && (entry = readdir(listing)) != NULL)
        if (ss_hash_named(entry->d_name, ".csv"))
            ok = add_run(runs, path, entry->d_name, error);
    closedir(listing);
    if (!ok)
        ss_campaign_stored_runs_free(runs);
    if (runs->n > 1)
        qsort(runs->at, runs->n, sizeof *runs->at, by_hash);
    runs->read = ok;
    return ok;
}

bool ss_campaign_store_collect(const char *folder, const ss_campaign_stored_runs *runs,
                               ss_error *error)
{
    ss_output output = {0};
    const ss_campaign_stored_run **const sorted = malloc((runs->n + 1) * sizeof *sorted);
    bool ok =
        sorted != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", runs->n);
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

/* ---- joining ---- */

/* The column of one question's two rows in which they do not agree, of those that both have; NULL:
 * they do. Times may differ, who made the run, and how its solver was typed (all option values
 * stand in `options`). */
static const char *find_difference(const ss_csv *one, const ss_csv *other)
{
    const ss_table *const table = ss_rows_find("summary");
    for (size_t k = 0; k < table->n_fields; ++k) {
        const char *const column = table->fields[k].name;
        const char *const a = ss_csv_text(one, 0, column), *const b = ss_csv_text(other, 0, column);
        if (!table->fields[k].varies && strcmp(column, "build") != 0 &&
            strcmp(column, "solver") != 0 && a != NULL && b != NULL && strcmp(a, b) != 0)
            return column;
    }
    return NULL;
}

static bool check_conflicts(const ss_campaign_stored_runs *a, const ss_campaign_stored_runs *b,
                            ss_error *error)
{
    for (size_t k = 0; k < b->n; ++k) {
        const ss_csv *const other = &b->at[k].file;
        const ss_campaign_stored_run *const found = ss_campaign_stored_runs_find(a, b->at[k].hash);
        const char *const column = found != NULL ? find_difference(&found->file, other) : NULL;
        if (column != NULL)
            return ss_error_set(error, SS_ERROR_DATA,
                                "the stores contradict each other: %s is '%s' in %s and "
                                "'%s' in %s",
                                column, ss_csv_text(&found->file, 0, column), found->file.path,
                                ss_csv_text(other, 0, column), other->path);
    }
    return true;
}

/* Copy run files and tables from a store to another, but of the runs that are in `but`. The tables
 * of a run go first: where a run stands, all of it does. */
static bool copy_runs(const ss_campaign_stored_runs *runs, const char *from, const char *to,
                      const ss_campaign_stored_runs *but, ss_error *error)
{
    char name[SS_HASH_SIZE + 8], source[SS_PATH_SIZE], folder[SS_PATH_SIZE], target[SS_PATH_SIZE];
    for (size_t r = 0; r < runs->n; ++r) {
        snprintf(name, sizeof name, "%s.csv", runs->at[r].hash);
        if (ss_campaign_stored_runs_find(but, runs->at[r].hash) != NULL)
            continue;
        for (int k = 0; k <= SS_CAMPAIGN_SERIES_COUNT; ++k) {
            const char *const room =
                k < SS_CAMPAIGN_SERIES_COUNT ? ss_campaign_all_series[k].folder : "runs";
            if (!ss_path_join(folder, sizeof folder, from, room, error) ||
                !ss_path_join(source, sizeof source, folder, name, error) ||
                !ss_path_join(target, sizeof target, to, room, error))
                return false;
            if (access(source, F_OK) == 0 &&
                ((access(target, F_OK) != 0 && !ss_output_make_folder(target, error)) ||
                 !ss_output_copy(source, target, name, false, error)))
                return false;
        }
    }
    return true;
}

/* The last line of a manifest that names a build; "" if there is none. */
static const char *last_build(const char *manifest)
{
    const char *last = "";
    for (const char *at = manifest; (at = strstr(at, "build: ")) != NULL; ++at)
        if (at == manifest || at[-1] == '\n')
            last = at;
    return last;
}

/* Two stores join if one build made them, unless builds may mix, and if a file of a problem is the
 * same in both. */
static bool check_manifests(const char *const manifests[2], const char *const folders[2],
                            bool mix_builds, ss_error *error)
{
    const char *const first = last_build(manifests[0]), *const other = last_build(manifests[1]);
    const size_t length = strcspn(first, "\n");
    if (!mix_builds && (length != strcspn(other, "\n") || strncmp(first, other, length) != 0))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s and %s were made by different builds (see manifest.txt): "
                            "--mix-builds joins them all the same",
                            folders[0], folders[1]);
    for (const char *at = manifests[1]; (at = strstr(at, "\ncontent: ")) != NULL;)
        if (!ss_campaign_store_agrees(manifests[0], ++at))
            return ss_error_set(error, SS_ERROR_DATA,
                                "the stores contradict each other: a file had two contents, %.*s",
                                (int)strcspn(at, "\n"), at);
    return true;
}

static void forget_nothing(void *hash)
{
    (void)hash; /* the file owns it */
}

/* plan.csv of both, what both plan once. */
static bool join_plans(const char *const folders[2], const char *to, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plans[2] = {{.n_rows = 0}};
    ss_output output = {0};
    ss_plan_row row;
    void *planned = NULL; /* hashes of the first plan, a tree of search.h */
    bool ok = ss_output_open(&output, to, "plan.csv", error);
    if (ok)
        ss_plan_header(output.file);
    for (size_t p = 0; ok && p < 2; ++p) {
        ok = ss_path_join(path, sizeof path, folders[p], "plan.csv", error) &&
             ss_csv_read(&plans[p], path, error) && ss_record_require(&plans[p], "run", error);
        for (size_t k = 0; ok && k < plans[p].n_rows; ++k) {
            ok = ss_plan_row_read(&plans[p], k, &row, error);
            if (ok && p == 0 && tsearch(row.run, &planned, by_hash) == NULL)
                ok = ss_error_set(error, SS_ERROR_MEMORY, "no memory for the plan of %s", to);
            if (ok && (p == 0 || tfind(row.run, &planned, by_hash) == NULL))
                ss_plan_write(output.file, &row);
        }
    }
    ok = ok && ss_output_close(&output, error);
    ss_output_discard(&output);
    tdestroy(planned, forget_nothing);
    ss_csv_free(&plans[0]);
    ss_csv_free(&plans[1]);
    return ok;
}

/* The folders of a new store, and the manifests of both, one after the other. */
static bool make_store(const char *folder, const char *const manifests[2], ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_output output = {0};
    if (!ss_output_make_folder(folder, error) ||
        !ss_path_join(path, sizeof path, folder, "runs", error) ||
        !ss_output_make_folder(path, error) ||
        !ss_output_open(&output, folder, "manifest.txt", error))
        return false;
    fprintf(output.file, "%s%s", manifests[0], manifests[1]);
    return ss_output_close(&output, error);
}

bool ss_campaign_store_merge(const char *a, const char *b, const char *to, bool mix_builds,
                             ss_error *error)
{
    ss_campaign_stored_runs one = {.n = 0}, other = {.n = 0}, joined = {.n = 0};
    const char *const folders[] = {a, b};
    char *const manifests[] = {ss_campaign_store_manifest(a, error),
                               ss_campaign_store_manifest(b, error)};
    const char *const said[] = {manifests[0], manifests[1]};
    const bool ok =
        said[0] != NULL && said[1] != NULL && ss_campaign_store_read(&one, a, error) &&
        ss_campaign_store_read(&other, b, error) && check_conflicts(&one, &other, error) &&
        check_manifests(said, folders, mix_builds, error) && make_store(to, said, error) &&
        join_plans(folders, to, error) && copy_runs(&one, a, to, &joined, error) &&
        copy_runs(&other, b, to, &one, error) && ss_output_sync(to, error) &&
        ss_campaign_store_read(&joined, to, error) && ss_campaign_store_collect(to, &joined, error);
    ss_campaign_stored_runs_free(&one);
    ss_campaign_stored_runs_free(&other);
    ss_campaign_stored_runs_free(&joined);
    free(manifests[0]);
    free(manifests[1]);
    return ok;
}
