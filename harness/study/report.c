/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/report.h"

#include "harness/report/sheet.h"
#include "harness/study/curves.h"
#include "harness/study/figures.h"

#include <math.h>
#include <string.h>

static const ss_report_column columns[] = {{"curve", SS_REPORT_LEFT, false},
                                           {"best", SS_REPORT_RIGHT, false},
                                           {"work there", SS_REPORT_RIGHT, false},
                                           {"safe range (decades)", SS_REPORT_LEFT, false},
                                           {"plateau (decades)", SS_REPORT_LEFT, false},
                                           {"fails below", SS_REPORT_RIGHT, false},
                                           {"fails above", SS_REPORT_RIGHT, false},
                                           {"bound", SS_REPORT_RIGHT, false},
                                           {"bound limits", SS_REPORT_LEFT, false},
                                           {"range against bound", SS_REPORT_LEFT, false},
                                           {"failing values", SS_REPORT_LEFT, false},
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

static void add_cliff(ss_report_sheet *sheet, double value, const char *status)
{
    ss_report_number(sheet, value, 4, "-");
    if (!isnan(value))
        ss_report_append(sheet, " (%s)", status);
}

static void add_range(ss_report_sheet *sheet, const ss_study_curve *curve, const ss_study_range *r)
{
    ss_report_cells(sheet, curve->label, NULL);
    ss_report_number(sheet, r->best, 4, "-");
    ss_report_number(sheet, r->best_work, 4, "-");
    add_interval(sheet, &r->safe);
    add_interval(sheet, &r->plateau);
    add_cliff(sheet, r->cliff_low, r->cliff_low_status);
    add_cliff(sheet, r->cliff_high, r->cliff_high_status);
    ss_report_number(sheet, r->bound, 4, "-");
    ss_report_cells(sheet, ss_study_bound_name(r->bound_kind),
                    ss_study_against_bound_word(r->against_bound), NULL);
    if (curve->run->has_value)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu of %zu", r->n_failing, r->n_values);
    else
        ss_report_cells(sheet, "does not have it", NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", r->instances_least);
    if (r->instances_least != r->instances_most)
        ss_report_append(sheet, " to %zu", r->instances_most);
}

static void add_figures(ss_report_sheet *sheet, const ss_study_curves *curves, size_t question)
{
    ss_study_page page;
    for (size_t k = 0; ss_study_page_at(curves, k, &page); ++k)
        if (curves->curves[page.first].question == question)
            ss_report_add(sheet, SS_REPORT_FIGURE, "%s", page.name);
}

static void add_paper(ss_report_sheet *sheet, const ss_study_paper_points *paper, size_t question)
{
    bool any = false;
    for (size_t k = 0; k < paper->n; ++k) {
        const ss_study_paper_point *const p = &paper->points[k];
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

static void add_question(ss_report_sheet *sheet, const ss_study_curves *curves,
                         const ss_study_range *ranges, const ss_study_paper_points *paper,
                         size_t question)
{
    char title[400];
    size_t n = 0;
    const ss_study_curve *const first = ss_study_question_first(curves, question, &n);
    const ss_summary_row *const row = &first->run->row;
    ss_study_question_title(curves, question, title, sizeof title);
    ss_report_add(sheet, SS_REPORT_SECTION, "%s", title);
    add_figures(sheet, curves, question);
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < n; ++k)
        add_range(sheet, &first[k], &ranges[first - curves->curves + (ptrdiff_t)k]);
    add_paper(sheet, paper, question);
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Parameters: %s; outer solver %s, stop %s, warm start %s.", row->parameters,
                  row->outer, row->stop, row->warm_start);
    ss_report_add(sheet, SS_REPORT_REMARK, "Options of the solvers:");
    for (size_t k = 0; k < n; ++k) {
        const char *const options = first[k].run->row.options;
        ss_report_add(sheet, SS_REPORT_ITEM, "%s: %s", first[k].label,
                      options[0] != '\0' ? options : "none");
    }
}

static void add_notes(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    static const char *const always[] = {
        "Ranges are at the grid's resolution: an end is a value that was tried, and the true "
        "end lies between it and the value tried beside it. So a width in decades is between "
        "two numbers. `>=` and `<=` mark an end of the grid: the true end was not reached.",
        "Safe: every instance solved, at each value from the best one outwards. Fails above "
        "and below: the first values with an instance that was not solved, and the worst status "
        "there: max-sweeps is too slow for the cap of sweeps, so that end moves with the cap; "
        "stagnated and diverged do not converge.",
        "Best: least median work (contact visits and local iterations) among values without "
        "failure; of equals the smallest. Plateau: around it, at most twice that work. Medians "
        "and bands are over solved instances only, so beside failures they flatter."};
    ss_report_add(sheet, SS_REPORT_SECTION, "How to read it");
    for (size_t k = 0; k < sizeof always / sizeof *always; ++k)
        ss_report_add(sheet, SS_REPORT_ITEM, "%s", always[k]);
    if (curves->of_solver && strcmp(curves->parameter, "alpha") == 0)
        ss_report_add(
            sheet, SS_REPORT_ITEM,
            "Bound: 2 over the largest entry of rho_bar W_cc at one contact, for balls "
            "2 (1 + e_t)/(1 + 1/inertia), that is 2 (1 + e_t)/3.5 for solid ones, where "
            "alpha = rho/rho_bar; e_t is the parameter under `restitution=printed` too, "
            "which changes the free velocity and not W. `contraction`: a step contracts below "
            "it. `newton-cycles`: beyond it plain Newton can fall into 2-cycles, which "
            "backtracking cures: no bound for a safeguarded solver. `unit-step`: alpha counts "
            "in exact steps, and each contracts below 2.");
    if (ss_csv_column(&curves->summary.csv, "alpha_bound", 0) == curves->summary.csv.n_columns)
        ss_report_add(
            sheet, SS_REPORT_ITEM,
            "No bound is known: summary.csv is of an older stickslip, which did not state it "
            "(column `alpha_bound`).");
    if (curves->n_set_aside > 0)
        ss_report_add(
            sheet, SS_REPORT_ITEM,
            "Set aside: %zu instances that no solver solved at any value. They tell nothing of "
            "the parameter and are not counted as failures (column `set_aside` of sweep.csv).",
            curves->n_set_aside);
    if (curves->n_interrupted > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "Left out: %zu interrupted runs.",
                      curves->n_interrupted);
}

bool ss_study_report_write(const char *folder, const ss_study_curves *curves,
                           const ss_study_range *ranges, const ss_study_paper_points *paper,
                           ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_add(&sheet, SS_REPORT_TITLE, "Sensitivity to %s (%s)", curves->parameter,
                  curves->of_solver ? "an option of the solvers" : "a parameter of the problem");
    for (size_t q = 0; q < curves->n_questions; ++q)
        add_question(&sheet, curves, ranges, paper, q);
    add_notes(&sheet, curves);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "study", error);
    ss_report_free(&sheet);
    return written;
}
