/* Powers by least squares, and their figure. The fit stands over the medians, not over the runs: a
 * run that was not solved has no cost, and values where one is missing are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "harness/tables/label.h"
#include "harness/tables/trend.h"
#include "harness/tables/question.h"
#include "problems/scenes/catalogue.h"

#include <math.h>
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

/* cost = factor value^p is log cost = log factor + p log value: a line through the logarithms.
 * Values with a failure are left out, for the median of those that were solved would flatter. */
ss_study_growth ss_study_growth_of(const ss_study_curves *curves, const ss_study_curve *curve,
                                   ss_study_measure measure)
{
    ss_study_growth g = {.from = NAN, .to = NAN, .exponent = NAN, .error = NAN, .factor = NAN};
    double *const x = curves->scratch, *const y = x + curve->n_points;
    for (size_t k = 0; k < curve->n_points; ++k) {
        const ss_study_point *const p = &curve->points[k];
        const double cost = p->spread[measure].median;
        if (!ss_study_is_safe(p) || !(p->value > 0.0) || !(cost > 0.0))
            continue;
        g.from = fmin(g.from, p->value);
        g.to = fmax(g.to, p->value);
        x[g.n] = log(p->value);
        y[g.n++] = log(cost);
    }
    if (g.n < LEAST_VALUES)
        return g;
    const ss_line line = ss_line_fit(x, y, g.n);
    g.exponent = line.slope;
    g.error = line.error;
    g.factor = exp(line.start);
    return g;
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

/* ---- the figure ---- */

/* Print the curves of a group and their lines, by panel, then by curve. */
static void print_group(const ss_figure_drawing *d, const ss_study_curves *curves, size_t group)
{
    static const char *const arrays[] = {"line", "factor", "power"};
    size_t n = 0, at = 0;
    fputs("# A block a curve: value, then median, least and largest of each measure\n", d->dat);
    for (const ss_study_curve *c = curves->curves; c < curves->curves + curves->n_curves; ++c) {
        for (size_t i = 0; c->group == group && i < c->n_points; ++i) {
            double numbers[1 + 3 * SS_STUDY_N_GROWN] = {c->points[i].value};
            for (size_t m = 0; m < SS_STUDY_N_GROWN; ++m) {
                const ss_spread *const s = &c->points[i].spread[ss_study_grown_measures[m].measure];
                memcpy(&numbers[1 + 3 * m], (double[]){s->median, s->least, s->largest},
                       3 * sizeof *numbers);
            }
            ss_data_row(d->dat, numbers, sizeof numbers / sizeof *numbers);
        }
        if (c->group == group)
            ss_data_end(d->dat);
        n += c->group == group;
    }
    fprintf(d->gp, "n_curves = %zu\nn_panels = %d\n", n, (int)SS_STUDY_N_GROWN);
    ss_data_array(d->gp, "axis", SS_STUDY_N_GROWN);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        ss_data_array(d->gp, arrays[k], SS_STUDY_N_GROWN * n);
    ss_data_text(d->gp, "parameter", curves->parameter);
    for (size_t m = 0; m < SS_STUDY_N_GROWN; ++m) {
        ss_data_text_at(d->gp, "axis", m, ss_study_grown_measures[m].axis);
        for (size_t k = 0; k < curves->n_curves; ++k) {
            const ss_study_curve *const c = &curves->curves[k];
            char text[240];
            if (c->group != group)
                continue;
            const ss_study_growth g =
                ss_study_growth_of(curves, c, ss_study_grown_measures[m].measure);
            ss_study_growth_name(c, text, 200);
            if (!isnan(g.exponent))
                snprintf(text + strlen(text), 40, ": %.2f ± %.2f", g.exponent, g.error);
            ss_data_text_at(d->gp, "line", at, text);
            ss_data_number_at(d->gp, "factor", at, g.factor);
            ss_data_number_at(d->gp, "power", at++, g.exponent);
        }
    }
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
                 ss_study_partial_mark(curves));
        const ss_figure figure = {
            .folder = folder, .name = name, .title = title, .scripts = scripts};
        ss_figure_drawing d;
        if (!ss_figure_begin(&d, &figure, "powers.gp", error))
            return false;
        print_group(&d, curves, first);
        if (!ss_figure_end(&d, true, error))
            return false;
    }
    return true;
}
