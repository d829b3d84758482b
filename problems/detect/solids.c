/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/solids.h"

#include <math.h>

/* Vertices, normals and edges into the fixed frame, once a pair. */
void ss_solid_place(ss_placed_solid *s, const ss_placed *body)
{
    double vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3], R[9];
    const ss_faces *const faces = body->kind->solid(vertex, normal, body->shape);
    ss_turn_matrix(R, body->orientation);
    s->faces = faces;
    s->size = 0.0;
    for (size_t v = 0; v < faces->n_vertices; ++v) {
        s->size = fmax(s->size, ss_norm(vertex[v]));
        ss_copy3(s->vertex[v], body->x);
        ss_muladd3(s->vertex[v], R, vertex[v]);
    }
    for (size_t f = 0; f < faces->n_faces; ++f)
        ss_mul3(s->normal[f], R, normal[f]);
    for (size_t e = 0; e < faces->n_edges; ++e) {
        double *const along = s->along[e];
        ss_sub3(along, s->vertex[faces->end[e][1]], s->vertex[faces->end[e][0]]);
        const double length = ss_norm(along);
        for (size_t k = 0; k < 3; ++k)
            along[k] /= length;
    }
}

/* The point of edge e nearest to p: its place and part. */
static void foot_on_edge(ss_solid_foot *out, const ss_placed_solid *s, size_t e, const double p[3])
{
    const double *const a = s->vertex[s->faces->end[e][0]], *const b =
                                                                s->vertex[s->faces->end[e][1]];
    double from[3], whole[3];
    ss_sub3(from, p, a);
    ss_sub3(whole, b, a);
    const double t = ss_dot(from, whole) / ss_dot(whole, whole);
    const bool is_vertex = !(t > 0.0 && t < 1.0);
    out->part = is_vertex ? SS_SOLID_VERTEX : SS_SOLID_EDGE;
    out->number = is_vertex ? s->faces->end[e][t > 0.0 ? 1 : 0] : e;
    ss_copy3(out->p, is_vertex ? s->vertex[out->number] : a);
    if (!is_vertex)
        ss_axpy(out->p, t, whole);
}

/* p, which is in front of face f, is over it and not beside it. */
static bool is_over(const ss_placed_solid *s, size_t f, const double p[3])
{
    const ss_faces *const faces = s->faces;
    bool over = true;
    for (size_t k = faces->begin[f]; over && k < faces->begin[f + 1]; ++k) {
        const double *const corner = s->vertex[faces->corner[k]];
        const double *const along = s->along[faces->side[k]];
        /* the edge goes around this face, or back */
        const double sign = faces->beside[faces->side[k]][0] == f ? 1.0 : -1.0;
        double from[3], across[3];
        ss_sub3(from, p, corner);
        ss_cross(across, along, from);
        over = sign * ss_dot(across, s->normal[f]) >= 0.0;
    }
    return over;
}

/* The nearest point of the edges, for a point that is over no face. */
static ss_solid_foot nearest_edge(const ss_placed_solid *s, const double p[3])
{
    ss_solid_foot best = {.distance = INFINITY};
    for (size_t e = 0; e < s->faces->n_edges; ++e) {
        ss_solid_foot now;
        foot_on_edge(&now, s, e, p);
        ss_sub3(now.n, p, now.p);
        now.distance = ss_norm(now.n);
        if (now.distance < best.distance)
            best = now;
    }
    for (size_t k = 0; k < 3; ++k)
        best.n[k] /= best.distance;
    return best;
}

/* Over the face that is farthest from it where the foot lies on it, else on an edge or a vertex. */
ss_solid_foot ss_solid_nearest(const ss_placed_solid *s, const double p[3])
{
    ss_solid_foot out = {.distance = -INFINITY, .part = SS_SOLID_FACE};
    bool over = false;
    /* inside: the face that p is least behind; outside: the one that it is over, if any */
    double most = -INFINITY;
    for (size_t f = 0; f < s->faces->n_faces; ++f) {
        const double beyond = ss_solid_beyond(s, f, p);
        if (beyond > most) {
            most = beyond;
            out.number = f;
        }
    }
    for (size_t f = 0; most > 0.0 && !over && f < s->faces->n_faces; ++f) {
        over = ss_solid_beyond(s, f, p) > 0.0 && is_over(s, f, p);
        out.number = over ? f : out.number;
    }
    if (most > SS_SOLID_ON * s->size && !over)
        return nearest_edge(s, p);
    out.distance = ss_solid_beyond(s, out.number, p);
    ss_copy3(out.n, s->normal[out.number]);
    ss_copy3(out.p, p);
    ss_axpy(out.p, -out.distance, out.n);
    return out;
}
