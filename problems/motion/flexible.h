/* Bodies that deform, as a step sees them: an impulse on one point of them moves others, too, and
 * the step is posed in block form. Two kinds: centres joined by springs (springs.h), and meshes
 * (elastic.h). The scene owns it, and every body has a rigid body's place and velocity besides, for
 * detection and observables.
 *
 *     ss_step_pose     drift, detection, the free velocities of rigid bodies
 *                      release   what deformation makes of them
 *                      couple    W and q of the contacts
 *     ss_step_finish   move      velocities of the solver's r;  drift
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_FLEXIBLE_H
#define SS_PROBLEMS_MOTION_FLEXIBLE_H

#include "problems/detect/touch.h"
#include "problems/contact/problem.h"

struct ss_scene;
typedef struct ss_flexible ss_flexible;

/* The contacts of a step before bodies deform. */
typedef struct ss_flexible_contacts {
    const struct ss_scene *scene; /* at q_mid, with velocities v_k */
    const ss_problem *rigid;      /* the same contacts between bodies that do not deform */
    const ss_contact_name *names; /* of rigid->n_contacts */
} ss_flexible_contacts;

/* A part of a body that deforms: a quadrilateral where it stands, counterclockwise, and the stress
 * in its middle in the fixed frame, tension positive. */
typedef struct ss_flexible_part {
    size_t body, part;   /* of the scene; of the body, from 0 */
    double corner[4][2]; /* x, z, m */
    double stress[3];    /* xx, zz, xz, Pa */
} ss_flexible_part;

typedef void ss_flexible_take(void *context, const ss_flexible_part *part);

typedef struct ss_flexible_kind {
    void (*free)(ss_flexible *flexible);
    /* What the bodies' energy has besides that of rigid bodies, J: of deformation, and of motion.
     */
    double (*energy)(const ss_flexible *flexible, const ss_bodies *bodies);
    /* Add to v_free, 6 a body, the free velocities of rigid bodies, what deformation does in a
     * step. The bodies stand at q_mid with their velocities v_k. The step's matrix is made anew
     * when h or theta is a new one: SS_ERROR_DATA if it is singular. */
    bool (*release)(ss_flexible *flexible, const struct ss_scene *scene, double *v_free,
                    ss_error *error);
    /* Put in the place of *blocks (NULL or owned) the block form of the contacts: mu as there, W
     * and q of bodies that deform, rho_bar = 1/lambda_max(W_cc). Errors as of
     * ss_block_problem_finish.
     */
    bool (*couple)(ss_flexible *flexible, ss_block_problem **blocks,
                   const ss_flexible_contacts *contacts, ss_error *error);
    void (*move)(ss_flexible *flexible, double *v, const ss_problem *rigid, const double *r);
    void (*drift)(ss_flexible *flexible, ss_bodies *bodies, double dt); /* NULL: nothing to do */
    /* Call `take` for every part, body by body; `part` is lent. NULL: bodies have no parts. */
    void (*show_parts)(const ss_flexible *flexible, ss_flexible_take *take, void *context);
} ss_flexible_kind;

/* The first member of each kind's own. */
struct ss_flexible {
    const ss_flexible_kind *kind;
};

static inline void ss_flexible_free(ss_flexible *flexible)
{
    if (flexible != NULL)
        flexible->kind->free(flexible);
}

/* v = v_free + A^-1 P r, 6 a body, of the contacts coupled last. */
static inline void ss_flexible_move(ss_flexible *flexible, double *v, const ss_problem *rigid,
                                    const double *r)
{
    flexible->kind->move(flexible, v, rigid, r);
}

/* The centres have moved by dt (s) times their velocities: so does all else that the bodies have.
 * Nothing without bodies that deform, NULL. */
static inline void ss_flexible_drift(ss_flexible *flexible, ss_bodies *bodies, double dt)
{
    if (flexible != NULL && flexible->kind->drift != NULL)
        flexible->kind->drift(flexible, bodies, dt);
}

#endif
