/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/history_figure.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/looks.h"
#include "harness/tables/record.h"

#include "problems/base/memory.h"
#include "solvers/base/outcome.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More samples than MOST become BINS times the least and the largest of a bin. A curve
 * has so many MARKS. */
enum { MOST = 3000, BINS = 1000, MARKS = 7 };

/* A course that falls to a tenth is read better from zero: its axis is logarithmic from there. */
#define WIDE 100.0

/* A value at the end of a step. */
typedef struct sample {
    double time, value, exact;
    bool unsolved;
} sample;

/* The samples of one curve in one panel; the room is kept. */
typedef struct samples {
    sample *at; /* owned */
    size_t n, room;
} samples;

typedef struct drawing {
    const ss_history_picture *picture;
    samples *taken;                   /* owned; n_panels rows of n_curves */
    ss_axis axes[SS_HISTORY_PANELS];  /* vertical, of values times `factor` */
    double factor[SS_HISTORY_PANELS]; /* a power of 1000 */
    ss_axis time;
    bool has_exact, has_unsolved;
} drawing;

/* Take the rows of a curve's solver in a panel's table; of sweeps also the unsolved steps. */
static bool take(samples *s, const ss_history_curve *curve, const ss_history_panel *panel,
                 ss_error *error)
{
    const bool observed = panel->is_observable;
    const ss_csv *const csv = observed ? curve->observables : curve->history;
    const size_t solver = ss_csv_column(csv, "solver", 0), name = ss_csv_column(csv, "name", 3);
    const size_t time = ss_csv_column(csv, "time_s", 2), exact = ss_csv_column(csv, "exact", 6);
    const size_t value = ss_csv_column(csv, observed ? "value" : panel->name, 0);
    const size_t outcome = ss_csv_column(csv, "outcome", 0);
    const bool sweeps = !observed && strcmp(panel->name, "sweeps") == 0;
    bool ok = csv->n_rows == 0 || observed || ss_record_require(csv, panel->name, error);
    for (size_t row = 0; ok && row < csv->n_rows; ++row) {
        sample one = {.exact = NAN};
        ss_outcome ended = SS_OUTCOME_SOLVED;
        if (strcmp(ss_csv_cell(csv, row, solver), curve->solver) != 0 ||
            (observed && strcmp(ss_csv_cell(csv, row, name), panel->name) != 0))
            continue;
        sample *const larger = ss_memory_grow(s->at, &s->room, s->n + 1, sizeof *larger);
        if (larger == NULL)
            return ss_error_memory(error, "a history");
        s->at = larger;
        ok = ss_csv_cell_real(csv, row, time, &one.time, error) &&
             ss_csv_cell_real(csv, row, value, &one.value, error) &&
             (!observed || ss_csv_cell_real(csv, row, exact, &one.exact, error));
        const char *const word = sweeps ? ss_csv_cell(csv, row, outcome) : NULL;
        one.unsolved =
            word != NULL && ss_outcome_find(word, &ended) && !ss_outcome_is_solved(ended);
        s->at[s->n++] = one;
    }
    return ok;
}

/* Of many samples those that show: the least, the largest and an unsolved one of each bin. */
static void thin(samples *s)
{
    if (s->n <= MOST)
        return;
    size_t kept = 0;
    for (size_t bin = 0; bin < BINS; ++bin) {
        const size_t begin = bin * s->n / BINS, end = (bin + 1) * s->n / BINS;
        size_t least = begin, most = begin, unsolved = begin;
        for (size_t k = begin; k < end; ++k) {
            least = !(s->at[k].value >= s->at[least].value) ? k : least;
            most = !(s->at[k].value <= s->at[most].value) ? k : most;
            unsolved = s->at[k].unsolved ? k : unsolved;
        }
        for (size_t k = begin; k < end; ++k)
            if (k == least || k == most || (k == unsolved && s->at[k].unsolved))
                s->at[kept++] = s->at[k];
    }
    s->n = kept;
}

/* Make the axis of values that are drawn: with room, and from zero where that is near. Returns the
 * factor of the values that its digits can show. */
static double scale_axis(ss_axis *a, bool is_residual)
{
    const bool none = a->low > a->high;
    ss_axis_judge(a, is_residual ? 0.0 : WIDE);
    a->log = a->log && !none;
    if (none) {
        a->low = 0.0;
        return 1.0;
    }
    if (a->log) {
        a->high = a->high > a->low ? a->high * 1.5 : 10.0 * a->high;
        a->low /= 1.5;
        return 1.0;
    }
    const double largest = fmax(fabs(a->low), fabs(a->high));
    const double factor = largest > 0.0 && (largest < 0.1 || largest >= 1e5)
                              ? pow(1000.0, -floor(log10(largest) / 3.0))
                              : 1.0;
    a->low = a->low > 0.0 && a->low < 0.5 * a->high ? 0.0 : a->low;
    a->high = a->high < 0.0 && a->high > 0.5 * a->low ? 0.0 : a->high;
    /* A span that the axis' digits could not show is none. */
    const double span = a->high - a->low > 1e-6 * largest ? a->high - a->low
                        : largest > 0.0                   ? largest
                                                          : 1.0;
    a->high = factor * (a->high + 0.08 * span);
    a->low = factor * (a->low - (a->low == 0.0 ? 0.03 : 0.08) * span);
    return factor;
}

/* The scale of a panel, and values that it can show. */
static void scale(drawing *d, size_t panel)
{
    const bool is_residual = d->picture->panels[panel].is_residual;
    ss_axis *const a = &d->axes[panel];
    *a = SS_AXIS_EMPTY;
    for (size_t c = 0; c < d->picture->n_curves; ++c)
        for (size_t k = 0; k < d->taken[panel * d->picture->n_curves + c].n; ++k) {
            const sample *const s = &d->taken[panel * d->picture->n_curves + c].at[k];
            if (s->value > 0.0 || !is_residual)
                ss_axis_include(a, s->value);
            d->has_exact = d->has_exact || isfinite(s->exact);
            d->has_unsolved = d->has_unsolved || s->unsolved;
            ss_axis_include(&d->time, s->time);
        }
    const double factor = d->factor[panel] = scale_axis(a, is_residual);
    for (size_t c = 0; c < d->picture->n_curves; ++c)
        for (size_t k = 0; k < d->taken[panel * d->picture->n_curves + c].n; ++k) {
            sample *const s = &d->taken[panel * d->picture->n_curves + c].at[k];
            s->value = s->value > 0.0 || !a->log ? s->value * factor : NAN;
            s->exact = s->exact > 0.0 || !a->log ? s->exact * factor : NAN;
        }
}

static void print_data(FILE *out, const drawing *d)
{
    fprintf(out,
            "# One block per panel and curve: time (s), value, exact, 1 for a lone value, 1 for a "
            "step that was not solved; of more than %d values the least and the largest of "
            "each of %d parts of the time\n",
            (int)MOST, (int)BINS);
    for (size_t p = 0; p < d->picture->n_panels; ++p)
        for (size_t c = 0; c < d->picture->n_curves; ++c) {
            const samples *const s = &d->taken[p * d->picture->n_curves + c];
            fprintf(out, "# %s, %s\n", d->picture->panels[p].name, d->picture->curves[c].label);
            for (size_t k = 0; k < s->n; ++k) {
                /* a value between two that are none is no line: it needs a point */
                const bool lone = isfinite(s->at[k].value) &&
                                  (k == 0 || !isfinite(s->at[k - 1].value)) &&
                                  (k + 1 == s->n || !isfinite(s->at[k + 1].value));
                ss_data_row_of(out, s->at[k].time, s->at[k].value, s->at[k].exact, lone,
                               s->at[k].unsolved);
            }
            if (s->n == 0)
                ss_data_row_of(out, NAN, NAN, NAN, 0, 0);
            ss_data_end(out);
        }
}

/* "max_overlap_m" in m is "max overlap (m)", or "max overlap (10^{-6} m)" by its factor. */
static void name_axis(char *text, size_t size, const ss_history_panel *panel, double factor)
{
    char ending[48] = "_";
    size_t length = strlen(panel->name);
    for (size_t k = 0; panel->unit[k] != '\0' && k + 2 < sizeof ending; ++k) {
        ending[k + 1] = (char)tolower((unsigned char)panel->unit[k]);
        ending[k + 2] = '\0';
    }
    const size_t tail = strlen(ending);
    if (!panel->is_observable && tail > 1 && length > tail &&
        strcmp(panel->name + length - tail, ending) == 0)
        length -= tail;
    const bool bare = strcmp(panel->unit, "-") == 0 || strcmp(panel->unit, panel->name) == 0;
    char power[24] = "", unit[80] = "";
    if (factor != 1.0)
        snprintf(power, sizeof power, "10^{%.0f}", -log10(factor));
    if (power[0] != '\0' || !bare)
        snprintf(unit, sizeof unit, " (%s%s%s)", power, power[0] != '\0' && !bare ? " " : "",
                 bare ? "" : panel->unit);
    snprintf(text, size, "%.*s%s", (int)length, panel->name, unit);
    for (size_t k = 0; k < length && k < size; ++k)
        text[k] = text[k] == '_' ? ' ' : text[k];
}

static void print_settings(FILE *out, const drawing *d)
{
    static const char *const arrays[] = {"axis", "is_log", "low", "high"}; /* by panel */
    const ss_history_picture *const p = d->picture;
    char name[200];
    size_t longest = 0;
    for (size_t k = 0; k < p->n_panels * p->n_curves; ++k)
        longest = d->taken[k].n > longest ? d->taken[k].n : longest;
    fprintf(out, "n_panels = %zu\nn_curves = %zu\n", p->n_panels, p->n_curves);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        ss_data_array(out, arrays[k], p->n_panels);
    ss_data_array(out, "curve", p->n_curves);
    fprintf(out, "has_exact = %d\nhas_unsolved = %d\nstride = %zu\n", d->has_exact, d->has_unsolved,
            longest / MARKS > 0 ? longest / MARKS : 1);
    const bool single = d->time.high <= d->time.low; /* one time is put in the middle */
    ss_data_number(out, "from", single ? 0.0 : d->time.low);
    ss_data_number(out, "to",
                   single && d->time.high <= 0.0 ? 1.0 : d->time.high * (single ? 2.0 : 1.0));
    for (size_t k = 0; k < p->n_panels; ++k) {
        name_axis(name, sizeof name, &p->panels[k], d->factor[k]);
        ss_data_text_at(out, "axis", k, name);
        ss_data_number_at(out, "is_log", k, d->axes[k].log);
        ss_data_number_at(out, "low", k, d->axes[k].low);
        ss_data_number_at(out, "high", k, d->axes[k].high);
    }
    ss_figure_looks looks = {.n = 0};
    for (size_t c = 0; c < p->n_curves; ++c) {
        ss_data_text_at(out, "curve", c, p->curves[c].label);
        ss_figure_looks_add(&looks, p->curves[c].label);
    }
    ss_figure_looks_print(out, &looks);
}

bool ss_history_draw(const ss_history_picture *picture, const ss_figure *figure, ss_error *error)
{
    const size_t n_curves = picture->n_curves, n = picture->n_panels * n_curves;
    drawing d = {.picture = picture, .taken = calloc(n, sizeof *d.taken), .time = SS_AXIS_EMPTY};
    ss_figure_drawing out;
    bool ok = d.taken != NULL || ss_error_memory(error, "a history");
    for (size_t k = 0; ok && k < n; ++k) {
        const size_t panel = k / n_curves;
        ok = take(&d.taken[k], &picture->curves[k % n_curves], &picture->panels[panel], error);
        thin(&d.taken[k]);
        if (ok && (k + 1) % n_curves == 0)
            scale(&d, panel);
    }
    if (ok && d.time.low > d.time.high)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s: no step to draw", figure->folder);
    ok = ok && ss_figure_begin(&out, figure, "histories.gp", error);
    if (ok) {
        print_data(out.dat, &d);
        print_settings(out.gp, &d);
        ok = ss_figure_end(&out, true, error);
    }
    for (size_t k = 0; d.taken != NULL && k < n; ++k)
        free(d.taken[k].at);
    free(d.taken);
    return ok;
}
