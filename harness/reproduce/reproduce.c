/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/figures/figure.h"
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "harness/printed/paper_runs.h"
#include "harness/printed/paper_table.h"
#include "harness/tables/provenance.h"
#include "harness/reproduce/table_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The job under way, with the paper's data. */
typedef struct state {
    const ss_reproduce *job;
    ss_paper_runs runs;
    ss_csv captions, figures;
    bool ran; /* the runs were started */
} state;

/* "12" in `column` of a data file as a number; 0 when it is none. */
static size_t number_at(const ss_csv *file, size_t row, const char *column)
{
    const char *const text = ss_csv_text(file, row, column);
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 0;
}

static bool among(size_t number, const size_t *numbers, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        if (numbers[k] == number)
            return true;
    return false;
}

static bool all_wanted(const ss_reproduce *job)
{
    return job->n_tables + job->n_figures == 0;
}

static bool table_wanted(const ss_reproduce *job, size_t number)
{
    return all_wanted(job) || among(number, job->tables, job->n_tables);
}

static bool figure_wanted(const ss_reproduce *job, size_t number)
{
    return all_wanted(job) || among(number, job->figures, job->n_figures);
}

/* Every number that the user asked for must be in the paper. */
static bool check_numbers(const ss_csv *file, const char *column, const size_t *numbers, size_t n,
                          ss_error *error)
{
    for (size_t k = 0; k < n; ++k) {
        bool found = false;
        for (size_t row = 0; row < file->n_rows; ++row)
            found = found || number_at(file, row, column) == numbers[k];
        if (!found)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "the paper has no %s %zu that is reproduced; %ss are %zu to %zu",
                                column, numbers[k], column, number_at(file, 0, column),
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
        if (!table_wanted(s->job, number))
            continue;
        valid = ss_paper_table_load(&table, s->job->paper, number, error);
        ss_paper_table_free(&table);
    }
    return valid;
}

static bool load(state *s, ss_error *error)
{
    const ss_reproduce *const job = s->job;
    return ss_paper_runs_load(&s->runs, job->paper, error) &&
           load_file(&s->captions, job->paper, "captions.csv", error) &&
           load_file(&s->figures, job->paper, "figures.csv", error) &&
           check_numbers(&s->captions, "table", job->tables, job->n_tables, error) &&
           check_numbers(&s->figures, "figure", job->figures, job->n_figures, error) &&
           check_tables(s, error);
}

static ss_paper_run *run_of_figure(const state *s, size_t row)
{
    return ss_paper_runs_show(&s->runs, ss_csv_text(&s->figures, row, "problem"),
                              ss_csv_text(&s->figures, row, "solver"));
}

/* Mark the runs that the wanted tables and figures need. Counts the wanted figures. */
static size_t mark_wanted(state *s)
{
    size_t n_figures = 0;
    for (size_t k = 0; k < s->runs.n; ++k)
        s->runs.runs[k].wanted = table_wanted(s->job, s->runs.runs[k].table);
    for (size_t row = 0; row < s->figures.n_rows; ++row) {
        if (!figure_wanted(s->job, number_at(&s->figures, row, "figure")))
            continue;
        ss_paper_run *const run = run_of_figure(s, row);
        ++n_figures;
        if (run != NULL)
            run->wanted = true;
    }
    return n_figures;
}

/* The columns of summary.csv behind a column of a printed table; their sum is taken. */
static const struct {
    const char *column, *summary[2];
} sources[] = {
    {"sweeps", {"sweeps_last", NULL}},
    {"eps", {"eps_last", NULL}},
    {"pen_local_m_per_s", {"pen_local_last_m_per_s", NULL}},
    {"pen_true_m_per_s", {"pen_true_last_m_per_s", NULL}},
    {"e1", {"e1_last", NULL}},
    {"steps_capped", {"steps_capped", NULL}},
    {"newton_failures", {"newton_failures_total", NULL}},
    {"cpu_s", {"cpu_s", "cpu_mechanics_s"}},
};

/* What a lookup needs to know. */
typedef struct place {
    const ss_paper_runs *runs;
    size_t table;
} place;

static double lookup(const void *context, const char *row, const char *column)
{
    const place *const at = context;
    const ss_paper_run *const run = ss_paper_runs_find(at->runs, at->table, row);
    ss_error ignored = {.code = SS_ERROR_NONE};
    if (run == NULL || !run->complete)
        return NAN;
    for (size_t k = 0; k < sizeof sources / sizeof sources[0]; ++k) {
        if (strcmp(sources[k].column, column) != 0)
            continue;
        double sum = 0.0, part = 0.0;
        for (size_t j = 0; j < 2 && sources[k].summary[j] != NULL; ++j) {
            if (!ss_csv_real(&run->summary, 0, sources[k].summary[j], &part, &ignored))
                return NAN;
            sum += part;
        }
        return sum;
    }
    return NAN;
}

static bool runs_complete(const ss_paper_runs *runs, size_t table)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == table && !runs->runs[k].complete)
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

/* How our numbers were made, from what the first run of the table says of itself. */
static void describe_settings(const state *s, size_t table, char *text, size_t size)
{
    char parameters[1024];
    for (size_t k = 0; k < s->runs.n; ++k) {
        const ss_paper_run *const run = &s->runs.runs[k];
        if (run->table != table || !run->complete)
            continue;
        space_out(parameters, sizeof parameters, ss_csv_text(&run->summary, 0, "parameters"));
        snprintf(text, size,
                 "Ours: problem %s, instance %s, from r = 0 each step; parameters %s. Solvers as "
                 "in paper/dumont/runs.csv: EBP and EAL by plain "
                 "Newton without safeguards and with [D]'s printed local test; SBP and SAL one "
                 "Uzawa step a visit. CPU time is that of solver and mechanics, without the "
                 "referee.",
                 run->problem, ss_csv_text(&run->summary, 0, "instance"), parameters);
        return;
    }
    snprintf(text, size, "No run of this table is complete.");
}

static bool write_table(const state *s, size_t caption, ss_error *error)
{
    char settings[2048];
    ss_paper_table table = {.number = 0};
    const size_t number = number_at(&s->captions, caption, "table");
    const place at = {&s->runs, number};
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
        if (!table_wanted(s->job, number) || (ss_interrupted() && !runs_complete(&s->runs, number)))
            continue;
        if (!write_table(s, row, error))
            return false;
    }
    return true;
}

/* The step that a figure shows: a number, or the last one that the run made. */
static size_t step_of_figure(const ss_csv *figures, size_t row, const ss_paper_run *run)
{
    const size_t step = number_at(figures, row, "step");
    return step > 0 ? step : number_at(&run->summary, 0, "steps");
}

static bool draw(const state *s, size_t row, const ss_paper_run *run, ss_error *error)
{
    char name[40], folder[SS_PATH_SIZE], table[SS_PATH_SIZE], title[512];
    const char *const kind = ss_csv_text(&s->figures, row, "kind");
    const bool scene = strcmp(kind, "scene") == 0;
    const size_t number = number_at(&s->figures, row, "figure");
    double width = 0.0;
    snprintf(name, sizeof name, "fig%02zu", number);
    snprintf(title, sizeof title, "Figure %zu of [D]: %s", number,
             ss_csv_text(&s->figures, row, "caption"));
    if (!ss_path_join(folder, sizeof folder, s->job->folder, run->folder, error) ||
        !ss_path_join(table, sizeof table, folder, scene ? "bodies.csv" : "convergence.csv",
                      error) ||
        !ss_csv_real(&run->summary, 0, "box_width_m", &width, error))
        return false;
    const ss_figure figure = {.folder = s->job->folder,
                              .name = name,
                              .title = title,
                              .note =
                                  s->job->quick ? "QUICK smoke run with fewer time steps" : NULL,
                              .scripts = s->job->plots};
    const char *const solver = ss_csv_text(&run->summary, 0, "solver");
    return scene ? ss_figure_scene(&figure, table, solver, width, error)
                 : ss_figure_convergence(&figure, table, solver,
                                         step_of_figure(&s->figures, row, run), error);
}

/* A figure that cannot be drawn is reported and costs no other figure. */
static bool draw_figures(const state *s, ss_error *error)
{
    size_t n_drawn = 0;
    for (size_t row = 0; row < s->figures.n_rows; ++row) {
        const size_t number = number_at(&s->figures, row, "figure");
        const ss_paper_run *const run = run_of_figure(s, row);
        ss_error one = {.code = SS_ERROR_NONE};
        if (!figure_wanted(s->job, number) || (ss_interrupted() && (run == NULL || !run->complete)))
            continue;
        if (run == NULL || !run->complete)
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

static bool execute(state *s, const ss_paper_runs_order *order, ss_error *error)
{
    s->ran = true;
    return ss_paper_runs_execute(&s->runs, order, error);
}

static bool run_all(state *s, ss_error *error)
{
    char runs_folder[SS_PATH_SIZE];
    const ss_reproduce *const job = s->job;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const ss_paper_runs_order order = {.folder = job->folder,
                                       .n_jobs = job->n_jobs > 0 ? job->n_jobs
                                                                 : (size_t)(cores > 0 ? cores : 1),
                                       .instance = job->instance,
                                       .quick = job->quick,
                                       .argc = job->argc,
                                       .argv = job->argv};
    return ss_output_make_folder(job->folder, error) &&
           ss_path_join(runs_folder, sizeof runs_folder, job->folder, "runs", error) &&
           ss_output_make_folder(runs_folder, error) &&
           ss_provenance_write(job->folder, job->argc, job->argv, error) &&
           execute(s, &order, error);
}

bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error)
{
    state s = {.job = job};
    ss_error outcome = {.code = SS_ERROR_NONE};
    if (!load(&s, error) || (mark_wanted(&s) > 0 && !ss_figure_require_gnuplot(error)))
        goto out;
    /* What is complete is shown even when a run failed or Ctrl-C came. */
    if (!run_all(&s, error) && !s.ran)
        goto out;
    write_tables(&s, &outcome);
    draw_figures(&s, &outcome);
    if (outcome.code != SS_ERROR_NONE)
        ss_error_set(error, outcome.code, "%s", outcome.text);
    if (error->code == SS_ERROR_INTERRUPTED)
        snprintf(error->text, sizeof error->text,
                 "interrupted; complete runs are in %.300s/runs, with the tables and figures that "
                 "need no other",
                 job->folder);
out:
    ss_paper_runs_free(&s.runs);
    ss_csv_free(&s.captions);
    ss_csv_free(&s.figures);
    return error->code == SS_ERROR_NONE;
}
