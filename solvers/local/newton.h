/* The safeguarded Newton iteration of the two enhanced solvers ([D] 3.3 to 3.5, eqs 26-32): zeros
 * of
 *
 *     f1 = u - u_loc - W r,      f2 = Z(r, u) = r - proj(tau(r, u))
 *
 * by the condensed 3x3 system  (A + B W) dr = -f2 + B f1,  du = -f1 + W dr,  A = dZ/dr, B = dZ/du.
 *
 * Its failures are 2-cycles between opposite slip faces; backtracking on |Z| cures them, and a
 * visit that fails all the same can be made safe by the exact solve (method section 10).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LOCAL_NEWTON_H
#define SS_SOLVERS_LOCAL_NEWTON_H

#include "problems/contact/cone.h"
#include "solvers/local/exact_contact.h"
#include "solvers/local/sweep.h"
#include "solvers/sphere/ordered.h"

typedef enum ss_newton_stop { SS_NEWTON_STOP_Z, SS_NEWTON_STOP_PRINTED } ss_newton_stop;
typedef enum ss_newton_jacobian {
    SS_NEWTON_JACOBIAN_FULL,
    SS_NEWTON_JACOBIAN_NOKINK
} ss_newton_jacobian;

/* What a visit ends with. */
typedef enum ss_newton_last {
    SS_NEWTON_LAST_NEWTON,
    SS_NEWTON_LAST_PROJECTION,
    SS_NEWTON_LAST_MOVED
} ss_newton_last;

/* Units: r, Z and tau in N s, u and f1 in m/s, rho in kg; rho f1 and Z can be added. */
typedef struct ss_newton_options {
    double alpha;             /* rho/rho_bar */
    double tol;               /* of stop=z, relative to rho |u_loc| */
    double eps_newt;          /* of stop=printed, m/s + N s */
    size_t cap;               /* iterations a visit */
    int stop;                 /* ss_newton_stop */
    int jacobian;             /* ss_newton_jacobian; ebp only */
    int last;                 /* ss_newton_last */
    bool backtrack, fallback; /* halve steps while |Z| does not fall; solve exactly what failed */
} ss_newton_options;

/* Of the price: the 3x3 system of an iteration is arithmetic without waiting, 0.10 ns an operation
 * where a visit of exact has 0.22 (solvers/base/unit.c). */
#define SS_NEWTON_PACE 0.45

/* A visit's view of its contact, with the quotients that never change. */
typedef struct ss_newton_state {
    double rho;       /* kg */
    double inv_mu;    /* 1/(1 + mu^2) */
    double w_n, w_t;  /* W_cc = diag(w_n, w_t, w_t), 1/kg, if `diagonal` */
    double inv_stick; /* 1/det(rho W_cc), if `diagonal` */
    bool diagonal;    /* spheres, and rho W_cc is regular */
} ss_newton_state;

/* An iterate and what follows from it. */
typedef struct ss_newton_point {
    double r[3], u[3];
    double tau[3];   /* the predicted impulse */
    double tau_t;    /* |tau_t| */
    double u_t;      /* |u_t|; ebp only */
    double Z[3], Z2; /* Z(r, u) and |Z|^2 */
    ss_zone zone;    /* of the projection of tau */
} ss_newton_point;

/* The option rows that ebp and eal share. */
#define SS_NEWTON_ROWS                                                                             \
    SS_REAL(ss_newton_options, alpha, "alpha", 1.0, SS_ABOVE_ZERO, 1e6, "-",                       \
            "descent parameter rho / rho_bar", "[D] 4"),                                           \
        SS_CHOICE(ss_newton_options, stop, "stop", SS_NEWTON_STOP_Z, "z|printed",                  \
                  "local test: rho |f1| + |r - proj(tau)| <= tol rho |u_loc| (z), or [D] eq. 28 "  \
                  "as printed, |f1| + |r - proj(r)| <= eps-newt",                                  \
                  "method 8: printed is met after one step at every visit"),                       \
        SS_REAL(ss_newton_options, tol, "tol", 1e-10, 0.0, 1.0, "-",                               \
                "local tolerance of stop=z, relative", "choice"),                                  \
        SS_REAL(ss_newton_options, eps_newt, "eps-newt", 1e-5, 0.0, 1e6, "m/s + N s",              \
                "local tolerance of stop=printed, absolute", "[D] 4"),                             \
        SS_COUNT(ss_newton_options, cap, "cap", 100, 1, 1e6,                                       \
                 "largest number of Newton iterations per visit", "[D] 4"),                        \
        SS_LATER_CHOICE(                                                                           \
            ss_newton_options, last, "last", SS_NEWTON_LAST_NEWTON, "newton|projection|moved",     \
            "what a visit ends with: Newton's step, or a step r <- proj(tau) after "               \
            "it, u being as Newton left it (projection) or moved with r (moved)",                  \
            "method 8: a possible interpretation of [D], which explains none of its numbers"),     \
        SS_FLAG(ss_newton_options, backtrack, "backtrack", 1,                                      \
                "halve a step until |Z| falls; [D] has none", "method 10: cures the 2-cycles"),    \
        SS_FLAG(ss_newton_options, fallback, "fallback", 1,                                        \
                "solve a visit exactly when Newton has failed; [D] has none", "method 10")

/* From p->r and p->u: tau, the lengths, the zone, and Z. */
typedef void ss_newton_map(ss_newton_point *p, double mu, double rho);

/* A = dZ/dr and B = dZ/du (row-major) in a zone other than separation; inv_mu = 1/(1 + mu^2). When
 * sticking, A = 0 and B = rho I but for B[1] and B[2]. */
typedef void ss_newton_jacobians(double A[9], double B[9], const ss_newton_point *p, double mu,
                                 double rho, double inv_mu, int jacobian);

/* The map and its derivatives, which a test compares with differences: `newton` of a descriptor. */
struct ss_newton_kernel {
    ss_newton_map *map;
    ss_newton_jacobians *jacobians;
};

static inline void ss_newton_setup(void *state, const ss_contact *contact, const void *options)
{
    const ss_newton_options *const o = options;
    const double *const W = contact->W;
    const double rho = o->alpha * contact->rho_bar;
    /* of rho W, that of a sticking sphere's system */
    const double det = rho * W[0] * (rho * W[4] * (rho * W[4]));
    *(ss_newton_state *)state = (ss_newton_state){
        .rho = rho,
        .inv_mu = 1.0 / (1.0 + contact->mu * contact->mu),
        .w_n = W[0],
        .w_t = W[4],
        .inv_stick = 1.0 / det,
        .diagonal = ss_contact_is_diagonal(W) && fabs(det) > 0.0 && isfinite(det),
    };
}

/* y = W x. */
static inline void ss_newton_mul(double y[3], const double W[9], const ss_newton_state *s,
                                 const double x[3], bool diagonal)
{
    if (!diagonal) {
        ss_mul3(y, W, x);
        return;
    }
    y[0] = s->w_n * x[0];
    y[1] = s->w_t * x[1];
    y[2] = s->w_t * x[2];
}

/* (A + B W) dr = b; false when the matrix is singular. */
static inline bool ss_newton_solve(double dr[3], const double A[9], const double B[9],
                                   const double b[3], const double W[9], const ss_newton_state *s,
                                   bool diagonal)
{
    double matrix[9];
    for (int i = 0; i < 3; ++i) {
        const double *const row = B + 3 * i;
        for (int j = 0; j < 3; ++j)
            matrix[3 * i + j] =
                diagonal ? A[3 * i + j] + row[j] * (j == 0 ? s->w_n : s->w_t)
                         : A[3 * i + j] + row[0] * W[j] + row[1] * W[3 + j] + row[2] * W[6 + j];
    }
    return ss_solve3(dr, matrix, b);
}

/* ss_solve3 for the matrix rho W of a sticking sphere, whose first row alone has entries beside the
 * diagonal: the same products in the same order, without those that are zero. */
static inline void ss_newton_stick(double dr[3], const double B[9], const ss_newton_state *s,
                                   const double b[3])
{
    /* The matrix is [[m0, m1, m2], [0, m4, 0], [0, 0, m4]]: its cofactors, over det = m0 m4^2. */
    const double m0 = B[0] * s->w_n, m1 = B[1] * s->w_t, m2 = B[2] * s->w_t, m4 = B[4] * s->w_t;
    dr[0] = s->inv_stick * (m4 * m4 * b[0] - m1 * m4 * b[1] - m2 * m4 * b[2]);
    dr[1] = s->inv_stick * (m0 * m4 * b[1]);
    dr[2] = s->inv_stick * (m0 * m4 * b[2]);
}

/* All that follows from p->r and p->u. */
static inline __attribute__((always_inline)) void
ss_newton_evaluate(ss_newton_point *p, double mu, double rho, ss_newton_map *map, ss_work *work)
{
    map(p, mu, rho);
    p->Z2 = ss_dot(p->Z, p->Z);
    ++work->projections;
}

/* *p = the point at *from + (dr, du). */
static inline __attribute__((always_inline)) void
ss_newton_move(ss_newton_point *p, const ss_newton_point *from, const double dr[3],
               const double du[3], double mu, double rho, ss_newton_map *map, ss_work *work)
{
    for (int i = 0; i < 3; ++i) {
        p->r[i] = from->r[i] + dr[i];
        p->u[i] = from->u[i] + du[i];
    }
    ss_newton_evaluate(p, mu, rho, map, work);
}

/* Has the iteration converged? The squares of f1 and Z tell which side of the limit most visits are
 * on: the roots, which cost as much as all else here, are for the rest. The margins are far wider
 * than rounding, so the answer is that of the last line always. */
static inline bool ss_newton_met_z(double f1_2, double Z2, double u_loc2, double rho, double tol)
{
    const double scale = tol * rho, limit2 = scale * scale * u_loc2, motion2 = rho * rho * f1_2;
    /* With a = rho |f1| and b = |Z|: a, b <= sqrt(0.2) of the limit have a sum below 0.9 of it;
     * either alone beyond sqrt(1.1) of it is too much. */
    if (limit2 > 1e-280 && limit2 < 1e280) {
        if (motion2 <= 0.2 * limit2 && Z2 <= 0.2 * limit2)
            return true;
        if (motion2 > 1.1 * limit2 || Z2 > 1.1 * limit2)
            return false;
    }
    return rho * sqrt(f1_2) + sqrt(Z2) <= scale * sqrt(u_loc2);
}

static inline bool ss_newton_met(const ss_newton_options *o, const ss_newton_point *p,
                                 const double f1[3], double u_loc2, double mu, double rho)
{
    if (o->stop == SS_NEWTON_STOP_Z)
        return ss_newton_met_z(ss_dot(f1, f1), p->Z2, u_loc2, rho, o->tol);
    double projected[3]; /* then r - proj(r) */
    ss_cone_project(projected, p->r, mu);
    ss_sub3(projected, p->r, projected);
    return ss_norm(f1) + ss_norm(projected) <= o->eps_newt;
}

/* Has |Z| fallen from sqrt(before2) by a step of t = 2^-halvings? As above: first by squares. */
static inline bool ss_newton_fell(double Z2, double before2, int halvings)
{
    return Z2 <= 0.5 * before2 || sqrt(Z2) <= (1.0 - 1e-4 * ldexp(1.0, -halvings)) * sqrt(before2);
}

/* A step r <- proj(tau) = r - Z after Newton's last; u is kept, or becomes u_loc + W r. */
static inline void ss_newton_project(ss_newton_point *p, const ss_newton_state *s,
                                     const double W[9], const double u_loc[3], int last,
                                     bool diagonal)
{
    ss_sub3(p->r, p->r, p->Z);
    if (last != SS_NEWTON_LAST_MOVED)
        return;
    ss_newton_mul(p->u, W, s, p->r, diagonal);
    for (int i = 0; i < 3; ++i)
        p->u[i] += u_loc[i];
}

/* The exact solution in place of what Newton left. */
static inline ss_local_outcome ss_newton_make_safe(double r[3], double u[3],
                                                   const ss_contact *contact, const double u_loc[3],
                                                   ss_work *work)
{
    work->root_values += ss_contact_exact(r, contact->W, u_loc, contact->mu);
    ss_mul3(u, contact->W, r);
    for (int i = 0; i < 3; ++i)
        u[i] += u_loc[i];
    return SS_LOCAL_MADE_SAFE;
}

/* A visit, with `diagonal` known at compile time. On entry u = u_loc + W r, so f1 = 0 there; [D]
 * keeps u as an unknown of its own. Where W is diagonal, all its zeros are left out: they change no
 * bit but the sign of a zero. */
static inline __attribute__((always_inline)) ss_local_outcome
ss_newton_visit_form(double r[3], double u[3], const ss_contact *contact, const ss_newton_state *s,
                     const ss_newton_options *o, ss_work *work, ss_newton_map *map,
                     ss_newton_jacobians *jacobians, bool diagonal)
{
    enum { max_halvings = 12 };
    const double *const W = contact->W, mu = contact->mu, rho = s->rho;
    double u_loc[3], f1[3] = {0.0, 0.0, 0.0}, dr[3], du[3], A[9], B[9], rhs[3];
    ss_newton_point p;
    ss_newton_mul(u_loc, W, s, r, diagonal);
    ss_sub3(u_loc, u, u_loc);
    const double u_loc2 = ss_dot(u_loc, u_loc);
    ss_copy3(p.r, r);
    ss_copy3(p.u, u);
    ss_newton_evaluate(&p, mu, rho, map, work);
    bool met = false;
    for (size_t k = 0; k < o->cap && !met; ++k) {
        ++work->local_iterations;
        /* The direction: (A + B W) dr = -Z + B f1 and du = W dr - f1; in separation A = I, B = 0.
         */
        if (p.zone == SS_ZONE_SEPARATION) {
            for (int i = 0; i < 3; ++i)
                dr[i] = -p.Z[i];
        } else {
            jacobians(A, B, &p, mu, rho, s->inv_mu, o->jacobian);
            for (int i = 0; i < 3; ++i)
                rhs[i] = ss_dot(B + 3 * i, f1) - p.Z[i];
            if (diagonal && p.zone == SS_ZONE_STICKING)
                ss_newton_stick(dr, B, s, rhs);
            else if (!ss_newton_solve(dr, A, B, rhs, W, s, diagonal))
                break;
        }
        ss_newton_mul(du, W, s, dr, diagonal);
        ss_sub3(du, du, f1);
        /* The step: halved while |Z| does not fall, if asked to; the last try is taken anyway. */
        const ss_newton_point from = p;
        ss_newton_move(&p, &from, dr, du, mu, rho, map, work);
        for (int halved = 0; o->backtrack && !ss_newton_fell(p.Z2, from.Z2, halved); ++halved) {
            ++work->backtracks;
            if (halved == max_halvings)
                break;
            for (int i = 0; i < 3; ++i) {
                dr[i] *= 0.5;
                du[i] *= 0.5;
            }
            ss_newton_move(&p, &from, dr, du, mu, rho, map, work);
        }
        /* The equation of motion, f1 = u - u_loc - W r, and the test. */
        ss_newton_mul(f1, W, s, p.r, diagonal);
        for (int i = 0; i < 3; ++i)
            f1[i] = p.u[i] - u_loc[i] - f1[i];
        met = ss_newton_met(o, &p, f1, u_loc2, mu, rho);
    }
    if (o->last != SS_NEWTON_LAST_NEWTON)
        ss_newton_project(&p, s, W, u_loc, o->last, diagonal);
    ss_copy3(r, p.r);
    ss_copy3(u, p.u);
    return met           ? SS_LOCAL_DONE
           : o->fallback ? ss_newton_make_safe(r, u, contact, u_loc, work)
                         : SS_LOCAL_FAILED;
}

/* One visit of ebp or eal: their `solve`. */
static inline __attribute__((always_inline)) ss_local_outcome
ss_newton_visit(double r[3], double u[3], const ss_contact *contact, const void *state,
                const void *options, ss_work *work, ss_newton_map *map,
                ss_newton_jacobians *jacobians)
{
    const ss_newton_state *const s = state;
    return s->diagonal
               ? ss_newton_visit_form(r, u, contact, s, options, work, map, jacobians, true)
               : ss_newton_visit_form(r, u, contact, s, options, work, map, jacobians, false);
}

/* Several contacts at once: with the test that has a scale. */
static inline bool ss_newton_lanes_serve(const void *options)
{
    const ss_newton_options *const o = options;
    return o->stop == SS_NEWTON_STOP_Z && o->last == SS_NEWTON_LAST_NEWTON;
}

static inline void ss_newton_lanes_setup(double *state, const ss_contact *contact,
                                         const void *options)
{
    state[0] = ((const ss_newton_options *)options)->alpha * contact->rho_bar;
    state[1] = 1.0 / state[0];
}

static inline ss_lane_rules ss_newton_lanes_rules(const void *options)
{
    const ss_newton_options *const o = options;
    return (ss_lane_rules){.tol = o->tol,
                           .cap = o->cap,
                           .backtrack = o->backtrack,
                           .fallback = o->fallback,
                           .kink = o->jacobian == SS_NEWTON_JACOBIAN_FULL,
                           .printed = o->stop == SS_NEWTON_STOP_PRINTED,
                           .eps = o->eps_newt,
                           .projects = o->last != SS_NEWTON_LAST_NEWTON,
                           .moves = o->last == SS_NEWTON_LAST_MOVED};
}

/* The kernel of a file that says SS_LANES_OF(id), solvers/sphere/lanes.h. */
#define SS_NEWTON_LANES(id)                                                                        \
    {                                                                                              \
        .n_state = 2, .holds_velocity = true, .serves = ss_newton_lanes_serve,                     \
        .setup = ss_newton_lanes_setup, .rules = ss_newton_lanes_rules, .groups = lane_groups,     \
        .singles = ss_lanes_##id##_singles, .visit = {                                             \
            .projections = 1                                                                       \
        }                                                                                          \
    }

/* In contact order, all options are served; contacts are if they are diagonal. */
static inline bool ss_newton_ordered_constants(double *constant, const ss_contact *contact,
                                               const void *state)
{
    (void)contact;
    const ss_newton_state *const s = state;
    const double constants[] = {s->rho, s->inv_mu, s->w_n, s->w_t, s->inv_stick};
    memcpy(constant, constants, sizeof constants);
    return s->diagonal;
}

/* The kernel of a file that says SS_ORDERED_OF(id), solvers/sphere/ordered.h. */
#define SS_NEWTON_ORDERED                                                                          \
    {                                                                                              \
        .n_state = 5, .constants = ss_newton_ordered_constants, .rules = ss_newton_lanes_rules,    \
        .sweeps = ordered_sweeps                                                                   \
    }

#endif
