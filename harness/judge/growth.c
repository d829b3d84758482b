/* Powers by least squares, and their figure. The fit stands over the medians, not over the runs: a
 * run that was not solved has no cost, and values where one is missing are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "harness/tables/label.h"
#include "harness/tables/trend.h"
#include "harness/tables/question.h"
#include "problems/scenes/catalogue.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_VALUES = 3 }; /* two points lie on any line, with no scatter to tell an error from */

const ss_study_grown ss_study_grown_measures[SS_STUDY_N_GROWN] = {
    {SS_STUDY_SWEEPS_TOTAL, "sweeps", "sweeps"},
    {SS_STUDY_UNITS, "work_units", "work units"},
    {SS_STUDY_CPU, "cpu_s", "CPU time (s)"},
};

/* Only a count makes a problem larger; max-sweeps is one, but of the solver's patience. */
bool ss_study_grows(const ss_study_curves *curves)
{
    for (size_t k = 0; !curves->of_solver && k < curves->n_curves; ++k) {
        const ss_catalogue_entry *const entry =
            ss_catalogue_find(curves->curves[k].run->record.row.problem, NULL);
        const ss_option *const row =
            entry != NULL ? ss_options_find(&entry->params, curves->parameter) : NULL;
        if (row != NULL && row->kind == SS_OPTION_COUNT &&
            strcmp(curves->parameter, "max-sweeps") != 0)
            return true;
    }
    return false;
}

/* The points that are fitted, x and y from the medians over instances that are drawn. */
typedef struct fitting {
    const ss_study_curve *curve;
    ss_study_measure measure;
    double *x, *y, *values; /* room for the points, and for the instances of one */
    size_t *instances;      /* of each point */
    size_t n;
} fitting;

/* Values with a failure are left out, for the median of those that were solved would flatter. */
static bool is_fitted(const ss_study_point *point, ss_study_measure measure)
{
    return point->is_safe && point->value > 0.0 && point->spread[measure].median > 0.0;
}

/* cost = factor value^p is log cost = log factor + p log value: a line through the logarithms. Each
 * value's instances are drawn among themselves: a pack of one size has no fellow among the others.
 */
static double fit(const size_t *drawn, size_t n, void *context)
{
    fitting *const f = context;
    (void)n; /* the instances of all values */
    f->n = 0;
    for (const ss_study_point *p = f->curve->points; p < f->curve->points + f->curve->n_points;
         ++p) {
        if (!is_fitted(p, f->measure))
            continue;
        for (size_t k = 0; k < p->n_instances; ++k) {
            const ss_study_run *const run = &p->runs[*drawn++];
            f->values[k] = run->standing == SS_STANDING_COUNTS ? run->measure[f->measure] : NAN;
        }
        f->x[f->n] = log(p->value);
        f->y[f->n++] = log(ss_spread_of(f->values, p->n_instances).median);
    }
    return ss_line_fit(f->x, f->y, f->n).slope;
}

static bool fit_measure(ss_study_growth *g, fitting *f, ss_error *error)
{
    *g = (ss_study_growth){.from = NAN,
                           .to = NAN,
                           .exponent = NAN,
                           .error = NAN,
                           .factor = NAN,
                           .interval = {NAN, NAN}};
    for (const ss_study_point *p = f->curve->points; p < f->curve->points + f->curve->n_points;
         ++p) {
        if (!is_fitted(p, f->measure))
            continue;
        g->from = fmin(g->from, p->value);
        g->to = fmax(g->to, p->value);
        g->least = g->n == 0 || p->n_instances < g->least ? p->n_instances : g->least;
        g->most = p->n_instances > g->most ? p->n_instances : g->most;
        f->instances[g->n] = p->n_instances;
        f->x[g->n] = log(p->value);
        f->y[g->n++] = log(p->spread[f->measure].median);
    }
    if (g->n < LEAST_VALUES)
        return true;
    const ss_line line = ss_line_fit(f->x, f->y, g->n);
    g->exponent = line.slope;
    g->error = line.error;
    g->factor = exp(line.start);
    return ss_bootstrap(&g->interval, f->instances, g->n, fit, f, error);
}

bool ss_study_growth_fit(const ss_study_curves *curves, ss_study_curve *curve, ss_error *error)
{
    double *const room = curves->scratch;
    size_t *const instances = calloc(curve->n_points, sizeof *instances);
    bool ok = instances != NULL || ss_error_memory(error, "a growth");
    for (size_t m = 0; ok && m < SS_STUDY_N_GROWN; ++m) {
        fitting f = {.curve = curve,
                     .measure = ss_study_grown_measures[m].measure,
                     .x = room,
                     .y = room + curves->n_runs,
                     .values = room + 2 * curves->n_runs,
                     .instances = instances};
        ok = fit_measure(&curve->growth[m], &f, error);
    }
    free(instances);
    return ok;
}

double ss_study_local_power(const ss_study_curve *curve, size_t point, ss_study_measure measure)
{
    const ss_study_point *const p = &curve->points[point];
    return point > 0 && is_fitted(p, measure) && is_fitted(p - 1, measure)
               ? log(p->spread[measure].median / p[-1].spread[measure].median) /
                     log(p->value / p[-1].value)
               : NAN;
}

void ss_study_growth_title(const ss_study_curves *curves, const ss_study_curve *curve, char *text,
                           size_t size)
{
    const ss_summary_row *const row = &curve->run->record.row;
    ss_label_keys keys = {.parameters = "steps,tol"};
    for (size_t k = 0; k < curves->n_curves; ++k)
        ss_label_note(&keys, row, &curves->curves[k].run->record.row);
    keys.instance = keys.outer = false;
    ss_label_question(text, size, row, &keys, ", ");
}

void ss_study_growth_name(const ss_study_curve *curve, char *text, size_t size)
{
    char *const label = ss_label_contender(curve->label, curve->run->record.row.outer);
    snprintf(text, size, "%s", label != NULL ? label : curve->label);
    free(label);
}

const char *ss_study_growth_packs(const ss_study_curves *curves, size_t group)
{
    size_t least = SIZE_MAX, most = 0;
    for (const ss_study_curve *c = curves->curves; c < curves->curves + curves->n_curves; ++c)
        if (c->group == group && c->growth[0].n > 0) {
            least = GSL_MIN(least, c->growth[0].least);
            most = GSL_MAX(most, c->growth[0].most);
        }
    return most <= 1    ? "one instance a value: no interval, and ± is the scatter about the line"
           : least <= 1 ? "one instance at some values: intervals are too narrow"
                        : "in brackets: 95 % by bootstrap over the instances of each value";
}

/* ---- the figure ---- */

/* "exact: 0.50 ± 0.03, 0.49 (0.44 to 0.53), -; 125 to 8000": the powers of all measures, with
 * intervals where there are several instances a value. */
static void print_line(FILE *gp, size_t at, const ss_study_curve *curve, const char *name)
{
    char text[400];
    const ss_study_growth *const first = &curve->growth[0];
    bool has_power = false;
    for (const ss_study_growth *g = first; g < first + SS_STUDY_N_GROWN; ++g)
        has_power = has_power || !isnan(g->exponent);
    int used = snprintf(text, sizeof text, "%s:", name);
    if (!has_power)
        snprintf(text + used, sizeof text - (size_t)used,
                 " no power, all solved at fewer than %d values", (int)LEAST_VALUES);
    for (const ss_study_growth *g = first; has_power && g < first + SS_STUDY_N_GROWN; ++g) {
        const size_t left = sizeof text - (size_t)used;
        const char *const between = g == first ? " " : ", ";
        used += isnan(g->exponent) ? snprintf(text + used, left, "%s-", between)
                : isnan(g->interval.low)
                    ? snprintf(text + used, left, "%s%.2f ± %.2f", between, g->exponent, g->error)
                    : snprintf(text + used, left, "%s%.2f (%.2f to %.2f)", between, g->exponent,
                               g->interval.low, g->interval.high);
    }
    if (!isnan(first->exponent))
        snprintf(text + used, sizeof text - (size_t)used, "; %g to %g", first->from, first->to);
    ss_data_text_at(gp, "line", at, text);
}

/* The measure by which curves are put in order: work units. */
enum { RANKED_BY = 1 };

/* The largest value that the curve solved, and the work there; -INFINITY and INFINITY: none. */
static double reach_of(const ss_study_curve *c, double *work)
{
    double reach = -INFINITY;
    *work = INFINITY;
    for (size_t i = 0; i < c->n_points; ++i) {
        const double median =
            c->points[i].spread[ss_study_grown_measures[RANKED_BY].measure].median;
        if (isnan(median))
            continue;
        reach = c->points[i].value;
        *work = median;
    }
    return reach;
}

/* Who gets farther comes first, of those at the least work there: the order of the key. */
static int by_reach(const void *left, const void *right)
{
    const ss_study_curve *const a = *(const ss_study_curve *const *)left;
    const ss_study_curve *const b = *(const ss_study_curve *const *)right;
    double work_a, work_b;
    const double reach_a = reach_of(a, &work_a), reach_b = reach_of(b, &work_b);
    if (reach_a != reach_b)
        return reach_a > reach_b ? -1 : 1;
    return work_a != work_b ? (work_a > work_b) - (work_a < work_b) : (a > b) - (a < b);
}

/* A curve's points: value, then median, least and largest of each measure. */
static void print_points(FILE *dat, const ss_study_curve *c)
{
    for (size_t i = 0; i < c->n_points; ++i) {
        double numbers[1 + 3 * SS_STUDY_N_GROWN] = {c->points[i].value};
        for (size_t m = 0; m < SS_STUDY_N_GROWN; ++m) {
            const ss_spread *const s = &c->points[i].spread[ss_study_grown_measures[m].measure];
            memcpy(&numbers[1 + 3 * m], (double[]){s->median, s->least, s->largest},
                   3 * sizeof *numbers);
        }
        ss_data_row(dat, numbers, sizeof numbers / sizeof *numbers);
    }
    ss_data_end(dat);
}

/* The fits of n curves, a measure after the other. */
static void print_fits(FILE *gp, const ss_study_curve *const *order, size_t n)
{
    static const char *const arrays[] = {"factor", "power", "from", "to"};
    ss_data_array(gp, "axis", SS_STUDY_N_GROWN);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        ss_data_array(gp, arrays[k], SS_STUDY_N_GROWN * n);
    for (size_t m = 0; m < SS_STUDY_N_GROWN; ++m) {
        ss_data_text_at(gp, "axis", m, ss_study_grown_measures[m].axis);
        for (size_t k = 0; k < n; ++k) {
            const ss_study_growth *const g = &order[k]->growth[m];
            ss_data_number_at(gp, "factor", m * n + k, g->factor);
            ss_data_number_at(gp, "power", m * n + k, g->exponent);
            ss_data_number_at(gp, "from", m * n + k, g->from);
            ss_data_number_at(gp, "to", m * n + k, g->to);
        }
    }
}

/* How many points each panel has, and why one has none. */
static void print_told(FILE *gp, const ss_study_curves *curves, const ss_study_curve *const *order,
                       size_t n)
{
    ss_data_array(gp, "told", SS_STUDY_N_GROWN);
    ss_data_array(gp, "untold", SS_STUDY_N_GROWN);
    for (size_t m = 0; m < SS_STUDY_N_GROWN; ++m) {
        const ss_study_measure measure = ss_study_grown_measures[m].measure;
        const bool mixed = measure == SS_STUDY_CPU && curves->machines.other != NULL;
        size_t told = 0;
        for (size_t k = 0; k < n; ++k)
            for (size_t i = 0; i < order[k]->n_points; ++i)
                told += order[k]->points[i].spread[measure].median > 0.0;
        ss_data_number_at(gp, "told", m, (double)told);
        ss_data_text_at(gp, "untold", m, mixed ? "of several machines" : "none is known");
    }
}

/* Print the curves of a group, and their powers. */
static bool print_group(const ss_figure_drawing *d, const ss_study_curves *curves, size_t group,
                        ss_error *error)
{
    const ss_study_curve **const order = calloc(curves->n_curves + 1, sizeof *order);
    ss_figure_looks looks = {.n = 0};
    size_t n = 0;
    if (order == NULL)
        return ss_error_memory(error, "a figure");
    for (size_t k = 0; k < curves->n_curves; ++k)
        if (curves->curves[k].group == group)
            order[n++] = &curves->curves[k];
    if (n > 0)
        qsort((void *)order, n, sizeof *order, by_reach);
    double work; /* who solved nothing comes last: it has no point, and no line in the key */
    while (n > 1 && reach_of(order[n - 1], &work) == -INFINITY)
        --n;
    fputs("# One block per curve: value, then median, least and largest of each measure\n", d->dat);
    fprintf(d->gp, "n_curves = %zu\nn_panels = %d\n", n, (int)SS_STUDY_N_GROWN);
    ss_data_array(d->gp, "line", n);
    ss_data_text(d->gp, "parameter", curves->parameter);
    for (size_t k = 0; k < n; ++k) {
        char name[200];
        ss_study_growth_name(order[k], name, sizeof name);
        print_points(d->dat, order[k]);
        print_line(d->gp, k, order[k], name);
        ss_figure_looks_add(&looks, name);
    }
    ss_figure_looks_fade(&looks, SS_LOOKS_COLOURED);
    ss_figure_looks_print(d->gp, &looks);
    print_fits(d->gp, order, n);
    print_told(d->gp, curves, order, n);
    free((void *)order);
    return true;
}

bool ss_study_growth_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                          ss_error *error)
{
    for (size_t first = 0, k = 0; first < curves->n_curves; ++first) {
        char name[32], title[256], group[160];
        if (curves->curves[first].group != first)
            continue;
        ++k;
        snprintf(name, sizeof name, k == 1 ? "growth" : "growth-%zu", k);
        ss_study_growth_title(curves, &curves->curves[first], group, sizeof group);
        snprintf(title, sizeof title, "Growth with %s: %s%s", curves->parameter, group,
                 curves->mark);
        const ss_figure figure = {.folder = folder,
                                  .name = name,
                                  .title = title,
                                  .note = ss_study_growth_packs(curves, first),
                                  .scripts = scripts};
        ss_figure_drawing d;
        if (!ss_figure_begin(&d, &figure, "powers.gp", error))
            return false;
        const bool printed = print_group(&d, curves, first, error);
        if (!ss_figure_end(&d, printed, error))
            return false;
    }
    return true;
}
