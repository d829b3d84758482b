/* The runs of a folder and their tables, each given to the kind that draws it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/papers/results.h"
#include "harness/run/choice.h"
#include "harness/tables/home.h"
#include "harness/tables/partial.h"
#include "harness/tables/label.h"
#include "harness/tables/question.h"
#include "problems/base/memory.h"
#include "problems/base/names.h"
#include "problems/files/source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- names and words ---- */

bool ss_plot_is_enough(const ss_plot *p)
{
    return p->request->most > 0 && p->n_drawn >= p->request->most;
}

void ss_plot_drawn(ss_plot *p, const ss_figure *figure)
{
    ++p->n_drawn;
    if (p->request->told != NULL) {
        p->request->told(p->request->context, figure);
        return;
    }
    char stem[SS_PATH_SIZE + 256], files[SS_PATH_SIZE + 320];
    snprintf(stem, sizeof stem, "%s/%s", figure->folder, figure->name);
    ss_figure_layout_files(files, sizeof files, ss_figure_layout_of(figure), stem);
    printf("%s\n", files);
}

bool ss_plot_draw(ss_plot *p, const ss_figure *figure, const ss_plot_script *script,
                  ss_error *error)
{
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, script->name, error))
        return false;
    script->print(&d, script->subject);
    if (!ss_figure_end(&d, true, error))
        return false;
    ss_plot_drawn(p, figure);
    return true;
}

/* A caller that draws for a page passes over a folder that has none of it. */
static void note_lack(const ss_plot *p)
{
    if (p->request->lacks != NULL)
        *p->request->lacks = true;
}

bool ss_plot_lacks_table(const ss_plot *p, const char *table, ss_error *error)
{
    note_lack(p);
    return ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s; %s", table, strerror(errno),
                        p->kind->record);
}

bool ss_plot_lacks(const ss_plot *p, const char *where, ss_error *error)
{
    const ss_plot_request *const r = p->request;
    note_lack(p);
    const bool chosen = r->solver != NULL || r->problem != NULL || p->instance > 0;
    const bool series = p->kind->series != NULL;
    const char *const lacks = p->kind->panels != NULL && p->summary.n > 0
                                  ? ss_problem_lacks_places(p->summary.records[0].row.problem)
                                  : NULL;
    if (lacks != NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no %s: %s", where, p->kind->lack, lacks);
    return ss_error_set(error, SS_ERROR_DATA, "%s has no %s%s%s%s%s", where,
                        series ? "run with what it shows" : p->kind->lack,
                        r->solver != NULL ? " of solver " : "", r->solver != NULL ? r->solver : "",
                        chosen ? " among the chosen runs" : "; ",
                        chosen   ? ""
                        : series ? "a campaign keeps it with keep: [observables, bodies]"
                                 : p->kind->record);
}

/* ---- runs and tables ---- */

bool ss_plot_table(const ss_plot *p, const ss_summary_row *run, const char *table, char *path,
                   ss_error *error)
{
    int series = 0;
    if (!p->stored)
        return ss_path_join(path, SS_PATH_SIZE, p->request->folder, ss_rows_find(table)->file,
                            error);
    while (series < SS_CAMPAIGN_SERIES_COUNT &&
           strcmp(ss_campaign_all_series[series].name, table) != 0)
        ++series;
    if (series < SS_CAMPAIGN_SERIES_COUNT)
        return ss_campaign_store_series_path(p->folder, run->run, (ss_campaign_series)series, path,
                                             error);
    note_lack(p);
    return ss_error_set(error, SS_ERROR_DATA, "'%s' is a campaign, which keeps no %s; %s",
                        p->request->folder, ss_rows_find(table)->file, p->kind->record);
}

/* The same for a kind that draws. */
static bool find_table(const ss_figure_subject *subject, const char *table, char *path,
                       ss_error *error)
{
    return ss_plot_table(subject->context, subject->run, table, path, error);
}

bool ss_plot_wants(const ss_plot *p, const char *solver, const ss_summary_row *run)
{
    const ss_plot_request *const r = p->request;
    return (r->solver == NULL || (run != NULL ? ss_label_names(r->solver, run->solver, run->outer)
                                              : ss_label_names(r->solver, solver, ""))) &&
           (run == NULL || ((r->problem == NULL || strcmp(run->problem, r->problem) == 0) &&
                            (p->instance == 0 || run->instance == p->instance)));
}

/* One figure, unless there are enough. */
static bool draw(ss_plot *p, const ss_figure_subject *subject, ss_error *error)
{
    const ss_summary_row *const run = subject->run;
    char name[SS_LABEL_FILE], title[640], problem[300], parameters[300], also[SS_PATH_SIZE];
    char step[32];
    if (ss_plot_is_enough(p))
        return true;
    snprintf(step, sizeof step, "step%zu", subject->step);
    ss_plot_name_file(name, subject, step);
    ss_plot_describe(problem, parameters, sizeof problem, run);
    ss_plot_describe_subject(title, sizeof title, subject, problem);
    const ss_figure figure = ss_plot_figure(p, name, title, parameters);
    if (p->kind->also != NULL && subject->step > 0) {
        if (!ss_plot_table(p, run, p->kind->also, also, error))
            return false;
        if (access(also, F_OK) != 0)
            return ss_plot_lacks_table(p, also, error);
    }
    if (!p->kind->draw(&figure, subject, error))
        return false;
    ss_plot_drawn(p, &figure);
    return true;
}

/* The figure of a run in a store, by a kind that a paper's figures have; none where the run lacks
 * what it shows. */
static bool draw_series(ss_plot *p, const ss_summary_row *run, ss_error *error)
{
    char name[SS_LABEL_FILE], label[200], title[640], problem[300], parameters[300];
    ss_error lacking = {.code = SS_ERROR_NONE};
    ss_series series = {.row = run};
    ss_figure_drawing d;
    if (ss_plot_is_enough(p))
        return true;
    ss_plot_name_run(label, sizeof label, run, "");
    ss_label_file(name, "%s-%s-%.8s", p->kind->name, label, run->run);
    ss_plot_describe(problem, parameters, sizeof problem, run);
    snprintf(title, sizeof title, "%s: %s on %.250s", p->kind->name, label, problem);
    const ss_figure figure = ss_plot_figure(p, name, title, parameters);
    bool drawn = ss_reproduce_series_read(&series, p->folder, error) &&
                 ss_figure_begin(&d, &figure, p->kind->script, error);
    if (drawn) {
        const bool printed = p->kind->series(&d, p->kind, &series, &lacking);
        drawn = ss_figure_end(&d, printed, error);
        if (drawn)
            ss_plot_drawn(p, &figure);
        else if (!printed)
            drawn = lacking.code == SS_ERROR_DATA ||
                    ss_error_set(error, lacking.code, "%s", lacking.text);
    }
    ss_series_free(&series);
    return drawn;
}

/* A solver of a table, and the step of its last row. */
typedef struct solver_end {
    char *solver;
    size_t step;
} solver_end;

/* The solvers of a table. */
typedef struct ends {
    solver_end *at;
    size_t n, room;
} ends;

/* Read line by line: tables of bodies are long. Rows of a solver follow each other: the last one is
 * looked at first. */
static bool find_ends(ends *e, const char *table, ss_error *error)
{
    static const char *const columns[] = {"solver", "step", NULL};
    ss_stream in = {.file = NULL};
    size_t step = 0;
    bool ok = ss_stream_open(&in, table, columns, 2, error);
    while (ok && ss_stream_next(&in, error) && (ok = ss_stream_count(&in, 1, &step, error))) {
        size_t k = e->n;
        while (k > 0 && strcmp(e->at[k - 1].solver, in.field[0]) != 0)
            --k;
        if (k == 0) {
            solver_end *const more = ss_memory_grow(e->at, &e->room, e->n + 1, sizeof *more);
            e->at = more != NULL ? more : e->at;
            char *const solver = more != NULL ? strdup(in.field[0]) : NULL;
            ok = solver != NULL || ss_error_memory(error, "a figure");
            if (ok)
                e->at[e->n++] = (solver_end){.solver = solver};
            k = e->n;
        }
        if (ok)
            e->at[k - 1].step = step;
    }
    ss_stream_close(&in);
    return ok && error->code == SS_ERROR_NONE;
}

/* The solvers of a table: of the run, or each of its own run where that is NULL. */
static bool draw_table(ss_plot *p, const char *table, const ss_summary_row *run, ss_error *error)
{
    ends e = {.n = 0};
    bool drawn = find_ends(&e, table, error);
    for (size_t k = 0; drawn && k < e.n; ++k) {
        ss_figure_subject subject = {.kind = p->kind,
                                     .solver = e.at[k].solver,
                                     .folder = p->request->folder,
                                     .table = find_table,
                                     .context = p};
        subject.run = run != NULL ? run : ss_summary_of(&p->summary, subject.solver);
        if (!ss_plot_wants(p, subject.solver, subject.run))
            continue;
        subject.step = p->step != SS_SCENE_LAST ? p->step : e.at[k].step;
        drawn = p->request->movie != NULL ? ss_plot_movie(p, &subject, table, error)
                                          : draw(p, &subject, error);
    }
    for (size_t k = 0; k < e.n; ++k)
        free(e.at[k].solver);
    free(e.at);
    return drawn;
}

/* A kind with a figure for each solver and run: from the table of a folder, or those of the runs of
 * a store. */
static bool draw_runs(ss_plot *p, ss_error *error)
{
    const bool series = p->kind->series != NULL;
    char table[SS_PATH_SIZE] = "";
    bool drawn = p->stored || !series ||
                 ss_error_set(error, SS_ERROR_DATA,
                              "'%s' is no campaign or reproduction: '%s' is drawn of their runs",
                              p->request->folder, p->kind->name);
    for (size_t k = 0; drawn && k < (p->stored ? p->summary.n : 1); ++k) {
        const ss_summary_row *const run = p->stored ? &p->summary.records[k].row : NULL;
        drawn = series || ss_plot_table(p, run, p->kind->table, table, error);
        if (!drawn || (run != NULL && !ss_plot_wants(p, run->solver, run)))
            continue;
        if (series)
            drawn = draw_series(p, run, error);
        else if (access(table, F_OK) == 0)
            drawn = draw_table(p, table, run, error);
        else if (!p->stored)
            drawn = ss_plot_lacks_table(p, table, error);
    }
    return drawn &&
           (p->n_drawn > 0 || ss_plot_lacks(p, p->stored ? p->request->folder : table, error));
}

static bool read_choice(ss_plot *p, ss_error *error)
{
    const ss_plot_request *const r = p->request;
    p->kind = ss_figure_kind_find(r->kind, "cannot plot", error);
    p->step = SS_SCENE_LAST;
    if (p->kind == NULL)
        return false;
    if (p->kind->group != NULL)
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "cannot plot '%s': it is of several runs of a paper; see 'stickslip reproduce'",
            p->kind->name);
    if ((!p->kind->takes_estimator && r->estimator != NULL) ||
        (!p->kind->takes_over && r->over != NULL))
        return ss_error_set(error, SS_ERROR_USAGE, "--%s is not for `plot %s`",
                            r->over != NULL && !p->kind->takes_over ? "over" : "estimator",
                            p->kind->name);
    if (r->movie != NULL && (p->kind->widen == NULL || p->kind->also == NULL))
        return ss_error_set(error, SS_ERROR_USAGE, "--movie is of scenes, not for `plot %s`",
                            p->kind->name);
    if (r->movie != NULL && ss_film_find(r->movie, error) == NULL)
        return false;
    if (p->kind->beginnings != NULL && r->title != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--title is for figures of tables; `plot %s` keeps the titles that "
                            "its figures have",
                            p->kind->name);
    if (p->kind->starts && r->step != NULL && strcmp(r->step, "0") == 0)
        p->step = 0;
    return (p->step == 0 || r->step == NULL ||
            ss_parse_count(r->step, "--step", &p->step, error)) &&
           (r->instance == NULL || ss_parse_count(r->instance, "--instance", &p->instance, error));
}

bool ss_plot_folder(const ss_plot_request *request, ss_error *error)
{
    ss_plot p = {.request = request};
    char path[SS_PATH_SIZE];
    ss_error none = {.code = SS_ERROR_NONE}; /* a folder may have no runs */
    bool drawn = read_choice(&p, error) &&
                 (access(request->folder, F_OK) == 0 ||
                  ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", request->folder,
                               strerror(errno))) &&
                 ss_figure_require_gnuplot(error) &&
                 ss_home_path(p.scripts, sizeof p.scripts, "plots", error);
    if (drawn && ss_summary_folder(p.folder, request->folder, &none))
        drawn = ss_path_join(path, sizeof path, p.folder, "summary.csv", error) &&
                ss_summary_read(&p.summary, path, "", error);
    p.stored = p.summary.n > 0 && p.summary.records[0].row.run[0] != '\0';
    drawn =
        drawn && (p.kind->draw_all != NULL ? p.kind->draw_all(&p, error) : draw_runs(&p, error));
    ss_partial partial = {.is_complete = true};
    drawn = drawn && (p.summary.n == 0 || ss_partial_read(&partial, p.folder, &p.summary, error));
    if (drawn && !partial.is_complete && request->told == NULL) /* a page says it itself */
        ss_partial_print(stdout, &partial);
    ss_summary_free(&p.summary);
    return drawn;
}
