/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_table.h"

#include "harness/report/sheet.h"
#include "harness/tables/standing.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t least, most; /* contacts */
} classes[] = {{"1-10", 1, 10},
               {"11-100", 11, 100},
               {"101-1000", 101, 1000},
               {"1001-", 1001, (size_t)-1},
               {"all", 0, (size_t)-1}};

enum { N_CLASSES = sizeof classes / sizeof classes[0] };

/* Sums and choices made of the rows; owned. */
typedef struct content {
    const ss_field_table *table;
    ss_field_row *there;       /* of runs that are not missing */
    ss_best_row *best;         /* by tolerance and problem */
    ss_rates_row *rates;       /* by tolerance, solver and class of sizes */
    ss_report_column *columns; /* of the tables for people: two, and one a solver */
    size_t n, n_there, n_best, n_rates;
} content;

static const ss_field_row *row_at(const ss_field_table *t, size_t tol, size_t problem,
                                  size_t solver)
{
    return &t->rows[(tol * t->n_problems + problem) * t->n_solvers + solver];
}

/* The contacts of a problem, which any finished run knows; 0: none is finished. */
static size_t contacts_of(const ss_field_table *t, size_t problem)
{
    for (size_t i = 0; i < t->n_tols; ++i)
        for (size_t s = 0; s < t->n_solvers; ++s)
            if (row_at(t, i, problem, s)->status != NULL)
                return row_at(t, i, problem, s)->contacts;
    return 0;
}

/* ---- rates ---- */

/* Of a solver at a tolerance, over the finished runs of size class k. */
static ss_rates_row rate_of(const ss_field_table *t, size_t tol, size_t solver, size_t k)
{
    const ss_field_row *const first = row_at(t, tol, 0, solver);
    ss_rates_row rate = {
        .solver = t->names[solver], .tol = first->tol, .size_class = classes[k].name};
    for (size_t p = 0; p < t->n_problems; ++p) {
        const ss_field_row *const row = row_at(t, tol, p, solver);
        if (row->status == NULL || row->contacts < classes[k].least ||
            row->contacts > classes[k].most)
            continue;
        ++rate.problems;
        rate.solved += strcmp(row->standing, ss_standing_name(SS_STANDING_COUNTS)) == 0;
    }
    rate.rate = rate.problems > 0 ? (double)rate.solved / (double)rate.problems : NAN;
    return rate;
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

static void add_side(ss_report_sheet *sheet, const char *name, double cpu_s)
{
    ss_report_cells(sheet, name[0] != '\0' ? name : "-", NULL);
    ss_report_cells(sheet, isnan(cpu_s) ? "-" : "", NULL);
    if (!isnan(cpu_s))
        ss_report_append(sheet, "%.3g", 1e3 * cpu_s);
}

static const ss_report_column duel_columns[] = {
    {"problem", SS_REPORT_LEFT, false},      {"contacts", SS_REPORT_RIGHT, false},
    {"ours", SS_REPORT_LEFT, false},         {"CPU [ms]", SS_REPORT_RIGHT, false},
    {"theirs", SS_REPORT_LEFT, false},       {"CPU [ms]", SS_REPORT_RIGHT, false},
    {"theirs/ours", SS_REPORT_RIGHT, false}, {"winner", SS_REPORT_LEFT, false}};

/* Of every tolerance how two solvers that are the same for all problems compare. */
static bool add_fixed(ss_report_sheet *sheet, const content *c, ss_error *error)
{
    const ss_field_table *const t = c->table;
    const size_t ours = ss_field_fixed_of(t, false), theirs = ss_field_fixed_of(t, true);
    bool ok = true;
    if (ours == t->n_solvers || theirs == t->n_solvers)
        return true;
    ss_report_add(sheet, SS_REPORT_SECTION, "One of ours, %s, against one of another code, %s",
                  t->names[ours], t->names[theirs]);
    for (size_t i = 0; ok && i < t->n_tols; ++i) {
        ss_field_duel duel;
        ok = ss_field_duel_of(&duel, t, i, ours, theirs, error);
        ss_report_add(sheet, SS_REPORT_ITEM, "tolerance %g: they solve %zu and %zu of %zu problems",
                      row_at(t, i, 0, 0)->tol, duel.ours, duel.theirs, t->n_problems);
        if (duel.shared > 0)
            ss_report_append(sheet,
                             "; on the %zu that both solve the CPU time of `%s` is %.2g times"
                             " that of `%s` (geometric mean of the ratios",
                             duel.shared, t->names[theirs], duel.ratio, t->names[ours]);
        if (duel.shared > 0 && !isnan(duel.within.low))
            ss_report_append(sheet, ", 95 %% %.2g to %.2g over the problems", duel.within.low,
                             duel.within.high);
        ss_report_append(sheet, "%s", duel.shared > 0 ? ")" : "");
        if (duel.unjudged > 0)
            ss_report_append(sheet, ", no verdict: on %zu of them times are not judged",
                             duel.unjudged);
    }
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "The two are those that solve most problems of their side at all tolerances "
                  "together, of equals the quicker one: one solver against one.");
    return ok;
}

/* Wins of each side. */
static void add_wins(ss_report_sheet *sheet, const content *c, size_t n_external)
{
    const size_t n = c->table->n_problems;
    const ss_best_row *const end = c->best + c->n_best;
    ss_report_add(sheet, SS_REPORT_SECTION,
                  "The best of %zu of ours and the best of %zu of another code, chosen after the "
                  "fact",
                  c->table->n_solvers - n_external, n_external);
    for (const ss_best_row *at = c->best; at < end; at += n) {
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "tolerance %g: of %zu problems the best of ours is quicker on %zu, the best "
                      "of another code on %zu",
                      at->tol, n, count(at, n, "ours"), count(at, n, "theirs"));
        append_names(sheet, at, n, "theirs");
        if (count(at, n, "open") > 0)
            ss_report_append(sheet, "; no winner on %zu", count(at, n, "open"));
        append_names(sheet, at, n, "open");
        if (count(at, n, "none") > 0)
            ss_report_append(sheet, "; nobody solves %zu", count(at, n, "none"));
        append_names(sheet, at, n, "none");
    }
    ss_report_add(
        sheet, SS_REPORT_REMARK,
        "The least CPU time of each side among the runs that meet the tolerance by the same "
        "estimator, `stop`, with an E1 that counts; the side with more solvers has more chances, "
        "so this is no comparison of two solvers. No winner, with the reason in best.csv: not both "
        "timed three times with quartiles within a tenth, quartiles that overlap, E1 more than ten "
        "times apart, a run that is missing. Ours is with its preparation and all its stopping "
        "tests; another code is given the loosest tolerance of its own measure with which it meets "
        "ours, and only its last solve counts.");
}

/* The duels, problem by problem. */
static void add_duels(ss_report_sheet *sheet, const content *c)
{
    const size_t n = c->table->n_problems;
    for (const ss_best_row *best = c->best; best < c->best + c->n_best; ++best) {
        if ((size_t)(best - c->best) % n == 0) {
            ss_report_add(sheet, SS_REPORT_SECTION, "The best at tolerance %g, stopped by %s",
                          best->tol, best->stop);
            SS_REPORT_COLUMNS(sheet, NULL, duel_columns);
        }
        ss_report_cells(sheet, best->problem, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", best->contacts);
        add_side(sheet, best->ours, best->ours_cpu_s);
        add_side(sheet, best->theirs, best->theirs_cpu_s);
        const bool fought = best->ratio > 0.0 && isfinite(best->ratio);
        ss_report_cells(sheet, fought ? "" : "-", NULL);
        if (fought)
            ss_report_append(sheet, "%.2g", best->ratio);
        ss_report_cells(sheet, best->winner, NULL);
    }
}

/* The runs at a tolerance, a row a problem, and below them the rates. A cell is "140 (3e-9) 0.02 s"
 * when solved: sweeps, E1 (with ! where loose) and CPU time; otherwise the status, with E1 where
 * there is one; "-" where the run is missing. */
static void add_runs(ss_report_sheet *sheet, const content *c, size_t tol)
{
    const ss_field_table *const t = c->table;
    ss_report_table(sheet, NULL, c->columns, t->n_solvers + 2);
    for (size_t p = 0; p < t->n_problems; ++p) {
        const size_t contacts = contacts_of(t, p);
        ss_report_cells(sheet, row_at(t, tol, p, 0)->problem, contacts > 0 ? "" : "-", NULL);
        if (contacts > 0)
            ss_report_append(sheet, "%zu", contacts);
        for (size_t s = 0; s < t->n_solvers; ++s) {
            const ss_field_row *const row = row_at(t, tol, p, s);
            const bool solved = row->status != NULL && ss_outcome_name_is_solved(row->status);
            ss_report_cells(sheet, solved ? "" : row->status != NULL ? row->status : "-", NULL);
            if (solved)
                ss_report_append(sheet, "%zu (%.1e%s) %.1g s", row->sweeps, row->e1,
                                 row->e1 > ss_standing_limit(row->stop, row->tol) ? "!" : "",
                                 row->cpu_s);
            else if (row->status != NULL && !isnan(row->e1))
                ss_report_append(sheet, " (%.1e)", row->e1);
        }
    }
    for (size_t k = 0; k < N_CLASSES; ++k) {
        ss_report_add(sheet, k == 0 ? SS_REPORT_RULED : SS_REPORT_CELL, "solved, %s",
                      classes[k].name);
        ss_report_cells(sheet, "contacts", NULL);
        for (size_t s = 0; s < t->n_solvers; ++s) {
            const ss_rates_row *const rate = &c->rates[(tol * t->n_solvers + s) * N_CLASSES + k];
            ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", rate->solved, rate->problems);
        }
    }
}

static void add_key(ss_report_sheet *sheet)
{
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "A cell is `sweeps (E1) CPU time` where the status is solved, else the "
                  "status; `!`: solved, though E1 exceeds %g (and the tolerance, where E1 "
                  "stops). E1 is the referee's own, from r and the file; external solvers "
                  "count their own iterations. All residuals are in field.csv.",
                  SS_STANDING_LOOSE_E1);
}

static bool write_sheet(const char *folder, const content *c, ss_error *error)
{
    const ss_field_table *const t = c->table;
    ss_report_sheet sheet = {.text = NULL};
    size_t n_external = 0;
    bool written = true;
    c->columns[0] = (ss_report_column){"problem", SS_REPORT_LEFT, false};
    c->columns[1] = (ss_report_column){"contacts", SS_REPORT_RIGHT, false};
    for (size_t s = 0; s < t->n_solvers; ++s) {
        c->columns[2 + s] = (ss_report_column){t->names[s], SS_REPORT_RIGHT, false};
        n_external += t->contenders->at[s].external != NULL;
    }
    ss_report_add(&sheet, SS_REPORT_TITLE, "Solvers of the field on frozen problems");
    if (c->n_there < c->n)
        ss_report_add(&sheet, SS_REPORT_REMARK,
                      "PARTIAL: %zu of %zu runs are missing (`-`); the same command again goes on.",
                      c->n - c->n_there, c->n);
    if (t->headline != NULL)
        ss_report_add(&sheet, SS_REPORT_REMARK, "%s%s", c->n_there < c->n ? "So far: " : "",
                      t->headline);
    if (n_external > 0) {
        written = add_fixed(&sheet, c, error);
        add_wins(&sheet, c, n_external);
        add_duels(&sheet, c);
    }
    for (size_t i = 0; i < t->n_tols; ++i) {
        const ss_field_row *const first = row_at(t, i, 0, 0);
        ss_report_add(&sheet, SS_REPORT_SECTION,
                      "Frozen problems, tolerance %g, stopped by %s, rho_bar %s", first->tol,
                      first->stop, first->rho_bar);
        add_runs(&sheet, c, i);
        add_key(&sheet);
    }
    written = written && ss_report_write(&sheet, &ss_report_markdown, folder, "field", error) &&
              ss_report_write(&sheet, &ss_report_latex, folder, "field", error);
    ss_report_free(&sheet);
    return written;
}

bool ss_field_table_write(const ss_field_table *t, const char *folder, ss_error *error)
{
    content c = {.table = t,
                 .n = t->n_tols * t->n_problems * t->n_solvers,
                 .n_best = t->n_tols * t->n_problems,
                 .n_rates = t->n_tols * t->n_solvers * N_CLASSES};
    c.there = calloc(c.n, sizeof *c.there);
    c.best = calloc(c.n_best, sizeof *c.best);
    c.rates = calloc(c.n_rates, sizeof *c.rates);
    c.columns = calloc(t->n_solvers + 2, sizeof *c.columns);
    bool ok = (c.there != NULL && c.best != NULL && c.rates != NULL && c.columns != NULL) ||
              ss_error_memory(error, "the tables of the field");
    for (size_t k = 0; ok && k < c.n; ++k)
        if (t->rows[k].status != NULL)
            c.there[c.n_there++] = t->rows[k];
    for (size_t k = 0; ok && k < c.n_best; ++k)
        c.best[k] = ss_field_best_of(t, k / t->n_problems, k % t->n_problems);
    for (size_t k = 0; ok && k < c.n_rates; ++k)
        c.rates[k] =
            rate_of(t, k / N_CLASSES / t->n_solvers, k / N_CLASSES % t->n_solvers, k % N_CLASSES);
    ok =
        ok &&
        ss_rows_write_file(ss_rows_find("field"), folder, c.there, c.n_there, sizeof *c.there,
                           error) &&
        ss_rows_write_file(ss_rows_find("best"), folder, c.best, c.n_best, sizeof *c.best, error) &&
        ss_rows_write_file(ss_rows_find("rates"), folder, c.rates, c.n_rates, sizeof *c.rates,
                           error) &&
        write_sheet(folder, &c, error);
    free(c.there);
    free(c.best);
    free(c.rates);
    free(c.columns);
    return ok;
}
