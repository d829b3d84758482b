/* The step of SBP for several contacts at once: solvers/local/sbp.c, in the words of
 * solvers/sphere/lane_words.h. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 1, lane_holds = 0 }; /* n_state and holds_velocity of the kernel */

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    (void)work;
    const real rho = c->state[0], zero = lane_splat(0.0), one = lane_splat(1.0);
    const real tau_n = c->r_n - rho * (c->u_n + c->mu * lane_sqrt(lane_dot(c->u_t, c->u_t)));
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= rho * c->u_t[k];
    const real tau_t = lane_sqrt(lane_dot(c->r_t, c->r_t));
    const mask separates = lane_le(c->mu * tau_t, -tau_n), sticks = lane_le(tau_t, c->mu * tau_n);
    const real slide = (tau_n + c->mu * tau_t) * (one / (one + c->mu * c->mu));
    const real scale = lane_select(sticks, one, c->mu * slide / tau_t);
    c->r_n = lane_select(separates, zero, lane_select(sticks, tau_n, slide));
    for (int k = 0; k < 3; ++k)
        c->r_t[k] = lane_select(separates, zero, scale * c->r_t[k]);
}
