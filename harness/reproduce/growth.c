/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/growth.h"

#include "harness/surface/surface_run.h"
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

/* The order that a row stands for, as `stickslip grow` has it; `set` is one of its lists of
 * parameters. */
static bool read_order(ss_surface_order *order, const ss_paper_run *run, const char *set,
                       ss_error *error)
{
    char *const list = strdup(set);
    ss_surface_order_begin(order);
    const bool valid =
        list != NULL
            ? ss_options_set_list(&ss_growing_pile.params, &order->params, ss_growing_pile.name,
                                  list, error) &&
                  ss_pile_check(&order->params, error) &&
                  ss_surface_choice_parse(&order->solvers[order->n_solvers++], run->solver, error)
            : ss_error_set(error, SS_ERROR_MEMORY, "no memory for a pile");
    free(list);
    return valid;
}

bool ss_reproduce_check_growth(const ss_reproduce_results *results, ss_error *error)
{
    const ss_csv *const file = &results->runs.file;
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        ss_surface_order order;
        ss_error slip = {.code = SS_ERROR_NONE};
        if (ss_reproduce_is_growth(run) && (!read_order(&order, run, run->set, &slip) ||
                                            !read_order(&order, run, run->quick_set, &slip)))
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

/* The tables of a pile: none where it has not grown, or not to its end. */
static bool read_grown(ss_reproduce_growth *g, const char *folder, const ss_surface_order *order,
                       ss_error *error)
{
    char table[SS_PATH_SIZE];
    ss_reproduce_growth_free(g);
    if (!ss_path_join(table, sizeof table, folder, "sandpile.csv", error) ||
        access(table, F_OK) != 0)
        return error->code == SS_ERROR_NONE;
    g->rows =
        ss_record_read_file(ss_rows_find("sandpile"), &g->file, table, sizeof *g->rows, error);
    if (g->rows == NULL)
        return false;
    g->n = g->file.n_rows;
    if (g->n < order->params.steps) /* interrupted */
        ss_reproduce_growth_free(g);
    return true;
}

static bool make_folder(const char *path, ss_error *error)
{
    return mkdir(path, 0777) == 0 || access(path, W_OK) == 0 ||
           ss_error_set(error, SS_ERROR_IO, "cannot make the folder %.300s", path);
}

/* Read the pile of a row, which grows first where it has not. */
static bool grow(const ss_reproduce_results *results, const ss_paper_run *run,
                 ss_reproduce_growth *g, ss_error *error)
{
    char root[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    ss_surface_order order;
    if (!read_order(&order, run, results->job->quick ? run->quick_set : run->set, error) ||
        !ss_path_join(root, sizeof root, results->job->folder, "growth", error) ||
        !ss_reproduce_growth_folder(folder, results, run, error) ||
        !read_grown(g, folder, &order, error))
        return false;
    return g->n > 0 ||
           (make_folder(root, error) && make_folder(folder, error) &&
            ss_surface_run(&order, folder, NULL, error) && read_grown(g, folder, &order, error));
}

bool ss_reproduce_grow(ss_reproduce_results *results, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        ss_reproduce_result *const of = ss_reproduce_result_of(results, run, 0);
        if (ss_reproduce_is_growth(run) && of->wanted)
            ok = grow(results, run, &of->growth, error);
    }
    return ok;
}

void ss_reproduce_growth_free(ss_reproduce_growth *g)
{
    free(g->rows);
    ss_csv_free(&g->file);
    *g = (ss_reproduce_growth){.n = 0};
}
