/* What a fixed set of runs costs from build to build: the work of each contender in every baseline
 * of a folder, over that in the first, geometric means over the runs that all baselines have.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/data.h"
#include "harness/figures/looks.h"
#include "harness/judge/baseline.h"
#include "harness/tables/grid.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200, MOST_CURVES = SS_LOOKS_MOST };

/* A contender over the baselines. */
typedef struct course {
    double sum[MOST];    /* of the logarithms of work over the first's */
    size_t failed[MOST]; /* runs that did not count there */
    size_t n;            /* runs that all have, solved in all */
} course;

/* The baselines, in the order of their names, and all their rows. */
typedef struct gathering {
    ss_plot *plot;
    struct dirent **entries;
    ss_compare_side *sides; /* n; owned */
    size_t n;
    ss_grid grid;
    course *courses; /* one for each contender; owned */
} gathering;

static bool read_baselines(gathering *g, ss_error *error)
{
    const char *const folder = g->plot->request->folder;
    char path[SS_PATH_SIZE];
    const int found = scandir(folder, &g->entries, ss_compare_is_baseline, versionsort);
    g->n = found > 0 ? (size_t)found : 0;
    g->sides = calloc(g->n + 1, sizeof *g->sides);
    if (g->sides == NULL)
        return ss_error_memory(error, "a figure");
    if (g->n < 2 || g->n > MOST)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s has %zu baseline%s: a course needs 2 to %d of them, NAME.csv of "
                            "'stickslip baseline save NAME', in the order of their names",
                            folder, g->n, ss_name_plural(g->n), (int)MOST);
    bool read = true;
    for (size_t k = 0; read && k < g->n; ++k) {
        g->sides[k].what = g->entries[k]->d_name;
        read = ss_path_join(path, sizeof path, folder, g->entries[k]->d_name, error) &&
               ss_compare_side_read(&g->sides[k], path, error);
        for (size_t r = 0; read && r < g->sides[k].summary.n; ++r)
            if (ss_plot_wants(g->plot, g->sides[k].summary.records[r].row.solver,
                              &g->sides[k].summary.records[r].row))
                read = ss_grid_add(&g->grid, &g->sides[k].summary.records[r], k, error);
    }
    return read;
}

static double work_of(const ss_grid_row *row)
{
    const ss_summary_row *const r = &row->record->row;
    return row->record->outcome == SS_OUTCOME_SOLVED
               ? (double)(r->visits_total + r->local_iterations_total)
               : INFINITY;
}

/* A run in all baselines: n rows of a cell, in the order of these. */
static void add_run(course *c, const ss_grid_row *rows, size_t n)
{
    bool whole = true;
    for (size_t k = 0; k < n; ++k) {
        c->failed[k] += isinf(work_of(&rows[k])) ? 1 : 0;
        whole = whole && isfinite(work_of(&rows[k])) && work_of(&rows[k]) > 0.0;
    }
    for (size_t k = 0; whole && k < n; ++k)
        c->sum[k] += log(work_of(&rows[k]) / work_of(&rows[0]));
    c->n += whole;
}

/* Sum up, a course a contender; returns how many runs all baselines have. */
static size_t sum_up(gathering *g)
{
    size_t n_runs = 0;
    for (size_t q = 0; q < g->grid.n_questions; ++q) {
        const ss_grid_question *const question = &g->grid.questions[q];
        for (size_t begin = 0, end; begin < question->n; begin = end) {
            const ss_grid_row *const rows = &question->rows[begin];
            end = ss_grid_cell_end(question, begin);
            bool whole = end - begin == g->n;
            for (size_t k = 0; whole && k < g->n; ++k)
                whole = rows[k].source == k;
            n_runs += whole;
            if (whole)
                add_run(&g->courses[rows->contender], rows, g->n);
        }
    }
    return n_runs;
}

static size_t count_curves(const gathering *g)
{
    size_t n = 0;
    for (size_t s = 0; s < g->grid.n_contenders; ++s)
        n += g->courses[s].n > 0;
    return n;
}

/* "before (58762b68)": the name of a baseline and the commit that made it. */
static void print_ticks(const ss_figure_drawing *d, const gathering *g)
{
    ss_data_count(d->gp, "n_baselines", g->n);
    ss_data_array(d->gp, "baseline", g->n);
    for (size_t k = 0; k < g->n; ++k) {
        char words[300];
        const char *const build = ss_compare_side_build(&g->sides[k]);
        const char *const commit = strstr(build, "(commit ");
        snprintf(words, sizeof words, "%.*s%s%.*s", (int)strlen(g->entries[k]->d_name) - 4,
                 g->entries[k]->d_name, commit != NULL ? " " : "",
                 commit != NULL ? (int)strnlen(commit + 8, 8) : 0,
                 commit != NULL ? commit + 8 : "");
        ss_data_text_at(d->gp, "baseline", k, words);
    }
}

static void print(const ss_figure_drawing *d, const void *subject)
{
    const gathering *const g = subject;
    ss_figure_looks looks = {.n = 0};
    size_t n_curves = 0;
    print_ticks(d, g);
    ss_data_array(d->gp, "curve", MOST_CURVES);
    for (size_t s = 0; s < g->grid.n_contenders && n_curves < MOST_CURVES; ++s) {
        const course *const c = &g->courses[s];
        if (c->n == 0)
            continue;
        fprintf(d->dat, "# %s: baseline, work over the first's, runs more that are not solved\n",
                g->grid.contenders[s].label);
        for (size_t k = 0; k < g->n; ++k)
            ss_data_row_of(d->dat, (double)k + 1.0, exp(c->sum[k] / (double)c->n),
                           c->failed[k] > c->failed[0] ? (double)(c->failed[k] - c->failed[0])
                                                       : 0.0);
        ss_data_end(d->dat);
        ss_figure_looks_add(&looks, g->grid.contenders[s].label);
        ss_data_text_at(d->gp, "curve", n_curves++, g->grid.contenders[s].label);
    }
    ss_data_count(d->gp, "n_curves", n_curves);
    ss_figure_looks_print(d->gp, &looks);
}

static bool draw(gathering *g, ss_error *error)
{
    char title[200], note[300], left[80] = "";
    g->courses = calloc(g->grid.n_contenders + 1, sizeof *g->courses);
    if (g->courses == NULL)
        return ss_error_memory(error, "a figure");
    const size_t n_runs = sum_up(g), n_curves = count_curves(g);
    if (n_curves > MOST_CURVES)
        snprintf(left, sizeof left, "; %zu solvers more are left out", n_curves - MOST_CURVES);
    snprintf(title, sizeof title, "Work from build to build: %zu baselines, %zu run%s in all", g->n,
             n_runs, ss_name_plural(n_runs));
    snprintf(note, sizeof note,
             "visits + local iterations over those of the first, geometric means "
             "over the runs solved in all; crosses: more runs unsolved than in the first%s",
             left);
    const ss_figure figure = ss_plot_figure(g->plot, "work-by-commit", title, note);
    return n_runs > 0
               ? ss_plot_draw(g->plot, &figure, &(ss_plot_script){"commits.gp", print, g}, error)
               : ss_plot_lacks(g->plot, g->plot->request->folder, error);
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    const ss_question_rule asked = {SS_QUESTION, "", ""};
    const ss_grid_rule rule = {asked, asked};
    gathering g = {.plot = plot};
    const bool drawn = read_baselines(&g, error) && ss_grid_name(&g.grid, true, error) &&
                       ss_grid_arrange(&g.grid, &rule, error) && draw(&g, error);
    ss_grid_free(&g.grid);
    for (size_t k = 0; k < g.n; ++k) {
        if (g.sides != NULL)
            ss_compare_side_free(&g.sides[k]);
        free(g.entries[k]);
    }
    free(g.entries);
    free(g.courses);
    free(g.sides);
    return drawn;
}

const ss_figure_kind ss_figure_kind_commits = {
    .name = "commits",
    .doc = "what fixed runs cost from build to build: the work of each solver in every baseline of "
           "a folder (baseline save --folder) over that in the first",
    .title = "Work from build to build",
    .lack = "run that all of its baselines have",
    .record = "save baselines of the same runs",
    .draw_all = draw_all};
