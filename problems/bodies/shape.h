/* The descriptor of a shape. A shape is one file, bodies/NAME.c, with one const descriptor,
 * and one line in shapes.def; which shapes can touch each other stands in detect/pairs.def.
 *
 * The geometry of a shape is given in the frame of its body: its origin is the body's centre of
 * mass, which for a wall is any point that it is carried by.
 *
 * Ownership: a descriptor is const and there for good; the record of a shape in use is a copy
 * that ss_bodies owns and gives to these functions as `shape`, already checked; none may keep it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BODIES_SHAPE_H
#define SS_PROBLEMS_BODIES_SHAPE_H

#include "problems/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SS_MAX_VERTICES = 16,    /* of a polygon or a profile */
    SS_MAX_FACE_POINTS = 16, /* of a face of a polygon on a face */
    SS_MAX_OUTLINE = 64,     /* points of a drawing */
    SS_MAX_BOUNDARY = 256,   /* nodes around a mesh */
    SS_MAX_CORNERS = 32, /* vertices of a convex solid; by Euler's formula it then has at most */
    SS_MAX_FACES = 2 * SS_MAX_CORNERS - 4,
    SS_MAX_EDGES = 3 * SS_MAX_CORNERS - 6,
};

/* Mass (kg), centre of mass (m) and principal moments of inertia about it (kg m^2), of a shape
 * filled evenly. A plane shape is taken to be 1 m thick along y. */
typedef struct ss_mass {
    double mass, centre[3], inertia[3];
} ss_mass;

/* A drawing of a shape in its x-z plane, m: an open line, or closed by repeating its first point.
 */
typedef struct ss_polyline {
    size_t n;
    double point[SS_MAX_OUTLINE + 1][2];
    double y;       /* of the points; not 0 for planes across the view alone */
    double axis[3]; /* unit normal of a plane, axis of what is turned about one; of others 0 */
} ss_polyline;

/* The neighbourhoods on a convex solid, by numbers. The corners of face f, counterclockwise seen
 * from outside, are corner[k], k from begin[f] to begin[f + 1] - 1, and side[k] is the edge from
 * that corner to the next one. Edge e goes from vertex end[e][0] to end[e][1] around the face
 * beside[e][0] and back around beside[e][1]. Entries past the counts are zero. */
typedef struct ss_faces {
    uint8_t n_vertices, n_faces, n_edges;
    uint8_t begin[SS_MAX_FACES + 1];
    uint8_t corner[2 * SS_MAX_EDGES], side[2 * SS_MAX_EDGES];
    uint8_t end[SS_MAX_EDGES][2], beside[SS_MAX_EDGES][2];
} ss_faces;

typedef struct ss_shape_kind {
    const char *name;
    int dim;     /* 2: moves in the x-z plane, turns about y; 3: anywhere */
    size_t size; /* of its record */
    /* Round: each body has a radius of its own, which is the whole record. Such a shape is a ball
     * to all others, whatever its mass and inertia are. */
    bool round;
    /* Ways in which a drawing goes on from the outline, in pictures and in files for ParaView:
     * `endless`, it is a piece of a plane; `turned`, a meridian, about the axis; `open`, which goes
     * on where it ends off the axis. What is closed and none of these is solid. */
    bool endless, turned, open;
    bool thin; /* a sheet without thickness: who moves farther than its radius in a step passes */
    /* Refuse a record that is no such shape: SS_ERROR_USAGE, naming the value. NULL: any will do.
     */
    bool (*check)(const void *shape, ss_error *error);
    /* Radius of a ball about the centre that contains it, m. NULL: of a round one the radius, of
     * the others, walls, there is none, INFINITY. */
    double (*bound)(const void *shape);
    /* False when it has none of its own: a wall. `density` is in kg/m^3. */
    bool (*mass)(ss_mass *out, const void *shape, double density);
    /* The number of points written. Of a surface of revolution, its meridian. NULL: nothing to draw
     * but a radius, or the faces of a solid. */
    size_t (*outline)(ss_polyline *out, const void *shape);
    /* For shapes without bound: at most the distance (m) from each of the n points x (3 n) to the
     * surface when the body is at `centre`; negative behind it. Detection asks it for all bodies
     * near a wall. The spin of a wall moves its surface, not its place: who turns a plane says
     * so (ss_bodies_turn_plane). */
    void (*clearance)(double *out, const void *shape, const double centre[3], const double *x,
                      size_t n);
    /* A convex solid: its vertices (m) and the outward unit normals of its faces, in the frame of
     * the body, and who is beside whom, which lasts as long as the shape. Such a shape is a hull to
     * all others, and it is drawn by its faces. NULL: it is none. */
    const ss_faces *(*solid)(double vertex[SS_MAX_CORNERS][3], double normal[SS_MAX_FACES][3],
                             const void *shape);
} ss_shape_kind;

#define SS_SHAPE(id) SS_SHAPE_##id,
enum ss_shape_number {
#include "problems/bodies/shapes.def"
    SS_N_SHAPE_KINDS
};
#undef SS_SHAPE

#define SS_SHAPE(id) extern const ss_shape_kind ss_shape_##id;
#include "problems/bodies/shapes.def"
#undef SS_SHAPE

/* The descriptor of that name, as tables have it; of one that this build lacks, one of no shape:
 * its properties are false, its dim and size 0. */
const ss_shape_kind *ss_shape_kind_named(const char *name);

/* The records. A ball or a disc has none but its radius. */
typedef struct ss_ball {
    double radius; /* m */
} ss_ball;

/* The half-space normal . (x - centre) >= offset is free; a unit normal, offset in m. */
typedef struct ss_plane {
    double normal[3], offset;
} ss_plane;

/* Bodies are inside: nearer to the axis, a unit vector through the centre, than `radius`, and
 * between the flat ends at `low` and `high` along it (-INFINITY and INFINITY: no end). */
typedef struct ss_cylinder {
    double axis[3], radius, low, high;
} ss_cylinder;

/* Points (distance from the vertical axis through the centre, height), joined by straight lines. */
typedef struct ss_revolved {
    size_t n;
    double profile[SS_MAX_VERTICES][2];
} ss_revolved;

/* The point of the line through points k and k + 1 of the profile nearest to p (distance from the
 * axis, height): 0 at k, 1 at k + 1. The foot is on the segment between them. */
double ss_revolved_nearest(const ss_revolved *revolved, size_t k, const double p[2],
                           double foot[2]);

/* Vertices (x, z), counterclockwise with x to the right and z up; convex; the centre of mass is the
 * origin. Entries past n are zero. `face_points`: contacts of a face that lies on a face or a
 * plane, its two ends and others evenly between; 0 stands for 2, and of two polygons the greater
 * counts. */
typedef struct ss_polygon {
    size_t n;
    double vertex[SS_MAX_VERTICES][2];
    size_t face_points;
} ss_polygon;

/* The boundary of a mesh, counterclockwise from x to z, in the frame of its body; almost convex.
 * Bodies with equal records share one, and this is one body's: it has its number. */
typedef struct ss_meshed {
    size_t body, n;
    double bound; /* m: no node is farther from the centre */
    double node[SS_MAX_BOUNDARY][2];
} ss_meshed;

/* A box by half its widths along the axes of the body, m. */
typedef struct ss_box {
    double half[3];
} ss_box;

/* A convex polyhedron; the centre of mass is the origin, and its axes are principal. By
 * ss_hull_of_points. Entries past the counts of `faces` are zero. */
typedef struct ss_hull {
    double vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3];
    ss_faces faces;
} ss_hull;

/* Make the hull of n points (m), 4 to SS_MAX_CORNERS, and say where it was: body points p are at
 * centre + turn p turn^-1, `turn` a unit quaternion (w, x, y, z), the identity where the axes of
 * the points are principal already. Faces that lie in one plane to 1e-9 of the size are one; points
 * within, or on a face or an edge, are left out. SS_ERROR_USAGE for points in one plane, or that
 * are not finite; SS_ERROR_MEMORY. */
bool ss_hull_of_points(ss_hull *hull, double centre[3], double turn[4], const double (*point)[3],
                       size_t n, ss_error *error);

/* Shift the vertices so that the centre of mass is the origin. */
void ss_polygon_centre(ss_polygon *polygon);

ss_polygon ss_polygon_box(double width, double height);

#endif
