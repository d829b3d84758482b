/* What the Newton iteration for several contacts at once (solvers/sphere/lane_newton.h) works on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>

/* What does not change within a visit: D = rho W = diag(a, b, b). */
typedef struct newton_law {
    real mu, inv_mu; /* 1/(1 + mu^2) */
    real a, b, inv_a, inv_b;
} newton_law;

/* An iterate and what follows from it. */
typedef struct newton_point {
    real r[3], v[3];        /* v = rho u; all N s */
    real tau[3];            /* the predicted impulse */
    real tau_t, inv_tau_t;  /* |tau_t| and 1/|tau_t| */
    real v_t;               /* |v_t|; ebp only */
    real Z[3], Z2;          /* Z(r, v) and |Z|^2 */
    mask separates, sticks; /* the zone of the projection of tau; else it slides */
} newton_point;

typedef struct newton_visit {
    newton_law law;
    newton_point p;
    real v_loc[3], v_loc2; /* rho u_loc and its square */
    real F[3];             /* v - v_loc - D r */
    real r[3], v[3];       /* the result, as far as it is known */
} newton_visit;
