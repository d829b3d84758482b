/* The data of the Newton iteration in contact order (solvers/sphere/ordered_newton.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>

/* see solvers/sphere/ordered_lanes.c */
enum { ordered_state = 5, ordered_holds = 1 };

/* The constants of a visit: ss_newton_state and mu. */
typedef struct newton_law {
    real mu, rho, inv_mu, w_n, w_t, inv_stick;
} newton_law;

/* An iterate and what follows from it: ss_newton_point. */
typedef struct newton_point {
    real r[3], u[3];
    real tau[3], tau_t; /* N s */
    real u_t;           /* |u_t|; ebp only */
    real Z[3], Z2;
    lane_zones zones; /* of the projection of tau */
} newton_point;

typedef struct newton_visit {
    newton_law law;
    newton_point p;
    real u_loc[3], u_loc2, f1[3]; /* m/s */
    mask full;                    /* the lanes that count */
} newton_visit;
