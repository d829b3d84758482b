/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_best.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* CPU time of a solve with its stopping test, s: another code's own test is in its cpu_s. */
static double whole_cpu(const ss_field_row *row)
{
    return isnan(row->cpu_whole_s) ? row->cpu_s + row->cpu_looks_s : row->cpu_whole_s;
}

/* The fastest of one side among the solved; n_solvers: none. */
static size_t fastest(const ss_field_table *t, size_t tol, size_t problem, bool external)
{
    size_t best = t->n_solvers;
    for (size_t s = 0; s < t->n_solvers; ++s) {
        const ss_field_row *const row = ss_field_row_at(t, tol, problem, s);
        if (ss_field_is_external(t, s) == external && ss_field_row_solved(row) &&
            (best == t->n_solvers ||
             whole_cpu(row) < whole_cpu(ss_field_row_at(t, tol, problem, best))))
            best = s;
    }
    return best;
}

static void set_ours(ss_best_row *best, const char *name, const ss_field_row *row)
{
    best->ours = name;
    best->ours_cpu_s = whole_cpu(row);
    best->ours_cpu_s_q1 = row->cpu_whole_s_q1;
    best->ours_cpu_s_q3 = row->cpu_whole_s_q3;
    best->ours_e1 = row->e1;
}

static void set_theirs(ss_best_row *best, const char *name, const ss_field_row *row)
{
    best->theirs = name;
    best->theirs_cpu_s = whole_cpu(row);
    best->theirs_cpu_s_q1 = row->cpu_whole_s_q1;
    best->theirs_cpu_s_q3 = row->cpu_whole_s_q3;
    best->theirs_e1 = row->e1;
    best->theirs_tol_given = row->tol_given;
}

ss_best_row ss_field_best_of(const ss_field_table *t, size_t tol, size_t problem)
{
    const ss_field_row *const first = ss_field_row_at(t, tol, problem, 0);
    const size_t ours = fastest(t, tol, problem, false), theirs = fastest(t, tol, problem, true);
    const bool we = ours < t->n_solvers, they = theirs < t->n_solvers;
    ss_best_row best;
    ss_rows_clear(ss_rows_find("best"), &best);
    best.problem = first->problem;
    best.contacts = ss_field_contacts(t, problem);
    best.tol = first->tol;
    best.stop = first->stop;
    if (we)
        set_ours(&best, t->names[ours], ss_field_row_at(t, tol, problem, ours));
    if (they)
        set_theirs(&best, t->names[theirs], ss_field_row_at(t, tol, problem, theirs));
    best.ratio = we && they ? best.theirs_cpu_s / best.ours_cpu_s
                 : we       ? INFINITY
                 : they     ? 0.0
                            : NAN;
    best.winner = isnan(best.ratio) ? "none" : best.ratio > 1.0 ? "ours" : "theirs";
    return best;
}

ss_best_row *ss_field_best_all(const ss_field_table *t, ss_error *error)
{
    ss_best_row *const best = calloc(t->n_tols * t->n_problems, sizeof *best);
    if (best == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the duels of the field");
    for (size_t k = 0; best != NULL && k < t->n_tols * t->n_problems; ++k)
        best[k] = ss_field_best_of(t, k / t->n_problems, k % t->n_problems);
    return best;
}

void ss_field_best_write(FILE *out, const ss_field_table *t, const ss_best_row *best)
{
    ss_best_header(out);
    for (size_t k = 0; k < t->n_tols * t->n_problems; ++k)
        ss_best_write(out, &best[k]);
}

/* ---- for people ---- */

static size_t count(const ss_best_row *best, size_t n, const char *winner)
{
    size_t found = 0;
    for (size_t p = 0; p < n; ++p)
        found += strcmp(best[p].winner, winner) == 0;
    return found;
}

/* ": A, B", the problems that `winner` has; nothing without one. */
static void append_names(ss_report_sheet *sheet, const ss_best_row *best, size_t n,
                         const char *winner)
{
    const char *before = ": ";
    for (size_t p = 0; p < n; ++p) {
        if (strcmp(best[p].winner, winner) != 0)
            continue;
        ss_report_append(sheet, "%s`%s`", before, best[p].problem);
        before = ", ";
    }
}

/* The n duels at one tolerance, counted. */
static void add_count(ss_report_sheet *sheet, const ss_best_row *best, size_t n)
{
    const size_t nobody = count(best, n, "none");
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "tolerance %g: the best of ours wins on %zu of %zu problems, another code on %zu",
                  best->tol, count(best, n, "ours"), n, count(best, n, "theirs"));
    append_names(sheet, best, n, "theirs");
    if (nobody == 0)
        return;
    ss_report_append(sheet, "; nobody solves %zu", nobody);
    append_names(sheet, best, n, "none");
}

static void add_side(ss_report_sheet *sheet, const char *name, double cpu_s)
{
    ss_report_cells(sheet, name[0] != '\0' ? name : "-", NULL);
    if (isnan(cpu_s))
        ss_report_cells(sheet, "-", NULL);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%.3g", 1e3 * cpu_s);
}

static void add_duel(ss_report_sheet *sheet, const ss_best_row *best)
{
    ss_report_cells(sheet, best->problem, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", best->contacts);
    add_side(sheet, best->ours, best->ours_cpu_s);
    add_side(sheet, best->theirs, best->theirs_cpu_s);
    if (best->ratio > 0.0 && isfinite(best->ratio))
        ss_report_add(sheet, SS_REPORT_CELL, "%.2g", best->ratio);
    else
        ss_report_cells(sheet, "-", NULL);
    ss_report_cells(sheet, best->winner, NULL);
}

static bool any_external(const ss_field_table *t)
{
    bool any = false;
    for (size_t s = 0; s < t->n_solvers; ++s)
        any = any || ss_field_is_external(t, s);
    return any;
}

void ss_field_best_add(ss_report_sheet *sheet, const ss_field_table *t, const ss_best_row *best)
{
    static const ss_report_column columns[] = {
        {"problem", SS_REPORT_LEFT, false},      {"contacts", SS_REPORT_RIGHT, false},
        {"ours", SS_REPORT_LEFT, false},         {"CPU [ms]", SS_REPORT_RIGHT, false},
        {"theirs", SS_REPORT_LEFT, false},       {"CPU [ms]", SS_REPORT_RIGHT, false},
        {"theirs/ours", SS_REPORT_RIGHT, false}, {"winner", SS_REPORT_LEFT, false}};
    if (!any_external(t))
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "The best of ours and the best of another code");
    for (size_t i = 0; i < t->n_tols; ++i)
        add_count(sheet, best + i * t->n_problems, t->n_problems);
    ss_report_add(
        sheet, SS_REPORT_REMARK,
        "The least CPU time of each side among the runs that meet the tolerance by the "
        "same estimator, `stop`. Ours is with its preparation and all its stopping tests; "
        "another code is given the loosest tolerance of its own measure with which it "
        "meets ours, and only its last solve counts. Quartiles are in best.csv.");
    for (size_t i = 0; i < t->n_tols; ++i) {
        const ss_best_row *const at = best + i * t->n_problems;
        ss_report_add(sheet, SS_REPORT_SECTION, "The best at tolerance %g, stopped by %s", at->tol,
                      at->stop);
        ss_report_table(sheet, columns, sizeof columns / sizeof columns[0]);
        for (size_t p = 0; p < t->n_problems; ++p)
            add_duel(sheet, &at[p]);
    }
}
