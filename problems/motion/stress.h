/* The mean stress of round bodies ([P] eq. 16; Moreau's internal moment): of a region of volume V
 * that holds the bodies B
 *
 *     V S = sum over b in B of (R_b + Y_b)
 *     R_b = sum over contacts of b of (x_c - x_b) (x) F_c   F_c: force on b, mean of the step
 *     Y_b = - int (x - x_b) (x) rho x'' dV                  of its turning
 *
 * Tension is positive. The sum of both is symmetric for any impulses, solved or not, since the step
 * is Newton's and Euler's law for any of them; R alone is so at rest only (method 13.9).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_STRESS_H
#define SS_PROBLEMS_MOTION_STRESS_H

#include "problems/motion/observable.h"

/* The moving bodies of which `holds` is true, parked ones apart. `volume` is in m^3; a plane scene
 * is 1 m thick. */
typedef struct ss_region {
    bool (*holds)(const void *of, const ss_scene *scene, size_t b); /* NULL: all */
    const void *of;                                                 /* for `holds`; borrowed */
    double volume;
} ss_region;

/* Parts of contacts and of inertia, Pa, row-major, x y z. */
typedef struct ss_stress {
    double r[9], y[9];
    size_t n_bodies;
} ss_stress;

/* Of the step that has ended, over a pass over contacts and bodies. */
ss_stress ss_stress_of(const ss_moment *moment, const ss_region *region);

/* R and Y (N m) of each moving body by itself, volume 1, in one pass; none of parked ones. `of` has
 * room for all that move. */
void ss_stress_bodies(ss_stress *of, const ss_moment *moment);

/* s = r + y. */
void ss_stress_sum(double s[9], const ss_stress *stress);

/* |s - s^T| / (sqrt 2 |s|), in Frobenius' norm: |s_xz - s_zx| / |s| in the plane; 0 where s is 0.
 */
double ss_stress_asymmetry(const double s[9]);

/* |y| / |r|, in the same norm. */
double ss_stress_inertia(const ss_stress *stress);

#endif
