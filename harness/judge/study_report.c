/* study.md, from top to bottom: a section a question with its figures and ranges, maps, growth,
 * how to read it, and what these runs cannot tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "problems/base/names.h"

#include <math.h>
#include <string.h>

static const ss_report_column columns[] = {{"curve", SS_REPORT_LEFT, false},
                                           {"best", SS_REPORT_RIGHT, false},
                                           {"work there", SS_REPORT_RIGHT, false},
                                           {"safe range (decades)", SS_REPORT_LEFT, false},
                                           {"plateau (decades)", SS_REPORT_LEFT, false},
                                           {"instances", SS_REPORT_RIGHT, false}};

/* The same curves: where they fail, and what theory says. */
static const ss_report_column limit_columns[] = {{"curve", SS_REPORT_LEFT, false},
                                                 {"fails below", SS_REPORT_RIGHT, false},
                                                 {"fails above", SS_REPORT_RIGHT, false},
                                                 {"failing values", SS_REPORT_LEFT, false},
                                                 {"bound", SS_REPORT_RIGHT, false},
                                                 {"bound limits", SS_REPORT_LEFT, false},
                                                 {"range against bound", SS_REPORT_LEFT, false}};

/* Over a parameter of the problem. */
static const ss_report_column cost_columns[] = {
    {"curve", SS_REPORT_LEFT, false},        {"least work", SS_REPORT_RIGHT, false},
    {"at", SS_REPORT_RIGHT, false},          {"most", SS_REPORT_RIGHT, false},
    {"at", SS_REPORT_RIGHT, false},          {"fails below", SS_REPORT_RIGHT, false},
    {"fails above", SS_REPORT_RIGHT, false}, {"failing values", SS_REPORT_LEFT, false},
    {"instances", SS_REPORT_RIGHT, false}};

/* "0.2 to 1 (0.70 to 1.30)": the values and the decades between which the width lies; an end that
 * the grid did not reach is marked. */
static void add_interval(ss_report_sheet *sheet, const ss_study_interval *interval)
{
    if (isnan(interval->low)) {
        ss_report_cells(sheet, "-", NULL);
        return;
    }
    ss_report_add(sheet, SS_REPORT_CELL, "%s%.4g to %s%.4g", interval->open_low ? "<= " : "",
                  interval->low, interval->open_high ? ">= " : "", interval->high);
    if (isinf(interval->decades_most) && !isnan(interval->decades))
        ss_report_append(sheet, " (>= %.2f)", interval->decades);
    else if (!isnan(interval->decades) && !isnan(interval->decades_most))
        ss_report_append(sheet, " (%.2f to %.2f)", interval->decades, interval->decades_most);
}

/* The first failure on one side, and the worst status there. */
static void add_cliff(ss_report_sheet *sheet, double value, const char *status)
{
    ss_report_number(sheet, value, 4, "-");
    if (!isnan(value))
        ss_report_append(sheet, " (%s)", status);
}

static void add_failing(ss_report_sheet *sheet, const ss_study_curve *curve)
{
    const ss_study_range *const r = &curve->range;
    if (!curve->run->has_value)
        ss_report_cells(sheet, "does not have it", NULL);
    else if (curve->n_points == 1)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu, at %.4g alone", r->n_failing, r->grid_low);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%zu of %zu", r->n_failing, r->n_values);
}

static void add_instances(ss_report_sheet *sheet, const ss_study_range *r)
{
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", r->instances_least);
    if (r->instances_least != r->instances_most)
        ss_report_append(sheet, " to %zu", r->instances_most);
}

/* A row of a solver's option: what may be chosen. */
static void add_range(ss_report_sheet *sheet, const ss_study_curve *curve)
{
    const ss_study_range *const r = &curve->range;
    ss_report_cells(sheet, curve->label, NULL);
    ss_report_number(sheet, r->best, 4, "-");
    ss_report_number(sheet, r->best_work, 4, "-");
    add_interval(sheet, &r->safe);
    add_interval(sheet, &r->plateau);
    add_instances(sheet, r);
}

/* And where it ends. */
static void add_limits(ss_report_sheet *sheet, const ss_study_curve *curve)
{
    const ss_study_range *const r = &curve->range;
    ss_report_cells(sheet, curve->label, NULL);
    add_cliff(sheet, r->cliff_low, r->cliff_low_status);
    add_cliff(sheet, r->cliff_high, r->cliff_high_status);
    add_failing(sheet, curve);
    ss_report_number(sheet, r->bound, 4, "-");
    ss_report_cells(sheet, r->bound_kind, r->against_bound, NULL);
}

const char *ss_study_best_is(const ss_study_range *range)
{
    return isnan(range->best)                                     ? ""
           : isnan(range->best_below) || isnan(range->best_above) ? "an end of the grid"
                                                                  : "a grid point";
}

/* "sbp: best alpha 0.796, a grid point between 0.63 and 1; 95 % 0.63 to 1 over 5 instances." */
static void add_best(ss_report_sheet *sheet, const char *parameter, const ss_study_curve *curve)
{
    const ss_study_range *const r = &curve->range;
    if (isnan(r->best))
        return;
    ss_report_add(sheet, SS_REPORT_ITEM, "%s: best %s %.4g, %s", curve->label, parameter, r->best,
                  ss_study_best_is(r));
    if (isnan(r->best_below) || isnan(r->best_above))
        ss_report_append(sheet, " beside %.4g: what lies beyond was not tried",
                         isnan(r->best_below) ? r->best_above : r->best_below);
    else
        ss_report_append(sheet, " between %.4g%s and %.4g%s", r->best_below,
                         r->best_below == r->cliff_low ? ", which fails," : "", r->best_above,
                         r->best_above == r->cliff_high ? ", which fails" : "");
    if (isnan(r->best_interval.low))
        ss_report_append(sheet, "; %zu instance%s: no interval.", r->best_instances,
                         ss_name_plural(r->best_instances));
    else
        ss_report_append(sheet, "; 95 %% %.4g to %.4g over %zu instances.", r->best_interval.low,
                         r->best_interval.high, r->best_instances);
}

/* The cheapest and the dearest value without failure: what the problem costs, not a choice. */
static void add_cost(ss_report_sheet *sheet, const ss_study_curve *curve)
{
    const ss_study_point *least = NULL, *most = NULL;
    for (const ss_study_point *p = curve->points; p < curve->points + curve->n_points; ++p)
        if (p->is_safe) {
            least = least == NULL || ss_study_cost(p) < ss_study_cost(least) ? p : least;
            most = most == NULL || ss_study_cost(p) > ss_study_cost(most) ? p : most;
        }
    ss_report_cells(sheet, curve->label, NULL);
    ss_report_number(sheet, least != NULL ? ss_study_cost(least) : NAN, 4, "-");
    ss_report_number(sheet, least != NULL ? least->value : NAN, 4, "-");
    ss_report_number(sheet, most != NULL ? ss_study_cost(most) : NAN, 4, "-");
    ss_report_number(sheet, most != NULL ? most->value : NAN, 4, "-");
    add_cliff(sheet, curve->range.cliff_low, curve->range.cliff_low_status);
    add_cliff(sheet, curve->range.cliff_high, curve->range.cliff_high_status);
    add_failing(sheet, curve);
    add_instances(sheet, &curve->range);
}

/* The numbers that a paper prints for the same runs, if any: beside ours, not judged. */
static void add_paper(ss_report_sheet *sheet, const ss_study_curves *curves, size_t question)
{
    bool any = false;
    for (size_t k = 0; k < curves->n_paper; ++k) {
        const ss_study_paper_point *const p = &curves->paper[k];
        if (p->question != question)
            continue;
        if (any)
            ss_report_append(sheet, "; ");
        else
            ss_report_add(sheet, SS_REPORT_REMARK,
                          "Printed in the paper, sweeps of the last step: ");
        ss_report_append(sheet, "%s at %.4g (Table %zu): %.4g", p->solver, p->value, p->table,
                         p->sweeps);
        any = true;
    }
    if (any)
        ss_report_append(sheet, ". Ours are medians over our own packings, under the solver "
                                "options below; the paper gives neither its packing nor its "
                                "safeguards.");
}

/* The n curves of a question. */
static void add_question(ss_report_sheet *sheet, const ss_study_curves *curves,
                         const ss_study_curve *first, size_t n)
{
    char title[400];
    ss_study_page page = {.n = 0};
    const ss_summary_row *const row = &first->run->record.row;
    ss_study_question_words(curves, first, SS_STUDY_TITLE, "", title, sizeof title);
    ss_report_add(sheet, SS_REPORT_SECTION, "%s", title);
    while (ss_study_page_next(curves, &page))
        if (curves->curves[page.first].question == first->question)
            ss_report_add(sheet, SS_REPORT_FIGURE, "%s", page.name);
    if (curves->of_solver)
        SS_REPORT_COLUMNS(sheet, NULL, columns);
    else
        SS_REPORT_COLUMNS(sheet, NULL, cost_columns);
    for (size_t k = 0; k < n; ++k)
        (curves->of_solver ? add_range : add_cost)(sheet, &first[k]);
    if (curves->of_solver)
        SS_REPORT_COLUMNS(sheet, NULL, limit_columns);
    for (size_t k = 0; curves->of_solver && k < n; ++k)
        add_limits(sheet, &first[k]);
    for (size_t k = 0; k < n; ++k)
        add_best(sheet, curves->parameter, &first[k]);
    add_paper(sheet, curves, first->question);
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Parameters: %s; outer solver %s, stop %s, warm start %s%s%s.", row->parameters,
                  curves->of == SS_STUDY_OF_OUTER ? "as named" : row->outer, row->stop,
                  row->warm_start, row->follows[0] != '\0' ? ", following " : "", row->follows);
    ss_report_add(sheet, SS_REPORT_REMARK, "Options of the solvers:");
    for (size_t k = 0; k < n; ++k) {
        const char *const options = first[k].run->record.row.options;
        ss_report_add(sheet, SS_REPORT_ITEM, "%s: %s", first[k].label,
                      options[0] != '\0' ? options : "none");
    }
}

/* The power of a curve's measure, its uncertainty, and the powers between neighbours. */
static void add_power(ss_report_sheet *sheet, const ss_study_curve *curve,
                      const ss_study_growth *growth, ss_study_measure measure)
{
    ss_report_number(sheet, growth->exponent, 3, "-");
    ss_report_number(sheet, growth->error, 2, "-");
    ss_report_number(sheet, growth->interval.low, 3, "-");
    if (!isnan(growth->interval.low))
        ss_report_append(sheet, " to %.3g", growth->interval.high);
    ss_report_number(sheet, growth->from, 6, "-");
    ss_report_number(sheet, growth->to, 6, "-");
    ss_report_cells(sheet, "", NULL);
    for (size_t k = 1; k < curve->n_points; ++k) {
        const double power = ss_study_local_power(curve, k, measure);
        ss_report_append(sheet, isnan(power) ? "%s-" : "%s%.2f", k > 1 ? " " : "", power);
    }
}

/* A figure and a table for each problem, with all solvers in it: the rise of each measure. */
static void add_growth(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    static const ss_report_column powers[] = {
        {"curve", SS_REPORT_LEFT, false},  {"measure", SS_REPORT_LEFT, false},
        {"power", SS_REPORT_RIGHT, false}, {"standard error", SS_REPORT_RIGHT, false},
        {"95 %", SS_REPORT_LEFT, false},   {"from", SS_REPORT_RIGHT, false},
        {"to", SS_REPORT_RIGHT, false},    {"between neighbours", SS_REPORT_LEFT, false}};
    for (size_t first = 0, k = 0; first < curves->n_curves; ++first) {
        const ss_study_curve *const curve = &curves->curves[first];
        char text[200];
        if (curve->group != first)
            continue;
        ss_study_growth_title(curves, curve, text, sizeof text);
        ss_report_add(sheet, SS_REPORT_SECTION, "Growth with %s: %s", curves->parameter, text);
        ++k;
        ss_report_add(sheet, SS_REPORT_FIGURE, k == 1 ? "growth" : "growth-%zu", k);
        SS_REPORT_COLUMNS(sheet, NULL, powers);
        for (size_t at = SS_STUDY_N_GROWN * first; at < SS_STUDY_N_GROWN * curves->n_curves; ++at) {
            const ss_study_curve *const c = &curves->curves[at / SS_STUDY_N_GROWN];
            const ss_study_grown *const of = &ss_study_grown_measures[at % SS_STUDY_N_GROWN];
            if (c->group != first)
                continue;
            const ss_study_growth *const g = &c->growth[at % SS_STUDY_N_GROWN];
            ss_study_growth_name(c, text, sizeof text);
            ss_report_cells(sheet, text, of->word, NULL);
            add_power(sheet, c, g, of->measure);
        }
        ss_report_add(sheet, SS_REPORT_REMARK, "Of these powers: %s.",
                      ss_study_growth_packs(curves, first));
    }
    ss_report_add(
        sheet, SS_REPORT_REMARK,
        "Power: p of a cost that rises as %s^p, by least squares of the medians on "
        "logarithmic axes, over the values at which every instance was solved, from and "
        "to. Between neighbours: the same of each value and the one before it. Where "
        "those rise or fall all the way the line is no law, and its standard error, which "
        "takes them for scatter, says too little.",
        curves->parameter);
}

/* A map: its figure, and the best value of each solver, a row a solver and value of the other. */
static void add_map(ss_report_sheet *sheet, const ss_study_curves *curves,
                    const ss_study_maps *maps, size_t first)
{
    static const ss_report_column best[] = {{"solver", SS_REPORT_LEFT, false},
                                            {"at", SS_REPORT_LEFT, false},
                                            {"best", SS_REPORT_RIGHT, false},
                                            {"work there", SS_REPORT_RIGHT, false},
                                            {"safe range (decades)", SS_REPORT_LEFT, false},
                                            {"failing values", SS_REPORT_LEFT, false}};
    char title[200], name[SS_LABEL_FILE];
    ss_study_question_words(curves, maps->rows[first].curve, SS_STUDY_TITLE, maps->other, title,
                            sizeof title);
    ss_study_map_name(maps, curves, first, name);
    ss_report_add(sheet, SS_REPORT_SECTION,
                  curves->of_solver ? "Best %s by %s: %s" : "Work over %s and %s: %s",
                  curves->parameter, maps->other, title);
    ss_report_add(sheet, SS_REPORT_FIGURE, "%s", name);
    if (!curves->of_solver)
        return; /* nothing may be chosen */
    SS_REPORT_COLUMNS(sheet, NULL, best);
    for (size_t k = first; k < ss_study_map_end(maps, first); ++k) {
        const ss_study_range *const r = &maps->rows[k].curve->range;
        ss_study_panel_name(maps, k, name, sizeof name);
        ss_report_cells(sheet, name, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%s=%.6g", maps->other, maps->rows[k].value);
        ss_report_number(sheet, r->best, 4, "-");
        ss_report_number(sheet, r->best_work, 4, "-");
        add_interval(sheet, &r->safe);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu of %zu", r->n_failing, r->n_values);
    }
}

bool ss_study_report_write(const char *folder, const ss_study_curves *curves,
                           const ss_study_maps *maps, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_add(&sheet, SS_REPORT_TITLE, "Sensitivity to %s (%s)%s", curves->parameter,
                  ss_study_of_what(curves), curves->mark);
    ss_study_partial_add(&sheet, curves);
    for (size_t k = 0, n = 0; k < curves->n_curves; k += n) {
        const ss_study_curve *const first = &curves->curves[k];
        for (n = 1; k + n < curves->n_curves && first[n].question == first->question;)
            ++n;
        add_question(&sheet, curves, first, n);
    }
    for (size_t first = 0; first < maps->n; first = ss_study_map_end(maps, first))
        add_map(&sheet, curves, maps, first);
    if (ss_study_grows(curves))
        add_growth(&sheet, curves);
    ss_study_guide_add(&sheet, curves);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "study", error);
    ss_report_free(&sheet);
    return written;
}
