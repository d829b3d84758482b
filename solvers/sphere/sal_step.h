/* The step of SAL for several contacts at once: solvers/local/sal.c, in the words of
 * solvers/sphere/lanes.h. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define SS_LANE_STATE 1

SS_INLINE void step(ss_lane_visit *c)
{
    const ss_real rho = c->state[0], zero = lane_splat(0.0), one = lane_splat(1.0);
    const ss_real tau_n = c->r_n - rho * c->u_n;
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= rho * c->u_t[k];
    c->r_n = lane_select(tau_n <= zero, zero, tau_n);
    const ss_real tau_t = lane_sqrt(lane_dot(c->r_t, c->r_t)), radius = c->mu * c->r_n;
    const ss_real scale = lane_select(tau_t <= radius, one, radius / tau_t);
    for (int k = 0; k < 3; ++k)
        c->r_t[k] = scale * c->r_t[k];
}
