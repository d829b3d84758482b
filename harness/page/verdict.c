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
        if (ss_page_new_problem(m, k) && n++ < NAMED)
            ss_report_append(sheet, "%s%s", n > 1 ? ", " : " on ", basename(problem));
    }
    if (n > NAMED)
        ss_report_append(sheet, " and %zu more", n - NAMED);
    if (m->n_questions > 1)
        ss_report_append(sheet, ": %zu runs", m->summary.n);
    ss_csv_free(&file);
}

/* ---- the verdict: clauses, each of which begins with "; ", and sentences, with ". " ---- */

/* ", mu=0.1": the parameters of the row's problem that not all rows have. */
static void put_apart(FILE *out, const ss_page_material *m, const ss_ranges_row *row)
{
    char item[64];
    for (const char *at = row->parameters; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        bool alike = true;
        snprintf(item, sizeof item, "%.*s", (int)strcspn(at, ","), at);
        for (size_t k = 0; k < m->ranges_csv.n_rows; ++k)
            alike = alike && strstr(m->ranges[k].parameters, item) != NULL;
        if (!alike)
            fprintf(out, ", %s", item);
    }
}

/* The winners by both prices; of a study the best values, which are its question. */
static void tell_ranking(FILE *out, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->ranges_csv.n_rows; ++k) {
        const ss_ranges_row *const row = &m->ranges[k];
        const bool none = isnan(row->best);
        /* a parameter of the problem has no best value, nor has one that nobody was run with */
        if ((none && (row->values == 0 || row->failing_values < row->values)) || n++ >= NAMED)
            continue;
        fprintf(out, none ? "; no value of %s works for `%s` on %s" : "; best %s of `%s` on %s",
                row->parameter, row->curve, row->problem);
        put_apart(out, m, row);
        if (none)
            continue;
        fprintf(out, ": %.4g", row->best);
        if (isnan(row->best_low))
            fputs(", of too few instances for an interval", out);
        else if (row->best_low == row->best_high)
            fputs(" in 95 % of the draws of instances", out);
        else
            fprintf(out, ", 95 %% %.4g to %.4g over the instances", row->best_low, row->best_high);
        fprintf(out, ", of a grid with %.4g and %.4g beside it", row->best_below, row->best_above);
    }
    if (n > NAMED)
        fprintf(out, "; and %zu more curves", n - NAMED);
    if (m->unranked[0] != '\0')
        fprintf(out, "; solvers are not ranked: %s", m->unranked);
}

/* Those whose rows do not all count, how many and how; or that all count. */
static void tell_failures(FILE *out, const ss_page_material *m)
{
    size_t n = 0, n_counts = 0, n_nothing = 0;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        const size_t n_failed =
            c->standings[SS_STANDING_UNSOLVED] + c->standings[SS_STANDING_LOOSE];
        n_counts += c->standings[SS_STANDING_COUNTS];
        n_nothing += c->standings[SS_STANDING_NOTHING];
        const char *between = " (";
        char name[SS_PAGE_LABEL];
        if (n_failed == 0 || n++ >= NAMED)
            continue;
        ss_page_name(name, c->solver, c->outer);
        fprintf(out, "%s%s fails on %zu of %zu", n > 1 ? ", " : "; ", name, n_failed, c->n_told);
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
        fprintf(out, "; %s %zu run%s solved", n_counts > 1 ? "all" : "the", n_counts,
                n_counts > 1 ? "s are" : " is");
    if (n_nothing > 0)
        fprintf(out, "%s%zu more measured nothing", n == 0 ? ", " : "; ", n_nothing);
}

/* Some order has a winner; `contested`: the two costs name two first ones. */
static bool has_winner(const ss_page_material *m, bool *contested)
{
    bool won = false;
    for (size_t a = 0; m->ranked && a < SS_RANKING_ACCURACIES; ++a)
        for (size_t p = 0; ss_ranking_is_shown(&m->ranking, a) && p < SS_PRICE_COUNT; ++p) {
            won = won || m->ranking.orders[a][p].winner != NULL;
            *contested = *contested || ss_ranking_is_contested(&m->ranking, a);
        }
    return won;
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

ss_report_kind ss_page_verdict(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_report_sheet scratch = {.n = 0};
    const size_t n_doubts = ss_page_doubts(&scratch, m);
    bool empty = true, fails = false; /* rows that measured nothing say nothing */
    size_t n_best = 0;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    ss_report_free(&scratch);
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        empty = empty && c->standings[SS_STANDING_NOTHING] == c->n;
        fails = fails || c->standings[SS_STANDING_UNSOLVED] + c->standings[SS_STANDING_LOOSE] > 0;
    }
    for (size_t k = 0; k < m->ranges_csv.n_rows; ++k)
        n_best += isnan(m->ranges[k].best) ? 0 : 1;
    const bool told_paper = m->cells.n > 0, alone = m->n_contenders == 1;
    if (out != NULL) {
        tell_paper(out, m);
        if (empty)
            fputs("; no run measured anything of a solver: run more steps", out);
        if (!empty && !told_paper)
            tell_ranking(out, m);
        if (!empty)
            tell_failures(out, m);
        fputs(".", out);
        if (!empty && !told_paper && m->ranked && n_best == 0) {
            fputs(" ", out);
            ss_ranking_headline(&m->ranking, out);
        }
    }
    bool contested = false;
    const bool won = has_winner(m, &contested);
    const bool concluded = alone || told_paper || n_best > 0 || won;
    const ss_report_kind kind = m->quick || empty || !concluded      ? SS_REPORT_OPEN
                                : fails || contested || n_doubts > 0 ? SS_REPORT_MIND
                                                                     : SS_REPORT_GOOD;
    const bool told = out != NULL && fclose(out) == 0;
    if (told)
        ss_report_add(sheet, kind, "%c%s", toupper((unsigned char)text[2]), text + 3);
    free(text);
    sheet->failed = sheet->failed || !told;
    return kind;
}
