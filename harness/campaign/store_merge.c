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

/* Do two rows of one question agree, times aside? *column is where they do not. */
static bool same_result(const ss_csv *one, const ss_csv *other, const char **column)
{
    const ss_table *const table = ss_rows_find("summary");
    for (size_t k = 0; k < table->n_fields; ++k) {
        const char *const name = table->fields[k].name;
        *column = name;
        if (!may_differ(&table->fields[k]) &&
            strcmp(ss_csv_text(one, 0, name), ss_csv_text(other, 0, name)) != 0)
            return false;
    }
    return true;
}

static bool check_conflicts(const ss_stored_runs *a, const ss_stored_runs *b, ss_error *error)
{
    for (size_t k = 0; k < b->n; ++k) {
        const char *column = "";
        const ss_csv *const other = &b->at[k].row;
        const ss_stored_run *const found = ss_stored_runs_find(a, b->at[k].hash);
        if (found != NULL && !same_result(&found->row, other, &column))
            return ss_error_set(error, SS_ERROR_DATA,
                                "the stores contradict each other: %s is '%.60s' in %.150s and "
                                "'%.60s' in %.150s",
                                column, ss_csv_text(&found->row, 0, column), found->row.path,
                                ss_csv_text(other, 0, column), other->path);
    }
    return true;
}

/* Copy run file and trace of one run. The trace goes first: where a run stands, all of it does. */
static bool copy_run(const char *from, const char *to, const char *hash, ss_error *error)
{
    static const char *const rooms[] = {"traces", "runs"};
    char name[SS_HASH_SIZE + 8], source[SS_PATH_SIZE], folder[SS_PATH_SIZE], target[SS_PATH_SIZE];
    snprintf(name, sizeof name, "%s.csv", hash);
    for (size_t k = 0; k < 2; ++k) {
        if (!ss_path_join(folder, sizeof folder, from, rooms[k], error) ||
            !ss_path_join(source, sizeof source, folder, name, error) ||
            !ss_path_join(target, sizeof target, to, rooms[k], error))
            return false;
        if (access(source, F_OK) == 0 && !ss_output_copy_unsynced(source, target, name, error))
            return false;
    }
    return true;
}

static bool copy_runs(const ss_stored_runs *runs, const char *from, const char *to,
                      const ss_stored_runs *but, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < runs->n; ++k)
        if (but == NULL || ss_stored_runs_find(but, runs->at[k].hash) == NULL)
            ok = copy_run(from, to, runs->at[k].hash, error);
    return ok;
}

/* The manifests of both, one after the other. */
static bool join_manifests(const char *a, const char *b, const char *to, ss_error *error)
{
    const char *const from[] = {a, b};
    ss_output output = {0};
    bool ok = ss_output_open(&output, to, "manifest.txt", error);
    for (size_t k = 0; ok && k < 2; ++k) {
        char path[SS_PATH_SIZE], line[4096];
        FILE *const file = ss_path_join(path, sizeof path, from[k], "manifest.txt", error)
                               ? fopen(path, "re")
                               : NULL;
        while (file != NULL && fgets(line, sizeof line, file) != NULL)
            fputs(line, output.file);
        if (file != NULL)
            fclose(file);
    }
    ok = ok && ss_output_close(&output, error);
    ss_output_discard(&output);
    return ok;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The rows of one plan, as text; without those whose hash is among the n sorted ones in `but`. */
static void print_plan(FILE *file, const ss_csv *plan, const char *const *but, size_t n)
{
    for (size_t k = 0; k < plan->n_rows; ++k) {
        const char *const hash = ss_csv_text(plan, k, "run");
        if (n > 0 && hash != NULL && bsearch(&hash, but, n, sizeof *but, by_text) != NULL)
            continue;
        for (size_t c = 0; c < plan->n_columns; ++c) {
            fputs(c > 0 ? "," : "", file);
            ss_text_write(file, plan->text + plan->cells[(k + 1) * plan->n_columns + c]);
        }
        fputc('\n', file);
    }
}

static bool read_plan(ss_csv *plan, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (!ss_path_join(path, sizeof path, folder, "plan.csv", error) ||
        !ss_csv_read(plan, path, error))
        return false;
    return plan->n_columns == ss_rows_find("plan")->n_fields ||
           ss_error_set(error, SS_ERROR_DATA, "%.300s is not a plan.csv of this version", path);
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
        ok = (hashes[k] = ss_csv_text(&one, k, "run")) != NULL ||
             ss_error_set(error, SS_ERROR_DATA, "%.300s has no column 'run'", one.path);
    if (ok)
        qsort(hashes, one.n_rows, sizeof *hashes, by_text);
    if (ok && (ok = ss_output_open(&output, to, "plan.csv", error))) {
        ss_plan_header(output.file);
        print_plan(output.file, &one, NULL, 0);
        print_plan(output.file, &other, hashes, one.n_rows);
        ok = ss_output_close(&output, error);
    }
    free(hashes);
    ss_csv_free(&one);
    ss_csv_free(&other);
    return ok;
}

static bool make_store(const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_output_make_folder(folder, error) &&
           ss_path_join(path, sizeof path, folder, "traces", error) &&
           ss_output_make_folder(path, error) &&
           ss_path_join(path, sizeof path, folder, "runs", error) &&
           ss_output_make_folder(path, error);
}

/* The build lines of a manifest, to compare: whether all of b's stand in a's. */
static bool same_builds(const char *a, const char *b)
{
    char path[SS_PATH_SIZE], line[512], first[512] = "", other[512] = "";
    const char *const folders[] = {a, b};
    char *const found[] = {first, other};
    for (size_t k = 0; k < 2; ++k) {
        FILE *const file = ss_path_join(path, sizeof path, folders[k], "manifest.txt", NULL)
                               ? fopen(path, "re")
                               : NULL;
        while (file != NULL && fgets(line, sizeof line, file) != NULL)
            if (strncmp(line, "build: ", 7) == 0)
                snprintf(found[k], 512, "%.511s", line);
        if (file != NULL)
            fclose(file);
    }
    return strcmp(first, other) == 0;
}

bool ss_store_merge(const char *a, const char *b, const char *to, bool mix_builds, ss_error *error)
{
    ss_stored_runs one = {.n = 0}, other = {.n = 0}, joined = {.n = 0};
    bool ok = ss_store_read(&one, a, error) && ss_store_read(&other, b, error) &&
              check_conflicts(&one, &other, error);
    if (ok && !mix_builds && !same_builds(a, b))
        ok = ss_error_set(error, SS_ERROR_DATA,
                          "%.150s and %.150s were made by different builds (see manifest.txt): "
                          "--mix-builds joins them all the same",
                          a, b);
    ok = ok && make_store(to, error) && join_manifests(a, b, to, error) &&
         join_plans(a, b, to, error) && copy_runs(&one, a, to, NULL, error) &&
         copy_runs(&other, b, to, &one, error) && ss_output_sync(to, error) &&
         ss_store_read(&joined, to, error) && ss_store_collect(to, &joined, error);
    ss_stored_runs_free(&one);
    ss_stored_runs_free(&other);
    ss_stored_runs_free(&joined);
    return ok;
}
