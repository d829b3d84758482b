/* Two convex solids (method 13.14): the plane that separates them best decides. Along a face, that
 * face is the reference: the face of the other one that looks at it is clipped to the prism over
 * it, and the corners of what is left are the touches. Along two edges it is where they cross,
 * unless the faces beside them lie on each other as well. Where no plane tells how far apart the
 * two are, corners beside each other, their nearest points are the touch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/solids.h"

#include <math.h>
#include <string.h>

/* Of a gap: by how much less the faces may show than the edges, and are still the ones that lie on
 * each other: that of a crossing of edges is shorter by the cosine of the tilt. */
static const double tilted = 0.01;

/* A corner of the clipped polygon, with the line that begins there. */
typedef struct corner {
    double p[3];
    bool along_reference; /* the line to the next corner: an edge of the reference, or its own */
    size_t edge;
    enum { OWN, OF_REFERENCE, CROSSING } made_by; /* a vertex of either, or edges that cross */
    size_t own, reference;                        /* numbers of the vertices or edges */
} corner;

/* The reference and the other solid, and what is left of its face. */
typedef struct clipping {
    const ss_placed_solid *ref, *in;
    size_t face; /* of ref */
    bool ref_is_b;
    double on; /* m: nearer to a plane is on it */
    size_t n;
    corner left[2 * SS_MAX_CORNERS];
} clipping;

/* The face that looks at a plane of normal n: of the lowest vertex, the edge that rises least, and
 * of the two faces beside it the one that is more opposed. A face that is opposed most of all need
 * not have the lowest vertex. */
static size_t facing(const ss_placed_solid *p, const double n[3])
{
    const ss_faces *const faces = p->faces;
    size_t lowest = 0, edge = 0;
    double least = INFINITY;
    for (size_t v = 1; v < faces->n_vertices; ++v)
        if (ss_dot(p->vertex[v], n) < ss_dot(p->vertex[lowest], n))
            lowest = v;
    for (size_t e = 0; e < faces->n_edges; ++e) {
        const bool leaves = faces->end[e][0] == lowest, comes = faces->end[e][1] == lowest;
        const double rise = (leaves ? 1.0 : -1.0) * ss_dot(p->along[e], n);
        if ((leaves || comes) && rise < least) {
            least = rise;
            edge = e;
        }
    }
    const uint8_t *const beside = faces->beside[edge];
    return ss_dot(p->normal[beside[1]], n) < ss_dot(p->normal[beside[0]], n) ? beside[1]
                                                                             : beside[0];
}

static void begin(clipping *c)
{
    const ss_faces *const faces = c->in->faces;
    const size_t face = facing(c->in, c->ref->normal[c->face]);
    c->n = 0;
    for (size_t k = faces->begin[face]; k < faces->begin[face + 1]; ++k) {
        corner *const to = &c->left[c->n++];
        *to = (corner){.edge = faces->side[k], .made_by = OWN, .own = faces->corner[k]};
        ss_copy3(to->p, c->in->vertex[faces->corner[k]]);
    }
}

/* The vertex of the reference that edges e and f share; of such that share none, the one of e. */
static size_t shared(const ss_faces *faces, size_t e, size_t f)
{
    const uint8_t *const a = faces->end[e], *const b = faces->end[f];
    return a[1] == b[0] || a[1] == b[1] ? a[1] : a[0];
}

/* The point where the line from p to q, d[0] and d[1] inside of the plane over a side, goes through
 * that plane; the line goes on behind it. */
static corner cut(const clipping *c, const corner *p, const corner *q, const double d[2],
                  size_t side)
{
    const double t = d[0] / (d[0] - d[1]);
    corner out = *p;
    out.own = p->edge;
    out.reference = side;
    out.made_by = CROSSING;
    double whole[3];
    ss_sub3(whole, q->p, p->p);
    ss_axpy(out.p, t, whole);
    if (p->along_reference) {
        out.made_by = OF_REFERENCE;
        out.reference = shared(c->ref->faces, side, p->edge);
    }
    return out;
}

/* Distances of the corners inside of the plane over a side of the reference face. */
static void measure(double *d, const clipping *c, size_t k)
{
    const ss_faces *const faces = c->ref->faces;
    const size_t side = faces->side[k];
    const double sign = faces->beside[side][0] == c->face ? 1.0 : -1.0;
    double inwards[3];
    ss_cross(inwards, c->ref->normal[c->face], c->ref->along[side]);
    for (size_t i = 0; i < c->n; ++i) {
        double from[3];
        ss_sub3(from, c->left[i].p, c->ref->vertex[faces->corner[k]]);
        d[i] = sign * ss_dot(inwards, from);
    }
}

/* Keep what is on the inner side of the plane over side k of the reference face, or on it. */
static void clip(clipping *c, size_t k)
{
    const size_t side = c->ref->faces->side[k];
    double d[2 * SS_MAX_CORNERS];
    corner kept[2 * SS_MAX_CORNERS];
    size_t n = 0;
    measure(d, c, k);
    for (size_t i = 0; i < c->n && n + 2 <= 2 * SS_MAX_CORNERS; ++i) {
        const size_t next = i + 1 < c->n ? i + 1 : 0;
        const corner *const p = &c->left[i];
        const double ends[2] = {d[i], d[next]};
        const bool leaves = d[i] >= -c->on && d[next] < -c->on;
        if (d[i] >= -c->on)
            kept[n++] = *p;
        if ((leaves && d[i] > c->on) || (d[i] < -c->on && d[next] > c->on))
            kept[n++] = cut(c, p, &c->left[next], ends, side);
        if (leaves) { /* from here on along the side */
            kept[n - 1].edge = side;
            kept[n - 1].along_reference = true;
        }
    }
    memcpy(c->left, kept, n * sizeof *kept);
    c->n = n;
}

static uint32_t feature_of(const clipping *c, const corner *p)
{
    if (p->made_by == CROSSING)
        return ss_solid_feature(SS_SOLID_EDGES, c->ref_is_b ? p->own : p->reference,
                                c->ref_is_b ? p->reference : p->own);
    const bool of_b = (p->made_by == OF_REFERENCE) == c->ref_is_b;
    return ss_solid_feature(of_b ? SS_SOLID_VERTEX_B : SS_SOLID_VERTEX_A,
                            p->made_by == OWN ? p->own : p->reference, 0);
}

/* Add the touch in its place by feature; of two of one feature the deeper one stays. */
static size_t insert(ss_touch *touch, size_t n, const ss_touch *t)
{
    size_t at = n;
    while (at > 0 && touch[at - 1].feature > t->feature)
        --at;
    if (at > 0 && touch[at - 1].feature == t->feature) {
        if (t->gap < touch[at - 1].gap)
            touch[at - 1] = *t;
        return n;
    }
    memmove(touch + at + 1, touch + at, (n - at) * sizeof *touch);
    touch[at] = *t;
    return n + 1;
}

/* The corner over the reference face, as a touch. */
static ss_touch touch_at(const clipping *c, const corner *p)
{
    const double *const n = c->ref->normal[c->face];
    ss_touch t = {.gap = ss_solid_beyond(c->ref, c->face, p->p), .feature = feature_of(c, p)};
    ss_copy3(t.point, p->p);
    for (size_t k = 0; k < 3; ++k) { /* n points out of the reference, the touch's to a */
        t.n[k] = c->ref_is_b ? n[k] : -n[k];
        t.point[k] -= c->ref_is_b ? t.gap * n[k] : 0.0; /* the corner is on a */
    }
    return t;
}

/* Is there another corner at the same place, a vertex rather than a crossing, or an earlier one? A
 * line of the face that lies on a side enters and leaves there. */
static bool is_double(const clipping *c, size_t k)
{
    bool found = false;
    for (size_t i = 0; i < c->n; ++i) {
        double apart[3];
        ss_sub3(apart, c->left[i].p, c->left[k].p);
        const int by_i = (int)c->left[i].made_by, by_k = (int)c->left[k].made_by;
        found = found || (i != k && ss_norm(apart) <= 2.0 * c->on &&
                          (by_i < by_k || (by_i == by_k && i < k)));
    }
    return found;
}

/* The touches of the face with the reference face within the margin, and the least gap of all. */
static size_t lay(ss_touch *touch, double *least, clipping *c, double margin)
{
    const ss_faces *const faces = c->ref->faces;
    size_t n = 0;
    begin(c);
    for (size_t k = faces->begin[c->face]; k < faces->begin[c->face + 1]; ++k)
        clip(c, k);
    *least = INFINITY;
    for (size_t k = 0; k < c->n; ++k) {
        const ss_touch t = touch_at(c, &c->left[k]);
        *least = fmin(*least, t.gap);
        if (t.gap <= margin && n < SS_MAX_TOUCH && !is_double(c, k))
            n = insert(touch, n, &t);
    }
    return n;
}

/* The deepest vertex of the other solid: for corners that overlap beside the reference face. */
static size_t take_deepest(ss_touch *touch, const clipping *c)
{
    corner deepest = {.made_by = OWN};
    double least = INFINITY;
    for (size_t v = 0; v < c->in->faces->n_vertices; ++v) {
        const double gap = ss_solid_beyond(c->ref, c->face, c->in->vertex[v]);
        if (gap < least) {
            least = gap;
            deepest.own = v;
        }
    }
    ss_copy3(deepest.p, c->in->vertex[deepest.own]);
    *touch = touch_at(c, &deepest);
    return 1;
}

/* The crossing of two edges along which a plane separates. */
static size_t take_edges(ss_touch *touch, const ss_solid_edges *edges, const ss_placed_solid *a,
                         const ss_placed_solid *b)
{
    double on_a[3];
    *touch = (ss_touch){.gap = edges->gap,
                        .feature = ss_solid_feature(SS_SOLID_EDGES, edges->of_a, edges->of_b)};
    ss_copy3(touch->n, edges->n);
    return ss_solid_edges_meet(on_a, touch->point, a, edges->of_a, b, edges->of_b);
}

/* Corners beside each other: the nearest points, if they are within the margin. Where these are one
 * point, they have no direction, and what the planes show stands. */
static size_t take_nearest(ss_touch *touch, size_t n, double least, const ss_placed_solid solid[2],
                           double margin)
{
    const ss_touch t = ss_solid_nearest_touch(&solid[0], &solid[1]);
    const double on = SS_SOLID_ON * fmin(solid[0].size, solid[1].size);
    if (t.gap <= on || (n > 0 && t.gap >= least - on))
        return n;
    *touch = t;
    return t.gap <= margin;
}

size_t ss_touch_hull_hull(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                          double margin)
{
    ss_placed_solid solid[2];
    size_t face[2] = {0, 0};
    double least;
    ss_solid_place(&solid[0], a);
    ss_solid_place(&solid[1], b);
    const double on = SS_SOLID_ON * fmin(solid[0].size, solid[1].size);
    const double of_a = ss_solid_separate(&solid[0], &solid[1], &face[0]);
    const double of_b = ss_solid_separate(&solid[1], &solid[0], &face[1]);
    const double of_face = fmax(of_a, of_b);
    if (!(of_face <= margin))
        return 0;
    const ss_solid_edges edges = ss_solid_separate_edges(&solid[0], &solid[1]);
    const double most = fmax(of_face, edges.gap);
    if (!(most <= margin))
        return 0;
    /* faces that lie on each other show the same gap: a dead band, or the normal flickers */
    const int r = of_b > of_a + on ? 1 : 0;
    clipping c = {&solid[r], &solid[1 - r], face[r], r == 1, on, 0, {{.edge = 0}}};
    size_t n = lay(touch, &least, &c, margin);
    const bool along_edges = edges.gap > of_face + on;
    const double lost = on + (along_edges && n > 1 ? tilted * fabs(most) : 0.0);
    if (along_edges && !(n > 1 && fabs(least - most) <= lost)) {
        ss_touch crossing;
        if (take_edges(&crossing, &edges, &solid[0], &solid[1]) == 1) {
            *touch = crossing;
            return 1;
        }
    }
    if (n == 0 && most <= on)
        n = take_deepest(touch, &c);
    return most > 0.0 && !(least - most <= lost) ? take_nearest(touch, n, least, solid, margin) : n;
}
