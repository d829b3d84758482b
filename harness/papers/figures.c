/* The figures of a paper with our runs in them: each row of figures.csv says what it shows, and in
 * which kind of picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/figures.h"

#include "harness/process/interrupt.h"
#include "harness/papers/profile_figures.h"
#include "harness/papers/time_figures.h"
#include "harness/papers/piles.h"
#include "harness/papers/period_figures.h"
#include "harness/surface/surface_files.h"
#include "harness/tables/output.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* The data of a figure: the run's first instance, and the column `step`, 0: the last; or all
 * instances of several runs. */
typedef struct subject {
    const ss_reproduce_result *of;
    ss_grains_group group;
    const char *store;
    char growth[SS_PATH_SIZE]; /* folder of the first run, where it is a growing pile */
    size_t step;
} subject;

static bool draw_scene(const ss_figure *figure, const subject *s, ss_error *error)
{
    char table[SS_PATH_SIZE];
    const ss_summary_row *const row = &s->of->complete->row;
    const ss_scene_picture picture = {.bodies_csv = table,
                                      .solver = row->solver,
                                      .box_width_m = row->box_width_m,
                                      .panels = ss_scene_start_and_end,
                                      .n_panels = 2};
    return ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_bodies, table,
                                         error) &&
           ss_figure_scene(figure, &picture, error);
}

/* The end of a run with the forces of its last step, beside the speeds if it `flows`. */
static bool draw_end(const ss_figure *figure, const subject *s, bool flows, ss_error *error)
{
    static const ss_scene_panel still[] = {
        {.title = "forces", .step = SS_SCENE_LAST, .fill = SS_SCENE_PALE, .forces = true}};
    static const ss_scene_panel moving[] = {
        {.title = "velocities", .step = SS_SCENE_LAST, .fill = SS_SCENE_SPEED, .arrows = true},
        {.title = "forces", .step = SS_SCENE_LAST, .fill = SS_SCENE_PALE, .forces = true}};
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    const ss_summary_row *const row = &s->of->complete->row;
    const ss_scene_picture picture = {.bodies_csv = bodies,
                                      .shapes_csv = shapes,
                                      .forces_csv = forces,
                                      .solver = row->solver,
                                      .box_width_m = row->box_width_m,
                                      .panels = flows ? moving : still,
                                      .n_panels = flows ? 2 : 1};
    return ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_bodies, bodies,
                                         error) &&
           ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_shapes, shapes,
                                         error) &&
           ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_forces, forces,
                                         error) &&
           ss_figure_scene(figure, &picture, error);
}

static bool draw_forces(const ss_figure *figure, const subject *s, ss_error *error)
{
    return draw_end(figure, s, false, error);
}

static bool draw_flow(const ss_figure *figure, const subject *s, ss_error *error)
{
    return draw_end(figure, s, true, error);
}

static bool draw_convergence(const ss_figure *figure, const subject *s, ss_error *error)
{
    char table[SS_PATH_SIZE];
    const ss_summary_row *const row = &s->of->complete->row;
    return ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_convergence,
                                         table, error) &&
           ss_figure_convergence(figure, table, row->solver, s->step > 0 ? s->step : row->steps,
                                 error);
}

static bool draw_surface(const ss_figure *figure, const subject *s, ss_error *error)
{
    return ss_surface_draw(figure, s->growth, ss_csv_text(&s->of->growth.file, 0, "solver"),
                           SS_SCENE_LAST, error);
}

/* A kind of figure: of a run's tables, of its series, or of all instances of all runs that its
 * column `solver` stands for. */
typedef struct figure_kind {
    const char *name;
    bool (*draw)(const ss_figure *figure, const subject *subject, ss_error *error);
    bool (*series)(const ss_figure *figure, const ss_series *series, ss_error *error);
    bool (*group)(const ss_figure *figure, const ss_grains_group *group, ss_error *error);
} figure_kind;

static const figure_kind *kind_of(const ss_reproduce_results *r, size_t row, ss_error *error)
{
    static const figure_kind kinds[] = {{"scene", .draw = draw_scene},
                                        {"convergence", .draw = draw_convergence},
                                        {"displacements", .series = ss_shaken_draw_displacements},
                                        {"tracks", .series = ss_shaken_draw_tracks},
                                        {"reactions", .series = ss_shaken_draw_reactions},
                                        {"contacts", .series = ss_grains_draw_contacts},
                                        {"impact", .series = ss_grains_draw_impact},
                                        {"classes", .series = ss_grains_draw_classes},
                                        {"costs-of-balls", .group = ss_grains_draw_costs_of_balls},
                                        {"costs-of-mu", .group = ss_grains_draw_costs_of_mu},
                                        {"below", .group = ss_grains_draw_below},
                                        {"pressure", .group = ss_grains_draw_pressure},
                                        {"forces", .draw = draw_forces},
                                        {"flow", .draw = draw_flow},
                                        {"polarization", .series = ss_grains_draw_polarization},
                                        {"janssen", .group = ss_beds_draw_janssen},
                                        {"layers", .group = ss_beds_draw_layers},
                                        {"sweeps-of-n", .group = ss_grains_draw_sweeps_of_n},
                                        {"surface", .draw = draw_surface}};
    static const ss_names names = SS_NAMES(
        kinds, "no kind of figure",
        "figures.csv: it may be scene, convergence, displacements, tracks, reactions, "
        "contacts, impact, classes, costs-of-balls, costs-of-mu, below, pressure, forces, flow, "
        "polarization, janssen, layers, sweeps-of-n or surface");
    return ss_names_find(&names, ss_csv_text(&r->data.figures, row, "kind"), error);
}

/* The k-th of the results that a figure shows: the first instance of its run, or, of a group, all
 * instances of all runs that its column `solver` stands for, in the table of the first; of the
 * first reading. NULL past the last; *run is the run. */
static ss_reproduce_result *shown_at(const ss_reproduce_results *r, size_t row, size_t k,
                                     const ss_paper_run **run)
{
    const figure_kind *const kind = kind_of(r, row, NULL);
    const char *const problem = ss_csv_text(&r->data.figures, row, "problem");
    const char *const pattern = ss_csv_text(&r->data.figures, row, "solver");
    size_t table = 0, n = 0;
    for (size_t j = 0; kind != NULL && j < r->data.runs.n; ++j) {
        *run = &r->data.runs.runs[j];
        const size_t instances =
            kind->group != NULL ? ss_reproduce_instances(r->data.job, *run) : 1;
        if (strcmp((*run)->problem, problem) != 0 || !ss_reproduce_matches(pattern, *run) ||
            strcmp((*run)->reading, r->data.runs.runs[0].reading) != 0 ||
            (table > 0 && (kind->group == NULL || (*run)->table != table)))
            continue;
        table = (*run)->table;
        if (k < n + instances)
            return ss_reproduce_result_of(r, *run, k - n);
        n += instances;
    }
    return NULL;
}

size_t ss_reproduce_mark_figures(ss_reproduce_results *r)
{
    const ss_paper_run *run;
    size_t n = 0;
    for (size_t row = 0; row < r->data.figures.n_rows; ++row) {
        ss_reproduce_result *shown;
        if (!ss_reproduce_wants(r->data.job, &r->data.job->figures,
                                ss_reproduce_number_at(&r->data.figures, row, "figure")))
            continue;
        ++n;
        for (size_t k = 0; (shown = shown_at(r, row, k, &run)) != NULL; ++k)
            shown->wanted = true;
    }
    return n;
}

/* Fill in the complete results that a figure shows; runs: room for all. Returns whether all are. */
static bool gather(const ss_reproduce_results *r, size_t row, subject *s, ss_grains_run *runs)
{
    const ss_paper_run *run;
    const ss_reproduce_result *shown;
    size_t n = 0, k = 0;
    for (; (shown = shown_at(r, row, k, &run)) != NULL; ++k) {
        if (!ss_reproduce_is_complete(shown))
            continue;
        if (s->of == NULL && (!ss_reproduce_is_growth(run) ||
                              ss_reproduce_growth_folder(s->growth, r->data.job->folder, run,
                                                         &(ss_error){.code = SS_ERROR_NONE})))
            s->of = shown;
        runs[n++] = (ss_grains_run){run->row, &shown->series};
    }
    s->group = (ss_grains_group){runs, n, &r->data.measures.list};
    return n > 0 && n == k;
}

static bool draw(const ss_reproduce_results *r, size_t row, subject *s, ss_error *error)
{
    char name[80], store[SS_PATH_SIZE], title[512];
    const figure_kind *const kind = kind_of(r, row, error);
    const char *const part = ss_csv_text(&r->data.figures, row, "part"); /* of a printed figure */
    const size_t number = ss_reproduce_number_at(&r->data.figures, row, "figure");
    const bool parted = part != NULL && part[0] != '\0';
    snprintf(name, sizeof name, "fig%02zu%s%.60s", number, parted ? "-" : "", parted ? part : "");
    snprintf(title, sizeof title, "Figure %zu of %s: %s", number, r->data.about.cited,
             ss_csv_text(&r->data.figures, row, "caption"));
    if (kind == NULL || !ss_path_join(store, sizeof store, r->data.job->folder, "store", error))
        return false;
    const ss_figure figure = {.folder = r->data.job->folder,
                              .name = name,
                              .title = title,
                              .note = r->data.job->quick ? "QUICK smoke run with fewer time steps"
                                                         : NULL,
                              .scripts = r->data.job->plots};
    s->store = store;
    s->step = ss_reproduce_number_at(&r->data.figures, row, "step");
    return kind->series != NULL  ? kind->series(&figure, &s->of->series, error)
           : kind->group != NULL ? kind->group(&figure, &s->group, error)
                                 : kind->draw(&figure, s, error);
}

bool ss_reproduce_draw_figures(const ss_reproduce_results *r, ss_error *error)
{
    ss_grains_run *const runs = calloc(r->data.runs.n * r->stride + 1, sizeof *runs);
    size_t n_drawn = 0;
    if (runs == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the figures");
    for (size_t row = 0; row < r->data.figures.n_rows; ++row) {
        const size_t number = ss_reproduce_number_at(&r->data.figures, row, "figure");
        subject s = {.of = NULL};
        ss_error one = {.code = SS_ERROR_NONE};
        if (!ss_reproduce_wants(r->data.job, &r->data.job->figures, number) ||
            (!gather(r, row, &s, runs) && ss_interrupted()))
            continue;
        if (kind_of(r, row, &one) != NULL && s.of == NULL)
            ss_error_set(&one, SS_ERROR_INTERNAL, "its run is not complete");
        else if (s.of != NULL)
            n_drawn += draw(r, row, &s, &one);
        if (one.code != SS_ERROR_NONE)
            ss_error_set(error, one.code, "figure %zu: %s", number, one.text);
    }
    free(runs);
    if (n_drawn > 0)
        printf("figures drawn: %zu (%s/figNN.svg, .pdf)\n", n_drawn, r->data.job->folder);
    return error->code == SS_ERROR_NONE;
}
