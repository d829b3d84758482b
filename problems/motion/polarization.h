/* Polarization ([P] 1): do the forces of a zone lie on the boundary of Coulomb's cone, as those of
 * a mass do that is about to slide, or that slides, one way?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_POLARIZATION_H
#define SS_PROBLEMS_MOTION_POLARIZATION_H

#include "problems/motion/observable.h"

/* The contacts of which `holds` is true. */
typedef struct ss_contact_zone {
    bool (*holds)(const void *of, const ss_moment *moment,
                  const ss_rigid_contact *contact); /* NULL: all */
    const void *of;                                 /* for `holds`; borrowed */
} ss_contact_zone;

/* A contact is on the boundary when |r_t| >= (1 - SS_POLARIZATION_EDGE) mu r_n (choice: far above
 * what E1 <= 1e-8 leaves, far below 1). */
#define SS_POLARIZATION_EDGE 1e-3

/* Of the contacts with mu > 0 and r_n above 1e-9 of the zone's largest; NAN where there are none.
 */
typedef struct ss_polarization {
    size_t n, n_on; /* such contacts; those of them on the boundary */
    double p_n;     /* sum of r_n on the boundary / sum of r_n: polarized above 1/2 */
    double p_c;     /* n_on / n */
    double p_s;     /* sum of r.e / sum of mu r_n, the force being that on body i: 1 when all
                     * friction acts along e */
    /* In the x-z plane: 2 (F_1 - F_2) of F = sum n (x) n / n, and of the same weighted by r_n, with
     * the direction of its F_1 (rad, from x towards z, in (-pi/2, pi/2]). */
    double fabric_anisotropy, force_anisotropy, force_angle;
} ss_polarization;

/* `e`: a unit vector in space, tangent to the zone's contacts. `edge`: SS_POLARIZATION_EDGE, or
 * another to see what it matters. */
ss_polarization ss_polarization_of(const ss_moment *moment, const ss_contact_zone *zone,
                                   const double e[3], double edge);

/* The share of moving bodies with p_n of their own contacts (those of the zone) above 1/2, of those
 * that have any; NAN without any, or memory. */
double ss_polarization_bodies(const ss_moment *moment, const ss_contact_zone *zone, double edge);

#endif
