/* The title, and the verdict: a sentence of clauses, and one about times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/label.h"
#include "problems/base/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* in a sentence at most */

void ss_page_plain(char *text, size_t size, const char *words)
{
    snprintf(text, size, "%s", words);
    for (char *at = text; *at != '\0'; ++at)
        if (*at == '`')
            *at = '\'';
}

void ss_page_name(char text[SS_PAGE_LABEL], const ss_page_material *m, const char *solver,
                  const char *outer)
{
    char plain[SS_PAGE_LABEL - 2];
    char *const label = ss_label_contender(solver, m->several_outers ? outer : "");
    ss_page_plain(plain, sizeof plain, label != NULL ? label : solver);
    snprintf(text, SS_PAGE_LABEL, "`%s`", plain);
    free(label);
}

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

/* Begin the verdict, or go on with it, with a word in small letters. */
static void go_on(ss_report_sheet *sheet, bool *begun, const char *word)
{
    ss_report_append(sheet, "%s%c%s", *begun ? "; " : "",
                     *begun ? word[0] : toupper((unsigned char)word[0]), word + 1);
    *begun = true;
}

/* ---- who is cheapest ---- */

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

static void tell_goal(ss_report_sheet *sheet, bool *begun, const ss_page_material *m)
{
    go_on(sheet, begun, "cheapest");
    ss_report_append(
        sheet, " in %s %s:", m->counts_units ? "work units" : "visits and local iterations",
        isnan(m->ranking.accuracy) ? "by whole runs, as they stopped"
                                   : "at equal E1, the loosest that all who solved it reached");
}

/* Of one problem: each solver's cost over the least. */
static void tell_costs(ss_report_sheet *sheet, const ss_page_material *m)
{
    const ss_page_ranking *const r = &m->ranking;
    double below = 0.0;
    for (size_t n = 0; n < NAMED; ++n) {
        size_t next = r->costs.n_solvers;
        for (size_t s = 0; s < r->costs.n_solvers; ++s)
            if (r->profile.values[s] > below && isfinite(r->profile.values[s]) &&
                (next == r->costs.n_solvers || r->profile.values[s] < r->profile.values[next]))
                next = s;
        if (next == r->costs.n_solvers)
            break;
        below = r->profile.values[next];
        char name[SS_PAGE_LABEL];
        ss_page_plain(name, sizeof name, r->contest.solvers[next]);
        ss_report_append(sheet, n == 0 ? " `%s`" : ", `%s` at %.3g times the cost", name, below);
    }
}

static void tell_ranking(ss_report_sheet *sheet, bool *begun, const ss_page_material *m)
{
    const ss_page_ranking *const r = &m->ranking;
    size_t at = next_winner(r, r->costs.n_solvers);
    if (at == r->costs.n_solvers) {
        go_on(sheet, begun, "no");
        ss_report_append(sheet, " solver solves any of the %zu problems that all were run on",
                         r->costs.n_problems);
        return;
    }
    tell_goal(sheet, begun, m);
    if (r->costs.n_problems == 1) {
        tell_costs(sheet, m);
        return;
    }
    for (size_t n = 0; n < NAMED && at < r->costs.n_solvers; ++n, at = next_winner(r, at)) {
        char name[SS_PAGE_LABEL];
        ss_page_plain(name, sizeof name, r->contest.solvers[at]);
        ss_report_append(sheet, "%s `%s` on %zu", n > 0 ? "," : "", name, ss_page_wins(r, at));
        if (n == 0)
            ss_report_append(sheet, " of %zu problems", r->costs.n_problems);
    }
    ss_report_append(sheet, "%s", at < r->costs.n_solvers ? " and others" : "");
}

/* ---- who fails ---- */

static void append_statuses(ss_report_sheet *sheet, const ss_page_contender *c)
{
    const char *between = " (";
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (c->counts[k] > 0 && !ss_outcome_is_solved((ss_outcome)k)) {
            ss_report_append(sheet, "%s%s", between, ss_outcome_name((ss_outcome)k));
            between = ", ";
        }
    ss_report_append(sheet, ")");
}

static void tell_failures(ss_report_sheet *sheet, bool *begun, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        char name[SS_PAGE_LABEL];
        if (c->n_solved == c->n || n++ >= NAMED)
            continue;
        ss_page_name(name, m, c->solver, c->outer);
        ss_report_append(sheet, "%s%s fails on %zu of %zu",
                         n > 1    ? ", "
                         : *begun ? "; "
                                  : "",
                         name, c->n - c->n_solved, c->n);
        append_statuses(sheet, c);
    }
    if (n > NAMED)
        ss_report_append(sheet, " and %zu more fail", n - NAMED);
    if (n > 0)
        return;
    go_on(sheet, begun, m->summary.n > 1 ? "all" : "the");
    ss_report_append(sheet, " %zu run%s solved", m->summary.n, m->summary.n > 1 ? "s are" : " is");
}

/* ---- times ---- */

bool ss_page_times_hold(const ss_page_material *m, char reason[SS_PAGE_LABEL])
{
    ss_accuracy_times times = {.n = 0};
    for (size_t k = 0; k < m->summary.n; ++k)
        ss_accuracy_times_note(&times, &m->summary.records[k].row);
    reason[0] = '\0';
    if (times.least < SS_PAGE_REPEATS)
        snprintf(reason, SS_PAGE_LABEL,
                 times.most < 2 ? "each is of one run" : "some are of fewer than %d runs",
                 SS_PAGE_REPEATS);
    else if (times.widest > SS_PAGE_NOISE)
        snprintf(reason, SS_PAGE_LABEL,
                 "the clock was noisy, quartiles of repeats lie up to %.2g %% apart",
                 100.0 * times.widest);
    return reason[0] == '\0';
}

static void tell_times(ss_report_sheet *sheet, const ss_page_material *m)
{
    char reason[SS_PAGE_LABEL], name[SS_PAGE_LABEL];
    const ss_page_contender *best = &m->contenders[0];
    size_t n = 0;
    if (!ss_page_times_hold(m, reason)) {
        ss_report_append(sheet, ". Times are not judged: %s.", reason);
        return;
    }
    for (size_t k = 0; k < m->n_contenders; ++k) {
        n += m->contenders[k].n_fastest;
        best = m->contenders[k].n_fastest > best->n_fastest ? &m->contenders[k] : best;
    }
    ss_report_append(sheet, ". CPU times are medians of repeats that agree");
    if (n > 0) {
        ss_page_name(name, m, best->solver, best->outer);
        ss_report_append(sheet, ": %s is fastest on %zu of %zu problem%s, by whole runs", name,
                         best->n_fastest, n, ss_name_plural(n));
    }
    ss_report_append(sheet, ".");
}

/* ---- a paper's tables ---- */

static void tell_claims(ss_report_sheet *sheet, bool *begun, const ss_page_material *m)
{
    size_t n_true = 0, n_told = 0;
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        n_told += strcmp(m->claims[k].verdict, "-") != 0;
        n_true += strcmp(m->claims[k].verdict, "true") == 0;
    }
    if (n_told == 0)
        return;
    go_on(sheet, begun, "of");
    ss_report_append(sheet, " %zu claim%s of the paper's text %zu hold%s", n_told,
                     ss_name_plural(n_told), n_true, n_true == 1 ? "s" : "");
}

static void tell_cells(ss_report_sheet *sheet, bool *begun, const ss_page_material *m)
{
    const ss_page_cells *const c = &m->cells;
    if (m->quick) {
        go_on(sheet, begun, "a");
        ss_report_append(sheet, " quick run with shrunk steps, not to be compared with the paper");
    }
    if (c->n == 0)
        return;
    go_on(sheet, begun, "of");
    ss_report_append(sheet,
                     " %zu printed numbers that can be judged %zu match, %zu lie in our band, %zu "
                     "are near and %zu outside",
                     c->n, c->match, c->inside, c->near, c->outside);
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
    ss_report_free(&scratch);
    bool fails = false, begun = false;
    for (size_t k = 0; k < m->n_contenders; ++k)
        fails = fails || m->contenders[k].n_solved < m->contenders[k].n;
    ss_report_add(sheet,
                  m->quick || is_empty(m) ? SS_REPORT_OPEN
                  : fails || n_doubts > 0 ? SS_REPORT_MIND
                                          : SS_REPORT_GOOD,
                  "%s", "");
    tell_cells(sheet, &begun, m);
    tell_claims(sheet, &begun, m);
    if (is_empty(m)) {
        go_on(sheet, &begun, "no");
        ss_report_append(sheet, " run had a contact to solve: run more steps.");
        return;
    }
    if (m->ranking.there && m->n_tables == 0)
        tell_ranking(sheet, &begun, m);
    tell_failures(sheet, &begun, m);
    tell_times(sheet, m);
}
