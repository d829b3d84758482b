/* Sweeps against the phase of the motion, of states that `freeze` wrote: a panel for each scene, a
 * line for each solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/data.h"
#include "harness/figures/looks.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A solver, and how it did in all states: those that solve more stand first, then those that take
 * fewer sweeps. */
typedef struct curve {
    const ss_states_row *first; /* of its rows; borrowed */
    size_t n, n_solved;         /* states */
    double log_sweeps;          /* sum over the solved states */
} curve;

/* The rows that are drawn, cold, to the least tolerance, in states whose name is a number. */
typedef struct page {
    ss_states_row *rows; /* n; owned */
    curve *curves;       /* n_curves; owned */
    const char **scenes; /* n_scenes, ended by NULL; owned, the names are of rows */
    size_t n, n_curves, n_scenes;
} page;

static bool same_solver(const ss_states_row *a, const ss_states_row *b)
{
    return strcmp(a->solver, b->solver) == 0 && strcmp(a->outer, b->outer) == 0 &&
           strcmp(a->mean_form, b->mean_form) == 0;
}

static bool is_solved(const ss_states_row *row)
{
    return strcmp(row->outcome, "solved") == 0;
}

static int by_result(const void *left, const void *right)
{
    const curve *const a = left, *const b = right;
    if (a->n_solved != b->n_solved)
        return a->n_solved > b->n_solved ? -1 : 1;
    if (a->log_sweeps != b->log_sweeps)
        return a->log_sweeps < b->log_sweeps ? -1 : 1;
    return a->first < b->first ? -1 : 1;
}

/* Keep the rows that are drawn. */
static void choose(page *p, size_t n_rows)
{
    double least = INFINITY;
    for (size_t k = 0; k < n_rows; ++k)
        least = fmin(least, p->rows[k].tol);
    for (size_t k = 0; k < n_rows; ++k) {
        char *end = NULL; /* of the number that the name of the state is */
        strtod(p->rows[k].phase, &end);
        if (p->rows[k].tol == least && strcmp(p->rows[k].start, "cold") == 0 &&
            end != p->rows[k].phase && *end == '\0')
            p->rows[p->n++] = p->rows[k];
    }
}

/* The scenes in the order of the rows, the solvers in that of their results. */
static bool group(page *p, ss_error *error)
{
    p->curves = calloc(p->n + 1, sizeof *p->curves);
    p->scenes = calloc(p->n + 1, sizeof *p->scenes);
    if (p->curves == NULL || p->scenes == NULL)
        return ss_error_memory(error, "a figure");
    for (size_t k = 0; k < p->n; ++k) {
        const ss_states_row *const row = &p->rows[k];
        size_t scene = 0, c = 0;
        while (p->scenes[scene] != NULL && strcmp(p->scenes[scene], row->scene) != 0)
            ++scene;
        while (c < p->n_curves && !same_solver(p->curves[c].first, row))
            ++c;
        if (scene == p->n_scenes)
            p->scenes[p->n_scenes++] = row->scene;
        if (c == p->n_curves)
            p->curves[p->n_curves++].first = row;
        ++p->curves[c].n;
        if (is_solved(row)) {
            ++p->curves[c].n_solved;
            p->curves[c].log_sweeps += log(fmax(1.0, (double)row->sweeps));
        }
    }
    qsort(p->curves, p->n_curves, sizeof *p->curves, by_result);
    return true;
}

static void print(const ss_figure_drawing *d, const void *subject)
{
    const page *const p = subject;
    const size_t n_curves = p->n_curves < SS_LOOKS_MOST ? p->n_curves : SS_LOOKS_MOST;
    ss_figure_looks looks = {.n = 0};
    fputs("# One block per scene and solver: phase, sweeps of each solved state\n", d->dat);
    fprintf(d->gp, "n_panels = %zu\nn_curves = %zu\n", p->n_scenes, n_curves);
    ss_data_array(d->gp, "panel", p->n_scenes);
    ss_data_array(d->gp, "line", n_curves);
    for (size_t scene = 0; scene < p->n_scenes; ++scene) {
        ss_data_text_at(d->gp, "panel", scene, p->scenes[scene]);
        for (size_t c = 0; c < n_curves; ++c) {
            ss_data_gap(d->dat, 2);
            for (const ss_states_row *row = p->rows; row < p->rows + p->n; ++row)
                if (strcmp(row->scene, p->scenes[scene]) == 0 &&
                    same_solver(row, p->curves[c].first) && is_solved(row))
                    fprintf(d->dat, "%s %zu\n", row->phase, row->sweeps);
            ss_data_end(d->dat);
        }
    }
    for (size_t c = 0; c < n_curves; ++c) {
        const ss_states_row *const row = p->curves[c].first;
        char name[200], *const label = ss_label_contender(row->solver, row->outer);
        snprintf(name, sizeof name, "%s, %zu of %zu", label != NULL ? label : row->solver,
                 p->curves[c].n_solved, p->curves[c].n);
        ss_data_text_at(d->gp, "line", c, name);
        ss_figure_looks_add(&looks, label != NULL ? label : row->solver);
        free(label);
    }
    ss_figure_looks_fade(&looks, SS_LOOKS_COLOURED);
    ss_figure_looks_print(d->gp, &looks);
}

static bool draw(ss_plot *plot, const page *p, ss_error *error)
{
    char title[120], note[200];
    snprintf(title, sizeof title, "Sweeps to %s <= %g from r = 0, by the phase",
             strcmp(p->rows->stop, "e1") == 0 ? "E1" : p->rows->stop, p->rows->tol);
    snprintf(note, sizeof note, "most states solved first, then fewest sweeps%s",
             p->n_curves > SS_LOOKS_COLOURED ? "; grey: all after the sixth" : "");
    const ss_figure figure = ss_plot_figure(plot, "states", title, note);
    return ss_plot_draw(plot, &figure, &(ss_plot_script){"phases.gp", print, p}, error);
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv file = {.n_rows = 0};
    page p = {.rows = NULL};
    bool drawn = ss_path_join(path, sizeof path, plot->request->folder, "states.csv", error) &&
                 (access(path, F_OK) == 0 || ss_plot_lacks_table(plot, path, error)) &&
                 (p.rows = ss_record_read_file(ss_rows_find("states"), &file, path, sizeof *p.rows,
                                               error)) != NULL;
    if (drawn) {
        choose(&p, file.n_rows);
        drawn =
            p.n > 0 ? group(&p, error) && draw(plot, &p, error) : ss_plot_lacks(plot, path, error);
    }
    free(p.rows);
    free(p.curves);
    free(p.scenes);
    ss_csv_free(&file);
    return drawn;
}

const ss_figure_kind ss_figure_kind_states = {
    .name = "states",
    .doc = "sweeps of the runs from r = 0 to the least tolerance against the names of the states, "
           "where these are numbers, from states.csv",
    .title = "Sweeps by the phase",
    .lack = "cold run in a state whose name is a number",
    .record = "'stickslip collect DIR --states' writes it",
    .draw_all = draw_all};
