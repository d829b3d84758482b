/* The Newton iteration of ebp and eal for several contacts of spheres at once: the tests and the
 * safeguards of solvers/local/newton.h, in the words of solvers/sphere/lane_words.h. With the
 * unknowns r and v = rho u, both N s, and W = diag(w_n, w_t, w_t),
 *
 *     F = v - v_loc - D r,   D = rho W = diag(a, b, b);      Z = r - P(r, v)
 *     dr from (A + B D) dr = -Z + B F,   dv = D dr - F,   A = dZ/dr, B = dZ/dv
 *
 * in the axes (n, t1, t2), any two tangents. All lanes iterate until the last has ended; a lane's
 * result is what it had when it ended. A step defines the map and its directions before it
 * includes this file:
 *
 *     newton_map(point, law)                 tau, the lengths, the zones and Z
 *     newton_direction(dr, visit, rules)     dr in all zones; returns the lanes whose A + B D is
 *                                            regular, if they slide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { newton_halvings = 12 };

/* y = D x */
INLINE void newton_scale(real y[3], const newton_law *law, const real x[3])
{
    y[0] = law->a * x[0];
    y[1] = law->b * x[1];
    y[2] = law->b * x[2];
}

/* what follows from r and v */
INLINE void newton_evaluate(newton_point *p, const newton_law *law)
{
    newton_map(p, law);
    p->Z2 = lane_dot(p->Z, p->Z);
}

/* The point at `from` + t (dr, dv). */
INLINE void newton_move(newton_visit *x, const newton_point *from, const real dr[3],
                        const real dv[3], real t)
{
    for (int k = 0; k < 3; ++k) {
        x->p.r[k] = from->r[k] + t * dr[k];
        x->p.v[k] = from->v[k] + t * dv[k];
    }
    newton_evaluate(&x->p, &x->law);
}

/* Has |Z| fallen from sqrt(before2) by a step of 2^-halved? */
INLINE mask newton_fell(real Z2, real before2, int halved)
{
    /* sufficient decrease, as in ss_newton_fell, by squares */
    const double part = 1.0 - 1e-4 / (double)(1 << halved);
    return lane_le(Z2, lane_splat(part * part) * before2);
}

/* The step is halved where |Z| has not fallen; the last try is taken anyway. */
INLINE void newton_search(newton_visit *x, const newton_point *from, const real dr[3],
                          const real dv[3], mask open, ss_work *work)
{
    real t = lane_splat(1.0); /* of each lane */
    for (int halved = 0; lane_any(open); ++halved) {
        work->backtracks += lane_count(open);
        if (halved == newton_halvings)
            break;
        t = lane_select(open, lane_splat(0.5) * t, t);
        newton_move(x, from, dr, dv, t);
        work->projections += lane_count(open);
        open = lane_without(open, newton_fell(x->p.Z2, from->Z2, halved + 1));
    }
}

/* One iteration of all lanes in `active`; returns those of them whose matrix was singular. */
INLINE mask newton_iterate(newton_visit *x, mask active, const ss_lane_rules *rules, ss_work *work)
{
    const newton_point from = x->p;
    real dr[3], dv[3];
    const mask slides = lane_without(lane_without(active, from.separates), from.sticks);
    work->local_iterations += lane_count(active);
    const mask singular = lane_without(slides, newton_direction(dr, x, rules));
    newton_scale(dv, &x->law, dr);
    for (int k = 0; k < 3; ++k)
        dv[k] -= x->F[k];
    const mask moved = lane_without(active, singular);
    newton_move(x, &from, dr, dv, lane_splat(1.0));
    work->projections += lane_count(moved);
    const mask open = lane_without(moved, newton_fell(x->p.Z2, from.Z2, 0));
    if (rules->backtrack && lane_any(open))
        newton_search(x, &from, dr, dv, open, work);
    return singular;
}

/* Has a lane converged: |F| + |Z| <= tol |v_loc|? First by squares, with margins far wider than
 * rounding; the roots are for the rest. */
INLINE mask newton_met(newton_visit *x, mask active, const ss_lane_rules *rules)
{
    const real limit2 = lane_splat(rules->tol * rules->tol) * x->v_loc2, Z2 = x->p.Z2;
    const real least = lane_splat(1e-280), largest = lane_splat(1e280);
    newton_scale(x->F, &x->law, x->p.r);
    for (int k = 0; k < 3; ++k)
        x->F[k] = x->p.v[k] - x->v_loc[k] - x->F[k];
    const real F2 = lane_dot(x->F, x->F), low = lane_splat(0.2) * limit2;
    const real high = lane_splat(1.1) * limit2;
    /* surely below the limit; surely decided; and where the limit's square is a sound number */
    const mask met = lane_and(lane_le(F2, low), lane_le(Z2, low));
    const mask known = lane_or(met, lane_or(lane_lt(high, F2), lane_lt(high, Z2)));
    const mask sound = lane_and(lane_lt(least, limit2), lane_lt(limit2, largest));
    const mask open = lane_without(active, lane_and(known, sound));
    if (!lane_any(open))
        return met;
    const real limit = lane_splat(rules->tol) * lane_sqrt(x->v_loc2);
    const mask is = lane_le(lane_sqrt(F2) + lane_sqrt(Z2), limit);
    return lane_or(lane_without(met, open), lane_and(is, open));
}

/* Keep the point of the lanes that moved. */
INLINE void newton_keep(newton_visit *x, mask moved)
{
    for (int k = 0; k < 3; ++k) {
        x->r[k] = lane_select(moved, x->p.r[k], x->r[k]);
        x->v[k] = lane_select(moved, x->p.v[k], x->v[k]);
    }
}

/* The exact solution (solvers/local/exact_contact.h) in place of what Newton left. */
INLINE void newton_make_safe(newton_visit *x, mask failed)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0), *const q = x->v_loc;
    const real r_n = -q[0] * x->law.inv_a, r_1 = -q[1] * x->law.inv_b, r_2 = -q[2] * x->law.inv_b;
    const real length = lane_sqrt(r_1 * r_1 + r_2 * r_2), radius = x->law.mu * r_n;
    const mask opens = lane_le(zero, q[0]);
    const real scale = lane_select(lane_lt(radius, length), radius / length, one);
    x->p.r[0] = lane_select(opens, zero, r_n);
    x->p.r[1] = lane_select(opens, zero, scale * r_1);
    x->p.r[2] = lane_select(opens, zero, scale * r_2);
    newton_scale(x->p.v, &x->law, x->p.r);
    for (int k = 0; k < 3; ++k)
        x->p.v[k] += q[k];
    newton_keep(x, failed);
}

/* counted; made safe, if the options say so */
INLINE void newton_fail(newton_visit *x, mask failed, const ss_lane_rules *rules, ss_work *work)
{
    work->newton_failures += lane_count(failed);
    if (!rules->fallback)
        return;
    work->fallbacks += lane_count(failed);
    newton_make_safe(x, failed);
}

/* Two unit vectors across the unit vector n (Duff et al. 2017); inv = 1/(n_z + its sign). */
INLINE void newton_tangents(real t1[3], real t2[3], const real n[3], real sign, real inv)
{
    const real one = lane_splat(1.0), a = -inv, b = n[0] * n[1] * a;
    t1[0] = one + sign * n[0] * n[0] * a;
    t1[1] = sign * b;
    t1[2] = -sign * n[0];
    t2[0] = b;
    t2[1] = sign + n[1] * n[1] * a;
    t2[2] = -n[1];
}

/* All quotients that a visit needs once, with one division: the divisors have no unit. */
INLINE void newton_begin(newton_visit *x, const lane_visit *c, mask full)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0), rho = c->state[0];
    const real a = lane_select(full, rho * c->w_n, one), b = lane_select(full, rho * c->w_t, one);
    const real sign = lane_select(lane_lt(c->n[2], zero), -one, one), d = sign + c->n[2];
    /* 1/(a b d), from which 1/a, 1/b and 1/d follow by products */
    const real inv_all = one / (a * b * d), inv_ab = inv_all * d;
    x->law = (newton_law){c->mu, one / (one + c->mu * c->mu), a, b, inv_ab * b, inv_ab * a};
    newton_tangents(x->t1, x->t2, c->n, sign, inv_all * (a * b));
    x->r[0] = c->r_n;
    x->r[1] = lane_dot(x->t1, c->r_t);
    x->r[2] = lane_dot(x->t2, c->r_t);
    x->v[0] = rho * c->u_n;
    x->v[1] = rho * lane_dot(x->t1, c->u_t);
    x->v[2] = rho * lane_dot(x->t2, c->u_t);
    newton_scale(x->v_loc, &x->law, x->r);
    for (int k = 0; k < 3; ++k) {
        x->v_loc[k] = x->v[k] - x->v_loc[k];
        x->p.r[k] = x->r[k];
        x->p.v[k] = x->v[k];
        x->F[k] = zero;
    }
    x->v_loc2 = lane_dot(x->v_loc, x->v_loc);
    newton_evaluate(&x->p, &x->law);
}

/* back from the axes (n, t1, t2) into the fixed frame */
INLINE void newton_end(lane_visit *c, const newton_visit *x)
{
    const real inv_rho = c->state[1];
    c->r_n = x->r[0];
    c->u_n = inv_rho * x->v[0];
    for (int k = 0; k < 3; ++k) {
        c->r_t[k] = x->r[1] * x->t1[k] + x->r[2] * x->t2[k];
        c->u_t[k] = inv_rho * (x->v[1] * x->t1[k] + x->v[2] * x->t2[k]);
    }
}

/* The visits of n vectors, iterated in turn: their chains of roots and quotients overlap. */
#define SS_LANES_STEPS
INLINE void steps(lane_visit *const c[], size_t n, const ss_lane_rules *rules, ss_work *work)
{
    newton_visit x[SS_LANES];
    mask active[SS_LANES], failed[SS_LANES]; /* still iterating; not yet converged */
    bool any = false;
    const real zero = lane_splat(0.0);
#pragma GCC unroll 8
    for (size_t i = 0; i < n; ++i) {
        active[i] = failed[i] = lane_without(lane_le(zero, zero), lane_le(c[i]->w_n, zero));
        newton_begin(&x[i], c[i], active[i]);
        any = any || lane_any(active[i]);
    }
    for (size_t k = 0; k < rules->cap && any; ++k) {
        any = false;
#pragma GCC unroll 8
        for (size_t i = 0; i < n; ++i) {
            const mask singular = newton_iterate(&x[i], active[i], rules, work);
            active[i] = lane_without(active[i], singular);
            const mask met = newton_met(&x[i], active[i], rules);
            newton_keep(&x[i], active[i]);
            failed[i] = lane_without(failed[i], lane_and(active[i], met));
            active[i] = lane_without(active[i], met);
        }
#pragma GCC unroll 8
        for (size_t i = 0; i < n; ++i)
            any = any || lane_any(active[i]);
    }
#pragma GCC unroll 8
    for (size_t i = 0; i < n; ++i) {
        if (lane_any(failed[i]))
            newton_fail(&x[i], failed[i], rules, work);
        newton_end(c[i], &x[i]);
    }
}
