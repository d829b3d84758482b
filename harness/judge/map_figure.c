/* A cell reaches halfway to its neighbours, in the logarithm on a logarithmic axis, and at an end
 * as far as on its other side. So cells of uneven grids touch and none is empty.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/figure.h"

#include <math.h>

enum { MOST_PANELS = 40, COLUMNS = 3 };

/* A grid of few values, each as wide as the way to the next: a linear axis crowds sooner. */
#define WIDE 5.0

typedef struct drawing {
    const ss_study_maps *maps;
    const ss_study_curves *curves;
    size_t first, end;         /* rows of the map */
    size_t panel[MOST_PANELS]; /* first row of each */
    size_t n_panels;
    ss_axis x, y, cost; /* of the values, then with their cells */
} drawing;

static double middle(bool log, double a, double b)
{
    return log ? sqrt(a * b) : 0.5 * (a + b);
}

/* The border of a cell at `value` towards its neighbour; at the end of a row as far as on its other
 * side. */
static double border(bool log, double value, const double *towards, const double *away)
{
    if (towards != NULL)
        return middle(log, value, *towards);
    if (away == NULL)
        return value;
    const double other = middle(log, value, *away);
    return log ? value * value / other : 2.0 * value - other;
}

/* The lower and upper border of row k's cells, within its panel. */
static void find_height(const drawing *d, size_t k, double *low, double *high)
{
    const ss_study_map_row *const row = &d->maps->rows[k];
    const bool below = k > d->first && row[-1].panel == row->panel;
    const bool above = k + 1 < d->end && row[1].panel == row->panel;
    const double *const under = below ? &row[-1].value : NULL;
    const double *const over = above ? &row[1].value : NULL;
    *low = border(d->y.log, row->value, under, over);
    *high = border(d->y.log, row->value, over, under);
}

static void find_width(const drawing *d, const ss_study_curve *curve, size_t p, double *low,
                       double *high)
{
    const ss_study_point *const point = &curve->points[p];
    const double *const left = p > 0 ? &point[-1].value : NULL;
    const double *const right = p + 1 < curve->n_points ? &point[1].value : NULL;
    *low = border(d->x.log, point->value, left, right);
    *high = border(d->x.log, point->value, right, left);
}

static void scale(drawing *d)
{
    d->x = d->y = d->cost = SS_AXIS_EMPTY;
    for (size_t k = d->first; k < d->end; ++k) {
        const ss_study_curve *const curve = d->maps->rows[k].curve;
        ss_axis_include(&d->y, d->maps->rows[k].value);
        for (size_t p = 0; p < curve->n_points; ++p) {
            ss_axis_include(&d->x, curve->points[p].value);
            ss_axis_include(&d->cost, ss_study_cost(&curve->points[p]));
        }
    }
    ss_axis_judge(&d->x, WIDE);
    ss_axis_judge(&d->y, WIDE);
    ss_axis_judge(&d->cost, WIDE);
    if (!(d->cost.high > d->cost.low)) { /* all alike, or none: any scale of colours shows it */
        d->cost.log = false;
        d->cost.low = isfinite(d->cost.low) ? d->cost.low : 0.0;
        d->cost.high = d->cost.low + 1.0;
    }
    for (size_t k = d->first; k < d->end; ++k) {
        const ss_study_curve *const curve = d->maps->rows[k].curve;
        double low = 0.0, high = 0.0;
        find_height(d, k, &low, &high);
        ss_axis_include(&d->y, low);
        ss_axis_include(&d->y, high);
        for (size_t p = 0; p < curve->n_points; ++p) {
            find_width(d, curve, p, &low, &high);
            ss_axis_include(&d->x, low);
            ss_axis_include(&d->x, high);
        }
    }
}

static void print_data(FILE *out, const drawing *d)
{
    fprintf(out,
            "# Two blocks per panel: cells (%s %s, their borders, cost, instances not solved, of "
            "these loose ones), then "
            "(best %s, %s, bound)\n",
            d->curves->parameter, d->maps->other, d->curves->parameter, d->maps->other);
    for (size_t i = 0; i < d->n_panels; ++i) {
        const ss_study_map_row *const rows = d->maps->rows;
        const size_t first = d->panel[i], end = ss_study_panel_end(d->maps, first);
        fprintf(out, "# %s\n", rows[first].curve->label);
        for (size_t k = first; k < end; ++k) {
            double x_low = 0.0, x_high = 0.0, y_low = 0.0, y_high = 0.0;
            find_height(d, k, &y_low, &y_high);
            for (size_t p = 0; p < rows[k].curve->n_points; ++p) {
                const ss_study_point *const point = &rows[k].curve->points[p];
                find_width(d, rows[k].curve, p, &x_low, &x_high);
                ss_data_row_of(out, point->value, rows[k].value, x_low, x_high, y_low, y_high,
                               ss_study_cost(point), (double)point->n_failures,
                               (double)point->n_loose);
            }
        }
        ss_data_end(out);
        for (size_t k = first; k < end; ++k)
            ss_data_row_of(out, rows[k].curve->range.best, rows[k].value,
                           rows[k].curve->range.bound);
        ss_data_end(out);
    }
}

/* The values of the other parameter as tics, unless they are many. */
static void print_tics(FILE *out, const drawing *d)
{
    enum { MOST_TICS = 8 };
    const size_t end = ss_study_panel_end(d->maps, d->first), n = end - d->first;
    fputs("y_tics = '", out);
    for (size_t k = d->first; n <= MOST_TICS && k < end; ++k)
        fprintf(out, "%s%.6g", k > d->first ? ", " : "", d->maps->rows[k].value);
    fputs("'\n", out);
}

static void print_settings(FILE *out, const drawing *d)
{
    enum { PANEL = 250, BESIDE = 110, ABOVE = 75, BELOW = 60 };
    const size_t columns = d->n_panels < COLUMNS ? d->n_panels : COLUMNS;
    const size_t rows = (d->n_panels + columns - 1) / columns;
    ss_data_text(out, "parameter", d->curves->parameter);
    ss_data_text(out, "other", d->maps->other);
    ss_axis_print(out, "x", &d->x);
    ss_axis_print(out, "y", &d->y);
    ss_axis_print(out, "cost", &d->cost);
    print_tics(out, d);
    fprintf(out, "n_panels = %zu\npanel_columns = %zu\npanel_rows = %zu\n", d->n_panels, columns,
            rows);
    ss_data_array(out, "solver", d->n_panels);
    for (size_t k = 0; k < d->n_panels; ++k) {
        char name[SS_LABEL_FILE];
        ss_study_panel_name(d->maps, d->panel[k], name, sizeof name);
        ss_data_text_at(out, "solver", k, name);
    }
    fprintf(out, "has_best = %d\n", d->curves->of_solver);
    fprintf(out, "natural_width = %zu\nnatural_height = %zu\n", PANEL * columns + BESIDE,
            ABOVE + (size_t)BELOW + PANEL * rows);
}

bool ss_study_maps_draw(const ss_study_maps *maps, const ss_study_curves *curves,
                        const char *folder, const char *scripts, ss_error *error)
{
    char note[160];
    snprintf(note, sizeof note,
             "cross: an instance was not solved; circle: its test was met, but E1 is above %g; "
             "grey: none was solved",
             curves->e1_limit);
    for (size_t first = 0; first < maps->n; first = ss_study_map_end(maps, first)) {
        drawing d = {.maps = maps, .curves = curves, .first = first};
        char name[SS_LABEL_FILE], title[300], question[160];
        d.end = ss_study_map_end(maps, first);
        for (size_t k = first; k < d.end && d.n_panels < MOST_PANELS;
             k = ss_study_panel_end(maps, k))
            d.panel[d.n_panels++] = k;
        ss_study_map_name(maps, curves, first, name);
        ss_study_question_words(curves, maps->rows[first].curve, SS_STUDY_TITLE, maps->other,
                                question, sizeof question);
        snprintf(title, sizeof title, "Work over %s and %s: %s%s", curves->parameter, maps->other,
                 question, curves->mark);
        scale(&d);
        const ss_figure figure = {
            .folder = folder, .name = name, .title = title, .note = note, .scripts = scripts};
        ss_figure_drawing out;
        if (!ss_figure_begin(&out, &figure, "map.gp", error))
            return false;
        print_data(out.dat, &d);
        print_settings(out.gp, &d);
        if (!ss_figure_end(&out, true, error))
            return false;
    }
    return true;
}
