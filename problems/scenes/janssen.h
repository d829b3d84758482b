/* Janssen's stress in a silo, as [P] eq. 4 has it, and its fit to what walls carry: z is the depth
 * below the free surface,
 *
 *     sigma_xx(z) = lambda sigma_zz(z) = (gamma R_h / mu) (1 - exp(-mu lambda z / R_h))
 *
 * with all the friction of the walls mobilised, and gamma lambda z where mu = 0. lambda, the ratio
 * of the horizontal to the vertical stress, is what is fitted; deep down the stress does not depend
 * on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_JANSSEN_H
#define SS_PROBLEMS_SCENES_JANSSEN_H

#include <stddef.h>

typedef struct ss_janssen {
    double gamma; /* weight of the bulk, N/m^3 */
    double R_h;   /* hydraulic radius, m: section over perimeter, half the distance of two walls */
    double mu;    /* of the walls */
} ss_janssen;

/* The mean stress (Pa, compression positive) on the wall between two depths. */
typedef struct ss_janssen_point {
    double from, to; /* m, 0 <= from < to */
    double sigma_xx;
} ss_janssen_point;

/* lambda with its standard error, from the scatter of the points about the curve and from equal
 * weights; rms of that scatter over the mean of the points. All NAN where no lambda > 0 fits, or
 * for fewer than two points; without memory too. */
typedef struct ss_janssen_fitted {
    double lambda, error, rms;
} ss_janssen_fitted;

/* The mean of the formula between two depths, Pa. */
double ss_janssen_mean(const ss_janssen *silo, double lambda, double from, double to);

/* Least squares, by Levenberg and Marquardt. */
ss_janssen_fitted ss_janssen_fit(const ss_janssen *silo, const ss_janssen_point *points, size_t n);

#endif
