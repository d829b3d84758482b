/* The title, and the verdict: a sentence of clauses, and one about times. Whether it is good
 * depends on the doubts, which are counted here and printed below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "problems/base/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* in a sentence at most */

/* The problems, each once: "balls-4, Chute.hdf5 and 3 more". */
static void append_problems(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->summary.n; ++k) {
        const char *const problem = m->summary.records[k].row.problem;
        const char *const slash = strrchr(problem, '/');
        bool seen = false;
        for (size_t j = 0; j < k && !seen; ++j)
            seen = strcmp(m->summary.records[j].row.problem, problem) == 0;
        if (!seen && n++ < NAMED)
            ss_report_append(sheet, "%s%s", n > 1 ? ", " : " on ",
                             slash != NULL ? slash + 1 : problem);
    }
    if (n > NAMED)
        ss_report_append(sheet, " and %zu more", n - NAMED);
}

void ss_page_title(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (m->n_contenders == 1)
        ss_report_add(sheet, SS_REPORT_TITLE, "%s", m->contenders[0].solver);
    else
        ss_report_add(sheet, SS_REPORT_TITLE, "%zu solvers", m->n_contenders);
    append_problems(sheet, m);
    if (m->n_questions > 1)
        ss_report_append(sheet, ": %zu runs", m->summary.n);
}

/* ---- the verdict: clauses, each of which begins with "; " ---- */

/* The next of the solvers by rank: the most wins first, of equals the first; n_solvers: no more. */
static size_t next_winner(const ss_page_ranking *r, size_t before)
{
    size_t best = r->costs.n_solvers;
    for (size_t s = 0; s < r->costs.n_solvers; ++s) {
        const size_t wins = ss_page_wins(r, s);
        const size_t bar = before < r->costs.n_solvers ? ss_page_wins(r, before) : SIZE_MAX;
        if (wins == 0 || wins > bar || (wins == bar && s <= before))
            continue;
        if (best == r->costs.n_solvers || wins > ss_page_wins(r, best))
            best = s;
    }
    return best;
}

/* The next of the solvers by their costs of the one problem, over the least; n_solvers: no more. */
static size_t next_cheapest(const ss_page_ranking *r, size_t before)
{
    const double *const cost = r->profile.values;
    const double below = before < r->costs.n_solvers ? cost[before] : 0.0;
    size_t next = r->costs.n_solvers;
    for (size_t s = 0; s < r->costs.n_solvers; ++s)
        if (cost[s] > below && isfinite(cost[s]) &&
            (next == r->costs.n_solvers || cost[s] < cost[next]))
            next = s;
    return next;
}

/* The cheapest solver: of one problem by how much, else on how many. */
static void tell_ranking(FILE *out, const ss_page_material *m)
{
    const ss_page_ranking *const r = &m->ranking;
    const size_t none = r->costs.n_solvers;
    const bool one = r->costs.n_problems == 1;
    if (next_winner(r, none) == none) {
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
        at = one ? next_cheapest(r, at) : next_winner(r, at);
        if (at == none)
            return;
        ss_page_plain(name, sizeof name, r->contest.solvers[at]);
        fprintf(out, "%s `%s`", n > 0 ? "," : "", name);
        if (!one)
            fprintf(out, " on %zu", ss_page_wins(r, at));
        if (!one && n == 0)
            fprintf(out, " of %zu problems", r->costs.n_problems);
        if (one && n > 0)
            fprintf(out, " at %.3g times the cost", r->profile.values[at]);
    }
    if (!one && next_winner(r, at) != none)
        fputs(" and others", out);
}

/* The solvers that fail, how often and how; or that all is solved. */
static void tell_failures(FILE *out, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        const char *between = " (";
        char name[SS_PAGE_LABEL];
        if (c->n_solved == c->n || n++ >= NAMED)
            continue;
        ss_page_name(name, m, c->solver, c->outer);
        fprintf(out, "%s%s fails on %zu of %zu", n > 1 ? ", " : "; ", name, c->n - c->n_solved,
                c->n);
        for (int s = 0; s < SS_OUTCOME_COUNT; ++s)
            if (c->counts[s] > 0 && !ss_outcome_is_solved((ss_outcome)s)) {
                fprintf(out, "%s%s", between, ss_outcome_name((ss_outcome)s));
                between = ", ";
            }
        fputs(")", out);
    }
    if (n > NAMED)
        fprintf(out, " and %zu more fail", n - NAMED);
    if (n == 0)
        fprintf(out, "; %s %zu run%s solved", m->summary.n > 1 ? "all" : "the", m->summary.n,
                m->summary.n > 1 ? "s are" : " is");
}

/* Sentences of their own: who is fastest, or why that is not said. */
static void tell_times(FILE *out, const ss_page_material *m)
{
    char reason[SS_PAGE_LABEL], name[SS_PAGE_LABEL];
    const ss_page_contender *best = &m->contenders[0];
    size_t n = 0;
    if (!ss_page_times_hold(m, reason)) {
        fprintf(out, ". Times are not judged: %s.", reason);
        return;
    }
    for (size_t k = 0; k < m->n_contenders; ++k) {
        n += m->contenders[k].n_fastest;
        best = m->contenders[k].n_fastest > best->n_fastest ? &m->contenders[k] : best;
    }
    fputs(". CPU times are medians of repeats that agree", out);
    if (n > 0) {
        ss_page_name(name, m, best->solver, best->outer);
        fprintf(out, ": %s is fastest on %zu of %zu problem%s, by whole runs", name,
                best->n_fastest, n, ss_name_plural(n));
    }
    fputs(".", out);
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

/* The numbers of no contact say nothing. */
static bool is_empty(const ss_page_material *m)
{
    for (size_t k = 0; k < m->summary.n; ++k)
        if (m->summary.records[k].row.sweeps_total > 0 ||
            !ss_outcome_is_solved(m->summary.records[k].outcome))
            return false;
    return true;
}

void ss_page_verdict(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_report_sheet scratch = {.n = 0};
    const size_t n_doubts = ss_page_doubts(&scratch, m);
    const bool empty = is_empty(m);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    ss_report_free(&scratch);
    bool fails = false;
    for (size_t k = 0; k < m->n_contenders; ++k)
        fails = fails || m->contenders[k].n_solved < m->contenders[k].n;
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
