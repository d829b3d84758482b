/* The figure of a scene: panels that show the bodies at a moment, their velocities, and the
 * impulses between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene.h"

#include "harness/figures/data.h"
#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARROWS = 24, FEWEST_ARROWS = 6 }; /* squares of arrows along the longer side */

const ss_scene_panel ss_scene_start_and_end[2] = {{.title = "start", .fill = SS_SCENE_DEPTH},
                                                  {.title = "end", .step = SS_SCENE_LAST}};

/* Speeds below this share of a fall from a body's height are rounding: all are at rest. */
static const double still = 1e-9, gravity = 9.81;

/* Bodies that are lower than this share of a radius show that the floor of a box has sunk. */
static const double sunk = 0.05;

typedef ss_drawn_scene scene;

/* ---- ranges ---- */

static void include_round(scene *s, const ss_drawn_body *b)
{
    for (double side = -1.0; side <= 1.0; side += 2.0) {
        ss_axis_include(&s->x, b->at[0] + side * b->radius);
        ss_axis_include(&s->z, b->at[2] + side * b->radius);
    }
}

/* A wall may be endless: what lies along an axis counts across it, what is inclined as it is. */
static void include_wall(scene *s, const ss_drawn_body *b)
{
    if (b->ring) {
        include_round(s, b);
        return;
    }
    for (size_t k = 0; k + 1 < b->outline.n; ++k) {
        for (double side = b->mirrored ? -1.0 : 1.0; side <= 1.0; side += 2.0) {
            double p[2], q[2];
            ss_drawn_point(p, b, k, side);
            ss_drawn_point(q, b, k + 1, side);
            const bool upright = p[0] == q[0], level = p[1] == q[1];
            const bool piece = !upright && !level && !b->endless;
            if (upright || piece)
                ss_axis_include(&s->x, p[0]);
            if (level || piece)
                ss_axis_include(&s->z, p[1]);
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
    ss_axis_include(&s->y, b->at[1]);
    s->fastest = fmax(s->fastest, b->speed); /* passes NAN over */
    if (b->kind == SS_DRAWN_ROUND)
        include_round(s, b);
    else { /* a centre may lie outside of its outline */
        ss_axis_include(&s->x, b->at[0]);
        ss_axis_include(&s->z, b->at[2]);
    }
    for (size_t k = 0; b->kind == SS_DRAWN_SOLID && k < b->outline.n; ++k) {
        double p[2];
        ss_drawn_point(p, b, k, 1.0);
        ss_axis_include(&s->x, p[0]);
        ss_axis_include(&s->z, p[1]);
    }
}

/* The median radius of the bodies; half the way from the middle to a corner counts as that of an
 * outline. */
static bool find_size(scene *s, const ss_drawn_moment *m, ss_error *error)
{
    double *const sizes = malloc((m->n + 1) * sizeof *sizes);
    size_t n = 0;
    if (sizes == NULL)
        return ss_error_memory(error, "a figure");
    for (const ss_drawn_body *b = m->at; b < m->at + m->n; ++b)
        if (b->kind != SS_DRAWN_WALL)
            sizes[n++] = b->kind == SS_DRAWN_ROUND
                             ? b->radius
                             : 0.5 * hypot(b->outline.point[0][0], b->outline.point[0][1]);
    ss_spread_of(sizes, n); /* in order */
    s->size = n > 0 ? sizes[n / 2] : 0.0;
    free(sizes);
    return true;
}

/* Radii that differ by less than this share are one, printed. */
static const double same_radius = 1e-9;

/* False when there is no room for one more. */
static bool add_class(scene *s, double radius)
{
    size_t k = s->n_classes;
    for (size_t c = 0; c < s->n_classes; ++c)
        if (fabs(s->class_radius[c] - radius) <= same_radius * radius)
            return true;
    if (s->n_classes == SS_DRAWN_CLASSES)
        return false;
    for (; k > 0 && s->class_radius[k - 1] > radius; --k)
        s->class_radius[k] = s->class_radius[k - 1];
    s->class_radius[k] = radius;
    ++s->n_classes;
    return true;
}

/* The radii of the round bodies, where they are few and most bodies share one. */
static void find_classes(scene *s, const ss_drawn_moment *m)
{
    size_t n_round = 0;
    bool few = true;
    for (const ss_drawn_body *b = m->at; few && b < m->at + m->n; ++b)
        if (b->kind == SS_DRAWN_ROUND) {
            ++n_round;
            few = add_class(s, b->radius);
        }
    if (!few || s->n_classes < 2 || 2 * s->n_classes > n_round)
        s->n_classes = 0;
}

/* What holds the bodies of all panels, and how fast they are. */
static void include_bodies(scene *s)
{
    s->x = s->y = s->z = SS_AXIS_EMPTY;
    for (size_t p = 0; p < s->picture->n_panels; ++p)
        for (size_t k = 0; s->same[p] == p && k < s->moments[p].n; ++k)
            include_body(s, &s->moments[p].at[k]);
}

static bool find_ranges(scene *s, ss_error *error)
{
    const ss_scene_picture *const picture = s->picture;
    include_bodies(s);
    if (picture->shared != NULL) {
        s->x = picture->shared->x;
        s->y = picture->shared->y;
        s->z = picture->shared->z;
        s->fastest = picture->shared->fastest;
    }
    if (!(s->y.low <= s->y.high))
        return ss_error_set(error, SS_ERROR_DATA, "%s has no body but walls", picture->bodies_csv);
    if (!find_size(s, &s->moments[0], error))
        return false;
    find_classes(s, &s->moments[0]);
    s->has_box = !s->has_walls && !isnan(picture->box_width_m);
    s->has_floor = s->z.low > -sunk * s->size;
    if (s->has_box) {
        ss_axis_include(&s->z, s->has_floor ? 0.0 : s->z.low);
        ss_axis_include(&s->x, picture->box_width_m > 0.0 ? 0.0 : s->x.low);
        ss_axis_include(&s->x, picture->box_width_m > 0.0 ? picture->box_width_m : s->x.low);
    }
    if (s->fastest < still * sqrt(2.0 * gravity * s->size))
        s->fastest = 0.0;
    const double extent = fmax(s->x.high - s->x.low, s->z.high - s->z.low);
    if (!(extent > 0.0 && isfinite(extent)))
        return ss_error_set(error, SS_ERROR_DATA, "%s: the bodies have no extent to draw",
                            picture->bodies_csv);
    s->cell = fmin(fmax(extent / MOST_ARROWS, 2.0 * s->size), extent / FEWEST_ARROWS);
    return true;
}

static void print_settings(FILE *out, const scene *s)
{
    static const char *const arrays[] = {"panel", "fill", "arrows", "forces", "residuals"};
    const ss_scene_picture *const picture = s->picture;
    const size_t n = picture->n_panels;
    size_t of_status[3] = {0};
    ss_data_count(out, "n_panels", n);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        ss_data_array(out, arrays[k], n);
    for (size_t p = 0; p < n; ++p) {
        const ss_drawn_forces *const f = &s->forces[p];
        char title[200];
        snprintf(title, sizeof title, "%s", picture->panels[p].title);
        if (f->n < f->n_all)
            snprintf(title, sizeof title, "%zu largest of %zu forces", f->n, f->n_all);
        ss_data_text_at(out, "panel", p, title);
        ss_data_number_at(out, "fill", p, picture->panels[p].fill);
        ss_data_number_at(out, "arrows", p, picture->panels[p].arrows);
        ss_data_number_at(out, "forces", p, picture->panels[p].forces);
        ss_data_number_at(out, "residuals", p, picture->panels[p].residuals);
        for (size_t k = 0; k < f->n; ++k)
            ++of_status[f->at[k].status];
    }
    fprintf(out, "x_low = %.9g\nx_high = %.9g\nz_low = %.9g\nz_high = %.9g # m\n", s->x.low,
            s->x.high, s->z.low, s->z.high);
    fprintf(
        out,
        "fastest = %.9g # m/s\ncell = %.9g\nsize = %.9g # m\nlargest = %.9g # N s\nstep_s = %.9g\n",
        s->fastest, s->cell, s->size, ss_drawn_scene_largest(s), picture->step_s);
    ss_data_number(out, "residual", ss_drawn_scene_residual(s));
    ss_data_count(out, "n_classes", s->n_classes);
    if (s->n_classes > 0)
        ss_data_array(out, "class_radius", s->n_classes);
    for (size_t k = 0; k < s->n_classes; ++k)
        ss_data_number_at(out, "class_radius", k, s->class_radius[k]); /* m */
    if (picture->shared != NULL)                                       /* a key that stays */
        memcpy(of_status, picture->shared->of_status, sizeof of_status);
    fprintf(out, "array n_of[3] = [%zu, %zu, %zu]\n", of_status[0], of_status[1], of_status[2]);
}

/* ---- all of it ---- */

/* The bodies and forces of the panels; one moment is read once. */
static bool read_panels(scene *s, const ss_outlines *shapes, ss_error *error)
{
    const ss_scene_picture *const picture = s->picture;
    const ss_scene_panel *const panels = picture->panels;
    bool ok = true;
    for (size_t p = 0; ok && p < picture->n_panels; ++p) {
        for (s->same[p] = 0; panels[s->same[p]].step != panels[p].step;)
            ++s->same[p];
        ok = (s->same[p] < p ||
              ss_drawn_moment_read(&s->moments[p], picture->bodies_csv, picture->solver,
                                   panels[p].step, shapes, error)) &&
             (!(panels[p].forces || panels[p].residuals) ||
              ss_drawn_forces_read(&s->forces[p], picture->forces_csv, picture->solver,
                                   ss_drawn_scene_moment(s, p), error));
    }
    return ok;
}

static void free_panels(scene *s)
{
    for (size_t p = 0; p < s->picture->n_panels; ++p) {
        ss_drawn_moment_free(&s->moments[p]);
        ss_drawn_forces_free(&s->forces[p]);
        ss_drawn_crowd_free(&s->crowds[p]);
    }
}

static void include_axis(ss_axis *axis, const ss_axis *other)
{
    ss_axis_include(axis, other->low);
    ss_axis_include(axis, other->high);
}

bool ss_figure_scene_widen(ss_scene_ranges *ranges, const ss_scene_picture *picture,
                           ss_error *error)
{
    scene s = {.picture = picture};
    ss_outlines shapes = {.n = 0};
    const bool read =
        ss_outlines_read(&shapes, picture->shapes_csv, error) && read_panels(&s, &shapes, error);
    if (read) {
        include_bodies(&s);
        include_axis(&ranges->x, &s.x);
        include_axis(&ranges->y, &s.y);
        include_axis(&ranges->z, &s.z);
        ranges->fastest = fmax(ranges->fastest, s.fastest);
        ranges->largest = fmax(ranges->largest, ss_drawn_scene_largest(&s));
        ranges->residual = fmax(ranges->residual, ss_drawn_scene_residual(&s));
        for (size_t p = 0; p < picture->n_panels; ++p)
            for (size_t k = 0; k < s.forces[p].n; ++k)
                ++ranges->of_status[s.forces[p].at[k].status];
    }
    free_panels(&s);
    ss_outlines_free(&shapes);
    return read;
}

bool ss_figure_scene(const ss_figure *figure, const ss_scene_picture *picture, ss_error *error)
{
    scene s = {.picture = picture};
    ss_outlines shapes = {.n = 0};
    ss_figure_drawing d;
    bool drawn = ss_figure_require_gnuplot(error) &&
                 ss_outlines_read(&shapes, picture->shapes_csv, error) &&
                 read_panels(&s, &shapes, error) && find_ranges(&s, error);
    for (size_t p = 0; drawn && p < picture->n_panels; ++p)
        if (s.same[p] == p && ss_drawn_is_crowd(&s.moments[p]))
            drawn = ss_drawn_crowd_look(&s.crowds[p], &s.moments[p], &s.x, &s.z, error);
    drawn = drawn && ss_figure_begin(&d, figure, "scenes.gp", error);
    if (drawn) {
        print_settings(d.gp, &s);
        drawn = ss_figure_end(&d, ss_drawn_scene_print(d.dat, &s, error), error);
    }
    free_panels(&s);
    ss_outlines_free(&shapes);
    return drawn;
}
