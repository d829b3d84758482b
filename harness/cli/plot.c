/* The verb `plot`: figures from the tables of any run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"
#include "harness/figures/figure.h"
#include "harness/profile/status_map.h"
#include "harness/surface/surface_files.h"
#include "harness/tables/home.h"
#include "harness/tables/pairs.h"
#include "harness/tables/question.h"
#include "harness/tables/record.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct words {
    const char *kind, *folder, *problem, *instance, *solver, *step;
} words;

/* The figures: name, table, what it may lack, and a hint where it does. */
typedef struct kind {
    const char *name, *table, *title, *lack, *hint;
} kind;

static const kind kinds[] = {
    {"convergence", "convergence.csv", "Convergence", "traced step",
     "; run with --trace (campaign: trace: last)"},
    {"statuses", "statuses.csv", "Contact statuses", "traced step",
     "; run with --trace and --statuses"},
    {"path", "notes.csv", "Central path", "traced step", "; run central-path with --trace"},
    {"scene", "bodies.csv", "Scene", "bodies",
     "; run with --frames (campaign: frames: N, keep: [bodies, shapes, forces])"},
    {"surface", "surface.csv", "Growing pile, solution", "heights", "; made by 'stickslip grow'"}};
enum { CONVERGENCE, STATUSES, PATH, SCENE, SURFACE };

/* A figure's kind, and the runs that it is drawn from. */
typedef struct state {
    const words *w;
    const kind *kind;
    size_t step, instance;     /* wanted; SS_SCENE_LAST: the last that there is; 0: any instance */
    ss_summary summary;        /* of the runs; empty where there is none */
    char folder[SS_PATH_SIZE]; /* of the runs' tables */
    bool stored;               /* it is a store */
    size_t n_drawn;
} state;

static const ss_word_row own[] = {
    SS_TEXT(words, problem, "problem", 'p', "P",
            "Only runs of this problem, as in the column `problem` (default: all)"),
    SS_TEXT(words, instance, "instance", 'i', "K", "Only runs of this instance (default: all)"),
    SS_TEXT(words, solver, "solver", 's', "S",
            "Only this solver, as in the column `solver` (default: all)"),
    SS_TEXT(
        words, step, "step", 't', "N",
        "Time step to draw (default: the last that was traced; of a scene or surface the end, and "
        "0 is a scene's start)"),
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

/* The table of a run in its folder, or in its store. */
static bool table_path(const state *s, const ss_summary_row *run, ss_campaign_series series,
                       char *path, ss_error *error)
{
    const char *const name = ss_rows_find(ss_campaign_all_series[series].name)->file;
    return s->stored ? ss_campaign_store_series_path(s->folder, run->run, series, path, error)
                     : ss_path_join(path, SS_PATH_SIZE, s->w->folder, name, error);
}

/* The bodies' motion, and the forces on them. */
static bool draw_scene(const state *s, const ss_figure *figure, const char *solver, size_t step,
                       const ss_summary_row *run, ss_error *error)
{
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    const ss_scene_panel panels[] = {
        {.title = "speed", .step = step, .fill = SS_SCENE_SPEED, .arrows = true},
        {.title = "impulses of the step", .step = step, .fill = SS_SCENE_PALE, .forces = true}};
    const ss_scene_picture picture = {
        .bodies_csv = bodies,
        .shapes_csv = shapes,
        .forces_csv = forces,
        .solver = solver,
        .box_width_m = run != NULL && run->box_width_m > 0.0 ? run->box_width_m : NAN,
        .panels = panels,
        .n_panels = step > 0 ? 2 : 1};
    if (!table_path(s, run, SS_CAMPAIGN_SERIES_bodies, bodies, error) ||
        !table_path(s, run, SS_CAMPAIGN_SERIES_shapes, shapes, error) ||
        !table_path(s, run, SS_CAMPAIGN_SERIES_forces, forces, error))
        return false;
    if (step > 0 && access(forces, F_OK) != 0)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s%s", forces,
                            strerror(errno), s->kind->hint);
    return ss_figure_scene(figure, &picture, error);
}

/* The place of a figure in its run, in words. */
static void describe_place(char *text, size_t size, const state *s, size_t step,
                           const ss_summary_row *run)
{
    const bool scene = s->kind == &kinds[SCENE];
    double h = 0.0;
    int used = 0;
    if (run != NULL && ss_frozen_path(run->problem) != NULL)
        snprintf(text, size, " on %.150s", run->problem);
    else if (run != NULL)
        used = snprintf(text, size, " on %.150s, instance %zu, ", run->problem, run->instance);
    else
        used = snprintf(text, size, ", ");
    if (used > 0 && scene && step == 0)
        snprintf(text + used, size - (size_t)used, "at the start");
    else if (used > 0)
        used += snprintf(text + used, size - (size_t)used, "%stime step %zu", scene ? "after " : "",
                         step);
    if (scene && step > 0 && run != NULL && ss_pairs_number(run->parameters, "h", &h))
        snprintf(text + used, size - (size_t)used, ", %.6g s", (double)step * h);
}

static bool draw(state *s, const char *table, const char *solver, size_t step,
                 const ss_summary_row *run, ss_error *error)
{
    char name[256], title[512], where[256], parameters[160], plots[SS_PATH_SIZE];
    figure_name(name, sizeof name, s, solver, step, run);
    describe_parameters(parameters, sizeof parameters, run);
    describe_place(where, sizeof where, s, step, run);
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
          : s->kind == &kinds[SCENE]   ? draw_scene(s, &figure, solver, step, run, error)
          : s->kind == &kinds[SURFACE] ? ss_surface_draw(&figure, s->w->folder, solver, step, error)
          : s->kind == &kinds[PATH]    ? ss_figure_path(&figure, table, solver, step, error)
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
                draw(s, table, solver, s->step != SS_SCENE_LAST ? s->step : (size_t)step, own_run,
                     error);
    }
    ss_csv_free(&csv);
    return drawn;
}

/* The runs of a store, each with a table of its own. */
static bool draw_store(state *s, ss_error *error)
{
    const ss_campaign_series series =
        s->kind == &kinds[SCENE] ? SS_CAMPAIGN_SERIES_bodies : SS_CAMPAIGN_SERIES_convergence;
    bool drawn = true;
    for (size_t k = 0; drawn && k < s->summary.n; ++k) {
        const ss_summary_row *const run = &s->summary.records[k].row;
        char table[SS_PATH_SIZE];
        drawn = table_path(s, run, series, table, error);
        if (drawn && is_wanted(s, run) && access(table, F_OK) == 0)
            drawn = draw_table(s, table, run, error);
    }
    return drawn;
}

/* Read the summary of the runs, where there is one. */
static bool read_runs(state *s, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_error none = {.code = SS_ERROR_NONE};
    const bool read = !ss_summary_folder(s->folder, s->w->folder, &none) ||
                      (ss_path_join(path, sizeof path, s->folder, "summary.csv", error) &&
                       ss_summary_read(&s->summary, path, "", error));
    s->stored = s->summary.n > 0 && s->summary.records[0].row.run[0] != '\0';
    return read;
}

static bool draw_all(state *s, ss_error *error)
{
    char table[SS_PATH_SIZE];
    if (!ss_path_join(table, sizeof table, s->w->folder, s->kind->table, error) ||
        !read_runs(s, error))
        return false;
    const bool stored = s->stored;
    if (stored && (s->kind == &kinds[STATUSES] || s->kind == &kinds[PATH]))
        return ss_error_set(error, SS_ERROR_DATA,
                            "'%.300s' is a campaign, which keeps no %s; 'stickslip run%s' does",
                            s->w->folder, s->kind->table,
                            s->kind == &kinds[STATUSES] ? " --statuses" : "");
    if (!stored && access(table, F_OK) != 0)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s%s", table,
                            strerror(errno), s->kind->hint);
    if (!(stored ? draw_store(s, error) : draw_table(s, table, NULL, error)))
        return false;
    if (s->n_drawn > 0)
        return true;
    return ss_error_set(
        error, SS_ERROR_DATA, "%.300s has no %s%s%.60s%s", stored ? s->w->folder : table,
        s->kind->lack, s->w->solver != NULL ? " of solver " : "",
        s->w->solver != NULL ? s->w->solver : "",
        s->w->solver != NULL || s->w->problem != NULL || s->instance > 0 ? " among the chosen runs"
                                                                         : s->kind->hint);
}

static bool plot(const words *w, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(kinds, "cannot plot", "it must be convergence, statuses, path, scene or surface");
    state s = {.w = w, .kind = ss_names_find(&names, w->kind, error), .step = SS_SCENE_LAST};
    const bool start = s.kind == &kinds[SCENE] && w->step != NULL && strcmp(w->step, "0") == 0;
    s.step = start ? 0 : s.step;
    const bool drawn =
        s.kind != NULL &&
        (start || w->step == NULL || ss_parse_count(w->step, "--step", &s.step, error)) &&
        (w->instance == NULL || ss_parse_count(w->instance, "--instance", &s.instance, error)) &&
        ss_figure_require_gnuplot(error) && draw_all(&s, error);
    ss_summary_free(&s.summary);
    return drawn;
}

int ss_verb_plot(int argc, char **argv, ss_error *error)
{
    words w = {.kind = NULL};
    const ss_command command = {
        .places = "convergence|statuses|path|scene|surface DIR",
        .doc =
            "Draw eps and its four parts against the sweep, from DIR/convergence.csv, or which "
            "contacts stick, slide and open, from DIR/statuses.csv, or the central path by its arc "
            "length, from DIR/notes.csv, or the bodies with their speeds and the impulses between "
            "them, from DIR/bodies.csv and DIR/forces.csv, or a growing pile and its section, from "
            "DIR/surface.csv, into DIR: an SVG and a PDF a solver, "
            "with the .gp and "
            ".dat that made them. DIR may be a campaign's with traces "
            "(trace: last) or bodies and forces (keep:): a figure a run, named by the first digits "
            "of its column `run`.\v"
            "Example:\n  stickslip run -p balls-4 -s sbp,eal --statuses -o results/mine\n"
            "  stickslip plot convergence results/mine\n"
            "  stickslip plot statuses results/mine\n"
            "  stickslip run -p segregation -s exact --frames 500 -o results/shaken\n"
            "  stickslip plot scene results/shaken --step 8000\n"
            "  stickslip plot surface results/pile\n"
            "  stickslip plot convergence results/night --problem balls-4 --instance 3",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.kind, &w.folder},
        .n_needed = 2,
        .ask = "say what to draw and from which folder: plot convergence DIR"};
    ss_command_read(&command, argc, argv);
    plot(&w, error);
    return 0;
}
