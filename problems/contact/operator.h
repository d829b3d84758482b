/* The contact operator: five primitives that hide the form of a problem, each with one switch.
 *
 *   start        the image of r, from scratch
 *   velocity     u at contact c, all impulses as they stand
 *   change       r at contact c has changed by dr
 *   block        W_cc
 *   neighbours   who couples: the bodies of a contact, the contacts of a body
 *
 * The image of r is kept in `state`:
 *
 *   balls, rigid   6 n_bodies velocities  v = v_free + M^-1 P r
 *   blocks         nothing; a block row of W is multiplied by r at each visit
 *
 * The ss_form_* functions take the form beside the problem, for a loop that is compiled once for
 * each (solvers/local/sweep.h); ss_operator_* are the same for everybody else.
 *
 * Whoever solves owns r and the state; the problem is const, and other threads may read it:
 *
 *     problem (borrowed, const)                        solver (owns)
 *       frames n t1 t2, arms, D, shift                   r      3 n_contacts, N s
 *       1/m, 1/I, v_free, q, mu, W_cc                    state  v of all bodies, m/s and rad/s
 *
 *     a visit of contact c of bodies i, j:
 *       velocity(c)     reads v_i, v_j:     u = D P_c* v + shift
 *       local solve     r_c -> r_c + dr
 *       change(c, dr)   writes v_i, v_j:    v += M^-1 P_c dr
 *
 * Invariant: the state is the image of r. So each change of r_c is told once, by the same
 * dr; rounding alone makes them part, and start computes the state anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_OPERATOR_H
#define SS_PROBLEMS_CONTACT_OPERATOR_H

#include "problems/contact/balls.h"
#include "problems/contact/rigid.h"

/* Inlined whatever its size: one case is left where the form is a constant. */
#define SS_PRIMITIVE static inline __attribute__((always_inline))

/* The bodies of a problem; NULL in block form, where none are known. */
static inline const ss_moving *ss_operator_moving(const ss_problem *problem)
{
    return problem->form == SS_FORM_BLOCKS  ? NULL
           : problem->form == SS_FORM_BALLS ? &problem->balls->moving
                                            : &problem->rigid->moving;
}

/* Velocities of all bodies, given ones included: a contact reads both of its bodies without
 * asking. */
/* Length of `state`, in doubles. */
static inline size_t ss_operator_state_length(const ss_problem *problem)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    return moving != NULL ? 6 * moving->n_bodies : 0;
}

/* u = D P* v at contact c for velocities v of the bodies, without the shift. Not in block form. */
SS_PRIMITIVE void ss_form_image(double u[3], const ss_problem *problem, ss_form form,
                                const double *v, size_t c)
{
    double scale_n, scale_t;
    if (form == SS_FORM_BALLS) {
        const ss_ball_contact *const contact = &problem->balls->contacts[c];
        ss_ball_relative_velocity(u, contact, v);
        scale_n = contact->scale_n;
        scale_t = contact->scale_t;
    } else {
        const ss_rigid_contact *const contact = &problem->rigid->contacts[c];
        ss_rigid_relative_velocity(u, contact, v);
        scale_n = contact->scale_n;
        scale_t = contact->scale_t;
    }
    u[0] *= scale_n;
    u[1] *= scale_t;
    u[2] *= scale_t;
}

/* u = q_c + sum_b W_cb r_b, from the state (balls, rigid) or from r (blocks). */
SS_PRIMITIVE void ss_form_velocity(double u[3], const ss_problem *problem, ss_form form,
                                   const double *state, const double *r, size_t c)
{
    if (form == SS_FORM_BLOCKS) {
        const ss_block_form *const rows = problem->blocks;
        ss_copy3(u, problem->q + 3 * c);
        for (size_t k = rows->row_start[c]; k < rows->row_start[c + 1]; ++k)
            ss_muladd3(u, rows->blocks + 9 * k, r + 3 * rows->column[k]);
        return;
    }
    ss_form_image(u, problem, form, state, c);
    ss_axpy(u, 1.0,
            form == SS_FORM_BALLS ? problem->balls->contacts[c].shift
                                  : problem->rigid->contacts[c].shift);
}

/* Tell the state that r at contact c has changed by dr. `unwritten`: bodies of given motion are
 * only read, so that contacts without a common moving body may be visited at once. */
SS_PRIMITIVE void ss_form_change(double *state, const ss_problem *problem, ss_form form,
                                 bool unwritten, size_t c, const double dr[3])
{
    if (form == SS_FORM_BALLS)
        ss_ball_change(state, problem->balls, c, dr, unwritten);
    else if (form == SS_FORM_RIGID)
        ss_rigid_change(state, problem->rigid, c, dr);
}

/* The diagonal block W_cc, row-major, 1/kg: in the problem, or made in W. */
SS_PRIMITIVE const double *ss_form_block(double W[9], const ss_problem *problem, ss_form form,
                                         size_t c)
{
    if (form == SS_FORM_BALLS)
        ss_ball_block(W, problem->balls, c);
    else if (form == SS_FORM_RIGID && problem->W_cc == NULL)
        ss_rigid_block(W, problem->rigid, c);
    else
        return problem->W_cc + 9 * c;
    return W;
}

static inline const double *ss_operator_block(double W[9], const ss_problem *problem, size_t c)
{
    return ss_form_block(W, problem, problem->form, c);
}

static inline void ss_operator_velocity(double u[3], const ss_problem *problem, const double *state,
                                        const double *r, size_t c)
{
    ss_form_velocity(u, problem, problem->form, state, r, c);
}

static inline void ss_operator_change(double *state, const ss_problem *problem, size_t c,
                                      const double dr[3])
{
    ss_form_change(state, problem, problem->form, false, c, dr);
}

/* Compute the state of r from scratch, in contact order. */
static inline void ss_operator_start(double *state, const ss_problem *problem, const double *r)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    if (moving == NULL)
        return;
    memcpy(state, moving->v_free, 6 * moving->n_bodies * sizeof *state);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_change(state, problem, c, r + 3 * c);
}

/* The part of ss_operator_change that concerns body b of contact c: its velocity v (6 numbers) with
 * r at the contact changed by dr. To the bit the same. Not in block form. */
static inline void ss_operator_push(double v[6], const ss_problem *problem, size_t c, size_t b,
                                    const double dr[3])
{
    double p[3], torque[3];
    if (problem->form == SS_FORM_BALLS) {
        const ss_ball_contact *const contact = &problem->balls->contacts[c];
        ss_ball_impulse(p, torque, contact, dr);
        if (contact->i == b)
            ss_ball_push_i(v, problem->balls, contact, p, torque);
        else
            ss_ball_push_j(v, problem->balls, contact, p, torque);
    } else {
        const ss_rigid_contact *const contact = &problem->rigid->contacts[c];
        const bool first = contact->i == b;
        ss_rigid_impulse(p, contact, dr);
        ss_rigid_push(v, problem->rigid, b, first ? contact->arm_i : contact->arm_j, p,
                      first ? 1.0 : -1.0);
    }
}

/* The bodies i and j of contact c. Not in block form. */
typedef struct ss_contact_bodies {
    size_t i, j;
} ss_contact_bodies;

static inline ss_contact_bodies ss_operator_bodies(const ss_problem *problem, size_t c)
{
    if (problem->form == SS_FORM_BALLS)
        return (ss_contact_bodies){problem->balls->contacts[c].i, problem->balls->contacts[c].j};
    return (ss_contact_bodies){problem->rigid->contacts[c].i, problem->rigid->contacts[c].j};
}

/* Contact c as one of rigid bodies, whatever the form: frame, lever vectors, D, shift and bodies.
 * Not in block form. For what looks at a problem, not for what solves it. */
ss_rigid_contact ss_operator_contact(const ss_problem *problem, size_t c);

/* The rows P_c* M^-1/2 of contact c, where M^-1/2 times its transpose is M^-1: two blocks of 3x6,
 * row-major, of the bodies i and j; zeros for one of given motion. W = D B B^T for all rows B. Not
 * in block form. */
void ss_operator_root(double B[36], const ss_problem *problem, size_t c);

/* M^-1/2 of body b: of its mass, returned, and C (3x3 lower triangular) of its inertia, 0 where no
 * impulse turns it. Not in block form. */
double ss_operator_mass_root(double C[9], const ss_problem *problem, size_t b);

/* List the contacts of each moving body, ascending: those of body b are of[start[b]] to
 * of[start[b + 1] - 1], none for a body of given motion. `start` has room for n_bodies + 2, `of`
 * for 2 n_contacts, which are fewer than 2^32. Not in block form. */
void ss_operator_neighbours(uint32_t *start, uint32_t *of, const ss_problem *problem);

/* All |x[k]| <= bound; false with a NaN among them. */
bool ss_all_within(const double *x, size_t n, double bound);

/* The largest sizes of the numbers that make W. */
typedef struct ss_bounds {
    double number;  /* lengths, velocities, scales */
    double inverse; /* inverse masses and inertias */
    double block;   /* entries of blocks */
} ss_bounds;

/* All numbers of the operator, W_cc and the shifts too, are within the bounds. */
bool ss_operator_within(const ss_problem *problem, const ss_bounds *bounds);

/* Largest eigenvalue of the symmetric part of a block W_cc, 1/kg; NAN when out of memory. For
 * questions asked once a step: no sweep calls it. */
double ss_operator_block_largest(const double W[9]);

#endif
