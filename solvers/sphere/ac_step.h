/* The step of AC for several contacts at once: solvers/local/ac.c, in the words of
 * solvers/sphere/lane_words.h. state is rho_n and rho_t. All lanes alternate until the last has
 * met its test; a lane that has keeps its impulse.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { lane_state = 2, lane_holds = 0, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

/* One alternation of all lanes; returns those that moved by <= tol |r|. */
INLINE mask alternate(lane_visit *c, double tol)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0);
    const real predicted = c->r_n - c->state[0] * c->u_n;
    const real r_n = lane_select(lane_le(predicted, zero), zero, predicted);
    const real radius = c->mu * r_n, dn = r_n - c->r_n;
    real t[3], dt[3];
    for (int k = 0; k < 3; ++k)
        t[k] = c->r_t[k] - c->state[1] * c->u_t[k];
    /* onto the disc: shortened where it is longer than the radius */
    const real length = lane_sqrt(lane_dot(t, t));
    const real scale = lane_select(lane_lt(radius, length), radius / length, one);
    c->r_n = r_n;
    c->u_n += c->w_n * dn;
    for (int k = 0; k < 3; ++k) {
        dt[k] = scale * t[k] - c->r_t[k];
        c->r_t[k] = scale * t[k];
        c->u_t[k] += c->w_t * dt[k];
    }
    const real r2 = r_n * r_n + lane_dot(c->r_t, c->r_t);
    return lane_le(dn * dn + lane_dot(dt, dt), lane_splat(tol * tol) * r2);
}

INLINE void step(lane_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    const real zero = lane_splat(0.0);
    lane_visit x = *c;
    mask active = lane_without(lane_le(zero, zero), lane_le(c->w_n, zero));
    for (size_t k = 0; k < rules->cap && lane_any(active); ++k) {
        /* x goes on for all lanes; c takes it over for those that are still active */
        const mask met = alternate(&x, rules->tol);
        work->local_iterations += lane_count(active);
        work->projections += 2 * lane_count(active);
        c->r_n = lane_select(active, x.r_n, c->r_n);
        for (int i = 0; i < 3; ++i)
            c->r_t[i] = lane_select(active, x.r_t[i], c->r_t[i]);
        active = lane_without(active, met);
    }
    work->newton_failures += lane_count(active);
}
