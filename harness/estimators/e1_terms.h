/* The term of E1 for several contacts of spheres at once (harness/estimators/e1.c), in the words of
 * solvers/sphere/lane_words.h: with w = tr(W_cc)/3 = 1/d^2 and uh = u + mu |u_t| n
 *
 *     |r' - proj_K(r' - u'h)|^2 = w |r - proj_K(r - uh/w)|^2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
INLINE real terms(const lane_visit *c, const lane_velocity *held)
{
    (void)held;
    const real w = (c->w_n + 2.0 * c->w_t) * (1.0 / 3.0), rho = 1.0 / w;
    real map_n = c->r_n - rho * (c->u_n + c->mu * lane_sqrt(lane_dot(c->u_t, c->u_t))), map_t[3];
    for (int k = 0; k < 3; ++k)
        map_t[k] = c->r_t[k] - rho * c->u_t[k];
    lane_project(&map_n, map_t, c->mu);
    map_n -= c->r_n;
    for (int k = 0; k < 3; ++k)
        map_t[k] -= c->r_t[k];
    return w * (map_n * map_n + lane_dot(map_t, map_t));
}
