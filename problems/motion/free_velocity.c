/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/free_velocity.h"

#include "problems/contact/vec3.h"
#include "problems/motion/spin.h"

#include <string.h>

/* The inverse inertia of a body in the fixed frame, J = xx yy zz xy xz yz, and by how much its spin
 * w changes in a time h of itself. `inverse`: along its own axes, 0 where it cannot turn. */
static void turn_inertia(double J[6], double gained[3], const double inverse[3], const double q[4],
                         const double w[3], double h)
{
    const bool alike = inverse[0] == inverse[1] && inverse[1] == inverse[2];
    double R[9], own[3], later[3];
    /* J = R diag(inverse) R^T, axis by axis */
    ss_turn_matrix(R, q);
    for (size_t k = 0; k < 6; ++k)
        J[k] = alike && k < 3 ? inverse[0] : 0.0;
    for (size_t k = 0; !alike && k < 3; ++k) {
        const double axis[3] = {R[k], R[3 + k], R[6 + k]};
        const double s = inverse[k];
        J[0] += s * axis[0] * axis[0];
        J[1] += s * axis[1] * axis[1];
        J[2] += s * axis[2] * axis[2];
        J[3] += s * axis[0] * axis[1];
        J[4] += s * axis[0] * axis[2];
        J[5] += s * axis[1] * axis[2];
        own[k] = later[k] = ss_dot(axis, w);
    }
    gained[0] = gained[1] = gained[2] = 0.0;
    if (alike)
        return;
    ss_spin_freely(later, inverse, h);
    ss_sub3(later, later, own);
    ss_mul3(gained, R, later);
}

/* Loads (6 a body) over the step: v += h M^-1 load. */
static void push(double v[6], double h, double inv_mass, const double J[6], const double load[6])
{
    const double *const t = load + 3;
    const double spin[3] = {J[0] * t[0] + J[3] * t[1] + J[4] * t[2],
                            J[3] * t[0] + J[1] * t[1] + J[5] * t[2],
                            J[4] * t[0] + J[5] * t[1] + J[2] * t[2]};
    ss_axpy(v, h * inv_mass, load);
    ss_axpy(v + 3, h, spin);
}

/* Gravity over the step, on all that moves and is not parked or blocked. */
static void fall(double *v_free, const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    const double h = scene->params.h, *const g = scene->gravity;
    const double gained[3] = {h * g[0], h * g[1], h * g[2]};
    for (size_t b = 0; b < bodies->n_moving; ++b)
        if (!ss_bodies_is_parked(bodies, b) && !ss_bodies_is_blocked(bodies, b))
            for (size_t k = 0; k < 3; ++k)
                v_free[6 * b + k] += gained[k];
}

/* Its inertia in the fixed frame into J, and what its spin makes of it. */
static void turn(double v[6], double J[6], const ss_bodies *bodies, size_t b, double h)
{
    double gained[3];
    turn_inertia(J, gained, bodies->inv_inertia + 3 * b, bodies->orientation + 4 * b,
                 bodies->v + 6 * b + 3, h);
    ss_axpy(v + 3, 1.0, gained);
}

bool ss_free_velocity(double *v_free, double *inv_inertia, const ss_scene *scene, ss_form form,
                      ss_error *error)
{
    const ss_bodies *const bodies = &scene->bodies;
    const double h = scene->params.h;
    memcpy(v_free, bodies->v, 6 * bodies->n * sizeof *v_free);
    fall(v_free, scene);
    if (form == SS_FORM_RIGID)
        memset(inv_inertia, 0, 6 * bodies->n * sizeof(double));
    for (size_t b = 0; form == SS_FORM_BALLS && b < bodies->n; ++b)
        inv_inertia[b] = bodies->inv_inertia[3 * b + 1]; /* a disc turns about y */
    for (size_t b = 0; form == SS_FORM_RIGID && b < bodies->n_moving; ++b)
        if (!ss_bodies_is_parked(bodies, b))
            turn(v_free + 6 * b, inv_inertia + 6 * b, bodies, b, h);
    /* loads: the inverse inertia of a ball is a number, written out as that of any body */
    for (size_t b = 0; scene->loads != NULL && b < bodies->n_moving; ++b) {
        if (ss_bodies_is_parked(bodies, b))
            continue;
        const double alike[6] = {inv_inertia[b], inv_inertia[b], inv_inertia[b]};
        push(v_free + 6 * b, h, bodies->inv_mass[b],
             form == SS_FORM_RIGID ? inv_inertia + 6 * b : alike, scene->loads + 6 * b);
    }
    return scene->flexible == NULL ||
           scene->flexible->kind->release(scene->flexible, scene, v_free, error);
}
