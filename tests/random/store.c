/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/random/store.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/partial.h"
#include "tests/random/tally.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder, and all rows, in the order of seeds; those of a batch that is missing are zeros. */
typedef struct store {
    const char *folder;
    const random_task *task;
    random_row *rows;
} store;

static size_t count_seeds(const random_task *task)
{
    return task->last - task->first + 1;
}

/* ---- the manifest ---- */

static char *manifest_of(const random_task *task, ss_error *error)
{
    char *text = NULL;
    if (asprintf(&text, "solver: %s\nseeds: %lu to %lu\ncap: %zu sweeps\nbuild: %s\n", task->solver,
                 task->first, task->last, task->cap, ss_provenance_build) >= 0)
        return text;
    ss_error_memory(error, "the manifest");
    return NULL;
}

/* The manifest that is there is this one, to its last byte. */
static bool agrees(const char *path, const char *text, ss_error *error)
{
    FILE *const file = fopen(path, "r");
    char line[4096] = "";
    bool same = file != NULL;
    const char *at = text;
    while (same && fgets(line, sizeof line, file) != NULL) {
        same = strncmp(line, at, strlen(line)) == 0;
        at += same ? strlen(line) : 0;
    }
    same = same && *at == '\0';
    if (file != NULL)
        fclose(file);
    return same || ss_error_set(error, SS_ERROR_OUTPUT,
                                "%s: another task, or another build: here '%.*s', there '%.*s'; "
                                "name another folder, or remove this one",
                                path, (int)strcspn(at, "\n"), at, (int)strcspn(line, "\n"), line);
}

static bool write_text(const char *folder, const char *name, const char *text, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, name, error))
        return false;
    fputs(text, output.file);
    return ss_output_close(&output, error);
}

bool random_store_open(const char *folder, const random_task *task, ss_error *error)
{
    char path[SS_PATH_SIZE];
    struct stat found;
    char *const text = manifest_of(task, error);
    bool good = text != NULL && ss_path_join(path, sizeof path, folder, "manifest.txt", error);
    ss_partial_sweep(folder, false);
    if (good && stat(path, &found) == 0)
        good = agrees(path, text, error);
    else if (good) {
        rmdir(folder); /* of who was killed before the manifest: it is empty */
        good =
            ss_output_make_folder(folder, error) && write_text(folder, "manifest.txt", text, error);
    }
    free(text);
    return good;
}

/* ---- batches ---- */

static bool name_batch(char name[64], unsigned long first)
{
    return snprintf(name, 64, "batch-%lu.csv", first) < 64;
}

static bool has(void *context, unsigned long first)
{
    const store *const s = context;
    return s->rows[first - s->task->first].contacts > 0;
}

static bool keep(void *context, const random_row *rows, size_t n, ss_error *error)
{
    const store *const s = context;
    ss_output output = {0};
    char name[64];
    name_batch(name, rows->seed);
    if (!ss_output_open(&output, s->folder, name, error))
        return false;
    random_row_header(output.file);
    for (size_t k = 0; k < n; ++k)
        random_row_print(output.file, &rows[k]);
    memcpy(&s->rows[rows->seed - s->task->first], rows, n * sizeof *rows);
    return ss_output_close(&output, error);
}

/* The place of a word in a list. */
static bool read_word(const ss_csv *csv, size_t row, const char *column, const char *const *words,
                      size_t n, size_t *place)
{
    const char *const text = ss_csv_text(csv, row, column);
    for (*place = 0; *place < n && text != NULL; ++*place)
        if (strcmp(text, words[*place]) == 0)
            return true;
    return false;
}

static bool read_count(const ss_csv *csv, size_t row, const char *column, size_t *value,
                       ss_error *error)
{
    return ss_csv_cell_count(csv, row, ss_csv_column(csv, column, 0), value, error);
}

static bool read_row(const ss_csv *csv, size_t k, unsigned long seed, random_row *row,
                     ss_error *error)
{
    size_t number = 0, matrix, answer, ending;
    if (!read_count(csv, k, "seed", &number, error) ||
        !read_count(csv, k, "contacts", &row->contacts, error) ||
        !read_count(csv, k, "sweeps", &row->sweeps, error) ||
        !ss_csv_real(csv, k, "work_units", &row->work_units, error) ||
        !ss_csv_real(csv, k, "e1", &row->e1, error))
        return false;
    if (number != seed || row->contacts == 0 ||
        !read_word(csv, k, "matrix", random_matrices, TEST_CASE_N_MATRICES, &matrix) ||
        !read_word(csv, k, "answer", random_answers, TEST_CASE_N_ANSWERS, &answer) ||
        !read_word(csv, k, "ending", random_endings, TEST_CASE_N_ENDINGS, &ending))
        return ss_error_set(error, SS_ERROR_DATA, "%s:%zu: no row of seed %lu", csv->path,
                            ss_csv_line(csv, k), seed);
    row->seed = seed;
    row->matrix = (test_case_matrix)matrix;
    row->answer = (test_case_answer)answer;
    row->ending = (test_case_ending)ending;
    return true;
}

/* The rows of a batch, if it is there: it was renamed whole, so what is wrong in it is damage. */
static bool read_batch(const store *s, unsigned long first, size_t n, ss_error *error)
{
    char path[SS_PATH_SIZE], name[64];
    ss_csv csv = {.n_rows = 0};
    name_batch(name, first);
    if (!ss_path_join(path, sizeof path, s->folder, name, error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    bool good = ss_csv_read(&csv, path, error);
    if (good && csv.n_rows != n)
        good = ss_error_set(error, SS_ERROR_DATA,
                            "%s: %zu rows, not %zu; remove it to have it made again", path,
                            csv.n_rows, n);
    for (size_t k = 0; good && k < n; ++k)
        good = read_row(&csv, k, first + k, &s->rows[first - s->task->first + k], error);
    ss_csv_free(&csv);
    return good;
}

static bool read_batches(const store *s, ss_error *error)
{
    const random_task *const task = s->task;
    for (unsigned long first = task->first; first <= task->last; first += RANDOM_BATCH) {
        const size_t left = task->last - first + 1;
        if (!read_batch(s, first, left < RANDOM_BATCH ? left : RANDOM_BATCH, error))
            return false;
    }
    return true;
}

/* ---- the tables ---- */

static bool write_failures(const store *s, size_t *n_failures, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, s->folder, "failures.csv", error))
        return false;
    *n_failures = random_failures_print(output.file, s->rows, count_seeds(s->task));
    return ss_output_close(&output, error);
}

static bool write_table(const store *s, ss_error *error)
{
    ss_output output = {0};
    const bool good =
        ss_output_open(&output, s->folder, "random.csv", error) &&
        random_tally_print(output.file, s->task->solver, s->rows, count_seeds(s->task), error) &&
        ss_output_close(&output, error);
    ss_output_discard(&output);
    return good;
}

bool random_store_fill(const char *folder, const random_task *task, size_t *n_failures,
                       ss_error *error)
{
    store s = {.folder = folder, .task = task, .rows = calloc(count_seeds(task), sizeof *s.rows)};
    const random_keeper keeper = {.has = has, .keep = keep, .context = &s};
    *n_failures = 0;
    if (s.rows == NULL)
        return ss_error_memory(error, "the rows of %zu problems", count_seeds(task));
    const bool good = read_batches(&s, error) && random_lanes_run(task, &keeper, error) &&
                      write_failures(&s, n_failures, error) && write_table(&s, error);
    free(s.rows);
    return good;
}
