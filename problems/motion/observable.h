/* Observables: numbers that say what happens in a scene, with the exact value where one is known
 * (a closed form, or an identity of the mechanics). An observable is one const descriptor; a scene
 * lists those it shows in its `observables`, and in `constants` what they are measured by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_OBSERVABLE_H
#define SS_PROBLEMS_MOTION_OBSERVABLE_H

#include "problems/contact/problem.h"
#include "problems/motion/scene.h"

/* The end of a step. All is borrowed. */
typedef struct ss_moment {
    const ss_scene *scene;     /* after the step; scene->time is its end, s */
    const ss_problem *problem; /* of the step: ss_step_contacts */
    const double *r, *u;       /* 3 n_contacts: impulses, N s, and u = W r + q, m/s */
    const double *v_before;    /* 6 a body: velocities before the step (m/s, rad/s) */
    double energy_before;      /* ss_scene_energy before the step, J */
} ss_moment;

/* Takes the values of an observable that has many, one by one. */
typedef struct ss_observed ss_observed;
struct ss_observed {
    void (*add)(ss_observed *out, const char *key, double value, double exact);
};

typedef struct ss_observable {
    const char *name, *unit, *meaning;
    double (*value)(const ss_moment *moment); /* NULL: it has many */
    double (*exact)(const ss_moment *moment); /* NAN where not known; NULL: nowhere */
    /* An observable of many values, a force a contact or a profile: adds each under its key, a
     * short text without brackets, commas and quotes, with its exact value or NAN; none at a step
     * that it leaves out. NULL: it has one. */
    void (*each)(const ss_moment *moment, ss_observed *out);
    /* The scale of differences from the exact value, in `unit`; NULL: the exact value. */
    double (*scale)(const ss_moment *moment);
} ss_observable;

/* A number that stays what it is in a run, known as soon as its scene is open: what observables are
 * measured by, such as a weight or a period. NAN where a scene of the kind has none. A scene lists
 * its own in `constants`: they are told by it and worked out by nobody else. */
typedef struct ss_constant {
    const char *name, *unit, *meaning;
    double (*value)(const ss_scene *scene);
} ss_constant;

/* Add one of many values. */
static inline void ss_observed_add(ss_observed *out, const char *key, double value, double exact)
{
    out->add(out, key, value, exact);
}

/* 0 and 1 of every moment, for `exact` and `scale`: of an identity, and of what has no unit. */
double ss_moment_zero(const ss_moment *moment);
double ss_moment_one(const ss_moment *moment);

/* Kinetic energy, the potential of gravity and of the loads, energy of deformation, J. */
double ss_scene_energy(const ss_scene *scene);

/* The force that holds the moving bodies at rest, N upwards: their weight less the loads on them,
 * without those that are blocked. */
double ss_scene_weight(const ss_scene *scene);

/* The mean contact force (N, fixed frame) of the step on body b. */
void ss_moment_force(double force[3], const ss_moment *moment, size_t b);

/* Force of the step (N, upwards) of the bodies of given motion on the others; exact at rest. */
extern const ss_observable ss_observable_support;

/* Change of momentum less the impulses of contacts with given bodies, of gravity and of loads (N
 * s): 0 up to rounding for any solver at any tolerance, as the energy balance. */
extern const ss_observable ss_observable_momentum_balance;

/* The work of the step (J) that bodies of given motion do on the others. */
extern const ss_observable ss_observable_boundary_work;

/* The work of the step (J) of contact forces on the relative motion of the surfaces: below 0 where
 * friction and impacts dissipate. */
extern const ss_observable ss_observable_contact_work;

/* Energy from restitution (J): contact_work as far as it is above 0, less what gravity does in the
 * half of the step that restitution does not see (method 13.6). Coefficients that differ can create
 * energy where contacts share a body; 0 where they do not. Without loads and deformation. */
extern const ss_observable ss_observable_energy_created;

/* Change of energy less boundary_work and contact_work, plus energy_blocked, J: 0 up to rounding
 * for any solver at any tolerance, for it is algebra ([M] 6.5 with given motion), at theta = 1/2
 * and inertia that turning does not change. */
extern const ss_observable ss_observable_energy_balance;

#endif
