/* Two meshes: each node of one that is near the boundary of the other, and the reverse.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/meshes.h"

#include <string.h>

/* Normal of the segment from a to b, outwards, and how far p is beyond its line. */
static double beyond(double n[2], const double a[2], const double b[2], const double p[2])
{
    const double along[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(along[0], along[1]);
    n[0] = along[1] / length;
    n[1] = -along[0] / length;
    return n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]);
}

/* Where p is nearest to the segment from a to b, 0 to 1, and the square of its distance. */
static double project(double *distance2, const double a[2], const double b[2], const double p[2])
{
    const double s[2] = {b[0] - a[0], b[1] - a[1]}, d[2] = {p[0] - a[0], p[1] - a[1]};
    const double at = (s[0] * d[0] + s[1] * d[1]) / (s[0] * s[0] + s[1] * s[1]);
    const double xi = fmin(fmax(at, 0.0), 1.0);
    const double off[2] = {d[0] - xi * s[0], d[1] - xi * s[1]};
    *distance2 = off[0] * off[0] + off[1] * off[1];
    return xi;
}

/* At a corner, of which the foot's segment is one side and `other` the other: outside either, p is
 * in the corner's part of the plane, and the normal comes from there. */
static void turn_corner(ss_mesh_foot *foot, const ss_placed *body, size_t other, size_t other_next,
                        const double p[2])
{
    double a[2], b[2], corner[2], n[2];
    ss_mesh_node(a, body, other);
    ss_mesh_node(b, body, other_next);
    ss_mesh_node(corner, body, foot->xi == 0.0 ? foot->segment : foot->next);
    const double d[2] = {p[0] - corner[0], p[1] - corner[1]}, distance = hypot(d[0], d[1]);
    if (fmax(foot->gap, beyond(n, a, b, p)) < 0.0 || distance == 0.0)
        return;
    foot->n[0] = d[0] / distance;
    foot->n[1] = d[1] / distance;
    foot->gap = distance;
}

ss_mesh_foot ss_mesh_nearest(const ss_placed *body, const double p[2])
{
    const size_t n = ((const ss_meshed *)body->shape)->n;
    ss_mesh_foot foot = {0};
    double a[2], b[2], least = INFINITY, from[2] = {0.0, 0.0}, to[2] = {0.0, 0.0};
    ss_mesh_node(a, body, n - 1);
    for (size_t k = 0; k < n; ++k) {
        double distance2;
        ss_mesh_node(b, body, k);
        const double xi = project(&distance2, a, b, p);
        if (distance2 < least) {
            least = distance2;
            foot = (ss_mesh_foot){.segment = k > 0 ? k - 1 : n - 1, .next = k, .xi = xi};
            memcpy(from, a, sizeof from);
            memcpy(to, b, sizeof to);
        }
        memcpy(a, b, sizeof a);
    }
    foot.gap = beyond(foot.n, from, to, p);
    if (foot.xi == 0.0)
        turn_corner(&foot, body, foot.segment > 0 ? foot.segment - 1 : n - 1, foot.segment, p);
    else if (foot.xi == 1.0)
        turn_corner(&foot, body, foot.next, foot.next + 1 < n ? foot.next + 1 : 0, p);
    return foot;
}

size_t ss_mesh_keep(ss_touch touch[SS_MAX_TOUCH], size_t n_kept, const ss_touch *one)
{
    size_t widest = 0;
    if (n_kept < SS_MAX_TOUCH) {
        touch[n_kept] = *one;
        return n_kept + 1;
    }
    for (size_t k = 1; k < n_kept; ++k)
        if (touch[k].gap > touch[widest].gap)
            widest = k;
    if (one->gap < touch[widest].gap) {
        memmove(touch + widest, touch + widest + 1, (n_kept - widest - 1) * sizeof *touch);
        touch[n_kept - 1] = *one;
    }
    return n_kept;
}

/* The nodes of `of` at the boundary of `on`; `sign`: 1 where `of` is body a, whose side normals
 * point to, else -1. */
static size_t add_nodes(ss_touch *touch, size_t n_kept, const ss_placed *of, const ss_placed *on,
                        double sign, double margin)
{
    const ss_meshed *const mesh = of->shape, *const other = on->shape;
    for (size_t k = 0; k < mesh->n; ++k) {
        double p[2];
        ss_mesh_node(p, of, k);
        if (!(hypot(p[0] - on->x[0], p[1] - on->x[2]) <= other->bound + margin))
            continue;
        const ss_mesh_foot foot = ss_mesh_nearest(on, p);
        if (!(foot.gap <= margin))
            continue;
        const double back = sign > 0.0 ? foot.gap : 0.0; /* from the node to the surface of b */
        const ss_touch one = {.point = {p[0] - back * foot.n[0], of->x[1], p[1] - back * foot.n[1]},
                              .n = {sign * foot.n[0], 0.0, sign * foot.n[1]},
                              .gap = foot.gap,
                              .feature = (uint32_t)(sign > 0.0 ? k : other->n + k)};
        n_kept = ss_mesh_keep(touch, n_kept, &one);
    }
    return n_kept;
}

size_t ss_touch_meshed_meshed(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                              double margin)
{
    const size_t n = add_nodes(touch, 0, a, b, 1.0, margin);
    return add_nodes(touch, n, b, a, -1.0, margin);
}
