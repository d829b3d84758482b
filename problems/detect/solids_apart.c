/* The distance of two convex solids: by planes along faces and pairs of edges, and by their
 * nearest points (method 13.14).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/solids.h"

#include <math.h>

/* Of the sine of their angle: edges nearer to parallel have no common normal to rely on. */
static const double parallel = 1e-7;

double ss_solid_separate(const ss_placed_solid *p, const ss_placed_solid *q, size_t *face)
{
    double most = -INFINITY;
    for (size_t f = 0; f < p->faces->n_faces; ++f) {
        double least = INFINITY;
        for (size_t v = 0; v < q->faces->n_vertices; ++v)
            least = fmin(least, ss_solid_beyond(p, f, q->vertex[v]));
        if (least > most) {
            most = least;
            *face = f;
        }
    }
    return most;
}

/* Can a plane lie against edge i of a and edge j of b from either side? Its normals at an edge are
 * those between the normals of the two faces there, an arc on the sphere: the arc of a and the one
 * of b turned round must cross (method 13.14). */
static bool can_separate(const ss_placed_solid *a, size_t i, const ss_placed_solid *b, size_t j)
{
    const uint8_t *const faces_a = a->faces->beside[i], *const faces_b = b->faces->beside[j];
    const double b0 = ss_dot(b->normal[faces_b[0]], a->along[i]);
    const double b1 = ss_dot(b->normal[faces_b[1]], a->along[i]);
    if (!(b0 * b1 < 0.0)) /* the ends of the arc of b are on both sides of a's */
        return false;
    const double a0 = ss_dot(a->normal[faces_a[0]], b->along[j]);
    const double a1 = ss_dot(a->normal[faces_a[1]], b->along[j]);
    return a0 * a1 < 0.0 && b0 * a1 < 0.0; /* and the other way, and on one half of the sphere */
}

/* The plane along two edges. False for parallel ones. */
static bool plane_along(ss_solid_edges *out, const ss_placed_solid *a, size_t i,
                        const ss_placed_solid *b, size_t j)
{
    double across[3], between[3];
    ss_cross(across, a->along[i], b->along[j]);
    const uint8_t *const faces = a->faces->beside[i];
    const double length = ss_norm(across);
    const double out_of_a =
        ss_dot(across, a->normal[faces[0]]) + ss_dot(across, a->normal[faces[1]]);
    if (!(length > parallel))
        return false;
    for (size_t k = 0; k < 3; ++k)
        out->n[k] = (out_of_a > 0.0 ? -across[k] : across[k]) / length;
    ss_sub3(between, a->vertex[a->faces->end[i][0]], b->vertex[b->faces->end[j][0]]);
    out->gap = ss_dot(out->n, between);
    out->of_a = i;
    out->of_b = j;
    return true;
}

ss_solid_edges ss_solid_separate_edges(const ss_placed_solid *a, const ss_placed_solid *b)
{
    ss_solid_edges best = {.gap = -INFINITY}, now;
    for (size_t i = 0; i < a->faces->n_edges; ++i)
        for (size_t j = 0; j < b->faces->n_edges; ++j)
            if (can_separate(a, i, b, j) && plane_along(&now, a, i, b, j) && now.gap > best.gap)
                best = now;
    return best;
}

bool ss_solid_edges_meet(double on_a[3], double on_b[3], const ss_placed_solid *a, size_t i,
                         const ss_placed_solid *b, size_t j)
{
    const double *const p = a->vertex[a->faces->end[i][0]], *const u = a->along[i];
    const double *const q = b->vertex[b->faces->end[j][0]], *const v = b->along[j];
    const double on = SS_SOLID_ON * fmin(a->size, b->size);
    double from[3], whole_a[3], whole_b[3];
    ss_sub3(from, q, p);
    ss_sub3(whole_a, a->vertex[a->faces->end[i][1]], p);
    ss_sub3(whole_b, b->vertex[b->faces->end[j][1]], q);
    /* p + s u and q + t v with the line between them across both */
    const double uv = ss_dot(u, v), fu = ss_dot(from, u), fv = ss_dot(from, v);
    const double det = 1.0 - uv * uv;
    const double s = (fu - uv * fv) / det, t = (uv * fu - fv) / det;
    if (!(det > parallel * parallel && s >= -on && s <= ss_norm(whole_a) + on && t >= -on &&
          t <= ss_norm(whole_b) + on))
        return false;
    ss_copy3(on_a, p);
    ss_axpy(on_a, s, u);
    ss_copy3(on_b, q);
    ss_axpy(on_b, t, v);
    return true;
}

/* The vertices of one that is a or b at the other one: the nearest so far, as a touch of a by b. */
static void try_vertices(ss_touch *best, const ss_placed_solid *of, const ss_placed_solid *at,
                         enum ss_solid_feature whose)
{
    for (size_t v = 0; v < of->faces->n_vertices; ++v) {
        const ss_solid_foot foot = ss_solid_nearest(at, of->vertex[v]);
        if (!(foot.distance < best->gap))
            continue;
        const bool of_a = whose == SS_SOLID_VERTEX_A;
        best->gap = foot.distance;
        best->feature = ss_solid_feature(whose, v, 0);
        ss_copy3(best->point, of_a ? foot.p : of->vertex[v]);
        for (size_t k = 0; k < 3; ++k)
            best->n[k] = of_a ? foot.n[k] : -foot.n[k];
    }
}

ss_touch ss_solid_nearest_touch(const ss_placed_solid *a, const ss_placed_solid *b)
{
    ss_touch best = {.gap = INFINITY};
    try_vertices(&best, a, b, SS_SOLID_VERTEX_A);
    try_vertices(&best, b, a, SS_SOLID_VERTEX_B);
    for (size_t i = 0; i < a->faces->n_edges; ++i)
        for (size_t j = 0; j < b->faces->n_edges; ++j) {
            double on_a[3], on_b[3], between[3];
            if (!ss_solid_edges_meet(on_a, on_b, a, i, b, j))
                continue;
            ss_sub3(between, on_a, on_b);
            const double distance = ss_norm(between);
            if (!(distance > 0.0 && distance < best.gap))
                continue;
            best.gap = distance;
            best.feature = ss_solid_feature(SS_SOLID_EDGES, i, j);
            ss_copy3(best.point, on_b);
            for (size_t k = 0; k < 3; ++k)
                best.n[k] = between[k] / distance;
        }
    return best;
}
