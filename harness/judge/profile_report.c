/* A curve is a staircase; it is written and drawn as the places where it rises (next_place), each
 * with the fraction from there on, between two ends that all curves share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"

#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "harness/report/sheet.h"
#include "harness/tables/bootstrap.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"
#include "problems/base/prose.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {[SS_PROFILE_PERFORMANCE] = "performance",
                                         [SS_PROFILE_DATA] = "data",
                                         [SS_PROFILE_ECDF] = "ecdf"};

/* ---- the curves ---- */

/* The x at which all curves begin and end, and the end of the axis: finite and low < high < edge,
 * also where nothing was solved. */
typedef struct range {
    double low, high, edge;
} range;

static range range_of(const ss_profile_view *view)
{
    const ss_profile *const p = view->profile;
    double least = INFINITY, most = 0.0;
    for (size_t k = 0; k < p->n_problems * p->n_solvers; ++k) {
        if (isinf(p->values[k]))
            continue;
        most = fmax(most, p->values[k]);
        if (p->values[k] > 0.0) /* no place on a logarithmic axis */
            least = fmin(least, p->values[k]);
    }
    const double low = view->kind == SS_PROFILE_PERFORMANCE || isinf(least) ? 1.0 : 0.8 * least;
    const double high = fmax(most, 2.0 * low);
    return (range){low, high, 1.1 * high};
}

/* The place of a solver's curve after x, from -INFINITY on; NAN past the last one. */
static double next_place(const ss_profile_view *view, const range *ends, size_t solver, double x)
{
    const size_t n = view->profile->n_problems;
    const double *const values = view->profile->values + solver * n;
    const size_t past = (size_t)ss_profile_count(view->profile, solver, x);
    if (x < ends->low)
        return ends->low;
    if (past < n && isfinite(values[past]))
        return values[past];
    return x < ends->high ? ends->high : NAN;
}

/* Problems, of pairs each once. */
static size_t n_problems(const ss_profile_costs *costs)
{
    const size_t times = costs->n_targets > 0 ? costs->n_targets : 1;
    return costs->n_problems / times;
}

void ss_profile_write_rows(const ss_profile_view *view, FILE *out)
{
    const range ends = range_of(view);
    for (size_t s = 0; s < view->profile->n_solvers; ++s)
        for (double x = next_place(view, &ends, s, -INFINITY); !isnan(x);
             x = next_place(view, &ends, s, x)) {
            const ss_profile_row row = {.kind = kind_names[view->kind],
                                        .metric = ss_profile_metrics[view->metric].name,
                                        .accuracy = view->accuracy,
                                        .solver = view->contest->grid.contenders[s].label,
                                        .x = x,
                                        .fraction = ss_profile_fraction(view->profile, s, x),
                                        .problems = n_problems(view->costs)};
            ss_profile_write(out, &row);
        }
}

/* ---- for people ---- */

/* ", to first reach E1 <= 0.01", or "" where whole runs are compared. */
static const char *describe_goal(const ss_profile_view *view, char text[64])
{
    if (view->accuracy == SS_PROFILE_EQUAL_E1)
        return ", to first reach the loosest E1 that all reached";
    snprintf(text, 64, ", to first reach E1 <= %g", view->accuracy);
    return isnan(view->accuracy) ? "" : text;
}

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},   {"best", SS_REPORT_RIGHT, true},
    {"within 2", SS_REPORT_RIGHT, true}, {"for half", SS_REPORT_RIGHT, true},
    {"solved", SS_REPORT_RIGHT, false},  {"of all", SS_REPORT_RIGHT, false}};

static bool print_solvers(const ss_profile_view *view, FILE *out, ss_error *error)
{
    const ss_profile *const p = view->profile;
    const bool data = view->kind != SS_PROFILE_PERFORMANCE;
    ss_report_sheet sheet = {.text = NULL};
    if (data)
        fprintf(out, "budget in %s\n", ss_profile_metrics[view->metric].unit);
    SS_REPORT_COLUMNS(&sheet, NULL, columns);
    for (size_t s = 0; s < p->n_solvers; ++s) { /* its values ascend */
        const double half = data ? p->values[s * p->n_problems + (p->n_problems - 1) / 2] : NAN;
        ss_report_cells(&sheet, view->contest->grid.contenders[s].label, NULL);
        for (int tau = 1; tau <= 2; ++tau)
            ss_report_number(&sheet, data ? NAN : ss_profile_count(p, s, tau), 3, "");
        ss_report_number(&sheet, isfinite(half) ? half : NAN, 3, data ? "never" : "");
        ss_report_add(&sheet, SS_REPORT_CELL, "%.0f", ss_profile_count(p, s, INFINITY));
        ss_report_add(&sheet, SS_REPORT_CELL, "%.1f %%",
                      100.0 * ss_profile_fraction(p, s, INFINITY));
    }
    return ss_report_end(&sheet, &ss_report_text, out, error);
}

/* The pairs whose order alone is another than among all; those that differ by less than one problem
 * in twenty, which the figure hardly shows, are only counted. */
static bool print_reversals(const ss_profile_view *view, FILE *out, ss_error *error)
{
    const size_t n = view->costs->n_solvers;
    size_t n_reversed = 0, n_slight = 0;
    for (size_t k = 0; k < n * n; ++k) {
        ss_profile_reversal r;
        if (k / n >= k % n)
            continue;
        if (!ss_profile_find_reversal(&r, view->profile, view->costs, k / n, k % n, error)) {
            if (error->code != SS_ERROR_NONE)
                return false;
            continue;
        }
        const char *const ahead = view->contest->grid.contenders[r.ahead].label;
        ++n_reversed;
        if (!(fmin(r.joint[0] - r.joint[1], r.pair[1] - r.pair[0]) > 0.05 - 1e-9)) /* rounding */
            ++n_slight;
        else
            ss_prose_line(
                out,
                "warning: at tau = %.4g %s is above %s among all (%.3f, %.3f) but below it "
                "when the two are compared alone (%.3f, %.3f): do not read their order off "
                "this profile",
                r.tau, ahead, view->contest->grid.contenders[r.behind].label, r.joint[0],
                r.joint[1], r.pair[0], r.pair[1]);
    }
    if (n_slight > 0)
        ss_prose_line(
            out,
            "warning: %zu pair%s of solvers whose order alone is another than among all, by "
            "fewer than one problem in twenty",
            n_slight, ss_name_plural(n_slight));
    if (n_reversed > 0)
        ss_prose_line(out,
                      "A performance profile of more than two solvers depends on who else is in it "
                      "(Gould and Scott 2016); profile the pairs with --solvers, or take --kind "
                      "data, which does not.");
    return true;
}

/* The number of targets, and of traces that end above them. */
static void print_targets(const ss_profile_view *view, FILE *out)
{
    const ss_profile_costs *const costs = view->costs;
    if (costs->n_targets > 0)
        ss_prose_line(out, "pairs of a problem and a target: %zu targets, the finest E1 %g%s",
                      costs->n_targets, costs->finest,
                      costs->n_stopped > 0
                          ? "; others are left out: some run met its own tolerance above "
                            "them (run with --stop e1 and a smaller --tol)"
                          : "");
    else if (costs->n_stopped > 0)
        ss_prose_line(
            out,
            "note: %zu trace%s end%s above E1 = %g because the run met its own tolerance: not "
            "a failure, but counted as not reached; run with a smaller --tol",
            costs->n_stopped, ss_name_plural(costs->n_stopped), costs->n_stopped == 1 ? "s" : "",
            view->accuracy);
}

/* First the solvers compared, the questions left out, and conclusions not to draw. */
bool ss_profile_print(const ss_profile_view *view, FILE *out, ss_error *error)
{
    const ss_profile_costs *const costs = view->costs;
    const size_t n_left_out = view->contest->n_left_out, n_empty = view->contest->n_empty;
    char goal[64], text[SS_ACCURACY_TEXT];
    const size_t n = n_problems(costs);
    ss_prose_line(out, "%s profile of %zu problem%s, cost: %s%s", kind_names[view->kind], n,
                  ss_name_plural(n), ss_profile_metrics[view->metric].cost,
                  describe_goal(view, goal));
    if (n == 1)
        ss_prose_line(out,
                      "note: one problem is a comparison, not a profile over a set of problems");
    if (n_left_out > 0)
        ss_prose_line(out, "left out: %zu problem%s that not every solver was run on", n_left_out,
                      ss_name_plural(n_left_out));
    if (n_empty > 0)
        ss_prose_line(out, "left out: %zu problem%s without contacts", n_empty,
                      ss_name_plural(n_empty));
    if (costs->n_trivial > 0)
        ss_prose_line(out, "note: %zu of the problems took every solver at most one sweep per step",
                      costs->n_trivial);
    if (view->kind != SS_PROFILE_ECDF && isnan(view->accuracy) &&
        ss_accuracy_gap_text(text, &view->contest->gap))
        ss_prose_line(out, "note: %s; --accuracy equal compares at equal E1", text);
    print_targets(view, out);
    return print_solvers(view, out, error) &&
           (view->kind != SS_PROFILE_PERFORMANCE || costs->n_solvers < 3 ||
            print_reversals(view, out, error));
}

/* ---- the figure ---- */

/* Drawn, as many as have looks; at which an area is summed. */
enum { MOST_CURVES = SS_LOOKS_MOST, AREA_PLACES = 256 };

/* The solvers by the area below their curves, on the logarithmic axis, the largest first: the order
 * of the key. Returns how many, at most MOST_CURVES. */
static size_t order_by_area(size_t order[MOST_CURVES], const ss_profile_view *view,
                            const range *ends)
{
    const double step = pow(ends->edge / ends->low, 1.0 / AREA_PLACES);
    double areas[MOST_CURVES]; /* of those in the order */
    size_t n = 0;
    for (size_t s = 0; s < view->profile->n_solvers; ++s) {
        double x = ends->low, area = 0.0;
        for (size_t k = 0; k < AREA_PLACES; ++k, x *= step)
            area += ss_profile_fraction(view->profile, s, x);
        if (n == MOST_CURVES && !(area > areas[n - 1]))
            continue;
        size_t at = n < MOST_CURVES ? n++ : n - 1;
        for (; at > 0 && areas[at - 1] < area; --at) {
            order[at] = order[at - 1];
            areas[at] = areas[at - 1];
        }
        order[at] = s;
        areas[at] = area;
    }
    return n;
}

/* What is left out on either side, and the curves that have a band: more of them are mud. */
static const double left_out = 0.05;
enum { BANDS = 2 };

/* The 90 % interval of the share of all problems like these, of which `count` of n count (Clopper
 * and Pearson 1934): wide where n is small, also where the count is 0 or n. */
static void band_of(double band[2], double count, double n)
{
    band[0] = count > 0.0 ? gsl_cdf_beta_Pinv(left_out, count, n - count + 1.0) : 0.0;
    band[1] = count < n ? gsl_cdf_beta_Qinv(left_out, count + 1.0, n - count) : 1.0;
}

/* The share of its pairs that a solver has by a budget, of each problem. */
typedef struct shares {
    const ss_profile_costs *costs;
    size_t solver;
    double budget;
} shares;

/* Their mean over the problems that were drawn. */
static double mean_share(const size_t *drawn, size_t n, void *context)
{
    const shares *const w = context;
    const ss_profile_costs *const c = w->costs;
    size_t count = 0;
    for (size_t k = 0; k < n; ++k)
        for (size_t p = drawn[k] * c->n_targets; p < (drawn[k] + 1) * c->n_targets; ++p)
            count += c->cost[p * c->n_solvers + w->solver] <= w->budget * c->size[p];
    return (double)count / (double)(n * c->n_targets);
}

/* The band of a curve of pairs, at places evenly spread: problems are drawn again, with all their
 * targets, for these are not independent. */
static bool print_drawn_band(FILE *dat, const ss_profile_view *view, const range *ends,
                             size_t solver, ss_error *error)
{
    enum { PLACES = 60 };
    shares at = {.costs = view->costs, .solver = solver, .budget = ends->low};
    const double step = pow(ends->edge / ends->low, 1.0 / PLACES);
    fputs("\n\n# its band: x, low, high of the 95 % interval over the problems\n", dat);
    for (size_t k = 0; k <= PLACES; ++k, at.budget *= step) {
        ss_interval band;
        if (!ss_bootstrap(&band, &(size_t){n_problems(view->costs)}, 1, mean_share, &at, error))
            return false;
        ss_data_row_of(dat, at.budget, band.low, band.high);
    }
    return true;
}

/* The band of a curve, with both ends of every step. */
static void print_band(FILE *dat, const ss_profile_view *view, const range *ends, size_t solver)
{
    double before[2] = {0.0}, band[2];
    bool begun = false;
    fputs("\n\n# its band: x, low, high of the 90 % interval\n", dat);
    for (double x = next_place(view, ends, solver, -INFINITY); !isnan(x);
         x = next_place(view, ends, solver, x)) {
        band_of(band, ss_profile_count(view->profile, solver, x),
                (double)view->profile->n_problems);
        if (begun)
            ss_data_row_of(dat, x, before[0], before[1]);
        ss_data_row_of(dat, x, band[0], band[1]);
        before[0] = band[0];
        before[1] = band[1];
        begun = true;
    }
    ss_data_row_of(dat, ends->edge, before[0], before[1]);
}

/* The curves, the best first; those past the first few stand back. */
static bool print_curves(const ss_figure_drawing *d, const ss_profile_view *view, const range *ends,
                         ss_error *error)
{
    size_t order[MOST_CURVES];
    const size_t n_curves = order_by_area(order, view, ends);
    ss_figure_looks looks = {.n = 0};
    ss_data_count(d->gp, "n_curves", n_curves);
    ss_data_array(d->gp, "curve", n_curves);
    for (size_t k = 0; k < n_curves; ++k) {
        const size_t s = order[k];
        const char *const label = view->contest->grid.contenders[s].label;
        ss_data_text_at(d->gp, "curve", k, label);
        ss_figure_looks_add(&looks, label);
        fprintf(d->dat, "%s# solver %s: x fraction\n", k > 0 ? "\n\n" : "", label);
        for (double x = next_place(view, ends, s, -INFINITY); !isnan(x);
             x = next_place(view, ends, s, x))
            ss_data_row_of(d->dat, x, ss_profile_fraction(view->profile, s, x));
        /* so that the last step is seen */
        ss_data_row_of(d->dat, ends->edge, ss_profile_fraction(view->profile, s, ends->edge));
    }
    const bool drawn = view->kind == SS_PROFILE_ECDF;
    const size_t most = drawn && n_problems(view->costs) < 2 ? 0 : BANDS;
    const size_t n_bands = n_curves < most ? n_curves : most;
    for (size_t k = 0; k < n_bands; ++k)
        if (!drawn)
            print_band(d->dat, view, ends, order[k]);
        else if (!print_drawn_band(d->dat, view, ends, order[k], error))
            return false;
    ss_data_count(d->gp, "n_bands", n_bands);
    ss_figure_looks_fade(&looks, SS_LOOKS_COLOURED);
    ss_figure_looks_print(d->gp, &looks);
    return true;
}

/* The title, and what the axis of the fractions counts. */
static const char *entitle(char *title, size_t size, const ss_profile_view *view)
{
    const size_t n = n_problems(view->costs);
    char goal[64];
    if (view->kind == SS_PROFILE_ECDF)
        snprintf(title, size, "Reached by a budget: %zu problem%s, %zu targets down to E1 %g", n,
                 ss_name_plural(n), view->costs->n_targets, view->costs->finest);
    else
        snprintf(title, size, "%s profiles, %zu problem%s%s",
                 view->kind == SS_PROFILE_PERFORMANCE ? "Performance" : "Data", n,
                 ss_name_plural(n), describe_goal(view, goal));
    return view->kind == SS_PROFILE_ECDF ? "fraction of problem and target pairs"
                                         : "fraction of the problems";
}

bool ss_profile_draw(const ss_profile_view *view, const char *folder, const char *name,
                     const char *scripts, ss_error *error)
{
    const size_t n = n_problems(view->costs);
    const range ends = range_of(view);
    char title[256], note[256], duel[256];
    const char *const y_title = entitle(title, sizeof title, view);
    snprintf(note, sizeof note, "%s",
             n == 1 ? "one problem is a comparison, not a profile over a set"
             : view->kind == SS_PROFILE_ECDF ? "bands: 95 %, problems drawn again"
                                             : "bands: 90 % for problems like these");
    if (view->profile->n_solvers > MOST_CURVES)
        snprintf(note + strlen(note), sizeof note - strlen(note), "; the best %d of %zu solvers",
                 (int)MOST_CURVES, view->profile->n_solvers);
    const ss_figure figure = {
        .folder = folder, .name = name, .title = title, .note = note, .scripts = scripts};
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, &figure, "profiles.gp", error))
        return false;
    if (view->kind == SS_PROFILE_PERFORMANCE)
        snprintf(title, sizeof title, "tau = cost / least cost; %s",
                 ss_profile_metrics[view->metric].cost);
    else
        snprintf(title, sizeof title, "budget: %s", ss_profile_metrics[view->metric].unit);
    fprintf(d.gp, "x_low = %.9g\nx_high = %.9g\n", ends.low, ends.edge);
    ss_data_text(d.gp, "x_title", title);
    ss_data_text(d.gp, "y_title", y_title);
    const bool printed = print_curves(&d, view, &ends, error);
    snprintf(duel, sizeof duel, "%s-duel", name);
    return ss_figure_end(&d, printed, error) &&
           (view->costs->n_solvers != 2 || view->kind == SS_PROFILE_ECDF ||
            ss_profile_draw_duel(view, folder, duel, scripts, error));
}
