/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/figures/figure.h"
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The job under way, with the paper's data. */
typedef struct state {
    const ss_reproduce *job;
    ss_csv captions, figures;
    ss_reproduce_results results;
} state;

/* "12" in `column` of a data file as a number; 0 when it is none. */
static size_t number_at(const ss_csv *file, size_t row, const char *column)
{
    const char *const text = ss_csv_text(file, row, column);
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 0;
}

bool ss_reproduce_wants(const ss_reproduce *job, const ss_reproduce_numbers *numbers, size_t number)
{
    bool found = job->tables.n + job->figures.n == 0;
    for (size_t k = 0; k < numbers->n; ++k)
        found = found || numbers->at[k] == number;
    return found;
}

size_t ss_reproduce_instances(const ss_reproduce *job, const ss_paper_run *run)
{
    if (run->instances == 0 || job->instance > 0)
        return 1;
    return job->n_instances > 0 ? job->n_instances : job->quick ? 1 : run->instances;
}

ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i)
{
    if (run == NULL || i >= ss_reproduce_instances(results->job, run))
        return NULL;
    return &results->at[(size_t)(run - results->runs.runs) * results->stride + i];
}

/* Every number that the user asked for must be in the paper. */
static bool check_numbers(const ss_csv *file, const char *column, const ss_reproduce_numbers *asked,
                          ss_error *error)
{
    for (size_t k = 0; k < asked->n; ++k) {
        bool found = false;
        for (size_t row = 0; row < file->n_rows; ++row)
            found = found || number_at(file, row, column) == asked->at[k];
        if (!found)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "the paper has no %s %zu that is reproduced; %ss are %zu to %zu",
                                column, asked->at[k], column, number_at(file, 0, column),
                                number_at(file, file->n_rows - 1, column));
    }
    return true;
}

static bool load_file(ss_csv *file, const char *folder, const char *name, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, error) && ss_csv_read(file, path, error);
}

/* Read every wanted table once before anything runs: a slip in the data costs no computation. */
static bool check_tables(const state *s, ss_error *error)
{
    bool valid = true;
    for (size_t row = 0; valid && row < s->captions.n_rows; ++row) {
        ss_paper_table table;
        const size_t number = number_at(&s->captions, row, "table");
        if (!ss_reproduce_wants(s->job, &s->job->tables, number))
            continue;
        valid = ss_paper_table_load(&table, s->job->paper, number, error);
        ss_paper_table_free(&table);
    }
    return valid;
}

/* Readings and claims: no more than there is room for, and each run under a known reading. */
static bool check_words(const ss_reproduce_results *results, ss_error *error)
{
    const ss_csv *const readings = &results->readings, *const claims = &results->claims_file;
    if (readings->n_rows > SS_REPRODUCE_READINGS || claims->n_rows > SS_REPRODUCE_MAX)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has %zu rows, %.300s %zu: at most %d, %d",
                            readings->path, readings->n_rows, claims->path, claims->n_rows,
                            SS_REPRODUCE_READINGS, SS_REPRODUCE_MAX);
    for (size_t k = 0; k < results->runs.n; ++k) {
        bool known = false;
        for (size_t r = 0; r < readings->n_rows; ++r)
            known = known ||
                    strcmp(ss_csv_text(readings, r, "reading"), results->runs.runs[k].reading) == 0;
        if (!known)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s, line %zu: reading '%.60s' is not in readings.csv",
                                results->runs.file.path, ss_csv_line(&results->runs.file, k),
                                results->runs.runs[k].reading);
    }
    return true;
}

static bool load_words(ss_reproduce_results *results, ss_error *error)
{
    const char *const folder = results->job->paper;
    const ss_csv *const readings = &results->readings;
    if (!load_file(&results->readings, folder, "readings.csv", error))
        return false;
    if (ss_csv_text(readings, 0, "reading") == NULL || ss_csv_text(readings, 0, "text") == NULL)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.300s needs the columns reading and text, and a row", readings->path);
    results->claims = ss_reproduce_claims_read(folder, &results->claims_file, error);
    return results->claims != NULL && check_words(results, error);
}

static bool load(state *s, ss_error *error)
{
    const ss_reproduce *const job = s->job;
    ss_reproduce_results *const results = &s->results;
    if (!ss_paper_runs_load(&results->runs, job->paper, error))
        return false;
    for (size_t k = 0; k < results->runs.n; ++k) {
        const size_t n = ss_reproduce_instances(job, &results->runs.runs[k]);
        results->stride = n > results->stride ? n : results->stride;
    }
    results->at = calloc(results->runs.n * results->stride + 1, sizeof *results->at);
    if (results->at == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", results->runs.n);
    return load_file(&s->captions, job->paper, "captions.csv", error) &&
           load_file(&s->figures, job->paper, "figures.csv", error) &&
           check_numbers(&s->captions, "table", &job->tables, error) &&
           check_numbers(&s->figures, "figure", &job->figures, error) &&
           load_words(results, error) && check_tables(s, error);
}

/* Figures show the first instance. */
static ss_reproduce_result *result_of_figure(const state *s, size_t row)
{
    return ss_reproduce_result_of(&s->results,
                                  ss_paper_runs_show(&s->results.runs,
                                                     ss_csv_text(&s->figures, row, "problem"),
                                                     ss_csv_text(&s->figures, row, "solver")),
                                  0);
}

/* Mark the runs that the wanted tables and figures need. Counts the wanted figures. */
static size_t mark_wanted(state *s)
{
    size_t n_figures = 0;
    for (size_t k = 0; k < s->results.runs.n; ++k) {
        const ss_paper_run *const run = &s->results.runs.runs[k];
        const bool wanted = ss_reproduce_wants(s->job, &s->job->tables, run->table) ||
                            ss_reproduce_wants(s->job, &s->job->tables, run->also);
        for (size_t i = 0; i < ss_reproduce_instances(s->job, run); ++i)
            ss_reproduce_result_of(&s->results, run, i)->wanted = wanted;
    }
    for (size_t row = 0; row < s->figures.n_rows; ++row) {
        if (!ss_reproduce_wants(s->job, &s->job->figures, number_at(&s->figures, row, "figure")))
            continue;
        ss_reproduce_result *const shown = result_of_figure(s, row);
        ++n_figures;
        if (shown != NULL)
            shown->wanted = true;
    }
    return n_figures;
}

static bool draw(const state *s, size_t row, const ss_campaign_stored_run *run, ss_error *error)
{
    char name[40], store[SS_PATH_SIZE], table[SS_PATH_SIZE], title[512];
    const char *const kind = ss_csv_text(&s->figures, row, "kind");
    const bool scene = strcmp(kind, "scene") == 0;
    const size_t number = number_at(&s->figures, row, "figure");
    const size_t step = number_at(&s->figures, row, "step"); /* 0: the last that the run made */
    snprintf(name, sizeof name, "fig%02zu", number);
    snprintf(title, sizeof title, "Figure %zu of [D]: %s", number,
             ss_csv_text(&s->figures, row, "caption"));
    if (!ss_path_join(store, sizeof store, s->job->folder, "store", error) ||
        !ss_campaign_store_series_path(
            store, run->hash, scene ? SS_CAMPAIGN_SERIES_bodies : SS_CAMPAIGN_SERIES_convergence,
            table, error))
        return false;
    const ss_figure figure = {.folder = s->job->folder,
                              .name = name,
                              .title = title,
                              .note =
                                  s->job->quick ? "QUICK smoke run with fewer time steps" : NULL,
                              .scripts = s->job->plots};
    return scene ? ss_figure_scene(&figure, table, run->row.solver, run->row.box_width_m, error)
                 : ss_figure_convergence(&figure, table, run->row.solver,
                                         step > 0 ? step : run->row.steps, error);
}

/* A figure that cannot be drawn is reported and costs no other figure. */
static bool draw_figures(const state *s, ss_error *error)
{
    size_t n_drawn = 0;
    for (size_t row = 0; row < s->figures.n_rows; ++row) {
        const size_t number = number_at(&s->figures, row, "figure");
        const ss_reproduce_result *const shown = result_of_figure(s, row);
        const ss_campaign_stored_run *const run = shown != NULL ? shown->complete : NULL;
        ss_error one = {.code = SS_ERROR_NONE};
        if (!ss_reproduce_wants(s->job, &s->job->figures, number) ||
            (ss_interrupted() && run == NULL))
            continue;
        if (run == NULL)
            ss_error_set(&one, SS_ERROR_INTERNAL, "its run is not complete");
        else
            n_drawn += draw(s, row, run, &one);
        if (one.code != SS_ERROR_NONE)
            ss_error_set(error, one.code, "figure %zu: %.400s", number, one.text);
    }
    if (n_drawn > 0)
        printf("figures drawn: %zu (%s/figNN.svg, .pdf)\n", n_drawn, s->job->folder);
    return error->code == SS_ERROR_NONE;
}

bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error)
{
    state s = {.job = job, .results = {.job = job}};
    ss_error outcome = {.code = SS_ERROR_NONE};
    if (!load(&s, error) || (mark_wanted(&s) > 0 && !ss_figure_require_gnuplot(error)))
        goto out;
    /* Complete tables are shown even when a run failed or Ctrl-C came. */
    ss_reproduce_run_all(&s.results, error);
    if (!s.results.stored.read)
        goto out;
    ss_reproduce_write_tables(&s.results, &s.captions, &outcome);
    draw_figures(&s, &outcome);
    if (outcome.code != SS_ERROR_NONE)
        ss_error_set(error, outcome.code, "%s", outcome.text);
    if (error->code == SS_ERROR_INTERRUPTED)
        snprintf(error->text, sizeof error->text,
                 "interrupted; complete runs are in %.300s/store, with the tables and figures that "
                 "need no other",
                 job->folder);
out:
    free(s.results.at);
    free(s.results.claims);
    ss_csv_free(&s.results.claims_file);
    ss_csv_free(&s.results.readings);
    ss_campaign_stored_runs_free(&s.results.stored);
    ss_paper_runs_free(&s.results.runs);
    ss_csv_free(&s.captions);
    ss_csv_free(&s.figures);
    return error->code == SS_ERROR_NONE;
}
