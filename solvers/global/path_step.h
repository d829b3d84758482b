/* One step along the central path (method 12.3): predictor, corrector, tangent, refresh.
 *
 * One step, in the space of (z, ln tau):
 *
 *                 * predicted = at + step tangent
 *               / .
 *     tangent /   .    the corrector stays in the hyperplane through `predicted` that is normal to
 *           /     .    the tangent, and ends at `trial`, where G = 0; `turned` is the tangent there
 *      at *-----__* trial
 *         the path  `--__
 *
 * Invariant between steps: `at` is a point that was accepted or refreshed, the tangent has
 * length 1 in the metric there and points the way in which the path goes on: its sign is that of
 * det J times `orientation`, which is fixed once, so that a turn of tau does not turn the path
 * back. All places lie in the caller's memory; swapping them moves pointers alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PATH_STEP_H
#define SS_SOLVERS_GLOBAL_PATH_STEP_H

#include "solvers/global/path_limits.h"
#include "solvers/global/path_map.h"

/* A place on or near the path, or a direction: z (3 n) and l = ln tau. */
typedef struct ss_path_place {
    double *z, l;
} ss_path_place;

static inline void ss_path_swap(ss_path_place *a, ss_path_place *b)
{
    const ss_path_place before = *a;
    *a = *b;
    *b = before;
}

typedef struct ss_path {
    ss_path_map map;
    const ss_path_limits *limits;
    ss_system_watch watch;
    ss_path_place at, tangent; /* the last accepted point; the tangent has length 1 there */
    ss_path_place trial, predicted, turned, change; /* being tried; its tangent; its correction */
    double *scratch;                                /* 3 n: J^-1 G_l */
    int orientation;                                /* sign of the tangent / sign of det J */
    double *best;                                   /* 3 n; caller's y */
    ss_system_end end;                              /* .e1 is that of `best` */
    bool is_over;
} ss_path;

/* Doubles that the arrays of a path need a contact: those of its map, and 7 vectors. */
enum { SS_PATH_STEP_LENGTH = SS_PATH_MAP_LENGTH + 7 * 3 };

/* Lay the arrays of a path of s in `memory`, which is borrowed, at z = 0. */
ss_path ss_path_lay(ss_system *s, const ss_path_limits *limits, double *memory);

/* The path is over. */
void ss_path_finish(ss_path *m, ss_system_ending ending);

/* Count `factorizations`, keep y if its E1 is the best so far. */
void ss_path_keep(ss_path *m, const double *y, double e1, size_t factorizations);

/* Damped Newton on G(., tau) from z = 0 at tau = tau_ref, or at 10, 100 ... times that where it is
 * stuck: the equations smooth more there. Then the tangent along which tau falls. False if that
 * cannot be, or the path is over. */
bool ss_path_begin(ss_path *m);

/* From the accepted point by `step`: the corrections used, with the new point in `trial` and its
 * tangent in `turned`; 0 if it failed, or the path is over. */
size_t ss_path_step(ss_path *m, double step);

/* Back onto the path from a point some tau off it: damped Newton in the hyperplane normal to the
 * tangent; then a fresh tangent. */
void ss_path_refresh(ss_path *m);

#endif
