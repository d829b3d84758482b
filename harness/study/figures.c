/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/figures.h"

#include "harness/figures/figure.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The measures that are drawn; CPU time is in the table. */
enum { N_DRAWN = SS_STUDY_WORK + 1 };

typedef struct axis {
    double low, high;
    bool log;
} axis;

typedef struct drawing {
    const ss_study_curves *curves;
    ss_study_page page;
    axis x, y[N_DRAWN];
    double arrow;       /* of an open end: a factor on a logarithmic axis, else a length */
    size_t least, most; /* instances behind the points */
} drawing;

enum { QUARTILES_FROM = 4 }; /* of fewer instances the band is from the least to the largest */

static void name_page(const ss_study_curves *curves, ss_study_page *page)
{
    char words[SS_STUDY_WORDS], number[32] = "";
    ss_study_question_words(curves, &curves->curves[page->first], "", "", words, sizeof words);
    if (page->number > 1)
        snprintf(number, sizeof number, "-%zu", page->number);
    ss_label_file(page->name, "sweep-%s-%s%s", curves->parameter, words, number);
}

bool ss_study_page_next(const ss_study_curves *curves, ss_study_page *page)
{
    page->first += page->n;
    if (page->first >= curves->n_curves)
        return false;
    const ss_study_curve *const first = &curves->curves[page->first];
    const size_t most = GSL_MIN(curves->n_curves - page->first, SS_STUDY_MAX_CURVES);
    const bool more = page->first > 0 && first[-1].question == first->question;
    page->number = more ? page->number + 1 : 1;
    for (page->n = 1; page->n < most && first[page->n].question == first->question;)
        ++page->n;
    name_page(curves, page);
    return true;
}

static void include(axis *a, double value)
{
    if (isfinite(value)) {
        a->low = fmin(a->low, value);
        a->high = fmax(a->high, value);
    }
}

static const ss_study_curve *curve_at(const drawing *d, size_t k)
{
    return &d->curves->curves[d->page.first + k];
}

/* The axis of values: logarithmic if the grid is positive and spans more than a decade, with room
 * for arrows at its ends. */
static void scale_values(drawing *d)
{
    axis a = {.low = INFINITY, .high = -INFINITY};
    for (size_t k = 0; k < d->page.n; ++k)
        for (size_t p = 0; p < curve_at(d, k)->n_points; ++p)
            include(&a, curve_at(d, k)->points[p].value);
    if (!isfinite(a.low))
        a.low = a.high = 1.0; /* no curve has the parameter */
    a.log = a.low > 0.0 && a.high > 10.0 * a.low;
    if (a.log) {
        d->arrow = pow(a.high / a.low, 0.03);
        a.low /= d->arrow * d->arrow;
        a.high *= d->arrow * d->arrow;
    } else {
        const double span = a.high > a.low ? a.high - a.low : fmax(fabs(a.high), 1.0);
        d->arrow = 0.03 * span;
        a.low -= 0.06 * span;
        a.high += 0.06 * span;
    }
    d->x = a;
}

static double band_low(const drawing *d, const ss_spread *s)
{
    return d->most < QUARTILES_FROM ? s->least : s->q1;
}

static double band_high(const drawing *d, const ss_spread *s)
{
    return d->most < QUARTILES_FROM ? s->largest : s->q3;
}

/* An axis of counts: logarithmic above a factor of ten, else from zero. */
static void scale_measure(drawing *d, size_t measure)
{
    axis a = {.low = INFINITY, .high = -INFINITY};
    for (size_t k = 0; k < d->page.n; ++k)
        for (size_t p = 0; p < curve_at(d, k)->n_points; ++p) {
            const ss_spread *const s = &curve_at(d, k)->points[p].spread[measure];
            include(&a, band_low(d, s));
            include(&a, band_high(d, s));
        }
    for (size_t k = 0; measure == SS_STUDY_SWEEPS_LAST && k < d->curves->n_paper; ++k)
        if (d->curves->paper[k].question == curve_at(d, 0)->question)
            include(&a, d->curves->paper[k].sweeps);
    a.log = a.low > 0.0 && isfinite(a.low) && a.high > 10.0 * a.low;
    if (a.log) {
        a.low /= 1.3;
        a.high *= 1.3;
    } else {
        a.low = 0.0;
        a.high = a.high > 0.0 ? 1.1 * a.high : 1.0;
    }
    d->y[measure] = a;
}

/* ---- NAME.dat ---- */

static void print_point(FILE *out, const drawing *d, double value, const ss_study_point *point)
{
    ss_figure_print_number(out, value);
    ss_figure_print_number(out, point->failure_fraction);
    for (size_t m = 0; m < N_DRAWN; ++m) {
        ss_figure_print_number(out, point->spread[m].median);
        ss_figure_print_number(out, band_low(d, &point->spread[m]));
        ss_figure_print_number(out, band_high(d, &point->spread[m]));
    }
    fputc('\n', out);
}

/* A curve without the parameter is the same at all its values. */
static void print_curve(FILE *out, const drawing *d, const ss_study_curve *curve)
{
    fprintf(out, "# %s\n", curve->label);
    for (size_t p = 0; curve->run->has_value && p < curve->n_points; ++p)
        print_point(out, d, curve->points[p].value, &curve->points[p]);
    if (!curve->run->has_value) {
        print_point(out, d, d->x.low, &curve->points[0]);
        print_point(out, d, d->x.high, &curve->points[0]);
    }
    fputs("\n\n", out); /* ends a block for gnuplot's `index` */
}

/* The tip of the arrow at an open end; NaN if the end is closed. */
static double tip(const drawing *d, double end, bool open, bool up)
{
    if (!open)
        return NAN;
    if (d->x.log)
        return up ? end * d->arrow : end / d->arrow;
    return up ? end + d->arrow : end - d->arrow;
}

static void print_bar(FILE *out, const drawing *d, size_t k)
{
    const ss_study_range *const r = &curve_at(d, k)->range;
    const double numbers[] = {(double)(d->page.n - k),
                              r->safe.low,
                              r->safe.high,
                              r->plateau.low,
                              r->plateau.high,
                              r->best,
                              r->cliff_low,
                              r->cliff_high,
                              tip(d, r->safe.low, r->safe.open_low, false),
                              tip(d, r->safe.high, r->safe.open_high, true),
                              r->bound};
    for (size_t c = 0; c < sizeof numbers / sizeof *numbers; ++c)
        ss_figure_print_number(out, numbers[c]);
    fputc('\n', out);
}

/* The k-th printed point of the study if it is the first of its solver in this figure's question,
 * else NULL. */
static const ss_study_paper_point *group_at(const drawing *d, size_t k)
{
    const ss_study_paper_point *const point = &d->curves->paper[k];
    return point->first && point->question == curve_at(d, 0)->question ? point : NULL;
}

static void print_group(FILE *out, const drawing *d, const ss_study_paper_point *first)
{
    const ss_study_paper_point *const end = d->curves->paper + d->curves->n_paper;
    fprintf(out, "# printed in the paper for %s: value sweeps(last step)\n", first->solver);
    for (const ss_study_paper_point *p = first; p < end && p->question == first->question; ++p)
        if (strcmp(p->solver, first->solver) == 0)
            fprintf(out, "%.9g %.9g\n", p->value, p->sweeps);
    fputs("\n\n", out);
}

static bool print_data(FILE *out, const void *context, ss_error *error)
{
    (void)error;
    const drawing *const d = context;
    fputs(
        "# A block a curve: value failure-fraction, then median, low and high end of the band, of "
        "sweeps(last step), sweeps(all steps), work\n",
        out);
    for (size_t k = 0; k < d->page.n; ++k)
        print_curve(out, d, curve_at(d, k));
    fputs(
        "# height safe-low safe-high plateau-low plateau-high best cliff-low cliff-high arrow-low "
        "arrow-high bound\n",
        out);
    for (size_t k = 0; k < d->page.n; ++k)
        print_bar(out, d, k);
    fputs("\n\n", out);
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        if (group_at(d, k) != NULL)
            print_group(out, d, group_at(d, k));
    return true;
}

/* ---- NAME.gp ---- */

#define PRINTED "%s, printed in the paper"

static void print_array(FILE *out, const char *name, size_t n)
{
    fprintf(out, "array %s[%zu]\n", name, n > 0 ? n : 1);
}

static void print_element(FILE *out, const char *name, size_t k, const char *text)
{
    char variable[64];
    snprintf(variable, sizeof variable, "%s[%zu]", name, k + 1);
    ss_figure_print_text(out, variable, text);
}

static void print_axis(FILE *out, const char *name, const axis *a)
{
    fprintf(out, "%s_low = %.9g\n%s_high = %.9g\n%s_log = %d\n", name, a->low, name, a->high, name,
            a->log);
}

/* The words in the place of a bar that cannot be drawn. */
static const char *missing_bar(const drawing *d, size_t k)
{
    if (!curve_at(d, k)->run->has_value)
        return "does not have this parameter";
    if (curve_at(d, k)->n_points == 1 && curve_at(d, k)->range.n_failing == 0)
        return "one value only: no range";
    return isnan(curve_at(d, k)->range.best) ? "no value without a failure" : "";
}

static void print_names(FILE *out, const drawing *d)
{
    print_array(out, "curve", d->page.n);
    print_array(out, "missing", d->page.n);
    for (size_t k = 0; k < d->page.n; ++k) {
        print_element(out, "curve", k, curve_at(d, k)->label);
        print_element(out, "missing", k, missing_bar(d, k));
    }
}

/* Returns the number of groups. */
static size_t print_groups(FILE *out, const drawing *d)
{
    size_t n = 0, n_named = 0;
    char text[80];
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        n += group_at(d, k) != NULL;
    fprintf(out, "n_printed = %zu\n", n);
    print_array(out, "printed", n);
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        if (group_at(d, k) != NULL) {
            snprintf(text, sizeof text, PRINTED, group_at(d, k)->solver);
            print_element(out, "printed", n_named++, text);
        }
    return n;
}

/* Names as wide as they are: columns of the key, room beside the bars, and so the height. Widths
 * are in points, of letters as gnuplot counts them in a key, and as they are. */
static void print_layout(FILE *out, const drawing *d, size_t n_printed)
{
    enum {
        WIDTH = 860,
        KEY_LETTER = 9,
        LETTER = 8,
        KEY_ROW = 21,
        BAR = 26,
        REST = 730,
        REST_WITHOUT_BARS = 560
    };
    size_t longest = n_printed > 0 ? sizeof PRINTED : 0, longest_curve = 0;
    for (size_t k = 0; k < d->page.n; ++k)
        longest_curve = GSL_MAX(longest_curve, strlen(curve_at(d, k)->label));
    longest = GSL_MAX(longest, longest_curve);
    const size_t n_names = GSL_MAX(d->page.n + n_printed, 1);
    const size_t columns = GSL_MIN(GSL_MAX(WIDTH / (KEY_LETTER * (longest + 9)), 1), n_names);
    const size_t rows = (n_names + columns - 1) / columns;
    fprintf(out, "key_columns = %zu\nkey_rows = %zu\n", columns, rows);
    fprintf(out, "bars_left = %.4f\n",
            fmin(0.5, fmax(0.1, (double)(LETTER * longest_curve + 24) / WIDTH)));
    fprintf(out, "has_bars = %d\n", d->curves->of_solver);
    fprintf(out, "natural_width = %d\nnatural_height = %zu\ntext_height = 400\n", (int)WIDTH,
            KEY_ROW * rows + (d->curves->of_solver ? REST + BAR * d->page.n : REST_WITHOUT_BARS));
}

static void print_settings(FILE *out, const void *context)
{
    static const char *const names[] = {"last", "total", "work"};
    const drawing *const d = context;
    fprintf(out, "n_curves = %zu\n", d->page.n);
    ss_figure_print_text(out, "parameter", d->curves->parameter);
    print_names(out, d);
    const size_t n_printed = print_groups(out, d);
    print_axis(out, "value", &d->x);
    for (size_t m = 0; m < N_DRAWN; ++m)
        print_axis(out, names[m], &d->y[m]);
    print_layout(out, d, n_printed);
}

static void count_instances(drawing *d)
{
    d->least = SIZE_MAX;
    d->most = 0;
    for (size_t k = 0; k < d->page.n; ++k) {
        const ss_study_range *const r = &curve_at(d, k)->range;
        d->least = GSL_MIN(d->least, r->instances_least);
        d->most = GSL_MAX(d->most, r->instances_most);
    }
}

static void describe_instances(const drawing *d, char *text, size_t size)
{
    const char *const band = d->most < QUARTILES_FROM ? "ranges" : "quartiles";
    if (d->most == 1)
        snprintf(text, size, "one instance");
    else if (d->least == d->most)
        snprintf(text, size, "medians and %s of %zu instances, the solved ones", band, d->most);
    else
        snprintf(text, size, "medians and %s of %zu to %zu instances, the solved ones", band,
                 d->least, d->most);
}

/* A bound that is no bound at a large mu is not to be drawn without a word. */
static void add_small_mu(const drawing *d, char *text, size_t size)
{
    for (size_t k = 0; k < d->page.n; ++k)
        if (strcmp(curve_at(d, k)->range.bound_kind, "contraction-small-mu") == 0) {
            const size_t length = strlen(text);
            snprintf(text + length, size - length, "; the bound of %s is for small mu",
                     curve_at(d, k)->run->row.solver);
            return;
        }
}

static bool draw_page(drawing *d, const char *folder, const char *scripts, ss_error *error)
{
    char title[256], question[160], note[256];
    scale_values(d);
    count_instances(d);
    for (size_t m = 0; m < N_DRAWN; ++m)
        scale_measure(d, m);
    ss_study_question_title(d->curves, curve_at(d, 0), question, sizeof question);
    snprintf(title, sizeof title, "Sensitivity to %.40s: %s", d->curves->parameter, question);
    describe_instances(d, note, sizeof note);
    add_small_mu(d, note, sizeof note);
    const ss_figure figure = {
        .folder = folder, .name = d->page.name, .title = title, .note = note, .scripts = scripts};
    const ss_figure_content content = {.script = "sensitivity.gp",
                                       .print_data = print_data,
                                       .print_settings = print_settings,
                                       .context = d};
    return ss_figure_draw(&figure, &content, error);
}

bool ss_study_figures_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                           ss_error *error)
{
    drawing d = {.curves = curves};
    while (ss_study_page_next(curves, &d.page))
        if (!draw_page(&d, folder, scripts, error))
            return false;
    return true;
}
