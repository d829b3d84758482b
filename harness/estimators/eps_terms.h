/* The term of eps for several contacts of spheres at once (harness/estimators/eps.c), in the words
 * of solvers/sphere/lane_words.h. Of solvers that hold no velocity of their own: the part of the
 * equation of motion is 0 then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
INLINE real terms(const lane_visit *c)
{
    const real zero = lane_splat(0.0), u_t = lane_sqrt(lane_dot(c->u_t, c->u_t));
    const real b = c->r_n * c->u_n + lane_dot(c->r_t, c->u_t) + c->mu * c->r_n * u_t;
    real out_n = c->r_n, out_t[3] = {c->r_t[0], c->r_t[1], c->r_t[2]};
    lane_project(&out_n, out_t, c->mu);
    out_n -= c->r_n;
    for (int k = 0; k < 3; ++k)
        out_t[k] -= c->r_t[k];
    return lane_select(lane_le(zero, c->u_n), zero, -c->u_n) + lane_select(lane_le(zero, b), b, -b) +
           lane_sqrt(out_n * out_n + lane_dot(out_t, out_t));
}
