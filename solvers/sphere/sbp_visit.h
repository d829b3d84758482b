/* The visit of SBP in contact order, several contacts at once: solvers/local/sbp.c with one step,
 * in the words of solvers/sphere/lane_words.h, by the same operations. state[0] is rho.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { ordered_state = 1, ordered_holds = 0 }; /* see solvers/sphere/ordered_lanes.c */

INLINE void visit(ordered_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    const real rho = c->state[0], mu = c->mu;
    const real u_t = lane_sqrt(c->u[1] * c->u[1] + c->u[2] * c->u[2]);
    const real tau[3] = {c->r[0] - rho * (c->u[0] + mu * u_t), c->r[1] - rho * c->u[1],
                         c->r[2] - rho * c->u[2]};
    /* ss_cone_project */
    const real tau_t = lane_sqrt(tau[1] * tau[1] + tau[2] * tau[2]);
    lane_cone(c->r, tau, tau_t, mu);
    work->local_iterations += lane_count(c->full);
    work->projections += lane_count(c->full);
}
