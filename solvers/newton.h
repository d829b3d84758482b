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
#ifndef SS_SOLVERS_NEWTON_H
#define SS_SOLVERS_NEWTON_H

#include "problems/cone.h"
#include "solvers/exact_contact.h"
#include "solvers/sweep.h"

typedef enum ss_newton_stop { SS_NEWTON_STOP_Z, SS_NEWTON_STOP_PRINTED } ss_newton_stop;
typedef enum ss_newton_jacobian {
    SS_NEWTON_JACOBIAN_FULL,
    SS_NEWTON_JACOBIAN_NOKINK
} ss_newton_jacobian;

typedef struct ss_newton_options {
    double alpha;
    double tol;
    double eps_newt;
    size_t cap;
    int stop;     /* ss_newton_stop */
    int jacobian; /* ss_newton_jacobian; ebp only */
    bool backtrack, fallback;
} ss_newton_options;

typedef struct ss_newton_state {
    double rho;    /* kg */
    bool diagonal; /* W_cc = diag(w_n, w_t, w_t): spheres */
} ss_newton_state;

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
        SS_COUNT(ss_newton_options, cap, "cap", 100, 1, 1e6, "Newton iterations a visit, at most", \
                 "[D] 4"),                                                                         \
        SS_FLAG(ss_newton_options, backtrack, "backtrack", 1,                                      \
                "halve a step until |Z| falls; [D] has none", "method 10: cures the 2-cycles"),    \
        SS_FLAG(ss_newton_options, fallback, "fallback", 1,                                        \
                "solve a visit exactly when Newton has failed; [D] has none", "method 10")

/* Z(r, u) and the predicted impulse tau; returns the zone of the projection. */
typedef ss_zone ss_newton_map(double Z[3], double tau[3], const double r[3], const double u[3],
                              double mu, double rho);

/* A = dZ/dr and B = dZ/du (row-major) in a zone other than separation. */
typedef void ss_newton_jacobians(double A[9], double B[9], ss_zone zone, const double tau[3],
                                 const double u[3], double mu, double rho, int jacobian);

static inline void ss_newton_setup(void *state, const ss_contact *contact, const void *options)
{
    const ss_newton_options *const o = options;
    *(ss_newton_state *)state =
        (ss_newton_state){o->alpha * contact->rho_bar, ss_contact_is_diagonal(contact->W)};
}

/* y = W x. `diagonal` is a compile-time constant: what is left out are additions of 0. */
static inline __attribute__((always_inline)) void
ss_newton_multiply(double y[3], const double W[9], const double x[3], bool diagonal)
{
    if (!diagonal) {
        ss_mul3(y, W, x);
        return;
    }
    for (int k = 0; k < 3; ++k)
        y[k] = W[4 * k] * x[k];
}

/* dr from (A + B W) dr = -Z + B f1; false when the matrix is singular. */
static inline __attribute__((always_inline)) bool
ss_newton_direction(double dr[3], const double A[9], const double B[9], const double W[9],
                    const double Z[3], const double f1[3], bool diagonal)
{
    double matrix[9], rhs[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            matrix[3 * i + j] = diagonal ? A[3 * i + j] + B[3 * i + j] * W[4 * j]
                                         : A[3 * i + j] + B[3 * i] * W[j] +
                                               B[3 * i + 1] * W[3 + j] + B[3 * i + 2] * W[6 + j];
        rhs[i] = ss_dot(B + 3 * i, f1) - Z[i];
    }
    return ss_solve3(dr, matrix, rhs);
}

/* The residual f1 = u - u_loc - W r of the equation of motion. */
static inline __attribute__((always_inline)) void
ss_newton_motion(double f1[3], const double W[9], const double r[3], const double u[3],
                 const double u_loc[3], bool diagonal)
{
    ss_newton_multiply(f1, W, r, diagonal);
    for (int k = 0; k < 3; ++k)
        f1[k] = u[k] - u_loc[k] - f1[k];
}

/* Has the iteration converged? `Z` belongs to (r, u). With stop=z squares decide unless it is
 * close: (rho |f1| + |Z|)^2 lies between rho^2 f1^2 + Z^2 and twice that. Roots are what a visit
 * waits for, and the margins of 1% leave no case to rounding. */
static inline __attribute__((always_inline)) bool
ss_newton_met(const ss_newton_options *o, const double f1[3], const double Z[3], const double r[3],
              const double u_loc[3], double mu, double rho)
{
    if (o->stop == SS_NEWTON_STOP_Z) {
        const double limit = o->tol * rho;
        const double limit2 = limit * limit * ss_dot(u_loc, u_loc);
        const double sum2 = rho * rho * ss_dot(f1, f1) + ss_dot(Z, Z);
        if (limit2 > 1e-280 && sum2 > 1.01 * limit2)
            return false;
        if (limit2 > 1e-280 && sum2 < 0.49 * limit2)
            return true;
        return rho * ss_norm(f1) + ss_norm(Z) <= o->tol * rho * ss_norm(u_loc);
    }
    double projected[3];
    ss_cone_project(projected, r, mu);
    ss_sub3(projected, r, projected);
    return ss_norm(f1) + ss_norm(projected) <= o->eps_newt;
}

/* |Z| <= (1 - 1e-4 t) |Z before|, from the squares; roots only when they are close. */
static inline bool ss_newton_fell(double Z2, double before2, double t)
{
    return Z2 < 0.9 * before2 || sqrt(Z2) <= (1.0 - 1e-4 * t) * sqrt(before2);
}

/* Move (r, u) along (dr, du), by halves of it while |Z| does not fall if asked to. Leaves Z, tau
 * and returns the zone there. The last try is taken even when |Z| rose. */
static inline __attribute__((always_inline)) ss_zone
ss_newton_advance(double r[3], double u[3], double Z[3], double tau[3], const double dr[3],
                  const double du[3], double mu, double rho, bool backtrack, ss_newton_map *map,
                  ss_work *work)
{
    enum { max_halvings = 12 };
    const double before2 = ss_dot(Z, Z);
    double t = 1.0, r0[3], u0[3];
    ss_zone zone = SS_ZONE_SEPARATION;
    ss_copy3(r0, r);
    ss_copy3(u0, u);
    for (int k = 0; k <= max_halvings; ++k) {
        for (int i = 0; i < 3; ++i) {
            r[i] = r0[i] + t * dr[i];
            u[i] = u0[i] + t * du[i];
        }
        zone = map(Z, tau, r, u, mu, rho);
        ++work->projections;
        if (!backtrack || ss_newton_fell(ss_dot(Z, Z), before2, t))
            break;
        t *= 0.5;
        ++work->backtracks;
    }
    return zone;
}

/* The exact solution. Rare, and out of the way of what is not. */
static __attribute__((noinline, cold)) void
ss_newton_make_safe(double r[3], double u[3], const ss_contact *contact, const double u_loc[3])
{
    ss_contact_exact(r, contact->W, u_loc, contact->mu);
    ss_mul3(u, contact->W, r);
    for (int i = 0; i < 3; ++i)
        u[i] += u_loc[i];
}

/* One visit. u = u_loc + W r on entry, so f1 = 0 there; [D] keeps u as an unknown of its own. */
static inline __attribute__((always_inline)) ss_local_outcome
ss_newton_iterate(double r[3], double u[3], const ss_contact *contact, double rho,
                  const ss_newton_options *o, ss_work *work, ss_newton_map *map,
                  ss_newton_jacobians *jacobians, bool diagonal)
{
    const double mu = contact->mu;
    double u_loc[3], f1[3] = {0.0, 0.0, 0.0}, Z[3], tau[3], A[9], B[9], dr[3], du[3];
    ss_newton_multiply(u_loc, contact->W, r, diagonal);
    ss_sub3(u_loc, u, u_loc);
    ss_zone zone = map(Z, tau, r, u, mu, rho);
    ++work->projections;
    for (size_t k = 0; k < o->cap; ++k) {
        ++work->local_iterations;
        if (zone == SS_ZONE_SEPARATION) {
            for (int i = 0; i < 3; ++i)
                dr[i] = -Z[i];
        } else {
            jacobians(A, B, zone, tau, u, mu, rho, o->jacobian);
            if (!ss_newton_direction(dr, A, B, contact->W, Z, f1, diagonal))
                break;
        }
        ss_newton_multiply(du, contact->W, dr, diagonal);
        ss_sub3(du, du, f1);
        zone = ss_newton_advance(r, u, Z, tau, dr, du, mu, rho, o->backtrack, map, work);
        ss_newton_motion(f1, contact->W, r, u, u_loc, diagonal);
        if (ss_newton_met(o, f1, Z, r, u_loc, mu, rho))
            return SS_LOCAL_DONE;
    }
    if (!o->fallback)
        return SS_LOCAL_FAILED;
    double safe_r[3], safe_u[3];
    ss_newton_make_safe(safe_r, safe_u, contact, u_loc);
    ss_copy3(r, safe_r);
    ss_copy3(u, safe_u);
    return SS_LOCAL_MADE_SAFE;
}

/* The visit, on copies of r and u that the compiler can keep in registers, with the products by W
 * that a contact of spheres needs or all of them. */
static inline __attribute__((always_inline)) ss_local_outcome
ss_newton_visit(double r[3], double u[3], const ss_contact *contact, const void *state,
                const void *options, ss_work *work, ss_newton_map *map,
                ss_newton_jacobians *jacobians)
{
    const ss_newton_state *const s = state;
    double x[3], y[3];
    ss_copy3(x, r);
    ss_copy3(y, u);
    const ss_local_outcome outcome =
        s->diagonal
            ? ss_newton_iterate(x, y, contact, s->rho, options, work, map, jacobians, true)
            : ss_newton_iterate(x, y, contact, s->rho, options, work, map, jacobians, false);
    ss_copy3(r, x);
    ss_copy3(u, y);
    return outcome;
}

#endif
