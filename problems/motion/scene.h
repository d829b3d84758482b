/* A scene: bodies, walls among them, and the parameters of their motion, as a catalogue entry
 * opened it.
 *
 * Ownership: the run owns the scene (in ss_source), the catalogue's entry fills it, the step
 * moves it. Invariant while it moves: bodies n_moving .. n - 1 have a given motion and no
 * inverse mass; a blocked body has lost its own and is given from then on; a parked one stands
 * still and is in no contact. `laws` is symmetric. `time` is k h after k steps, by a product and
 * not by a sum, so that long runs do not drift.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_SCENE_H
#define SS_PROBLEMS_MOTION_SCENE_H

#include "problems/motion/flexible.h"
#include "problems/motion/law.h"
#include "problems/motion/limits.h"
#include "problems/motion/past.h"

/* The parameters that every scene lets the user change. A scene's own parameter struct begins with
 * this one. */
typedef struct ss_scene_params {
    ss_limits limits;      /* of the solution of a step; the run's, no scene looks at them */
    double h;              /* time step, s */
    double theta;          /* weight of the new velocity in the positions, [D] eq. 2 */
    double gravity;        /* m/s^2, downwards */
    double density;        /* kg/m^3 */
    double inertia_factor; /* inertia of a ball / (m a^2) */
    double mu;             /* friction coefficient of all contacts */
    double e_n, e_t;       /* coefficients of restitution */
    double margin;         /* a contact is active when its gap is <= margin, m */
    size_t steps;          /* time steps */
    int restitution;       /* ss_law_kind */
} ss_scene_params;

enum { SS_MAX_MATERIALS = 4 };

/* The moving bodies of a scene that one of several processes makes: n from number `first` on. */
typedef struct ss_scene_share {
    size_t first, n;
} ss_scene_share;

typedef struct ss_scene ss_scene;

/* Moves the bodies of given motion: sets their x and v (and orientation) at the middle t + h/2 of
 * the step that begins at t, exactly, from their law ([M] section 7), and `loads` for the step.
 * With `drives_to_end` it sets v alone, to that of t + h: their places then follow as those of the
 * bodies do, and what rests on a moving floor keeps its gap to rounding. May let bodies in and out
 * (ss_scene_wake, ss_scene_park). Called by ss_step_pose when the others are at q_mid. False and an
 * error ends the run. */
typedef bool ss_drive(ss_scene *scene, double t, double h, ss_error *error);

/* Moves the bodies to where they rest, from anywhere and in a way of its own; leaves their
 * velocities. False and an error ends the run. */
typedef bool ss_settle(ss_scene *scene, ss_error *error);

/* The way of a scene to rest by steps, down to the last bit of motion that counts: under laws of
 * its own until its kinetic energy of translation is below 1e-6 M g a, a the mean radius, or for as
 * many steps as it says, and then at rest. */
typedef struct ss_rest {
    void (*calm)(ss_scene *scene); /* sets laws and margin while it settles; the others hold again
                                    * after */
    const char *ignores;           /* words: parameters that do not change where it rests */
    bool keeps_impulses;           /* the start has the impulses of its last step: ss_scene.past */
    const char *shared;            /* name of a start that scenes with the same rows share; NULL: it
                                    * is the scene's own */
    ss_drive *drive;               /* while it settles; NULL: none */
    bool (*begin)(ss_scene *scene, ss_error *error); /* what it becomes then; NULL: nothing else */
    size_t steps; /* where in scene->own the number of its steps stands, a size_t; 0: until it rests
                   */
    ss_limits limits; /* of a step, by E1, where `steps` says how many */
} ss_rest;

struct ss_scene {
    ss_scene_params params;
    unsigned long instance;      /* the seed that it was opened with */
    int variant;                 /* of a kind that several entries of the catalogue open */
    const ss_scene_share *share; /* borrowed while it is opened: what is to be made; NULL: all */
    void *own;       /* owned: the scene's whole parameter struct, for its drive and observables */
    double time;     /* at the end of the last step, s */
    ss_drive *drive; /* NULL: none */
    ss_settle *settle;   /* NULL: the scene rests after enough steps, or never */
    const ss_rest *rest; /* NULL: nothing but its laws, without restitution, and looser */
    size_t blocks_at;    /* a given body that blocks whoever touched it (r_n > 0) in a step, from
                          * the beginning of the next one; SIZE_MAX: none does */
    double
        energy_blocked; /* kinetic energy that blocking took at the beginning of the last step, J */
    bool keeps_gaps;    /* problems that are posed have their gaps, for observables */
    bool drives_to_end; /* the drive sets velocities of the end of a step, t + h, and leaves the
                         * places to them; false: both of its middle */
    double *loads;      /* owned: 6 a body, force (N) and torque (N m) on it; NULL: none */
    void *kept;         /* owned: one piece of memory, what a drive keeps of the bodies from step to
                         * step for observables; NULL: nothing */
    ss_flexible *flexible; /* owned: what joins the moving bodies; NULL: nothing */
    ss_past_impulse *past; /* owned: n_past impulses of the step before the first one, in the order
                            * of their contacts, where a warm start begins; NULL: none */
    size_t n_past;
    ss_bodies bodies;
    ss_law laws[SS_MAX_MATERIALS][SS_MAX_MATERIALS]; /* by pair of materials, symmetric */
    double gravity[3];                               /* m/s^2 */
    double box_width; /* m, for figures; 0 when the scene has no box */
};

/* An empty scene with these parameters, gravity along -z, and one law for all materials. */
void ss_scene_begin(ss_scene *scene, const ss_scene_params *params);

/* Make n bodies that move and, behind them, the floor z = 0. */
bool ss_scene_make_on_floor(ss_scene *scene, size_t n, ss_error *error);

/* Make body b, which moves, a ball or a disc of this radius, a block of this width and height (m)
 * or a box, with the mass that the scene's density gives it; a ball with its inertia factor. */
void ss_scene_set_ball(ss_scene *scene, size_t b, double radius);
bool ss_scene_set_disc(ss_scene *scene, size_t b, double radius, ss_error *error);
bool ss_scene_set_block(ss_scene *scene, size_t b, double width, double height, ss_error *error);
bool ss_scene_set_box(ss_scene *scene, size_t b, const ss_box *box, ss_error *error);

/* The same with a polygon about its centre of mass; and with the convex solid of which it is the
 * section, of this depth (m) along y and of `SS_MAX_CORNERS`/2 vertices at most. */
bool ss_scene_set_polygon(ss_scene *scene, size_t b, const ss_polygon *polygon, ss_error *error);
bool ss_scene_set_prism(ss_scene *scene, size_t b, const ss_polygon *section, double depth,
                        ss_error *error);

/* Give all pairs of materials the same law. */
void ss_scene_set_laws(ss_scene *scene, const ss_law *law);

/* Give the pair of materials a and b, in either order, a law of its own. */
void ss_scene_set_law(ss_scene *scene, size_t a, size_t b, const ss_law *law);

/* Make room for loads, all 0. False and an error without memory. */
bool ss_scene_make_loads(ss_scene *scene, ss_error *error);

/* The speed (m/s) of the fastest centre of those that move. */
double ss_scene_fastest(const ss_scene *scene);

/* Take body b, moving or given (a gate that opens), out of the scene: it stays where it is, at
 * rest, touches nothing, is not stepped and counts in no energy, weight or row of bodies.csv.
 * Parked bodies should stand apart: the detector still lists who is near whom. Not for bodies that
 * deform. False and an error without memory. */
bool ss_scene_park(ss_scene *scene, size_t b, ss_error *error);

/* Let the parked body b in at the centre x (m) with the velocity v (6 numbers, m/s and rad/s). A
 * drive calls it at the middle of a step, and so it is in from there on; the balances of energy and
 * momentum of that step miss what it brought, as those of a step in which one is parked. */
void ss_scene_wake(ss_scene *scene, size_t b, const double x[3], const double v[6]);

/* Hold the moving body b where it is for good: its velocity and inverse masses become 0, it weighs
 * on nothing, and two such bodies do not touch. Its kinetic energy is added to energy_blocked. Not
 * for bodies that deform. False and an error without memory. */
bool ss_scene_block(ss_scene *scene, size_t b, ss_error *error);

/* Release what the scene owns; accepts a zeroed struct. */
void ss_scene_free(ss_scene *scene);

/* Refuse a start in which two bodies, walls among them, overlap by more than rounding; the
 * message names them and the overlap. */
bool ss_scene_check_start(const ss_scene *scene, ss_error *error);

#endif
