/* Two convex polygons (method 13.5): the edge that separates them best is the reference; the edge
 * of the other one that faces it most is clipped to the strip over the reference edge, and the ends
 * of what is left are the touches, a vertex on an edge each, and between them as many as the
 * polygons ask for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/polygons.h"

/* In lengths of the reference edge: how much better the other polygon's edge must separate to be
 * the reference. Without it the normal flickers between two faces that lie on each other. */
static const double dead_band = 1e-9;

/* Distance, m, by which the best edge of `p` separates it from `q`; *edge: that edge. */
static double separate(const ss_placed_polygon *p, const ss_placed_polygon *q, size_t *edge)
{
    double most = -INFINITY;
    for (size_t k = 0; k < p->n; ++k) {
        double n[2], least = INFINITY;
        ss_polygon_normal(n, p, k);
        for (size_t v = 0; v < q->n; ++v)
            least = fmin(least, ss_polygon_beyond(p, k, n, q->vertex[v]));
        if (least > most) {
            most = least;
            *edge = k;
        }
    }
    return most;
}

static size_t facing_edge(const ss_placed_polygon *p, const double n[2])
{
    size_t edge = 0;
    double least = INFINITY;
    for (size_t k = 0; k < p->n; ++k) {
        double own[2];
        ss_polygon_normal(own, p, k);
        const double along = own[0] * n[0] + own[1] * n[1];
        if (along < least) {
            least = along;
            edge = k;
        }
    }
    return edge;
}

/* An end of the clipped edge: where it is, and which vertex makes it, of which polygon. */
typedef struct clipped {
    double p[2];
    size_t vertex;
    bool of_reference;
} clipped;

/* Edge `edge` of `in` within the strip over edge `over` of `ref`, in the direction of the latter.
 * False when nothing is left. */
static bool clip(clipped ends[2], const ss_placed_polygon *ref, size_t over,
                 const ss_placed_polygon *in, size_t edge)
{
    const size_t from = ss_polygon_next(in, edge), to = edge, next = ss_polygon_next(ref, over);
    const double *const a = ref->vertex[over], *const b = ref->vertex[next];
    const double *const p = in->vertex[from], *const q = in->vertex[to];
    /* where the ends p and q of the edge lie along the reference edge, m */
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double along[2] = {(b[0] - a[0]) / length, (b[1] - a[1]) / length};
    const double at_p = along[0] * (p[0] - a[0]) + along[1] * (p[1] - a[1]);
    const double at_q = along[0] * (q[0] - a[0]) + along[1] * (q[1] - a[1]);
    if (!(at_p < length && at_q > 0.0))
        return false;
    /* p at 0, q at 1: where the edge enters the strip and where it leaves it */
    const double t[2] = {at_p < 0.0 ? -at_p / (at_q - at_p) : 0.0,
                         at_q > length ? (length - at_p) / (at_q - at_p) : 1.0};
    for (int e = 0; e < 2; ++e) {
        const double *const whole = e == 0 ? p : q;
        const bool cut = e == 0 ? at_p < 0.0 : at_q > length;
        ends[e].of_reference = cut;
        ends[e].vertex = cut ? (e == 0 ? over : next) : (e == 0 ? from : to);
        for (int i = 0; i < 2; ++i)
            ends[e].p[i] = cut ? p[i] + t[e] * (q[i] - p[i]) : whole[i];
    }
    return true;
}

size_t ss_polygon_fill_face(ss_touch touch[SS_MAX_TOUCH], size_t points, size_t face)
{
    const ss_touch *const from = &touch[0], *const to = &touch[1];
    for (size_t k = 2; k < points; ++k) {
        const double share = (double)(k - 1) / (double)(points - 1);
        ss_touch *const between = &touch[k];
        *between = *from;
        for (int i = 0; i < 3; ++i)
            between->point[i] += share * (to->point[i] - from->point[i]);
        between->gap += share * (to->gap - from->gap);
        between->feature = (uint32_t)(SS_END_FEATURES + face * SS_MAX_TOUCH + k);
    }
    return points;
}

/* The deepest vertex of `in`: for corners that overlap beside the strip. */
static clipped deepest(const ss_placed_polygon *ref, size_t edge, const double n[2],
                       const ss_placed_polygon *in)
{
    size_t lowest = 0;
    for (size_t v = 1; v < in->n; ++v)
        if (ss_polygon_beyond(ref, edge, n, in->vertex[v]) <
            ss_polygon_beyond(ref, edge, n, in->vertex[lowest]))
            lowest = v;
    return (clipped){{in->vertex[lowest][0], in->vertex[lowest][1]}, lowest, false};
}

size_t ss_touch_polygon_polygon(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a,
                                const ss_placed *b, double margin)
{
    const ss_placed_polygon p[2] = {ss_placed_polygon_of(a), ss_placed_polygon_of(b)};
    size_t edge[2] = {0, 0}, n_ends = 2, n_touches = 0;
    /* which edge separates best, of either; none is a contact if one does by more than
     * the margin */
    const double of_a = separate(&p[0], &p[1], &edge[0]);
    const double of_b = separate(&p[1], &p[0], &edge[1]);
    if (!(fmax(of_a, of_b) <= margin))
        return 0;
    double n[2];
    const double size =
        hypot(p[0].vertex[0][0] - p[0].vertex[1][0], p[0].vertex[0][1] - p[0].vertex[1][1]);
    const int r = of_b > of_a + dead_band * size ? 1 : 0; /* the reference: b or a */
    const ss_placed_polygon *const ref = &p[r], *const in = &p[1 - r];
    clipped ends[2];
    ss_polygon_normal(n, ref, edge[r]);
    if (!clip(ends, ref, edge[r], in, facing_edge(in, n))) {
        ends[0] = deepest(ref, edge[r], n, in);
        n_ends = fmax(of_a, of_b) < 0.0 ? 1 : 0;
    }
    const double to_a = r == 1 ? 1.0 : -1.0; /* n points out of the reference, the touch's to a */
    for (size_t e = 0; e < n_ends; ++e) {
        const double gap = ss_polygon_beyond(ref, edge[r], n, ends[e].p);
        const double to_b = r == 1 ? -gap : 0.0; /* from the clipped end to the surface of b */
        if (gap <= margin)
            touch[n_touches++] = (ss_touch){
                .point = {ends[e].p[0] + to_b * n[0], p[1].y, ends[e].p[1] + to_b * n[1]},
                .n = {to_a * n[0], 0.0, to_a * n[1]},
                .gap = gap,
                .feature = (uint32_t)(((((size_t)r * SS_MAX_VERTICES + edge[r]) * 2 +
                                        ends[e].of_reference) *
                                       SS_MAX_VERTICES) +
                                      ends[e].vertex)};
    }
    if (n_touches == 2)
        n_touches = ss_polygon_fill_face(
            touch, p[0].face_points > p[1].face_points ? p[0].face_points : p[1].face_points,
            (size_t)r * SS_MAX_VERTICES + edge[r]);
    /* ascending features, as all pairs give them */
    if (n_touches >= 2 && touch[0].feature > touch[1].feature) {
        const ss_touch first = touch[0];
        touch[0] = touch[1];
        touch[1] = first;
    }
    return n_touches;
}
