/* The figure of a growing surface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/surface/surface_files.h"

#include "harness/figures/data.h"
#include "harness/figures/kinds.h"
#include "harness/tables/csv.h"

#include <math.h>
#include <string.h>

/* The pile that is drawn, and its tables. */
typedef struct subject {
    ss_csv steps, nodes;
    ss_surface_mesh mesh;
    const char *solver;
    size_t step;  /* the surface's */
    size_t first; /* row of its first node */
    ss_pile_params params;
    size_t n_sections; /* kept steps up to then */
    double time;       /* of the surface, s */
    double reach;      /* m: the square of this half width is drawn, the pile is in it */
} subject;

enum { EXACT_POINTS = 240 }; /* of half a section */

/* Is row k of the nodes the solver's? */
static bool is_solvers(const subject *s, size_t k)
{
    return strcmp(ss_csv_text(&s->nodes, k, "solver"), s->solver) == 0;
}

/* Step of row k of the nodes. */
static size_t step_of(const subject *s, size_t k)
{
    double step = 0.0;
    ss_error ignored = {.code = SS_ERROR_NONE};
    return ss_csv_real(&s->nodes, k, "step", &step, &ignored) ? (size_t)step : 0;
}

/* The step to draw, how many were kept up to it, and that their nodes are all there. */
static bool find_step(subject *s, ss_error *error)
{
    const size_t wanted = s->step;
    char there[200] = "";
    size_t used = 0;
    s->step = 0;
    for (size_t k = 0; k + s->mesh.n_nodes <= s->nodes.n_rows; k += s->mesh.n_nodes) {
        if (!is_solvers(s, k) || !is_solvers(s, k + s->mesh.n_nodes - 1))
            continue;
        const size_t step = step_of(s, k);
        if (used < sizeof there - 20)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%zu",
                                     used > 0 ? ", " : "", step);
        if (step > wanted)
            continue;
        ++s->n_sections;
        s->step = step;
        s->first = k;
        if (!ss_csv_real(&s->nodes, k, "time_s", &s->time, error))
            return false;
    }
    return (s->step > 0 && (wanted == SS_SCENE_LAST || s->step == wanted)) ||
           ss_error_set(error, SS_ERROR_DATA, "'%s' has no heights of %s after step %zu; kept: %s",
                        s->nodes.path, s->solver, wanted, used > 0 ? there : "none");
}

/* Height of row k of the nodes. */
static bool height_of(double *height, const subject *s, size_t k, ss_error *error)
{
    return ss_csv_real(&s->nodes, k, "height_m", height, error);
}

/* Half the width of a square that holds the pile of rows `first` and on with some margin. */
static bool find_reach(subject *s, size_t first, ss_error *error)
{
    double highest = 0.0, height = 0.0, foot = 0.0;
    for (size_t i = 0; i < s->mesh.n_nodes; ++i) {
        if (!height_of(&height, s, first + i, error))
            return false;
        highest = fmax(highest, height);
    }
    for (size_t i = 0; i < s->mesh.n_nodes; ++i)
        if (height_of(&height, s, first + i, error) && height > 1e-3 * highest)
            foot = fmax(foot, fmax(fabs(s->mesh.x[2 * i]), fabs(s->mesh.x[2 * i + 1])));
    const double square = 2.0 * s->mesh.half_width / (double)s->mesh.n;
    s->reach = fmin(square * ceil(1.2 * foot / square), s->mesh.half_width);
    return true;
}

/* Is all of triangle t within reach? */
static bool is_near(const subject *s, size_t t)
{
    for (size_t k = 3 * t; k < 3 * t + 3; ++k) {
        const double *const x = s->mesh.x + 2 * s->mesh.corner[k];
        if (fmax(fabs(x[0]), fabs(x[1])) > s->reach * (1.0 + 1e-9))
            return false;
    }
    return true;
}

/* The surface after the step whose nodes begin at row `first`: a triangle a paragraph. */
static bool print_surface(FILE *out, const subject *s, size_t first, ss_error *error)
{
    const ss_surface_mesh *const mesh = &s->mesh;
    fprintf(out, "# triangles: x(m) y(m) height(m)\n");
    for (size_t k = 0; k < 3 * mesh->n_triangles; ++k) {
        const size_t node = mesh->corner[k];
        double height = 0.0;
        if (!is_near(s, k / 3))
            continue;
        if (!height_of(&height, s, first + node, error))
            return false;
        if (k > 0 && k % 3 == 0)
            fputc('\n', out);
        ss_data_row_of(out, mesh->x[2 * node], mesh->x[2 * node + 1], height);
    }
    return true;
}

/* The section through the centre, y = 0, and the exact one. */
static bool print_section(FILE *out, const subject *s, size_t first, ss_error *error)
{
    const size_t side = s->mesh.n + 1, middle = side * (s->mesh.n / 2);
    const double half_width = s->params.half_width;
    double time = 0.0, height = 0.0;
    if (!ss_csv_real(&s->nodes, first, "time_s", &time, error))
        return false;
    fprintf(out, "\n\n# x(m) height(m) at y = 0, after %.9g s\n", time);
    for (size_t k = middle; k < middle + side; ++k) {
        if (!height_of(&height, s, first + k, error))
            return false;
        ss_data_row_of(out, s->mesh.x[2 * k], height);
    }
    fprintf(out, "\n\n# x(m) exact(m)\n");
    for (int k = -EXACT_POINTS; k <= EXACT_POINTS; ++k) {
        const double x = half_width * k / EXACT_POINTS;
        ss_data_row_of(out, x, ss_pile_exact(&s->params, x, 0.0, time));
    }
    return true;
}

static bool print_data(FILE *out, const subject *s, ss_error *error)
{
    bool printed = print_surface(out, s, s->first, error);
    for (size_t k = 0; printed && k + s->mesh.n_nodes <= s->nodes.n_rows; k += s->mesh.n_nodes)
        if (is_solvers(s, k) && step_of(s, k) <= s->step)
            printed = print_section(out, s, k, error);
    return printed;
}

/* The pile in a line: table, source, time steps. */
static void describe_pile(char *text, size_t size, const ss_pile_params *p)
{
    size_t used = (size_t)snprintf(text, size, "%zu x %zu squares, k = %g, ", p->n, p->n, p->slope);
    if (p->source == SS_PILE_DISC)
        used += (size_t)snprintf(text + used, size - used, "source on a disc of radius %g m",
                                 p->radius);
    else
        used += (size_t)snprintf(text + used, size - used, "source everywhere");
    snprintf(text + used, size - used, ", time steps of %g s", p->time / (double)p->steps);
}

bool ss_surface_draw(const ss_figure *figure, const char *folder, const char *solver, size_t step,
                     ss_error *error)
{
    char steps[SS_PATH_SIZE], nodes[SS_PATH_SIZE], note[200];
    ss_figure noted = *figure;
    subject s = {.solver = solver, .step = step};
    ss_figure_drawing d;
    bool drawn = ss_path_join(steps, sizeof steps, folder, "sandpile.csv", error) &&
                 ss_path_join(nodes, sizeof nodes, folder, "surface.csv", error) &&
                 ss_csv_read(&s.steps, steps, error) && ss_csv_read(&s.nodes, nodes, error) &&
                 ss_surface_params_read(&s.params, &s.steps, solver, error) &&
                 ss_pile_mesh(&s.mesh, &s.params, error) && find_step(&s, error) &&
                 find_reach(&s, s.first, error);
    if (drawn && figure->note == NULL) {
        describe_pile(note, sizeof note, &s.params);
        noted.note = note;
    }
    drawn = drawn && ss_figure_begin(&d, &noted, "surface.gp", error);
    if (drawn) {
        fprintf(d.gp, "reach = %.9g # m\ntime = %.9g # s\nn_sections = %zu\n", s.reach, s.time,
                s.n_sections);
        drawn = ss_figure_end(&d, print_data(d.dat, &s, error), error);
    }
    ss_csv_free(&s.steps);
    ss_csv_free(&s.nodes);
    ss_surface_mesh_free(&s.mesh);
    return drawn;
}

static bool draw(const ss_figure *figure, const ss_figure_subject *of, ss_error *error)
{
    return ss_surface_draw(figure, of->folder, of->solver, of->step, error);
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
