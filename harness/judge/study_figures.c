/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_figures.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/figure.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The measures that are drawn; CPU time is in the table. */
enum { N_DRAWN = SS_STUDY_WORK + 1 };

typedef struct drawing {
    const ss_study_curves *curves;
    ss_study_page page;
    ss_axis x, y[N_DRAWN];
    size_t least, most; /* instances behind the points */
} drawing;

/* Room beside the values for the arrow of an open end, which takes half of it: shares of the axis.
 */
#define ROOM  0.06
#define ARROW (0.5 * ROOM / (1.0 + 2.0 * ROOM))

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

static const ss_study_curve *curve_at(const drawing *d, size_t k)
{
    return &d->curves->curves[d->page.first + k];
}

/* The axis of values, with room for arrows; that of 1 if no curve has the parameter. */
static void scale_values(drawing *d)
{
    d->x = SS_AXIS_EMPTY;
    for (size_t k = 0; k < d->page.n; ++k)
        for (size_t p = 0; p < curve_at(d, k)->n_points; ++p)
            ss_axis_include(&d->x, curve_at(d, k)->points[p].value);
    ss_axis_judge(&d->x, SS_AXIS_WIDE);
    ss_axis_widen(&d->x, ROOM);
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
    ss_axis a = SS_AXIS_EMPTY;
    for (size_t k = 0; k < d->page.n; ++k)
        for (size_t p = 0; p < curve_at(d, k)->n_points; ++p) {
            const ss_spread *const s = &curve_at(d, k)->points[p].spread[measure];
            ss_axis_include(&a, band_low(d, s));
            ss_axis_include(&a, band_high(d, s));
        }
    for (size_t k = 0; measure == SS_STUDY_SWEEPS_LAST && k < d->curves->n_paper; ++k)
        if (d->curves->paper[k].question == curve_at(d, 0)->question)
            ss_axis_include(&a, d->curves->paper[k].sweeps);
    ss_axis_judge(&a, SS_AXIS_WIDE);
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
    double numbers[2 + 3 * N_DRAWN] = {value, point->failure_fraction};
    for (size_t m = 0; m < N_DRAWN; ++m) {
        numbers[2 + 3 * m] = point->spread[m].median;
        numbers[3 + 3 * m] = band_low(d, &point->spread[m]);
        numbers[4 + 3 * m] = band_high(d, &point->spread[m]);
    }
    ss_data_row(out, numbers, sizeof numbers / sizeof *numbers);
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
    ss_data_end(out);
}

/* The tip of the arrow at an open end; NaN if the end is closed. */
static double tip(const drawing *d, double end, bool open, double way)
{
    return open ? ss_axis_value(&d->x, ss_axis_place(&d->x, end) + way) : NAN;
}

static void print_bar(FILE *out, const drawing *d, size_t k)
{
    const ss_study_range *const r = &curve_at(d, k)->range;
    ss_data_row_of(out, (double)(d->page.n - k), r->safe.low, r->safe.high, r->plateau.low,
                   r->plateau.high, r->best, r->cliff_low, r->cliff_high,
                   tip(d, r->safe.low, r->safe.open_low, -ARROW),
                   tip(d, r->safe.high, r->safe.open_high, ARROW), r->bound);
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
            ss_data_row_of(out, p->value, p->sweeps);
    ss_data_end(out);
}

static void print_data(FILE *out, const drawing *d)
{
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
    ss_data_end(out);
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        if (group_at(d, k) != NULL)
            print_group(out, d, group_at(d, k));
}

/* ---- NAME.gp ---- */

#define PRINTED "%s, printed in the paper"

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
    ss_data_array(out, "curve", d->page.n);
    ss_data_array(out, "missing", d->page.n);
    for (size_t k = 0; k < d->page.n; ++k) {
        ss_data_text_at(out, "curve", k, curve_at(d, k)->label);
        ss_data_text_at(out, "missing", k, missing_bar(d, k));
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
    ss_data_array(out, "printed", n);
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        if (group_at(d, k) != NULL) {
            snprintf(text, sizeof text, PRINTED, group_at(d, k)->solver);
            ss_data_text_at(out, "printed", n_named++, text);
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

static void print_settings(FILE *out, const drawing *d)
{
    static const char *const names[] = {"last", "total", "work"};
    fprintf(out, "n_curves = %zu\n", d->page.n);
    ss_data_text(out, "parameter", d->curves->parameter);
    print_names(out, d);
    const size_t n_printed = print_groups(out, d);
    ss_axis_print(out, "value", &d->x);
    for (size_t m = 0; m < N_DRAWN; ++m)
        ss_axis_print(out, names[m], &d->y[m]);
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
                     curve_at(d, k)->run->record.row.solver);
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
    ss_study_question_words(d->curves, curve_at(d, 0), SS_STUDY_TITLE, "", question,
                            sizeof question);
    snprintf(title, sizeof title, "Sensitivity to %.40s: %s", d->curves->parameter, question);
    describe_instances(d, note, sizeof note);
    add_small_mu(d, note, sizeof note);
    const ss_figure figure = {
        .folder = folder, .name = d->page.name, .title = title, .note = note, .scripts = scripts};
    ss_figure_drawing out;
    if (!ss_figure_begin(&out, &figure, "sensitivity.gp", error))
        return false;
    print_data(out.dat, d);
    print_settings(out.gp, d);
    return ss_figure_end(&out, true, error);
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
