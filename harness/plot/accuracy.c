/* E1, or any estimator, against sweeps, work units or CPU time: a figure a question (problem,
 * parameters, stop, warm start), a curve a solver, over the instances. Where nothing was traced:
 * what runs ended at against what they cost, a point a tolerance, medians over the problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/accuracy_choice.h"

#include "harness/estimators/estimators.h"
#include "harness/tables/label.h"
#include "problems/files/frozen.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The runs of a folder by question, and how they are drawn. */
typedef struct gathering {
    ss_plot *plot;
    ss_accuracy_choice choice;
    ss_grid grid;        /* the runs that are wanted */
    const char *problem; /* of the figure before */
    size_t n_of_problem;
    bool traced; /* traces are drawn, not what runs reached */
    ss_traces traces;
} gathering;

/* The curves of one figure, and what else it says. */
typedef struct picture {
    ss_accuracy_curve *curves[SS_ACCURACY_PANELS]; /* owned; n <= contenders of the question */
    size_t n, most_runs;
    bool without_sweeps, ladders; /* some solver has iterations of its own; was not traced */
    char left_out[300];           /* contenders without a curve, ", a, b" */
    size_t step;                  /* traced; 0: not known, or not the same of all */
    const ss_summary_row *first;
} picture;

/* ---- the runs ---- */

/* Sort the runs that are wanted into questions: of traces all but the instance, of what runs
 * reached all but that and the tolerance, where frozen problems are one field. */
static bool gather(gathering *g, ss_error *error)
{
    const ss_summary *const summary = &g->plot->summary;
    const unsigned conduct = SS_ASKED_STOP | SS_ASKED_WARM_START | SS_ASKED_FOLLOWS;
    const unsigned scene = conduct | SS_ASKED_PROBLEM | SS_ASKED_PARAMETERS;
    const char *const without = g->traced ? "" : "tol,max-sweeps";
    const ss_grid_rule rule = {.scene = {scene, without, ""},
                               .frozen = {g->traced ? scene : conduct, without, ""}};
    bool ok = true;
    for (size_t k = 0; ok && k < summary->n; ++k) {
        const ss_record *const record = &summary->records[k];
        if (ss_plot_wants(g->plot, record->row.solver, &record->row) &&
            record->outcome != SS_OUTCOME_INTERRUPTED &&
            (g->traced || ss_standing_of(&record->row) != SS_STANDING_NOTHING))
            ok = ss_grid_add(&g->grid, record, 0, error);
    }
    return ok && ss_grid_name(&g->grid, true, error) && ss_grid_arrange(&g->grid, &rule, error);
}

/* ---- a figure of traces ---- */

/* The contender, and what did not go well with its n runs. */
static void name_curve(const gathering *g, ss_accuracy_curve *curve, const ss_grid_row *runs,
                       size_t n)
{
    size_t n_solved = 0; /* as a ranking counts them: a loose run is none */
    const ss_standing standing = ss_standing_of(&runs->record->row);
    for (size_t k = 0; k < n; ++k)
        n_solved += runs[k].record->outcome == SS_OUTCOME_SOLVED &&
                    ss_standing_of(&runs[k].record->row) != SS_STANDING_LOOSE;
    int used = snprintf(curve->name, sizeof curve->name, "%.160s%s",
                        g->grid.contenders[runs->contender].label,
                        ss_accuracy_is_seen(curve) ? "" : ": 0, or no number");
    if (n == 1 && n_solved == 0)
        snprintf(curve->name + used, sizeof curve->name - (size_t)used, " (%.20s)",
                 standing == SS_STANDING_LOOSE ? ss_standing_name(standing)
                                               : runs->record->row.status);
    else if (n_solved < n)
        snprintf(curve->name + used, sizeof curve->name - (size_t)used, " (%zu of %zu solved)",
                 n_solved, n);
}

/* A panel's curve of n runs, if one of them was traced. */
static bool add_traces(gathering *g, picture *p, size_t panel, const ss_grid_row *runs,
                       size_t n_runs, ss_error *error)
{
    const ss_accuracy_axes *const axes = &g->choice.axes[panel][true];
    const size_t step = g->plot->step == SS_SCENE_LAST ? 0 : g->plot->step;
    ss_accuracy_trace *const taken = calloc(n_runs, sizeof *taken);
    ss_accuracy_curve *const curve = &p->curves[panel][p->n];
    char required[200];
    size_t n = 0;
    snprintf(required, sizeof required, "solver,step,%s,%s", axes->cost->name, axes->error->name);
    bool ok = taken != NULL || ss_error_memory(error, "the traces");
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
    }
    for (size_t k = 0; taken != NULL && k < n_runs; ++k)
        ss_accuracy_trace_free(&taken[k]);
    free(taken);
    return ok;
}

/* A panel's curve of what n runs reached, if anybody counted that cost. */
static bool add_reached(gathering *g, picture *p, size_t panel, const ss_grid_row *runs, size_t n,
                        ss_error *error)
{
    ss_accuracy_curve *const curve = &p->curves[panel][p->n];
    const bool ok = ss_accuracy_curve_reached(curve, runs, n, &g->choice.axes[panel][false], error);
    name_curve(g, curve, runs, n);
    if (curve->n == 0)
        ss_accuracy_curve_free(curve);
    p->first = p->first == NULL ? &runs->record->row : p->first;
    p->most_runs = !g->traced && curve->n_runs > p->most_runs ? curve->n_runs : p->most_runs;
    return ok;
}

/* Among traces a run without any on a file's problem, as of another code: a point a tolerance, of
 * all that there are of it. */
static bool add_ladder(gathering *g, picture *p, size_t panel, const ss_grid_row *run,
                       ss_error *error)
{
    ss_grid_row *const ladder = calloc(g->grid.n + 1, sizeof *ladder);
    size_t n = 0;
    for (size_t k = 0; ladder != NULL && k < g->grid.n; ++k)
        if (g->grid.rows[k].contender == run->contender &&
            strcmp(g->grid.rows[k].record->row.problem, run->record->row.problem) == 0 &&
            strcmp(g->grid.rows[k].record->row.stop, run->record->row.stop) == 0)
            ladder[n++] = g->grid.rows[k];
    const bool ok = ladder != NULL ? add_reached(g, p, panel, ladder, n, error)
                                   : ss_error_memory(error, "a curve");
    free(ladder);
    return ok;
}

/* The curves of a contender, one a panel, if there is any; it is named where there is none. */
static bool add_contender(gathering *g, picture *p, const ss_grid_row *runs, size_t n,
                          ss_error *error)
{
    const ss_summary_row *const run = &runs->record->row;
    const bool untraced = g->traced && ss_frozen_path(run->problem) != NULL;
    size_t n_curves = 0; /* one whose errors are 0 has no point, but is told of */
    bool ok = true;
    for (size_t k = 0; ok && k < g->choice.n_panels; ++k) {
        const ss_accuracy_curve *const curve = &p->curves[k][p->n];
        ok = (g->traced ? add_traces : add_reached)(g, p, k, runs, n, error);
        if (ok && curve->n_runs == 0 && untraced && g->choice.panel[k]->price < SS_PRICE_COUNT) {
            ok = add_ladder(g, p, k, runs, error);
            p->ladders = p->ladders || curve->n > 0;
        }
        n_curves += curve->n_runs > 0;
    }
    if (n_curves > 0)
        p->without_sweeps = p->without_sweeps || run->outer[0] == '\0';
    else
        snprintf(p->left_out + strlen(p->left_out), sizeof p->left_out - strlen(p->left_out),
                 ", %.80s", g->grid.contenders[runs->contender].label);
    p->n += n_curves > 0;
    return ok;
}

/* "accuracy-balls-4-step1000-time-2": the number, where the problem has several, among its figures,
 * which follow each other. */
static void name_figure(char name[SS_LABEL_FILE], gathering *g, const picture *p)
{
    const bool frozen = ss_frozen_path(p->first->problem) != NULL;
    const char *const problem = frozen && !g->traced ? "field" : p->first->problem;
    const bool again = g->problem != NULL && strcmp(g->problem, problem) == 0;
    const bool sweeps = strcmp(g->choice.cost->word, "sweeps") == 0;
    const char *const estimator = g->choice.axes[0][true].error->name;
    const bool e1 = strcmp(estimator, "e1") == 0;
    char step[32] = "", number[32] = "";
    g->problem = problem;
    g->n_of_problem = again ? g->n_of_problem + 1 : 1;
    if (p->step > 0 && !frozen)
        snprintf(step, sizeof step, "-step%zu", p->step);
    if (again)
        snprintf(number, sizeof number, "-%zu", g->n_of_problem);
    ss_label_file(name, "accuracy-%s%s%s%s%s%s%s", problem, step, e1 ? "" : "-",
                  e1 ? "" : estimator, sweeps ? "" : "-", sweeps ? "" : g->choice.cost->word,
                  number);
}

/* Draw the curves, and a line at the tolerance where traces were stopped by what is drawn. */
static bool draw_picture(gathering *g, const picture *p, const char *title, const char *note,
                         ss_error *error)
{
    char name[SS_LABEL_FILE], y_name[160];
    const bool sweeps = g->choice.cost->price == SS_PRICE_COUNT && g->choice.n_panels == 1;
    const bool stops_by_it = strcmp(p->first->stop, g->choice.estimator->name) == 0;
    const char *const unit = g->choice.estimator->unit;
    name_figure(name, g, p);
    snprintf(y_name, sizeof y_name, "%s (%s)", g->choice.title,
             strcmp(unit, "-") == 0 ? "no unit" : unit);
    const ss_figure figure = ss_plot_figure(g->plot, name, title, note);
    ss_accuracy_picture drawn[SS_ACCURACY_PANELS];
    for (size_t k = 0; k < g->choice.n_panels; ++k)
        drawn[k] = (ss_accuracy_picture){
            .curves = p->curves[k],
            .n_curves = p->n,
            .x_name = sweeps && p->without_sweeps ? "sweeps, or iterations without sweeps"
                                                  : g->choice.panel[k]->name,
            .y_name = y_name,
            .tolerance = g->traced && stops_by_it ? p->first->tol : NAN};
    if (!(g->choice.n_panels > 1 ? ss_accuracy_draw_pair(&figure, drawn, error)
                                 : ss_accuracy_draw(&figure, drawn, error)))
        return false;
    ss_plot_drawn(g->plot, &figure);
    return true;
}

static void add_words(char *note, size_t size, const char *words, const char *more)
{
    const size_t used = strlen(note);
    snprintf(note + used, size - used, "%s%s%s", used > 0 ? "; " : "", words, more);
}

/* A figure of traces: on which problem and at which step; in its second line the parameters, the
 * tolerance where it is another estimator's, and the band. */
static bool draw_traces(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[1000], problem[300], parameters[300], step[48] = "", words[80];
    ss_plot_describe(problem, parameters, sizeof problem, p->first);
    if (p->most_runs > 1)
        snprintf(problem, sizeof problem, "%.200s, %zu instances", p->first->problem, p->most_runs);
    if (p->step > 0 && ss_frozen_path(p->first->problem) == NULL)
        snprintf(step, sizeof step, ", time step %zu", p->step);
    snprintf(title, sizeof title, "%s against %s on %s%s", g->choice.title, g->choice.cost->title,
             problem, step);
    snprintf(note, sizeof note, "%s", parameters);
    snprintf(words, sizeof words, "%.20s <= %.3g", p->first->stop, p->first->tol);
    if (strcmp(p->first->stop, g->choice.estimator->name) != 0)
        add_words(note, sizeof note, "stopped at ", words);
    snprintf(words, sizeof words, "%s of %zu instances", p->most_runs < 4 ? "range" : "quartiles",
             p->most_runs);
    if (p->most_runs > 1)
        add_words(note, sizeof note,
                  "median cost of first reaching an error; bands (the best two of many): ", words);
    if (p->ladders)
        add_words(note, sizeof note, "not traced: one point per tolerance, whole runs", "");
    if (p->left_out[0] != '\0')
        add_words(note, sizeof note, "not traced, left out: ", p->left_out + 2);
    return draw_picture(g, p, title, note, error);
}

/* A figure of what runs reached: medians over a field of frozen problems, or over instances. */
static bool draw_reached(gathering *g, const picture *p, ss_error *error)
{
    char title[400], note[1000], problem[300], parameters[300];
    const bool field = ss_frozen_path(p->first->problem) != NULL;
    snprintf(title, sizeof title, "%s reached against %s, %.200s", g->choice.title,
             g->choice.cost->title, field ? "frozen problems" : p->first->problem);
    ss_plot_describe(problem, parameters, sizeof problem, p->first);
    snprintf(note, sizeof note,
             "%s%smedians over %zu %s%s, one point per tolerance of %.20s; unsolved runs count as "
             "they ended",
             field ? "" : parameters, field || parameters[0] == '\0' ? "" : "; ", p->most_runs,
             field ? "problem" : "instance", ss_name_plural(p->most_runs), p->first->stop);
    if (p->left_out[0] != '\0')
        add_words(note, sizeof note, "without that cost: ", p->left_out + 2);
    return draw_picture(g, p, title, note, error);
}

/* The cost at which a curve first comes to that error. */
static double cost_at(const ss_accuracy_curve *curve, double error)
{
    for (size_t k = 0; k < curve->n; ++k)
        if (curve->y[k] <= error)
            return curve->x[k];
    return INFINITY;
}

/* Put the curves in the order of their cost, in the first panel, at the smallest error that all
 * come to: the order of the key. */
static void order_by_cost(picture *p, size_t n_panels)
{
    double common = 0.0; /* the largest of their smallest errors */
    for (size_t i = 0; i < p->n; ++i) {
        double least = INFINITY;
        for (size_t k = 0; k < p->curves[0][i].n; ++k)
            least = fmin(least, p->curves[0][i].y[k]);
        common = isfinite(least) ? fmax(common, least) : common;
    }
    for (size_t i = 1; i < p->n; ++i)
        for (size_t at = i;
             at > 0 && cost_at(&p->curves[0][at], common) < cost_at(&p->curves[0][at - 1], common);
             --at)
            for (size_t panel = 0; panel < n_panels; ++panel) {
                const ss_accuracy_curve other = p->curves[panel][at];
                p->curves[panel][at] = p->curves[panel][at - 1];
                p->curves[panel][at - 1] = other;
            }
}

/* The figure of a question: a curve a contender; none where there is no curve. */
static bool draw_question(gathering *g, const ss_grid_question *question, ss_error *error)
{
    picture p = {.n = 0};
    bool ok = true;
    for (size_t k = 0; ok && k < g->choice.n_panels; ++k)
        ok = (p.curves[k] = calloc(question->n, sizeof *p.curves[k])) != NULL ||
             ss_error_memory(error, "the curves");
    for (size_t k = 0, end = 0; ok && k < question->n; k = end) {
        end = ss_grid_cell_end(question, k);
        ok = add_contender(g, &p, &question->rows[k], end - k, error);
    }
    order_by_cost(&p, g->choice.n_panels);
    if (ok && p.n > 0 && p.most_runs > 0)
        ok = (g->traced ? draw_traces : draw_reached)(g, &p, error);
    for (size_t panel = 0; panel < g->choice.n_panels; ++panel) {
        for (size_t k = 0; p.curves[panel] != NULL && k < question->n; ++k)
            ss_accuracy_curve_free(&p.curves[panel][k]);
        free(p.curves[panel]);
    }
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
    bool ok =
        ss_accuracy_choose(&g.choice, plot->request, error) && draw_questions(&g, true, error);
    if (ok && plot->n_drawn == 0 && plot->stored && plot->step == SS_SCENE_LAST &&
        g.choice.axes[0][false].error != NULL)
        ok = draw_questions(&g, false, error);
    ok = ok && (plot->n_drawn > 0 || ss_plot_lacks(plot, plot->request->folder, error));
    ss_traces_free(&g.traces);
    ss_grid_free(&g.grid);
    return ok;
}

const ss_figure_kind ss_figure_kind_accuracy = {
    .name = "accuracy",
    .doc = "E1, or --estimator, against sweeps, work, CPU time, or work and time (--over), the "
           "solvers in one figure, with bands over the instances, from convergence.csv or a "
           "campaign's traces",
    .title = "E1",
    .lack = "traced step",
    .record = "run with --trace (campaign: trace: last)",
    .table = "convergence",
    .takes_estimator = true,
    .takes_over = true,
    .draw_all = draw_all,
};
