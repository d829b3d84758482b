/* A figure holds at most SS_STUDY_MAX_CURVES curves of one question: bands of measures over the
 * value, and below them a bar a curve, its range. What the script needs to know of widths and
 * heights is worked out here, where the names are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "problems/base/names.h"

#include <gsl/gsl_minmax.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The measures that are drawn; CPU time is in the table. */
enum { N_DRAWN = SS_STUDY_WORK + 1 };

typedef struct drawing {
    const ss_study_curves *curves;
    ss_study_page page;
    const ss_study_curve *first; /* page.n curves of one question */
    ss_axis x, y[N_DRAWN];
    size_t least, most; /* instances behind the points */
    bool quartiles; /* the ends of a band; of few instances they are the least and the largest */
} drawing;

/* Room beside the values for the arrow of an open end, which takes half: shares of the axis. */
#define ROOM  0.06
#define ARROW (0.5 * ROOM / (1.0 + 2.0 * ROOM))

enum { QUARTILES_FROM = 4 };

bool ss_study_page_next(const ss_study_curves *curves, ss_study_page *page)
{
    char words[SS_STUDY_WORDS], number[32] = "";
    page->first += page->n;
    if (page->first >= curves->n_curves)
        return false;
    const ss_study_curve *const first = &curves->curves[page->first];
    const size_t most = GSL_MIN(curves->n_curves - page->first, SS_STUDY_MAX_CURVES);
    const bool more = page->first > 0 && first[-1].question == first->question;
    page->number = more ? page->number + 1 : 1;
    for (page->n = 1; page->n < most && first[page->n].question == first->question;)
        ++page->n;
    ss_study_question_words(curves, first, "", "", words, sizeof words);
    if (page->number > 1)
        snprintf(number, sizeof number, "-%zu", page->number);
    ss_label_file(page->name, "sweep-%s-%s%s", curves->parameter, words, number);
    return true;
}

/* Are a curve's values, which ascend, more evenly spaced by their logarithms? */
static bool is_geometric(const ss_study_curve *curve)
{
    double gaps[2][2] = {{INFINITY, 0.0}, {INFINITY, 0.0}}; /* of values, of logarithms: ends */
    for (size_t p = 1; p < curve->n_points; ++p) {
        const double from = curve->points[p - 1].value, to = curve->points[p].value;
        const double gap[2] = {to - from, from > 0.0 ? log(to / from) : NAN};
        for (size_t k = 0; k < 2; ++k) {
            gaps[k][0] = fmin(gaps[k][0], gap[k]);
            gaps[k][1] = fmax(gaps[k][1], gap[k]);
        }
    }
    return curve->n_points > 3 && curve->points->value > 0.0 &&
           gaps[1][1] * gaps[0][0] < 0.99 * gaps[0][1] * gaps[1][0];
}

/* The axis of values, with room for arrows, logarithmic also where its grid is; and those of
 * counts: logarithmic above a factor of ten, else from zero. */
static void scale(drawing *d)
{
    d->x = SS_AXIS_EMPTY;
    for (size_t k = 0; k < d->page.n; ++k)
        for (size_t p = 0; p < d->first[k].n_points; ++p)
            ss_axis_include(&d->x, d->first[k].points[p].value);
    ss_axis_judge(&d->x, SS_AXIS_WIDE);
    d->x.log = d->x.log || is_geometric(d->first);
    ss_axis_widen(&d->x, ROOM);
    for (size_t m = 0; m < N_DRAWN; ++m) {
        ss_axis *const y = &d->y[m];
        *y = SS_AXIS_EMPTY;
        for (size_t k = 0; k < d->page.n; ++k)
            for (size_t p = 0; p < d->first[k].n_points; ++p) {
                const ss_spread *const s = &d->first[k].points[p].spread[m];
                ss_axis_include(y, d->quartiles ? s->q1 : s->least);
                ss_axis_include(y, d->quartiles ? s->q3 : s->largest);
            }
        for (size_t k = 0; m == SS_STUDY_SWEEPS_LAST && k < d->curves->n_paper; ++k)
            if (d->curves->paper[k].question == d->first->question)
                ss_axis_include(y, d->curves->paper[k].sweeps);
        ss_axis_judge(y, SS_AXIS_WIDE);
        y->low = y->log ? y->low / 1.3 : 0.0;
        y->high = y->log ? 1.3 * y->high : y->high > 0.0 ? 1.1 * y->high : 1.0;
    }
}

/* ---- NAME.dat ---- */

static void print_point(FILE *out, const drawing *d, double value, const ss_study_point *point)
{
    double numbers[2 + 3 * N_DRAWN] = {value, point->failure_fraction};
    for (size_t m = 0; m < N_DRAWN; ++m) {
        const ss_spread *const s = &point->spread[m];
        numbers[2 + 3 * m] = s->median;
        numbers[3 + 3 * m] = d->quartiles ? s->q1 : s->least;
        numbers[4 + 3 * m] = d->quartiles ? s->q3 : s->largest;
    }
    ss_data_row(out, numbers, sizeof numbers / sizeof *numbers);
}

/* The tip of the arrow at an open end; NaN if the end is closed. */
static double tip(const drawing *d, double end, bool open, double way)
{
    return open ? ss_axis_value(&d->x, ss_axis_place(&d->x, end) + way) : NAN;
}

/* The k-th printed point of the study if it is the first of its solver in this figure's question,
 * else NULL. */
static const ss_study_paper_point *group_at(const drawing *d, size_t k)
{
    const ss_study_paper_point *const point = &d->curves->paper[k];
    return point->first && point->question == d->first->question ? point : NULL;
}

/* The curves, their bars, and what the paper prints. A curve without the parameter is the same at
 * all its values. */
static void print_data(FILE *out, const drawing *d)
{
    fputs("# One block per curve: value failure-fraction, then median, low and high end of the "
          "band, of "
          "sweeps(last step), sweeps(all steps), work\n",
          out);
    for (const ss_study_curve *c = d->first; c < d->first + d->page.n; ++c) {
        const bool varies = c->run->has_value;
        fprintf(out, "# %s\n", c->label);
        for (size_t p = 0; p < (varies ? c->n_points : 2); ++p)
            print_point(out, d,
                        varies   ? c->points[p].value
                        : p == 0 ? d->x.low
                                 : d->x.high,
                        &c->points[varies ? p : 0]);
        ss_data_end(out);
    }
    fputs(
        "# height safe-low safe-high plateau-low plateau-high best cliff-low cliff-high arrow-low "
        "arrow-high bound\n",
        out);
    for (size_t k = 0; k < d->page.n; ++k) {
        const ss_study_range *const r = &d->first[k].range;
        ss_data_row_of(out, (double)(d->page.n - k), r->safe.low, r->safe.high, r->plateau.low,
                       r->plateau.high, r->best, r->cliff_low, r->cliff_high,
                       tip(d, r->safe.low, r->safe.open_low, -ARROW),
                       tip(d, r->safe.high, r->safe.open_high, ARROW), r->bound);
    }
    ss_data_end(out);
    for (size_t k = 0; k < d->curves->n_paper; ++k) {
        const ss_study_paper_point *const first = group_at(d, k);
        if (first == NULL)
            continue;
        fprintf(out, "# printed in the paper for %s: value sweeps(last step)\n", first->solver);
        for (const ss_study_paper_point *p = first;
             p < d->curves->paper + d->curves->n_paper && p->question == first->question; ++p)
            if (strcmp(p->solver, first->solver) == 0)
                ss_data_row_of(out, p->value, p->sweeps);
        ss_data_end(out);
    }
}

/* ---- NAME.gp ---- */

#define PRINTED "%s, printed in the paper"

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
        longest_curve = GSL_MAX(longest_curve, strlen(d->first[k].label));
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

/* The names of curves, with the words in the place of a bar that cannot be drawn, and of the
 * paper's groups; axes and layout. */
static void print_settings(FILE *out, const drawing *d)
{
    static const char *const names[] = {"last", "total", "work"};
    size_t n_printed = 0, n_named = 0;
    fprintf(out, "n_curves = %zu\n", d->page.n);
    ss_data_text(out, "parameter", d->curves->parameter);
    ss_data_array(out, "curve", d->page.n);
    ss_data_array(out, "missing", d->page.n);
    ss_figure_looks looks = {.n = 0};
    for (size_t k = 0; k < d->page.n; ++k)
        ss_figure_looks_add(&looks, d->first[k].label);
    ss_figure_looks_print(out, &looks);
    for (size_t k = 0; k < d->page.n; ++k) {
        const ss_study_curve *const c = &d->first[k];
        ss_data_text_at(out, "curve", k, c->label);
        ss_data_text_at(out, "missing", k,
                        !c->run->has_value ? "does not have this parameter"
                        : c->n_points == 1 && c->range.n_failing == 0 ? "one value only: no range"
                        : isnan(c->range.best)                        ? "no value without a failure"
                                                                      : "");
    }
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        n_printed += group_at(d, k) != NULL;
    fprintf(out, "n_printed = %zu\n", n_printed);
    ss_data_array(out, "printed", n_printed);
    for (size_t k = 0; k < d->curves->n_paper; ++k)
        if (group_at(d, k) != NULL) {
            char text[80];
            snprintf(text, sizeof text, PRINTED, group_at(d, k)->solver);
            ss_data_text_at(out, "printed", n_named++, text);
        }
    ss_axis_print(out, "value", &d->x);
    for (size_t m = 0; m < N_DRAWN; ++m)
        ss_axis_print(out, names[m], &d->y[m]);
    print_layout(out, d, n_printed);
}

/* Describe what the points are of, and the E1 up to which a run is solved; a bound that is no bound
 * at a large mu is not to be drawn without a word. */
static void describe(const drawing *d, FILE *out)
{
    size_t n_loose = 0;
    const char *small_mu = NULL;
    if (d->most == 1)
        fputs("one instance", out);
    else
        fprintf(out, "medians and %s over the solved of ", d->quartiles ? "quartiles" : "ranges");
    if (d->most > 1 && d->least < d->most)
        fprintf(out, "%zu to ", d->least);
    if (d->most > 1)
        fprintf(out, "%zu instances", d->most);
    for (const ss_study_curve *c = d->first; c < d->first + d->page.n; ++c) {
        for (size_t k = 0; k < c->n_points; ++k)
            n_loose += c->points[k].n_loose;
        if (small_mu == NULL && strcmp(c->range.bound_kind, "contraction-small-mu") == 0)
            small_mu = c->run->record.row.solver;
    }
    fprintf(out, "; solved: E1 of each step at most %g", d->curves->e1_limit);
    if (n_loose > 0)
        fprintf(out, " (%zu run%s met the stopping test only)", n_loose,
                ss_name_plural(n_loose));
    if (small_mu != NULL)
        fprintf(out, "; the bound of %s is for small mu", small_mu);
}

bool ss_study_figures_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                           ss_error *error)
{
    drawing d = {.curves = curves};
    while (ss_study_page_next(curves, &d.page)) {
        char title[256], question[160], note[256];
        d.first = &curves->curves[d.page.first];
        d.least = SIZE_MAX;
        d.most = 0;
        for (size_t k = 0; k < d.page.n; ++k) {
            d.least = GSL_MIN(d.least, d.first[k].range.instances_least);
            d.most = GSL_MAX(d.most, d.first[k].range.instances_most);
        }
        d.quartiles = d.most >= QUARTILES_FROM;
        scale(&d);
        FILE *const words = fmemopen(note, sizeof note, "w");
        if (words == NULL)
            return ss_error_memory(error, "a study");
        describe(&d, words);
        fclose(words);
        ss_study_question_words(curves, d.first, SS_STUDY_TITLE, "", question, sizeof question);
        snprintf(title, sizeof title, "Sensitivity to %s: %s%s", curves->parameter, question,
                 curves->mark);
        const ss_figure figure = {.folder = folder,
                                  .name = d.page.name,
                                  .title = title,
                                  .note = note,
                                  .scripts = scripts};
        ss_figure_drawing out;
        if (!ss_figure_begin(&out, &figure, "sensitivity.gp", error))
            return false;
        print_data(out.dat, &d);
        print_settings(out.gp, &d);
        if (!ss_figure_end(&out, true, error))
            return false;
    }
    return true;
}
