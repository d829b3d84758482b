/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/gallery.h"

#include "harness/campaign/store.h"
#include "harness/figures/figure.h"
#include "harness/profile/profile_report.h"
#include "harness/profile/status_map.h"
#include "harness/profile/traces.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVES = 4, MAPS = 2 }; /* figures of a run each, at most */

/* Put the figure NAME of the gallery's folder on the page; where it could not be drawn, the reason.
 * False where all ends. */
static bool show(ss_page_gallery *g, const char *name, const char *caption, bool drawn,
                 const ss_error *reason, ss_error *error)
{
    char plain[SS_PAGE_LABEL];
    ss_page_plain(plain, sizeof plain, drawn ? caption : reason->text);
    if (drawn) {
        ss_report_add(g->sheet, SS_REPORT_FIGURE, "%s%s", g->prefix, name);
        ss_report_add(g->sheet, SS_REPORT_CAPTION, "%s", plain);
        ++g->n;
        return true;
    }
    if (reason->code == SS_ERROR_MEMORY || reason->code == SS_ERROR_IO ||
        reason->code == SS_ERROR_INTERRUPTED)
        return ss_error_set(error, reason->code, "%s", reason->text);
    ss_report_add(g->sheet, SS_REPORT_REMARK, "A figure is missing: %s.", plain);
    return true;
}

/* ---- over the problems ---- */

static bool show_profile(ss_page_gallery *g, ss_error *error)
{
    const ss_page_ranking *const r = &g->material->ranking;
    ss_error reason = {.code = SS_ERROR_NONE};
    if (!r->there || r->costs.n_problems < 2)
        return true;
    const ss_profile_view view = {.kind = SS_PROFILE_PERFORMANCE,
                                  .metric = r->metric,
                                  .accuracy = r->accuracy,
                                  .costs = &r->costs,
                                  .profile = &r->profile,
                                  .solvers = r->contest.solvers,
                                  .contest = &r->contest};
    const bool drawn = ss_profile_draw(&view, g->folder, "profile", g->scripts, &reason);
    return show(g, "profile",
                isnan(r->accuracy)
                    ? "Performance profile of whole runs, as they stopped: which share of the "
                      "problems each solver solves at a cost within tau times the least."
                    : "Performance profile at equal E1: which share of the problems each solver "
                      "solves at a cost within tau times the least.",
                drawn, &reason, error);
}

/* ---- of single runs ---- */

/* The table of a run: of all solvers in a folder of `run`, its own in a store. */
static bool table_of(const ss_page_gallery *g, const ss_summary_row *row, char path[SS_PATH_SIZE],
                     ss_error *error)
{
    const ss_page_material *const m = g->material;
    return m->stored ? ss_campaign_store_series_path(m->runs, row->run,
                                                     SS_CAMPAIGN_SERIES_convergence, path, error)
                     : ss_path_join(path, SS_PATH_SIZE, m->runs, "convergence.csv", error);
}

/* The last step that was traced; 0: none. */
static size_t traced_step(const ss_page_gallery *g, const ss_summary_row *row)
{
    ss_profile_traces traces = {.folder = g->material->runs};
    ss_error ignored = {.code = SS_ERROR_NONE};
    const bool read = ss_profile_traces_read(&traces, row->run, row->solver, "sweep", &ignored);
    const size_t step = read && traces.n > 0 ? traces.sweeps[traces.n - 1].step : 0;
    ss_profile_traces_free(&traces);
    return step;
}

/* The runs of one problem and instance, the first of the table, are shown. */
static bool is_shown(const ss_page_material *m, const ss_summary_row *row)
{
    const ss_summary_row *const first = &m->summary.records[0].row;
    return strcmp(row->problem, first->problem) == 0 && row->instance == first->instance &&
           strcmp(row->parameters, first->parameters) == 0;
}

static bool show_run(ss_page_gallery *g, const ss_summary_row *row, size_t step, bool statuses,
                     ss_error *error)
{
    char name[64], title[SS_PAGE_LABEL], table[SS_PATH_SIZE];
    ss_error reason = {.code = SS_ERROR_NONE};
    snprintf(name, sizeof name, "%s-%zu", statuses ? "statuses" : "convergence", g->n + 1);
    snprintf(title, sizeof title, "%s of %.100s on %.150s, instance %zu, time step %zu",
             statuses ? "Contact statuses" : "Convergence", row->solver, row->problem,
             row->instance, step);
    const ss_figure figure = {
        .folder = g->folder, .name = name, .title = title, .scripts = g->scripts};
    const bool drawn =
        table_of(g, row, table, &reason) &&
        (statuses
             ? ss_profile_status_map_draw(&figure, g->material->runs, row->solver, step, &reason)
             : ss_figure_convergence(&figure, table, row->solver, step, &reason));
    return show(g, name, title, drawn, &reason, error);
}

static bool show_runs(ss_page_gallery *g, size_t most, bool statuses, ss_error *error)
{
    const ss_page_material *const m = g->material;
    size_t n = 0;
    bool done = true;
    for (size_t k = 0; done && k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        const size_t step = is_shown(m, row) ? traced_step(g, row) : 0;
        if (step > 0 && n++ < most)
            done = show_run(g, row, step, statuses, error);
    }
    return done;
}

static bool show_scene(ss_page_gallery *g, ss_error *error)
{
    const ss_page_material *const m = g->material;
    const ss_summary_row *const row = &m->summary.records[0].row;
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], title[SS_PAGE_LABEL];
    ss_error reason = {.code = SS_ERROR_NONE};
    if (m->stored || !ss_page_has(m, "bodies.csv", bodies))
        return true;
    ss_page_has(m, "shapes.csv", shapes);
    snprintf(title, sizeof title, "Scene of %.100s on %.150s, instance %zu: start and end",
             row->solver, row->problem, row->instance);
    const ss_figure figure = {
        .folder = g->folder, .name = "scene", .title = title, .scripts = g->scripts};
    const ss_scene_picture picture = {.bodies_csv = bodies,
                                      .shapes_csv = shapes,
                                      .solver = row->solver,
                                      .box_width_m =
                                          row->box_width_m > 0.0 ? row->box_width_m : NAN,
                                      .panels = ss_scene_start_and_end,
                                      .n_panels = 2};
    const bool drawn = ss_figure_scene(&figure, &picture, &reason);
    return show(g, "scene", title, drawn, &reason, error);
}

/* ---- those that the folder has ---- */

static int is_svg(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 4 && strcmp(entry->d_name + length - 4, ".svg") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* The title that NAME.gp gives, "plot_title = '...'", with quotes doubled; NAME without one. */
static void read_title(const ss_page_gallery *g, const char *name, char title[SS_PAGE_LABEL])
{
    static const char key[] = "plot_title = '";
    char file[300], path[SS_PATH_SIZE], line[SS_PAGE_LABEL];
    size_t length = 0;
    snprintf(title, SS_PAGE_LABEL, "%s", name);
    snprintf(file, sizeof file, "%.250s.gp", name);
    FILE *const script = ss_page_has(g->material, file, path) ? fopen(path, "r") : NULL;
    while (script != NULL && fgets(line, sizeof line, script) != NULL) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        for (const char *at = line + strlen(key); *at != '\0' && *at != '\n'; ++at) {
            at += at[0] == '\'' && at[1] == '\'';
            if (*at != '\'' || at[-1] == '\'')
                title[length++] = *at;
        }
        title[length] = '\0';
        break;
    }
    if (script != NULL)
        fclose(script);
}

static bool show_own(ss_page_gallery *g, const char *file, ss_error *error)
{
    char path[SS_PATH_SIZE], name[256], title[SS_PAGE_LABEL];
    ss_error reason = {.code = SS_ERROR_NONE};
    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 4), file);
    read_title(g, name, title);
    const bool copied = ss_page_has(g->material, file, path) &&
                        ss_output_copy(path, g->folder, file, false, &reason);
    return show(g, name, title, copied, &reason, error);
}

static bool show_own_figures(ss_page_gallery *g, ss_error *error)
{
    struct dirent **entries = NULL;
    const int n = scandir(g->material->folder, &entries, is_svg, by_name);
    bool done = true;
    for (int k = 0; k < n; ++k) {
        done = done && show_own(g, entries[k]->d_name, error);
        free(entries[k]);
    }
    free(entries);
    return done;
}

bool ss_page_figures(ss_page_gallery *g, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    char statuses[SS_PATH_SIZE];
    bool done = true;
    ss_report_add(g->sheet, SS_REPORT_SECTION, "Figures");
    if (!ss_figure_require_gnuplot(&reason))
        ss_report_add(g->sheet, SS_REPORT_REMARK, "Nothing was drawn: %s.", reason.text);
    else if (g->material->cells.n == 0)
        done = show_profile(g, error) && show_runs(g, CURVES, false, error) &&
               (!ss_page_has(g->material, "statuses.csv", statuses) ||
                show_runs(g, MAPS, true, error)) &&
               show_scene(g, error);
    return done && show_own_figures(g, error);
}
