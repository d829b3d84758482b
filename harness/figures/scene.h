/* A scene as it is drawn from the front: x to the right, z up. Inside figures/ only.
 *
 *     scene.c            the figure: which moments, their ranges; owns an ss_drawn_scene
 *       |  read         scene_bodies.c (bodies.csv, shapes.csv), scene_forces.c (forces.csv)
 *       |  looked at    scene_crowd.c: of very many round bodies what is seen
 *       |  printed      scene_data.c: the .dat
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_SCENE_H
#define SS_HARNESS_FIGURES_SCENE_H

#include "harness/figures/axis.h"
#include "harness/figures/figure.h"
#include "harness/tables/outlines.h"
#include "harness/tables/status.h"

/* ---- bodies at a moment of a run ---- */

typedef enum ss_drawn_kind { SS_DRAWN_ROUND, SS_DRAWN_SOLID, SS_DRAWN_WALL } ss_drawn_kind;

typedef struct ss_drawn_body {
    ss_drawn_kind kind;
    bool mirrored; /* a wall that is turned about an axis: its meridian */
    bool ring;     /* and the axis points at the viewer: a circle of this radius */
    bool open;     /* ends of its meridian that are not on the axis go on and on: a cylinder */
    bool endless;  /* a plane, of which the outline is a piece */
    size_t body;   /* its number */
    double at[3], radius; /* m; radius of what is round, and of a ring */
    double v[2], speed;   /* along x and z, and with y, m/s */
    double turn[2];       /* cosine and sine of its angle about y, of a wall of its axis */
    ss_outline outline;   /* of what is not round; borrowed, but of a solid in 3D as it is seen */
    size_t *face;         /* owned, and the points with it: of those, the face of each; else NULL */
} ss_drawn_body;

/* The bodies of one solver at one moment, by number; `back` has them from back to front. */
typedef struct ss_drawn_moment {
    ss_drawn_body *at;
    const ss_drawn_body **back;
    size_t n, step;
} ss_drawn_moment;

/* The bodies of `solver` in the file, read line by line, after `step` (0: at the start;
 * SS_SCENE_LAST: at the end). SS_ERROR_DATA if there is none, naming the steps that there are, a
 * body is at no finite place, or one that is not round has no outline. Free with
 * ss_drawn_moment_free, whatever happens. */
bool ss_drawn_moment_read(ss_drawn_moment *moment, const char *bodies_csv, const char *solver,
                          size_t step, const ss_outlines *shapes, ss_error *error);
void ss_drawn_moment_free(ss_drawn_moment *moment);

/* The body of that number; NULL if it has no row, as walls of a run without frames. */
const ss_drawn_body *ss_drawn_find(const ss_drawn_moment *moment, size_t body);

/* Point k of the outline where its body is; `side` -1.0 mirrors it at the axis of the body. */
void ss_drawn_point(double point[2], const ss_drawn_body *body, size_t k, double side);

/* ---- the impulses of a step as lines ---- */

/* A line of force in the view, m: between the centres of two round bodies, else from a centre to
 * the contact point. */
typedef struct ss_drawn_force {
    double from[2], to[2], impulse; /* impulse in N s */
    double at[2], residual;         /* the contact point; its part of E1, NAN: not known */
    ss_zone status;
} ss_drawn_force;

/* More lines than this would be a black patch: then the strongest are drawn. */
enum { SS_DRAWN_LINES = 4000 };

/* Those of one step, the weakest first. */
typedef struct ss_drawn_forces {
    ss_drawn_force *at;
    size_t n, room;
    size_t n_all; /* that the step has: more than n in a crowd */
} ss_drawn_forces;

/* The forces of `solver` in the file, read line by line, at the moment's step, between its bodies;
 * a body that it has no row of is a wall. SS_ERROR_DATA for an unknown status, SS_ERROR_MEMORY.
 * Free with ss_drawn_forces_free, whatever happens. */
bool ss_drawn_forces_read(ss_drawn_forces *forces, const char *forces_csv, const char *solver,
                          const ss_drawn_moment *moment, ss_error *error);
void ss_drawn_forces_free(ss_drawn_forces *forces);

/* ---- round bodies that are too many to be drawn whole, one over the other: those that are seen,
 * and of their rims what is seen ---- */

enum {
    SS_DRAWN_CROWD = 2000,  /* so many round bodies are none yet */
    SS_DRAWN_RASTER = 2048, /* squares along the longer side of the view */
    SS_DRAWN_FACETS = 24,   /* corners of a body's polygon at most */
    SS_DRAWN_RIM = 48       /* points of a rim */
};

/* A view of the bodies on a raster fine enough that what covers no square is not missed. */
typedef struct ss_drawn_crowd {
    const ss_drawn_body **seen; /* round bodies that cover a square, from back to front */
    size_t n_seen, n_round;
    const ss_drawn_body *const *back; /* of the moment, borrowed */
    size_t *nearest; /* of each square: 1 + the place in the moment's `back`; 0: no round body */
    size_t nx, nz;
    double low[2], cell; /* m */
} ss_drawn_crowd;

/* Is it a crowd? */
bool ss_drawn_is_crowd(const ss_drawn_moment *moment);

/* Look at the bodies of a moment in the window of those axes. SS_ERROR_MEMORY. Free with
 * ss_drawn_crowd_free, whatever happens. */
bool ss_drawn_crowd_look(ss_drawn_crowd *crowd, const ss_drawn_moment *moment, const ss_axis *x,
                         const ss_axis *z, ss_error *error);
void ss_drawn_crowd_free(ss_drawn_crowd *crowd);

/* A regular polygon as large as the body, which has `radius_pt` points on paper: the number of its
 * corners, few where it is small. */
size_t ss_drawn_facet(double corner[SS_DRAWN_FACETS][2], const ss_drawn_body *body,
                      double radius_pt);

/* Which of the points at equal angles of body k of `seen`, just inside its rim, are seen? */
void ss_drawn_crowd_rim(bool is_seen[SS_DRAWN_RIM], const ss_drawn_crowd *crowd, size_t k);

/* Point k of the rim. */
void ss_drawn_rim_point(double point[2], const ss_drawn_body *body, size_t k, double share);

/* ---- the figure ---- */

/* So many radii at most are told apart by colour: of more it would say nothing. */
enum { SS_DRAWN_CLASSES = 4 };

/* A figure being made. Ranges are over all panels. */
typedef struct ss_drawn_scene {
    const ss_scene_picture *picture;
    ss_drawn_moment moments[SS_SCENE_PANELS];
    ss_drawn_forces forces[SS_SCENE_PANELS];
    ss_drawn_crowd crowds[SS_SCENE_PANELS]; /* empty where the bodies are none */
    size_t
        same[SS_SCENE_PANELS]; /* the first panel of the same moment, which has it and its crowd */
    ss_axis x, y, z;           /* that hold the bodies, m; x and z the walls too */
    double fastest;            /* m/s; 0: all are at rest */
    double size;               /* median radius of the bodies, m */
    double class_radius[SS_DRAWN_CLASSES]; /* of round bodies, the least first, m */
    size_t n_classes;                      /* 0: all have one radius, or too many */
    double cell;                           /* side of the square that has one arrow, m */
    bool has_walls;                        /* in the table */
    bool has_box;                          /* instead of them */
    bool has_floor;                        /* the box: where z = 0 */
} ss_drawn_scene;

/* The bodies of a panel. */
const ss_drawn_moment *ss_drawn_scene_moment(const ss_drawn_scene *scene, size_t panel);

/* The largest impulse of all panels, N s, and the largest part of E1; 0: none is known. */
double ss_drawn_scene_largest(const ss_drawn_scene *scene);
double ss_drawn_scene_residual(const ss_drawn_scene *scene);

/* Print the .dat. SS_ERROR_MEMORY. */
bool ss_drawn_scene_print(FILE *out, const ss_drawn_scene *scene, ss_error *error);

#endif
