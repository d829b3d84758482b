/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/accuracy.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/labels.h"
#include "harness/figures/looks.h"

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
    const ss_accuracy_picture *picture;
    double sheet[2], plot[2]; /* width and height, house points */
    ss_axis x, y;
    ss_figure_label *labels; /* a curve each */
    double (*crowd)[2];
    size_t n_crowd, crowd_room;
    bool named; /* at the ends */
} drawing;

/* The last point of a curve that is drawn; false where there is none. */
static bool find_end(const ss_accuracy_curve *curve, size_t *end)
{
    for (size_t k = curve->n; k > 0; --k)
        if (ss_figure_curve_draws(curve->y[k - 1])) {
            *end = k - 1;
            return true;
        }
    return false;
}

/* Costs above 0, and errors that are drawn. */
static void include_cost(ss_axis *x, double cost)
{
    ss_axis_include(x, cost > 0.0 ? cost : NAN);
}

static void include_error(ss_axis *y, double error)
{
    ss_axis_include(y, ss_figure_curve_draws(error) ? error : NAN);
}

static void find_ranges(drawing *d)
{
    const ss_accuracy_picture *const c = d->picture;
    ss_axis ends = SS_AXIS_EMPTY;
    d->x = d->y = ends;
    for (size_t i = 0; i < c->n_curves; ++i) {
        const ss_accuracy_curve *const curve = &c->curves[i];
        size_t end;
        for (size_t k = 0; k < curve->n; ++k) {
            include_error(&d->y, curve->y[k]);
            include_cost(&d->x, curve->x[k]);
        }
        for (size_t k = 0; k < curve->n_band; ++k)
            include_cost(&d->x, curve->band_x[k]);
        if (find_end(curve, &end))
            include_cost(&ends, curve->x[end]);
        if (curve->n <= FEW_POINTS && curve->n > 0)
            include_cost(&ends, curve->x[0]);
    }
    include_error(&d->y, c->tolerance);
    if (d->y.low > d->y.high) /* nothing is drawn */
        d->y = (ss_axis){.low = 1e-16, .high = 1.0};
    if (d->x.low > d->x.high)
        d->x = (ss_axis){.low = 0.0, .high = 1.0};
    ss_axis_judge(&d->x, 2.0);
    d->x.log = d->x.log && ends.high > APART * ends.low;
    if (!d->x.log)
        d->x.low = 0.0;
    else if (c->curves[0].n <= FEW_POINTS)
        d->x.low /= 1.3; /* a first point is not on the frame */
    d->y.low = pow(10.0, floor(log10(d->y.low) - 0.05));
    d->y.high = pow(10.0, ceil(log10(d->y.high) - 1e-9));
    d->y.log = true;
}

/* Lengthen the axis of costs until every name has room at the right of its curve, but leave the
 * curves at least half of it; and that of errors, for names below the lowest end. */
static void make_room(drawing *d)
{
    const ss_accuracy_picture *const c = d->picture;
    const double room = 2.7 * SS_LABEL_LINE / d->plot[1];
    double most = 1.02, lowest = d->y.high;
    for (size_t i = 0; i < c->n_curves; ++i) {
        size_t end;
        const double left = 1.0 - ss_figure_label_width(c->curves[i].name) / d->plot[0];
        if (!find_end(&c->curves[i], &end))
            continue;
        lowest = fmin(lowest, c->curves[i].y[end]);
        if (left > 0.1)
            most = fmax(most, ss_axis_place(&d->x, c->curves[i].x[end]) / left);
    }
    d->y.low = fmin(d->y.low, exp((log(lowest) - room * log(d->y.high)) / (1.0 - room)));
    d->x.high = ss_axis_value(&d->x, fmin(most, 2.0));
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

static void add_curve(drawing *d, const ss_accuracy_curve *curve)
{
    double before[2] = {NAN, NAN};
    for (size_t k = 0; k < curve->n; ++k) {
        double now[2] = {NAN, NAN};
        if (ss_figure_curve_draws(curve->y[k]) && (curve->x[k] > 0.0 || !d->x.log)) {
            now[0] = d->plot[0] * ss_axis_place(&d->x, curve->x[k]);
            now[1] = d->plot[1] * ss_axis_place(&d->y, curve->y[k]);
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
    const ss_accuracy_picture *const c = d->picture;
    size_t n = 0;
    const double before = d->x.high, bottom = d->y.low;
    d->labels = calloc(c->n_curves, sizeof *d->labels);
    d->crowd = calloc(ROOM, sizeof *d->crowd);
    d->crowd_room = ROOM;
    if (d->labels == NULL || d->crowd == NULL)
        return ss_error_memory(error, "the figure");
    make_room(d);
    for (size_t i = 0; i < c->n_curves; ++i) {
        const ss_accuracy_curve *const curve = &c->curves[i];
        size_t end;
        add_curve(d, curve);
        if (find_end(curve, &end))
            d->labels[n++] =
                (ss_figure_label){.text = curve->name,
                                  .x = d->plot[0] * ss_axis_place(&d->x, curve->x[end]),
                                  .y = d->plot[1] * ss_axis_place(&d->y, curve->y[end])};
    }
    const double level[2] = {0.0, d->plot[1] * ss_axis_place(&d->y, c->tolerance)};
    if (!isnan(c->tolerance))
        add_line(d, level, (const double[]){d->plot[0], level[1]});
    const ss_figure_crowd crowd = {d->plot[0], d->plot[1], (const double(*)[2])d->crowd,
                                   d->n_crowd};
    d->named = n == c->n_curves && ss_figure_labels_place(d->labels, n, &crowd);
    if (!d->named) {
        d->x.high = d->x.log ? before : 1.02 * before;
        d->y.low = bottom;
    }
    return true;
}

/* ---- NAME.dat ---- */

static void print_point(FILE *out, double x, double y)
{
    ss_data_row_of(out, x, ss_figure_curve_draws(y) ? y : NAN);
}

/* Markers: points that stand alone, and some evenly along the axis, out of step with the other
 * curves'. */
static void print_marks(FILE *out, const drawing *d, size_t i)
{
    const ss_accuracy_curve *const curve = &d->picture->curves[i];
    double next = ((double)i + 0.5) / (double)d->picture->n_curves / MARKS;
    size_t end = 0, n = 0;
    find_end(curve, &end);
    for (size_t k = 0; k < curve->n; ++k) {
        const bool reached = curve->n <= FEW_POINTS || ss_axis_place(&d->x, curve->x[k]) >= next;
        if (!ss_figure_curve_draws(curve->y[k]) ||
            !(reached || k == end || ss_figure_curve_is_lone(curve->y, curve->n, k)))
            continue;
        print_point(out, curve->x[k], curve->y[k]);
        ++n;
        while (ss_axis_place(&d->x, curve->x[k]) >= next)
            next += 1.0 / MARKS;
    }
    if (n == 0)
        ss_data_gap(out, 2);
}

/* End a block of n rows and say what the next one is. */
static void end_block(FILE *out, size_t n, const char *next)
{
    if (n == 0)
        ss_data_gap(out, 2);
    fputs(next, out);
}

static void print_data(FILE *out, const drawing *d)
{
    fprintf(out, "# Three blocks per curve: %s and %s, the outline of its band, its markers\n",
            d->picture->x_name, d->picture->y_name);
    for (size_t i = 0; i < d->picture->n_curves; ++i) {
        const ss_accuracy_curve *const c = &d->picture->curves[i];
        fprintf(out, "# %s, of %zu run%s, %zu points\n", c->name, c->n_runs,
                c->n_runs == 1 ? "" : "s", c->n);
        for (size_t k = 0; k < c->n; ++k)
            if (k < FIRST_POINTS || ss_figure_curve_keeps(k, c->n, MOST_POINTS) ||
                ss_figure_curve_is_lone(c->y, c->n, k))
                print_point(out, c->x[k], c->y[k]);
        end_block(out, c->n, "\n\n# band\n");
        for (size_t k = 0; k < c->n_band; ++k)
            print_point(out, c->band_x[k], c->band_y[k]);
        end_block(out, c->n_band, "\n\n# markers\n");
        print_marks(out, d, i);
        ss_data_end(out);
    }
}

/* ---- NAME.gp ---- */

static void print_settings(FILE *out, const drawing *d)
{
    static const char *const arrays[] = {"curve", "end_x", "end_y", "shift"};
    const ss_accuracy_picture *const c = d->picture;
    ss_data_count(out, "n_curves", c->n_curves);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        ss_data_array(out, arrays[k], c->n_curves);
    ss_figure_looks looks = {.n = 0};
    for (size_t i = 0; i < c->n_curves; ++i) {
        size_t end = 0;
        ss_figure_looks_add(&looks, c->curves[i].name);
        const bool ends = find_end(&c->curves[i], &end);
        ss_data_text_at(out, "curve", i, c->curves[i].name);
        ss_data_number_at(out, "end_x", i, ends ? c->curves[i].x[end] : NAN);
        ss_data_number_at(out, "end_y", i, ends ? c->curves[i].y[end] : NAN);
        ss_data_number_at(out, "shift", i, d->named ? d->labels[i].shift : 0.0);
    }
    ss_figure_looks_print(out, &looks);
    fprintf(out, "named_width = %.6g # names at the ends fit a sheet of that width; 0: none\n",
            d->named ? d->sheet[0] : 0.0);
    ss_axis_print(out, "x", &d->x);
    ss_axis_print(out, "y", &d->y);
    ss_data_number(out, "tolerance", c->tolerance);
    ss_data_text(out, "x_name", c->x_name);
    ss_data_text(out, "y_name", c->y_name);
}

bool ss_accuracy_draw_pair(const ss_figure *figure, const ss_accuracy_picture pictures[2],
                           ss_error *error)
{
    static const char *const axes[] = {"left", "right"}, *const names[] = {"left_name",
                                                                           "right_name"};
    drawing d[2];
    ss_figure_drawing out;
    for (size_t k = 0; k < 2; ++k) {
        d[k] = (drawing){.picture = &pictures[k]};
        find_ranges(&d[k]);
        d[k].x.high *= 1.03;
    }
    ss_axis_include(&d->y, d[1].y.low);
    ss_axis_include(&d->y, d[1].y.high);
    if (!ss_figure_begin(&out, figure, "accuracy_pair.gp", error))
        return false;
    ss_data_count(out.gp, "n_curves", pictures->n_curves);
    ss_data_array(out.gp, "curve", pictures->n_curves);
    ss_figure_looks looks = {.n = 0};
    for (size_t i = 0; i < pictures->n_curves; ++i) {
        const char *const name = pictures[pictures->curves[i].n == 0].curves[i].name;
        ss_data_text_at(out.gp, "curve", i, name);
        ss_figure_looks_add(&looks, name);
    }
    ss_figure_looks_print(out.gp, &looks);
    for (size_t k = 0; k < 2; ++k) {
        print_data(out.dat, &d[k]);
        ss_axis_print(out.gp, axes[k], &d[k].x);
        ss_data_text(out.gp, names[k], pictures[k].x_name);
    }
    ss_axis_print(out.gp, "y", &d->y);
    ss_data_text(out.gp, "y_name", pictures->y_name);
    ss_data_number(out.gp, "tolerance", pictures->tolerance);
    return ss_figure_end(&out, true, error);
}

bool ss_accuracy_draw(const ss_figure *figure, const ss_accuracy_picture *picture, ss_error *error)
{
    drawing d = {.picture = picture};
    ss_figure_drawing out;
    ss_figure_layout_sheet(ss_figure_layout_of(figure), natural, TEXT_HEIGHT, d.sheet);
    d.plot[0] = d.sheet[0] - BESIDE;
    d.plot[1] = d.sheet[1] - ABOVE_AND_BELOW;
    find_ranges(&d);
    bool ok = name_curves(&d, error) && ss_figure_begin(&out, figure, "accuracy.gp", error);
    if (ok) {
        print_data(out.dat, &d);
        print_settings(out.gp, &d);
        ok = ss_figure_end(&out, true, error);
    }
    free(d.labels);
    free(d.crowd);
    return ok;
}
