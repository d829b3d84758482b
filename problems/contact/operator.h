/* The contact operator: "u at contact c, all impulses as they stand" and "contact c changed by dr",
 * for both forms of a problem. The image of r is kept in `state`:
 *
 *   body form    6 n_bodies velocities  v = v_free + M^-1 P r
 *   block form   nothing; a block row of W is multiplied by r at each visit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_OPERATOR_H
#define SS_PROBLEMS_CONTACT_OPERATOR_H

#include "problems/contact/problem.h"
#include "problems/contact/vec3.h"

#include <string.h>

/* Length of `state`, in doubles. */
static inline size_t ss_operator_state_length(const ss_problem *problem)
{
    return problem->body != NULL ? 6 * problem->body->n_bodies : 0;
}

/* u = P* v at a contact of spheres (method section 2), before restitution. */
static inline void ss_body_relative_velocity(double u[3], const ss_body_contact *c, const double *v)
{
    const double *const vi = v + 6 * (size_t)c->i;
    const double *const vj = v + 6 * (size_t)c->j;
    double w[3], slip[3];
    for (int k = 0; k < 3; ++k)
        w[k] = c->arm_i * vi[3 + k] + c->arm_j * vj[3 + k];
    ss_cross(slip, w, c->n);
    for (int k = 0; k < 3; ++k)
        slip[k] = vi[k] - vj[k] - slip[k];
    u[0] = ss_dot(c->n, slip);
    u[1] = ss_dot(c->t1, slip);
    u[2] = ss_dot(c->t2, slip);
}

static inline void ss_body_velocity(double u[3], const ss_body_form *body, const double *v,
                                    size_t c)
{
    const ss_body_contact *const contact = &body->contacts[c];
    ss_body_relative_velocity(u, contact, v);
    u[0] = contact->scale_n * u[0] + contact->shift[0];
    u[1] = contact->scale_t * u[1] + contact->shift[1];
    u[2] = contact->scale_t * u[2] + contact->shift[2];
}

/* The impulse p (N s) that dr is on body i (-p on j), and the direction of its torque, -(n x p), on
 * both; the torques themselves are arm_i and arm_j times it. */
static inline void ss_body_impulse(double p[3], double torque[3], const ss_body_contact *contact,
                                   const double dr[3])
{
    for (int k = 0; k < 3; ++k)
        p[k] = contact->n[k] * dr[0] + contact->t1[k] * dr[1] + contact->t2[k] * dr[2];
    ss_cross(torque, p, contact->n);
}

/* The velocity (6 numbers) of body i or j of a contact changed by that impulse. */
static inline void ss_body_push_i(double vi[6], const ss_body_form *body,
                                  const ss_body_contact *contact, const double p[3],
                                  const double torque[3])
{
    ss_axpy(vi, body->inv_mass[contact->i], p);
    ss_axpy(vi + 3, contact->arm_i * body->inv_inertia[contact->i], torque);
}

static inline void ss_body_push_j(double vj[6], const ss_body_form *body,
                                  const ss_body_contact *contact, const double p[3],
                                  const double torque[3])
{
    ss_axpy(vj, -body->inv_mass[contact->j], p);
    ss_axpy(vj + 3, contact->arm_j * body->inv_inertia[contact->j], torque);
}

/* v += M^-1 P_c dr. */
static inline void ss_body_change(double *v, const ss_body_form *body, size_t c, const double dr[3])
{
    const ss_body_contact *const contact = &body->contacts[c];
    double p[3], torque[3];
    ss_body_impulse(p, torque, contact, dr);
    ss_body_push_i(v + 6 * (size_t)contact->i, body, contact, p, torque);
    ss_body_push_j(v + 6 * (size_t)contact->j, body, contact, p, torque);
}

/* The same but for the ground, the last body, which cannot move and is left unwritten. */
static inline void ss_body_change_moving(double *v, const ss_body_form *body, size_t c,
                                         const double dr[3])
{
    const ss_body_contact *const contact = &body->contacts[c];
    double p[3], torque[3];
    ss_body_impulse(p, torque, contact, dr);
    ss_body_push_i(v + 6 * (size_t)contact->i, body, contact, p, torque);
    if (contact->j + 1 != body->n_bodies)
        ss_body_push_j(v + 6 * (size_t)contact->j, body, contact, p, torque);
}

/* W_cc = D diag(w, w + k, w + k): w = 1/m_i + 1/m_j, k = a_i^2/I_i + a_j^2/I_j (method 2). */
static inline void ss_body_block(double W[9], const ss_body_form *body, size_t c)
{
    const ss_body_contact *const contact = &body->contacts[c];
    const double w = body->inv_mass[contact->i] + body->inv_mass[contact->j];
    const double k = contact->arm_i * contact->arm_i * body->inv_inertia[contact->i] +
                     contact->arm_j * contact->arm_j * body->inv_inertia[contact->j];
    memset(W, 0, 9 * sizeof *W);
    W[0] = contact->scale_n * w;
    W[4] = W[8] = contact->scale_t * (w + k);
}

/* The diagonal block W_cc, row-major, 1/kg: in the problem, or made in W. */
static inline const double *ss_operator_block(double W[9], const ss_problem *problem, size_t c)
{
    if (problem->body == NULL)
        return problem->W_cc + 9 * c;
    ss_body_block(W, problem->body, c);
    return W;
}

static inline void ss_block_velocity(double u[3], const ss_problem *problem, const double *r,
                                     size_t c)
{
    const ss_block_form *const block = problem->block;
    ss_copy3(u, problem->q + 3 * c);
    for (size_t k = block->row_start[c]; k < block->row_start[c + 1]; ++k)
        ss_muladd3(u, block->blocks + 9 * k, r + 3 * block->column[k]);
}

/* u = q_c + sum_b W_cb r_b, from the state (body form) or from r (block form). */
static inline void ss_operator_velocity(double u[3], const ss_problem *problem, const double *state,
                                        const double *r, size_t c)
{
    if (problem->body != NULL)
        ss_body_velocity(u, problem->body, state, c);
    else
        ss_block_velocity(u, problem, r, c);
}

/* Tell the state that r at contact c has changed by dr. */
static inline void ss_operator_change(double *state, const ss_problem *problem, size_t c,
                                      const double dr[3])
{
    if (problem->body != NULL)
        ss_body_change(state, problem->body, c, dr);
}

/* Compute the state of r from scratch, in contact order. */
static inline void ss_operator_start(double *state, const ss_problem *problem, const double *r)
{
    if (problem->body == NULL)
        return;
    memcpy(state, problem->body->v_free, 6 * problem->body->n_bodies * sizeof *state);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_body_change(state, problem->body, c, r + 3 * c);
}

#endif
