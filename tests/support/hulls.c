/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/hulls.h"

#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

ss_hull test_hull_random(gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    double point[12][3], axes[3], centre[3], turn[4];
    const size_t n = 4 + gsl_rng_uniform_int(rng, 9);
    ss_hull hull;
    for (size_t k = 0; k < 3; ++k)
        axes[k] = test_log_uniform(rng, 0.3, 3.0);
    for (size_t p = 0; p < n; ++p) {
        test_direction(rng, point[p]);
        for (size_t k = 0; k < 3; ++k)
            point[p][k] *= axes[k];
    }
    cr_assert(ss_hull_of_points(&hull, centre, turn, (const double(*)[3])point, n, &error), "%s",
              error.text);
    return hull;
}

test_hull test_hull_of(const ss_bodies *bodies, size_t b)
{
    const ss_shape *const shape = ss_bodies_shape(bodies, b);
    double vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3], R[9];
    test_hull out = {.n = shape->kind->solid(vertex, normal, shape->record)->n_vertices};
    ss_turn_matrix(R, bodies->orientation + 4 * b);
    for (size_t v = 0; v < out.n; ++v) {
        ss_mul3(out.point[v], R, vertex[v]);
        ss_axpy(out.point[v], 1.0, bodies->x + 3 * b);
    }
    return out;
}

/* The gap between them by a plane across n, of either sense. */
static double apart_along(const double n[3], const test_hull *a, const test_hull *b)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    const test_hull *const of[2] = {a, b};
    const double length = ss_norm(n);
    if (!(length > 1e-9))
        return -INFINITY;
    for (size_t s = 0; s < 2; ++s)
        for (size_t v = 0; v < of[s]->n; ++v) {
            const double at = ss_dot(n, of[s]->point[v]) / length;
            low[s] = fmin(low[s], at);
            high[s] = fmax(high[s], at);
        }
    return fmax(low[0] - high[1], low[1] - high[0]);
}

static void side(double d[3], const test_hull *s, size_t i, size_t j)
{
    ss_sub3(d, s->point[j], s->point[i]);
    const double length = ss_norm(d);
    for (size_t k = 0; k < 3; ++k)
        d[k] /= length;
}

/* Planes through three vertices of s. */
static double by_faces(const test_hull *s, const test_hull *a, const test_hull *b)
{
    double most = -INFINITY;
    for (size_t i = 0; i < s->n; ++i)
        for (size_t j = i + 1; j < s->n; ++j)
            for (size_t k = j + 1; k < s->n; ++k) {
                double u[3], v[3], n[3];
                side(u, s, i, j);
                side(v, s, i, k);
                ss_cross(n, u, v);
                most = fmax(most, apart_along(n, a, b));
            }
    return most;
}

double test_hulls_apart(const test_hull *a, const test_hull *b)
{
    double most = fmax(by_faces(a, a, b), by_faces(b, a, b));
    for (size_t i = 0; i < a->n; ++i)
        for (size_t j = i + 1; j < a->n; ++j)
            for (size_t k = 0; k < b->n; ++k)
                for (size_t l = k + 1; l < b->n; ++l) {
                    double u[3], v[3], n[3];
                    side(u, a, i, j);
                    side(v, b, k, l);
                    ss_cross(n, u, v);
                    most = fmax(most, apart_along(n, a, b));
                }
    return most;
}

/* Distance of p from the segment, and from the inside of a triangle alone; INFINITY beside it. */
static double from_segment(const double a[3], const double b[3], const double p[3])
{
    double whole[3], from[3];
    ss_sub3(whole, b, a);
    ss_sub3(from, p, a);
    const double t = fmin(fmax(ss_dot(whole, from) / ss_dot(whole, whole), 0.0), 1.0);
    ss_axpy(from, -t, whole);
    return ss_norm(from);
}

static double from_triangle(const double a[3], const double b[3], const double c[3],
                            const double p[3])
{
    double u[3], v[3], w[3], n[3], x[3];
    ss_sub3(u, b, a);
    ss_sub3(v, c, a);
    ss_sub3(w, p, a);
    ss_cross(n, u, v);
    const double A[9] = {u[0], v[0], n[0], u[1], v[1], n[1], u[2], v[2], n[2]};
    if (!ss_solve3(x, A, w) || x[0] < 0.0 || x[1] < 0.0 || x[0] + x[1] > 1.0)
        return INFINITY;
    return fabs(x[2]) * ss_norm(n);
}

static double point_from(const test_hull *s, const double p[3])
{
    double least = INFINITY;
    for (size_t i = 0; i < s->n; ++i)
        for (size_t j = i + 1; j < s->n; ++j) {
            least = fmin(least, from_segment(s->point[i], s->point[j], p));
            for (size_t k = j + 1; k < s->n; ++k)
                least = fmin(least, from_triangle(s->point[i], s->point[j], s->point[k], p));
        }
    return least;
}

/* Of the insides of two segments alone; INFINITY where the nearest points are ends. */
static double segments_apart(const double a[3], const double b[3], const double c[3],
                             const double d[3])
{
    double u[3], v[3], w[3], n[3], x[3];
    ss_sub3(u, b, a);
    ss_sub3(v, d, c);
    ss_sub3(w, c, a);
    ss_cross(n, u, v);
    const double A[9] = {u[0], -v[0], n[0], u[1], -v[1], n[1], u[2], -v[2], n[2]};
    if (!ss_solve3(x, A, w) || x[0] < 0.0 || x[0] > 1.0 || x[1] < 0.0 || x[1] > 1.0)
        return INFINITY;
    return fabs(x[2]) * ss_norm(n);
}

double test_hulls_distance(const test_hull *a, const test_hull *b)
{
    double least = INFINITY;
    for (size_t v = 0; v < a->n; ++v)
        least = fmin(least, point_from(b, a->point[v]));
    for (size_t v = 0; v < b->n; ++v)
        least = fmin(least, point_from(a, b->point[v]));
    for (size_t i = 0; i < a->n; ++i)
        for (size_t j = i + 1; j < a->n; ++j)
            for (size_t k = 0; k < b->n; ++k)
                for (size_t l = k + 1; l < b->n; ++l)
                    least = fmin(
                        least, segments_apart(a->point[i], a->point[j], b->point[k], b->point[l]));
    return least;
}

double test_hull_from(const test_hull *s, const double p[3])
{
    test_hull point = {.n = 1};
    ss_copy3(point.point[0], p);
    const double most = by_faces(s, s, &point); /* of all planes through three vertices */
    return most <= 0.0 ? most : point_from(s, p);
}

void test_hull_set(ss_bodies *bodies, size_t b, const ss_shape_kind *kind, const void *record)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_bodies_set_shape(bodies, b, kind, record, &error), "%s", error.text);
}

void test_hull_two(ss_bodies *bodies)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_bodies_create(bodies, 2, 0, &error));
}

void test_hull_boxes(ss_bodies *bodies, const ss_box *upper, const ss_box *lower, double gap)
{
    test_hull_two(bodies);
    test_hull_set(bodies, 0, &ss_shape_box, upper);
    test_hull_set(bodies, 1, &ss_shape_box, lower);
    bodies->x[2] = upper->half[2] + lower->half[2] + gap;
}

void test_hull_turn(ss_bodies *bodies, size_t b, const double axis[3], double angle)
{
    double *const q = bodies->orientation + 4 * b;
    q[0] = cos(0.5 * angle);
    for (size_t k = 0; k < 3; ++k)
        q[1 + k] = sin(0.5 * angle) * axis[k] / ss_norm(axis);
}
