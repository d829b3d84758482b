/* The .dat of a scene has five blocks a panel: round bodies, outlines, walls, arrows, lines of
 * force; and behind those of all panels two more each, of a crowd polygons of its bodies and what
 * is seen of their rims: gnuplot reads the file up to a block as often as it draws from it. Each is
 * drawn in the order of its lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene.h"

#include "harness/figures/data.h"

#include <math.h>
#include <stdlib.h>

static const double slow = 0.04; /* of the fastest: no arrow */

static const double least_rim = 2.0; /* radius in points: smaller bodies would be all rim */

static const double within_class = 0.98; /* of the values of a class */

typedef ss_drawn_scene scene;

const ss_drawn_moment *ss_drawn_scene_moment(const scene *s, size_t p)
{
    return &s->moments[s->same[p]];
}

/* Begin a block; without a line gnuplot would not count it. */
static void begin(FILE *out, const char *meaning, size_t n)
{
    fprintf(out, "%s", meaning);
    if (n == 0)
        ss_data_gap(out, 7);
}

/* The number behind the colour of a body: nearness from 0, the farthest, to 1; speed, m/s; none.
 * Where sizes have colours, it goes from the number of the class up to less than that of the next.
 */
static double value_of(const scene *s, ss_scene_fill fill, const ss_drawn_body *b)
{
    const double depth = s->y.high - s->y.low;
    double value = fill == SS_SCENE_SPEED && isfinite(b->speed) ? b->speed : 0.0;
    if (fill == SS_SCENE_DEPTH)
        value = depth > 0.0 ? (s->y.high - b->at[1]) / depth : 0.5;
    if (fill == SS_SCENE_SPEED || s->n_classes == 0)
        return value;
    size_t class = 0;
    while (class + 1 < s->n_classes &&
           b->radius > 0.5 * (s->class_radius[class] + s->class_radius[class + 1]))
        ++class;
    return (double)class + within_class * value;
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
    const ss_drawn_moment *const m = ss_drawn_scene_moment(s, p);
    const ss_scene_fill fill = s->picture->panels[p].fill;
    const bool crowd = s->crowds[s->same[p]].n_round > 0;
    begin(out, "# round, from back to front: x(m) z(m) radius(m) value\n",
          crowd ? 0 : count(m, SS_DRAWN_ROUND));
    for (size_t i = 0; !crowd && i < m->n; ++i) {
        const ss_drawn_body *const b = m->back[i];
        if (b->kind == SS_DRAWN_ROUND)
            ss_data_row_of(out, b->at[0], b->at[2], b->radius, value_of(s, fill, b));
    }
    begin(out, "\n\n# outlines, from back to front: x(m) z(m) value\n", count(m, SS_DRAWN_SOLID));
    for (size_t i = 0; i < m->n; ++i) {
        const ss_drawn_body *const b = m->back[i];
        for (size_t k = 0; b->kind == SS_DRAWN_SOLID && k < b->outline.n; ++k) {
            double at[3] = {0.0, 0.0, value_of(s, fill, b)};
            if (b->face != NULL && k > 0 && b->face[k] != b->face[k - 1])
                fputc('\n', out);
            ss_drawn_point(at, b, k, 1.0);
            ss_data_row(out, at, 3);
        }
        if (b->kind == SS_DRAWN_SOLID)
            fputc('\n', out);
    }
}

/* The points of a wall; of an open end, or a plane's, one more far beyond it. */
static void print_wall(FILE *out, const scene *s, const ss_drawn_body *b, double side)
{
    const double far = s->x.high - s->x.low + s->z.high - s->z.low;
    for (size_t k = 0; k < b->outline.n; ++k) {
        const bool first = k == 0, last = k + 1 == b->outline.n;
        const bool open = b->endless || (b->open && b->outline.point[k][0] != 0.0);
        double at[2], next[2];
        ss_drawn_point(at, b, k, side);
        ss_drawn_point(next, b, first ? k + 1 : k - 1, side);
        const double length = hypot(at[0] - next[0], at[1] - next[1]);
        const double beyond[2] = {at[0] + far * (at[0] - next[0]) / length,
                                  at[1] + far * (at[1] - next[1]) / length};
        if (open && first)
            ss_data_row(out, beyond, 2);
        ss_data_row(out, at, 2);
        if (open && last)
            ss_data_row(out, beyond, 2);
    }
    fputc('\n', out);
}

/* A box that is open at the top, or the floor alone; a floor that has moved nobody knows. */
static void print_box(FILE *out, const scene *s)
{
    const double width = s->picture->box_width_m, height = s->z.high - s->z.low;
    const double top = s->z.high + height, far = s->x.high - s->x.low;
    const double bottom = s->has_floor ? 0.0 : s->z.low - height;
    if (width > 0.0) {
        ss_data_row_of(out, 0.0, top);
        ss_data_row_of(out, 0.0, bottom);
        if (!s->has_floor)
            fputc('\n', out);
        ss_data_row_of(out, width, bottom);
        ss_data_row_of(out, width, top);
    } else if (s->has_floor) {
        ss_data_row_of(out, s->x.low - far, 0.0);
        ss_data_row_of(out, s->x.high + far, 0.0);
    }
}

static void print_walls(FILE *out, const scene *s, size_t p)
{
    enum { CORNERS = 96 };
    const ss_drawn_moment *const m = ss_drawn_scene_moment(s, p);
    begin(out, "\n\n# walls: x(m) z(m)\n",
          s->has_walls || (s->has_box && (s->has_floor || s->picture->box_width_m > 0.0)));
    for (size_t i = 0; i < m->n; ++i) {
        const ss_drawn_body *const b = m->back[i];
        if (b->kind != SS_DRAWN_WALL || b->outline.n < 2)
            continue;
        if (!b->ring)
            print_wall(out, s, b, 1.0);
        if (b->mirrored && !b->ring)
            print_wall(out, s, b, -1.0);
        for (size_t k = 0; b->ring && k <= CORNERS; ++k) { /* it is seen along its axis */
            const double angle = 2.0 * M_PI * (double)k / CORNERS;
            ss_data_row_of(out, b->at[0] + b->radius * cos(angle),
                           b->at[2] + b->radius * sin(angle));
        }
        fputs(b->ring ? "\n" : "", out);
    }
    if (s->has_box)
        print_box(out, s);
}

/* One arrow a cell, of the body that is farthest in front there: they do not crowd. */
static bool print_arrows(FILE *out, const scene *s, size_t p, ss_error *error)
{
    const ss_drawn_moment *const m = ss_drawn_scene_moment(s, p);
    const size_t nx = (size_t)((s->x.high - s->x.low) / s->cell) + 1;
    const size_t nz = (size_t)((s->z.high - s->z.low) / s->cell) + 1;
    const ss_drawn_body **const of = calloc(nx * nz, sizeof *of);
    size_t n = 0;
    if (of == NULL)
        return ss_error_memory(error, "the arrows of a figure");
    for (size_t i = 0; i < m->n; ++i) {
        const ss_drawn_body *const b = m->back[i];
        if (b->kind != SS_DRAWN_WALL && s->fastest > 0.0 && b->speed > slow * s->fastest)
            of[(size_t)((b->at[0] - s->x.low) / s->cell) +
               nx * (size_t)((b->at[2] - s->z.low) / s->cell)] = b;
    }
    for (size_t k = 0; k < nx * nz; ++k)
        n += of[k] != NULL;
    begin(out, "\n\n# arrows: x(m) z(m) vx(m/s) vz(m/s)\n", n);
    for (size_t k = 0; k < nx * nz; ++k)
        if (of[k] != NULL)
            ss_data_row_of(out, of[k]->at[0], of[k]->at[2], of[k]->v[0], of[k]->v[1]);
    free((void *)of);
    return true;
}

static void print_forces(FILE *out, const ss_drawn_forces *forces, double largest)
{
    begin(
        out,
        "\n\n# lines of force, the weak first: x(m) z(m) dx(m) dz(m) impulse(N s) width(1: the "
        "largest) status(0: open, 1: sticking, 2: sliding) contact point: x(m) z(m), part of E1\n",
        forces->n);
    for (size_t k = 0; k < forces->n; ++k) {
        const ss_drawn_force *const f = &forces->at[k];
        ss_data_row(out,
                    (double[]){f->from[0], f->from[1], f->to[0] - f->from[0], f->to[1] - f->from[1],
                               f->impulse, f->impulse / largest, (double)f->status, f->at[0],
                               f->at[1], f->residual},
                    10);
    }
}

/* The visible rim of body k of a crowd: a line for each piece. */
static void print_rim(FILE *out, const ss_drawn_crowd *crowd, size_t k)
{
    bool is_seen[SS_DRAWN_RIM];
    size_t first = 0, n = 0;
    ss_drawn_crowd_rim(is_seen, crowd, k);
    while (first < SS_DRAWN_RIM && is_seen[first]) /* begin behind what is hidden */
        ++first;
    for (size_t j = 0; j <= SS_DRAWN_RIM; ++j) {
        const size_t at = (first + j) % SS_DRAWN_RIM;
        if (is_seen[at]) {
            double point[2];
            ss_drawn_rim_point(point, crowd->seen[k], at, 1.0);
            ss_data_row(out, point, 2);
            ++n;
        } else if (n > 0) {
            fputc('\n', out);
            n = 0;
        }
    }
    if (n > 0)
        fputc('\n', out);
}

static void print_crowd(FILE *out, const scene *s, size_t p)
{
    const ss_drawn_crowd *const crowd = &s->crowds[s->same[p]];
    const ss_scene_fill fill = s->picture->panels[p].fill;
    /* points on paper of a metre in the view, about: the panel's longer side has 480 */
    const double points = 480.0 / fmax(s->x.high - s->x.low, s->z.high - s->z.low);
    fprintf(out, "\n\n# of a crowd %zu of %zu round bodies are seen", crowd->n_seen,
            crowd->n_round);
    begin(out, ", from back to front: x(m) z(m) value\n", crowd->n_seen);
    for (size_t k = 0; k < crowd->n_seen; ++k) {
        const ss_drawn_body *const b = crowd->seen[k];
        double corner[SS_DRAWN_FACETS][2];
        const size_t n = ss_drawn_facet(corner, b, points * b->radius);
        for (size_t c = 0; c < n; ++c) /* filled to the first corner again */
            ss_data_row_of(out, corner[c][0], corner[c][1], value_of(s, fill, b));
        fputc('\n', out);
    }
    begin(out, "\n\n# what is seen of their rims: x(m) z(m)\n", 0);
    for (size_t k = 0; k < crowd->n_seen; ++k)
        if (points * crowd->seen[k]->radius >= least_rim)
            print_rim(out, crowd, k);
}

double ss_drawn_scene_largest(const scene *s)
{
    double largest = s->picture->shared != NULL ? s->picture->shared->largest : 0.0;
    for (size_t p = 0; p < s->picture->n_panels; ++p)
        if (s->forces[p].n > 0)
            largest = fmax(largest, s->forces[p].at[s->forces[p].n - 1].impulse);
    return largest;
}

double ss_drawn_scene_residual(const scene *s)
{
    double largest = s->picture->shared != NULL ? s->picture->shared->residual : 0.0;
    for (size_t p = 0; p < s->picture->n_panels; ++p)
        for (size_t k = 0; k < s->forces[p].n; ++k)
            largest = fmax(largest, s->forces[p].at[k].residual); /* passes NAN over */
    return largest;
}

bool ss_drawn_scene_print(FILE *out, const scene *s, ss_error *error)
{
    bool printed = true;
    fprintf(out, "# solver %s\n", s->picture->solver);
    for (size_t p = 0; printed && p < s->picture->n_panels; ++p) {
        fprintf(out, "%s# panel %zu: %s, step %zu\n", p > 0 ? "\n\n" : "", p + 1,
                s->picture->panels[p].title, ss_drawn_scene_moment(s, p)->step);
        print_bodies(out, s, p);
        print_walls(out, s, p);
        printed = print_arrows(out, s, p, error);
        print_forces(out, &s->forces[p], ss_drawn_scene_largest(s));
    }
    for (size_t p = 0; printed && p < s->picture->n_panels; ++p)
        print_crowd(out, s, p);
    return printed;
}
