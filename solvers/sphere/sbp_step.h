/* The step of SBP for several contacts at once: solvers/local/sbp.c, in the words of
 * solvers/sphere/lanes.h. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define SS_LANE_STATE 1

SS_INLINE void step(ss_lane_visit *c)
{
    const ss_real rho = c->state[0], zero = lane_splat(0.0), one = lane_splat(1.0);
    const ss_real tau_n = c->r_n - rho * (c->u_n + c->mu * lane_sqrt(lane_dot(c->u_t, c->u_t)));
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= rho * c->u_t[k];
    const ss_real tau_t = lane_sqrt(lane_dot(c->r_t, c->r_t));
    const ss_mask separates = c->mu * tau_t <= -tau_n, sticks = tau_t <= c->mu * tau_n;
    const ss_real slide = (tau_n + c->mu * tau_t) * (one / (one + c->mu * c->mu));
    const ss_real scale = lane_select(sticks, one, c->mu * slide / tau_t);
    c->r_n = lane_select(separates, zero, lane_select(sticks, tau_n, slide));
    for (int k = 0; k < 3; ++k)
        c->r_t[k] = lane_select(separates, zero, scale * c->r_t[k]);
}
