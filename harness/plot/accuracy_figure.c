/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/accuracy_figure.h"

#include "harness/figures/curve.h"
#include "harness/figures/labels.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 2000, FIRST_POINTS = 200, MARKS = 7, FEW_POINTS = 12 };

/* The canvas as accuracy.gp lays it out, in house points. */
static const double natural[2] = {720.0, 480.0};
enum { TEXT_HEIGHT = 150, BESIDE = 90, ABOVE_AND_BELOW = 122 };

/* From this ratio of the costs of two curves' ends on, their axis is logarithmic. */
static const double APART = 25.0;

/* A figure being made. */
typedef struct drawing {
    const ss_plot_accuracy_content *content;
    double sheet[2], plot[2]; /* width and height, house points */
    double x[2], y[2];        /* ranges of the axes */
    bool x_log;
    ss_figure_label *labels; /* a curve each */
    double (*crowd)[2];
    size_t n_crowd, crowd_room;
    bool named; /* at the ends */
} drawing;

static void include(double range[2], double value, double above)
{
    if (isfinite(value) && value > above) {
        range[0] = fmin(range[0], value);
        range[1] = fmax(range[1], value);
    }
}

/* The last point of a curve that is drawn; false where there is none. */
static bool find_end(const ss_plot_curve *curve, size_t *end)
{
    for (size_t k = curve->n; k > 0; --k)
        if (ss_figure_curve_draws(curve->y[k - 1])) {
            *end = k - 1;
            return true;
        }
    return false;
}

/* A place on the axis of costs: 0 at its beginning, 1 at its end. */
static double along(const drawing *d, double x)
{
    return d->x_log ? log(x / d->x[0]) / log(d->x[1] / d->x[0])
                    : (x - d->x[0]) / (d->x[1] - d->x[0]);
}

static double up(const drawing *d, double y)
{
    return log(y / d->y[0]) / log(d->y[1] / d->y[0]);
}

static void find_ranges(drawing *d)
{
    const ss_plot_accuracy_content *const c = d->content;
    double ends[2] = {INFINITY, 0.0};
    d->x[0] = d->y[0] = INFINITY;
    d->x[1] = d->y[1] = 0.0;
    for (size_t i = 0; i < c->n_curves; ++i) {
        const ss_plot_curve *const curve = &c->curves[i];
        size_t end;
        for (size_t k = 0; k < curve->n; ++k) {
            include(d->y, curve->y[k], SS_FIGURE_CURVE_SMALLEST);
            include(d->x, curve->x[k], 0.0);
        }
        for (size_t k = 0; k < curve->n_band; ++k)
            include(d->x, curve->band_x[k], 0.0);
        if (find_end(curve, &end))
            include(ends, curve->x[end], 0.0);
        if (curve->n <= FEW_POINTS && curve->n > 0)
            include(ends, curve->x[0], 0.0);
    }
    include(d->y, c->tolerance, SS_FIGURE_CURVE_SMALLEST);
    if (!(d->x[1] > 0.0))
        d->x[0] = d->x[1] = 1.0;
    if (!(d->y[1] > 0.0)) { /* nothing is drawn */
        d->y[0] = 1e-16;
        d->y[1] = 1.0;
    }
    d->x_log = ends[1] > APART * ends[0] && d->x[1] > 2.0 * d->x[0];
    if (!d->x_log)
        d->x[0] = 0.0;
    else if (c->curves[0].n <= FEW_POINTS)
        d->x[0] /= 1.3; /* a first point is not on the frame */
    d->y[0] = pow(10.0, floor(log10(d->y[0]) - 0.05));
    d->y[1] = pow(10.0, ceil(log10(d->y[1]) - 1e-9));
}

/* The beginning of the axis of errors that leaves room for names below the lowest end. */
static double lowest_for_names(const drawing *d)
{
    const double room = 2.7 * SS_LABEL_LINE / d->plot[1];
    double lowest = d->y[1];
    for (size_t i = 0; i < d->content->n_curves; ++i) {
        size_t end;
        if (find_end(&d->content->curves[i], &end))
            lowest = fmin(lowest, d->content->curves[i].y[end]);
    }
    return exp((log(lowest) - room * log(d->y[1])) / (1.0 - room));
}

/* Lengthen the axis of costs until every name has room at the right of its curve, but leave the
 * curves at least half of it. */
static void make_room(drawing *d)
{
    const ss_plot_accuracy_content *const c = d->content;
    double most = 1.02;
    for (size_t i = 0; i < c->n_curves; ++i) {
        size_t end;
        const double left = 1.0 - ss_figure_label_width(c->curves[i].name) / d->plot[0];
        if (find_end(&c->curves[i], &end) && left > 0.1)
            most = fmax(most, along(d, c->curves[i].x[end]) / left);
    }
    most = fmin(most, 2.0);
    d->y[0] = fmin(d->y[0], lowest_for_names(d));
    if (d->x_log)
        d->x[1] = d->x[0] * pow(d->x[1] / d->x[0], most);
    else
        d->x[1] *= most;
}

/* Add samples of the line from a to b, three points apart at most. */
static void add_line(drawing *d, const double a[2], const double b[2])
{
    const size_t n = (size_t)(hypot(b[0] - a[0], b[1] - a[1]) / 3.0) + 1;
    for (size_t k = 0; k < n && d->n_crowd < d->crowd_room; ++k, ++d->n_crowd)
        for (size_t axis = 0; axis < 2; ++axis)
            d->crowd[d->n_crowd][axis] =
                a[axis] + (b[axis] - a[axis]) * (double)(k + 1) / (double)n;
}

static void add_curve(drawing *d, const ss_plot_curve *curve)
{
    double before[2] = {NAN, NAN};
    for (size_t k = 0; k < curve->n; ++k) {
        double now[2] = {NAN, NAN};
        if (ss_figure_curve_draws(curve->y[k]) && (curve->x[k] > 0.0 || !d->x_log)) {
            now[0] = d->plot[0] * along(d, curve->x[k]);
            now[1] = d->plot[1] * up(d, curve->y[k]);
            const bool near = hypot(now[0] - before[0], now[1] - before[1]) < 3.0;
            if (near && k + 1 < curve->n)
                continue; /* the line goes on from `before` */
            add_line(d, isnan(before[0]) ? now : before, now);
        }
        before[0] = now[0];
        before[1] = now[1];
    }
}

/* Find places for the names; where there are none, the figure has a key. */
static bool name_curves(drawing *d, ss_error *error)
{
    enum { ROOM = 200000 };
    const ss_plot_accuracy_content *const c = d->content;
    size_t n = 0;
    const double before = d->x[1], bottom = d->y[0];
    d->labels = calloc(c->n_curves, sizeof *d->labels);
    d->crowd = calloc(ROOM, sizeof *d->crowd);
    d->crowd_room = ROOM;
    if (d->labels == NULL || d->crowd == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the figure");
    make_room(d);
    for (size_t i = 0; i < c->n_curves; ++i) {
        const ss_plot_curve *const curve = &c->curves[i];
        size_t end;
        add_curve(d, curve);
        if (find_end(curve, &end))
            d->labels[n++] = (ss_figure_label){.text = curve->name,
                                               .x = d->plot[0] * along(d, curve->x[end]),
                                               .y = d->plot[1] * up(d, curve->y[end])};
    }
    const double level[2] = {0.0, d->plot[1] * up(d, c->tolerance)};
    if (!isnan(c->tolerance))
        add_line(d, level, (const double[]){d->plot[0], level[1]});
    const ss_figure_crowd crowd = {d->plot[0], d->plot[1], (const double(*)[2])d->crowd,
                                   d->n_crowd};
    d->named = n == c->n_curves && ss_figure_labels_place(d->labels, n, &crowd);
    if (!d->named) {
        d->x[1] = d->x_log ? before : 1.02 * before;
        d->y[0] = bottom;
    }
    return true;
}

/* ---- NAME.dat ---- */

static void print_point(FILE *out, double x, double y)
{
    ss_figure_print_number(out, x);
    ss_figure_print_number(out, ss_figure_curve_draws(y) ? y : NAN);
    fputc('\n', out);
}

/* Markers: points that stand alone, and some evenly along the axis, out of step with the other
 * curves'. */
static void print_marks(FILE *out, const drawing *d, size_t i)
{
    const ss_plot_curve *const curve = &d->content->curves[i];
    double next = ((double)i + 0.5) / (double)d->content->n_curves / MARKS;
    size_t end = 0, n = 0;
    find_end(curve, &end);
    for (size_t k = 0; k < curve->n; ++k) {
        const bool reached = curve->n <= FEW_POINTS || along(d, curve->x[k]) >= next;
        if (!ss_figure_curve_draws(curve->y[k]) ||
            !(reached || k == end || ss_figure_curve_is_lone(curve->y, curve->n, k)))
            continue;
        print_point(out, curve->x[k], curve->y[k]);
        ++n;
        while (along(d, curve->x[k]) >= next)
            next += 1.0 / MARKS;
    }
    if (n == 0)
        fputs(" NaN NaN\n", out);
}

static bool print_data(FILE *out, const void *context, ss_error *error)
{
    (void)error;
    const drawing *const d = context;
    fprintf(out, "# Three blocks a curve: %s and %s, the outline of its band, its markers\n",
            d->content->x_name, d->content->y_name);
    for (size_t i = 0; i < d->content->n_curves; ++i) {
        const ss_plot_curve *const c = &d->content->curves[i];
        fprintf(out, "# %s, of %zu run%s, %zu points\n", c->name, c->n_runs,
                c->n_runs == 1 ? "" : "s", c->n);
        for (size_t k = 0; k < c->n; ++k)
            if (k < FIRST_POINTS || ss_figure_curve_keeps(k, c->n, MOST_POINTS) ||
                ss_figure_curve_is_lone(c->y, c->n, k))
                print_point(out, c->x[k], c->y[k]);
        fputs(c->n == 0 ? " NaN NaN\n\n\n# band\n" : "\n\n# band\n", out);
        for (size_t k = 0; k < c->n_band; ++k)
            print_point(out, c->band_x[k], c->band_y[k]);
        fputs(c->n_band == 0 ? " NaN NaN\n\n\n# markers\n" : "\n\n# markers\n", out);
        print_marks(out, d, i);
        fputs("\n\n", out);
    }
    return true;
}

/* ---- NAME.gp ---- */

static void print_element(FILE *out, const char *array, size_t i, double value)
{
    fprintf(out, "%s[%zu] =", array, i + 1);
    ss_figure_print_number(out, value);
    fputc('\n', out);
}

static void print_settings(FILE *out, const void *context)
{
    const drawing *const d = context;
    const ss_plot_accuracy_content *const c = d->content;
    fprintf(out, "n_curves = %zu\narray curve[%zu]\n", c->n_curves, c->n_curves);
    fprintf(out, "array end_x[%zu]\narray end_y[%zu]\narray shift[%zu]\n", c->n_curves, c->n_curves,
            c->n_curves);
    for (size_t i = 0; i < c->n_curves; ++i) {
        char name[32];
        size_t end = 0;
        const bool ends = find_end(&c->curves[i], &end);
        snprintf(name, sizeof name, "curve[%zu]", i + 1);
        ss_figure_print_text(out, name, c->curves[i].name);
        print_element(out, "end_x", i, ends ? c->curves[i].x[end] : NAN);
        print_element(out, "end_y", i, ends ? c->curves[i].y[end] : NAN);
        print_element(out, "shift", i, d->named ? d->labels[i].shift : 0.0);
    }
    fprintf(out, "named_width = %.6g # names at the ends fit a sheet of that width; 0: none\n",
            d->named ? d->sheet[0] : 0.0);
    fprintf(out, "x_low = %.9g\nx_high = %.9g\nx_log = %d\ny_low = %.9g\ny_high = %.9g\n", d->x[0],
            d->x[1], d->x_log, d->y[0], d->y[1]);
    fputs("tolerance =", out);
    ss_figure_print_number(out, c->tolerance);
    fputc('\n', out);
    ss_figure_print_text(out, "x_name", c->x_name);
    ss_figure_print_text(out, "y_name", c->y_name);
}

bool ss_plot_accuracy_draw(const ss_figure *figure, const ss_plot_accuracy_content *content,
                           ss_error *error)
{
    drawing d = {.content = content};
    const ss_figure_content drawn = {.script = "accuracy.gp",
                                     .print_data = print_data,
                                     .print_settings = print_settings,
                                     .context = &d};
    ss_figure_layout_sheet(ss_figure_layout_of(figure), natural, TEXT_HEIGHT, d.sheet);
    d.plot[0] = d.sheet[0] - BESIDE;
    d.plot[1] = d.sheet[1] - ABOVE_AND_BELOW;
    find_ranges(&d);
    const bool ok = name_curves(&d, error) && ss_figure_draw(figure, &drawn, error);
    free(d.labels);
    free(d.crowd);
    return ok;
}
