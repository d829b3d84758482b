/* The tables of a paper with our numbers in them, and what it says in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/process/interrupt.h"
#include "harness/papers/table.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tables, claims and readings, being written. claims.csv is of all tables: open from the first to
 * the last, and published only where it has a row. */
typedef struct writing {
    const ss_reproduce_results *results;
    ss_output claims_out;
    size_t n_claims; /* rows written to it */
} writing;

/* Have all instances of all runs of a table come to their end? */
static bool runs_complete(const ss_reproduce_results *results, size_t table)
{
    for (size_t k = 0; k < results->data.runs.n; ++k) {
        const ss_paper_run *const run = &results->data.runs.runs[k];
        for (size_t i = 0; i < ss_reproduce_instances(results->data.job, run); ++i)
            if ((run->table == table || run->also == table) &&
                !ss_reproduce_is_complete(ss_reproduce_result_of(results, run, i)))
                return false;
    }
    return true;
}

/* Judge a claim under the readings of a table: rows of claims.csv, and a text for people, to be
 * freed. NULL without memory. */
static char *judge_claim(writing *w, const ss_table_report *report, const ss_reproduce_claim *claim)
{
    char *text = NULL;
    size_t size;
    FILE *const words = open_memstream(&text, &size);
    if (words == NULL)
        return NULL;
    fprintf(words, "%s:", claim->text);
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
        fprintf(words, "%s %s, in %zu of %zu instances (%s)", r > 0 ? ";" : "",
                ss_reproduce_claim_word(holds), holds.holds, holds.n, reading);
    }
    fclose(words);
    return text;
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

/* The table under one reading; false with an error, or without runs under it. */
static bool add_reading(const writing *w, ss_table_report *report, char *settings[], size_t r,
                        ss_error *error)
{
    const ss_reproduce_data *const data = &w->results->data;
    ss_table_reading *const reading = &report->readings[report->n];
    const char *const name = ss_csv_text(&data->readings, r, "reading");
    const ss_reproduce_place at = {w->results, report->number, name};
    char *const text = settings[report->n] = ss_reproduce_settings(&at, r);
    if ((text == NULL && r > 0) ||
        !ss_paper_table_load(&reading->table, data->job->paper, report->number, error))
        return false;
    reading->name = name;
    reading->settings = text != NULL ? text : "No run of this table is complete.";
    reading->cap = NAN;
    for (size_t k = 0; isnan(reading->cap) && k < data->runs.n; ++k) {
        const ss_paper_run *const run = &data->runs.runs[k];
        const ss_reproduce_result *const of = ss_reproduce_result_of(w->results, run, 0);
        if (run->table == report->number && strcmp(run->reading, name) == 0 && of->complete != NULL)
            reading->cap = (double)of->complete->row.max_sweeps;
    }
    ss_paper_table_compare(&reading->table, ss_reproduce_number, w->results->stride, &at);
    ++report->n;
    return true;
}

static bool write_table(writing *w, size_t caption, size_t number, ss_error *error)
{
    const ss_reproduce_data *const data = &w->results->data;
    char *settings[SS_REPRODUCE_READINGS + 1] = {NULL}, *claims[SS_REPRODUCE_MAX + 1] = {NULL};
    ss_table_report report = {.paper = data->about.paper,
                              .how = data->about.how,
                              .title = ss_csv_text(&data->captions, caption, "title"),
                              .row_heading = ss_csv_text(&data->captions, caption, "row_heading"),
                              .quick = data->job->quick,
                              .measures = &data->measures.list,
                              .number = number,
                              .claims = (const char *const *)claims};
    size_t n_claims = 0;
    for (size_t r = 0; error->code == SS_ERROR_NONE && r < data->readings.n_rows; ++r)
        add_reading(w, &report, settings, r, error);
    bool ok = error->code == SS_ERROR_NONE;
    for (size_t k = 0; ok && k < data->claims_file.n_rows; ++k) {
        if (data->claims[k].table != number)
            continue;
        claims[n_claims] = judge_claim(w, &report, &data->claims[k]);
        ok = claims[n_claims++] != NULL ||
             ss_error_set(error, SS_ERROR_MEMORY, "no memory for the claims of table %zu", number);
    }
    ok = ok && ss_table_report_write(&report, data->job->folder, error) &&
         (!data->job->paper_layout || !ss_reproduce_is_printed(&data->captions, caption) ||
          ss_layout_write(data->job->folder, &report, &data->about, data->job->notes, error));
    if (ok)
        print_table(&report, data->job->folder);
    for (size_t r = 0; r < report.n; ++r)
        ss_paper_table_free(&report.readings[r].table);
    for (size_t r = 0; r <= SS_REPRODUCE_READINGS; ++r)
        free(settings[r]);
    for (size_t k = 0; k < n_claims; ++k)
        free(claims[k]);
    return ok;
}

bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error)
{
    const ss_reproduce *const job = results->data.job;
    const ss_csv *const captions = &results->data.captions;
    writing w = {.results = results};
    if (job->tables.n == 0 && job->figures.n > 0)
        return true;
    bool ok = ss_output_open(&w.claims_out, job->folder, "claims.csv", error);
    if (ok)
        ss_claims_header(w.claims_out.file);
    for (size_t row = 0; ok && row < captions->n_rows; ++row) {
        const size_t number = ss_reproduce_number_at(captions, row, "table");
        /* After Ctrl-C only whole tables; a failed run leaves its cells `missing`. */
        if (ss_reproduce_wants(job, &job->tables, number) &&
            (!ss_interrupted() || runs_complete(results, number)))
            ok = write_table(&w, row, number, error);
    }
    if (ok && w.n_claims > 0)
        ok = ss_output_close(&w.claims_out, error);
    ss_output_discard(&w.claims_out);
    return ok;
}
