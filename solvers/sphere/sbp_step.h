/* The step of SBP for several contacts at once: solvers/local/sbp.c, in the words of
 * solvers/sphere/lane_words.h. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 1, lane_holds = 0, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    (void)work;
    const real rho = c->state[0];
    const real tau_n = c->r_n - rho * (c->u_n + c->mu * lane_sqrt(lane_dot(c->u_t, c->u_t)));
    for (int k = 0; k < 3; ++k)
        c->r_t[k] -= rho * c->u_t[k];
    c->r_n = tau_n;
    lane_project(&c->r_n, c->r_t, c->mu);
}
