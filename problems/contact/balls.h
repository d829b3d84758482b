/* Contacts of spheres: lever arms along n, scalar inertias (method 2). For operator.h only, but for
 * ss_ball_relative_velocity, which poses restitution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_BALLS_H
#define SS_PROBLEMS_CONTACT_BALLS_H

#include "problems/contact/problem.h"
#include "problems/contact/vec3.h"

#include <string.h>

/* The share of the spins in v in the velocity of the surfaces at a contact, negative. */
static inline void ss_ball_spin_slip(double slip[3], const ss_ball_contact *c, const double *v)
{
    const double *const vi = v + 6 * (size_t)c->i;
    const double *const vj = v + 6 * (size_t)c->j;
    double w[3]; /* a_i w_i + a_j w_j, m/s */
    for (int k = 0; k < 3; ++k)
        w[k] = c->arm_i * vi[3 + k] + c->arm_j * vj[3 + k];
    ss_cross(slip, w, c->n);
}

/* u = P* v at a contact, before restitution, where the spins in v have that slip. */
static inline void ss_ball_velocity_spun(double u[3], const ss_ball_contact *c, const double *v,
                                         const double spin_slip[3])
{
    const double *const vi = v + 6 * (size_t)c->i;
    const double *const vj = v + 6 * (size_t)c->j;
    double slip[3];
    for (int k = 0; k < 3; ++k)
        slip[k] = vi[k] - vj[k] - spin_slip[k];
    u[0] = ss_dot(c->n, slip);
    u[1] = ss_dot(c->t1, slip);
    u[2] = ss_dot(c->t2, slip);
}

/* u = P* v at a contact, before restitution. */
static inline void ss_ball_relative_velocity(double u[3], const ss_ball_contact *c, const double *v)
{
    double spin_slip[3];
    ss_ball_spin_slip(spin_slip, c, v);
    ss_ball_velocity_spun(u, c, v, spin_slip);
}

/* The impulse p (N s) that dr is on body i (-p on j), and the direction of its torque, -(n x p), on
 * both; the torques themselves are arm_i and arm_j times it. */
static inline void ss_ball_impulse(double p[3], double torque[3], const ss_ball_contact *contact,
                                   const double dr[3])
{
    for (int k = 0; k < 3; ++k)
        p[k] = contact->n[k] * dr[0] + contact->t1[k] * dr[1] + contact->t2[k] * dr[2];
    ss_cross(torque, p, contact->n);
}

/* The velocity (6 numbers) of body i or j of a contact changed by that impulse. */
static inline void ss_ball_push_i(double vi[6], const ss_ball_form *form,
                                  const ss_ball_contact *contact, const double p[3],
                                  const double torque[3])
{
    ss_axpy(vi, form->moving.inv_mass[contact->i], p);
    ss_axpy(vi + 3, contact->arm_i * form->inv_inertia[contact->i], torque);
}

static inline void ss_ball_push_j(double vj[6], const ss_ball_form *form,
                                  const ss_ball_contact *contact, const double p[3],
                                  const double torque[3])
{
    ss_axpy(vj, -form->moving.inv_mass[contact->j], p);
    ss_axpy(vj + 3, contact->arm_j * form->inv_inertia[contact->j], torque);
}

/* v += M^-1 P_c dr. A body of given motion gets 0 added, which costs less than to ask, unless
 * `unwritten`: then other threads may read it at the same time. */
static inline void ss_ball_change(double *v, const ss_ball_form *form, size_t c, const double dr[3],
                                  bool unwritten)
{
    const ss_ball_contact *const contact = &form->contacts[c];
    double p[3], torque[3];
    ss_ball_impulse(p, torque, contact, dr);
    if (!unwritten || contact->i < form->moving.n_moving)
        ss_ball_push_i(v + 6 * (size_t)contact->i, form, contact, p, torque);
    if (!unwritten || contact->j < form->moving.n_moving)
        ss_ball_push_j(v + 6 * (size_t)contact->j, form, contact, p, torque);
}

/* W_cc = D diag(w, w + k, w + k): w = 1/m_i + 1/m_j, k = a_i^2/I_i + a_j^2/I_j. */
static inline void ss_ball_block(double W[9], const ss_ball_form *form, size_t c)
{
    const ss_ball_contact *const contact = &form->contacts[c];
    const double w = form->moving.inv_mass[contact->i] + form->moving.inv_mass[contact->j];
    const double k = contact->arm_i * contact->arm_i * form->inv_inertia[contact->i] +
                     contact->arm_j * contact->arm_j * form->inv_inertia[contact->j];
    memset(W, 0, 9 * sizeof *W);
    W[0] = contact->scale_n * w;
    W[4] = W[8] = contact->scale_t * (w + k);
}

#endif
