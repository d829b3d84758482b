/* The figure of a growing surface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include "harness/figures/data.h"
#include "harness/figures/kinds.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pile that is drawn, and its tables. */
typedef struct subject {
    ss_csv steps, nodes;
    const ss_surface_row *rows;    /* of the nodes, a surface after the other */
    const ss_surface_row *surface; /* that is drawn: the first of mesh.n_nodes */
    ss_surface_mesh mesh;
    const char *solver;
    ss_pile_params params;
    size_t n_sections; /* kept steps up to then */
    double reach; /* m: the square of this half width is drawn, with the pile and some margin */
} subject;

enum { EXACT_POINTS = 240 }; /* of half a section */

/* The next surface of the solver behind `before` (NULL: the first) whose nodes are all there; NULL
 * past the last. */
static const ss_surface_row *next_surface(const subject *s, const ss_surface_row *before)
{
    const size_t n = s->mesh.n_nodes;
    for (size_t k = before != NULL ? (size_t)(before - s->rows) + n : 0; k + n <= s->nodes.n_rows;
         k += n)
        if (strcmp(s->rows[k].solver, s->solver) == 0 &&
            strcmp(s->rows[k + n - 1].solver, s->solver) == 0)
            return &s->rows[k];
    return NULL;
}

/* The surface after the step, how many were kept up to it, and the square that holds it. */
static bool find_surface(subject *s, size_t wanted, ss_error *error)
{
    char there[200] = "";
    size_t used = 0;
    double highest = 0.0, foot = 0.0;
    for (const ss_surface_row *at = NULL; (at = next_surface(s, at)) != NULL;) {
        if (used < sizeof there - 20)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%zu",
                                     used > 0 ? ", " : "", at->step);
        if (at->step <= wanted) {
            ++s->n_sections;
            s->surface = at;
        }
    }
    if (s->surface == NULL || (wanted != SS_SCENE_LAST && s->surface->step != wanted))
        return ss_error_set(error, SS_ERROR_DATA,
                            "'%s' has no heights of %s after step %zu; kept: %s", s->nodes.path,
                            s->solver, wanted, used > 0 ? there : "none");
    for (size_t i = 0; i < s->mesh.n_nodes; ++i)
        highest = fmax(highest, s->surface[i].height_m);
    for (size_t i = 0; i < s->mesh.n_nodes; ++i)
        if (s->surface[i].height_m > 1e-3 * highest)
            foot = fmax(foot, fmax(fabs(s->mesh.x[2 * i]), fabs(s->mesh.x[2 * i + 1])));
    const double square = 2.0 * s->mesh.half_width / (double)s->mesh.n;
    s->reach = fmin(square * ceil(1.2 * foot / square), s->mesh.half_width);
    return true;
}

/* The surface, a triangle a paragraph: those that are within reach. */
static void print_surface(FILE *out, const subject *s)
{
    const ss_surface_mesh *const mesh = &s->mesh;
    fprintf(out, "# triangles: x(m) y(m) height(m)\n");
    for (size_t t = 0; t < mesh->n_triangles; ++t) {
        const size_t *const corner = mesh->corner + 3 * t;
        double farthest = 0.0;
        for (size_t c = 0; c < 3; ++c) {
            const double *const x = mesh->x + 2 * corner[c];
            farthest = fmax(farthest, fmax(fabs(x[0]), fabs(x[1])));
        }
        if (farthest > s->reach * (1.0 + 1e-9))
            continue;
        fputs(t > 0 ? "\n" : "", out);
        for (size_t c = 0; c < 3; ++c)
            ss_data_row_of(out, mesh->x[2 * corner[c]], mesh->x[2 * corner[c] + 1],
                           s->surface[corner[c]].height_m);
    }
}

/* The section of a surface through the centre, y = 0, and the exact one. */
static void print_section(FILE *out, const subject *s, const ss_surface_row *surface)
{
    const size_t side = s->mesh.n + 1, middle = side * (s->mesh.n / 2);
    fprintf(out, "\n\n# x(m) height(m) at y = 0, after %.9g s\n", surface->time_s);
    for (size_t k = middle; k < middle + side; ++k)
        ss_data_row_of(out, s->mesh.x[2 * k], surface[k].height_m);
    fprintf(out, "\n\n# x(m) exact(m)\n");
    for (int k = -EXACT_POINTS; k <= EXACT_POINTS; ++k) {
        const double x = s->params.half_width * k / EXACT_POINTS;
        ss_data_row_of(out, x, ss_pile_exact(&s->params, x, 0.0, surface->time_s));
    }
}

/* Draw it; a figure without a note gets one that describes the pile: table, source, time steps. */
static bool draw_subject(const subject *s, const ss_figure *figure, ss_error *error)
{
    const ss_pile_params *const p = &s->params;
    char note[200], source[80] = "everywhere";
    ss_figure noted = *figure;
    ss_figure_drawing d;
    if (p->source == SS_PILE_DISC)
        snprintf(source, sizeof source, "on a disc of radius %g m", p->radius);
    snprintf(note, sizeof note, "%zu x %zu squares, k = %g, source %s, time steps of %g s", p->n,
             p->n, p->slope, source, p->time / (double)p->steps);
    noted.note = figure->note != NULL ? figure->note : note;
    if (!ss_figure_begin(&d, &noted, "surface.gp", error))
        return false;
    print_surface(d.dat, s);
    for (const ss_surface_row *at = NULL; (at = next_surface(s, at)) != NULL;)
        if (at->step <= s->surface->step)
            print_section(d.dat, s, at);
    fprintf(d.gp, "reach = %.9g # m\ntime = %.9g # s\nn_sections = %zu\n", s->reach,
            s->surface->time_s, s->n_sections);
    return ss_figure_end(&d, true, error);
}

static bool draw(const ss_figure *figure, const ss_figure_subject *of, ss_error *error)
{
    char steps[SS_PATH_SIZE], nodes[SS_PATH_SIZE];
    subject s = {.solver = of->solver};
    ss_surface_row *rows = NULL;
    bool drawn = ss_path_join(steps, sizeof steps, of->folder, "sandpile.csv", error) &&
                 ss_path_join(nodes, sizeof nodes, of->folder, "surface.csv", error) &&
                 ss_csv_read(&s.steps, steps, error) &&
                 (rows = ss_record_read_file(ss_rows_find("surface"), &s.nodes, nodes, sizeof *rows,
                                             error)) != NULL &&
                 ss_surface_params_read(&s.params, &s.steps, of->solver, error) &&
                 ss_pile_mesh(&s.mesh, &s.params, error);
    s.rows = rows;
    drawn = drawn && find_surface(&s, of->step, error) && draw_subject(&s, figure, error);
    free(rows);
    ss_csv_free(&s.steps);
    ss_csv_free(&s.nodes);
    ss_surface_mesh_free(&s.mesh);
    return drawn;
}

const ss_figure_kind ss_figure_kind_surface = {
    .name = "surface",
    .doc = "a growing pile and its section beside the exact one, from surface.csv",
    .title = "Growing pile, solution",
    .lack = "heights",
    .record = "made by 'stickslip grow'",
    .table = "surface",
    .draw = draw,
};
