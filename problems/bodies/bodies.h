/* Rigid bodies of any shape: the free ones and, behind them, those whose motion is given: walls, a
 * ground, driven boxes. SI units. What a shape is stands in shape.h; what touches, in detect/; who
 * moves a given body, in motion/.
 *
 * The order of the bodies is that of all arrays, and of the velocities that solvers hold:
 *
 *     0 ............ n_moving - 1 | n_moving ........... n - 1 | n
 *     free bodies                 | given motion: walls,     | the ground: zeros, in arrays that
 *     (parked, blocked as well)   | driven bodies            | solvers read
 *
 * Invariant: inv_mass and inv_inertia are 0 for given bodies and for blocked ones, so that
 * no impulse moves them; shape[b] < n_shapes, and shape 0 is the ball; orientations have length 1
 * to rounding. The scene owns the struct; the step moves x, orientation and v, a scene's drive
 * those of the given bodies, and nobody else writes them while a run goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BODIES_BODIES_H
#define SS_PROBLEMS_BODIES_BODIES_H

#include "problems/bodies/shape.h"

/* A shape in use; bodies may share it. */
typedef struct ss_shape {
    const ss_shape_kind *kind;
    uint32_t geometry; /* enum ss_shape_number, as which it touches others: round ones are
                        * balls, solids hulls */
    void *record;      /* owned; NULL for round shapes */
} ss_shape;

/* Arrays over bodies. Velocities are 6 numbers a body: linear (m/s), then angular (rad/s), both in
 * the fixed frame. Arrays that solvers read have one entry more, zero: where there is no given
 * body, it is the ground. */
typedef struct ss_bodies {
    size_t n, n_moving;  /* bodies n_moving .. n - 1 have a given motion */
    double *x;           /* 3 n: centres, m */
    double *orientation; /* 4 n: unit quaternions (w, x, y, z), from body to fixed frame */
    double *v;           /* 6 (n + 1) */
    double *inv_mass;    /* n + 1, 1/kg; 0 for given bodies */
    double *inv_inertia; /* 3 (n + 1), 1/(kg m^2): along the axes of the body; 0 for given ones */
    double *radius;      /* n, m: of the body if it is round, else of a ball around it, INFINITY
                          * for a wall */
    uint32_t *shape;     /* n: index into shapes; 0, a ball, unless said otherwise */
    uint8_t *material;   /* n: index into the scene's laws of contact; 0 unless said otherwise */
    uint8_t *parked;     /* n: 1 for a body that is out of the scene for now; NULL: none */
    double *blocked;     /* n: mass (kg) of a moving body that is held where it is for good, whose
                          * inverse masses are then 0; 0 for all others; NULL: none */
    uint8_t *ghost;      /* n: 1 for a body that another process steps, which is here for what it
                          * touches: no contact is found between two of them; NULL: none */
    ss_shape *shapes;    /* n_shapes */
    size_t n_shapes;
    double turned; /* rad: the sum of all that planes have been turned by, for who remembers where
                    * they were */
} ss_bodies;

/* Allocate balls at the origin, at rest, identity orientation, no radius and no mass yet. Free with
 * ss_bodies_free, which accepts a zeroed struct. */
bool ss_bodies_create(ss_bodies *bodies, size_t n_moving, size_t n_given, ss_error *error);
void ss_bodies_free(ss_bodies *bodies);

/* Give body b a shape of this kind, copied from `record`; bodies with equal records share one. Of a
 * round kind, the radius is set as well. SS_ERROR_USAGE when it is no such shape. */
bool ss_bodies_set_shape(ss_bodies *bodies, size_t b, const ss_shape_kind *kind, const void *record,
                         ss_error *error);

/* Give body b, which must be a moving one, the mass and inertia of its shape at this density,
 * kg/m^3. False when its shape has none, as a plane: set inv_mass yourself. */
bool ss_bodies_set_mass(ss_bodies *bodies, size_t b, double density);

/* Give ball b its radius (m) and the mass and inertia of a ball of that radius. `density` is in
 * kg/m^3; inertia = inertia_factor m a^2, 2/5 for a solid sphere. */
void ss_bodies_set_ball(ss_bodies *bodies, size_t b, double radius, double density,
                        double inertia_factor);

/* Make body b, at the origin, the wall normal . x >= offset. */
bool ss_bodies_set_plane(ss_bodies *bodies, size_t b, const double normal[3], double offset,
                         ss_error *error);

/* Turn the wall b, a plane of a shape of its own, about its centre: `normal`, a unit vector, is the
 * one that it has from now on. Its spin is set by whoever turns it. */
void ss_bodies_turn_plane(ss_bodies *bodies, size_t b, const double normal[3]);

/* The five walls of a box that is open at the top: z >= 0, 0 <= x <= width, 0 <= y <= depth, as
 * bodies n_moving .. n_moving + 4, in that order. */
bool ss_bodies_set_box(ss_bodies *bodies, double width, double depth, ss_error *error);

static inline const ss_shape *ss_bodies_shape(const ss_bodies *bodies, size_t b)
{
    return &bodies->shapes[bodies->shape[b]];
}

static inline bool ss_bodies_is_parked(const ss_bodies *bodies, size_t b)
{
    return bodies->parked != NULL && bodies->parked[b] != 0;
}

static inline bool ss_bodies_is_blocked(const ss_bodies *bodies, size_t b)
{
    return bodies->blocked != NULL && bodies->blocked[b] > 0.0;
}

/* True for walls and for blocked bodies: no impulse moves them. */
static inline bool ss_bodies_is_given(const ss_bodies *bodies, size_t b)
{
    return b >= bodies->n_moving || ss_bodies_is_blocked(bodies, b);
}

/* Mass of the moving body b, blocked or not, kg. */
static inline double ss_bodies_mass(const ss_bodies *bodies, size_t b)
{
    return ss_bodies_is_blocked(bodies, b) ? bodies->blocked[b] : 1.0 / bodies->inv_mass[b];
}

/* The record of body b's shape; that of a round one is its radius. */
static inline const void *ss_bodies_record(const ss_bodies *bodies, size_t b)
{
    const ss_shape *const shape = ss_bodies_shape(bodies, b);
    return shape->record != NULL ? shape->record : &bodies->radius[b];
}

/* Kinetic energy of translation and rotation of the moving body b, J; 0 where it is blocked. */
double ss_bodies_kinetic_energy_of(const ss_bodies *bodies, size_t b);

/* Kinetic energy of translation and rotation; potential energy -sum m g.x, zero at the origin:
 * those of the moving bodies that are not parked, of blocked ones the potential alone. */
double ss_bodies_kinetic_energy(const ss_bodies *bodies);
double ss_bodies_potential_energy(const ss_bodies *bodies, const double gravity[3]);

/* Move every moving body's centre by dt times its velocity and turn its orientation with it. */
void ss_bodies_drift(ss_bodies *bodies, double dt);

/* True when all positions and velocities are finite and below 1e100 in size. */
bool ss_bodies_finite(const ss_bodies *bodies);

#endif
