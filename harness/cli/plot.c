/* The verb `plot`: figures from the tables of any run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"
#include "harness/figures/figure.h"
#include "harness/profile/status_map.h"
#include "harness/tables/home.h"
#include "harness/tables/question.h"
#include "harness/tables/record.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct words {
    const char *kind, *folder, *problem, *instance, *solver, *step;
} words;

/* The figures: name, table, and a hint for a table that has nothing. */
typedef struct kind {
    const char *name, *table, *title, *hint;
} kind;

static const kind kinds[] = {
    {"convergence", "convergence.csv", "Convergence", "; run with --trace (campaign: trace: last)"},
    {"statuses", "statuses.csv", "Contact statuses", "; run with --trace and --statuses"},
    {"path", "notes.csv", "Central path", "; run central-path with --trace"}};
enum { CONVERGENCE, STATUSES, PATH };

/* A figure's kind, and the runs that it is drawn from. */
typedef struct state {
    const words *w;
    const kind *kind;
    size_t step, instance; /* wanted; 0: the last that was traced, any */
    ss_summary summary;    /* of the runs; empty where there is none */
    size_t n_drawn;
} state;

static const ss_word_row own[] = {
    SS_TEXT(words, problem, "problem", 'p', "P",
            "Only runs of this problem, as in the column `problem` (default: all)"),
    SS_TEXT(words, instance, "instance", 'i', "K", "Only runs of this instance (default: all)"),
    SS_TEXT(words, solver, "solver", 's', "S",
            "Only this solver, as in the column `solver` (default: all)"),
    SS_TEXT(words, step, "step", 't', "N", "Time step to draw (default: the last that was traced)"),
};

/* A file name for a solver's figure, and a run's in a store: what is no letter or digit becomes a
 * hyphen. */
static void figure_name(char *name, size_t size, const state *s, const char *solver, size_t step,
                        const ss_summary_row *run)
{
    const bool stored = run != NULL && run->run[0] != '\0';
    snprintf(name, size, "%s-%.150s-step%zu%s%.8s", s->kind->name, solver, step, stored ? "-" : "",
             stored ? run->run : "");
    for (char *at = name; *at != '\0'; ++at)
        if (!isalnum((unsigned char)*at))
            *at = '-';
}

/* The parameters that are not the problem's defaults; "" where these are not known. */
static void describe_parameters(char *text, size_t size, const ss_summary_row *run)
{
    ss_problem_choice defaults = {.params = NULL};
    ss_error ignored = {.code = SS_ERROR_NONE};
    text[0] = '\0';
    if (run != NULL && ss_problem_choice_parse(&defaults, run->problem, &ignored))
        ss_label_differing(text, size, run->parameters, defaults.values, NULL, ", ");
    ss_problem_choice_free(&defaults);
}

static bool draw(state *s, const char *table, const char *solver, size_t step,
                 const ss_summary_row *run, ss_error *error)
{
    char name[256], title[512], where[256] = "", parameters[160], plots[SS_PATH_SIZE];
    figure_name(name, sizeof name, s, solver, step, run);
    describe_parameters(parameters, sizeof parameters, run);
    if (run != NULL && ss_frozen_path(run->problem) != NULL)
        snprintf(where, sizeof where, " on %.150s", run->problem);
    else if (run != NULL)
        snprintf(where, sizeof where, " on %.150s, instance %zu, time step %zu", run->problem,
                 run->instance, step);
    else
        snprintf(where, sizeof where, ", time step %zu", step);
    snprintf(title, sizeof title, "%s of %.200s%s", s->kind->title, solver, where);
    if (!ss_home_path(plots, sizeof plots, "plots", error))
        return false;
    const ss_figure figure = {.folder = s->w->folder,
                              .name = name,
                              .title = title,
                              .note = parameters[0] != '\0' ? parameters + 2 : NULL,
                              .scripts = plots};
    if (!(s->kind == &kinds[STATUSES]
              ? ss_profile_status_map_draw(&figure, s->w->folder, solver, step, error)
          : s->kind == &kinds[PATH] ? ss_figure_path(&figure, table, solver, step, error)
                                    : ss_figure_convergence(&figure, table, solver, step, error)))
        return false;
    printf("%s/%s.svg and .pdf\n", s->w->folder, name);
    ++s->n_drawn;
    return true;
}

/* Is row k the last of its solver? */
static bool last_of_solver(const ss_csv *csv, size_t k)
{
    const char *const solver = ss_csv_text(csv, k, "solver");
    for (size_t row = k + 1; row < csv->n_rows; ++row)
        if (strcmp(ss_csv_text(csv, row, "solver"), solver) == 0)
            return false;
    return true;
}

static bool is_wanted(const state *s, const ss_summary_row *run)
{
    return (s->w->problem == NULL || strcmp(run->problem, s->w->problem) == 0) &&
           (s->instance == 0 || run->instance == s->instance);
}

/* The run of a solver in a folder of `run`; NULL if there is none. */
static const ss_summary_row *run_of(const ss_summary *summary, const char *solver)
{
    for (size_t k = 0; k < summary->n; ++k)
        if (strcmp(summary->records[k].row.solver, solver) == 0)
            return &summary->records[k].row;
    return NULL;
}

/* The solvers of a table: of the run, or each of its own run where that is NULL. */
static bool draw_table(state *s, const char *table, const ss_summary_row *run, ss_error *error)
{
    ss_csv csv = {.n_rows = 0};
    bool drawn = ss_csv_read(&csv, table, error);
    for (size_t k = 0; drawn && k < csv.n_rows; ++k) {
        double step = 0.0;
        const char *const solver = ss_csv_text(&csv, k, "solver");
        const ss_summary_row *const own_run = run != NULL ? run : run_of(&s->summary, solver);
        if ((s->w->solver != NULL && strcmp(solver, s->w->solver) != 0) ||
            (own_run != NULL && !is_wanted(s, own_run)) || !last_of_solver(&csv, k))
            continue;
        drawn = ss_csv_real(&csv, k, "step", &step, error) &&
                draw(s, table, solver, s->step > 0 ? s->step : (size_t)step, own_run, error);
    }
    ss_csv_free(&csv);
    return drawn;
}

/* The runs of a store, each with a trace of its own. */
static bool draw_store(state *s, const char *folder, ss_error *error)
{
    bool drawn = true;
    for (size_t k = 0; drawn && k < s->summary.n; ++k) {
        const ss_summary_row *const run = &s->summary.records[k].row;
        char table[SS_PATH_SIZE];
        drawn = ss_campaign_store_series_path(folder, run->run, SS_CAMPAIGN_SERIES_convergence,
                                              table, error);
        if (drawn && is_wanted(s, run) && access(table, F_OK) == 0)
            drawn = draw_table(s, table, run, error);
    }
    return drawn;
}

/* Read the summary of the runs, where there is one. */
static bool read_runs(state *s, char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_error none = {.code = SS_ERROR_NONE};
    return !ss_summary_folder(folder, s->w->folder, &none) ||
           (ss_path_join(path, sizeof path, folder, "summary.csv", error) &&
            ss_summary_read(&s->summary, path, "", error));
}

static bool draw_all(state *s, ss_error *error)
{
    char table[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    if (!ss_path_join(table, sizeof table, s->w->folder, s->kind->table, error) ||
        !read_runs(s, folder, error))
        return false;
    const bool stored = s->summary.n > 0 && s->summary.records[0].row.run[0] != '\0';
    if (stored && s->kind != &kinds[CONVERGENCE])
        return ss_error_set(error, SS_ERROR_DATA,
                            "'%.300s' is a campaign, which keeps no %s; 'stickslip run%s' does",
                            s->w->folder, s->kind->table,
                            s->kind == &kinds[STATUSES] ? " --statuses" : "");
    if (!stored && access(table, F_OK) != 0)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s%s", table,
                            strerror(errno), s->kind->hint);
    if (!(stored ? draw_store(s, folder, error) : draw_table(s, table, NULL, error)))
        return false;
    if (s->n_drawn > 0)
        return true;
    return ss_error_set(
        error, SS_ERROR_DATA, "%.300s has no traced step%s%.60s%s", stored ? s->w->folder : table,
        s->w->solver != NULL ? " of solver " : "", s->w->solver != NULL ? s->w->solver : "",
        s->w->solver != NULL || s->w->problem != NULL || s->instance > 0 ? " among the chosen runs"
                                                                         : s->kind->hint);
}

static bool plot(const words *w, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(kinds, "cannot plot", "it must be convergence, statuses or path");
    state s = {.w = w, .kind = ss_names_find(&names, w->kind, error)};
    const bool drawn =
        s.kind != NULL && (w->step == NULL || ss_parse_count(w->step, "--step", &s.step, error)) &&
        (w->instance == NULL || ss_parse_count(w->instance, "--instance", &s.instance, error)) &&
        ss_figure_require_gnuplot(error) && draw_all(&s, error);
    ss_summary_free(&s.summary);
    return drawn;
}

int ss_verb_plot(int argc, char **argv, ss_error *error)
{
    words w = {.kind = NULL};
    const ss_command command = {
        .places = "convergence|statuses|path DIR",
        .doc =
            "Draw eps and its four parts against the sweep, from DIR/convergence.csv, or which "
            "contacts stick, slide and open, from DIR/statuses.csv, or the central path by its arc "
            "length, from DIR/notes.csv, into DIR: an SVG and a PDF a solver, with the .gp and "
            ".dat that made them. DIR may be a campaign's with traces "
            "(trace: last): a figure a run, named by the first digits of its column `run`.\v"
            "Example:\n  stickslip run -p balls-4 -s sbp,eal --statuses -o results/mine\n"
            "  stickslip plot convergence results/mine\n"
            "  stickslip plot statuses results/mine\n"
            "  stickslip plot convergence results/night --problem balls-4 --instance 3",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.kind, &w.folder},
        .n_needed = 2,
        .ask = "say what to draw and from which folder: plot convergence DIR"};
    ss_command_read(&command, argc, argv);
    plot(&w, error);
    return 0;
}
