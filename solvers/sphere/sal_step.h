/* The step of SAL for several contacts at once: solvers/local/sal.c, in the words of
 * solvers/sphere/lane_words.h. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 1, lane_holds = 0, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    (void)work;
    const real rho = c->state[0], zero = lane_splat(0.0), one = lane_splat(1.0);
    const real tau_n = c->r_n - rho * c->u_n;
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= rho * c->u_t[k];
    c->r_n = lane_select(lane_le(tau_n, zero), zero, tau_n);
    const real tau_t = lane_sqrt(lane_dot(c->r_t, c->r_t)), radius = c->mu * c->r_n;
    const real scale = lane_select(lane_le(tau_t, radius), one, radius / tau_t);
    for (int k = 0; k < 3; ++k)
        c->r_t[k] = scale * c->r_t[k];
}
