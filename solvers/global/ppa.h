/* The proximal point method with a non-smooth Newton method inside (method 11.4). Iteration k
 * solves
 *
 *     F(y) = y - proj_L(y - x(v)) = 0,   v = (W~ + a I) y + q~ - a y_k
 *
 * to half of |F(y_k)|, by Newton with J = I - P + P G (W~ + a I), where P is the derivative of the
 * projection and G that of x; a falls where Newton is quick, and rises where it fails.
 *
 * The weight a keeps J regular where W is singular, and holds y near y_k: large from afar, where a
 * small one is the one real danger, and falling near a solution, where few iterations are left
 * then.
 *
 * With the shift held (method 12.4) x(v) is v + |v_t| e at the centre y_k: the inner problem is
 * one of convex optimization and its J symmetric up to a similarity, which Krylov's method with a
 * coarse space solves at a cost that does not grow; but y_k converges linearly only, and where
 * friction is large perhaps not at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PPA_H
#define SS_SOLVERS_GLOBAL_PPA_H

#include "solvers/global/system.h"

typedef struct ss_ppa_limits {
    double a;              /* at the start: 1e-1 from afar, 1e-2 and less from near */
    double tol;            /* E1 at which it ends by itself; 0: when the watch says so */
    size_t factorizations; /* at most */
    size_t failures;       /* inner failures in a row after which it gives up */
    bool holds_shift;      /* the shift is that of the centre */
} ss_ppa_limits;

/* Doubles that ss_ppa_run needs a contact: 9 vectors, two rows of blocks, the shift. */
enum { SS_PPA_LENGTH = 9 * 3 + 2 * 9 + 1 };

/* Go on from y (3 n), which gets the best iterate by E1. `memory` is borrowed. Allocates nothing
 * but factors. */
ss_system_end ss_ppa_run(ss_system *s, double *y, const ss_ppa_limits *limits,
                         ss_system_watch watch, double *memory);

#endif
