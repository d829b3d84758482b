/* A guide around the tables of study.md: what is missing, how to read them, and what the runs
 * cannot tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "problems/base/names.h"

#include <string.h>

const char *ss_study_of_what(const ss_study_curves *curves)
{
    static const char *const what[] = {
#define X(id, word, column, text) text,
        SS_STUDY_OF_LIST(X)
#undef X
    };
    return what[curves->of];
}

void ss_study_partial_add(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    if (!curves->is_partial)
        return;
    ss_report_add(sheet, SS_REPORT_WARNING, "PARTIAL: this is not the study that was planned");
    for (size_t k = 0; k < curves->partial.n; ++k)
        if (curves->partial.at[k].kind < SS_PARTIAL_CAPPED)
            ss_report_append(sheet, "; %s", curves->partial.at[k].words);
    if (curves->most > 0)
        ss_report_append(sheet, "; values stand on unlike instances (%zu to %zu of them)",
                         curves->least, curves->most);
    ss_report_append(sheet, ".");
}

/* The ranges and the best value of an option: what their words mean. */
static void explain_choice(ss_report_sheet *sheet, double e1_limit)
{
    ss_report_add(
        sheet, SS_REPORT_ITEM,
        "Ranges are at the grid's resolution: an end is a value that was tried, and the true "
        "end lies between it and the value tried beside it (`sweep --refine N` halves what is "
        "between). So a width in decades is between "
        "two numbers. `>=` and `<=` mark an end of the grid: the true end was not reached.");
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "Solved: its stopping test was met in every step, and E1 of its worst step "
                  "is at most %g. Safe: every instance solved, at each value from the best one "
                  "outwards.",
                  e1_limit);
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "Best: of the values without failure, and with the most instances, the one of "
                  "least work (contact visits and local iterations): the geometric mean of the "
                  "ratio to another value's, over the instances that both solved; of equals "
                  "the smallest. It is a value that was tried: the true one lies between its "
                  "neighbours. Its 95 %% are of 1000 bootstrap draws of the instances, among "
                  "the values that were tried. Plateau: around it, at most twice that work. Of "
                  "a single value there is no best, and no range.");
}

/* The bound of alpha: where it comes from, and what its kinds say. */
static const char about_bound[] =
    "Bound: 2 over the largest entry of rho_bar W_cc at one contact, for balls "
    "2 (1 + e_t)/(1 + 1/inertia), that is 2 (1 + e_t)/3.5 for solid ones, where "
    "alpha = rho/rho_bar; e_t is the parameter under `restitution=printed` too, "
    "which changes the free velocity and not W. `contraction`: a step contracts below "
    "it. `contraction-small-mu` (sbp): the same while mu is small; on balls-4 alpha = 0.6 "
    "fails from mu = 5, and any alpha at mu = 10 (method 8). `newton-cycles`: beyond it "
    "plain Newton can fall into 2-cycles, which backtracking "
    "cures: no bound for a safeguarded solver. `unit-step`: alpha counts "
    "in exact steps, and each contracts below 2.";

/* The meaning of the tables; of ranges where an option of the solvers is studied. */
static void add_guide(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    ss_report_add(sheet, SS_REPORT_SECTION, "How to read it");
    if (curves->of_solver)
        explain_choice(sheet, curves->e1_limit);
    else
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "%s belongs to the problem, not to the solver: there is a cost at each "
                      "value, and no value to choose. Work: contact visits and local iterations, "
                      "the median, at values without failure.",
                      curves->parameter);
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "Fails above and below: the first values with an instance that was not solved, "
                  "and the worst status there: max-sweeps is too slow for the cap of sweeps, so "
                  "that end moves with the cap; stagnated and diverged do not converge; loose: the "
                  "stopping test was met, but E1 is above %g.",
                  curves->e1_limit);
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "Medians and bands are over solved instances only, so beside failures they "
                  "flatter.");
    if (curves->of_solver && strcmp(curves->parameter, "alpha") == 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "%s", about_bound);
}

/* Remarks on what these runs cannot tell. */
static void add_doubts(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    char text[SS_ACCURACY_TEXT];
    if (ss_csv_column(&curves->summary.csv, "alpha_bound", 0) == curves->summary.csv.n_columns)
        ss_report_add(
            sheet, SS_REPORT_ITEM,
            "No bound is known: summary.csv is of an older stickslip, which did not state it "
            "(column `alpha_bound`).");
    if (ss_accuracy_gap_text(text, &curves->gap))
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "%s: less work for a larger E1 is no gain; a smaller --tol or --stop e1 "
                      "brings them together.",
                      text);
    if (curves->n_loose > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "Loose: %zu run%s met the stopping test, yet E1 of a step is above %g "
                      "(columns `loose` and `e1_worst` of sweep.csv), up to false solutions beyond "
                      "a bound. They count as not solved. `--stop e1` does not call them solved.",
                      curves->n_loose, ss_name_plural(curves->n_loose), curves->e1_limit);
    if (curves->n_set_aside > 0)
        ss_report_add(
            sheet, SS_REPORT_ITEM,
            "Set aside: %zu instance%s that no solver solved at any value, which tells nothing of "
            "the parameter and is not counted as failure (column `set_aside` of sweep.csv).",
            curves->n_set_aside, ss_name_plural(curves->n_set_aside));
    if (curves->machines.other != NULL)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "No CPU times: %s and %s made the rows. Work units are the same on both.",
                      curves->machines.one, curves->machines.other);
    if (curves->n_nothing > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "No measurement: %zu of %zu run%s tell nothing, because no step had a "
                      "contact or needed a sweep, say; they are set aside. Run more steps.",
                      curves->n_nothing, curves->n_runs, ss_name_plural(curves->n_runs));
    for (size_t k = 0; k < curves->partial.n; ++k)
        if (curves->partial.at[k].kind >= SS_PARTIAL_CAPPED)
            ss_report_add(sheet, SS_REPORT_ITEM, "Note: %s.", curves->partial.at[k].words);
    if (curves->n_interrupted > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "Left out: %zu interrupted run%s.",
                      curves->n_interrupted, ss_name_plural(curves->n_interrupted));
}

void ss_study_guide_add(ss_report_sheet *sheet, const ss_study_curves *curves)
{
    add_guide(sheet, curves);
    add_doubts(sheet, curves);
}
