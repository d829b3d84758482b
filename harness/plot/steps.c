/* What a step costs: the share of the steps of a run that a solver has solved within so many work
 * units, and where the CPU time of a step goes; a figure a question (problem, parameters, stop,
 * warm start), its instances together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/looks.h"
#include "harness/tables/grid.h"
#include "harness/tables/label.h"
#include "problems/base/memory.h"
#include "problems/base/names.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CURVES = 24 };

/* The parts of a step's time, from the left: name in the key, the column of it in a row. */
#define PART_LIST(X)                                                                               \
    X("detection", row->cpu_detect_s)                                                              \
    X("assembly", row->cpu_assemble_s)                                                             \
    X("other mechanics", row->cpu_mechanics_s - row->cpu_detect_s - row->cpu_assemble_s)           \
    X("solver", row->cpu_s)                                                                        \
    X("its stopping test", row->cpu_looks_s)
#define X(name, column) +1
enum { N_PARTS = 0 PART_LIST(X) };
#undef X

/* A contender: its steps with contacts, and its time. */
typedef struct contender {
    const char *label;     /* borrowed */
    double *units;         /* n work units, ascending; INFINITY: not solved; owned */
    size_t n, room, steps; /* steps: of its runs, also without contacts */
    double parts[N_PARTS]; /* s, of all these */
} contender;

typedef struct gathering {
    ss_plot *plot;
    ss_grid grid;
    ss_csv table;             /* history.csv that was read last, */
    const ss_summary_row *of; /* of this run; of a folder of `run` it has all */
    contender curves[MOST_CURVES];
    size_t n_curves, n_left_out; /* contenders */
    size_t n_figures;
} gathering;

/* The history of a run, empty where none was kept. */
static bool read_history(gathering *g, const ss_summary_row *run, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (g->of != NULL && (!g->plot->stored || g->of == run))
        return true;
    ss_csv_free(&g->table);
    g->of = run;
    return ss_plot_table(g->plot, run, "history", path, error) &&
           (access(path, F_OK) != 0 || (ss_csv_read(&g->table, path, error) &&
                                        ss_record_require(&g->table, "solver,work_units", error)));
}

/* Add the steps of a run, and its time. */
static bool add_run(gathering *g, contender *c, const ss_summary_row *row, ss_error *error)
{
    const size_t before = c->n;
    if (!read_history(g, row, error))
        return false;
    for (size_t k = 0; k < g->table.n_rows; ++k) {
        ss_history_row step;
        if (!ss_history_row_read(&g->table, k, &step, error))
            return false;
        const bool own = g->plot->stored || ss_summary_of(&g->plot->summary, step.solver) == row;
        if (!own || step.contacts == 0 || isnan(step.work_units))
            continue;
        double *const units = ss_memory_grow(c->units, &c->room, c->n + 1, sizeof *units);
        if (units == NULL)
            return ss_error_memory(error, "a figure");
        c->units = units;
        units[c->n++] = strcmp(step.outcome, "solved") == 0 ? step.work_units : INFINITY;
    }
    if (c->n == before)
        return true;
    size_t part = 0;
#define X(name, column) c->parts[part++] += column;
    PART_LIST(X)
#undef X
    c->steps += row->steps;
    return true;
}

/* By the cost of the step in the middle. */
static int by_median(const void *left, const void *right)
{
    const contender *const a = left, *const b = right;
    const double x = a->units[(a->n - 1) / 2], y = b->units[(b->n - 1) / 2];
    return x != y ? (x > y) - (x < y) : strcmp(a->label, b->label);
}

/* The share of the steps that are solved within so many units. */
static void print_shares(FILE *dat, const contender *c, ss_axis *x)
{
    fprintf(dat, "# %s: work units, share of the steps\n", c->label);
    ss_data_row_of(dat, c->units[0], 0.0);
    for (size_t j = 0; j < c->n && isfinite(c->units[j]); ++j) {
        ss_axis_include(x, c->units[j]);
        if (j + 1 == c->n || c->units[j + 1] > c->units[j])
            ss_data_row_of(dat, c->units[j], (double)(j + 1) / (double)c->n);
    }
    ss_data_end(dat);
}

/* A row a curve. */
static void print_parts(FILE *dat, const gathering *g)
{
    fputs("# ms per step by parts\n", dat);
    for (size_t k = 0; k < g->n_curves; ++k) {
        double ms[N_PARTS];
        for (size_t part = 0; part < N_PARTS; ++part)
            ms[part] = 1e3 * g->curves[k].parts[part] / (double)g->curves[k].steps;
        ss_data_row(dat, ms, N_PARTS);
    }
}

/* The curves, and behind them a block of parts. */
static void print(const ss_figure_drawing *d, const void *subject)
{
    const gathering *const g = subject;
    static const char *const names[] = {
#define X(name, column) name,
        PART_LIST(X)
#undef X
    };
    ss_figure_looks looks = {.n = 0};
    ss_axis x = SS_AXIS_EMPTY;
    ss_data_count(d->gp, "n_curves", g->n_curves);
    ss_data_array(d->gp, "curve", g->n_curves);
    ss_data_count(d->gp, "n_parts", N_PARTS);
    ss_data_array(d->gp, "part", N_PARTS);
    for (size_t k = 0; k < N_PARTS; ++k)
        ss_data_text_at(d->gp, "part", k, names[k]);
    for (size_t k = 0; k < g->n_curves; ++k) {
        ss_figure_looks_add(&looks, g->curves[k].label);
        ss_data_text_at(d->gp, "curve", k, g->curves[k].label);
        print_shares(d->dat, &g->curves[k], &x);
    }
    print_parts(d->dat, g);
    ss_axis_judge(&x, SS_AXIS_WIDE);
    ss_axis_widen(&x, 0.06);
    ss_axis_print(d->gp, "x", &x);
    ss_figure_looks_fade(&looks, SS_LOOKS_COLOURED);
    ss_figure_looks_print(d->gp, &looks);
}

/* The figure of the contenders at hand. */
static bool draw(gathering *g, const ss_summary_row *first, ss_error *error)
{
    char name[SS_LABEL_FILE], title[400], note[500], problem[300], parameters[300];
    char number[48] = "", left[64] = "";
    size_t least = SIZE_MAX, most = 0;
    qsort(g->curves, g->n_curves, sizeof *g->curves, by_median);
    for (size_t k = 0; k < g->n_curves; ++k) {
        least = g->curves[k].n < least ? g->curves[k].n : least;
        most = g->curves[k].n > most ? g->curves[k].n : most;
    }
    ss_plot_describe(problem, parameters, sizeof problem, first);
    if (strchr(problem, ',') != NULL) /* instances stand together */
        *strchr(problem, ',') = '\0';
    if (++g->n_figures > 1)
        snprintf(number, sizeof number, "-%zu", g->n_figures);
    ss_label_file(name, "steps-%s%s", first->problem, number);
    snprintf(title, sizeof title, "What a step costs: %s", problem);
    if (g->n_left_out > 0)
        snprintf(left, sizeof left, "; %zu solvers more are left out", g->n_left_out);
    if (least == most)
        snprintf(number, sizeof number, "%zu", most);
    else
        snprintf(number, sizeof number, "%zu to %zu", least, most);
    snprintf(note, sizeof note, "%s%s%s steps with contacts; unsolved ones are in no share%s",
             parameters, parameters[0] != '\0' ? "; " : "", number, left);
    const ss_figure figure = ss_plot_figure(g->plot, name, title, note);
    return ss_plot_draw(g->plot, &figure, &(ss_plot_script){"steps.gp", print, g}, error);
}

/* The contenders of a question; no figure where no history has them. */
static bool draw_question(gathering *g, const ss_grid_question *question, ss_error *error)
{
    bool ok = true;
    g->n_curves = g->n_left_out = 0;
    for (size_t begin = 0, end; ok && begin < question->n; begin = end) {
        contender *const c = &g->curves[g->n_curves];
        end = ss_grid_cell_end(question, begin);
        if (g->n_curves == MOST_CURVES) {
            ++g->n_left_out;
            continue;
        }
        *c = (contender){.label = g->grid.contenders[question->rows[begin].contender].label};
        for (size_t k = begin; ok && k < end; ++k)
            ok = add_run(g, c, &question->rows[k].record->row, error);
        g->n_curves += c->n > 0;
        if (c->n > 0)
            gsl_sort(c->units, 1, c->n);
    }
    if (ok && g->n_curves > 0 && !ss_plot_is_enough(g->plot))
        ok = draw(g, &question->rows->record->row, error);
    for (size_t k = 0; k < g->n_curves; ++k)
        free(g->curves[k].units);
    return ok;
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    const ss_question_rule asked = {SS_ASKED_PROBLEM | SS_ASKED_PARAMETERS | SS_ASKED_STOP |
                                        SS_ASKED_WARM_START | SS_ASKED_FOLLOWS,
                                    "", ""};
    const ss_grid_rule rule = {asked, asked};
    gathering g = {.plot = plot};
    bool ok = true;
    for (size_t k = 0; ok && k < plot->summary.n; ++k) {
        const ss_record *const record = &plot->summary.records[k];
        if (ss_plot_wants(plot, record->row.solver, &record->row))
            ok = ss_grid_add(&g.grid, record, 0, error);
    }
    ok = ok && ss_grid_name(&g.grid, true, error) && ss_grid_arrange(&g.grid, &rule, error);
    for (size_t q = 0; ok && q < g.grid.n_questions; ++q)
        ok = draw_question(&g, &g.grid.questions[q], error);
    ss_csv_free(&g.table);
    ss_grid_free(&g.grid);
    return ok && (plot->n_drawn > 0 || ss_plot_lacks(plot, plot->request->folder, error));
}

const ss_figure_kind ss_figure_kind_steps = {
    .name = "steps",
    .doc = "what a step costs: the share of all steps solved within so many work units, from "
           "history.csv, and the CPU time of a step by its parts; all solvers in a figure",
    .title = "What a step costs",
    .lack = "step with contacts in a history.csv",
    .record = "a campaign keeps it with keep: [history]",
    .draw_all = draw_all};
