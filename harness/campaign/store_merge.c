/* Joining stores.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"
#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Columns in which the same run may differ: who made it, and how its solver was typed (all option
 * values stand in `options`). */
static bool may_differ(const ss_field *field)
{
    return field->varies || strcmp(field->name, "build") == 0 || strcmp(field->name, "solver") == 0;
}

/* Do two rows of one question agree, times aside, in the columns that both have? *column is where
 * they do not. */
static bool same_result(const ss_csv *one, const ss_csv *other, const char **column)
{
    const ss_table *const table = ss_rows_find("summary");
    for (size_t k = 0; k < table->n_fields; ++k) {
        *column = table->fields[k].name;
        const char *const a = ss_csv_text(one, 0, *column), *const b =
                                                                ss_csv_text(other, 0, *column);
        if (!may_differ(&table->fields[k]) && a != NULL && b != NULL && strcmp(a, b) != 0)
            return false;
    }
    return true;
}

static bool check_conflicts(const ss_campaign_stored_runs *a, const ss_campaign_stored_runs *b,
                            ss_error *error)
{
    for (size_t k = 0; k < b->n; ++k) {
        const char *column = "";
        const ss_csv *const other = &b->at[k].file;
        const ss_campaign_stored_run *const found = ss_campaign_stored_runs_find(a, b->at[k].hash);
        if (found != NULL && !same_result(&found->file, other, &column))
            return ss_error_set(error, SS_ERROR_DATA,
                                "the stores contradict each other: %s is '%.60s' in %.150s and "
                                "'%.60s' in %.150s",
                                column, ss_csv_text(&found->file, 0, column), found->file.path,
                                ss_csv_text(other, 0, column), other->path);
    }
    return true;
}

/* Copy run file and tables of one run. The tables go first: where a run stands, all of it does. */
static bool copy_run(const char *from, const char *to, const char *hash, ss_error *error)
{
    char name[SS_HASH_SIZE + 8], source[SS_PATH_SIZE], folder[SS_PATH_SIZE], target[SS_PATH_SIZE];
    snprintf(name, sizeof name, "%s.csv", hash);
    for (int k = 0; k <= SS_CAMPAIGN_SERIES_COUNT; ++k) {
        const char *const room =
            k < SS_CAMPAIGN_SERIES_COUNT ? ss_campaign_all_series[k].folder : "runs";
        if (!ss_path_join(folder, sizeof folder, from, room, error) ||
            !ss_path_join(source, sizeof source, folder, name, error) ||
            !ss_path_join(target, sizeof target, to, room, error))
            return false;
        if (access(source, F_OK) != 0)
            continue;
        if ((access(target, F_OK) != 0 && !ss_output_make_folder(target, error)) ||
            !ss_output_copy(source, target, name, false, error))
            return false;
    }
    return true;
}

static bool copy_runs(const ss_campaign_stored_runs *runs, const char *from, const char *to,
                      const ss_campaign_stored_runs *but, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < runs->n; ++k)
        if (but == NULL || ss_campaign_stored_runs_find(but, runs->at[k].hash) == NULL)
            ok = copy_run(from, to, runs->at[k].hash, error);
    return ok;
}

/* The last build that a manifest names, as a line. */
static void last_build(const char *manifest, char line[512])
{
    line[0] = '\0';
    for (const char *at = manifest; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, "build: ", 7) == 0)
            snprintf(line, 512, "%.*s", (int)strcspn(at, "\n"), at);
    }
}

static bool check_builds(const char *const manifests[2], const char *a, const char *b,
                         ss_error *error)
{
    char first[512], other[512];
    last_build(manifests[0], first);
    last_build(manifests[1], other);
    return strcmp(first, other) == 0 ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%.150s and %.150s were made by different builds (see manifest.txt): "
                        "--mix-builds joins them all the same",
                        a, b);
}

/* The manifests of both, one after the other. */
static bool join_manifests(const char *const manifests[2], const char *to, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, to, "manifest.txt", error))
        return false;
    fprintf(output.file, "%s%s", manifests[0], manifests[1]);
    return ss_output_close(&output, error);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The rows of a plan; without those whose hash is among the n sorted ones in `but`. */
static bool print_plan(FILE *file, const ss_csv *plan, const char *const *but, size_t n,
                       ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < plan->n_rows; ++k) {
        ss_plan_row row;
        ok = ss_plan_row_read(plan, k, &row, error);
        if (ok && (n == 0 || bsearch(&row.run, but, n, sizeof *but, by_text) == NULL))
            ss_plan_write(file, &row);
    }
    return ok;
}

static bool read_plan(ss_csv *plan, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, "plan.csv", error) &&
           ss_csv_read(plan, path, error) && ss_record_require(plan, "run", error);
}

/* plan.csv of both, what both plan once. */
static bool join_plans(const char *a, const char *b, const char *to, ss_error *error)
{
    ss_csv one = {.n_rows = 0}, other = {.n_rows = 0};
    ss_output output = {0};
    bool ok = read_plan(&one, a, error) && read_plan(&other, b, error);
    const char **const hashes = malloc((one.n_rows + 1) * sizeof *hashes);
    if (hashes == NULL)
        ok = ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", one.n_rows);
    for (size_t k = 0; ok && k < one.n_rows; ++k)
        hashes[k] = ss_csv_text(&one, k, "run");
    if (ok)
        qsort(hashes, one.n_rows, sizeof *hashes, by_text);
    if (ok && (ok = ss_output_open(&output, to, "plan.csv", error))) {
        ss_plan_header(output.file);
        ok = print_plan(output.file, &one, NULL, 0, error) &&
             print_plan(output.file, &other, hashes, one.n_rows, error) &&
             ss_output_close(&output, error);
    }
    ss_output_discard(&output);
    free(hashes);
    ss_csv_free(&one);
    ss_csv_free(&other);
    return ok;
}

static bool make_store(const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_output_make_folder(folder, error) &&
           ss_path_join(path, sizeof path, folder, "runs", error) &&
           ss_output_make_folder(path, error);
}

bool ss_campaign_store_merge(const char *a, const char *b, const char *to, bool mix_builds,
                             ss_error *error)
{
    ss_campaign_stored_runs one = {.n = 0}, other = {.n = 0}, joined = {.n = 0};
    char *const manifests[] = {ss_campaign_store_manifest(a, error),
                               ss_campaign_store_manifest(b, error)};
    const char *const said[] = {manifests[0], manifests[1]};
    const bool ok = said[0] != NULL && said[1] != NULL && ss_campaign_store_read(&one, a, error) &&
                    ss_campaign_store_read(&other, b, error) &&
                    check_conflicts(&one, &other, error) &&
                    (mix_builds || check_builds(said, a, b, error)) && make_store(to, error) &&
                    join_manifests(said, to, error) && join_plans(a, b, to, error) &&
                    copy_runs(&one, a, to, NULL, error) && copy_runs(&other, b, to, &one, error) &&
                    ss_output_sync(to, error) && ss_campaign_store_read(&joined, to, error) &&
                    ss_campaign_store_collect(to, &joined, error);
    ss_campaign_stored_runs_free(&one);
    ss_campaign_stored_runs_free(&other);
    ss_campaign_stored_runs_free(&joined);
    free(manifests[0]);
    free(manifests[1]);
    return ok;
}
