/* The tables of a paper with our numbers in them, and what it says in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/process/interrupt.h"
#include "harness/reproduce/layout.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tables, claims and readings, being written. */
typedef struct writing {
    const ss_reproduce_results *results;
    ss_output claims_out;
    size_t n_claims; /* rows written to it */
} writing;

/* ---- our numbers ---- */

/* The end of the run, or pile, behind a row; NULL: it has not come to one. */
static const ss_reproduce_result *result_of(const ss_reproduce_place *at, size_t table,
                                            const char *row, size_t instance)
{
    const ss_reproduce_result *const of = ss_reproduce_result_of(
        at->results, ss_paper_runs_find(&at->results->runs, table, at->reading, row), instance);
    return of != NULL && ss_reproduce_is_complete(of) ? of : NULL;
}

/* The number of a row that is a run. */
static double run_number(const ss_reproduce_place *at, const char *row, const char *column,
                         size_t instance)
{
    const ss_measures *const measures = &at->results->measures.list;
    const ss_measure *const m = ss_measures_find(measures, column);
    const ss_reproduce_result *const of = result_of(at, at->table, row, instance);
    char other[64];
    size_t table;
    if (of == NULL || m == NULL)
        return NAN;
    if (of->complete != NULL && strcmp(m->reduce, "count") != 0 &&
        strcmp(of->complete->row.status, ss_outcome_name(SS_OUTCOME_DIVERGED)) == 0)
        return NAN; /* broken off where it diverged: a fragment's numbers */
    if (strcmp(m->reduce, "row") != 0)
        return ss_measures_number(measures, column, &of->series);
    const ss_reproduce_result *const by = sscanf(m->over, "%zu %63s", &table, other) == 2
                                              ? result_of(at, table, other, instance)
                                              : NULL;
    return by != NULL ? ss_measures_number(measures, m->of, &of->series) /
                            ss_measures_number(measures, m->of, &by->series)
                      : NAN;
}

enum { TREND_POINTS = 64 };

/* The number of a pattern: what all runs that it stands for give together. */
static double trend_number(const ss_reproduce_place *at, const ss_measure *trend,
                           const char *pattern, size_t instance)
{
    double x[TREND_POINTS], y[TREND_POINTS];
    const ss_paper_runs *const runs = &at->results->runs;
    const double from = strtod(trend->window, NULL);
    size_t n = 0;
    for (size_t k = 0; k < runs->n && n < TREND_POINTS; ++k) {
        const ss_paper_run *const run = &runs->runs[k];
        if (run->table != at->table || strcmp(run->reading, at->reading) != 0 ||
            !ss_reproduce_matches(pattern, run))
            continue;
        const ss_reproduce_result *const of = result_of(at, at->table, run->row, instance);
        x[n] = of != NULL ? ss_series_constant(&of->series, trend->over) : NAN;
        y[n] = run_number(at, run->row, trend->of, instance);
        n += x[n] >= from && isfinite(y[n]);
    }
    return ss_trend_find(trend->reduce)(x, y, n);
}

double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance)
{
    const ss_reproduce_place *const at = place;
    const ss_measure *const m = ss_measures_find(&at->results->measures.list, column);
    return m != NULL && ss_trend_find(m->reduce) != NULL ? trend_number(at, m, row, instance)
                                                         : run_number(at, row, column, instance);
}

/* ---- writing ---- */

static bool runs_complete(const ss_reproduce_results *results, size_t table)
{
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        for (size_t i = 0; i < ss_reproduce_instances(results->job, run); ++i)
            if ((run->table == table || run->also == table) &&
                !ss_reproduce_is_complete(ss_reproduce_result_of(results, run, i)))
                return false;
    }
    return true;
}

/* The cap on the sweeps of a reading's runs; NaN where there is none. */
static double cap_of(const ss_reproduce_results *results, size_t table, const char *reading)
{
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        const ss_reproduce_result *const of = ss_reproduce_result_of(results, run, 0);
        if (run->table == table && strcmp(run->reading, reading) == 0 && of->complete != NULL)
            return (double)of->complete->row.max_sweeps;
    }
    return NAN;
}

/* Judge what the paper says in words under the readings of a table: rows of claims.csv, and texts
 * for people, each of SS_PATH_SIZE bytes. Returns their number. */
static size_t judge_claims(writing *w, const ss_table_report *report, char (*texts)[SS_PATH_SIZE])
{
    size_t n = 0;
    for (size_t k = 0; k < w->results->claims_file.n_rows; ++k) {
        const ss_reproduce_claim *const claim = &w->results->claims[k];
        if (claim->table != report->number)
            continue;
        int used = snprintf(texts[n], SS_PATH_SIZE, "%.300s:", claim->text);
        for (size_t r = 0; r < report->n; ++r) {
            const char *const reading = report->readings[r].name;
            const ss_reproduce_place at = {w->results, claim->table, reading};
            const ss_reproduce_holds holds = ss_reproduce_judge_claim(
                claim, ss_reproduce_number, w->results->stride, report->readings[r].cap, &at);
            const ss_claims_row row = {.table = claim->table,
                                       .reading = reading,
                                       .claim = claim->text,
                                       .holds = holds.holds,
                                       .instances = holds.n,
                                       .verdict = ss_reproduce_claim_word(holds)};
            if (r > 0 && holds.n == 0)
                continue; /* the reading has no such runs */
            ss_claims_write(w->claims_out.file, &row);
            ++w->n_claims;
            used += snprintf(texts[n] + used, (size_t)(SS_PATH_SIZE - used),
                             "%s %s, in %zu of %zu instances (%.30s)", r > 0 ? ";" : "",
                             ss_reproduce_claim_word(holds), holds.holds, holds.n, reading);
        }
        ++n;
    }
    return n;
}

static void print_table(const ss_table_report *report, const char *folder)
{
    for (size_t r = 0; r < report->n; ++r) {
        const ss_paper_table *const table = &report->readings[r].table;
        printf("table %zu, %s (%s/table%zu.md): %zu match, %zu inside, %zu near, %zu outside\n",
               report->number, report->readings[r].name, folder, report->number,
               ss_paper_table_count(table, SS_VERDICT_MATCH),
               ss_paper_table_count(table, SS_VERDICT_INSIDE),
               ss_paper_table_count(table, SS_VERDICT_NEAR),
               ss_paper_table_count(table, SS_VERDICT_OUTSIDE));
    }
}

/* Write a printed table in the paper's layout, too; of a paper that prints none there is none. */
static bool write_layout(const writing *w, const ss_table_report *report, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_reproduce_about *const about = &w->results->about;
    char label[64];
    snprintf(label, sizeof label, "tab:%.30s-%zu-paper", about->paper, report->number);
    const ss_layout_caption words = {.title = report->title,
                                     .row_heading = report->row_heading,
                                     .letter = about->letter,
                                     .key = about->key,
                                     .label = label,
                                     .number = report->number,
                                     .measures = report->measures,
                                     .notes = job->notes};
    return !job->paper_layout || !ss_layout_is_printed(report->title) ||
           ss_layout_write(job->folder, &words, error);
}

static bool write_table(writing *w, size_t caption, size_t number, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_csv *const captions = &w->results->captions;
    char settings[SS_REPRODUCE_READINGS][SS_PATH_SIZE], texts[SS_REPRODUCE_MAX][SS_PATH_SIZE];
    const char *claims[SS_REPRODUCE_MAX + 1] = {NULL};
    ss_table_report report = {.paper = w->results->about.paper,
                              .how = w->results->about.how,
                              .title = ss_csv_text(captions, caption, "title"),
                              .row_heading = ss_csv_text(captions, caption, "row_heading"),
                              .quick = job->quick,
                              .measures = &w->results->measures.list,
                              .number = number,
                              .claims = claims};
    bool ok = true;
    for (size_t r = 0; ok && r < w->results->readings.n_rows; ++r) {
        ss_table_reading *const reading = &report.readings[report.n];
        const char *const name = ss_csv_text(&w->results->readings, r, "reading");
        const ss_reproduce_place at = {w->results, number, name};
        const char *const text =
            ss_reproduce_settings(&at, r, settings[report.n], sizeof settings[report.n]);
        if (text == NULL && r > 0)
            continue;
        ok = ss_paper_table_load(&reading->table, job->paper, number, error);
        if (!ok)
            break;
        reading->name = name;
        reading->settings = text != NULL ? text : "No run of this table is complete.";
        reading->cap = cap_of(w->results, number, name);
        ss_paper_table_compare(&reading->table, ss_reproduce_number, w->results->stride, &at);
        ++report.n;
    }
    for (size_t k = ok ? judge_claims(w, &report, texts) : 0; k > 0; --k)
        claims[k - 1] = texts[k - 1];
    ok =
        ok && ss_table_report_write(&report, job->folder, error) && write_layout(w, &report, error);
    if (ok)
        print_table(&report, job->folder);
    for (size_t r = 0; r < report.n; ++r)
        ss_paper_table_free(&report.readings[r].table);
    return ok;
}

static bool write_wanted(writing *w, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_csv *const captions = &w->results->captions;
    double number;
    for (size_t row = 0; row < captions->n_rows; ++row) {
        if (!ss_csv_real(captions, row, "table", &number, error))
            return false;
        /* After Ctrl-C only whole tables; a failed run leaves its cells `missing`. */
        if (!ss_reproduce_wants(job, &job->tables, (size_t)number) ||
            (ss_interrupted() && !runs_complete(w->results, (size_t)number)))
            continue;
        if (!write_table(w, row, (size_t)number, error))
            return false;
    }
    return true;
}

bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error)
{
    const ss_reproduce *const job = results->job;
    writing w = {.results = results};
    if (job->tables.n == 0 && job->figures.n > 0)
        return true;
    if (!ss_output_open(&w.claims_out, job->folder, "claims.csv", error))
        return false;
    ss_claims_header(w.claims_out.file);
    bool ok = write_wanted(&w, error);
    if (ok && w.n_claims > 0)
        ok = ss_output_close(&w.claims_out, error);
    ss_output_discard(&w.claims_out);
    return ok;
}
