/* E1, or any estimator, against sweeps, work units or CPU time: a figure a question (problem,
 * parameters, stop, warm start), a curve a solver, over the instances. Where nothing was traced:
 * what runs ended at against what they cost, a point a tolerance, medians over the problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/accuracy_figure.h"
#include "harness/plot/accuracy_scales.h"
#include "harness/tables/grid.h"
#include "harness/tables/label.h"
#include "problems/files/frozen.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The runs of a folder by question, and how they are drawn. */
typedef struct gathering {
    ss_plot *plot;
    ss_plot_scales scales;
    ss_grid grid;        /* the runs that are wanted */
    const char *problem; /* of the figure before */
    size_t n_of_problem;
    bool traced; /* traces are drawn, not what runs reached */
    ss_traces traces;
} gathering;

/* The curves of one figure, and what else it says. */
typedef struct picture {
    ss_plot_curve *curves;
    size_t n, most_runs;
    size_t step; /* traced; 0: not known, or not the same of all */
    const ss_summary_row *first;
} picture;

/* ---- the runs ---- */

/* Sort the runs that are wanted into questions: of traces all but the instance, of what runs
 * reached all but that and the tolerance, where frozen problems are one field. */
static bool gather(gathering *g, ss_error *error)
{
    const ss_summary *const summary = &g->plot->summary;
    const unsigned conduct = SS_ASKED_STOP | SS_ASKED_WARM_START;
    const unsigned scene = conduct | SS_ASKED_PROBLEM | SS_ASKED_PARAMETERS;
    const char *const without = g->traced ? "" : "tol,max-sweeps";
    const ss_grid_rule rule = {.scene = {scene, without, ""},
                               .frozen = {g->traced ? scene : conduct, without, ""}};
    bool ok = true;
    for (size_t k = 0; ok && k < summary->n; ++k) {
        const ss_record *const record = &summary->records[k];
        if (ss_plot_wants(g->plot, record->row.solver, &record->row) &&
            record->outcome != SS_OUTCOME_INTERRUPTED)
            ok = ss_grid_add(&g->grid, record, 0, error);
    }
    return ok && ss_grid_name(&g->grid, ss_grid_outers_of(&g->grid).several, error) &&
           ss_grid_arrange(&g->grid, &rule, error);
}

/* ---- a figure of traces ---- */

/* The contender, and what did not go well with its n runs. */
static void name_curve(const gathering *g, ss_plot_curve *curve, const ss_grid_row *runs, size_t n)
{
    size_t n_solved = 0;
    for (size_t k = 0; k < n; ++k)
        n_solved += runs[k].record->outcome == SS_OUTCOME_SOLVED;
    int used = snprintf(curve->name, sizeof curve->name, "%.160s%s",
                        g->grid.contenders[runs->contender].label,
                        ss_plot_curve_is_seen(curve) ? "" : ": 0, or no number");
    if (n == 1 && n_solved == 0)
        snprintf(curve->name + used, sizeof curve->name - (size_t)used, " (%.20s)",
                 runs->record->row.status);
    else if (n_solved < n)
        snprintf(curve->name + used, sizeof curve->name - (size_t)used, " (%zu of %zu solved)",
                 n_solved, n);
}

/* The curve of n runs, if one of them was traced. */
static bool add_curve(gathering *g, picture *p, const ss_grid_row *runs, size_t n_runs,
                      ss_error *error)
{
    const size_t step = g->plot->step == SS_SCENE_LAST ? 0 : g->plot->step;
    ss_plot_series *const series = calloc(n_runs, sizeof *series);
    ss_plot_curve *const curve = &p->curves[p->n];
    char required[200];
    size_t n = 0;
    snprintf(required, sizeof required, "solver,step,%s,%s", g->scales.traced.cost->name,
             g->scales.traced.error->name);
    bool ok = series != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the traces");
    for (size_t k = 0; ok && k < n_runs; ++k) {
        const ss_summary_row *const row = &runs[k].record->row;
        ok = ss_traces_read(&g->traces, row->run, row->solver, required, error) &&
             ss_plot_series_take(&series[n], &g->traces, &g->scales.traced, step, error);
        if (ok && series[n].n == 0)
            ss_plot_series_free(&series[n]);
        else if (ok) {
            const size_t traced = step > 0 ? step : g->traces.sweeps[g->traces.n - 1].step;
            p->step = p->first == NULL || p->step == traced ? traced : 0;
            p->first = p->first == NULL ? row : p->first;
            for (size_t i = 0; i < series[n].n; ++i)
                series[n].cost[i] *= g->scales.cost->factor;
            ++n;
        }
    }
    if (ok && n > 0) {
        ok = ss_plot_curve_make(curve, series, n, error);
        name_curve(g, curve, runs, n_runs);
        p->most_runs = n > p->most_runs ? n : p->most_runs;
        ++p->n;
    }
    for (size_t k = 0; series != NULL && k < n_runs; ++k)
        ss_plot_series_free(&series[k]);
    free(series);
    return ok;
}

/* "accuracy-balls-4-step1000-time-2": the number, where the problem has several, among its figures,
 * which follow each other. */
static void name_figure(char name[SS_LABEL_FILE], gathering *g, const picture *p)
{
    const bool frozen = ss_frozen_path(p->first->problem) != NULL;
    const char *const problem = frozen && !g->traced ? "field" : p->first->problem;
    const bool again = g->problem != NULL && strcmp(g->problem, problem) == 0;
    const bool sweeps = strcmp(g->scales.cost->word, "sweeps") == 0;
    const bool e1 = strcmp(g->scales.traced.error->name, "e1") == 0;
    char step[32] = "", number[32] = "";
    g->problem = problem;
    g->n_of_problem = again ? g->n_of_problem + 1 : 1;
    if (p->step > 0 && !frozen)
        snprintf(step, sizeof step, "-step%zu", p->step);
    if (again)
        snprintf(number, sizeof number, "-%zu", g->n_of_problem);
    ss_label_file(name, "accuracy-%s%s%s%s%s%s%s", problem, step, e1 ? "" : "-",
                  e1 ? "" : g->scales.traced.error->name, sweeps ? "" : "-",
                  sweeps ? "" : g->scales.cost->word, number);
}

/* The second line: parameters, the tolerance where it is another estimator's, the band. */
static void write_note(char *note, size_t size, const picture *p, const char *parameters,
                       bool stops_by_it)
{
    int used = snprintf(note, size, "%s", parameters);
    if (!stops_by_it && (size_t)used < size)
        used += snprintf(note + used, size - (size_t)used, "%sstopped at %.20s <= %.3g",
                         used > 0 ? "; " : "", p->first->stop, p->first->tol);
    if (p->most_runs > 1 && (size_t)used < size)
        snprintf(note + used, size - (size_t)used,
                 "%smedian cost of reaching an error first, %s of %zu instances",
                 used > 0 ? "; " : "", p->most_runs < 4 ? "range" : "quartiles", p->most_runs);
}

/* Draw the curves, and a line at the tolerance where traces were stopped by what is drawn. */
static bool draw_picture(gathering *g, const picture *p, const char *title, const char *note,
                         ss_error *error)
{
    const ss_estimator *const estimator = g->scales.estimator;
    char name[SS_LABEL_FILE], y_name[160];
    const bool stops_by_it = strcmp(p->first->stop, estimator->name) == 0;
    const bool plain = strcmp(estimator->unit, "-") == 0;
    name_figure(name, g, p);
    snprintf(y_name, sizeof y_name, "%s (%s)", g->scales.title,
             plain ? "no unit" : estimator->unit);
    const ss_figure figure = {.folder = ss_plot_out(g->plot),
                              .name = name,
                              .title = title,
                              .note = note[0] != '\0' ? note : NULL,
                              .scripts = g->plot->scripts,
                              .layout = &g->plot->request->layout};
    const ss_plot_accuracy_content content = {.curves = p->curves,
                                              .n_curves = p->n,
                                              .x_name = g->scales.cost->name,
                                              .y_name = y_name,
                                              .tolerance =
                                                  g->traced && stops_by_it ? p->first->tol : NAN};
    if (!ss_plot_accuracy_draw(&figure, &content, error))
        return false;
    ss_plot_drawn(g->plot, &figure);
    return true;
}

/* The curve of what n runs reached, if anybody counted that cost. */
static bool add_reached(gathering *g, picture *p, const ss_grid_row *cell, size_t n,
                        ss_error *error)
{
    ss_plot_curve *const curve = &p->curves[p->n];
    const ss_summary_row **const runs = calloc(n, sizeof *runs);
    for (size_t k = 0; runs != NULL && k < n; ++k)
        runs[k] = &cell[k].record->row;
    const bool ok = runs != NULL ? ss_plot_curve_reached(curve, runs, n, &g->scales.reached, error)
                                 : ss_error_set(error, SS_ERROR_MEMORY, "no memory for the runs");
    for (size_t k = 0; ok && k < curve->n; ++k)
        curve->x[k] *= g->scales.cost->factor;
    name_curve(g, curve, cell, n);
    if (curve->n == 0)
        ss_plot_curve_free(curve);
    p->n += curve->n > 0;
    p->first = &cell->record->row;
    p->most_runs = curve->n_runs > p->most_runs ? curve->n_runs : p->most_runs;
    free(runs);
    return ok;
}

/* A figure of traces: on which problem and at which step, and the band. */
static bool draw_traces(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[700], problem[300], parameters[300], step[48] = "";
    ss_plot_describe(problem, parameters, sizeof problem, p->first);
    if (p->most_runs > 1)
        snprintf(problem, sizeof problem, "%.200s, %zu instances", p->first->problem, p->most_runs);
    if (p->step > 0 && ss_frozen_path(p->first->problem) == NULL)
        snprintf(step, sizeof step, ", time step %zu", p->step);
    snprintf(title, sizeof title, "%s against %s on %s%s", g->scales.title, g->scales.cost->title,
             problem, step);
    write_note(note, sizeof note, p, parameters,
               strcmp(p->first->stop, g->scales.estimator->name) == 0);
    return draw_picture(g, p, title, note, error);
}

/* A figure of what runs reached: medians over a field of frozen problems, or over instances. */
static bool draw_reached(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[600], problem[300], parameters[300];
    const bool field = ss_frozen_path(p->first->problem) != NULL;
    snprintf(title, sizeof title, "%s reached against %s, %.200s", g->scales.title,
             g->scales.cost->title, field ? "frozen problems" : p->first->problem);
    ss_plot_describe(problem, parameters, sizeof problem, p->first);
    snprintf(note, sizeof note,
             "%s%smedians over %zu %s%s, a point a tolerance of %.20s; unsolved runs count as "
             "they ended",
             field ? "" : parameters, field || parameters[0] == '\0' ? "" : "; ", p->most_runs,
             field ? "problem" : "instance", ss_name_plural(p->most_runs), p->first->stop);
    return draw_picture(g, p, title, note, error);
}

/* The figure of a question: a curve a contender; none where there is no curve. */
static bool draw_question(gathering *g, const ss_grid_question *question, ss_error *error)
{
    picture p = {.curves = calloc(question->n, sizeof *p.curves)};
    bool ok = p.curves != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the curves");
    for (size_t k = 0, end = 0; ok && k < question->n; k = end) {
        end = ss_grid_cell_end(question, k);
        ok = (g->traced ? add_curve : add_reached)(g, &p, &question->rows[k], end - k, error);
    }
    if (ok && p.n > 0)
        ok = (g->traced ? draw_traces : draw_reached)(g, &p, error);
    for (size_t k = 0; p.curves != NULL && k < p.n; ++k)
        ss_plot_curve_free(&p.curves[k]);
    free(p.curves);
    return ok;
}

/* A figure a question. */
static bool draw_questions(gathering *g, bool traced, ss_error *error)
{
    const size_t most = g->plot->request->most;
    ss_grid_free(&g->grid);
    g->traced = traced;
    bool ok = gather(g, error);
    for (size_t q = 0; ok && q < g->grid.n_questions && (most == 0 || g->plot->n_drawn < most); ++q)
        ok = draw_question(g, &g->grid.questions[q], error);
    return ok;
}

/* Traces; where a store has none, what its runs reached. */
static bool draw_all(ss_plot *plot, ss_error *error)
{
    gathering g = {.plot = plot, .traces = {.folder = plot->folder}};
    bool ok =
        ss_plot_scales_read(&g.scales, plot->request, error) && draw_questions(&g, true, error);
    if (ok && plot->n_drawn == 0 && plot->stored && plot->step == SS_SCENE_LAST &&
        g.scales.reached.error != NULL)
        ok = draw_questions(&g, false, error);
    ok = ok && (plot->n_drawn > 0 || ss_plot_lacks(plot, plot->request->folder, error));
    ss_traces_free(&g.traces);
    ss_grid_free(&g.grid);
    return ok;
}

const ss_figure_kind ss_figure_kind_accuracy = {
    .name = "accuracy",
    .doc = "E1, or --estimator, against sweeps, work or CPU time (--over), the solvers in one "
           "figure, with bands over the instances, from convergence.csv or a campaign's traces",
    .title = "E1",
    .lack = "traced step",
    .record = "run with --trace (campaign: trace: last)",
    .table = "convergence",
    .takes_accuracy = true,
    .draw_all = draw_all,
};
