/* The limits of a central path, and the points that it tells of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PATH_LIMITS_H
#define SS_SOLVERS_GLOBAL_PATH_LIMITS_H

#include <stddef.h>

/* A point that the path has accepted, and what the way there took. */
typedef struct ss_path_point {
    size_t point;          /* 0: the start */
    double arc;            /* length of the path so far, in the metric of method 12.3 */
    double tau;            /* relative to tau_ref */
    double slope;          /* of ln tau along the arc: its sign changes at a turn */
    double step;           /* length of the step that led here */
    size_t corrections;    /* of that step */
    double e1;             /* of this point */
    size_t factorizations; /* so far, those of finishes among them */
    size_t rejections, refreshes, turns; /* so far */
} ss_path_point;

typedef struct ss_path_limits {
    double kappa;          /* smoothing of |x_t|; 0.01 */
    double step;           /* the first; 0.5 */
    double finish_ratio;   /* a finish is tried each time tau has fallen by it; 10 */
    double tol;            /* E1 at which it ends by itself; 0: when the watch says so */
    size_t factorizations; /* at most */
    void (*note)(void *self, const ss_path_point *point); /* each accepted point; NULL: nobody */
    void *self;
} ss_path_limits;

#endif
