/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_runs.h"

#include "harness/tables/output.h"
#include "harness/process/pool.h"
#include "harness/run/run_folder.h"
#include "solvers/base/outcome.h"

#include <stdint.h>
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
    snprintf(run->folder, sizeof run->folder, "runs/table%zu-%.100s", run->table, run->row);
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
    for (size_t k = 0; k < runs->n; ++k)
        ss_csv_free(&runs->runs[k].summary);
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

/* Jobs of the pool are the wanted runs. */
typedef struct plan {
    const ss_paper_runs_order *order;
    ss_paper_run **wanted;
    size_t n;
} plan;

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

/* The parameters of a run, with the steps of a smoke test. */
static bool set_parameters(ss_problem_choice *problem, const ss_paper_run *run, bool quick,
                           ss_error *error)
{
    char steps[40];
    snprintf(steps, sizeof steps, "steps=%zu", run->quick_steps);
    return ss_paper_run_set(problem, run, error) &&
           (!quick || ss_problem_choice_set(problem, steps, error));
}

static void note_progress(void *context, double fraction)
{
    volatile double *const progress = context;
    *progress = fraction;
}

/* In a child process: one run into its own folder. */
static int execute(size_t job, volatile double *progress, void *context)
{
    const plan *const p = context;
    const ss_paper_run *const paper_run = p->wanted[job];
    char folder[SS_PATH_SIZE];
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice_list solvers = {.n = 0};
    ss_run run = {.progress = note_progress, .progress_context = (void *)(uintptr_t)progress};
    if (ss_path_join(folder, sizeof folder, p->order->folder, paper_run->folder, &error) &&
        ss_problem_choice_parse(&problem, paper_run->problem, &error) &&
        set_parameters(&problem, paper_run, p->order->quick, &error) &&
        ss_choice_list_parse(&solvers, paper_run->solver, SS_CHOICE_OUTER_DEFAULT, &error) &&
        ss_parse_trace(paper_run->trace, &run.trace, &error)) {
        run.entry = problem.entry;
        run.name = problem.name;
        run.params = problem.params;
        run.instance = problem.entry->seeded ? p->order->instance : 1;
        ss_run_folder(&run, &solvers, folder, p->order->argc, p->order->argv, NULL, &error);
    }
    ss_choice_list_free(&solvers);
    ss_problem_choice_free(&problem);
    if (error.code != SS_ERROR_NONE && error.code != SS_ERROR_INTERRUPTED)
        fprintf(stderr, "stickslip: run %s: %s\n", paper_run->folder, error.text);
    return ss_error_exit_code(error.code);
}

/* Read the run's summary; the run is complete if it exited well and was not interrupted. */
static void collect(ss_paper_run *run, const char *folder, int exit_code)
{
    char path[SS_PATH_SIZE], name[300];
    ss_error ignored = {.code = SS_ERROR_NONE};
    snprintf(name, sizeof name, "%s/summary.csv", run->folder);
    if (exit_code != 0 || !ss_path_join(path, sizeof path, folder, name, &ignored) ||
        !ss_csv_read(&run->summary, path, &ignored))
        return;
    const char *const status = ss_csv_text(&run->summary, 0, "status");
    run->complete = status != NULL && strcmp(status, ss_outcome_name(SS_OUTCOME_INTERRUPTED)) != 0;
}

static bool execute_plan(plan *p, double *weights, int *exit_codes, ss_error *error)
{
    for (size_t k = 0; k < p->n; ++k)
        weights[k] = p->wanted[k]->weight;
    const ss_pool pool = {.what = "reproduce",
                          .n_jobs = p->n,
                          .n_parallel = p->order->n_jobs,
                          .work = execute,
                          .context = p,
                          .weights = weights,
                          .exit_codes = exit_codes};
    const bool complete = ss_pool_run(&pool, error);
    for (size_t k = 0; k < p->n; ++k) {
        collect(p->wanted[k], p->order->folder, exit_codes[k]);
        if (complete && !p->wanted[k]->complete)
            ss_error_set(error, ss_error_of_exit_code(exit_codes[k]), "run %s failed with %s %d",
                         p->wanted[k]->folder, exit_codes[k] < 0 ? "signal" : "exit code",
                         abs(exit_codes[k]));
    }
    return error->code == SS_ERROR_NONE;
}

static int compare_weight(const void *a, const void *b)
{
    const ss_paper_run *const x = *(ss_paper_run *const *)a, *const y = *(ss_paper_run *const *)b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x > y) - (x < y);
}

bool ss_paper_runs_execute(ss_paper_runs *runs, const ss_paper_runs_order *order, ss_error *error)
{
    bool complete = false;
    plan p = {.order = order, .wanted = calloc(runs->n + 1, sizeof *p.wanted)};
    double *const weights = calloc(runs->n + 1, sizeof *weights);
    int *const exit_codes = calloc(runs->n + 1, sizeof *exit_codes);
    if (p.wanted == NULL || weights == NULL || exit_codes == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", runs->n);
        goto out;
    }
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].wanted)
            p.wanted[p.n++] = &runs->runs[k];
    /* The longest first, so that the last to end is not one that began late. */
    qsort(p.wanted, p.n, sizeof *p.wanted, compare_weight);
    complete = p.n == 0 || execute_plan(&p, weights, exit_codes, error);
out:
    free(p.wanted);
    free(weights);
    free(exit_codes);
    return complete;
}
