/* Normal components alone, for several contacts of spheres at once: what sal, sbp and exact do
 * where mu is 0, in the words of solvers/sphere/lane_words.h, and on their records. state[0] is
 * rho, 1/w_n for exact. A ball's normal has no lever: no spin changes u_n or is changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 1, lane_holds = 0, lane_tangent = 0 }; /* see solvers/sphere/lanes.c */

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    (void)work;
    const real tau_n = c->r_n - c->state[0] * c->u_n, zero = lane_splat(0.0);
    c->r_n = lane_select(lane_le(tau_n, zero), zero, tau_n);
}
