/* Polarization ([P] 1): do the forces of a zone lie on the boundary of Coulomb's cone, as those of
 * a mass do that is about to slide, or that slides, one way?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_POLARIZATION_H
#define SS_PROBLEMS_MOTION_POLARIZATION_H

#include "problems/motion/observable.h"

/* Zones of contacts, apart from each other: one walk serves them all. */
typedef struct ss_contact_zones {
    const char *name; /* static, for ss_walk_begin */
    size_t n;
    size_t (*at)(const void *of, const ss_moment *moment,
                 const ss_rigid_contact *contact); /* the contact's zone; n or more: it is in none;
                                                    * NULL: all are in zone 0 */
    const void *of;                                /* for `at`; borrowed */
} ss_contact_zones;

/* A contact is on the boundary when |r_t| >= (1 - edge) mu r_n: the edge that counts (choice: far
 * above what E1 <= 1e-8 leaves, far below 1), and two that show what it matters. */
enum { SS_POLARIZATION_EDGE, SS_POLARIZATION_WIDE, SS_POLARIZATION_NARROW, SS_POLARIZATION_EDGES };
extern const double ss_polarization_edges[SS_POLARIZATION_EDGES]; /* 1e-3, 1e-2, 1e-6 */

/* Sum of weight n (x) n in the x-z plane. */
typedef struct ss_fabric {
    double xx, xz, zz, weight;
} ss_fabric;

/* Of the contacts of a zone with mu > 0 and r_n above 1e-9 of the zone's largest; what follows from
 * its sums is NAN where there are none. */
typedef struct ss_polarization {
    size_t n, n_on;             /* such contacts; those of them on the boundary */
    double largest;             /* r_n, N s, of all contacts of the zone */
    double normal, most, along; /* sums of r_n, of mu r_n and of r.e, N s, the force being that on
                                 * body i */
    ss_fabric places, forces;   /* of the normals, alike and weighted by r_n */
    double
        p_n[SS_POLARIZATION_EDGES]; /* sum of r_n on the boundary / normal: polarized above 1/2 */
    double p_c;                     /* n_on / n */
    double p_s;                     /* along / most: 1 when all friction acts along e */
    /* In the x-z plane: 2 (F_1 - F_2) of F = sum n (x) n / n, and of the same weighted by r_n, with
     * the direction of its F_1 (rad, from x towards z, in (-pi/2, pi/2]). */
    double fabric_anisotropy, force_anisotropy, force_angle;
} ss_polarization;

/* Of each zone, `of` (zones->n), in two walks. `e`: a unit vector in space, tangent to the zones'
 * contacts. */
void ss_polarization_of(ss_polarization *of, const ss_moment *moment, const ss_contact_zones *zones,
                        const double e[3]);

/* The share of moving bodies with p_n of their own contacts above 1/2, of those that have any; NAN
 * without any, or memory. */
double ss_polarization_bodies(const ss_moment *moment);

#endif
