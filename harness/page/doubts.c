/* Reasons for distrust: a list, of which some items speak against the verdict and others only tell
 * how the numbers were made. The rows are counted once, into a tally, and the sentences are written
 * from that; each function returns how many of its sentences speak against the verdict.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/campaign/store.h"
#include "harness/run/remarks.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REMARKS = 5 }; /* shown at most */

/* Counts of what the rows tell: `capped` is that of them with most steps at the cap. */
typedef struct tally {
    size_t n_never, n_last; /* solved without a sweep; no contact in the last step, after sweeps */
    size_t n_capped, n_capped_steps, n_interrupted, n_timeouts, n_builds;
    const ss_summary_row *capped;
    double cpu, wall; /* s, of the rows that have both */
} tally;

static tally count_rows(const ss_summary *summary)
{
    tally t = {.n_builds = 1};
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_outcome outcome = summary->records[k].outcome;
        const ss_summary_row *const row = &summary->records[k].row;
        t.n_never += ss_outcome_is_solved(outcome) && row->sweeps_total == 0;
        t.n_last += outcome == SS_OUTCOME_NO_CONTACT && row->sweeps_total > 0;
        t.n_interrupted += outcome == SS_OUTCOME_INTERRUPTED;
        t.n_timeouts += outcome == SS_OUTCOME_TIMEOUT;
        t.n_builds += k > 0 && strcmp(row->build, summary->records[k - 1].row.build) != 0;
        t.n_capped += row->steps_capped > 0;
        t.n_capped_steps += row->steps_capped;
        if (row->steps_capped > (t.capped != NULL ? t.capped->steps_capped : 0))
            t.capped = row;
        if (isfinite(row->wall_s) && isfinite(row->cpu_s)) {
            t.wall += row->wall_s;
            t.cpu += row->cpu_s * fmax(1.0, (double)row->repeats);
        }
    }
    return t;
}

/* Runs that had nothing to solve, always or in the step whose numbers stand in the row; steps that
 * ended at the cap, so that what came after them began from no solution; and equals that are not:
 * the cheaper one is the coarser one, too. */
static size_t doubt_runs(ss_report_sheet *sheet, const ss_page_material *m, const tally *t)
{
    char name[SS_PAGE_LABEL], text[SS_ACCURACY_TEXT], plain[SS_ACCURACY_TEXT];
    const bool equal = m->ranking.there && !isnan(m->ranking.accuracy);
    const bool apart = ss_accuracy_gap_text(text, &m->gap);
    if (t->n_never > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s had no sweep to make, without contacts or solved from the start: "
                      "`solved` says nothing there.",
                      t->n_never, ss_name_plural(t->n_never));
    if (t->n_last > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s had no contact in the last step (`no-contact`): the numbers of "
                      "that step tell nothing.",
                      t->n_last, ss_name_plural(t->n_last));
    if (t->capped != NULL) {
        ss_page_name(name, m, t->capped->solver, t->capped->outer);
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu time step%s of %zu run%s hit the cap of sweeps; most in a run: %zu of "
                      "%zu, by %s.",
                      t->n_capped_steps, ss_name_plural(t->n_capped_steps), t->n_capped,
                      ss_name_plural(t->n_capped), t->capped->steps_capped, t->capped->steps, name);
    }
    ss_page_plain(plain, sizeof plain, text);
    if (apart)
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s. %s", plain,
                      equal ? "The verdict and the profile are at equal E1; the table of solvers "
                              "is of whole runs, as they stopped."
                            : "Costs are of whole runs, as they stopped: runs with traces would be "
                              "ranked at equal E1.");
    return (size_t)((t->n_never > 0) + (t->n_last > 0) + (t->capped != NULL) + (apart && !equal));
}

/* The words of runs that are called solved on themselves, and claims of a paper that our runs do
 * not bear out. */
static size_t doubt_words(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_remarks = 0, n_claims = 0;
    char name[SS_PAGE_LABEL], plain[SS_RUN_MESSAGE];
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_record *const record = &m->summary.records[k];
        if (record->outcome != SS_OUTCOME_SOLVED || record->row.message[0] == '\0' ||
            n_remarks++ >= REMARKS)
            continue;
        ss_page_name(name, m, record->row.solver, record->row.outer);
        ss_page_plain(plain, sizeof plain, record->row.message);
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s on %s, instance %zu, is solved, but: %s.", name,
                      record->row.problem, record->row.instance, plain);
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
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The paper says, and ours does not (%s: in %zu of %zu instances, reading "
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
    if (t->n_timeouts > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s ended by the limit of time: on another machine it may be others.",
                      t->n_timeouts, t->n_timeouts > 1 ? "s were" : " was");
    if (t->n_builds > 1)
        ss_report_add(sheet, SS_REPORT_DOUBT, "The runs are of several builds (column `build`).");
    if (strstr(ss_page_provenance(m, "program", fact), "-dirty") != NULL)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The program was built with changes that are in no commit (`-dirty`).");
}

/* Between them runs that are not there, or only in part. What was left out of a ranking speaks not
 * against it. */
size_t ss_page_doubts(ss_report_sheet *sheet, const ss_page_material *m)
{
    const tally t = count_rows(&m->summary);
    const size_t n_left_out = m->ranking.there ? m->ranking.contest.n_left_out : 0;
    const bool partial = m->n_planned > m->summary.n;
    if (m->quick)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "QUICK smoke run: the number of time steps was shrunk; nothing here is the "
                      "paper's problem.");
    size_t n = doubt_runs(sheet, m, &t);
    n += doubt_words(sheet, m);
    n += (t.n_interrupted > 0 ? 1u : 0u) + (partial ? 1u : 0u);
    if (t.n_interrupted > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s interrupted: the numbers are those of %s last complete step.",
                      t.n_interrupted, t.n_interrupted > 1 ? "s were" : " was",
                      t.n_interrupted > 1 ? "their" : "its");
    if (partial)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Partial: %zu of %zu planned runs are there; the same command again goes on.",
                      m->summary.n, m->n_planned);
    if (n_left_out > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu problem%s that not every solver was run on %s left out of the ranking.",
                      n_left_out, ss_name_plural(n_left_out), n_left_out > 1 ? "are" : "is");
    doubt_making(sheet, m, &t);
    return n;
}
