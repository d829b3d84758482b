/* The data of the Newton iteration for several contacts at once (solvers/sphere/lane_newton.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>

/* The constants of a visit: D = rho W = diag(a, b, b). */
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
    real t1[3], t2[3]; /* the tangents */
    newton_point p;
    real v_loc[3], v_loc2; /* rho u_loc and its square */
    real F[3];             /* v - v_loc - D r */
    real r[3], v[3];       /* the result, as far as it is known */
} newton_visit;

/* (A + B D) is regular and finite. */
INLINE mask newton_is_regular(real det)
{
    const real zero = lane_splat(0.0), largest = lane_splat(DBL_MAX);
    return lane_and(lane_lt(zero, det), lane_le(det, largest));
}

/* The direction of each lane's zone: dr = -Z where it separates. */
INLINE void newton_choose(real dr[3], const newton_point *p, const real stick[3],
                          const real slide[3])
{
    for (int k = 0; k < 3; ++k)
        dr[k] = lane_select(p->separates, -p->Z[k], lane_select(p->sticks, stick[k], slide[k]));
}
