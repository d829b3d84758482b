/* Reasons for distrust: a list, of which some items speak against the verdict and others only tell
 * how the numbers were made.
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

/* Runs that had nothing to solve: always, or in the step whose numbers stand in the row. */
static size_t doubt_contacts(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_never = 0, n_last = 0;
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_record *const record = &m->summary.records[k];
        const bool solved = ss_outcome_is_solved(record->outcome);
        n_never += solved && record->row.sweeps_total == 0;
        n_last += record->outcome == SS_OUTCOME_NO_CONTACT && record->row.sweeps_total > 0;
    }
    if (n_never > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s had no sweep to make, without contacts or solved from the start: "
                      "`solved` says nothing there.",
                      n_never, ss_name_plural(n_never));
    if (n_last > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s had no contact in the last step (`no-contact`): the numbers of "
                      "that step tell nothing.",
                      n_last, ss_name_plural(n_last));
    return (n_never > 0 ? 1u : 0u) + (n_last > 0 ? 1u : 0u);
}

/* Steps that ended at the cap: what came after them began from no solution. */
static size_t doubt_caps(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_steps = 0, n_runs = 0;
    const ss_summary_row *worst = NULL;
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        n_steps += row->steps_capped;
        n_runs += row->steps_capped > 0;
        if (row->steps_capped > 0 && (worst == NULL || row->steps_capped > worst->steps_capped))
            worst = row;
    }
    if (worst == NULL)
        return 0;
    char name[SS_PAGE_LABEL];
    ss_page_name(name, m, worst->solver, worst->outer);
    ss_report_add(sheet, SS_REPORT_DOUBT,
                  "%zu time step%s of %zu run%s hit the cap of sweeps; most in a run: %zu of %zu, "
                  "by %s.",
                  n_steps, ss_name_plural(n_steps), n_runs, ss_name_plural(n_runs),
                  worst->steps_capped, worst->steps, name);
    return 1;
}

/* Equals that are not: the cheaper one is the coarser one, too. */
static size_t doubt_accuracy(ss_report_sheet *sheet, const ss_page_material *m)
{
    char text[SS_ACCURACY_TEXT], plain[SS_ACCURACY_TEXT];
    if (!ss_accuracy_gap_text(text, &m->gap))
        return 0;
    ss_page_plain(plain, sizeof plain, text);
    const bool equal = m->ranking.there && !isnan(m->ranking.accuracy);
    ss_report_add(sheet, SS_REPORT_DOUBT, "%s. %s", plain,
                  equal ? "The verdict and the profile are at equal E1; the table of solvers is of "
                          "whole runs, as they stopped."
                        : "Costs are of whole runs, as they stopped: runs with traces would be "
                          "ranked at equal E1.");
    return !equal;
}

/* The words of runs that are called solved on themselves. */
static size_t doubt_remarks(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_record *const record = &m->summary.records[k];
        char name[SS_PAGE_LABEL], plain[SS_RUN_MESSAGE];
        if (record->outcome != SS_OUTCOME_SOLVED || record->row.message[0] == '\0' ||
            n++ >= REMARKS)
            continue;
        ss_page_name(name, m, record->row.solver, record->row.outer);
        ss_page_plain(plain, sizeof plain, record->row.message);
        ss_report_add(sheet, SS_REPORT_DOUBT, "%s on %s, instance %zu, is solved, but: %s.", name,
                      record->row.problem, record->row.instance, plain);
    }
    if (n > REMARKS)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "... and %zu more solved runs with a remark: column `message` of "
                      "`summary.csv`.",
                      n - REMARKS);
    return n;
}

/* Claims of a paper that our runs do not bear out. */
static size_t doubt_claims(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        const ss_claims_row *const claim = &m->claims[k];
        char plain[SS_PAGE_LABEL];
        if (strcmp(claim->verdict, "true") == 0 || strcmp(claim->verdict, "-") == 0)
            continue;
        ss_page_plain(plain, sizeof plain, claim->claim);
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The paper says, and ours does not (%s: in %zu of %zu instances, reading "
                      "`%s`): %s.",
                      claim->verdict, claim->holds, claim->instances, claim->reading, plain);
        ++n;
    }
    return n;
}

/* Runs that are not there, or only in part. What was left out of a ranking speaks not against it.
 */
static size_t doubt_plan(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_left = 0;
    for (size_t k = 0; k < m->summary.n; ++k)
        n_left += m->summary.records[k].outcome == SS_OUTCOME_INTERRUPTED;
    if (n_left > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s interrupted: the numbers are those of %s "
                      "last complete step.",
                      n_left, n_left > 1 ? "s were" : " was", n_left > 1 ? "their" : "its");
    if (m->n_planned > m->summary.n)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Partial: %zu of %zu planned runs are there; the same command again goes on.",
                      m->summary.n, m->n_planned);
    if (m->ranking.there && m->ranking.contest.n_left_out > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu problem%s that not every solver was run on %s left out of the ranking.",
                      m->ranking.contest.n_left_out, ss_name_plural(m->ranking.contest.n_left_out),
                      m->ranking.contest.n_left_out > 1 ? "are" : "is");
    return (n_left > 0 ? 1u : 0u) + (m->n_planned > m->summary.n ? 1u : 0u);
}

/* ---- clocks ---- */

/* The making of the times; nothing here speaks against the verdict, which judges them or does not.
 */
static void doubt_times(ss_report_sheet *sheet, const ss_page_material *m)
{
    char reason[SS_PAGE_LABEL], load[SS_PAGE_TEXT];
    size_t n_timeouts = 0;
    double cpu = 0.0, wall = 0.0;
    if (!ss_page_times_hold(m, reason))
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Times: %s. Counts (sweeps, work units) are the same on every machine.",
                      reason);
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        n_timeouts += m->summary.records[k].outcome == SS_OUTCOME_TIMEOUT;
        if (isfinite(row->wall_s) && isfinite(row->cpu_s)) {
            wall += row->wall_s;
            cpu += row->cpu_s * fmax(1.0, (double)row->repeats);
        }
    }
    if (wall > 0.0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "Wall clock is not CPU time: the runs' processes took %.3g s by the clock, "
                      "of which their solvers had %.3g s of CPU (%.2g %%); the rest is mechanics, "
                      "the referee, traces and whatever else ran on the machine.",
                      wall, cpu, 100.0 * cpu / wall);
    if (strtod(ss_page_provenance(m, "load", load), NULL) >= 1.0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The machine had a load of %s when the runs began: others computed, too.",
                      load);
    if (n_timeouts > 0)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%zu run%s ended by the limit of time: on another machine it may be others.",
                      n_timeouts, n_timeouts > 1 ? "s were" : " was");
}

/* Which program made the runs, where that is not one commit. */
static void doubt_build(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n_builds = 1;
    char program[SS_PAGE_TEXT];
    for (size_t k = 1; k < m->summary.n; ++k)
        n_builds +=
            strcmp(m->summary.records[k].row.build, m->summary.records[k - 1].row.build) != 0;
    if (n_builds > 1)
        ss_report_add(sheet, SS_REPORT_DOUBT, "The runs are of several builds (column `build`).");
    if (strstr(ss_page_provenance(m, "program", program), "-dirty") != NULL)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "The program was built with changes that are in no commit (`-dirty`).");
}

size_t ss_page_doubts(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n = 0;
    if (m->quick)
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "QUICK smoke run: the number of time steps was shrunk; nothing here is the "
                      "paper's problem.");
    n += doubt_contacts(sheet, m);
    n += doubt_caps(sheet, m);
    n += doubt_accuracy(sheet, m);
    n += doubt_remarks(sheet, m);
    n += doubt_claims(sheet, m);
    n += doubt_plan(sheet, m);
    doubt_times(sheet, m);
    doubt_build(sheet, m);
    return n;
}
