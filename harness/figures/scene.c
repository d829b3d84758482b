/* The figure of a scene: panels that show the bodies at a moment, their velocities, and the
 * impulses between them. The .dat has five blocks a panel: round bodies, outlines, walls, arrows,
 * lines of force; each is drawn in the order of its lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene_bodies.h"
#include "harness/figures/scene_forces.h"

#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARROWS = 24, FEWEST_ARROWS = 6 }; /* squares of arrows along the longer side */

static const double slow = 0.04; /* of the fastest: no arrow */

const ss_scene_panel ss_scene_start_and_end[2] = {{.title = "start", .fill = SS_SCENE_DEPTH},
                                                  {.title = "end", .step = SS_SCENE_LAST}};

/* A figure being made. Ranges are over all panels. */
typedef struct scene {
    const ss_scene_picture *picture;
    ss_drawn_moment moments[SS_SCENE_PANELS];
    ss_drawn_forces forces[SS_SCENE_PANELS];
    double low[3], high[3]; /* x, y and z of the bodies, m; x and z of the walls too */
    double fastest;         /* m/s */
    double size;            /* median radius of the bodies, m */
    double cell;            /* side of the square that has one arrow, m */
    bool has_walls;         /* in the table */
} scene;

static const ss_drawn_body **end_of(const ss_drawn_moment *m)
{
    return m->back + m->n;
}

/* ---- ranges ---- */

static void include(scene *s, size_t axis, double value)
{
    s->low[axis] = fmin(s->low[axis], value);
    s->high[axis] = fmax(s->high[axis], value);
}

/* A wall may be endless: what lies along an axis counts across it, what is inclined as it is. */
static void include_wall(scene *s, const ss_drawn_body *b)
{
    for (size_t k = 0; k + 1 < b->outline.n; ++k) {
        for (double side = b->mirrored ? -1.0 : 1.0; side <= 1.0; side += 2.0) {
            double p[2], q[2];
            ss_drawn_point(p, b, k, side);
            ss_drawn_point(q, b, k + 1, side);
            const bool upright = p[0] == q[0], level = p[1] == q[1];
            const bool piece = !upright && !level && !b->endless;
            if (upright || piece)
                include(s, 0, p[0]);
            if (level || piece)
                include(s, 2, p[1]);
        }
    }
}

static void include_body(scene *s, const ss_drawn_body *b)
{
    if (b->kind == SS_DRAWN_WALL) {
        s->has_walls = true;
        include_wall(s, b);
        return;
    }
    include(s, 1, b->at[1]);
    s->fastest = fmax(s->fastest, b->speed); /* passes NAN over */
    for (size_t axis = 0; b->kind == SS_DRAWN_ROUND && axis < 3; axis += 2) {
        include(s, axis, b->at[axis] - b->radius);
        include(s, axis, b->at[axis] + b->radius);
    }
    for (size_t k = 0; b->kind == SS_DRAWN_SOLID && k < b->outline.n; ++k) {
        double p[2];
        ss_drawn_point(p, b, k, 1.0);
        include(s, 0, p[0]);
        include(s, 2, p[1]);
    }
}

/* Half the way from the middle to a corner counts as the radius of an outline. */
static double size_of(const ss_drawn_body *b)
{
    return b->kind == SS_DRAWN_ROUND ? b->radius
                                     : 0.5 * hypot(b->outline.point[0][0], b->outline.point[0][1]);
}

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static bool find_size(scene *s, const ss_drawn_moment *m, ss_error *error)
{
    double *const sizes = malloc((m->n + 1) * sizeof *sizes);
    size_t n = 0;
    if (sizes == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a figure");
    for (size_t k = 0; k < m->n; ++k)
        if (m->at[k].kind != SS_DRAWN_WALL)
            sizes[n++] = size_of(&m->at[k]);
    qsort(sizes, n, sizeof *sizes, ascending);
    s->size = n > 0 ? sizes[n / 2] : 0.0;
    free(sizes);
    return true;
}

static bool find_ranges(scene *s, ss_error *error)
{
    const ss_scene_picture *const picture = s->picture;
    for (size_t axis = 0; axis < 3; ++axis) {
        s->low[axis] = INFINITY;
        s->high[axis] = -INFINITY;
    }
    for (size_t p = 0; p < picture->n_panels; ++p)
        for (size_t k = 0; k < s->moments[p].n; ++k)
            include_body(s, &s->moments[p].at[k]);
    if (!(s->low[1] <= s->high[1]))
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no body but walls",
                            picture->bodies_csv);
    if (!s->has_walls && !isnan(picture->box_width_m)) {
        include(s, 2, 0.0);
        include(s, 0, picture->box_width_m > 0.0 ? 0.0 : s->low[0]);
        include(s, 0, picture->box_width_m > 0.0 ? picture->box_width_m : s->low[0]);
    }
    if (!find_size(s, &s->moments[0], error))
        return false;
    const double extent = fmax(s->high[0] - s->low[0], s->high[2] - s->low[2]);
    s->cell = fmin(fmax(extent / MOST_ARROWS, 2.0 * s->size), extent / FEWEST_ARROWS);
    return true;
}

/* ---- the blocks ---- */

static void print_numbers(FILE *out, const double *numbers, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        ss_figure_print_number(out, numbers[k]);
    fputc('\n', out);
}

/* Begin a block; without a line gnuplot would not count it. */
static void begin(FILE *out, const char *meaning, size_t n)
{
    fprintf(out, "%s", meaning);
    if (n == 0)
        fputs("NaN NaN NaN NaN NaN NaN NaN\n", out);
}

/* The number behind the colour of a body: nearness from 0, the farthest, to 1; speed, m/s; none. */
static double value_of(const scene *s, ss_scene_fill fill, const ss_drawn_body *b)
{
    if (fill == SS_SCENE_DEPTH)
        return s->high[1] > s->low[1] ? (s->high[1] - b->at[1]) / (s->high[1] - s->low[1]) : 0.5;
    return fill == SS_SCENE_SPEED && isfinite(b->speed) ? b->speed : 0.0;
}

static size_t count(const ss_drawn_moment *m, ss_drawn_kind kind)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n; ++k)
        n += m->at[k].kind == kind;
    return n;
}

static void print_bodies(FILE *out, const scene *s, size_t p)
{
    const ss_drawn_moment *const m = &s->moments[p];
    const ss_scene_fill fill = s->picture->panels[p].fill;
    begin(out, "# round, from back to front: x(m) z(m) radius(m) value\n",
          count(m, SS_DRAWN_ROUND));
    for (const ss_drawn_body **b = m->back; b < end_of(m); ++b)
        if ((*b)->kind == SS_DRAWN_ROUND)
            print_numbers(
                out, (double[]){(*b)->at[0], (*b)->at[2], (*b)->radius, value_of(s, fill, *b)}, 4);
    begin(out, "\n\n# outlines, from back to front: x(m) z(m) value\n", count(m, SS_DRAWN_SOLID));
    for (const ss_drawn_body **b = m->back; b < end_of(m); ++b) {
        for (size_t k = 0; (*b)->kind == SS_DRAWN_SOLID && k < (*b)->outline.n; ++k) {
            double at[3] = {0.0, 0.0, value_of(s, fill, *b)};
            ss_drawn_point(at, *b, k, 1.0);
            print_numbers(out, at, 3);
        }
        if ((*b)->kind == SS_DRAWN_SOLID)
            fputc('\n', out);
    }
}

/* Point k of a wall; of an open end, or a plane's, a second one far beyond it. */
static void print_wall_point(FILE *out, const scene *s, const ss_drawn_body *b, size_t k,
                             double side)
{
    const bool first = k == 0, last = k + 1 == b->outline.n;
    const bool open = b->endless || (b->open && b->outline.point[k][0] != 0.0);
    const double far = s->high[0] - s->low[0] + s->high[2] - s->low[2];
    double at[2], next[2];
    ss_drawn_point(at, b, k, side);
    ss_drawn_point(next, b, first ? k + 1 : k - 1, side);
    const double length = hypot(at[0] - next[0], at[1] - next[1]);
    const double beyond[2] = {at[0] + far * (at[0] - next[0]) / length,
                              at[1] + far * (at[1] - next[1]) / length};
    if (open && first)
        print_numbers(out, beyond, 2);
    print_numbers(out, at, 2);
    if (open && last)
        print_numbers(out, beyond, 2);
}

static void print_wall(FILE *out, const scene *s, const ss_drawn_body *b, double side)
{
    for (size_t k = 0; k < b->outline.n; ++k)
        print_wall_point(out, s, b, k, side);
    fputc('\n', out);
}

/* A box that is open at the top, or the floor alone. */
static void print_box(FILE *out, const scene *s)
{
    const double width = s->picture->box_width_m, top = s->high[2] + s->high[2] - s->low[2];
    const double far = s->high[0] - s->low[0];
    if (width > 0.0) {
        print_numbers(out, (double[]){0.0, top}, 2);
        print_numbers(out, (double[]){0.0, 0.0}, 2);
        print_numbers(out, (double[]){width, 0.0}, 2);
        print_numbers(out, (double[]){width, top}, 2);
    } else {
        print_numbers(out, (double[]){s->low[0] - far, 0.0}, 2);
        print_numbers(out, (double[]){s->high[0] + far, 0.0}, 2);
    }
}

static void print_walls(FILE *out, const scene *s, size_t p)
{
    const ss_drawn_moment *const m = &s->moments[p];
    const bool box = !s->has_walls && !isnan(s->picture->box_width_m);
    begin(out, "\n\n# walls: x(m) z(m)\n", s->has_walls || box);
    for (const ss_drawn_body **b = m->back; b < end_of(m); ++b) {
        if ((*b)->kind != SS_DRAWN_WALL)
            continue;
        print_wall(out, s, *b, 1.0);
        if ((*b)->mirrored)
            print_wall(out, s, *b, -1.0);
    }
    if (box)
        print_box(out, s);
}

/* One arrow a cell, of the body that is farthest in front there: they do not crowd. */
static bool print_arrows(FILE *out, const scene *s, size_t p, ss_error *error)
{
    const ss_drawn_moment *const m = &s->moments[p];
    const size_t nx = (size_t)((s->high[0] - s->low[0]) / s->cell) + 1;
    const size_t nz = (size_t)((s->high[2] - s->low[2]) / s->cell) + 1;
    const ss_drawn_body **const of = calloc(nx * nz, sizeof *of);
    size_t n = 0;
    if (of == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the arrows of a figure");
    for (const ss_drawn_body **b = m->back; b < end_of(m); ++b)
        if ((*b)->kind != SS_DRAWN_WALL && (*b)->speed > slow * s->fastest)
            of[(size_t)(((*b)->at[0] - s->low[0]) / s->cell) +
               nx * (size_t)(((*b)->at[2] - s->low[2]) / s->cell)] = *b;
    for (size_t k = 0; k < nx * nz; ++k)
        n += of[k] != NULL;
    begin(out, "\n\n# arrows: x(m) z(m) vx(m/s) vz(m/s)\n", n);
    for (size_t k = 0; k < nx * nz; ++k)
        if (of[k] != NULL)
            print_numbers(out, (double[]){of[k]->at[0], of[k]->at[2], of[k]->v[0], of[k]->v[1]}, 4);
    free((void *)of);
    return true;
}

static void print_forces(FILE *out, const ss_drawn_forces *forces, double largest)
{
    begin(out,
          "\n\n# lines of force, the weak first: x(m) z(m) dx(m) dz(m) impulse(N s) width(1: the "
          "largest) status(0: open, 1: sticking, 2: sliding)\n",
          forces->n);
    for (size_t k = 0; k < forces->n; ++k) {
        const ss_drawn_force *const f = &forces->at[k];
        print_numbers(out,
                      (double[]){f->from[0], f->from[1], f->to[0] - f->from[0],
                                 f->to[1] - f->from[1], f->impulse, f->impulse / largest,
                                 (double)f->status},
                      7);
    }
}

static double largest_impulse(const scene *s)
{
    double largest = 0.0;
    for (size_t p = 0; p < s->picture->n_panels; ++p)
        if (s->forces[p].n > 0)
            largest = fmax(largest, s->forces[p].at[s->forces[p].n - 1].impulse);
    return largest;
}

static bool print_data(FILE *out, const void *context, ss_error *error)
{
    const scene *const s = context;
    bool printed = true;
    fprintf(out, "# solver %s\n", s->picture->solver);
    for (size_t p = 0; printed && p < s->picture->n_panels; ++p) {
        fprintf(out, "%s# panel %zu: %s, step %zu\n", p > 0 ? "\n\n" : "", p + 1,
                s->picture->panels[p].title, s->moments[p].step);
        print_bodies(out, s, p);
        print_walls(out, s, p);
        printed = print_arrows(out, s, p, error);
        print_forces(out, &s->forces[p], largest_impulse(s));
    }
    return printed;
}

static void print_settings(FILE *out, const void *context)
{
    const scene *const s = context;
    const ss_scene_picture *const picture = s->picture;
    const size_t n = picture->n_panels;
    size_t of_status[3] = {0};
    fprintf(out, "n_panels = %zu\narray panel[%zu]\narray fill[%zu]\n", n, n, n);
    fprintf(out, "array arrows[%zu]\narray forces[%zu]\n", n, n);
    for (size_t p = 0; p < n; ++p) {
        char name[32];
        snprintf(name, sizeof name, "panel[%zu]", p + 1);
        ss_figure_print_text(out, name, picture->panels[p].title);
        fprintf(out, "fill[%zu] = %d\narrows[%zu] = %d\nforces[%zu] = %d\n", p + 1,
                (int)picture->panels[p].fill, p + 1, picture->panels[p].arrows, p + 1,
                picture->panels[p].forces);
        for (size_t k = 0; k < s->forces[p].n; ++k)
            ++of_status[s->forces[p].at[k].status];
    }
    fprintf(out, "x_low = %.9g\nx_high = %.9g\nz_low = %.9g\nz_high = %.9g # m\n", s->low[0],
            s->high[0], s->low[2], s->high[2]);
    fprintf(out, "fastest = %.9g # m/s\ncell = %.9g\nsize = %.9g # m\nlargest = %.9g # N s\n",
            s->fastest, s->cell, s->size, largest_impulse(s));
    fprintf(out, "array n_of[3] = [%zu, %zu, %zu]\n", of_status[0], of_status[1], of_status[2]);
}

/* ---- all of it ---- */

static bool read_panel(scene *s, size_t p, const ss_csv *bodies, const ss_outlines *shapes,
                       const ss_csv *forces, ss_error *error)
{
    const ss_scene_panel *const panel = &s->picture->panels[p];
    const char *const solver = s->picture->solver;
    return ss_drawn_moment_read(&s->moments[p], bodies, solver, panel->step, shapes, error) &&
           (!panel->forces ||
            ss_drawn_forces_read(&s->forces[p], forces, solver, &s->moments[p], error));
}

static bool read_all(scene *s, ss_csv *bodies, ss_outlines *shapes, ss_csv *forces, ss_error *error)
{
    const ss_scene_picture *const picture = s->picture;
    bool any = false;
    for (size_t p = 0; p < picture->n_panels; ++p)
        any = any || picture->panels[p].forces;
    bool ok = ss_csv_read(bodies, picture->bodies_csv, error) &&
              ss_record_require(bodies, "solver,moment,body,radius_m,x_m,y_m,z_m", error) &&
              ss_outlines_read(shapes, picture->shapes_csv, error) &&
              (!any || (ss_csv_read(forces, picture->forces_csv, error) &&
                        ss_record_require(forces, "solver,step,i,j,px_ns,py_ns,pz_ns", error)));
    for (size_t p = 0; ok && p < picture->n_panels; ++p)
        ok = read_panel(s, p, bodies, shapes, forces, error);
    return ok;
}

bool ss_figure_scene(const ss_figure *figure, const ss_scene_picture *picture, ss_error *error)
{
    scene s = {.picture = picture};
    ss_csv bodies = {.n_rows = 0}, forces = {.n_rows = 0};
    ss_outlines shapes = {.n = 0};
    const ss_figure_content content = {.script = "scenes.gp",
                                       .print_data = print_data,
                                       .print_settings = print_settings,
                                       .context = &s};
    const bool drawn = ss_figure_require_gnuplot(error) &&
                       read_all(&s, &bodies, &shapes, &forces, error) && find_ranges(&s, error) &&
                       ss_figure_draw(figure, &content, error);
    for (size_t p = 0; p < picture->n_panels; ++p) {
        ss_drawn_moment_free(&s.moments[p]);
        ss_drawn_forces_free(&s.forces[p]);
    }
    ss_outlines_free(&shapes);
    ss_csv_free(&bodies);
    ss_csv_free(&forces);
    return drawn;
}
