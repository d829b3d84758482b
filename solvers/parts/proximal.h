/* The rules of a proximal point method around sweeps (method 11.3): when a shifted problem is
 * solved well enough or given up, and the next shift. ppa-anderson and ppa-ranks keep them.
 *
 *     r_k --- sweeps, judged after each ---> QUICK     at the target in `quick` sweeps: a/2
 *                                       ---> REACHED   at the target: a stays
 *                                       ---> MISSED    too slow, or `sweeps` used: a growth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_PROXIMAL_H
#define SS_SOLVERS_PARTS_PROXIMAL_H

#include "problems/base/options.h"

typedef struct ss_proximal_options {
    double a, growth, target;       /* see rows */
    size_t sweeps, quick, patience; /* see rows */
} ss_proximal_options;

/* Rows of an option struct `type` that has them as its field `proximal`. */
#define SS_PROXIMAL_ROWS(type)                                                                     \
    SS_REAL(type, proximal.a, "a", 3e-3, 1e-8, 10.0, "-",                                          \
            "shift at the start; the scaled blocks W'_cc are about 1", "method 11.3"),             \
        SS_REAL(type, proximal.growth, "growth", 3.0, 1.0, 100.0, "-",                             \
                "factor of a where the target was missed", "method 11.3"),                         \
        SS_REAL(type, proximal.target, "target", 0.2, 1e-6, 0.99, "-",                             \
                "of the residual at r_k, to which a shifted problem is solved", "method 11.3"),    \
        SS_COUNT(type, proximal.sweeps, "sweeps", 200, 1, 1e9, "most of one shifted problem",      \
                 "method 11.3"),                                                                   \
        SS_COUNT(type, proximal.quick, "quick", 60, 0, 1e9, "most sweeps after which a is halved", \
                 "method 11.3"),                                                                   \
        SS_COUNT(type, proximal.patience, "patience", 100, 1, 1e9,                                 \
                 "sweeps in which a shifted residual must halve; else the target is missed",       \
                 "method 11.2")

typedef enum ss_approach_end {
    SS_APPROACH_ON, /* not yet */
    SS_APPROACH_QUICK,
    SS_APPROACH_REACHED,
    SS_APPROACH_MISSED
} ss_approach_end;

/* One shifted problem under way. */
typedef struct ss_approach {
    double first;         /* residual at r_k, where those of both problems are the same */
    double stretch;       /* shifted residual at the beginning of the last `patience` sweeps */
    size_t sweeps, since; /* made so far; since then */
} ss_approach;

/* Begin at r_k with its residual. */
static inline void ss_approach_begin(ss_approach *approach, double first)
{
    *approach = (ss_approach){.first = first, .stretch = first};
}

/* After `made` more sweeps: `shifted` is the residual of the shifted problem; `enough` ends it too,
 * where the caller knows what the user asks for (0: nobody knows). */
ss_approach_end ss_approach_judge(ss_approach *approach, const ss_proximal_options *options,
                                  size_t made, double shifted, double enough);

/* The shift after a problem that ended so. */
double ss_proximal_next(const ss_proximal_options *options, ss_approach_end end, double a);

#endif
