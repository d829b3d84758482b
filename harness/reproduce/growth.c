/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/growth.h"

#include "harness/process/interrupt.h"
#include "harness/surface/surface_files.h"
#include "harness/tables/pairs.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ss_reproduce_is_growth(const ss_paper_run *run)
{
    return strcmp(run->problem, ss_growing_pile.name) == 0;
}

/* ---- measures ---- */

static const ss_sandpile_row *last(const ss_reproduce_growth *g)
{
    return &g->rows[g->n - 1];
}

static double height_over_exact(const ss_reproduce_growth *g)
{
    return last(g)->height_m / last(g)->height_exact_m;
}

static double error_squares(const ss_reproduce_growth *g)
{
    double half_width = NAN;
    ss_pairs_number(last(g)->parameters, "half-width", &half_width);
    return last(g)->err_inf_m * (double)last(g)->n / (2.0 * half_width);
}

static double error_largest(const ss_reproduce_growth *g)
{
    return last(g)->err_inf_m;
}

static double mass_error(const ss_reproduce_growth *g)
{
    double worst = NAN;
    for (size_t k = 0; k < g->n; ++k)
        worst = fmax(worst, fabs(g->rows[k].mass_error));
    return worst;
}

static double slope_excess(const ss_reproduce_growth *g)
{
    double worst = NAN;
    for (size_t k = 0; k < g->n; ++k)
        worst = fmax(worst, g->rows[k].max_slope_over_k - 1.0);
    return worst;
}

static double duality_gap(const ss_reproduce_growth *g)
{
    double worst = NAN;
    for (size_t k = 0; k < g->n; ++k)
        worst = fmax(worst, fabs(g->rows[k].gap));
    return worst;
}

static double sweeps(const ss_reproduce_growth *g)
{
    double sum = 0.0;
    for (size_t k = 0; k < g->n; ++k)
        sum += (double)g->rows[k].sweeps;
    return sum;
}

static double solved_share(const ss_reproduce_growth *g)
{
    double n = 0.0;
    for (size_t k = 0; k < g->n; ++k)
        n += strcmp(g->rows[k].status, "solved") == 0;
    return n / (double)g->n;
}

typedef struct measure {
    const char *name, *label;
    double (*of)(const ss_reproduce_growth *growth); /* of one that has grown */
} measure;

static const measure measures[] = {
    {"pile_height_over_exact", "height at the end / the exact pile's", height_over_exact},
    {"pile_error_squares", "largest error of a height at the end (squares of the mesh)",
     error_squares},
    {"pile_error_m", "largest error of a height at the end (m)", error_largest},
    {"pile_mass_error", "largest |sand on the table / poured - 1|", mass_error},
    {"pile_slope_excess", "largest slope / k - 1", slope_excess},
    {"pile_gap", "largest |duality gap|", duality_gap},
    {"pile_sweeps", "sweeps of all steps", sweeps},
    {"pile_solved_share", "share of the steps solved", solved_share},
};

static const measure *measure_find(const char *column)
{
    for (size_t k = 0; k < sizeof measures / sizeof *measures; ++k)
        if (strcmp(measures[k].name, column) == 0)
            return &measures[k];
    return NULL;
}

double ss_reproduce_growth_number(const ss_reproduce_growth *growth, const char *column)
{
    const measure *const m = measure_find(column);
    return m != NULL && growth->n > 0 ? m->of(growth) : NAN;
}

const char *ss_reproduce_growth_label(const char *column)
{
    const measure *const m = measure_find(column);
    return m != NULL ? m->label : NULL;
}

/* ---- growing ---- */

/* What a row says, in words of `stickslip grow`; `set` is one of its lists of parameters. */
static bool read_task(ss_grow_task *task, const ss_paper_run *run, const char *set, ss_error *error)
{
    char *const list = strdup(set);
    *task = (ss_grow_task){.solver.solver = NULL};
    ss_options_defaults(&ss_growing_pile.params, &task->params);
    const bool valid = list != NULL ? ss_options_set_list(&ss_growing_pile.params, &task->params,
                                                          ss_growing_pile.name, list, error) &&
                                          ss_pile_check(&task->params, error) &&
                                          ss_surface_choice_parse(&task->solver, run->solver, error)
                                    : ss_error_set(error, SS_ERROR_MEMORY, "no memory for a pile");
    free(list);
    return valid;
}

bool ss_reproduce_check_growth(const ss_reproduce_results *results, ss_error *error)
{
    const ss_csv *const file = &results->runs.file;
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        ss_grow_task task;
        ss_error slip = {.code = SS_ERROR_NONE};
        if (ss_reproduce_is_growth(run) && (!read_task(&task, run, run->set, &slip) ||
                                            !read_task(&task, run, run->quick_set, &slip)))
            return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %.400s", file->path,
                                ss_csv_line(file, k), slip.text);
    }
    return true;
}

bool ss_reproduce_growth_folder(char path[SS_PATH_SIZE], const ss_reproduce_results *results,
                                const ss_paper_run *run, ss_error *error)
{
    char name[80], folder[SS_PATH_SIZE];
    snprintf(name, sizeof name, "%zu-%.60s", run->table, run->row);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == ' ' || *at == '/' ? '-' : *at;
    return ss_path_join(folder, sizeof folder, results->job->folder, "growth", error) &&
           ss_path_join(path, SS_PATH_SIZE, folder, name, error);
}

static bool keep_step(void *context, const ss_grown *grown, ss_error *error)
{
    (void)error;
    ss_surface_files_add(context, grown);
    return true;
}

static bool stop(void *context)
{
    (void)context;
    return ss_interrupted();
}

/* Grow into the folder: its tables are there when all steps are. */
static bool grow_into(const char *folder, ss_grow_task *task, ss_error *error)
{
    ss_surface_files files = {.every = 0};
    ss_grow_result result;
    if (mkdir(folder, 0777) != 0 && access(folder, W_OK) != 0)
        return ss_error_set(error, SS_ERROR_IO, "cannot make the folder %.300s", folder);
    if (!ss_surface_files_open(&files, folder, (task->params.steps + 9) / 10, error))
        return false;
    task->watch = (ss_grow_watch){keep_step, stop, &files};
    if (ss_grow(task, &result, error))
        return ss_surface_files_close(&files, error);
    ss_output_discard(&files.nodes);
    ss_output_discard(&files.steps);
    return false;
}

static bool read_grown(ss_reproduce_growth *g, const char *table, ss_error *error)
{
    ss_reproduce_growth_free(g);
    g->rows =
        ss_record_read_file(ss_rows_find("sandpile"), &g->file, table, sizeof *g->rows, error);
    g->n = g->rows != NULL ? g->file.n_rows : 0;
    return g->rows != NULL;
}

/* Room for the folders of all. */
static bool make_root(const ss_reproduce_results *results, ss_error *error)
{
    char root[SS_PATH_SIZE];
    if (!ss_path_join(root, sizeof root, results->job->folder, "growth", error))
        return false;
    return mkdir(root, 0777) == 0 || access(root, W_OK) == 0 ||
           ss_error_set(error, SS_ERROR_IO, "cannot make the folder %.300s", root);
}

bool ss_reproduce_grow(ss_reproduce_results *results, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        ss_reproduce_result *const of = ss_reproduce_result_of(results, run, 0);
        char folder[SS_PATH_SIZE], table[SS_PATH_SIZE];
        ss_grow_task task;
        if (!ss_reproduce_is_growth(run) || !of->wanted)
            continue;
        ok = ss_reproduce_growth_folder(folder, results, run, error) &&
             ss_path_join(table, sizeof table, folder, "sandpile.csv", error) &&
             make_root(results, error) &&
             read_task(&task, run, results->job->quick ? run->quick_set : run->set, error) &&
             (access(table, F_OK) == 0 || grow_into(folder, &task, error)) &&
             read_grown(&of->growth, table, error);
    }
    return ok;
}

void ss_reproduce_growth_free(ss_reproduce_growth *g)
{
    free(g->rows);
    ss_csv_free(&g->file);
    *g = (ss_reproduce_growth){.n = 0};
}
