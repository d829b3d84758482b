/* The central path by arc length, through its turns (method 12.3): predictor and corrector along
 * (z, ln tau), oriented by the sign of det J; from time to time the ppa-newton is tried from the
 * point that it has reached.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PATH_H
#define SS_SOLVERS_GLOBAL_PATH_H

#include "solvers/global/system.h"

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
    double finish_ratio;   /* a finish is tried each time tau has fallen by it; 4 */
    double tol;            /* E1 at which it ends by itself; 0: when the watch says so */
    size_t factorizations; /* at most */
    void (*note)(void *self, const ss_path_point *point); /* each accepted point; NULL: nobody */
    void *self;
} ss_path_limits;

/* Doubles that ss_path_run needs for n contacts. */
size_t ss_path_length(size_t n);

/* Follow the path from z = 0; y (3 n) gets the best iterate by E1. It also ends where the path is
 * lost (SS_SYSTEM_STALLED) or climbs past 30 times its start (SS_SYSTEM_CLIMBED). `memory` is
 * borrowed. Allocates nothing but factors. */
ss_system_end ss_path_run(ss_system *s, double *y, const ss_path_limits *limits,
                          ss_system_watch watch, double *memory);

#endif
