/* Projections of a predicted impulse tau = (n, t1, t2) onto the admissible set of Coulomb's law.
 * Both return the zone they found: the status of the contact comes for free.
 *
 *   K_mu = { r : |r_t| <= mu r_n }                                       [D] eq. 9
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_CONE_H
#define SS_PROBLEMS_CONTACT_CONE_H

#include "problems/contact/vec3.h"

typedef enum ss_zone { SS_ZONE_SEPARATION, SS_ZONE_STICKING, SS_ZONE_SLIDING } ss_zone;

/* r = the point of K_mu nearest to tau ([S] eq. 23, mended; method section 6). The sliding branch
 * is written as r_n (1, mu s), which is the same point and lies on the cone to rounding. `tau_t` is
 * ss_norm_t(tau), for a caller who needs it too. */
static inline ss_zone ss_cone_project_given(double r[3], const double tau[3], double tau_t,
                                            double mu)
{
    if (mu * tau_t <= -tau[0]) {
        r[0] = r[1] = r[2] = 0.0;
        return SS_ZONE_SEPARATION;
    }
    if (tau_t <= mu * tau[0]) {
        ss_copy3(r, tau);
        return SS_ZONE_STICKING;
    }
    /* tau - (|tau_t| - mu tau_n)/(1 + mu^2) (s - mu n): its normal part is (tau_n + mu |tau_t|)/(1
     * + mu^2), its tangential part mu times that along s = tau_t/|tau_t| */
    const double r_n = (tau[0] + mu * tau_t) / (1.0 + mu * mu);
    const double scale = mu * r_n / tau_t; /* tau_t > 0: else it were in one of the other zones */
    r[0] = r_n;
    r[1] = scale * tau[1];
    r[2] = scale * tau[2];
    return SS_ZONE_SLIDING;
}

static inline ss_zone ss_cone_project(double r[3], const double tau[3], double mu)
{
    return ss_cone_project_given(r, tau, ss_norm_t(tau), mu);
}

/* The augmented Lagrangian's projection: r_n = max(0, tau_n), then tau_t onto the disc of radius
 * mu r_n ([D] 3.5, mended: rescaled only outside the disc). Not the nearest point of K_mu. `tau_t`:
 * as above. */
static inline ss_zone ss_disc_project_given(double r[3], const double tau[3], double tau_t,
                                            double mu)
{
    if (tau[0] <= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return SS_ZONE_SEPARATION;
    }
    ss_copy3(r, tau);
    if (tau_t <= mu * tau[0])
        return SS_ZONE_STICKING;
    const double scale = mu * tau[0] / tau_t;
    r[1] *= scale;
    r[2] *= scale;
    return SS_ZONE_SLIDING;
}

static inline ss_zone ss_disc_project(double r[3], const double tau[3], double mu)
{
    return ss_disc_project_given(r, tau, ss_norm_t(tau), mu);
}

#endif
