/* The visit of SAL in contact order, several contacts at once: solvers/local/sal.c with one step,
 * in the words of solvers/sphere/lane_words.h, by the same operations. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { ordered_state = 1, ordered_holds = 0 }; /* see solvers/sphere/ordered_lanes.c */

INLINE void visit(ordered_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    const real rho = c->state[0], zero = lane_splat(0.0);
    real tau[3];
    for (int k = 0; k < 3; ++k)
        tau[k] = c->r[k] - rho * c->u[k];
    /* ss_disc_project */
    const real tau_t = lane_sqrt(tau[1] * tau[1] + tau[2] * tau[2]), radius = c->mu * tau[0];
    const mask separates = lane_le(tau[0], zero), sticks = lane_le(tau_t, radius);
    const real scale = radius / tau_t;
    c->r[0] = lane_select(separates, zero, tau[0]);
    for (int k = 1; k < 3; ++k)
        c->r[k] = lane_select(separates, zero, lane_select(sticks, tau[k], tau[k] * scale));
    work->local_iterations += lane_count(c->full);
    work->projections += lane_count(c->full);
}
