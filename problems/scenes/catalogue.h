/* The catalogue of problems. A problem is one file with one const descriptor, and one line in
 * catalogue.def.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_CATALOGUE_H
#define SS_PROBLEMS_SCENES_CATALOGUE_H

#include "problems/base/options.h"
#include "problems/motion/observable.h"

typedef struct ss_catalogue_entry {
    const char *name, *title, *reference;
    const char *known; /* what is known of the answer, for `describe` */
    bool settles;      /* a run starts when the scene, not driven, has come to rest */
    size_t shared;     /* where in the params the number of its moving bodies stands, a size_t, if
                        * processes can open it share by share, none of them whole (scene->share):
                        * balls among walls at rest, without a drive, loads or what joins them; 0: not
                        */
    bool seeded;       /* instances 1, 2, ... are seeds; otherwise only instance 1 exists */
    ss_option_table params; /* the struct begins with ss_limits; a scene's with ss_scene_params */
    /* Build the scene: bodies, walls. ss_scene_begin has been called; scene->own is the filled
     * struct, scene->instance the seed. False and an error when the parameters contradict each
     * other. */
    bool (*open)(ss_scene *scene, ss_error *error);
    int variant;         /* scene->variant, by which scenes that share an `open` differ */
    ss_drive *drive;     /* NULL: none */
    ss_settle *settle;   /* how it comes to rest, if it settles; NULL: by steps */
    const ss_rest *rest; /* how by steps; NULL: with its laws, without restitution */
    double most_overlap; /* of bodies that touch, in radii of the smallest: more is unphysical; 0:
                          * 1, who overlaps farther touches from the other side */
    double alpha_bound;  /* the least bound of alpha of its contacts, where a descent parameter of
                          * 0.6 is beyond it (SS_ALPHA_BOUND_OF_SPHERES); 0: it is not */
    const char *stop;    /* estimator that stops its steps unless the user says; NULL: eps */
    const ss_observable *const *observables; /* ends with NULL; NULL: none */
    const ss_constants *constants;           /* NULL: none */
} ss_catalogue_entry;

/* The k-th problem, or NULL past the last. */
const ss_catalogue_entry *ss_catalogue_at(size_t k);

/* The problem called `name`; NULL and an error with the nearest name when there is none. */
const ss_catalogue_entry *ss_catalogue_find(const char *name, ss_error *error);

/* Open a problem: scene (released with ss_scene_free) from parameters and instance, start checked
 * for overlaps; of a share of its moving bodies, all of its walls around them, or of all (NULL).
 * SS_ERROR_USAGE where it is none that can be `shared`. */
bool ss_catalogue_open(const ss_catalogue_entry *entry, const void *params, unsigned long instance,
                       const ss_scene_share *share, ss_scene *scene, ss_error *error);

#endif
