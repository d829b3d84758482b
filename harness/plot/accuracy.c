/* E1, or any estimator, against sweeps, work units or CPU time: a figure a question (problem,
 * parameters, stop, warm start), a curve a solver, over the instances. Where nothing was traced:
 * what runs ended at against what they cost, a point a tolerance, medians over the problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/estimators/estimators.h"
#include "harness/figures/accuracy.h"
#include "harness/tables/label.h"
#include "problems/files/frozen.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A cost, by the word of --over. */
typedef struct cost {
    const char *word;
    const char *traced, *whole; /* its columns of convergence.csv and of summary.csv */
    const char *title, *name;   /* in a title, and of its axis */
    double factor;              /* from the columns' unit to the axis' */
} cost;

static const cost costs[] = {
    {"sweeps", "sweep", "sweeps_total", "sweeps", "sweeps", 1.0},
    {"units", "work_units", "work_units_total", "work", "work (sweeps of the exact local solve)",
     1.0},
    {"time", "cpu_s", "cpu_s", "CPU time", "CPU time of the solver (ms)", 1e3},
};

/* The runs of a folder by question, and how they are drawn. */
typedef struct gathering {
    ss_plot *plot;
    const cost *cost;
    const ss_estimator *estimator;
    const char *title;        /* of the estimator */
    ss_accuracy_axes axes[2]; /* of what runs reached, in summary.csv; traced, in convergence.csv */
    ss_grid grid;             /* the runs that are wanted */
    const char *problem;      /* of the figure before */
    size_t n_of_problem;
    bool traced; /* traces are drawn, not what runs reached */
    ss_traces traces;
} gathering;

/* The curves of one figure, and what else it says. */
typedef struct picture {
    ss_accuracy_curve *curves; /* owned; n <= contenders of the question */
    size_t n, most_runs;
    size_t step; /* traced; 0: not known, or not the same of all */
    const ss_summary_row *first;
} picture;

/* ---- the axes, as the user names them ---- */

/* The k-th column of a table that is an estimator's. */
static const char *estimator_column(const void *list, size_t k)
{
    const ss_table *const table = list;
    for (size_t c = 0; c < table->n_fields; ++c)
        if (table->fields[c].source == SS_FROM_ESTIMATOR && k-- == 0)
            return table->fields[c].name;
    return NULL;
}

/* The request's --estimator (e1; "eps-pen" and "eps_pen" are the same) and --over (sweeps). */
static bool read_axes(gathering *g, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(costs, "--over: no cost called", "it must be sweeps, units or time");
    const ss_table *const traces = ss_rows_find("convergence"), *const runs =
                                                                    ss_rows_find("summary");
    const ss_plot_request *const r = g->plot->request;
    const char *const word = r->estimator != NULL ? r->estimator : "e1";
    char name[64], last[80];
    g->cost = ss_names_find(&names, r->over != NULL ? r->over : "sweeps", error);
    if (g->cost == NULL)
        return false;
    snprintf(name, sizeof name, "%s", word);
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        if (ss_estimator_at(k)->alias != NULL && strcmp(word, ss_estimator_at(k)->alias) == 0)
            snprintf(name, sizeof name, "%s", ss_estimator_at(k)->name);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == '-' ? '_' : *at;
    snprintf(last, sizeof last, "%s_last", name);
    g->axes[true] = (ss_accuracy_axes){ss_rows_number(traces, name),
                                       ss_rows_number(traces, g->cost->traced), g->cost->factor};
    g->axes[false] = (ss_accuracy_axes){ss_rows_number(runs, name),
                                        ss_rows_number(runs, g->cost->whole), g->cost->factor};
    if (g->axes[false].error == NULL)
        g->axes[false].error = ss_rows_number(runs, last);
    const ss_field *const error_column = g->axes[true].error;
    if (error_column == NULL || error_column->source != SS_FROM_ESTIMATOR)
        return ss_name_unknown(word, "--estimator: no column of convergence.csv is called",
                               estimator_column, traces, "see 'stickslip list estimators'", error);
    g->estimator = ss_estimator_at(error_column->from);
    g->title = strcmp(g->estimator->name, "e1") == 0 ? "E1" : g->estimator->name;
    return true;
}

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
static void name_curve(const gathering *g, ss_accuracy_curve *curve, const ss_grid_row *runs,
                       size_t n)
{
    size_t n_solved = 0;
    for (size_t k = 0; k < n; ++k)
        n_solved += runs[k].record->outcome == SS_OUTCOME_SOLVED;
    int used = snprintf(curve->name, sizeof curve->name, "%.160s%s",
                        g->grid.contenders[runs->contender].label,
                        ss_accuracy_is_seen(curve) ? "" : ": 0, or no number");
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
    const ss_accuracy_axes *const axes = &g->axes[true];
    const size_t step = g->plot->step == SS_SCENE_LAST ? 0 : g->plot->step;
    ss_accuracy_trace *const taken = calloc(n_runs, sizeof *taken);
    ss_accuracy_curve *const curve = &p->curves[p->n];
    char required[200];
    size_t n = 0;
    snprintf(required, sizeof required, "solver,step,%s,%s", axes->cost->name, axes->error->name);
    bool ok = taken != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the traces");
    for (size_t k = 0; ok && k < n_runs; ++k) {
        const ss_summary_row *const row = &runs[k].record->row;
        ok = ss_traces_read(&g->traces, row, required, error) &&
             ss_accuracy_trace_take(&taken[n], &g->traces, axes, step, error);
        if (ok && taken[n].n == 0) {
            ss_accuracy_trace_free(&taken[n]);
        } else if (ok) {
            const size_t traced = step > 0 ? step : g->traces.sweeps[g->traces.n - 1].step;
            p->step = p->first == NULL || p->step == traced ? traced : 0;
            p->first = p->first == NULL ? row : p->first;
            ++n;
        }
    }
    if (ok && n > 0) {
        ok = ss_accuracy_curve_make(curve, taken, n, error);
        name_curve(g, curve, runs, n_runs);
        p->most_runs = n > p->most_runs ? n : p->most_runs;
        ++p->n;
    }
    for (size_t k = 0; taken != NULL && k < n_runs; ++k)
        ss_accuracy_trace_free(&taken[k]);
    free(taken);
    return ok;
}

/* "accuracy-balls-4-step1000-time-2": the number, where the problem has several, among its figures,
 * which follow each other. */
static void name_figure(char name[SS_LABEL_FILE], gathering *g, const picture *p)
{
    const bool frozen = ss_frozen_path(p->first->problem) != NULL;
    const char *const problem = frozen && !g->traced ? "field" : p->first->problem;
    const bool again = g->problem != NULL && strcmp(g->problem, problem) == 0;
    const bool sweeps = strcmp(g->cost->word, "sweeps") == 0;
    const char *const estimator = g->axes[true].error->name;
    const bool e1 = strcmp(estimator, "e1") == 0;
    char step[32] = "", number[32] = "";
    g->problem = problem;
    g->n_of_problem = again ? g->n_of_problem + 1 : 1;
    if (p->step > 0 && !frozen)
        snprintf(step, sizeof step, "-step%zu", p->step);
    if (again)
        snprintf(number, sizeof number, "-%zu", g->n_of_problem);
    ss_label_file(name, "accuracy-%s%s%s%s%s%s%s", problem, step, e1 ? "" : "-",
                  e1 ? "" : estimator, sweeps ? "" : "-", sweeps ? "" : g->cost->word, number);
}

/* Draw the curves, and a line at the tolerance where traces were stopped by what is drawn. */
static bool draw_picture(gathering *g, const picture *p, const char *title, const char *note,
                         ss_error *error)
{
    char name[SS_LABEL_FILE], y_name[160];
    const bool stops_by_it = strcmp(p->first->stop, g->estimator->name) == 0;
    const char *const unit = g->estimator->unit;
    name_figure(name, g, p);
    snprintf(y_name, sizeof y_name, "%s (%s)", g->title, strcmp(unit, "-") == 0 ? "no unit" : unit);
    const ss_figure figure = ss_plot_figure(g->plot, name, title, note);
    const ss_accuracy_picture drawn = {.curves = p->curves,
                                       .n_curves = p->n,
                                       .x_name = g->cost->name,
                                       .y_name = y_name,
                                       .tolerance = g->traced && stops_by_it ? p->first->tol : NAN};
    if (!ss_accuracy_draw(&figure, &drawn, error))
        return false;
    ss_plot_drawn(g->plot, &figure);
    return true;
}

/* The curve of what n runs reached, if anybody counted that cost. */
static bool add_reached(gathering *g, picture *p, const ss_grid_row *runs, size_t n,
                        ss_error *error)
{
    ss_accuracy_curve *const curve = &p->curves[p->n];
    const bool ok = ss_accuracy_curve_reached(curve, runs, n, &g->axes[false], error);
    name_curve(g, curve, runs, n);
    if (curve->n == 0)
        ss_accuracy_curve_free(curve);
    p->n += curve->n > 0;
    p->first = &runs->record->row;
    p->most_runs = curve->n_runs > p->most_runs ? curve->n_runs : p->most_runs;
    return ok;
}

/* A figure of traces: on which problem and at which step; in its second line the parameters, the
 * tolerance where it is another estimator's, and the band. */
static bool draw_traces(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[700], problem[300], parameters[300], step[48] = "";
    ss_plot_describe(problem, parameters, sizeof problem, p->first);
    if (p->most_runs > 1)
        snprintf(problem, sizeof problem, "%.200s, %zu instances", p->first->problem, p->most_runs);
    if (p->step > 0 && ss_frozen_path(p->first->problem) == NULL)
        snprintf(step, sizeof step, ", time step %zu", p->step);
    snprintf(title, sizeof title, "%s against %s on %s%s", g->title, g->cost->title, problem, step);
    size_t used = (size_t)snprintf(note, sizeof note, "%s", parameters);
    if (strcmp(p->first->stop, g->estimator->name) != 0)
        used += (size_t)snprintf(note + used, sizeof note - used, "%sstopped at %.20s <= %.3g",
                                 used > 0 ? "; " : "", p->first->stop, p->first->tol);
    if (p->most_runs > 1)
        snprintf(note + used, sizeof note - used,
                 "%smedian cost of reaching an error first, %s of %zu instances",
                 used > 0 ? "; " : "", p->most_runs < 4 ? "range" : "quartiles", p->most_runs);
    return draw_picture(g, p, title, note, error);
}

/* A figure of what runs reached: medians over a field of frozen problems, or over instances. */
static bool draw_reached(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[600], problem[300], parameters[300];
    const bool field = ss_frozen_path(p->first->problem) != NULL;
    snprintf(title, sizeof title, "%s reached against %s, %.200s", g->title, g->cost->title,
             field ? "frozen problems" : p->first->problem);
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
        ss_accuracy_curve_free(&p.curves[k]);
    free(p.curves);
    return ok;
}

/* A figure a question. */
static bool draw_questions(gathering *g, bool traced, ss_error *error)
{
    ss_grid_free(&g->grid);
    g->traced = traced;
    bool ok = gather(g, error);
    for (size_t q = 0; ok && q < g->grid.n_questions && !ss_plot_is_enough(g->plot); ++q)
        ok = draw_question(g, &g->grid.questions[q], error);
    return ok;
}

/* Traces; where a store has none, what its runs reached. */
static bool draw_all(ss_plot *plot, ss_error *error)
{
    gathering g = {.plot = plot, .traces = {.folder = plot->folder, .summary = &plot->summary}};
    bool ok = read_axes(&g, error) && draw_questions(&g, true, error);
    if (ok && plot->n_drawn == 0 && plot->stored && plot->step == SS_SCENE_LAST &&
        g.axes[false].error != NULL)
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
