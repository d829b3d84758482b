/* The course of a motion: contacts, sweeps, energies, overlap and the scene's observables, a figure
 * a problem with its solvers.
 *
 * Here it is found which runs stand together, and which panels they have; figures/history_figure.c
 * draws them. A folder of `run` has one pair of tables for all its solvers, so their curves borrow
 * the same; a store has a pair a run, kept until the figure of at most SS_HISTORY_CURVES is drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/campaign/grid.h"
#include "harness/figures/history_figure.h"
#include "harness/tables/label.h"
#include "harness/tables/grid.h"
#include "problems/base/names.h"
#include "problems/contact/guess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The tables of a run, or of all runs of a folder of `run`. A store may keep only one of them. */
typedef struct tables {
    ss_csv history, observables;
} tables;

/* Both tables of a run; one that is not there is empty. */
static bool read_tables(tables *t, const ss_plot *p, const ss_summary_row *run, ss_error *error)
{
    const struct {
        const char *table, *columns;
        ss_csv *csv;
    } both[] = {{"history", "solver,time_s", &t->history},
                {"observables", "solver,time_s,name,value,unit,exact", &t->observables}};
    char path[SS_PATH_SIZE];
    bool ok = true;
    *t = (tables){.history.n_rows = 0};
    for (size_t k = 0; ok && k < sizeof both / sizeof *both; ++k)
        ok = ss_plot_table(p, run, both[k].table, path, error) &&
             (access(path, F_OK) != 0 || (ss_csv_read(both[k].csv, path, error) &&
                                          ss_record_require(both[k].csv, both[k].columns, error)));
    return ok;
}

/* The table that has the rows of all solvers. */
static const ss_csv *main_table(const tables *t)
{
    return t->history.n_rows > 0 ? &t->history : &t->observables;
}

static void free_tables(tables *t)
{
    ss_csv_free(&t->history);
    ss_csv_free(&t->observables);
}

/* ---- panels ---- */

/* A panel of a column of history.csv. */
static void add_field(ss_history_picture *picture, const ss_field *field)
{
    const bool estimate = field->source == SS_FROM_ESTIMATOR;
    ss_history_panel *const panel = &picture->panels[picture->n_panels++];
    *panel = (ss_history_panel){.is_residual = estimate};
    snprintf(panel->name, sizeof panel->name, "%s", field->name);
    snprintf(panel->unit, sizeof panel->unit, "%s",
             estimate ? ss_estimator_at(field->from)->unit : field->unit);
}

/* The observable of that name, or with NULL the k-th that has one value a step; its row in the
 * table of the first curve that has it. */
static bool add_observable(ss_history_picture *picture, const char *name, size_t k)
{
    for (size_t c = 0; c < picture->n_curves; ++c) {
        const ss_csv *const csv = picture->curves[c].observables;
        for (size_t row = 0; row < csv->n_rows; ++row) {
            const char *const found = ss_csv_text(csv, row, "name");
            /* The rows of the first step name all of them. */
            if (name == NULL && row > 0 && strcmp(found, ss_csv_text(csv, 0, "name")) == 0)
                break;
            if (name != NULL ? strcmp(found, name) != 0 : strchr(found, '[') != NULL || k-- > 0)
                continue;
            ss_history_panel *const panel = &picture->panels[picture->n_panels++];
            *panel = (ss_history_panel){.is_observable = true};
            snprintf(panel->name, sizeof panel->name, "%s", found);
            snprintf(panel->unit, sizeof panel->unit, "%s", ss_csv_text(csv, row, "unit"));
            return true;
        }
    }
    return false;
}

/* The k-th name that --columns knows: of history.csv, then of the first curve's observables. */
static const char *column_at(const void *list, size_t k)
{
    const ss_history_picture *const picture = list;
    const ss_table *const table = ss_rows_find("history");
    for (size_t c = 0; c < table->n_fields; ++c)
        if (table->fields[c].kind != SS_FIELD_TEXT && k-- == 0)
            return table->fields[c].name;
    return picture->n_curves > 0 ? ss_csv_text(picture->curves[0].observables, k, "name") : NULL;
}

/* The panels that --columns names, or the usual ones and a few observables. */
static bool choose_panels(ss_history_picture *picture, const char *columns, ss_error *error)
{
    static const char *const usual[] = {"contacts", "sweeps", "kinetic_energy_j", "max_overlap_m"};
    enum { N_OBSERVED = 2, N_WITHOUT = 6 };
    ss_campaign_texts words = {.n = 0};
    bool ok = columns == NULL || ss_campaign_texts_split(&words, columns, error);
    bool kept = false; /* a store may have kept observables alone */
    for (size_t c = 0; c < picture->n_curves; ++c)
        kept = kept || picture->curves[c].history->n_rows > 0;
    picture->n_panels = 0;
    for (size_t k = 0; columns == NULL && kept && k < sizeof usual / sizeof *usual; ++k)
        add_field(picture, ss_rows_number(ss_rows_find("history"), usual[k]));
    for (size_t k = 0; columns == NULL && k < (kept ? N_OBSERVED : N_WITHOUT); ++k)
        add_observable(picture, NULL, k);
    if (ok && words.n > SS_HISTORY_PANELS)
        ok = ss_error_set(error, SS_ERROR_USAGE, "--columns: at most %d, a panel each",
                          (int)SS_HISTORY_PANELS);
    for (size_t k = 0; ok && k < words.n; ++k) {
        const ss_field *const field = ss_rows_number(ss_rows_find("history"), words.at[k]);
        if (field != NULL && !kept)
            ok = ss_error_set(error, SS_ERROR_DATA,
                              "--columns: '%s' is of history.csv, and no history was kept; %s",
                              words.at[k], ss_figure_kind_history.record);
        else if (field != NULL)
            add_field(picture, field);
        else if (!add_observable(picture, words.at[k], 0))
            ok = ss_name_unknown(words.at[k], "--columns: no column or observable is called",
                                 column_at, picture,
                                 "they are those of history.csv and observables.csv", error);
    }
    ss_campaign_texts_free(&words);
    return ok;
}

/* ---- figures ---- */

/* Draw the curves at hand; `run` is the first of them, NULL: the folder has no summary. */
static bool draw(ss_plot *p, ss_history_picture *picture, const ss_summary_row *run, size_t number,
                 ss_error *error)
{
    char name[SS_LABEL_FILE], title[500], problem[300], parameters[300], place[24] = "";
    const bool lone = picture->n_curves == 1;
    if (ss_plot_is_enough(p))
        picture->n_curves = 0;
    if (picture->n_curves == 0)
        return true;
    ss_plot_describe(problem, parameters, sizeof problem, run);
    if (number > 1)
        snprintf(place, sizeof place, "-%zu", number);
    if (p->stored)
        ss_label_file(name, "history-%s-%zu-%.8s%s", run->problem, run->instance, run->run, place);
    else
        ss_label_file(name, "history%s%s%s", lone ? "-" : "", lone ? picture->curves[0].solver : "",
                      place);
    snprintf(title, sizeof title, "History of %.150s%s%s",
             lone ? picture->curves[0].label : problem, lone && problem[0] != '\0' ? " on " : "",
             lone ? problem : "");
    const ss_figure figure = ss_plot_figure(p, name, title, parameters);
    if (!choose_panels(picture, p->request->columns, error) ||
        !ss_history_draw(picture, &figure, error))
        return false;
    ss_plot_drawn(p, &figure);
    picture->n_curves = 0;
    return true;
}

/* "ebp", "nlgs-batched[local=ebp], warm": what tells a run from the others of its problem. */
static void add_curve(ss_history_picture *picture, const char *solver, const ss_summary_row *run,
                      const ss_label_keys *keys, tables *t)
{
    ss_history_curve *const curve = &picture->curves[picture->n_curves++];
    *curve = (ss_history_curve){
        .solver = solver, .history = &t->history, .observables = &t->observables};
    const ss_guess guess =
        run != NULL && keys->warm_start ? ss_guess_of_cell(run->warm_start) : SS_GUESS_COLD;
    const bool follows = run != NULL && keys->follows && run->follows[0] != '\0';
    char *const label = run != NULL ? ss_label_contender(run->solver, run->outer) : NULL;
    snprintf(curve->label, sizeof curve->label, "%s%s%s%s%s", label != NULL ? label : solver,
             guess != SS_GUESS_COLD ? ", " : "",
             guess != SS_GUESS_COLD ? ss_guess_words[guess] : "", follows ? ", following " : "",
             follows ? run->follows : "");
    free(label);
}

/* The runs of one problem: of a store, in the order of the file, each with tables of its own; or
 * one, that of a folder of `run`, whose tables have all solvers. */
static bool draw_together(ss_plot *p, const ss_grid_row *runs, size_t n, ss_error *error)
{
    ss_history_picture picture = {.n_curves = 0};
    /* Each has a curve at hand; the last may be of a run that is looked through. */
    tables read[SS_HISTORY_CURVES + 1];
    ss_label_keys keys = {.instance = false};
    const ss_summary_row *first = NULL;
    size_t number = 1, n_read = 0;
    bool ok = true;
    for (size_t k = 1; k < n; ++k)
        ss_label_note(&keys, &runs[k].record->row, &runs[0].record->row);
    for (size_t k = 0; ok && k < n; ++k) {
        const ss_summary_row *const run = runs[k].record != NULL ? &runs[k].record->row : NULL;
        const char *before = "";
        bool borrowed = false;
        ok = read_tables(&read[n_read++], p, run, error);
        for (size_t row = 0; ok && row < main_table(&read[n_read - 1])->n_rows; ++row) {
            const char *const solver = ss_csv_text(main_table(&read[n_read - 1]), row, "solver");
            const ss_summary_row *const own = p->stored ? run : ss_summary_of(&p->summary, solver);
            if (strcmp(solver, before) == 0 || !(p->stored || ss_plot_wants(p, solver, own)))
                continue;
            before = solver;
            if (picture.n_curves == SS_HISTORY_CURVES) {
                ok = draw(p, &picture, first, number++, error);
                for (size_t old = 0; old + 1 < n_read; ++old)
                    free_tables(&read[old]);
                read[0] = read[n_read - 1];
                n_read = 1;
            }
            first = picture.n_curves == 0 ? run : first;
            if (ok)
                add_curve(&picture, solver, own, &keys, &read[n_read - 1]);
            borrowed = true;
        }
        if (!borrowed)
            free_tables(&read[--n_read]);
    }
    ok = ok && draw(p, &picture, first, number, error);
    while (n_read > 0)
        free_tables(&read[--n_read]);
    return ok;
}

/* A figure a problem and instance: its runs, whatever solver, stop and start. */
static bool draw_store(ss_plot *p, ss_error *error)
{
    const ss_question_rule asked = {SS_ASKED_PROBLEM | SS_ASKED_PARAMETERS | SS_ASKED_INSTANCE, "",
                                    ""};
    const ss_grid_rule rule = {asked, asked};
    ss_grid grid = {.n = 0};
    bool ok = true;
    for (size_t k = 0; ok && k < p->summary.n; ++k) {
        const ss_record *const record = &p->summary.records[k];
        if (ss_plot_wants(p, record->row.solver, &record->row))
            ok = ss_grid_add(&grid, record, 0, error);
    }
    ok = ok && ss_grid_arrange(&grid, &rule, error);
    for (size_t q = 0; ok && q < grid.n_questions; ++q)
        ok = draw_together(p, grid.questions[q].rows, grid.questions[q].n, error);
    ss_grid_free(&grid);
    return ok;
}

static bool draw_all(ss_plot *p, ss_error *error)
{
    const ss_grid_row folder = {.record = p->summary.n > 0 ? &p->summary.records[0] : NULL};
    return (p->stored ? draw_store(p, error) : draw_together(p, &folder, 1, error)) &&
           (p->n_drawn > 0 || ss_plot_lacks(p, p->request->folder, error));
}

const ss_figure_kind ss_figure_kind_history = {
    .name = "history",
    .doc = "contacts, sweeps, energies, overlap and observables against the time, all solvers in a "
           "figure (--columns), from history.csv and observables.csv",
    .title = "History",
    .lack = "history",
    .record = "a campaign keeps it with keep: [history, observables]",
    .table = "history",
    .draw_all = draw_all,
};
