/* The visit of AC in contact order, several contacts at once: solvers/local/ac.c for spheres, in
 * the words of solvers/sphere/lane_words.h, by the same operations. The state is rho_n, rho_t, w_n
 * and w_t. All lanes alternate until the last has ended; one that has ended keeps what it had.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { ordered_state = 4, ordered_holds = 0 }; /* see solvers/sphere/ordered_lanes.c */

/* u += W[:,k] x, zeros too */
INLINE void add_column(real u[3], real w, int k, real x)
{
    for (int i = 0; i < 3; ++i)
        u[i] += (i == k ? w : lane_splat(0.0)) * x;
}

/* as `alternate` there */
INLINE void alternate(real r[3], real u[3], const ordered_visit *c)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0), rho_t = c->state[1];
    const real tau = r[0] - c->state[0] * u[0], r_n = lane_select(lane_lt(zero, tau), tau, zero);
    add_column(u, c->state[2], 0, r_n - r[0]);
    const real t[2] = {r[1] - rho_t * u[1], r[2] - rho_t * u[2]};
    const real length = lane_sqrt(t[0] * t[0] + t[1] * t[1]), radius = c->mu * r_n;
    const real scale = lane_select(lane_lt(radius, length), radius / length, one);
    r[0] = r_n;
    for (int k = 0; k < 2; ++k) {
        add_column(u, c->state[3], k + 1, scale * t[k] - r[k + 1]);
        r[k + 1] = scale * t[k];
    }
}

INLINE void visit(ordered_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    const real zero = lane_splat(0.0), tol = lane_splat(rules->tol);
    mask active = lane_le(zero, zero);
    for (size_t k = 0; k < rules->cap && lane_any(active); ++k) {
        const size_t n = lane_count(lane_and(active, c->full));
        real r[3], u[3], dr[3];
        for (int i = 0; i < 3; ++i) {
            r[i] = c->r[i];
            u[i] = c->u[i];
        }
        alternate(r, u, c);
        work->local_iterations += n;
        work->projections += 2 * n;
        for (int i = 0; i < 3; ++i) {
            dr[i] = r[i] - c->r[i];
            c->r[i] = lane_select(active, r[i], c->r[i]);
            c->u[i] = lane_select(active, u[i], c->u[i]);
        }
        const mask met = lane_le(lane_sqrt(lane_dot(dr, dr)), tol * lane_sqrt(lane_dot(r, r)));
        active = lane_without(active, met);
    }
    work->newton_failures += lane_count(lane_and(active, c->full));
}
