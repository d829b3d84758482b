/* The visit of EXACT in contact order, several contacts at once: solvers/local/exact.c for spheres,
 * in the words of solvers/sphere/lane_words.h, by the same operations. The state is w_n and w_t.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { ordered_state = 2, ordered_holds = 0 }; /* see solvers/sphere/ordered_lanes.c */

INLINE void visit(ordered_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    (void)rules;
    const real zero = lane_splat(0.0), w_n = c->state[0], w_t = c->state[1];
    const real normal[3] = {w_n, zero, zero}, row_1[3] = {zero, w_t, zero};
    const real row_2[3] = {zero, zero, w_t};
    const real q[3] = {c->u[0] - lane_dot(normal, c->r), c->u[1] - lane_dot(row_1, c->r),
                       c->u[2] - lane_dot(row_2, c->r)};
    /* ss_contact_diagonal */
    const real r_n = -q[0] / w_n, r[2] = {-q[1] / w_t, -q[2] / w_t};
    c->r[0] = lane_select(lane_lt(zero, r_n), r_n, zero);
    const real length = lane_sqrt(r[0] * r[0] + r[1] * r[1]), radius = c->mu * c->r[0];
    const mask slides = lane_lt(radius, length);
    const real scale = radius / length;
    for (int k = 0; k < 2; ++k)
        c->r[k + 1] = lane_select(slides, r[k] * scale, r[k]);
    work->local_iterations += lane_count(c->full);
}
