/* The geometry of touches: every pair against brute force, its symmetries, and known cases.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/detect.h"
#include "tests/support/hulls.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

/* By their numbers. */
static const ss_shape_kind *const kinds[] = {
#define SS_SHAPE(id) &ss_shape_##id,
#include "problems/bodies/shapes.def"
#undef SS_SHAPE
};

enum { N_PLACEMENTS = 2000, N_POLYGONS = 10000 };
static const double far = 1e3; /* a margin that misses nothing */

/* A convex polygon: points on an ellipse, at random angles. */
static ss_polygon random_polygon(gsl_rng *rng)
{
    ss_polygon p = {.n = 3 + gsl_rng_uniform_int(rng, 6)};
    const double a = test_log_uniform(rng, 0.3, 3.0), b = test_log_uniform(rng, 0.3, 3.0);
    for (size_t k = 0; k < p.n; ++k) {
        const double angle = 2.0 * M_PI * ((double)k + test_uniform(rng, 0.1, 0.9)) / (double)p.n;
        p.vertex[k][0] = a * cos(angle);
        p.vertex[k][1] = b * sin(angle);
    }
    ss_polygon_centre(&p);
    return p;
}

static void set_random(ss_bodies *bodies, size_t b, enum ss_shape_number number, gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_ball ball = {test_log_uniform(rng, 0.1, 1.0)};
    const ss_polygon polygon = random_polygon(rng);
    const ss_revolved silo = {.n = 4,
                              .profile = {{0.9, -3.0},
                                          {1.2, -2.0},
                                          {test_uniform(rng, 2.0, 4.0), 0.0},
                                          {test_uniform(rng, 3.0, 5.0), 4.0}}};
    ss_plane plane = {.offset = test_uniform(rng, -1.0, 1.0)};
    ss_cylinder cup = {.radius = 4.0, .low = -3.0, .high = 3.5};
    const double angle = test_uniform(rng, 0.0, 2.0 * M_PI);
    plane.normal[0] = cos(angle); /* polygons need it in their plane */
    plane.normal[2] = sin(angle);
    test_direction(rng, cup.axis);
    ss_meshed meshed = {b, polygon.n, 10.0, {{0.0}}}; /* a polygon, too */
    memcpy(meshed.node, polygon.vertex, sizeof polygon.vertex);
    const ss_hull hull = test_hull_random(rng);
    const void *const records[SS_N_SHAPE_KINDS] = {
        [SS_SHAPE_ball] = &ball,     [SS_SHAPE_disc] = &ball,     [SS_SHAPE_plane] = &plane,
        [SS_SHAPE_cylinder] = &cup,  [SS_SHAPE_revolved] = &silo, [SS_SHAPE_polygon] = &polygon,
        [SS_SHAPE_meshed] = &meshed, [SS_SHAPE_hull] = &hull};
    cr_assert(ss_bodies_set_shape(bodies, b, kinds[number], records[number], &error), "%s",
              error.text);
}

/* Turn body b about y by an angle, about the origin. */
static void turn_about_y(ss_bodies *bodies, size_t b, double angle)
{
    double *const x = bodies->x + 3 * b, *const q = bodies->orientation + 4 * b;
    const double c = cos(angle), s = sin(angle), at[2] = {x[0], x[2]};
    const double h = 0.5 * angle, w = q[0], y = q[2];
    x[0] = c * at[0] + s * at[1];
    x[2] = -s * at[0] + c * at[1];
    q[0] = cos(h) * w - sin(h) * y;
    q[2] = cos(h) * y + sin(h) * w;
}

static bool is_flat(const ss_shape_kind *kind)
{
    return kind == &ss_shape_polygon || kind == &ss_shape_meshed;
}

/* Two random bodies of these shapes, near each other; polygons, and what meets them, in y = 0. */
static void place_pair(ss_bodies *bodies, enum ss_shape_number a, enum ss_shape_number b,
                       gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const bool flat = is_flat(kinds[a]) || is_flat(kinds[b]);
    cr_assert(ss_bodies_create(bodies, 2, 0, &error));
    set_random(bodies, 0, a, rng);
    set_random(bodies, 1, b, rng);
    for (size_t body = 0; body < 2; ++body) {
        for (size_t k = 0; k < 3; ++k)
            bodies->x[3 * body + k] = flat && k == 1 ? 0.0 : test_uniform(rng, -2.0, 2.0);
        if (flat)
            turn_about_y(bodies, body, test_uniform(rng, -M_PI, M_PI));
    }
}

static void polygon_of(double vertex[SS_MAX_VERTICES][2], size_t *n, const ss_bodies *bodies,
                       size_t b)
{
    const void *const record = ss_bodies_record(bodies, b);
    const bool meshed = ss_bodies_shape(bodies, b)->kind == &ss_shape_meshed;
    const double(*const p)[2] =
        meshed ? ((const ss_meshed *)record)->node : ((const ss_polygon *)record)->vertex;
    double R[9];
    ss_turn_matrix(R, bodies->orientation + 4 * b);
    *n = meshed ? ((const ss_meshed *)record)->n : ((const ss_polygon *)record)->n;
    for (size_t k = 0; k < *n; ++k) {
        const double at[3] = {p[k][0], 0.0, p[k][1]};
        double turned[3];
        ss_mul3(turned, R, at);
        vertex[k][0] = bodies->x[3 * b] + turned[0];
        vertex[k][1] = bodies->x[3 * b + 2] + turned[2];
    }
}

/* Distance of p from the segment ab. */
static double from_segment(const double a[2], const double b[2], const double p[2])
{
    const double d[2] = {b[0] - a[0], b[1] - a[1]}, e[2] = {p[0] - a[0], p[1] - a[1]};
    const double t = (d[0] * e[0] + d[1] * e[1]) / (d[0] * d[0] + d[1] * d[1]);
    const double s = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(e[0] - s * d[0], e[1] - s * d[1]);
}

static bool inside(const double (*vertex)[2], size_t n, const double p[2])
{
    bool in = true;
    for (size_t k = 0; k < n; ++k) {
        const double *const a = vertex[k], *const b = vertex[(k + 1) % n];
        in = in && (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0.0;
    }
    return in;
}

/* Distance of p from the surface of body b; negative inside a body or behind a plane. */
static double distance(const ss_bodies *bodies, size_t b, const double p[3])
{
    const ss_shape *const shape = ss_bodies_shape(bodies, b);
    const void *const record = ss_bodies_record(bodies, b);
    double at[3], vertex[SS_MAX_VERTICES][2], least = INFINITY;
    size_t n = 0;
    ss_sub3(at, p, bodies->x + 3 * b);
    if (shape->geometry == SS_SHAPE_hull) {
        const test_hull hull = test_hull_of(bodies, b);
        return test_hull_from(&hull, p);
    }
    switch (shape->geometry) {
    case SS_SHAPE_ball:
        return ss_norm(at) - bodies->radius[b];
    case SS_SHAPE_plane:
        return ss_dot(((const ss_plane *)record)->normal, at) - ((const ss_plane *)record)->offset;
    case SS_SHAPE_cylinder: {
        const ss_cylinder *const c = record;
        const double along = ss_dot(c->axis, at);
        const double rho = sqrt(ss_dot(at, at) - along * along);
        return fmin(fmin(c->radius - rho, along - c->low), c->high - along);
    }
    case SS_SHAPE_revolved: {
        const ss_revolved *const r = record;
        const double meridian[2] = {hypot(at[0], at[1]), at[2]};
        for (size_t k = 0; k + 1 < r->n; ++k)
            least = fmin(least, from_segment(r->profile[k], r->profile[k + 1], meridian));
        return least;
    }
    default: {
        const double flat[2] = {p[0], p[2]};
        polygon_of(vertex, &n, bodies, b);
        for (size_t k = 0; k < n; ++k)
            least = fmin(least, from_segment(vertex[k], vertex[(k + 1) % n], flat));
        return inside((const double(*)[2])vertex, n, flat) ? -least : least;
    }
    }
}

/* The two points of a touch lie on the two surfaces, gap n apart. */
static void check_points(const ss_bodies *bodies, const ss_touch *t, const char *names)
{
    double on_a[3];
    ss_copy3(on_a, t->point);
    ss_axpy(on_a, t->gap, t->n);
    TEST_REQUIRE(fabs(ss_norm(t->n) - 1.0) < 1e-12, "%s: a normal of %g", names, ss_norm(t->n));
    /* a corner's foot may lie on the line of an edge, beyond its end, if the corners overlap */
    const double a = distance(bodies, 0, on_a), b = distance(bodies, 1, t->point);
    if (bodies->radius[1] == INFINITY && ss_bodies_shape(bodies, 1)->geometry != SS_SHAPE_revolved)
        TEST_REQUIRE(b >= -20.0 && fabs(a) < 1e-9, "%s: %g, %g from the surfaces", names, a, b);
    else if (ss_bodies_shape(bodies, 0)->geometry == SS_SHAPE_ball)
        TEST_REQUIRE(fabs(a) < 1e-9 && fabs(b) < 1e-9, "%s: %g, %g from the surfaces", names, a, b);
}

/* A ball, or a polygon's vertices, near anything: the least gap is what brute force finds. */
static void check_least(const ss_bodies *bodies, const ss_touch *touch, size_t n, const char *names)
{
    double least = INFINITY, brute = INFINITY, vertex[SS_MAX_VERTICES][2];
    for (size_t k = 0; k < n; ++k)
        least = fmin(least, touch[k].gap);
    if (ss_bodies_shape(bodies, 0)->geometry == SS_SHAPE_ball) {
        const double at = distance(bodies, 1, bodies->x);
        brute = at - bodies->radius[0];
    } else {
        const size_t of = ss_bodies_shape(bodies, 1)->kind == &ss_shape_meshed ? 2 : 1;
        const bool solid = ss_bodies_shape(bodies, 0)->geometry == SS_SHAPE_hull;
        const test_hull hull = solid ? test_hull_of(bodies, 0) : (test_hull){.n = 0};
        for (size_t k = 0; k < hull.n; ++k)
            brute = fmin(brute, distance(bodies, 1, hull.point[k]));
        for (size_t b = 0; b < of && !solid; ++b) { /* two meshes meet with the nodes of both */
            size_t n_vertices = 0;
            polygon_of(vertex, &n_vertices, bodies, b);
            for (size_t k = 0; k < n_vertices; ++k)
                brute = fmin(brute,
                             distance(bodies, 1 - b, (double[3]){vertex[k][0], 0.0, vertex[k][1]}));
        }
    }
    TEST_REQUIRE(fabs(least - brute) < 1e-9, "%s: least gap %.15g, by brute force %.15g", names,
                 least, brute);
}

/* The touches of b by a, and those of both moved and turned together, are the same. */
static void check_symmetry(ss_bodies *bodies, const ss_touch *touch, size_t n, const char *names,
                           gsl_rng *rng)
{
    ss_touch swapped[SS_MAX_TOUCH], moved[SS_MAX_TOUCH];
    const bool turns = is_flat(ss_bodies_shape(bodies, 1)->kind);
    const double angle = turns ? test_uniform(rng, -3.0, 3.0) : 0.0, by = test_uniform(rng, -3, 3);
    TEST_REQUIRE(ss_touch_find(swapped, bodies, 1, 0, far) == n, "%s: swapped", names);
    for (size_t b = 0; b < 2; ++b) {
        bodies->x[3 * b + 2] += by;
        turn_about_y(bodies, b, angle);
    }
    TEST_REQUIRE(ss_touch_find(moved, bodies, 0, 1, far) == n, "%s: moved", names);
    for (size_t k = 0; k < n; ++k) {
        const double n_x = cos(angle) * touch[k].n[0] + sin(angle) * touch[k].n[2];
        TEST_REQUIRE(fabs(moved[k].gap - touch[k].gap) < 1e-12 &&
                         moved[k].feature == touch[k].feature && fabs(moved[k].n[0] - n_x) < 1e-12,
                     "%s: moved", names);
        double best = INFINITY;
        for (size_t m = 0; m < n; ++m) {
            double sum[3];
            ss_copy3(sum, touch[k].n);
            ss_axpy(sum, 1.0, swapped[m].n);
            best = fmin(best, ss_norm(sum) + fabs(swapped[m].gap - touch[k].gap));
        }
        TEST_REQUIRE(best < 1e-12, "%s: swapped, off by %g", names, best);
    }
}

/* All polygons that overlap in an edge or a vertex touch with a negative gap; no others do. */
static void check_overlap(const ss_bodies *bodies, const ss_touch *touch, size_t n)
{
    double p[2][SS_MAX_VERTICES][2], least = INFINITY;
    size_t m[2];
    bool overlap = false;
    for (size_t k = 0; k < n; ++k)
        least = fmin(least, touch[k].gap);
    for (size_t b = 0; b < 2; ++b)
        polygon_of(p[b], &m[b], bodies, b);
    for (size_t i = 0; i < m[0]; ++i)
        for (size_t j = 0; j < m[1]; ++j) { /* edges that cross */
            const double *const a = p[0][i], *const b = p[0][(i + 1) % m[0]];
            const double *const c = p[1][j], *const d = p[1][(j + 1) % m[1]];
            const double ab[2] = {b[0] - a[0], b[1] - a[1]}, cd[2] = {d[0] - c[0], d[1] - c[1]};
            const double det = ab[0] * cd[1] - ab[1] * cd[0];
            const double s = ((c[0] - a[0]) * cd[1] - (c[1] - a[1]) * cd[0]) / det;
            const double t = ((c[0] - a[0]) * ab[1] - (c[1] - a[1]) * ab[0]) / det;
            overlap = overlap || (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0);
        }
    overlap = overlap || inside((const double(*)[2])p[1], m[1], p[0][0]) ||
              inside((const double(*)[2])p[0], m[0], p[1][0]);
    TEST_REQUIRE((least < 0.0) == overlap, "polygons %s, gap %g", overlap ? "overlap" : "are apart",
                 least);
}

/* Distance of p from the nearest vertex of the two polygons. */
static double from_vertex(const ss_bodies *bodies, const double p[3])
{
    double least = INFINITY, vertex[SS_MAX_VERTICES][2];
    size_t n = 0;
    for (size_t b = 0; b < 2; ++b) {
        polygon_of(vertex, &n, bodies, b);
        for (size_t k = 0; k < n; ++k)
            least = fmin(least, hypot(vertex[k][0] - p[0], vertex[k][1] - p[2]));
    }
    return least;
}

/* At most two touches, each of a vertex and an edge. */
static void check_vertices(const ss_bodies *bodies, const ss_touch *touch, size_t n)
{
    TEST_REQUIRE(n <= 2, "%zu touches", n);
    for (size_t k = 0; k < n; ++k) {
        double other[3];
        ss_copy3(other, touch[k].point);
        ss_axpy(other, touch[k].gap, touch[k].n);
        const double off = fmin(from_vertex(bodies, touch[k].point), from_vertex(bodies, other));
        TEST_REQUIRE(off < 1e-12, "a touch is %g from a vertex", off);
    }
}

/* The two polygons with x for -x. */
static void set_mirrored(ss_bodies *to, const ss_bodies *from)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_bodies_create(to, 2, 0, &error));
    for (size_t b = 0; b < 2; ++b) {
        const ss_polygon *const p = ss_bodies_record(from, b);
        ss_polygon image = {.n = p->n};
        for (size_t k = 0; k < p->n; ++k) {
            image.vertex[p->n - 1 - k][0] = -p->vertex[k][0];
            image.vertex[p->n - 1 - k][1] = p->vertex[k][1];
        }
        cr_assert(ss_bodies_set_shape(to, b, &ss_shape_polygon, &image, &error), "%s", error.text);
        to->x[3 * b] = -from->x[3 * b];
        to->x[3 * b + 2] = from->x[3 * b + 2];
        to->orientation[4 * b] = from->orientation[4 * b];
        to->orientation[4 * b + 2] = -from->orientation[4 * b + 2];
    }
}

/* Mirrored polygons have the mirrored touches. */
static void check_mirror(const ss_bodies *bodies, const ss_touch *touch, size_t n)
{
    ss_bodies image;
    ss_touch mirrored[SS_MAX_TOUCH];
    set_mirrored(&image, bodies);
    const size_t found = ss_touch_find(mirrored, &image, 0, 1, far);
    TEST_REQUIRE(found == n, "%zu touches, %zu in the mirror", n, found);
    for (size_t k = 0; k < n; ++k) {
        double best = INFINITY;
        for (size_t m = 0; m < n; ++m)
            best = fmin(best, fabs(mirrored[m].gap - touch[k].gap) +
                                  hypot(mirrored[m].n[0] + touch[k].n[0],
                                        mirrored[m].n[2] - touch[k].n[2]) +
                                  hypot(mirrored[m].point[0] + touch[k].point[0],
                                        mirrored[m].point[2] - touch[k].point[2]));
        TEST_REQUIRE(best < 1e-12, "in the mirror off by %g", best);
    }
    ss_bodies_free(&image);
}

static void check_pair(enum ss_shape_number a, enum ss_shape_number b)
{
    char names[64];
    gsl_rng *const rng = test_rng(100 * (unsigned long)a + (unsigned long)b);
    snprintf(names, sizeof names, "%s, %s", kinds[a]->name, kinds[b]->name);
    const bool polygons = a == SS_SHAPE_polygon && b == SS_SHAPE_polygon;
    for (int k = 0; k < (polygons ? N_POLYGONS : N_PLACEMENTS); ++k) {
        ss_touch touch[SS_MAX_TOUCH];
        ss_bodies bodies;
        place_pair(&bodies, a, b, rng);
        const size_t n = ss_touch_find(touch, &bodies, 0, 1, far);
        TEST_REQUIRE(n <= SS_MAX_TOUCH && (n > 0 || polygons), "%s: %zu touches", names, n);
        for (size_t i = 0; i < n; ++i) {
            check_points(&bodies, &touch[i], names);
            TEST_REQUIRE(i == 0 || touch[i].feature > touch[i - 1].feature, "%s: order", names);
        }
        if (polygons) {
            check_overlap(&bodies, touch, n);
            check_vertices(&bodies, touch, n);
            check_mirror(&bodies, touch, n);
        } else if (a != SS_SHAPE_hull || b != SS_SHAPE_hull) { /* those: test_hull_touch.c */
            check_least(&bodies, touch, n, names);
        }
        check_symmetry(&bodies, touch, n, names, rng);
        ss_bodies_free(&bodies);
    }
    gsl_rng_free(rng);
}

Test(touch, every_pair_against_brute_force)
{
#define SS_PAIR(a, b) check_pair(SS_SHAPE_##a, SS_SHAPE_##b);
#include "problems/detect/pairs.def"
#undef SS_PAIR
}

Test(touch, discs_are_balls)
{
    gsl_rng *const rng = test_rng(4);
    ss_bodies balls, discs;
    ss_touch of_balls[SS_MAX_TOUCH], of_discs[SS_MAX_TOUCH];
    place_pair(&balls, SS_SHAPE_ball, SS_SHAPE_ball, rng);
    gsl_rng_set(rng, 4);
    place_pair(&discs, SS_SHAPE_disc, SS_SHAPE_disc, rng);
    memcpy(discs.x, balls.x, 6 * sizeof *balls.x);
    memcpy(discs.radius, balls.radius, 2 * sizeof *balls.radius);
    cr_assert(ss_touch_find(of_balls, &balls, 0, 1, far) == 1 &&
              ss_touch_find(of_discs, &discs, 0, 1, far) == 1);
    cr_expect(memcmp(of_balls[0].n, of_discs[0].n, sizeof of_balls[0].n) == 0 &&
              of_balls[0].gap == of_discs[0].gap);
    ss_bodies_free(&balls);
    ss_bodies_free(&discs);
    gsl_rng_free(rng);
}
