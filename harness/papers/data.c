/* A paper's data, read and checked: first each file by itself, then what the user asks for, then
 * the files against each other, so that a slip costs no computation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/data.h"

#include "harness/piles/piles.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_papers_read(ss_papers *papers, ss_error *error)
{
    char home[SS_PATH_SIZE], about[SS_PATH_SIZE];
    struct dirent **entries = NULL;
    *papers = (ss_papers){.n = 0};
    if (!ss_home_path(home, sizeof home, "paper", error))
        return false;
    const int n = scandir(home, &entries, NULL, alphasort);
    for (int k = 0; k < n; ++k) {
        snprintf(about, sizeof about, "%.2000s/%.255s/about.csv", home, entries[k]->d_name);
        if (papers->n < SS_REPRODUCE_MAX && access(about, F_OK) == 0)
            snprintf(papers->names[papers->n++], SS_PAPER_NAME, "%.63s", entries[k]->d_name);
        free(entries[k]);
    }
    free(entries);
    return n >= 0 || ss_error_set(error, SS_ERROR_DATA, "cannot read the folder '%s'", home);
}

const char *ss_papers_at(const void *list, size_t k)
{
    const ss_papers *const papers = list;
    return k < papers->n ? papers->names[k] : NULL;
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

const char *ss_reproduce_set(const ss_reproduce *job, const ss_paper_run *run)
{
    return job->quick && run->quick_set[0] != '\0' ? run->quick_set : run->set;
}

size_t ss_reproduce_number_at(const ss_csv *file, size_t row, const char *column)
{
    const char *const text = ss_csv_text(file, row, column);
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 0;
}

bool ss_reproduce_is_printed(const ss_csv *captions, size_t row)
{
    const char *const printed = ss_csv_text(captions, row, "printed");
    return printed != NULL && strcmp(printed, "yes") == 0;
}

/* Every number that the user asked for must be in the paper. */
static bool check_numbers(const ss_csv *file, const char *column, const ss_reproduce_numbers *asked,
                          ss_error *error)
{
    for (size_t k = 0; k < asked->n; ++k) {
        size_t row = 0;
        while (row < file->n_rows && ss_reproduce_number_at(file, row, column) != asked->at[k])
            ++row;
        if (row == file->n_rows)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "the paper has no %s %zu that is reproduced; %ss are %zu to %zu",
                                column, asked->at[k], column,
                                ss_reproduce_number_at(file, 0, column),
                                ss_reproduce_number_at(file, file->n_rows - 1, column));
    }
    return true;
}

bool ss_reproduce_is_pattern(const char *row)
{
    return strchr(row, '*') != NULL;
}

bool ss_reproduce_matches(const char *pattern, const ss_paper_run *run)
{
    return fnmatch(pattern, run->row, 0) == 0;
}

/* Has the problem of a run an observable, a constant or a parameter of that name? */
static bool knows(const void *context, const char *name)
{
    const ss_paper_run *const run = context;
    if (ss_reproduce_is_growth(run))
        return ss_reproduce_growth_knows(name);
    const ss_catalogue_entry *const entry = ss_catalogue_find(run->problem, NULL);
    bool known = (entry != NULL && ss_options_find(&entry->params, name) != NULL) ||
                 (strstr(run->keep, "history") != NULL && strcmp(name, "sweeps") == 0) ||
                 (strstr(run->keep, "convergence") != NULL && ss_series_is_part(name));
    for (const ss_observable *const *o = entry != NULL ? entry->observables : NULL;
         !known && o != NULL && *o != NULL; ++o)
        known = ss_observable_find((*o)->names, name) != NULL;
    return known || (entry != NULL && entry->constants != NULL &&
                     ss_observable_find(entry->constants->names, name) != NULL);
}

/* A cell of a run needs a measure that its problem has the names of, one of a pattern a trend; one
 * without a run is `missing`. */
static bool check_columns(const ss_reproduce_data *data, const ss_paper_table *table,
                          ss_error *error)
{
    const ss_csv *const cells = &table->cells_file;
    const ss_measures *const measures = &data->measures.list;
    for (size_t line = 0; line < cells->n_rows; ++line) {
        const char *const row = ss_csv_text(cells, line, "row");
        const char *const column = ss_csv_text(cells, line, "column");
        const ss_measure *const m = ss_measures_find(measures, column);
        const bool fits =
            m != NULL && (ss_trend_find(m->reduce) != NULL) == ss_reproduce_is_pattern(row);
        for (size_t k = 0; k < data->runs.n; ++k) {
            const ss_paper_run *const run = &data->runs.runs[k];
            const ss_known known = {knows, run};
            char missing[64];
            if (run->table != ss_reproduce_number_at(cells, line, "table") ||
                !ss_reproduce_matches(row, run))
                continue;
            if (!fits)
                return ss_error_set(error, SS_ERROR_DATA,
                                    "%s, line %zu: there is no column, measure or trend "
                                    "'%s'",
                                    cells->path, ss_csv_line(cells, line), column);
            if (!ss_measure_check(measures, m, &known, missing))
                return ss_error_set(error, SS_ERROR_DATA,
                                    "%s, line %zu: the measure '%s' needs '%s', which "
                                    "%s has not",
                                    cells->path, ss_csv_line(cells, line), column, missing,
                                    run->problem);
        }
    }
    return true;
}

/* Read every wanted table once before anything runs. */
static bool check_tables(const ss_reproduce_data *data, ss_error *error)
{
    bool valid = true;
    for (size_t k = 0; valid && k < data->captions.n_rows; ++k) {
        ss_paper_table table;
        const size_t number = ss_reproduce_number_at(&data->captions, k, "table");
        if (!ss_reproduce_wants(data->job, &data->job->tables, number))
            continue;
        valid = ss_paper_table_load(&table, data->job->paper, number, error) &&
                check_columns(data, &table, error);
        ss_paper_table_free(&table);
    }
    return valid;
}

/* Every run is under a known reading, and every pile can be grown. */
static bool check_runs(const ss_reproduce_data *data, ss_error *error)
{
    const ss_csv *const file = &data->runs.file;
    for (size_t k = 0; k < data->runs.n; ++k) {
        const ss_paper_run *const run = &data->runs.runs[k];
        ss_error slip = {.code = SS_ERROR_NONE};
        size_t r = 0;
        while (r < data->readings.n_rows &&
               strcmp(ss_csv_text(&data->readings, r, "reading"), run->reading) != 0)
            ++r;
        if (r == data->readings.n_rows)
            ss_error_set(&slip, SS_ERROR_DATA, "reading '%s' is not in readings.csv", run->reading);
        else if (ss_reproduce_is_growth(run))
            ss_reproduce_check_growth(run, &slip);
        if (slip.code != SS_ERROR_NONE)
            return ss_csv_slip(file, k, &slip, error);
    }
    return true;
}

/* A kind that there is, and that draws what a paper's runs leave. */
static bool load_figures(ss_reproduce_data *data, ss_error *error)
{
    typedef ss_reproduce_figure row;
    static const ss_field fields[] = {
        {.name = "figure", .kind = SS_FIELD_COUNT, .offset = offsetof(row, number)},
        {.name = "problem", .kind = SS_FIELD_TEXT, .offset = offsetof(row, problem)},
        {.name = "solver", .kind = SS_FIELD_TEXT, .offset = offsetof(row, solver)},
        {.name = "step", .kind = SS_FIELD_TEXT, .offset = offsetof(row, step)},
        {.name = "kind", .kind = SS_FIELD_TEXT, .offset = offsetof(row, kind_word)},
        {.name = "caption", .kind = SS_FIELD_TEXT, .offset = offsetof(row, caption)},
        {.name = "part", .kind = SS_FIELD_TEXT, .offset = offsetof(row, part)},
        {.name = "reading", .kind = SS_FIELD_TEXT, .offset = offsetof(row, reading)},
    };
    static const ss_table columns = {
        .file = "figures.csv", .fields = fields, .n_fields = 8, .n_optional = 2};
    ss_csv *const file = &data->figures_file;
    data->figures =
        ss_record_read_folder(&columns, file, data->job->paper, sizeof *data->figures, error);
    for (size_t k = 0; data->figures != NULL && k < file->n_rows; ++k) {
        ss_error slip = {.code = SS_ERROR_NONE};
        row *const figure = &data->figures[k];
        figure->kind = ss_figure_kind_find(figure->kind_word, "no kind of figure", &slip);
        if (figure->kind != NULL && figure->kind->draw == NULL && figure->kind->script == NULL)
            ss_error_set(&slip, SS_ERROR_DATA, "the kind %s is drawn by 'stickslip plot' alone",
                         figure->kind->name);
        if (slip.code != SS_ERROR_NONE)
            return ss_csv_slip(file, k, &slip, error);
    }
    return data->figures != NULL;
}

/* A file of texts that must have these columns, "a,b", and a row. */
static bool load_file(ss_csv *file, const char *folder, const char *name, const char *columns,
                      ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, error) && ss_csv_read(file, path, error) &&
           ss_record_require(file, columns, error) &&
           (file->n_rows > 0 || ss_error_set(error, SS_ERROR_DATA, "%s has no row", path));
}

/* The tables of the paper, its readings and its claims, no more than there is room for. */
static bool load_words(ss_reproduce_data *data, ss_error *error)
{
    const ss_reproduce *const job = data->job;
    ss_csv *const captions = &data->captions, *const readings = &data->readings;
    ss_csv *const claims = &data->claims_file;
    if (!load_file(captions, job->paper, "captions.csv", "table,row_heading,title", error) ||
        !load_file(readings, job->paper, "readings.csv", "reading,text", error))
        return false;
    bool prints = !job->paper_layout; /* else it needs a table that the paper prints */
    for (size_t row = 0; row < captions->n_rows; ++row)
        prints = prints || ss_reproduce_is_printed(captions, row);
    if (!prints)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--layout=paper: [%s] prints no table, so there is no layout to take; "
                            "tableN.tex has what it says, with our numbers",
                            data->about.letter);
    data->claims = ss_reproduce_claims_read(job->paper, claims, error);
    if (readings->n_rows > SS_REPRODUCE_READINGS || claims->n_rows > SS_REPRODUCE_CLAIMS)
        return ss_error_set(error, SS_ERROR_DATA, "%s has %zu rows, %s %zu: at most %d, %d",
                            readings->path, readings->n_rows, claims->path, claims->n_rows,
                            SS_REPRODUCE_READINGS, SS_REPRODUCE_CLAIMS);
    return data->claims != NULL;
}

bool ss_reproduce_about_read(ss_reproduce_about *about, ss_csv *file, const char *paper,
                             ss_error *error)
{
    static const ss_field fields[] = {
        {.name = "paper", .offset = offsetof(ss_reproduce_about, paper)},
        {.name = "letter", .offset = offsetof(ss_reproduce_about, letter)},
        {.name = "cited", .offset = offsetof(ss_reproduce_about, cited)},
        {.name = "key", .offset = offsetof(ss_reproduce_about, key)},
        {.name = "stop", .offset = offsetof(ss_reproduce_about, stop)},
        {.name = "how", .offset = offsetof(ss_reproduce_about, how)},
        {.name = "tables", .offset = offsetof(ss_reproduce_about, tables)},
        {.name = "takes", .offset = offsetof(ss_reproduce_about, takes)},
    };
    static const ss_table columns = {
        .file = "about.csv", .fields = fields, .n_fields = sizeof fields / sizeof *fields};
    ss_reproduce_about *const row =
        ss_record_read_folder(&columns, file, paper, sizeof *about, error);
    const bool one = row != NULL && file->n_rows == 1;
    if (one)
        *about = *row;
    else if (row != NULL)
        ss_error_set(error, SS_ERROR_DATA, "%s needs one row, not %zu", file->path, file->n_rows);
    free(row);
    return one;
}

bool ss_reproduce_load(ss_reproduce_data *data, ss_error *error)
{
    const ss_reproduce *const job = data->job;
    return ss_paper_runs_load(&data->runs, job->paper, error) &&
           ss_reproduce_about_read(&data->about, &data->about_file, job->paper, error) &&
           ss_paper_measures_read(&data->measures, job->paper, error) && load_words(data, error) &&
           load_figures(data, error) &&
           check_numbers(&data->captions, "table", &job->tables, error) &&
           check_numbers(&data->figures_file, "figure", &job->figures, error) &&
           check_runs(data, error) && check_tables(data, error);
}

void ss_reproduce_unload(ss_reproduce_data *data)
{
    ss_csv *const files[] = {&data->about_file, &data->figures_file, &data->claims_file,
                             &data->captions, &data->readings};
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k)
        ss_csv_free(files[k]);
    free(data->figures);
    free(data->claims);
    ss_paper_measures_free(&data->measures);
    ss_paper_runs_free(&data->runs);
}
