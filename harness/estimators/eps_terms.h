/* The term of eps for several contacts of spheres at once (harness/estimators/eps.c), in the words
 * of solvers/sphere/lane_words.h: motion + b + pen + proj, of the velocity that the solver holds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
INLINE real terms(const lane_visit *c, const lane_velocity *held)
{
    const real zero = lane_splat(0.0), u_n = held->n, u_t = lane_sqrt(lane_dot(held->t, held->t));
    const real b = c->r_n * u_n + lane_dot(c->r_t, held->t) + c->mu * c->r_n * u_t;
    const real off_n = u_n - c->u_n;
    real off_t[3], out_n = c->r_n, out_t[3];
    for (int k = 0; k < 3; ++k) {
        off_t[k] = held->t[k] - c->u_t[k];
        out_t[k] = c->r_t[k];
    }
    lane_project(&out_n, out_t, c->mu);
    out_n -= c->r_n;
    for (int k = 0; k < 3; ++k)
        out_t[k] -= c->r_t[k];
    return lane_sqrt(off_n * off_n + lane_dot(off_t, off_t)) +
           lane_select(lane_le(zero, b), b, -b) + lane_select(lane_le(zero, u_n), zero, -u_n) +
           lane_sqrt(out_n * out_n + lane_dot(out_t, out_t));
}
