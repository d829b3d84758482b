/* The figures of a paper with our runs in them: each row of figures.csv says what it shows, and in
 * which kind of picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/process/interrupt.h"
#include "harness/reproduce/shaken_figures.h"
#include "harness/tables/output.h"
#include "problems/base/names.h"

#include <string.h>

/* The data of a figure: the run's first instance, and the column `step`; 0: the last. */
typedef struct subject {
    const ss_reproduce_result *of;
    const char *store;
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

static bool draw_convergence(const ss_figure *figure, const subject *s, ss_error *error)
{
    char table[SS_PATH_SIZE];
    const ss_summary_row *const row = &s->of->complete->row;
    return ss_campaign_store_series_path(s->store, s->of->hash, SS_CAMPAIGN_SERIES_convergence,
                                         table, error) &&
           ss_figure_convergence(figure, table, row->solver, s->step > 0 ? s->step : row->steps,
                                 error);
}

static bool draw_displacements(const ss_figure *figure, const subject *s, ss_error *error)
{
    return ss_shaken_draw_displacements(figure, &s->of->recording, error);
}

static bool draw_tracks(const ss_figure *figure, const subject *s, ss_error *error)
{
    return ss_shaken_draw_tracks(figure, &s->of->recording, error);
}

static bool draw_reactions(const ss_figure *figure, const subject *s, ss_error *error)
{
    return ss_shaken_draw_reactions(figure, &s->of->recording, error);
}

typedef struct figure_kind {
    const char *name;
    bool (*draw)(const ss_figure *figure, const subject *subject, ss_error *error);
} figure_kind;

static const figure_kind *kind_of(const ss_reproduce_results *r, size_t row, ss_error *error)
{
    static const figure_kind kinds[] = {{"scene", draw_scene},
                                        {"convergence", draw_convergence},
                                        {"displacements", draw_displacements},
                                        {"tracks", draw_tracks},
                                        {"reactions", draw_reactions}};
    static const ss_names names =
        SS_NAMES(kinds, "no kind of figure",
                 "figures.csv: it may be scene, convergence, displacements, tracks or reactions");
    return ss_names_find(&names, ss_csv_text(&r->figures, row, "kind"), error);
}

/* Figures show the first instance. */
static ss_reproduce_result *result_of_figure(const ss_reproduce_results *r, size_t row)
{
    const ss_paper_run *const run =
        ss_paper_runs_show(&r->runs, ss_csv_text(&r->figures, row, "problem"),
                           ss_csv_text(&r->figures, row, "solver"));
    return ss_reproduce_result_of(r, run, 0);
}

size_t ss_reproduce_mark_figures(ss_reproduce_results *r)
{
    size_t n = 0;
    for (size_t row = 0; row < r->figures.n_rows; ++row) {
        if (!ss_reproduce_wants(r->job, &r->job->figures,
                                ss_reproduce_number_at(&r->figures, row, "figure")))
            continue;
        ss_reproduce_result *const shown = result_of_figure(r, row);
        ++n;
        if (shown != NULL)
            shown->wanted = true;
    }
    return n;
}

static bool draw(const ss_reproduce_results *r, size_t row, const ss_reproduce_result *of,
                 ss_error *error)
{
    char name[80], store[SS_PATH_SIZE], title[512];
    const figure_kind *const kind = kind_of(r, row, error);
    const char *const part = ss_csv_text(&r->figures, row, "part"); /* of a printed figure */
    const size_t number = ss_reproduce_number_at(&r->figures, row, "figure");
    const bool parted = part != NULL && part[0] != '\0';
    snprintf(name, sizeof name, "fig%02zu%s%.60s", number, parted ? "-" : "", parted ? part : "");
    snprintf(title, sizeof title, "Figure %zu of [%s]: %s", number, r->about.letter,
             ss_csv_text(&r->figures, row, "caption"));
    if (kind == NULL || !ss_path_join(store, sizeof store, r->job->folder, "store", error))
        return false;
    const ss_figure figure = {.folder = r->job->folder,
                              .name = name,
                              .title = title,
                              .note =
                                  r->job->quick ? "QUICK smoke run with fewer time steps" : NULL,
                              .scripts = r->job->plots};
    const subject shown = {of, store, ss_reproduce_number_at(&r->figures, row, "step")};
    return kind->draw(&figure, &shown, error);
}

bool ss_reproduce_draw_figures(const ss_reproduce_results *r, ss_error *error)
{
    size_t n_drawn = 0;
    for (size_t row = 0; row < r->figures.n_rows; ++row) {
        const size_t number = ss_reproduce_number_at(&r->figures, row, "figure");
        const ss_reproduce_result *const of = result_of_figure(r, row);
        const bool complete = of != NULL && of->complete != NULL;
        ss_error one = {.code = SS_ERROR_NONE};
        if (!ss_reproduce_wants(r->job, &r->job->figures, number) ||
            (ss_interrupted() && !complete))
            continue;
        if (!complete)
            ss_error_set(&one, SS_ERROR_INTERNAL, "its run is not complete");
        else
            n_drawn += draw(r, row, of, &one);
        if (one.code != SS_ERROR_NONE)
            ss_error_set(error, one.code, "figure %zu: %.400s", number, one.text);
    }
    if (n_drawn > 0)
        printf("figures drawn: %zu (%s/figNN.svg, .pdf)\n", n_drawn, r->job->folder);
    return error->code == SS_ERROR_NONE;
}
