/* Joining stores: the runs, plans and manifests of all into a new one. Everything that may be wrong
 * with them is looked at before it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A store to join. */
typedef struct part {
    const char *folder;
    char *manifest; /* owned */
} part;

/* The stores to join, by their manifests, so that the order in which they are named changes
 * nothing; as they were read, and the manifests of all that were, one behind another. */
typedef struct merger {
    part *parts;
    size_t n;                      /* read so far */
    ss_campaign_stored_runs *runs; /* of each */
    char *manifest;
    const char *to;
} merger;

/* ---- do they agree? ---- */

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

/* The last line of a manifest that names a build; "" if there is none. */
static const char *last_build(const char *manifest)
{
    const char *last = "";
    for (const char *at = manifest; (at = strstr(at, "build: ")) != NULL; ++at)
        if (at == manifest || at[-1] == '\n')
            last = at;
    return last;
}

/* Stores join if one build made them, unless builds may mix, and if a file of a problem is the same
 * in all. */
static bool check_manifest(const merger *m, const char *manifest, bool mix_builds, ss_error *error)
{
    const char *const first = last_build(m->manifest), *const other = last_build(manifest);
    const size_t length = strcspn(first, "\n");
    if (!mix_builds && (length != strcspn(other, "\n") || strncmp(first, other, length) != 0))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s and %s were made by different builds (see manifest.txt): "
                            "--mix-builds joins them all the same",
                            m->parts[m->n - 1].folder, m->parts[m->n].folder);
    for (const char *at = manifest; (at = strstr(at, "\ncontent: ")) != NULL;)
        if (!ss_campaign_store_agrees(m->manifest, ++at))
            return ss_error_set(error, SS_ERROR_DATA,
                                "the stores contradict each other: a file had two contents, %.*s",
                                (int)strcspn(at, "\n"), at);
    return true;
}

/* Read one more store, and see that it agrees with those before. */
static bool take(merger *m, bool mix_builds, ss_error *error)
{
    const char *const manifest = m->parts[m->n].manifest;
    ss_campaign_stored_runs *const runs = &m->runs[m->n];
    char *joined = NULL;
    bool ok = ss_campaign_store_read(runs, m->parts[m->n].folder, error) &&
              (m->n == 0 || check_manifest(m, manifest, mix_builds, error));
    for (size_t k = 0; ok && k < m->n; ++k)
        ok = check_conflicts(&m->runs[k], runs, error);
    if (ok && asprintf(&joined, "%s%s", m->n > 0 ? m->manifest : "", manifest) < 0)
        ok = ss_error_memory(error, "the manifest of %s", m->to);
    if (ok) {
        free(m->manifest);
        m->manifest = joined;
        ++m->n;
    } else
        ss_campaign_stored_runs_free(runs);
    return ok;
}

/* ---- the new store ---- */

/* Copy run files and tables of a store, but of the runs that are there already. The tables of a run
 * go first: where a run stands, all of it does. */
static bool copy_runs(const ss_campaign_stored_runs *runs, const char *from, const char *to,
                      ss_error *error)
{
    char name[SS_HASH_SIZE + 16], source[SS_PATH_SIZE], folder[SS_PATH_SIZE], target[SS_PATH_SIZE];
    for (size_t r = 0; r < runs->n; ++r) {
        snprintf(name, sizeof name, "runs/%s.csv", runs->at[r].hash);
        if (!ss_path_join(target, sizeof target, to, name, error))
            return false;
        if (access(target, F_OK) == 0)
            continue;
        for (int k = 0; k <= SS_CAMPAIGN_SERIES_COUNT; ++k) {
            const char *const room =
                k < SS_CAMPAIGN_SERIES_COUNT ? ss_campaign_all_series[k].folder : "runs";
            if (!ss_path_join(folder, sizeof folder, from, room, error) ||
                !ss_path_join(source, sizeof source, folder, name + strlen("runs/"), error) ||
                !ss_path_join(target, sizeof target, to, room, error))
                return false;
            if (access(source, F_OK) == 0 &&
                (!ss_output_need_folder(target, "", error) ||
                 !ss_output_copy(source, target, name + strlen("runs/"), false, error)))
                return false;
        }
    }
    return true;
}

/* Add what a store plans to plan.csv, but what is there; *planned is a tree of search.h. */
static bool join_plan(FILE *out, void **planned, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plan = {.n_rows = 0};
    ss_plan_row row;
    bool ok = ss_path_join(path, sizeof path, folder, "plan.csv", error) &&
              ss_csv_read(&plan, path, error) && ss_record_require(&plan, "run", error);
    for (size_t k = 0; ok && k < plan.n_rows; ++k) {
        ok = ss_plan_row_read(&plan, k, &row, error);
        if (!ok || tfind(row.run, planned, ss_hash_order) != NULL)
            continue;
        char *const hash = strdup(row.run); /* outlives the file */
        ok = (hash != NULL && tsearch(hash, planned, ss_hash_order) != NULL) ||
             ss_error_memory(error, "the plan of %s", folder);
        ss_plan_write(out, &row);
    }
    ss_csv_free(&plan);
    return ok;
}

/* plan.csv of all, what several plan once. */
static bool join_plans(const merger *m, ss_error *error)
{
    ss_output output = {0};
    void *planned = NULL;
    bool ok = ss_output_open(&output, m->to, "plan.csv", error);
    if (ok)
        ss_plan_header(output.file);
    for (size_t k = 0; ok && k < m->n; ++k)
        ok = join_plan(output.file, &planned, m->parts[k].folder, error);
    ok = ok && ss_output_close(&output, error);
    ss_output_discard(&output);
    tdestroy(planned, free);
    return ok;
}

/* The folders of the new store, and its manifest. */
static bool make_store(const merger *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_output output = {0};
    if (!ss_output_make_folder(m->to, error) ||
        !ss_path_join(path, sizeof path, m->to, "runs", error) ||
        !ss_output_make_folder(path, error) ||
        !ss_output_open(&output, m->to, "manifest.txt", error))
        return false;
    fputs(m->manifest, output.file);
    return ss_output_close(&output, error);
}

static int by_manifest(const void *left, const void *right)
{
    const part *const a = left, *const b = right;
    return strcmp(a->manifest, b->manifest);
}

bool ss_campaign_store_merge(const char *const *folders, size_t n, const char *to, bool mix_builds,
                             ss_error *error)
{
    ss_campaign_stored_runs joined = {.n = 0};
    merger m = {
        .parts = calloc(n + 1, sizeof *m.parts), .runs = calloc(n + 1, sizeof *m.runs), .to = to};
    bool ok = (m.parts != NULL && m.runs != NULL) || ss_error_memory(error, "%zu stores", n);
    for (size_t k = 0; ok && k < n; ++k) {
        m.parts[k] = (part){folders[k], ss_campaign_store_manifest(folders[k], error)};
        ok = m.parts[k].manifest != NULL;
    }
    if (ok)
        qsort(m.parts, n, sizeof *m.parts, by_manifest);
    while (ok && m.n < n)
        ok = take(&m, mix_builds, error);
    ok = ok && make_store(&m, error) && join_plans(&m, error);
    for (size_t k = 0; ok && k < n; ++k)
        ok = copy_runs(&m.runs[k], m.parts[k].folder, to, error);
    ok = ok && ss_output_sync(to, error) && ss_campaign_store_read(&joined, to, error) &&
         ss_campaign_store_collect(to, &joined, error);
    for (size_t k = 0; k < m.n; ++k)
        ss_campaign_stored_runs_free(&m.runs[k]);
    for (size_t k = 0; m.parts != NULL && k < n; ++k)
        free(m.parts[k].manifest);
    ss_campaign_stored_runs_free(&joined);
    free(m.parts);
    free(m.runs);
    free(m.manifest);
    return ok;
}
