/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/vessel_periods.h"

#include "problems/scenes/vessel_walls.h"

#include <math.h>
#include <stdlib.h>

/* Turns at which a watch for landings begins, when the vessel is highest, and at which it ends and
 * flights begin. */
static const double highest_at = 0.5, rest_at = 0.25;

static const ss_vessel *vessel_of(const ss_scene *scene)
{
    const ss_vessel_params *const p = scene->own;
    return &p->vessel;
}

bool ss_vessel_periods_open(ss_scene *scene, ss_error *error)
{
    const size_t n = scene->bodies.n_moving;
    free(scene->kept);
    ss_vessel_kept *const kept = scene->kept = calloc(n + 1, sizeof *kept);
    for (size_t b = 0; kept != NULL && b < n; ++b)
        kept[b].landed = -INFINITY;
    return kept != NULL || ss_error_memory(error, "periods of %zu bodies", n);
}

/* The number of the period, counted from `turns` after the lowest point, that t is in; below 0: in
 * none. */
static double period_at(const ss_scene *scene, double t, double turns)
{
    const ss_vessel *const vessel = vessel_of(scene);
    return floor((t - vessel->start) * vessel->frequency - turns);
}

/* Does a period begin with the step whose middle is t? */
static bool begins(const ss_scene *scene, double t, double turns)
{
    const double period = period_at(scene, t, turns);
    return period >= 0.0 && period > period_at(scene, t - scene->params.h, turns);
}

bool ss_vessel_period_ends(const ss_scene *scene, double turns)
{
    const double next = scene->time + 0.5 * scene->params.h;
    return begins(scene, next, turns) && period_at(scene, next, turns) >= 1.0;
}

void ss_vessel_periods_keep(ss_scene *scene, double t)
{
    const ss_bodies *const bodies = &scene->bodies;
    const ss_vessel *const vessel = vessel_of(scene);
    const bool starts = begins(scene, t, 0.0), rests = begins(scene, t, rest_at);
    const bool watches = begins(scene, t, highest_at);
    const double lowest =
        vessel->start + (period_at(scene, t, highest_at) + 1.0) / vessel->frequency;
    const double floor_z = ss_vessel_floor(scene), half = 0.5 * scene->params.h;
    ss_vessel_kept *const kept = scene->kept;
    for (size_t b = 0; kept != NULL && b < bodies->n_moving; ++b) {
        const double *const x = bodies->x + 3 * b, *const v = bodies->v + 6 * b;
        const bool lies = x[2] - floor_z - bodies->radius[b] <= scene->params.margin;
        for (int k = 0; k < 3; ++k) {
            const double before = x[k] - half * v[k];
            kept[b].start[k] = starts ? before : kept[b].start[k];
            kept[b].rest[k] = rests ? before : kept[b].rest[k];
        }
        kept[b].top = rests ? kept[b].rest[2] : fmax(kept[b].top, x[2]);
        if (watches)
            kept[b].landed = lies ? -INFINITY : NAN;
        else if (lies && isnan(kept[b].landed))
            kept[b].landed = t - lowest;
    }
}

/* ---- landings and flights ---- */

typedef struct mean {
    double sum, n;
} mean;

static void add(mean *to, double value)
{
    to->sum += value;
    to->n += 1.0;
}

static void tell(ss_observed *out, const char *name, bool is_told, const mean *of)
{
    ss_observe(out, name, is_told && of->n > 0.0 ? of->sum / of->n : NAN);
}

static void fill_periods(ss_observed *out, const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const ss_vessel_kept *const kept = scene->kept;
    const bool ends = kept != NULL && ss_vessel_period_ends(scene, rest_at);
    mean landing[2] = {{0.0, 0.0}}, flight[2] = {{0.0, 0.0}};
    for (size_t b = 0; ends && b < scene->bodies.n_moving; ++b) {
        if (isfinite(kept[b].landed))
            add(&landing[ss_vessel_in_layer(scene, scene->bodies.x + 3 * b)], kept[b].landed);
        add(&flight[ss_vessel_in_layer(scene, kept[b].rest)], kept[b].top - kept[b].rest[2]);
    }
    tell(out, "layer_landing", ends, &landing[true]);
    tell(out, "core_landing", ends, &landing[false]);
    tell(out, "layer_flight", ends, &flight[true]);
    tell(out, "core_flight", ends, &flight[false]);
}

const ss_observable ss_observable_vessel_periods = {
    (const ss_observable_name[]){
        {"layer_landing", "s",
         "a quarter of a period after the vessel was lowest: mean time, from then, at which those "
         "bodies within 2.5 radius-max of a side wall first touched the floor that have done so "
         "since the vessel was highest, when they did not; else not a number"},
        {"core_landing", "s", "the same of all that is farther from the side walls"},
        {"layer_flight", "m",
         "in the same step: mean, over the bodies that a period before were within 2.5 radius-max "
         "of a side wall, of the largest rise of each since then; else not a number"},
        {"core_flight", "m", "the same of those that were farther from the side walls"},
        {.name = NULL}},
    fill_periods, false};

/* ---- corners and surface of a slot ---- */

/* Sums that fit a plane field to displacements: about the means of x and z. */
typedef struct field {
    double n, x, z, u, w;              /* sums of places and of displacements */
    double xx, xz, zz, xu, zu, xw, zw; /* and of products */
} field;

static void add_to_field(field *f, const double from[3], const double to[3])
{
    const double x = from[0], z = from[2], u = to[0] - x, w = to[2] - z;
    f->n += 1.0;
    f->x += x;
    f->z += z;
    f->u += u;
    f->w += w;
    f->xx += x * x;
    f->xz += x * z;
    f->zz += z * z;
    f->xu += x * u;
    f->zu += z * u;
    f->xw += x * w;
    f->zw += z * w;
}

/* Half the curl dw/dx - du/dz of the best fit, radians, turning x into z; NAN where the bodies do
 * not span a plane. */
static double turn_of(const field *f)
{
    const double n = f->n, xx = f->xx - f->x * f->x / n, zz = f->zz - f->z * f->z / n;
    const double xz = f->xz - f->x * f->z / n;
    const double xu = f->xu - f->x * f->u / n, zu = f->zu - f->z * f->u / n;
    const double xw = f->xw - f->x * f->w / n, zw = f->zw - f->z * f->w / n;
    const double det = xx * zz - xz * xz;
    const double dw_dx = (zz * xw - xz * zw) / det, du_dz = (xx * zu - xz * xu) / det;
    return n > 2.0 && det > 1e-9 * xx * zz ? 0.5 * (dw_dx - du_dz) : NAN;
}

/* Twice the mean height of the centres above the floor when the period began: the surface of a
 * level pack. */
static double level(const ss_scene *scene)
{
    const ss_vessel_kept *const kept = scene->kept;
    double sum = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        sum += kept[b].start[2] + vessel_of(scene)->amplitude;
    return 2.0 * sum / (double)scene->bodies.n_moving;
}

/* A corner is so wide and high, m; as wide is a column of the surface at least. */
static double corner_side(const ss_vessel_params *p, double share)
{
    return fmax(share * p->packing.width, 6.0 * p->packing.radius_max);
}

/* The turn of what began the period in a corner, down at its wall. */
static double corner_turn(const ss_scene *scene, bool right, bool upper)
{
    const ss_vessel_params *const p = scene->own;
    const ss_vessel_kept *const kept = scene->kept;
    const double side = corner_side(p, 0.2), top = level(scene);
    field f = {.n = 0.0};
    for (size_t b = 0; b < scene->bodies.n_moving; ++b) {
        const double x = kept[b].start[0], z = kept[b].start[2] + p->vessel.amplitude;
        if ((right ? p->packing.width - x : x) < side && (upper ? top - z : z) < side)
            add_to_field(&f, kept[b].start, scene->bodies.x + 3 * b);
    }
    return right ? -turn_of(&f) : turn_of(&f);
}

/* The highest top (m) of the bodies whose centre is from x = from to x = to; NAN: none is. */
static double highest(const ss_bodies *bodies, double from, double to)
{
    double top = NAN;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        if (from <= bodies->x[3 * b] && bodies->x[3 * b] < to)
            top = fmax(top, bodies->x[3 * b + 2] + bodies->radius[b]);
    return top;
}

static double heap(const ss_scene *scene)
{
    const ss_vessel_params *const p = scene->own;
    const double width = p->packing.width;
    const double quarter = fmax(1.0, floor(0.25 * width / corner_side(p, 0.0)));
    const double column = 0.25 * width / quarter; /* whole ones in a quarter of the width */
    mean middle = {0.0, 0.0}, sides = {0.0, 0.0};
    for (double k = 0.0; k < 4.0 * quarter; k += 1.0) {
        const double top = highest(&scene->bodies, k * column, (k + 1.0) * column);
        if (!isnan(top))
            add(k >= quarter && k < 3.0 * quarter ? &middle : &sides, top);
    }
    return middle.sum / middle.n - sides.sum / sides.n;
}

static void fill_surface(ss_observed *out, const ss_moment *m)
{
    const bool ends = m->scene->kept != NULL && ss_vessel_period_ends(m->scene, 0.0);
    mean turn = {0.0, 0.0}, square = turn, fourth = turn, at_floor = turn;
    for (int right = 0; ends && right < 2; ++right) {
        const double upper = corner_turn(m->scene, right, true);
        const double lower = corner_turn(m->scene, right, false);
        add(&turn, upper);
        add(&square, upper * upper);
        add(&fourth, upper * upper * upper * upper);
        add(&at_floor, lower * lower);
    }
    tell(out, "corner_turn", ends, &turn);
    tell(out, "corner_square", ends, &square);
    tell(out, "corner_fourth", ends, &fourth);
    tell(out, "floor_square", ends, &at_floor);
    ss_observe(out, "heap", ends ? heap(m->scene) : NAN);
}

const ss_observable ss_observable_vessel_surface = {
    (const ss_observable_name[]){
        {"corner_turn", "rad",
         "in the last step of a period: turn, in it, of what began it in an upper corner, a fifth "
         "of the width wide and high, down at the wall; mean of both; else not a number"},
        {"corner_square", "rad^2", "mean of the squares of both"},
        {"corner_fourth", "rad^4", "mean of their fourth powers"},
        {"floor_square", "rad^2", "corner_square of the corners at the floor"},
        {"heap", "m",
         "in the last step of a period: mean height of the surface in the middle half of the width "
         "less that in the quarters at the walls; else not a number"},
        {.name = NULL}},
    fill_surface, false};
