/* Does a frictional contact problem meet the criterion under which it is known to have a solution?
 * Acary and Cadoux (2011, Proposition 1): for symmetric W = H M^-1 H^T it has one if some velocity
 * v of the bodies makes H v + w lie in the interior of K*, the dual of the friction cone, at every
 * contact: K* = { u : u_n >= mu |u_t| }, so some motion opens them all at once, faster than mu
 * times it slides. M is positive definite, so { H v + w } = q + range(W), and v free is r free:
 *
 *     holds    there is an r in R^3n with  W r + q  in  int K*
 *     fails    there is an s in K, s != 0, with  W s = 0  and  s.q <= 0
 *
 * Exactly one is true (a plane parts the open convex cone from the affine space; its normal s is
 * not negative on K*, so in K** = K, and constant on the range of W, so in its kernel). s is a
 * self-stress: impulses within the cones that move nothing. Where the criterion fails there may
 * still be a solution: it suffices, and is not necessary.
 *
 * With e = (1, 0, 0) at each contact the margin is  t* = max { t : W r + q - t e in K* }, infinite
 * where there is no self-stress, and by duality
 *
 *     t* = min { s.q : s in D, W s = 0 },     D = { s in K : e.s = 1 }
 *
 * which is solved by the method of multipliers, r being the multiplier of W s = 0,
 *
 *     s = argmin_D  s.(q + W r) + beta/2 s.W s,    r += beta s,    beta grows
 *
 * and each s by accelerated projected gradients with restart. (By its optimality
 * s'.(q + W (r + beta s)) >= s.(q + W (r + beta s)) for all s' in D: the new u has the margin
 * s.u.) Neither verdict trusts the method. All is in scaled variables (method 7), with |W'| <= 1
 * by rows of blocks and max_c |q'_c| = 1, and
 *
 *     holds    u = W' r' + q' has min_c (u_n - mu |u_t|) > 1e-9 max(1, max_c |u_c|)
 *     fails    |W' s| and |W'^T s| <= 1e-9 |s|, s.q' <= 1e-9 |s|: no r' opens all contacts faster
 *              than 1e-9 |s| (1 + |r'|)
 *     unknown  neither was reached within the products
 *
 * Files have matrices that are symmetric to 1e-2 or to 1e-9, and restitution scales rows. The
 * search takes W for symmetric; both verdicts are checked with W as it is, W^T s = 0 too. They then
 * say which of r and s there is, but the theorem is of symmetric W.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_EXISTENCE_H
#define SS_HARNESS_DIAGNOSE_EXISTENCE_H

#include "problems/contact/problem.h"

typedef enum ss_existence_verdict {
    SS_EXISTENCE_UNKNOWN,
    SS_EXISTENCE_HOLDS,
    SS_EXISTENCE_FAILS
} ss_existence_verdict;

typedef struct ss_existence {
    ss_existence_verdict verdict;
    double margin;   /* holds: min_c (u_n - mu |u_t|) of the r found; fails: s.q' over e.s = 1; both
                        over max_c |q'_c|. NAN: unknown */
    size_t products; /* by W, made */
} ss_existence;

/* Decide for a problem in block form, of at least one contact, with at most `products` products by
 * W. `certificate` (3 n_contacts) gets r (N s) where it holds and s' (scaled, e.s' = 1) where it
 * fails, zeros otherwise. SS_ERROR_MEMORY. */
bool ss_existence_decide(const ss_problem *problem, size_t products, ss_existence *found,
                         double *certificate, ss_error *error);

/* "holds", "fails" or "unknown". */
const char *ss_existence_name(ss_existence_verdict verdict);

#endif
