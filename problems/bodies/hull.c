/* A convex polyhedron (method 13.14; moments by tetrahedra).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/hull.h"

#include "problems/contact/vec3.h"

#include <math.h>
#include <string.h>

/* Of the bound: how far the centre of mass may lie from the origin, and of the largest moment, how
 * large a product of inertia may be. */
static const double centred = 1e-9, principal = 1e-9;

double ss_hull_bound(const ss_hull *hull)
{
    double radius = 0.0;
    for (size_t v = 0; v < hull->faces.n_vertices; ++v)
        radius = fmax(radius, ss_norm(hull->vertex[v]));
    return radius;
}

static double bound(const void *shape)
{
    return ss_hull_bound(shape);
}

/* The sums over tetrahedra, of which each adds its own. */
typedef struct sums {
    double volume, first[3], second[9];
} sums;

/* The tetrahedron (origin, a, b, c), of signed volume V: first moments V (a + b + c)/4, second ones
 * V/20 (a a^T + b b^T + c c^T + s s^T), s = a + b + c. */
static void add_tetrahedron(sums *to, const double *const corner[3])
{
    double across[3], s[3] = {0.0, 0.0, 0.0};
    ss_cross(across, corner[1], corner[2]);
    const double volume = ss_dot(corner[0], across) / 6.0;
    for (size_t k = 0; k < 3; ++k)
        ss_axpy(s, 1.0, corner[k]);
    to->volume += volume;
    ss_axpy(to->first, volume / 4.0, s);
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j) {
            double sum = s[i] * s[j];
            for (size_t k = 0; k < 3; ++k)
                sum += corner[k][i] * corner[k][j];
            to->second[3 * i + j] += volume / 20.0 * sum;
        }
}

/* Sums over the tetrahedra of the origin and the triangles of each face. */
ss_hull_moments ss_hull_moments_of(const ss_hull *hull)
{
    const ss_faces *const faces = &hull->faces;
    sums all = {.volume = 0.0};
    ss_hull_moments out;
    for (size_t f = 0; f < faces->n_faces; ++f) /* a fan from the first corner of each face */
        for (size_t k = faces->begin[f] + 1U; k + 1 < faces->begin[f + 1]; ++k) {
            const double *const corner[3] = {hull->vertex[faces->corner[faces->begin[f]]],
                                             hull->vertex[faces->corner[k]],
                                             hull->vertex[faces->corner[k + 1]]};
            add_tetrahedron(&all, corner);
        }
    out.volume = all.volume;
    for (size_t k = 0; k < 3; ++k)
        out.centre[k] = all.first[k] / all.volume;
    for (size_t i = 0; i < 3; ++i) /* by Steiner from the origin to the centre of mass */
        for (size_t j = 0; j < 3; ++j)
            all.second[3 * i + j] -= all.volume * out.centre[i] * out.centre[j];
    const double trace = all.second[0] + all.second[4] + all.second[8];
    for (size_t k = 0; k < 9; ++k)
        out.inertia[k] = (k % 4 == 0 ? trace : 0.0) - all.second[k];
    return out;
}

void ss_hull_set_normals(ss_hull *hull)
{
    const ss_faces *const faces = &hull->faces;
    for (size_t f = 0; f < faces->n_faces; ++f) {
        double *const n = hull->normal[f];
        const double *const first = hull->vertex[faces->corner[faces->begin[f]]];
        n[0] = n[1] = n[2] = 0.0;
        /* twice the area, as a vector: of all corners, so that no three of them decide */
        for (size_t k = faces->begin[f] + 1U; k + 1 < faces->begin[f + 1]; ++k) {
            double a[3], b[3], across[3];
            ss_sub3(a, hull->vertex[faces->corner[k]], first);
            ss_sub3(b, hull->vertex[faces->corner[k + 1]], first);
            ss_cross(across, a, b);
            ss_axpy(n, 1.0, across);
        }
        const double length = ss_norm(n);
        for (size_t k = 0; k < 3; ++k)
            n[k] /= length;
    }
}

static bool mass(ss_mass *out, const void *shape, double density)
{
    const ss_hull_moments m = ss_hull_moments_of(shape);
    *out = (ss_mass){.mass = density * m.volume};
    for (size_t k = 0; k < 3; ++k) {
        out->centre[k] = m.centre[k];
        out->inertia[k] = density * m.inertia[4 * k];
    }
    return m.volume > 0.0;
}

/* The numbers of vertices, edges and faces are those of a closed surface, and those they refer to
 * are there. */
static bool closes(const ss_faces *f)
{
    bool well = f->n_vertices >= 4 && f->n_vertices <= SS_MAX_CORNERS && f->n_faces >= 4 &&
                f->n_faces <= SS_MAX_FACES && f->n_edges <= SS_MAX_EDGES &&
                f->n_vertices + f->n_faces == f->n_edges + 2 && f->begin[0] == 0 &&
                f->begin[f->n_faces] == 2 * f->n_edges;
    for (size_t k = 0; well && k < f->n_faces; ++k)
        well = f->begin[k] + 3 <= f->begin[k + 1];
    for (size_t k = 0; well && k < 2U * f->n_edges; ++k)
        well = f->corner[k] < f->n_vertices && f->side[k] < f->n_edges;
    for (size_t e = 0; well && e < 2U * f->n_edges; ++e)
        well = f->end[e / 2][e % 2] < f->n_vertices && f->beside[e / 2][e % 2] < f->n_faces;
    return well;
}

/* No vertex is outside of a face, and each face has an outside; NaN is none. */
static bool is_convex(const ss_hull *hull)
{
    const double size = ss_hull_bound(hull);
    bool convex = isfinite(size);
    for (size_t f = 0; f < hull->faces.n_faces; ++f) {
        const double *const n = hull->normal[f];
        const double offset = ss_dot(n, hull->vertex[hull->faces.corner[hull->faces.begin[f]]]);
        convex = convex && fabs(ss_norm(n) - 1.0) < 1e-12;
        for (size_t v = 0; v < hull->faces.n_vertices; ++v)
            convex = convex && ss_dot(n, hull->vertex[v]) <= offset + 10.0 * SS_HULL_ON * size;
    }
    return convex;
}

static bool check(const void *shape, ss_error *error)
{
    const ss_hull *const hull = shape;
    if (!closes(&hull->faces) || !is_convex(hull))
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "a hull of %d vertices and %d faces that is no convex polyhedron of 4 to "
            "%d vertices (ss_hull_of_points makes one)",
            hull->faces.n_vertices, hull->faces.n_faces, SS_MAX_CORNERS);
    const ss_hull_moments m = ss_hull_moments_of(hull);
    const double *const J = m.inertia;
    const double largest = fmax(fmax(J[0], J[4]), J[8]);
    if (!(ss_norm(m.centre) <= centred * ss_hull_bound(hull)))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "the centre of mass of a hull lies at (%g, %g, %g); it must be the "
                            "origin (ss_hull_of_points)",
                            m.centre[0], m.centre[1], m.centre[2]);
    return fmax(fmax(fabs(J[1]), fabs(J[2])), fabs(J[5])) <= principal * largest ||
           ss_error_set(
               error, SS_ERROR_USAGE,
               "a hull has products of inertia, of %g of its largest moment: its axes must "
               "be principal (ss_hull_of_points)",
               fmax(fmax(fabs(J[1]), fabs(J[2])), fabs(J[5])) / largest);
}

static const ss_faces *solid(double vertex[SS_MAX_CORNERS][3], double normal[SS_MAX_FACES][3],
                             const void *shape)
{
    const ss_hull *const hull = shape;
    memcpy(vertex, hull->vertex, hull->faces.n_vertices * sizeof *vertex);
    memcpy(normal, hull->normal, hull->faces.n_faces * sizeof *normal);
    return &hull->faces;
}

const ss_shape_kind ss_shape_hull = {.name = "hull",
                                     .dim = 3,
                                     .size = sizeof(ss_hull),
                                     .check = check,
                                     .bound = bound,
                                     .mass = mass,
                                     .solid = solid};
