/* The exact solution for several contacts of spheres at once: ss_contact_diagonal, in the words of
 * solvers/sphere/lane_words.h. state is 1/w_n, 1/w_t.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 2, lane_holds = 0, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    (void)work;
    const real zero = lane_splat(0.0), one = lane_splat(1.0);
    const real r_n = c->r_n - c->state[0] * c->u_n;
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= c->state[1] * c->u_t[k];
    c->r_n = lane_select(lane_le(r_n, zero), zero, r_n);
    /* sticking where the impulse that stops the contact is within the disc, else clipped to it */
    const real r_t = lane_sqrt(lane_dot(c->r_t, c->r_t)), radius = c->mu * c->r_n;
    const real scale = lane_select(lane_le(r_t, radius), one, radius / r_t);
    for (int k = 0; k < 3; ++k)
        c->r_t[k] = scale * c->r_t[k];
}
