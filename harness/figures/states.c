/* Sweeps against the phase of the motion: a panel a scene, a line a solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "harness/tables/home.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows that are drawn: cold, to the least tolerance, in states whose name is a number. */
typedef struct page {
    ss_states_row *rows;
    size_t n;
} page;

static bool same_scene(const ss_states_row *a, const ss_states_row *b)
{
    return strcmp(a->scene, b->scene) == 0;
}

static bool same_solver(const ss_states_row *a, const ss_states_row *b)
{
    return strcmp(a->solver, b->solver) == 0 && strcmp(a->outer, b->outer) == 0 &&
           strcmp(a->mean_form, b->mean_form) == 0;
}

typedef bool kind(const ss_states_row *a, const ss_states_row *b);

/* The first row behind `after` (NULL: of all) that is the first of its kind. */
static const ss_states_row *next_kind(const page *p, const ss_states_row *after, kind *same)
{
    for (const ss_states_row *row = after != NULL ? after + 1 : p->rows; row < p->rows + p->n;
         ++row) {
        const ss_states_row *first = p->rows;
        while (!same(first, row))
            ++first;
        if (first == row)
            return row;
    }
    return NULL;
}

static size_t count_kinds(const page *p, kind *same)
{
    size_t n = 0;
    for (const ss_states_row *row = NULL; (row = next_kind(p, row, same)) != NULL;)
        ++n;
    return n;
}

static void print(const ss_figure_drawing *d, const page *p)
{
    const size_t n_scenes = count_kinds(p, same_scene), n_curves = count_kinds(p, same_solver);
    size_t panel = 0, line = 0;
    fputs("# One block per scene and solver: phase, sweeps of each solved state\n", d->dat);
    fprintf(d->gp, "n_panels = %zu\nn_curves = %zu\n", n_scenes, n_curves);
    ss_data_array(d->gp, "panel", n_scenes);
    ss_data_array(d->gp, "line", n_curves);
    for (const ss_states_row *scene = NULL; (scene = next_kind(p, scene, same_scene)) != NULL;) {
        ss_data_text_at(d->gp, "panel", panel++, scene->scene);
        for (const ss_states_row *curve = NULL;
             (curve = next_kind(p, curve, same_solver)) != NULL;) {
            ss_data_gap(d->dat, 2);
            for (const ss_states_row *row = p->rows; row < p->rows + p->n; ++row)
                if (same_scene(row, scene) && same_solver(row, curve) &&
                    strcmp(row->outcome, "solved") == 0)
                    fprintf(d->dat, "%s %zu\n", row->phase, row->sweeps);
            ss_data_end(d->dat);
        }
    }
    ss_figure_looks looks = {.n = 0};
    for (const ss_states_row *row = NULL; (row = next_kind(p, row, same_solver)) != NULL;) {
        char *const label = ss_label_contender(row->solver, row->outer);
        ss_data_text_at(d->gp, "line", line++, label != NULL ? label : row->solver);
        ss_figure_looks_add(&looks, label != NULL ? label : row->solver);
        free(label);
    }
    ss_figure_looks_print(d->gp, &looks);
}

bool ss_figure_states(const char *folder, bool *drawn, ss_error *error)
{
    char path[SS_PATH_SIZE], scripts[SS_PATH_SIZE], title[120];
    ss_csv file = {.n_rows = 0};
    page p = {.rows = NULL};
    double least = INFINITY;
    bool ok = ss_path_join(path, sizeof path, folder, "states.csv", error) &&
              ss_home_path(scripts, sizeof scripts, "plots", error) &&
              (p.rows = ss_record_read_file(ss_rows_find("states"), &file, path, sizeof *p.rows,
                                            error)) != NULL;
    for (size_t k = 0; ok && k < file.n_rows; ++k)
        least = fmin(least, p.rows[k].tol);
    for (size_t k = 0; ok && k < file.n_rows; ++k) {
        char *end = NULL; /* of the number that the name of the state is */
        strtod(p.rows[k].phase, &end);
        if (p.rows[k].tol == least && strcmp(p.rows[k].start, "cold") == 0 &&
            end != p.rows[k].phase && *end == '\0')
            p.rows[p.n++] = p.rows[k];
    }
    *drawn = p.n > 0;
    if (ok && *drawn) {
        snprintf(title, sizeof title, "Sweeps to %s %g from r = 0, by the phase", p.rows->stop,
                 p.rows->tol);
        const ss_figure figure = {
            .folder = folder, .name = "states", .title = title, .scripts = scripts};
        ss_figure_drawing d;
        ok = ss_figure_begin(&d, &figure, "phases.gp", error);
        if (ok) {
            print(&d, &p);
            ok = ss_figure_end(&d, true, error);
        }
    }
    free(p.rows);
    ss_csv_free(&file);
    return ok;
}
