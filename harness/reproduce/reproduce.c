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
    ss_paper_runs runs;
    ss_csv captions, figures;
    ss_reproduce_result *results;   /* of each of the runs */
    ss_campaign_stored_runs stored; /* owns the rows */
} state;

/* "12" in `column` of a data file as a number; 0 when it is none. */
static size_t number_at(const ss_csv *file, size_t row, const char *column)
{
    const char *const text = ss_csv_text(file, row, column);
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 0;
}

static bool wanted(const ss_reproduce *job, const ss_reproduce_numbers *numbers, size_t number)
{
    bool found = job->tables.n + job->figures.n == 0;
    for (size_t k = 0; k < numbers->n; ++k)
        found = found || numbers->at[k] == number;
    return found;
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
        if (!wanted(s->job, &s->job->tables, number))
            continue;
        valid = ss_paper_table_load(&table, s->job->paper, number, error);
        ss_paper_table_free(&table);
    }
    return valid;
}

static bool load(state *s, ss_error *error)
{
    const ss_reproduce *const job = s->job;
    if (!ss_paper_runs_load(&s->runs, job->paper, error))
        return false;
    s->results = calloc(s->runs.n + 1, sizeof *s->results);
    if (s->results == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu runs", s->runs.n);
    return load_file(&s->captions, job->paper, "captions.csv", error) &&
           load_file(&s->figures, job->paper, "figures.csv", error) &&
           check_numbers(&s->captions, "table", &job->tables, error) &&
           check_numbers(&s->figures, "figure", &job->figures, error) && check_tables(s, error);
}

static ss_reproduce_result *result_of(const state *s, const ss_paper_run *run)
{
    return run != NULL ? &s->results[run - s->runs.runs] : NULL;
}

static ss_reproduce_result *result_of_figure(const state *s, size_t row)
{
    return result_of(s, ss_paper_runs_show(&s->runs, ss_csv_text(&s->figures, row, "problem"),
                                           ss_csv_text(&s->figures, row, "solver")));
}

/* Mark the runs that the wanted tables and figures need. Counts the wanted figures. */
static size_t mark_wanted(state *s)
{
    size_t n_figures = 0;
    for (size_t k = 0; k < s->runs.n; ++k)
        s->results[k].wanted = wanted(s->job, &s->job->tables, s->runs.runs[k].table);
    for (size_t row = 0; row < s->figures.n_rows; ++row) {
        if (!wanted(s->job, &s->job->figures, number_at(&s->figures, row, "figure")))
            continue;
        ss_reproduce_result *const shown = result_of_figure(s, row);
        ++n_figures;
        if (shown != NULL)
            shown->wanted = true;
    }
    return n_figures;
}

/* The table that a lookup is for. */
typedef struct place {
    const state *s;
    size_t table;
} place;

static double lookup(const void *context, const char *row, const char *column)
{
    const place *const at = context;
    const ss_reproduce_result *const of =
        result_of(at->s, ss_paper_runs_find(&at->s->runs, at->table, row));
    const ss_reproduce_column *const asked = ss_reproduce_column_find(column);
    if (of == NULL || of->complete == NULL || asked == NULL)
        return NAN;
    double sum = 0.0, part = 0.0;
    for (size_t k = 0; k < 2 && asked->summary[k] != NULL; ++k) {
        if (!ss_csv_real(&of->complete->file, 0, asked->summary[k], &part, NULL))
            return NAN;
        sum += part;
    }
    return sum;
}

static bool runs_complete(const state *s, size_t table)
{
    for (size_t k = 0; k < s->runs.n; ++k)
        if (s->runs.runs[k].table == table && s->results[k].complete == NULL)
            return false;
    return true;
}

/* Copy a list "a=1,b=2" with a blank after each comma, so that a line of text can break there. */
static void space_out(char *text, size_t size, const char *list)
{
    size_t used = 0;
    for (; *list != '\0' && used + 2 < size; ++list) {
        text[used++] = *list;
        if (*list == ',')
            text[used++] = ' ';
    }
    text[used] = '\0';
}

/* The making of our numbers, from what the first run of the table says of itself. */
static void describe_settings(const state *s, size_t table, char *text, size_t size)
{
    char parameters[1024];
    for (size_t k = 0; k < s->runs.n; ++k) {
        const ss_paper_run *const run = &s->runs.runs[k];
        const ss_campaign_stored_run *const stored = s->results[k].complete;
        if (run->table != table || stored == NULL)
            continue;
        space_out(parameters, sizeof parameters, stored->row.parameters);
        snprintf(text, size,
                 "Ours: problem %s, instance %zu, from r = 0 each step; parameters %s. Solvers as "
                 "in paper/dumont/runs.csv: EBP and EAL by plain "
                 "Newton without safeguards and with [D]'s printed local test; SBP and SAL one "
                 "Uzawa step a visit. CPU time is that of solver and mechanics, without the "
                 "referee.",
                 run->problem, stored->row.instance, parameters);
        return;
    }
    snprintf(text, size, "No run of this table is complete.");
}

static bool write_table(const state *s, size_t caption, ss_error *error)
{
    char settings[2048];
    ss_paper_table table = {.number = 0};
    const size_t number = number_at(&s->captions, caption, "table");
    const place at = {s, number};
    if (!ss_paper_table_load(&table, s->job->paper, number, error))
        return false;
    describe_settings(s, number, settings, sizeof settings);
    ss_paper_table_compare(&table, lookup, &at);
    const ss_table_report report = {.title = ss_csv_text(&s->captions, caption, "title"),
                                    .row_heading =
                                        ss_csv_text(&s->captions, caption, "row_heading"),
                                    .settings = settings,
                                    .quick = s->job->quick};
    const bool written = ss_table_report_write(&table, &report, s->job->folder, error);
    if (written)
        printf("table %zu: %zu match, %zu within, %zu differ\n", number,
               ss_paper_table_count(&table, SS_VERDICT_MATCH),
               ss_paper_table_count(&table, SS_VERDICT_WITHIN),
               ss_paper_table_count(&table, SS_VERDICT_DIFFERS));
    ss_paper_table_free(&table);
    return written;
}

static bool write_tables(const state *s, ss_error *error)
{
    for (size_t row = 0; row < s->captions.n_rows; ++row) {
        const size_t number = number_at(&s->captions, row, "table");
        /* After Ctrl-C only whole tables; a failed run leaves its cells `missing`. */
        if (!wanted(s->job, &s->job->tables, number) ||
            (ss_interrupted() && !runs_complete(s, number)))
            continue;
        if (!write_table(s, row, error))
            return false;
    }
    return true;
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
        if (!wanted(s->job, &s->job->figures, number) || (ss_interrupted() && run == NULL))
            continue;
        if (run == NULL)
            ss_error_set(&one, SS_ERROR_INTERNAL, "its run is not complete");
        else
            n_drawn += draw(s, row, run, &one);
        if (one.code != SS_ERROR_NONE)
            ss_error_set(error, one.code, "figure %zu: %.400s", number, one.text);
    }
    if (n_drawn > 0)
        printf("figures drawn: %zu\n", n_drawn);
    return error->code == SS_ERROR_NONE;
}

bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error)
{
    state s = {.job = job};
    ss_error outcome = {.code = SS_ERROR_NONE};
    if (!load(&s, error) || (mark_wanted(&s) > 0 && !ss_figure_require_gnuplot(error)))
        goto out;
    /* What is complete is shown even when a run failed or Ctrl-C came. */
    ss_reproduce_run_all(job, &s.runs, s.results, &s.stored, error);
    if (!s.stored.read)
        goto out;
    write_tables(&s, &outcome);
    draw_figures(&s, &outcome);
    if (outcome.code != SS_ERROR_NONE)
        ss_error_set(error, outcome.code, "%s", outcome.text);
    if (error->code == SS_ERROR_INTERRUPTED)
        snprintf(error->text, sizeof error->text,
                 "interrupted; complete runs are in %.300s/store, with the tables and figures that "
                 "need no other",
                 job->folder);
out:
    free(s.results);
    ss_campaign_stored_runs_free(&s.stored);
    ss_paper_runs_free(&s.runs);
    ss_csv_free(&s.captions);
    ss_csv_free(&s.figures);
    return error->code == SS_ERROR_NONE;
}
