/* Reasons for distrust: a list, of which some items speak against the verdict and others only tell
 * how the numbers were made. The rows are counted once, into a tally, and the sentences are written
 * from that; each function returns how many of its sentences speak against the verdict.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/campaign/store.h"
#include "harness/run/remarks.h"
#include "problems/base/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REMARKS = 5 }; /* shown at most */

/* Counts of what the rows tell. */
typedef struct tally {
    size_t n_last;    /* rows without a contact in the last step, after sweeps */
    double cpu, wall; /* s, of the rows that have both */
} tally;

static tally count_rows(const ss_summary *summary)
{
    tally t = {.n_last = 0};
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const row = &summary->records[k].row;
        t.n_last += summary->records[k].outcome == SS_OUTCOME_NO_CONTACT && row->sweeps_total > 0;
        if (isfinite(row->wall_s) && isfinite(row->cpu_s)) {
            t.wall += row->wall_s;
            t.cpu += row->cpu_s * fmax(1.0, (double)row->repeats);
        }
    }
    return t;
}

/* "`sbp` on balls-4, instance 2": the run of a row. */
static void name_run(char text[SS_PAGE_LABEL], const ss_summary_row *row)
{
    char name[SS_PAGE_LABEL];
    ss_page_name(name, row->solver, row->outer);
    snprintf(text, SS_PAGE_LABEL, "%.200s on %.200s, instance %zu,", name, row->problem,
             row->instance);
}

/* Runs whose stopping test was met and that do not count: those that are loose, and those that
 * measured nothing. Interrupted ones are told elsewhere. */
static size_t doubt_standings(ss_report_sheet *sheet, const ss_page_material *m)
{
    const ss_summary_row *nothing = NULL; /* the first of these */
    size_t n = 0, n_nothing = 0;
    char name[SS_PAGE_LABEL];
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        const ss_standing standing = ss_standing_of(row);
        if (standing == SS_STANDING_COUNTS || !ss_outcome_is_solved(m->summary.records[k].outcome))
            continue;
        nothing = standing != SS_STANDING_LOOSE && n_nothing++ == 0 ? row : nothing;
        if (standing != SS_STANDING_LOOSE || n++ >= REMARKS)
            continue;
        name_run(name, row);
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%s is loose: E1 of its worst step is %.3g, above %.3g, and it counts as not "
                      "solved.",
                      name, ss_standing_e1(row), ss_standing_limit(row->stop, row->tol));
    }
    if (n > REMARKS)
        ss_report_add(sheet, SS_REPORT_DOUBT, "... and %zu more runs that are loose.", n - REMARKS);
    if (nothing != NULL)
        name_run(name, nothing);
    if (nothing != NULL)
        ss_report_add(sheet, SS_REPORT_DOUBT, "%zu run%s, %s%s measured nothing: %s.", n_nothing,
                      ss_name_plural(n_nothing), n_nothing > 1 ? "first " : "", name,
                      ss_standing_reason(nothing));
    return n + n_nothing;
}

/* Runs that had nothing to solve in the step whose numbers stand in the row; and equals that are
 * not: the cheaper one is the coarser one, too. */
static size_t doubt_runs(ss_report_sheet *sheet, const ss_page_material *m, const tally *t)
{
    char text[SS_ACCURACY_TEXT], plain[SS_ACCURACY_TEXT];
    bool equal = false; /* some order is at equal E1: the last one is of whole runs */
    for (size_t a = 0; a + 1 < SS_RANKING_ACCURACIES; ++a)
        equal = equal || (m->ranked && ss_ranking_is_shown(&m->ranking, a));
    const bool apart = ss_accuracy_gap_text(text, &m->gap);
    if (t->n_last > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s had no contact in the last step (`no-contact`): the numbers of "
                      "that step tell nothing.",
                      t->n_last, ss_name_plural(t->n_last));
    ss_page_plain(plain, sizeof plain, text);
    if (apart)
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s. %s", plain,
                      equal
                          ? "The verdict is at equal E1; the table of solvers is of whole runs, as "
                            "they stopped."
                          : "Costs are of whole runs, as they stopped: runs with traces would be "
                            "ranked at equal E1.");
    return (size_t)((t->n_last > 0) + (apart && !equal));
}

/* The words of runs that are called solved on themselves, and claims of a paper that our runs do
 * not bear out. */
static size_t doubt_words(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_remarks = 0, n_claims = 0;
    char name[SS_PAGE_LABEL], plain[SS_RUN_MESSAGE];
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        if (ss_standing_of(row) != SS_STANDING_COUNTS || row->message[0] == '\0' ||
            n_remarks++ >= REMARKS)
            continue;
        name_run(name, row);
        ss_page_plain(plain, sizeof plain, row->message);
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s is solved, but: %s.", name, plain);
    }
    if (n_remarks > REMARKS)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "... and %zu more solved runs with a remark: column `message` of "
                      "`summary.csv`.",
                      n_remarks - REMARKS);
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        const ss_claims_row *const claim = &m->claims[k];
        if (strcmp(claim->verdict, "true") == 0 || strcmp(claim->verdict, "-") == 0)
            continue;
        ++n_claims;
        ss_page_plain(name, sizeof name, claim->claim);
        ss_report_add(
            sheet, SS_REPORT_DOUBT,
            "The paper says, and ours does not (%s: in %zu of %zu instances, interpretation "
            "`%s`): %s.",
            claim->verdict, claim->holds, claim->instances, claim->reading, name);
    }
    return n_remarks + n_claims;
}

/* The clocks, and which program made the runs, where that is not one commit: nothing here speaks
 * against the verdict, which judges times or does not. */
static void doubt_making(ss_report_sheet *sheet, const ss_page_material *m, const tally *t)
{
    char reason[SS_PAGE_LABEL], fact[SS_PAGE_TEXT];
    if (!ss_page_times_hold(m, reason))
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Times: %s. Counts (sweeps, work units) are the same on every machine.",
                      reason);
    if (t->wall > 0.0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Wall clock is not CPU time: the runs' processes took %.3g s by the clock, "
                      "of which their solvers had %.3g s of CPU (%.2g %%); the rest is mechanics, "
                      "the referee, traces and whatever else ran on the machine.",
                      t->wall, t->cpu, 100.0 * t->cpu / t->wall);
    if (strtod(ss_page_provenance(m, "load", fact), NULL) >= 1.0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The machine had a load of %s when the runs began: others computed, too.",
                      fact);
    if (strstr(ss_page_provenance(m, "program", fact), "-dirty") != NULL)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The program was built with changes that are in no commit (`-dirty`).");
}

/* First what is partial, of which timeouts speak against clocks and not against the verdict. What
 * was left out of a ranking speaks not against it. */
size_t ss_page_doubts(ss_report_sheet *sheet, const ss_page_material *m)
{
    const tally t = count_rows(&m->summary);
    size_t n = 0;
    for (size_t k = 0; k < m->partial.n; ++k) {
        const struct ss_partial_sentence *const sentence = &m->partial.at[k];
        char plain[SS_PARTIAL_TEXT];
        ss_page_plain(plain, sizeof plain, sentence->words);
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s%c%s.",
                      sentence->kind < SS_PARTIAL_CAPPED ? "Partial: " : "",
                      sentence->kind < SS_PARTIAL_CAPPED ? plain[0]
                                                         : toupper((unsigned char)plain[0]),
                      plain + 1);
        n += sentence->kind != SS_PARTIAL_TIMEOUT && sentence->kind != SS_PARTIAL_BUILDS;
    }
    n += doubt_standings(sheet, m) + doubt_runs(sheet, m, &t) + doubt_words(sheet, m);
    doubt_making(sheet, m, &t);
    return n;
}
