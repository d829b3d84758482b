/* The Newton iteration of ebp and eal in contact order, several contacts of spheres at once: the
 * visit of solvers/local/newton.h with W = diag(w_n, w_t, w_t), operation by operation, in the
 * words of solvers/sphere/lane_words.h. All lanes iterate until the last has ended; a lane that has
 * ended keeps its r and u, and each counts for itself. A file of a visit defines the map and its
 * derivatives before it includes this one, and the zones after the types:
 *
 *     newton_map(point, mu, rho)            tau, the lengths, the zones and Z
 *     newton_jacobians(A, B, point, visit, kink, slides)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
enum { newton_halvings = 12 };

/* Count the lanes of a mask; but those that repeat another do as it does, and do not count. */
INLINE void newton_count(size_t *counter, const newton_visit *x, mask a)
{
    *counter += lane_count(lane_and(a, x->full));
}

/* y = W x, as ss_newton_mul */
INLINE void newton_mul(real y[3], const newton_law *law, const real x[3])
{
    y[0] = law->w_n * x[0];
    y[1] = law->w_t * x[1];
    y[2] = law->w_t * x[2];
}

/* as ss_newton_evaluate */
INLINE void newton_evaluate(newton_point *p, const newton_law *law)
{
    newton_map(p, law->mu, law->rho);
    p->Z2 = lane_dot(p->Z, p->Z);
}

/* (A + B W) dr = b by Cramer's rule, as ss_newton_solve; the lanes whose matrix is regular. */
INLINE mask newton_solve(real x[3], const real A[9], const real B[9], const real b[3],
                         const newton_law *law)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0), largest = lane_splat(DBL_MAX);
    real M[9];
    for (int i = 0; i < 9; ++i)
        M[i] = A[i] + B[i] * (i % 3 == 0 ? law->w_n : law->w_t);
    const real c0 = M[4] * M[8] - M[5] * M[7];
    const real c1 = M[5] * M[6] - M[3] * M[8];
    const real c2 = M[3] * M[7] - M[4] * M[6];
    const real det = M[0] * c0 + M[1] * c1 + M[2] * c2;
    const real inv = one / det, size = lane_select(lane_lt(det, zero), -det, det);
    x[0] =
        inv * (c0 * b[0] + (M[2] * M[7] - M[1] * M[8]) * b[1] + (M[1] * M[5] - M[2] * M[4]) * b[2]);
    x[1] =
        inv * (c1 * b[0] + (M[0] * M[8] - M[2] * M[6]) * b[1] + (M[2] * M[3] - M[0] * M[5]) * b[2]);
    x[2] =
        inv * (c2 * b[0] + (M[1] * M[6] - M[0] * M[7]) * b[1] + (M[0] * M[4] - M[1] * M[3]) * b[2]);
    return lane_and(lane_lt(zero, size), lane_le(size, largest));
}

/* as ss_newton_stick */
INLINE void newton_stick(real dr[3], const real B[9], const newton_law *law, const real b[3])
{
    const real m0 = B[0] * law->w_n, m1 = B[1] * law->w_t, m2 = B[2] * law->w_t;
    const real m4 = B[4] * law->w_t;
    dr[0] = law->inv_stick * (m4 * m4 * b[0] - m1 * m4 * b[1] - m2 * m4 * b[2]);
    dr[1] = law->inv_stick * (m0 * m4 * b[1]);
    dr[2] = law->inv_stick * (m0 * m4 * b[2]);
}

/* The direction dr of the lanes in `active`, each by its zone; returns those of them whose matrix
 * is singular. */
INLINE mask newton_direction(real dr[3], const newton_visit *x, mask active, bool kink)
{
    const newton_point *const p = &x->p;
    const mask slides = lane_without(lane_without(active, p->zones.separates), p->zones.sticks);
    real A[9], B[9], rhs[3], slide[3];
    newton_jacobians(A, B, p, &x->law, kink, slides);
    for (int i = 0; i < 3; ++i)
        rhs[i] = lane_dot(B + 3 * i, x->f1) - p->Z[i];
    newton_stick(dr, B, &x->law, rhs);
    mask singular = lane_without(slides, slides); /* none */
    if (lane_any(slides)) {
        singular = lane_without(slides, newton_solve(slide, A, B, rhs, &x->law));
        for (int k = 0; k < 3; ++k)
            dr[k] = lane_select(slides, slide[k], dr[k]);
    }
    for (int k = 0; k < 3; ++k)
        dr[k] = lane_select(p->zones.separates, -p->Z[k], dr[k]);
    return singular;
}

/* The point at `from` + (dr, du) in the lanes that move. */
INLINE void newton_move(newton_visit *x, const newton_point *from, const real dr[3],
                        const real du[3], mask moves)
{
    for (int k = 0; k < 3; ++k) {
        x->p.r[k] = lane_select(moves, from->r[k] + dr[k], x->p.r[k]);
        x->p.u[k] = lane_select(moves, from->u[k] + du[k], x->p.u[k]);
    }
    newton_evaluate(&x->p, &x->law);
}

/* as ss_newton_fell */
INLINE mask newton_fell(real Z2, real before2, mask asked, int halved)
{
    const mask surely = lane_le(Z2, lane_splat(0.5) * before2);
    if (!lane_any(lane_without(asked, surely)))
        return surely;
    const real part = lane_splat(1.0 - 1e-4 * ldexp(1.0, -halved));
    return lane_or(surely, lane_le(lane_sqrt(Z2), part * lane_sqrt(before2)));
}

/* The step is halved where |Z| has not fallen; the last try is taken anyway. */
INLINE void newton_search(newton_visit *x, const newton_point *from, real dr[3], real du[3],
                          mask moved, ss_work *work)
{
    const real half = lane_splat(0.5);
    mask open = lane_without(moved, newton_fell(x->p.Z2, from->Z2, moved, 0));
    for (int halved = 1; lane_any(open); ++halved) {
        newton_count(&work->backtracks, x, open);
        if (halved > newton_halvings)
            break;
        for (int k = 0; k < 3; ++k) {
            dr[k] *= half;
            du[k] *= half;
        }
        newton_move(x, from, dr, du, open);
        newton_count(&work->projections, x, open);
        open = lane_without(open, newton_fell(x->p.Z2, from->Z2, open, halved));
    }
}

/* as ss_newton_met_z */
INLINE mask newton_met_z(const newton_visit *x, mask active, double tolerance)
{
    const real scale = lane_splat(tolerance) * x->law.rho, limit2 = scale * scale * x->u_loc2;
    const real f1_2 = lane_dot(x->f1, x->f1), motion2 = x->law.rho * x->law.rho * f1_2;
    const real low = lane_splat(0.2) * limit2, high = lane_splat(1.1) * limit2, Z2 = x->p.Z2;
    const mask sound =
        lane_and(lane_lt(lane_splat(1e-280), limit2), lane_lt(limit2, lane_splat(1e280)));
    const mask met = lane_and(sound, lane_and(lane_le(motion2, low), lane_le(Z2, low)));
    const mask missed = lane_and(sound, lane_or(lane_lt(high, motion2), lane_lt(high, Z2)));
    const mask open = lane_without(lane_without(active, met), missed);
    if (!lane_any(open))
        return met;
    const mask is =
        lane_le(x->law.rho * lane_sqrt(f1_2) + lane_sqrt(Z2), scale * lane_sqrt(x->u_loc2));
    return lane_or(met, lane_and(open, is));
}

/* as ss_newton_met: the lanes in `active` whose iteration has converged */
INLINE mask newton_met(newton_visit *x, mask active, const ss_lane_rules *rules)
{
    newton_mul(x->f1, &x->law, x->p.r);
    for (int k = 0; k < 3; ++k)
        x->f1[k] = x->p.u[k] - x->u_loc[k] - x->f1[k];
    if (!rules->printed)
        return newton_met_z(x, active, rules->tol);
    const real *const r = x->p.r;
    real rest[3];
    lane_cone(rest, r, lane_sqrt(r[1] * r[1] + r[2] * r[2]), x->law.mu);
    for (int k = 0; k < 3; ++k)
        rest[k] = r[k] - rest[k];
    return lane_le(lane_sqrt(lane_dot(x->f1, x->f1)) + lane_sqrt(lane_dot(rest, rest)),
                   lane_splat(rules->eps));
}

/* as ss_newton_make_safe of a diagonal W, for the lanes that failed */
INLINE void newton_make_safe(newton_visit *x, mask failed)
{
    const real zero = lane_splat(0.0), tiny = lane_splat(-1e-100), *const q = x->u_loc;
    const real w_n = x->law.w_n, w_t = x->law.w_t, normal = -q[0] / w_n;
    const real size_1 = lane_select(lane_lt(q[1], zero), -q[1], q[1]);
    const real size_2 = lane_select(lane_lt(q[2], zero), -q[2], q[2]);
    const mask opens = lane_le(tiny * (size_1 + size_2), q[0]);
    real r[3] = {lane_select(lane_lt(zero, normal), normal, zero), -q[1] / w_t, -q[2] / w_t};
    const real length = lane_sqrt(r[1] * r[1] + r[2] * r[2]), radius = x->law.mu * r[0];
    const mask slides = lane_lt(radius, length);
    for (int k = 1; k < 3; ++k)
        r[k] = lane_select(slides, r[k] * (radius / length), r[k]);
    for (int k = 0; k < 3; ++k)
        r[k] = lane_select(opens, zero, r[k]);
    const real u[3] = {w_n * r[0] + zero * r[1] + zero * r[2],
                       zero * r[0] + w_t * r[1] + zero * r[2],
                       zero * r[0] + zero * r[1] + w_t * r[2]};
    for (int k = 0; k < 3; ++k) {
        x->p.r[k] = lane_select(failed, r[k], x->p.r[k]);
        x->p.u[k] = lane_select(failed, u[k] + q[k], x->p.u[k]);
    }
}

/* as ss_newton_project */
INLINE void newton_project(newton_visit *x, bool moves)
{
    for (int k = 0; k < 3; ++k)
        x->p.r[k] -= x->p.Z[k];
    if (!moves)
        return;
    newton_mul(x->p.u, &x->law, x->p.r);
    for (int k = 0; k < 3; ++k)
        x->p.u[k] += x->u_loc[k];
}

INLINE void newton_begin(newton_visit *x, const ordered_visit *c)
{
    x->law = (newton_law){c->mu, c->state[0], c->state[1], c->state[2], c->state[3], c->state[4]};
    newton_mul(x->u_loc, &x->law, c->r);
    for (int k = 0; k < 3; ++k) {
        x->u_loc[k] = c->u[k] - x->u_loc[k];
        x->p.r[k] = c->r[k];
        x->p.u[k] = c->u[k];
        x->f1[k] = lane_splat(0.0);
    }
    x->full = c->full;
    x->u_loc2 = lane_dot(x->u_loc, x->u_loc);
    newton_evaluate(&x->p, &x->law);
}

INLINE void visit(ordered_visit *c, const ss_lane_rules *rules, ss_work *work)
{
    newton_visit x;
    newton_begin(&x, c);
    const real zero = lane_splat(0.0);
    mask active = lane_le(zero, zero), failed = active; /* still iterating; not yet converged */
    newton_count(&work->projections, &x, active);
    for (size_t k = 0; k < rules->cap && lane_any(active); ++k) {
        const newton_point from = x.p;
        real dr[3], du[3];
        newton_count(&work->local_iterations, &x, active);
        active = lane_without(active, newton_direction(dr, &x, active, rules->kink));
        newton_mul(du, &x.law, dr);
        for (int i = 0; i < 3; ++i)
            du[i] -= x.f1[i];
        newton_move(&x, &from, dr, du, active);
        newton_count(&work->projections, &x, active);
        if (rules->backtrack)
            newton_search(&x, &from, dr, du, active, work);
        const mask met = lane_and(active, newton_met(&x, active, rules));
        failed = lane_without(failed, met);
        active = lane_without(active, met);
    }
    if (rules->projects)
        newton_project(&x, rules->moves);
    newton_count(&work->newton_failures, &x, failed);
    if (rules->fallback && lane_any(failed)) {
        newton_count(&work->fallbacks, &x, failed);
        newton_make_safe(&x, failed);
    }
    for (int k = 0; k < 3; ++k) {
        c->r[k] = x.p.r[k];
        c->u[k] = x.p.u[k];
    }
}
