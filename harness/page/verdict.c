/* The title, and the verdict: a sentence of clauses, and one about times. Whether it is good
 * depends on the doubts, which are counted here and printed below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/papers/data.h"
#include "harness/tables/home.h"
#include "problems/base/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* in a sentence at most */

void ss_page_title(ss_report_sheet *sheet, const ss_page_material *m)
{
    char paper[SS_PAGE_TEXT];
    ss_reproduce_about about;
    ss_csv file = {.n_rows = 0};
    ss_error ignored = {.code = SS_ERROR_NONE};
    size_t n = 0;
    ss_page_provenance(m, "paper", paper);
    char folder[SS_PAGE_TEXT + 6], path[SS_PATH_SIZE];
    snprintf(folder, sizeof folder, "paper/%s", paper);
    if (paper[0] != '\0' && ss_home_path(path, sizeof path, folder, &ignored) &&
        ss_reproduce_about_read(&about, &file, path, &ignored))
        ss_report_add(sheet, SS_REPORT_TITLE, "%s again: %zu solver%s", about.cited,
                      m->n_contenders, ss_name_plural(m->n_contenders));
    else if (m->n_contenders == 1)
        ss_report_add(sheet, SS_REPORT_TITLE, "%s", m->contenders[0].solver);
    else
        ss_report_add(sheet, SS_REPORT_TITLE, "%zu solvers", m->n_contenders);
    for (size_t k = 0; k < m->summary.n; ++k) { /* " on balls-4, Chute.hdf5 and 3 more" */
        const char *const problem = m->summary.records[k].row.problem;
        const char *const slash = strrchr(problem, '/');
        if (ss_page_new_problem(m, k) && n++ < NAMED)
            ss_report_append(sheet, "%s%s", n > 1 ? ", " : " on ",
                             slash != NULL ? slash + 1 : problem);
    }
    if (n > NAMED)
        ss_report_append(sheet, " and %zu more", n - NAMED);
    if (m->n_questions > 1)
        ss_report_append(sheet, ": %zu runs", m->summary.n);
    ss_csv_free(&file);
}

/* ---- the verdict: clauses, each of which begins with "; " ---- */

/* The next of the solvers by rank, of equals the first; n_solvers: no more. Of one problem the rank
 * is that of its costs over the least (`profile`); of several that of wins, the most first. */
static size_t next_solver(const ss_page_ranking *r, size_t before)
{
    const size_t none = r->costs.n_solvers;
    const bool one = r->costs.n_problems == 1;
    size_t best = none;
    double least = INFINITY;
    for (size_t s = 0; s < none; ++s) {
        const double wins = ss_page_wins(r, s);
        const double rank = one ? r->profile.values[s] : wins > 0.0 ? -wins : INFINITY;
        const double bar = before == none ? -INFINITY
                           : one          ? r->profile.values[before]
                                          : -ss_page_wins(r, before);
        const bool after = rank > bar || (!one && rank == bar && s > before);
        if (after && rank < least) {
            least = rank;
            best = s;
        }
    }
    return best;
}

/* The cheapest solver: of one problem by how much, else on how many. */
static void tell_ranking(FILE *out, const ss_page_material *m)
{
    const ss_page_ranking *const r = &m->ranking;
    const size_t none = r->costs.n_solvers;
    const bool one = r->costs.n_problems == 1;
    if (next_solver(r, none) == none) {
        fprintf(out, "; no solver solves any of the %zu problems that all were run on",
                r->costs.n_problems);
        return;
    }
    fprintf(out,
            "; cheapest in %s %s:", m->counts_units ? "work units" : "visits and local iterations",
            isnan(r->accuracy) ? "by whole runs, as they stopped"
                               : "at equal E1, the loosest that all who solved it reached");
    size_t at = none;
    for (size_t n = 0; n < NAMED; ++n) {
        char name[SS_PAGE_LABEL];
        at = next_solver(r, at);
        if (at == none)
            return;
        ss_page_plain(name, sizeof name, r->contest.grid.contenders[at].label);
        fprintf(out, "%s `%s`", n > 0 ? "," : "", name);
        if (!one)
            fprintf(out, " on %.0f", ss_page_wins(r, at));
        if (!one && n == 0)
            fprintf(out, " of %zu problems", r->costs.n_problems);
        if (one && n > 0)
            fprintf(out, " at %.3g times the cost", r->profile.values[at]);
    }
    if (!one && next_solver(r, at) != none)
        fputs(" and others", out);
}

/* Those whose rows do not all count, how many and how; or that all count. */
static void tell_failures(FILE *out, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        const size_t n_failed =
            c->standings[SS_STANDING_UNSOLVED] + c->standings[SS_STANDING_LOOSE];
        const char *between = " (";
        char name[SS_PAGE_LABEL];
        if (n_failed == 0 || n++ >= NAMED)
            continue;
        ss_page_name(name, c->solver, c->outer);
        fprintf(out, "%s%s fails on %zu of %zu", n > 1 ? ", " : "; ", name, n_failed, c->n);
        for (int s = 0; s < SS_OUTCOME_COUNT; ++s)
            if (c->counts[s] > 0 && !ss_outcome_is_solved((ss_outcome)s)) {
                fprintf(out, "%s%s", between, ss_outcome_name((ss_outcome)s));
                between = ", ";
            }
        fprintf(out, "%s)",
                c->standings[SS_STANDING_LOOSE] == 0 ? ""
                : between[0] == ','                  ? ", loose"
                                                     : " (loose");
    }
    if (n > NAMED)
        fprintf(out, " and %zu more fail", n - NAMED);
    if (n == 0)
        fprintf(out, "; %s %zu run%s solved", m->summary.n > 1 ? "all" : "the", m->summary.n,
                m->summary.n > 1 ? "s are" : " is");
}

/* Sentences of their own: may times be judged? */
static void tell_times(FILE *out, const ss_page_material *m)
{
    char reason[SS_PAGE_LABEL];
    if (!ss_page_times_hold(m, reason))
        fprintf(out, ". Times are not judged: %s.", reason);
    else
        fputs(". CPU times are medians of repeats that agree.", out);
}

/* Of a paper: the numbers of its tables, and what it says in words. */
static void tell_paper(FILE *out, const ss_page_material *m)
{
    const ss_page_cells *const c = &m->cells;
    size_t n_true = 0, n_told = 0;
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        n_told += strcmp(m->claims[k].verdict, "-") != 0;
        n_true += strcmp(m->claims[k].verdict, "true") == 0;
    }
    if (m->quick)
        fputs("; a quick run with shrunk steps, not to be compared with the paper", out);
    if (c->n > 0)
        fprintf(out,
                "; of %zu printed numbers that can be judged %zu match, %zu lie in our band, %zu "
                "are near and %zu outside",
                c->n, c->match, c->inside, c->near, c->outside);
    if (n_told > 0)
        fprintf(out, "; of %zu claim%s of the paper's text %zu hold%s", n_told,
                ss_name_plural(n_told), n_true, n_true == 1 ? "s" : "");
}

void ss_page_verdict(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_report_sheet scratch = {.n = 0};
    const size_t n_doubts = ss_page_doubts(&scratch, m);
    bool empty = true, fails = false; /* the numbers of no contact say nothing */
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    ss_report_free(&scratch);
    for (size_t k = 0; k < m->summary.n; ++k) {
        const bool solved = ss_outcome_is_solved(m->summary.records[k].outcome);
        empty = empty && solved && m->summary.records[k].row.sweeps_total == 0;
        fails = fails || !solved;
    }
    if (out != NULL) {
        tell_paper(out, m);
        if (empty)
            fputs("; no run had a contact to solve: run more steps.", out);
        if (!empty && m->ranking.there && m->n_tables == 0)
            tell_ranking(out, m);
        if (!empty) {
            tell_failures(out, m);
            tell_times(out, m);
        }
    }
    const bool told = out != NULL && fclose(out) == 0;
    if (told)
        ss_report_add(sheet,
                      m->quick || empty       ? SS_REPORT_OPEN
                      : fails || n_doubts > 0 ? SS_REPORT_MIND
                                              : SS_REPORT_GOOD,
                      "%c%s", toupper((unsigned char)text[2]), text + 3);
    free(text);
    sheet->failed = sheet->failed || !told;
}
