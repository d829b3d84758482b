/* What a step asks of bodies to pose their contacts: the form, arms and frames, and the velocity
 * that a surface of given motion has by its spin. Inline, for it is asked at each contact. For
 * step.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_POSING_H
#define SS_PROBLEMS_MOTION_POSING_H

#include "problems/contact/balls.h"
#include "problems/detect/touch.h"

/* The arm along n of body b in the form of balls: none when it never turns. */
static inline double ss_posing_arm(const ss_bodies *bodies, size_t b)
{
    const bool round = bodies->shape[b] == 0 || ss_bodies_shape(bodies, b)->kind->round;
    return b < bodies->n_moving && round ? bodies->radius[b] : 0.0;
}

/* Body b turns, and no arm along n says how its surface moves. */
static inline bool ss_posing_turns(const ss_bodies *bodies, size_t b)
{
    const double *const spin = bodies->v + 6 * b + 3;
    return ss_norm(spin) != 0.0 && ss_posing_arm(bodies, b) == 0.0;
}

/* Balls serve when all that impulses turn is round: a spin that is given changes no W. */
static inline ss_form ss_posing_form(const ss_bodies *bodies)
{
    bool balls = true;
    for (size_t b = 0; b < bodies->n; ++b)
        balls = balls && (ss_posing_arm(bodies, b) > 0.0 ||
                          (ss_norm(bodies->inv_inertia + 3 * b) == 0.0 &&
                           (ss_bodies_is_given(bodies, b) || !ss_posing_turns(bodies, b))));
    return balls ? SS_FORM_BALLS : SS_FORM_RIGID;
}

/* Is there a body of given motion that turns so? */
static inline bool ss_posing_given_turns(const ss_bodies *bodies)
{
    bool turns = false;
    for (size_t b = 0; !turns && b < bodies->n; ++b)
        turns = ss_bodies_is_given(bodies, b) && ss_posing_turns(bodies, b);
    return turns;
}

/* Complete n to a right-handed orthonormal frame (n, t1, t2), without a branch on small numbers
 * but the sign of n_z (Duff et al. 2017). For n in the x-z plane t1 is in it too. */
static inline void ss_posing_frame(double t1[3], double t2[3], const double n[3])
{
    const double sign = copysign(1.0, n[2]);
    const double a = -1.0 / (sign + n[2]);
    const double b = n[0] * n[1] * a;
    t1[0] = 1.0 + sign * n[0] * n[0] * a;
    t1[1] = sign * b;
    t1[2] = -sign * n[0];
    ss_cross(t2, n, t1);
}

/* The point on a body's surface less its centre, of i (on_i) or j, m. */
static inline void ss_posing_lever(double arm[3], const ss_touch *touch, bool on_i,
                                   const double centre[3])
{
    double at[3];
    ss_copy3(at, touch->point);
    if (on_i)
        ss_axpy(at, touch->gap, touch->n);
    ss_sub3(arm, at, centre);
}

/* The part of u, in the frame of the contact, that the spin of its body of given motion makes at
 * the end of `arm`; 0 where an arm along n has it already. */
static inline void ss_posing_given_slip(double u[3], const ss_bodies *bodies,
                                        const ss_ball_contact *c, const double arm[3])
{
    const bool by_i = ss_bodies_is_given(bodies, c->i);
    const size_t b = by_i ? c->i : c->j;
    const double sign = !ss_posing_turns(bodies, b) ? 0.0 : by_i ? 1.0 : -1.0;
    double w[3];
    ss_cross(w, bodies->v + 6 * b + 3, arm);
    u[0] = sign * ss_dot(c->n, w);
    u[1] = sign * ss_dot(c->t1, w);
    u[2] = sign * ss_dot(c->t2, w);
}

#endif
