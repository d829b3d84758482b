/* Contacts of rigid bodies of any shape: lever vectors, inertias as matrices
 *
 *     u = v_i + w_i x l_i - v_j - w_j x l_j;      p on i with torque l_i x p,  -p on j, -l_j x p
 *
 * ([M] section 7; spheres are l_i = -a_i n, l_j = a_j n, method 2). For operator.h; others use
 * ss_rigid_relative_velocity to pose restitution and ss_rigid_impulse on what ss_operator_contact
 * gives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_RIGID_H
#define SS_PROBLEMS_CONTACT_RIGID_H

#include "problems/contact/problem.h"
#include "problems/contact/vec3.h"

/* u = P* v at a contact, before restitution. */
static inline void ss_rigid_relative_velocity(double u[3], const ss_rigid_contact *c,
                                              const double *v)
{
    const double *const vi = v + 6 * (size_t)c->i;
    const double *const vj = v + 6 * (size_t)c->j;
    double turn_i[3], turn_j[3], slip[3];
    ss_cross(turn_i, vi + 3, c->arm_i);
    ss_cross(turn_j, vj + 3, c->arm_j);
    for (int k = 0; k < 3; ++k)
        slip[k] = vi[k] + turn_i[k] - (vj[k] + turn_j[k]);
    u[0] = ss_dot(c->n, slip);
    u[1] = ss_dot(c->t1, slip);
    u[2] = ss_dot(c->t2, slip);
}

/* The impulse p (N s) that dr is on body i; -p on j. */
static inline void ss_rigid_impulse(double p[3], const ss_rigid_contact *contact,
                                    const double dr[3])
{
    for (int k = 0; k < 3; ++k)
        p[k] = contact->n[k] * dr[0] + contact->t1[k] * dr[1] + contact->t2[k] * dr[2];
}

/* The velocity (6 numbers) of body b changed by sign p at the end of `arm`; of given motion, not.
 */
static inline void ss_rigid_push(double v[6], const ss_rigid_form *form, size_t b,
                                 const double arm[3], const double p[3], double sign)
{
    const double *const J = form->inv_inertia + 6 * b;
    double torque[3];
    if (b >= form->moving.n_moving)
        return;
    ss_cross(torque, arm, p);
    /* the inverse inertia, kept as xx yy zz xy xz yz, times the torque */
    const double spin[3] = {J[0] * torque[0] + J[3] * torque[1] + J[4] * torque[2],
                            J[3] * torque[0] + J[1] * torque[1] + J[5] * torque[2],
                            J[4] * torque[0] + J[5] * torque[1] + J[2] * torque[2]};
    /* linear by 1/m, angular by the inverse inertia: v += M^-1 P */
    ss_axpy(v, sign * form->moving.inv_mass[b], p);
    ss_axpy(v + 3, sign, spin);
}

/* v += M^-1 P_c dr. */
static inline void ss_rigid_change(double *v, const ss_rigid_form *form, size_t c,
                                   const double dr[3])
{
    const ss_rigid_contact *const contact = &form->contacts[c];
    const size_t i = contact->i, j = contact->j;
    double p[3];
    ss_rigid_impulse(p, contact, dr);
    ss_rigid_push(v + 6 * i, form, i, contact->arm_i, p, 1.0);
    ss_rigid_push(v + 6 * j, form, j, contact->arm_j, p, -1.0);
}

#endif
