/* The faces of a hull of few points, found once when it is made: a plane through three points is a
 * face where all others are on one side of it, and its corners are those of the points on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/hull.h"

#include "problems/contact/vec3.h"

#include <math.h>
#include <string.h>

/* Points and the faces found so far; the corners are numbers of points. */
typedef struct search {
    const double (*point)[3];
    size_t n;
    double on;                     /* m */
    uint32_t member[SS_MAX_FACES]; /* bit k: point k is on the plane of the face */
    ss_faces *faces;
} search;

/* The plane through three points, with all others behind it. False where it is none, or they are on
 * a line. *on_it: who is on it. */
static bool plane_of(double normal[3], uint32_t *on_it, const search *s, const size_t k[3])
{
    double a[3], b[3];
    size_t above = 0, below = 0;
    ss_sub3(a, s->point[k[1]], s->point[k[0]]);
    ss_sub3(b, s->point[k[2]], s->point[k[0]]);
    ss_cross(normal, a, b);
    const double length = ss_norm(normal);
    if (!(length > s->on * fmax(ss_norm(a), ss_norm(b))))
        return false;
    *on_it = 0;
    for (size_t p = 0; p < s->n; ++p) {
        double from[3];
        ss_sub3(from, s->point[p], s->point[k[0]]);
        const double height = ss_dot(normal, from) / length;
        above += height > s->on;
        below += height < -s->on;
        *on_it |= fabs(height) <= s->on ? UINT32_C(1) << p : 0;
    }
    for (size_t i = 0; i < 3; ++i)
        normal[i] = (above > 0 ? -normal[i] : normal[i]) / length;
    return (above == 0) != (below == 0);
}

/* Is r the next corner behind p rather than q: farther to the right, or beyond q on the line? */
static bool is_next(const search *s, const double normal[3], size_t p, size_t q, size_t r)
{
    double to_q[3], to_r[3], across[3];
    ss_sub3(to_q, s->point[q], s->point[p]);
    ss_sub3(to_r, s->point[r], s->point[p]);
    ss_cross(across, to_q, to_r);
    const double left = ss_dot(across, normal) / ss_norm(to_q); /* of r from the line, m */
    return left < -s->on || (left <= s->on && ss_norm(to_r) > ss_norm(to_q));
}

/* The corner to begin with: the point of the face that is farthest from the mean of all, which is
 * the origin. */
static size_t farthest(const search *s, uint32_t on_it)
{
    size_t far = SIZE_MAX;
    for (size_t p = 0; p < s->n; ++p)
        if ((on_it >> p & 1) != 0 &&
            (far == SIZE_MAX || ss_norm(s->point[p]) > ss_norm(s->point[far])))
            far = p;
    return far;
}

/* Wrap a line around the points of the plane, counterclockwise: the corners of one more face. False
 * when it does not close, or there is no room. */
static bool add_face(search *s, const double normal[3], uint32_t on_it)
{
    ss_faces *const f = s->faces;
    const size_t first = farthest(s, on_it);
    size_t p = first, end = f->begin[f->n_faces], n = 0;
    do {
        size_t q = SIZE_MAX;
        for (size_t r = 0; r < s->n; ++r)
            if (r != p && (on_it >> r & 1) != 0 && (q == SIZE_MAX || is_next(s, normal, p, q, r)))
                q = r;
        if (n++ == SS_MAX_CORNERS || end == 2 * SS_MAX_EDGES || f->n_faces == SS_MAX_FACES)
            return false;
        f->corner[end++] = (uint8_t)p;
        p = q;
    } while (p != first);
    s->member[f->n_faces++] = on_it;
    f->begin[f->n_faces] = (uint8_t)end;
    return n >= 3;
}

static bool is_known(const search *s, const size_t k[3])
{
    const uint32_t three = UINT32_C(1) << k[0] | UINT32_C(1) << k[1] | UINT32_C(1) << k[2];
    bool known = false;
    for (size_t f = 0; f < s->faces->n_faces; ++f)
        known = known || (s->member[f] & three) == three;
    return known;
}

static bool find_all(search *s)
{
    bool found = true;
    size_t k[3];
    for (k[0] = 0; k[0] < s->n; ++k[0])
        for (k[1] = k[0] + 1; k[1] < s->n; ++k[1])
            for (k[2] = k[1] + 1; found && k[2] < s->n; ++k[2]) {
                double normal[3];
                uint32_t on_it;
                if (!is_known(s, k) && plane_of(normal, &on_it, s, k))
                    found = add_face(s, normal, on_it);
            }
    return found;
}

/* Keep the points that are corners, in their order. */
static void number_vertices(ss_hull *hull, const search *s)
{
    ss_faces *const f = &hull->faces;
    uint8_t number[SS_MAX_CORNERS];
    bool is_corner[SS_MAX_CORNERS] = {false};
    const size_t n_sides = f->begin[f->n_faces];
    for (size_t k = 0; k < n_sides; ++k)
        is_corner[f->corner[k]] = true;
    for (size_t p = 0; p < s->n; ++p) {
        number[p] = f->n_vertices;
        if (is_corner[p])
            ss_copy3(hull->vertex[f->n_vertices++], s->point[p]);
    }
    for (size_t k = 0; k < n_sides; ++k)
        f->corner[k] = number[f->corner[k]];
}

/* Number the sides of face `face`: each is the way back along an edge of a face before it, or a new
 * edge. False where a third face is at an edge. */
static bool join_face(ss_faces *f, size_t face)
{
    const size_t begin = f->begin[face], end = f->begin[face + 1];
    for (size_t k = begin; k < end; ++k) {
        const uint8_t from = f->corner[k], to = f->corner[k + 1 < end ? k + 1 : begin];
        size_t e = 0;
        while (e < f->n_edges && !(f->end[e][0] == to && f->end[e][1] == from))
            ++e;
        if (e == SS_MAX_EDGES || (e < f->n_edges && f->beside[e][1] != f->beside[e][0]))
            return false;
        if (e == f->n_edges) {
            f->end[e][0] = from;
            f->end[e][1] = to;
            f->beside[e][0] = (uint8_t)face;
            ++f->n_edges;
        }
        f->beside[e][1] = (uint8_t)face; /* that of beside[e][0] until the way back is found */
        f->side[k] = (uint8_t)e;
    }
    return true;
}

static bool join(ss_faces *f)
{
    bool joined = f->n_faces >= 4;
    for (size_t face = 0; joined && face < f->n_faces; ++face)
        joined = join_face(f, face);
    for (size_t e = 0; joined && e < f->n_edges; ++e)
        joined = f->beside[e][0] != f->beside[e][1];
    return joined && f->n_vertices + f->n_faces == f->n_edges + 2;
}

bool ss_hull_find_faces(ss_hull *hull, const double (*point)[3], size_t n, ss_error *error)
{
    double size = 0.0;
    for (size_t p = 0; p < n; ++p)
        size = fmax(size, ss_norm(point[p]));
    *hull = (ss_hull){.faces = {.n_vertices = 0}};
    search s = {.point = point, .n = n, .on = SS_HULL_ON * size, .faces = &hull->faces};
    if (!find_all(&s))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "the faces of a hull of %zu points do not close to rounding", n);
    if (hull->faces.n_faces == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "the %zu points of a hull lie in one plane: it has no volume", n);
    number_vertices(hull, &s);
    return join(&hull->faces) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "the faces of a hull of %zu points do not close to rounding", n);
}
