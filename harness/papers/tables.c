/* The tables of a paper with our numbers in them, and what it says in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/process/interrupt.h"
#include "harness/papers/table.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- how the numbers were made, in words ---- */

/* Print a list "a=1,b=2" with a blank after each comma, so that a line of text can break there. */
static void print_list(FILE *out, const char *list)
{
    for (; *list != '\0'; ++list)
        fprintf(out, "%c%s", *list, *list == ',' ? " " : "");
}

/* The complete runs of a reading of a table, together. */
typedef struct making {
    const ss_paper_run *first_run;
    const ss_summary_row *first; /* NULL: none of them has ended */
    double cpu;                  /* s */
    bool alike;                  /* all have the same parameters */
    bool grown;                  /* a growing pile is among them */
} making;

/* All that stand under the reading count for the CPU time; the first that has ended for the words
 * on problem and parameters, which hold for all where they are alike. */
static making making_of(const ss_reproduce_results *results, size_t table, const char *reading)
{
    making m = {.alike = true};
    for (size_t k = 0; k < results->data.runs.n * results->stride; ++k) {
        const ss_paper_run *const run = &results->data.runs.runs[k / results->stride];
        const ss_campaign_stored_run *const stored = results->at[k].complete;
        const ss_reproduce_growth *const growth = &results->at[k].growth;
        if (run->table != table || strcmp(run->reading, reading) != 0)
            continue;
        for (size_t step = 1; step <= growth->n; ++step)
            m.cpu += ss_series_at(&results->at[k].series, "cpu_s", step);
        m.grown = m.grown || growth->n > 0;
        if (stored == NULL)
            continue;
        if (m.first == NULL) {
            m.first_run = run;
            m.first = &stored->row;
        }
        m.cpu += stored->row.cpu_s + stored->row.cpu_mechanics_s;
        m.alike = m.alike && strcmp(m.first->problem, stored->row.problem) == 0 &&
                  strcmp(m.first->parameters, stored->row.parameters) == 0;
    }
    return m;
}

/* Are both rows of the table and reading of `a`, and made alike but for their solvers? */
static bool made_alike(const ss_reproduce *job, const ss_paper_run *a, const ss_paper_run *b)
{
    return a->table == b->table && strcmp(a->reading, b->reading) == 0 &&
           strcmp(a->problem, b->problem) == 0 &&
           ss_reproduce_instances(job, a) == ss_reproduce_instances(job, b) &&
           strcmp(ss_reproduce_set(job, a), ss_reproduce_set(job, b)) == 0;
}

/* Print what each row is a run of, where they are runs of several scenes or parameters; rows that
 * are made alike together. */
static void print_rows(FILE *out, const ss_reproduce_data *data, size_t table, const char *reading)
{
    const ss_paper_run *const runs = data->runs.runs;
    for (size_t k = 0; k < data->runs.n; ++k) {
        const size_t instances = ss_reproduce_instances(data->job, &runs[k]);
        size_t first = 0, n = 0;
        while (!made_alike(data->job, &runs[first], &runs[k]))
            ++first;
        if (runs[k].table != table || strcmp(runs[k].reading, reading) != 0 || first < k)
            continue;
        for (size_t j = k; j < data->runs.n; ++j)
            if (made_alike(data->job, &runs[j], &runs[k]))
                fprintf(out, "%s%s`", n++ == 0 ? " Row `" : ", `", runs[j].row);
        fprintf(out, ": %s%s", runs[k].problem,
                ss_reproduce_set(data->job, &runs[k])[0] != '\0' ? " with " : "");
        print_list(out, ss_reproduce_set(data->job, &runs[k]));
        fprintf(out, ", %zu instance%s.", instances, ss_name_plural(instances));
    }
}

/* The making of the numbers of a table under readings.csv's row `reading`, from what its runs say
 * of themselves: to be freed; NULL if none of them has ended. *cap: on their sweeps; NaN of piles,
 * which are no runs. */
static char *settings_of(const ss_reproduce_place *at, size_t reading, double *cap)
{
    char *text = NULL;
    size_t size;
    const ss_reproduce_data *const data = &at->results->data;
    const ss_reproduce *const job = data->job;
    const making m = making_of(at->results, at->table, at->reading);
    *cap = m.first != NULL ? (double)m.first->max_sweeps : NAN;
    FILE *const out = m.first != NULL || m.grown ? open_memstream(&text, &size) : NULL;
    if (out == NULL)
        return NULL;
    fprintf(out, "Reading `%s`: %s.", at->reading, ss_csv_text(&data->readings, reading, "text"));
    if (m.alike && !m.grown) {
        /* all of one problem and its parameters; instances of some rows may be fewer */
        const size_t n = ss_reproduce_instances(job, m.first_run);
        fprintf(out, " Problem %s, ", m.first->problem);
        if (m.first_run->instances == 0)
            fputs("one run, since nothing in it is drawn at random", out);
        else if (job->instance > 0)
            fprintf(out, "instance %zu of the packing", job->instance);
        else if (n == 1)
            fputs("one instance of the packing, which proves little (--instances N)", out);
        else
            fprintf(out, "instances 1 to %zu of the packing (--instances 1: quick form)", n);
        fprintf(out, "; all its runs, those of the claims included, took %.*f s of CPU time",
                m.cpu < 10.0 ? 2 : 0, m.cpu);
        if (m.first->repeats > 1)
            fprintf(out, ", each time the median of %zu", m.first->repeats);
        fprintf(out, ". From %s each step; parameters ",
                strcmp(m.first->warm_start, "yes") == 0 ? "the impulses of the last" : "r = 0");
        print_list(out, m.first->parameters);
        fputc('.', out);
    } else {
        fprintf(out, " All its runs took %.*f s of CPU time.", m.cpu < 10.0 ? 2 : 0, m.cpu);
        print_rows(out, data, at->table, at->reading);
    }
    fclose(out);
    return text;
}

/* ---- the tables ---- */

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
        printf("table %zu, %s (%s/table%zu.md): %zu match, %zu inside, %zu near, %zu outside, "
               "%zu without a measurement\n",
               report->number, report->readings[r].name, folder, report->number,
               ss_paper_table_count(table, SS_VERDICT_MATCH),
               ss_paper_table_count(table, SS_VERDICT_INSIDE),
               ss_paper_table_count(table, SS_VERDICT_NEAR),
               ss_paper_table_count(table, SS_VERDICT_OUTSIDE),
               ss_paper_table_count(table, SS_VERDICT_NOTHING));
    }
}

/* A cell that is compared with another row, or whose run is with another, where both runs are the
 * same to the last bit, tells nothing of what is asked for otherwise. */
static void drop_without_effect(const ss_reproduce_place *at, ss_paper_table *table)
{
    const ss_paper_runs *const runs = &at->results->data.runs;
    for (size_t k = 0; k < table->n_cells; ++k) {
        ss_paper_cell *const cell = &table->cells[k];
        const ss_paper_run *const run =
            ss_paper_runs_find(runs, at->table, at->reading, cell->line.row);
        const char *const with = cell->relative ? cell->rule->reference
                                 : run != NULL  ? run->with
                                                : "";
        const ss_paper_run *const other = ss_paper_runs_find(runs, at->table, at->reading, with);
        if (run == NULL || other == NULL || cell->rule->kind == SS_VERDICT_NONE ||
            !ss_reproduce_is_same(at->results, run, other))
            continue;
        cell->verdict = SS_VERDICT_NOTHING;
        cell->line.verdict = ss_verdict_word(cell->verdict);
        cell->line.reason = "No measurement: what this run asks for otherwise has no effect, it is "
                            "the run beside it to the last bit";
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
    char *const text = settings[report->n] = settings_of(&at, r, &reading->cap);
    if ((text == NULL && r > 0) ||
        !ss_paper_table_load(&reading->table, data->job->paper, report->number, error))
        return false;
    reading->name = name;
    reading->settings = text != NULL ? text : "No run of this table is complete.";
    reading->table.excuse = ss_reproduce_excuse;
    ss_paper_table_compare(&reading->table, ss_reproduce_number, w->results->stride, &at);
    drop_without_effect(&at, &reading->table);
    ++report->n;
    return true;
}

/* Write a table under all readings that have runs, with its claims. The texts that the report
 * borrows are made and freed here. */
static bool write_table(writing *w, size_t caption, size_t number, ss_error *error)
{
    const ss_reproduce_data *const data = &w->results->data;
    char *settings[SS_REPRODUCE_READINGS + 1] = {NULL}, *claims[SS_REPRODUCE_CLAIMS + 1] = {NULL};
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
        if (data->claims[k].table != number || data->claims[k].relation[0] == '\0')
            continue;
        claims[n_claims] = judge_claim(w, &report, &data->claims[k]);
        ok =
            claims[n_claims++] != NULL || ss_error_memory(error, "the claims of table %zu", number);
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
