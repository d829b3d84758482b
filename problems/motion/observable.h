/* Observables: numbers that say what happens in a scene, with the exact value where one is known
 * (a closed form, or an identity of the mechanics). They come in groups of one computation: a line
 * a name, and a function that adds the values. A scene lists its groups in `observables`, and in
 * `constants` what they are measured by.
 *
 *     who observes (run/scene_rows.c)    a group's `fill`              contacts of the step
 *       makes ss_moment, ss_shared    -> asks ss_moment_sums,       -> one ss_contact_walk of a
 *       frees ss_shared                  ss_moment_shared              kind, by who asks first
 *
 * No walk is made twice in a step: groups that need the same sums take them from ss_shared
 * (tests/problems/test_passes.c counts).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_OBSERVABLE_H
#define SS_PROBLEMS_MOTION_OBSERVABLE_H

#include "problems/contact/rigid.h"
#include "problems/motion/scene.h"

#include <math.h>
#include <stdbool.h>

typedef struct ss_moment ss_moment;

/* Sums over all contacts of a step. */
typedef struct ss_contact_sums {
    double given[3];   /* mean force of bodies of given motion and blocked ones on the others, N */
    double boundary;   /* work of bodies of given motion on the others, J */
    double contact;    /* work of contacts on the relative motion of the surfaces, J: below 0 where
                        * friction and impacts dissipate */
    double by_gravity; /* its part that gravity does in the half of the step that restitution does
                        * not see, J: (h/2) r.(delta o P*g), delta = (1 - e)/(1 + e) */
} ss_contact_sums;

/* The store that the groups of a step share: made by the first that asks, found by the others. Who
 * makes the moment begins with zeros and frees it after the last group. */
typedef struct ss_shared ss_shared;
struct ss_shared {
    void (*walked)(ss_shared *shared, const char *kind, const char *of); /* told of every walk */
    bool has_sums;
    ss_contact_sums sums;
    struct {
        void *(*make)(const ss_moment *moment); /* NULL: free, as all behind it */
        void *made;                             /* owned; NULL: without memory */
    } kept[4];
};
void ss_shared_free(ss_shared *shared);

/* The end of a step. All is borrowed. */
struct ss_moment {
    const ss_scene *scene;     /* after the step; scene->time is its end, s */
    const ss_problem *problem; /* of the step: ss_step_contacts */
    const double *r, *u;       /* 3 n_contacts: impulses, N s, and u = W r + q, m/s */
    const double *v_before;    /* 6 a body: velocities before the step (m/s, rad/s) */
    double energy_before;      /* ss_scene_energy before the step, J */
    ss_shared *shared;         /* NULL: sums are worked out anew, ss_moment_shared is NULL */
};

/* A walk over all contacts of a step, in their order; not in block form:
 * for (ss_contact_walk w = ss_walk_begin(m, "what for", ""); ss_walk_next(&w);) */
typedef struct ss_contact_walk {
    const ss_moment *moment;
    size_t next;
    size_t c; /* the contact that the walk is at, and what follows is of it */
    ss_rigid_contact contact;
    const double *r; /* N s, in its frame */
    double p[3];     /* N s, in space, on body i; -p on body j */
} ss_contact_walk;

/* `kind` and `of` (not NULL) name what is computed, and of which contacts; static texts. */
ss_contact_walk ss_walk_begin(const ss_moment *moment, const char *kind, const char *of);
bool ss_walk_next(ss_contact_walk *walk);

/* The piece that `make` makes of the step, one piece of memory, made once and kept until the step's
 * end; NULL where it is, and where the moment shares nothing. */
const void *ss_moment_shared(const ss_moment *moment, void *(*make)(const ss_moment *moment));

/* One value of a step. */
typedef struct ss_observed_value {
    const char *name; /* one of its group's */
    const char *key;  /* which of many values: a short text without brackets, commas and quotes;
                       * NULL where the name has one */
    double value;
    double exact; /* NAN where not known */
    double scale; /* of differences from the exact value, in its unit; NAN: the exact value */
} ss_observed_value;

/* Takes the values of a group, one by one, in the order in which they are written. */
typedef struct ss_observed ss_observed;
struct ss_observed {
    void (*add)(ss_observed *out, const ss_observed_value *value);
};

typedef struct ss_observable_name {
    const char *name, *unit, *meaning;
} ss_observable_name;

/* A group: what one computation a step tells, under one name or several. */
typedef struct ss_observable {
    const ss_observable_name *names; /* in the order of the output; ends with a NULL name */
    void (*fill)(ss_observed *out, const ss_moment *moment); /* adds the values of its names */
    /* Names have many values, a force a contact or a profile, each with a key; none at a step that
     * the group leaves out. */
    bool is_keyed;
} ss_observable;

/* A group of names without keys, a list of groups. */
#define SS_OBSERVABLE_GROUP(of, ...)                                                               \
    {                                                                                              \
        .names = (const ss_observable_name[]){__VA_ARGS__, {.name = NULL}}, .fill = (of)           \
    }
#define SS_OBSERVABLE_GROUPS(...)                                                                  \
    (const ss_observable *const[])                                                                 \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Numbers that stay what they are in a run, known as soon as its scene is open: what observables
 * are measured by, such as a weight or a period. NAN where a scene of the kind has none. They are
 * told by it and worked out by nobody else. */
typedef struct ss_constants {
    const ss_observable_name *names;
    void (*fill)(ss_observed *out, const ss_scene *scene); /* adds a value of each */
} ss_constants;

/* Add a value: with nothing known of it; with its exact value; with the scale of differences too;
 * or one of many. */
static inline void ss_observe_scaled(ss_observed *out, const char *name, double value, double exact,
                                     double scale)
{
    const ss_observed_value row = {name, NULL, value, exact, scale};
    out->add(out, &row);
}

static inline void ss_observe_exact(ss_observed *out, const char *name, double value, double exact)
{
    ss_observe_scaled(out, name, value, exact, NAN);
}

static inline void ss_observe(ss_observed *out, const char *name, double value)
{
    ss_observe_scaled(out, name, value, NAN, NAN);
}

/* The line of `name` among those of a group; NULL: it has none. */
const ss_observable_name *ss_observable_find(const ss_observable_name *names, const char *name);

/* Kinetic energy, the potential of gravity and of the loads, energy of deformation, J. */
double ss_scene_energy(const ss_scene *scene);

/* The force that holds the moving bodies at rest, N upwards: their weight less the loads on them,
 * without those that are blocked. */
double ss_scene_weight(const ss_scene *scene);

/* The mean contact forces (N, fixed frame) of the step on `n` bodies, the first of them body b. */
void ss_moment_forces(double (*forces)[3], const ss_moment *moment, size_t b, size_t n);

/* Of all contacts; one walk a step. */
ss_contact_sums ss_moment_sums(const ss_moment *moment);

/* Change of momentum less the impulses of contacts with given bodies, of gravity and of loads (N
 * s): 0 up to rounding for any solver at any tolerance, as the energy balance. */
double ss_moment_momentum_balance(const ss_moment *moment);

/* Change of energy less boundary and contact work, plus energy_blocked, J: 0 up to rounding for any
 * solver at any tolerance, for it is algebra ([M] 6.5 with given motion), at theta = 1/2 and
 * inertia that turning does not change; its exact value, NAN at another theta. */
double ss_moment_energy_balance(const ss_moment *moment);
double ss_moment_energy_balanced(const ss_moment *moment);

/* Their lines, for groups that have these names among others. */
#define SS_OBSERVABLE_BOUNDARY_WORK                                                                \
    {                                                                                              \
        "boundary_work", "J", "work of the step that bodies of given motion do on the others"      \
    }
#define SS_OBSERVABLE_CONTACT_WORK                                                                 \
    {                                                                                              \
        "contact_work", "J",                                                                       \
            "work of the step that contacts do on the relative motion of their surfaces"           \
    }

/* Groups of one name. `support`: force of the step (N, upwards) of the bodies of given motion on
 * the others; exact at rest. The others: the functions above. */
extern const ss_observable ss_observable_support, ss_observable_momentum_balance,
    ss_observable_boundary_work, ss_observable_energy_balance;

/* contact_work and energy_balance; with boundary_work before them; and with energy_created between
 * them, energy from restitution (J): contact_work as far as it is above 0, less what gravity does
 * in the half of the step that restitution does not see (method 13.6). Coefficients that differ can
 * create energy where contacts share a body; 0 where they do not. Without loads and deformation. */
extern const ss_observable ss_observable_contact_energy, ss_observable_energy,
    ss_observable_energy_created;

#endif
