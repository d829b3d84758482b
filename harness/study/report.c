/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/report.h"

#include "harness/study/figures.h"
#include "harness/study/curves.h"

#include <math.h>
#include <string.h>

static void print_text(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (strchr("\\|*_<`", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* "0.2 to 1 (0.70 to 1.30)": the values and the decades between which the width lies; an end that
 * the grid did not reach is marked. */
static void print_interval(FILE *out, const ss_study_interval *interval)
{
    if (isnan(interval->low)) {
        fputs(" - |", out);
        return;
    }
    fprintf(out, " %s%.4g to %s%.4g", interval->open_low ? "<= " : "", interval->low,
            interval->open_high ? ">= " : "", interval->high);
    if (isinf(interval->decades_most) && !isnan(interval->decades))
        fprintf(out, " (>= %.2f)", interval->decades);
    else if (!isnan(interval->decades) && !isnan(interval->decades_most))
        fprintf(out, " (%.2f to %.2f)", interval->decades, interval->decades_most);
    fputs(" |", out);
}

static void print_number(FILE *out, double value)
{
    if (isnan(value))
        fputs(" - |", out);
    else
        fprintf(out, " %.4g |", value);
}

static void print_cliff(FILE *out, double value, const char *status)
{
    if (isnan(value))
        fputs(" - |", out);
    else
        fprintf(out, " %.4g (%s) |", value, status);
}

static void print_range(FILE *out, const ss_study_curve *curve, const ss_study_range *r)
{
    fputs("| ", out);
    print_text(out, curve->label);
    fputs(" |", out);
    print_number(out, r->best);
    print_number(out, r->best_work);
    print_interval(out, &r->safe);
    print_interval(out, &r->plateau);
    print_cliff(out, r->cliff_low, r->cliff_low_status);
    print_cliff(out, r->cliff_high, r->cliff_high_status);
    print_number(out, r->bound);
    fprintf(out, " %s | %s |", ss_study_bound_name(r->bound_kind),
            ss_study_against_bound_word(r->against_bound));
    if (!curve->run->has_value)
        fputs(" does not have it |", out);
    else
        fprintf(out, " %zu of %zu |", r->n_failing, r->n_values);
    if (r->instances_least == r->instances_most)
        fprintf(out, " %zu |\n", r->instances_most);
    else
        fprintf(out, " %zu to %zu |\n", r->instances_least, r->instances_most);
}

static void print_figures(FILE *out, const ss_study_curves *curves, size_t question)
{
    ss_study_page page;
    for (size_t k = 0; ss_study_page_at(curves, k, &page); ++k)
        if (curves->curves[page.first].question == question)
            fprintf(out, "![%s](%s.svg)\n\n", page.name, page.name);
}

static void print_paper(FILE *out, const ss_study_paper_points *paper, size_t question)
{
    bool first = true;
    for (size_t k = 0; k < paper->n; ++k) {
        const ss_study_paper_point *const p = &paper->points[k];
        if (p->question != question)
            continue;
        fprintf(out, first ? "Printed in the paper, sweeps of the last step: " : "; ");
        fprintf(out, "%s at %.4g (Table %zu): %.4g", p->solver, p->value, p->table, p->sweeps);
        first = false;
    }
    if (!first)
        fputs(". Ours are medians over our own packings, under the solver options below; the "
              "paper gives neither its packing nor its safeguards.\n\n",
              out);
}

static void print_settings(FILE *out, const ss_study_run *run)
{
    fputs("Parameters: ", out);
    print_text(out, run->row.parameters);
    fprintf(out, "; outer solver %s, stop %s, warm start %s.\n\n", run->row.outer, run->row.stop,
            run->row.warm_start);
}

static void print_question(FILE *out, const ss_study_curves *curves, const ss_study_range *ranges,
                           const ss_study_paper_points *paper, size_t question)
{
    char title[400];
    size_t n = 0;
    const ss_study_curve *const first = ss_study_question_first(curves, question, &n);
    ss_study_question_title(curves, question, title, sizeof title);
    fputs("## ", out);
    print_text(out, title);
    fputs("\n\n", out);
    print_figures(out, curves, question);
    fputs("| curve | best | work there | safe range (decades) | plateau (decades) | fails below | "
          "fails above | bound | bound limits | range against bound | failing values | "
          "instances |\n"
          "| --- | ---: | ---: | --- | --- | ---: | ---: | ---: | --- | --- | --- | ---: |\n",
          out);
    for (size_t k = 0; k < n; ++k)
        print_range(out, &first[k], &ranges[first - curves->curves + (ptrdiff_t)k]);
    fputc('\n', out);
    print_paper(out, paper, question);
    print_settings(out, first->run);
    fputs("Options of the solvers:\n\n", out);
    for (size_t k = 0; k < n; ++k) {
        fputs("- ", out);
        print_text(out, first[k].label);
        fputs(": ", out);
        print_text(out, first[k].run->row.options[0] != '\0' ? first[k].run->row.options : "none");
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_notes(FILE *out, const ss_study_curves *curves)
{
    fputs("## How to read it\n\n"
          "- Ranges are at the grid's resolution: an end is a value that was tried, and the true "
          "end lies between it and the value tried beside it. So a width in decades is between "
          "two numbers. `>=` and `<=` mark an end of the grid: the true end was not reached.\n"
          "- Safe: every instance solved, at each value from the best one outwards. Fails above "
          "and below: the first values with an instance that was not solved, and the worst status "
          "there: max-sweeps is too slow for the cap of sweeps, so that end moves with the cap; "
          "stagnated and diverged do not converge.\n"
          "- Best: least median work (contact visits and local iterations) among values without "
          "failure; of equals the smallest. Plateau: around it, at most twice that work. Medians "
          "and bands are over solved instances only, so beside failures they flatter.\n",
          out);
    if (curves->of_solver && strcmp(curves->parameter, "alpha") == 0)
        fputs("- Bound: 2 over the largest entry of rho\\_bar W\\_cc at one contact, for balls "
              "2 (1 + e\\_t)/(1 + 1/inertia), that is 2 (1 + e\\_t)/3.5 for solid ones, where "
              "alpha = rho/rho\\_bar; e\\_t is the parameter under `restitution=printed` too, "
              "which changes the free velocity and not W. `contraction`: a step contracts below "
              "it. `newton-cycles`: beyond it plain Newton can fall into 2-cycles, which "
              "backtracking cures: no bound for a safeguarded solver. `unit-step`: alpha counts "
              "in exact steps, and each contracts below 2.\n",
              out);
    if (ss_csv_column(&curves->summary.csv, "alpha_bound", 0) == curves->summary.csv.n_columns)
        fputs("- No bound is known: summary.csv is of an older stickslip, which did not state it "
              "(column `alpha_bound`).\n",
              out);
    if (curves->n_set_aside > 0)
        fprintf(
            out,
            "- Set aside: %zu instances that no solver solved at any value. They tell nothing of "
            "the parameter and are not counted as failures (column `set_aside` of sweep.csv).\n",
            curves->n_set_aside);
    if (curves->n_interrupted > 0)
        fprintf(out, "- Left out: %zu interrupted runs.\n", curves->n_interrupted);
}

void ss_study_report_write(FILE *out, const ss_study_curves *curves, const ss_study_range *ranges,
                           const ss_study_paper_points *paper)
{
    fputs("# Sensitivity to ", out);
    print_text(out, curves->parameter);
    fprintf(out, " (%s)\n\n",
            curves->of_solver ? "an option of the solvers" : "a parameter of the problem");
    for (size_t q = 0; q < curves->n_questions; ++q)
        print_question(out, curves, ranges, paper, q);
    print_notes(out, curves);
}
