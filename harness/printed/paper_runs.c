/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_runs.h"

#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>

static bool read_number(const ss_csv *file, size_t row, const char *column, size_t *value,
                        ss_error *error)
{
    double number = 0.0;
    if (!ss_csv_real(file, row, column, &number, error))
        return false;
    if (!(number >= 1.0) || number > 1e9)
        return ss_error_set(error, SS_ERROR_DATA, "%.200s, line %zu: %s must be 1 or more",
                            file->path, file->lines[row + 1], column);
    *value = (size_t)number;
    return true;
}

static bool read_run(ss_paper_run *run, const ss_csv *file, size_t row, ss_error *error)
{
    static const char *const columns[] = {"row", "problem", "solver", "set", "trace"};
    const char **const fields[] = {&run->row, &run->problem, &run->solver, &run->set, &run->trace};
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; ++k) {
        *fields[k] = ss_csv_text(file, row, columns[k]);
        if (*fields[k] == NULL)
            return ss_error_set(error, SS_ERROR_DATA, "%.200s, line 1: no column '%s'", file->path,
                                columns[k]);
    }
    if (!read_number(file, row, "table", &run->table, error) ||
        !read_number(file, row, "quick_steps", &run->quick_steps, error) ||
        !ss_csv_real(file, row, "weight", &run->weight, error))
        return false;
    return true;
}

bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *runs = (ss_paper_runs){.n = 0};
    bool valid = ss_path_join(path, sizeof path, paper, "runs.csv", error) &&
                 ss_csv_read(&runs->file, path, error);
    if (valid) {
        runs->runs = calloc(runs->file.n_rows + 1, sizeof *runs->runs);
        valid = runs->runs != NULL;
        if (!valid)
            ss_error_set(error, SS_ERROR_MEMORY, "no memory for the runs of %s", path);
    }
    for (; valid && runs->n < runs->file.n_rows; ++runs->n)
        valid = read_run(&runs->runs[runs->n], &runs->file, runs->n, error);
    if (!valid)
        ss_paper_runs_free(runs);
    return valid;
}

void ss_paper_runs_free(ss_paper_runs *runs)
{
    free(runs->runs);
    ss_csv_free(&runs->file);
    *runs = (ss_paper_runs){.n = 0};
}

ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t table, const char *row)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == table && strcmp(runs->runs[k].row, row) == 0)
            return &runs->runs[k];
    return NULL;
}

ss_paper_run *ss_paper_runs_show(const ss_paper_runs *runs, const char *problem, const char *solver)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (strcmp(runs->runs[k].problem, problem) == 0 && strcmp(runs->runs[k].row, solver) == 0)
            return &runs->runs[k];
    return NULL;
}

bool ss_paper_run_set(ss_problem_choice *problem, const ss_paper_run *run, ss_error *error)
{
    char words[512];
    char *rest = NULL;
    bool valid = true;
    snprintf(words, sizeof words, "%s", run->set);
    for (char *word = strtok_r(words, " ", &rest); valid && word != NULL;
         word = strtok_r(NULL, " ", &rest))
        valid = ss_problem_choice_set(problem, word, error);
    return valid;
}
