/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/page.h"

#include "harness/diagnose/advice.h"
#include "problems/base/names.h"

#include <math.h>
#include <string.h>

enum { STEPS = 8, CONTACTS = 8, NAMED = 4 };

/* ---- the steps ---- */

static void add_steps(ss_report_sheet *sheet, const ss_diagnose_tables *t)
{
    static const ss_report_column columns[] = {
        {"solver", SS_REPORT_LEFT, false},     {"step", SS_REPORT_RIGHT, false},
        {"ended", SS_REPORT_LEFT, false},      {"contacts", SS_REPORT_RIGHT, false},
        {"sweeps", SS_REPORT_RIGHT, false},    {"E1", SS_REPORT_NUMBER, false},
        {"least E1", SS_REPORT_NUMBER, false}, {"at sweep", SS_REPORT_RIGHT, false},
        {"cycle", SS_REPORT_RIGHT, false},     {"carriers", SS_REPORT_RIGHT, false},
        {"changing", SS_REPORT_RIGHT, false},  {"criterion", SS_REPORT_LEFT, true}};
    SS_REPORT_COLUMNS(sheet, NULL, columns);
    for (size_t k = 0; k < t->n_steps && k < STEPS; ++k) {
        const ss_diagnosis_row *const step = &t->steps[k];
        ss_report_add(sheet, SS_REPORT_CELL, "%s", step->solver);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->step);
        ss_report_add(sheet, SS_REPORT_CELL, "%s", step->outcome);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->contacts);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->sweeps);
        ss_report_number(sheet, step->e1, 3, "-");
        ss_report_number(sheet, step->e1_best, 3, "-");
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->sweep_best);
        if (step->cycle == 0)
            ss_report_add(sheet, SS_REPORT_CELL, step->afterwards > 0 ? "none" : "-");
        else
            ss_report_add(sheet, SS_REPORT_CELL, "%zu %s", step->cycle, step->cycle_kind);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->carriers);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", step->changing);
        ss_report_add(sheet, SS_REPORT_CELL, "%s", step->existence);
    }
    if (t->n_steps > STEPS)
        ss_report_add(sheet, SS_REPORT_REMARK, "... and %zu more: `diagnosis.csv`",
                      t->n_steps - STEPS);
}

/* ---- the step shown ---- */

static void tell_cycle(ss_report_sheet *sheet, const ss_diagnosis_row *step)
{
    ss_report_add(sheet, SS_REPORT_ITEM, "- E1 is %.3g after %zu sweep%s; ", step->e1, step->sweeps,
                  ss_name_plural(step->sweeps));
    if (!isnan(step->e1_best))
        ss_report_append(sheet, "the least that was seen is %.3g, at sweep %zu. ", step->e1_best,
                         step->sweep_best);
    if (step->afterwards == 0)
        ss_report_append(sheet, "Nothing is known of what would follow");
    else if (step->fall < 1.0)
        ss_report_append(sheet, "In %zu more it still falls, to %.3g of itself a sweep",
                         step->afterwards, step->fall);
    else if (step->cycle == 0)
        ss_report_append(sheet, "In %zu more it neither falls for good nor repeats itself",
                         step->afterwards);
    else if (step->cycle == 1)
        ss_report_append(sheet, "It stands still: in %zu more E1 changes by %.1g of it",
                         step->afterwards, step->cycle_change);
    else if (strcmp(step->cycle_kind, "rough") == 0)
        ss_report_append(sheet, "In %zu more it rises and falls about every %zu", step->afterwards,
                         step->cycle);
    else
        ss_report_append(sheet, "It cycles: %zu more repeat themselves every %zu, to %.1g of E1",
                         step->afterwards, step->cycle, step->cycle_change);
}

/* The contacts with the largest shares, of which `column` is one: "3 (41 %), 7 (22 %)". */
static void name_largest(ss_report_sheet *sheet, const ss_diagnose_tables *t, const char *column)
{
    const ss_field *const field = ss_rows_number(ss_rows_find("diagnosis_contacts"), column);
    double below = INFINITY;
    for (size_t named = 0; named < NAMED; ++named) {
        size_t at = 0;
        double largest = 0.0;
        for (size_t k = 0; k < t->n_contacts; ++k) {
            const double share = ss_rows_value(field, &t->contacts[k]);
            if (ss_diagnose_is_shown(t, k) && share < below && share > largest) {
                at = k;
                largest = share;
            }
        }
        if (largest < 0.005)
            return;
        below = largest;
        ss_report_append(sheet, "%s%zu (%.0f %%)", named > 0 ? ", " : "", t->contacts[at].contact,
                         100.0 * largest);
    }
}

static void tell_criterion(ss_report_sheet *sheet, const ss_diagnose_tables *t)
{
    const ss_diagnosis_row *const step = &t->steps[t->shown];
    if (step->existence[0] == '\0')
        return;
    ss_report_add(sheet, SS_REPORT_ITEM, "- the existence criterion %s: ",
                  strcmp(step->existence, "unknown") == 0 ? "is undecided" : step->existence);
    if (strcmp(step->existence, "holds") == 0)
        ss_report_append(sheet,
                         "some motion opens all contacts (margin %.2g of the largest |q|), so that "
                         "for symmetric W there is a solution",
                         step->existence_margin);
    else if (strcmp(step->existence, "fails") == 0) {
        ss_report_append(sheet,
                         "impulses within the cones are in balance by themselves, and no "
                         "motion opens their contacts (s.q = %.2g): ",
                         step->existence_margin);
        name_largest(sheet, t, "stress_share");
        ss_report_append(sheet, ". There may be a solution yet");
    } else
        ss_report_append(sheet, "neither a motion that opens all contacts nor impulses in balance "
                                "by themselves were found");
}

static void add_contacts(ss_report_sheet *sheet, const ss_diagnose_tables *t)
{
    static const ss_report_column columns[] = {
        {"contact", SS_REPORT_RIGHT, false},
        {"bodies", SS_REPORT_LEFT, true},
        {"of E1^2", SS_REPORT_RIGHT, false},
        {"status", SS_REPORT_LEFT, false},
        {"changes", SS_REPORT_RIGHT, false},
        {"the last (o open, k sticks, s slides)", SS_REPORT_LEFT, true},
        {"r_n (N s)", SS_REPORT_NUMBER, false},
        {"|r_t|", SS_REPORT_NUMBER, false},
        {"u_n (m/s)", SS_REPORT_NUMBER, false},
        {"|u_t|", SS_REPORT_NUMBER, false},
        {"mu", SS_REPORT_NUMBER, false}};
    size_t n = 0;
    SS_REPORT_COLUMNS(sheet, NULL, columns);
    for (size_t k = 0; k < t->n_contacts && n < CONTACTS; ++k)
        if (ss_diagnose_is_shown(t, k)) {
            const ss_diagnosis_contacts_row *const contact = &t->contacts[k];
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", contact->contact);
            ss_report_add(sheet, SS_REPORT_CELL, "%s", contact->bodies);
            ss_report_add(sheet, SS_REPORT_CELL, "%.1f %%", 100.0 * contact->share);
            ss_report_add(sheet, SS_REPORT_CELL, "%s", contact->status);
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", contact->changes);
            ss_report_add(sheet, SS_REPORT_CELL, "%s", contact->history);
            ss_report_number(sheet, contact->r_n_ns, 3, "-");
            ss_report_number(sheet, contact->r_t_ns, 3, "-");
            ss_report_number(sheet, contact->u_n_m_s, 2, "-");
            ss_report_number(sheet, contact->u_t_m_s, 2, "-");
            ss_report_number(sheet, contact->mu, 3, "-");
            ++n;
        }
}

static void add_shown(ss_report_sheet *sheet, const ss_diagnose_tables *t)
{
    const ss_diagnosis_row *const step = &t->steps[t->shown];
    const ss_summary_row *const row = ss_summary_of(&t->summary, step->solver);
    ss_report_add(sheet, SS_REPORT_SECTION, "%s, step %zu", step->solver, step->step);
    if (t->shown > 0)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "The first in the list whose contacts were kept: those of a solver's first "
                      "unsolved step are, and of each that is twice as bad as the last one kept.");
    tell_cycle(sheet, step);
    ss_report_add(sheet, SS_REPORT_ITEM, "- %zu of %zu contact%s 90 %% of E1^2", step->carriers,
                  step->contacts, step->carriers == 1 ? " carries" : "s carry");
    if (step->afterwards > 0)
        ss_report_append(sheet, "; %zu contact%s status afterwards", step->changing,
                         step->changing == 1 ? " changes its" : "s change their");
    tell_criterion(sheet, t);
    if (!isnan(step->singular_value)) {
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "- the least singular value of Newton's matrix there is %.2g, its direction "
                      "on contacts ",
                      step->singular_value);
        name_largest(sheet, t, "singular_share");
        if (step->singular_value < 1e-8)
            ss_report_append(sheet, ": impulses that nothing determines");
    }
    if (step->note[0] != '\0')
        ss_report_add(sheet, SS_REPORT_ITEM, "- not known: %s", step->note);
    if (row != NULL) {
        ss_report_add(sheet, SS_REPORT_PART, "What may help");
        ss_advice_add(sheet, step, row);
    }
    add_contacts(sheet, t);
}

void ss_diagnose_page(ss_report_sheet *sheet, const ss_diagnose_tables *t)
{
    ss_report_add(sheet, SS_REPORT_TITLE, "%zu step%s ended unsolved; the worst:", t->n_steps,
                  ss_name_plural(t->n_steps));
    add_steps(sheet, t);
    if (t->shown < t->n_steps)
        add_shown(sheet, t);
    else
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "The contacts of %s were not kept: those of the first unsolved step are, and "
                      "of each that is twice as bad as the last one kept.",
                      t->n_steps == 1 ? "this step" : "these steps");
}
