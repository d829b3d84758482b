/* One step of somebody's engine, judged: what its answer is by Coulomb's law, by the laws of
 * others, and by mechanics.
 *
 *     step file + answer        problems/files/step_file.h
 *       | ss_posed_step         the problem, in our frames and numbers of bodies
 *       | impulses              the engine's; or, where it gives velocities alone, some that make
 *       |                       them (found by `reference`)
 *       | velocities            u = W r + q by us; the engine's own are compared
 *       v
 *     ss_engine_verdict         numbers; page.c prints them
 *
 * The impulses that bring a motion about are those of the contact problem whose free velocity is
 * v_free - v_after: where some in the cone do so exactly, they solve it with velocity 0; what stays
 * of the velocity else is the momentum error. They are not unique, and neither is E1 then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ENGINE_VERDICT_H
#define SS_HARNESS_ENGINE_VERDICT_H

#include "harness/engine/laws.h"
#include "problems/files/step_file.h"

/* A largest value, and the contact where it is. */
typedef struct ss_engine_worst {
    double value;
    size_t contact;
} ss_engine_worst;

/* From here on an answer follows none of the laws. */
#define SS_ENGINE_FAR 0.1

/* Coulomb's law with springs, as ss_engine_verdict.law. */
extern const char ss_engine_springs[];

typedef struct ss_engine_verdict {
    size_t n_bodies, n_moving, n_contacts;
    bool has_impulses, has_velocities; /* the answer's; without impulses r is ours */
    double e1;                         /* of r, with u = W r + q (method 7) */
    ss_engine_worst share; /* the contact with the largest part of E1: its square's share */
    /* Where r and u break a part of the law, at the worst contact: */
    ss_engine_worst penetrating; /* -u_n, m/s */
    ss_engine_worst pulling;     /* -r_n, N s */
    ss_engine_worst leaving;     /* r_n u_n where both are positive, J */
    ss_engine_worst outside;     /* |r_t| - mu r_n, N s */
    ss_engine_worst alone;       /* |r_t| where r_n <= 0, N s */
    ss_engine_worst astray;      /* mu r_n |u_t| + r_t.u_t: friction that does not oppose, J */
    ss_engine_worst overlap;     /* -gap, m; NaN: not told */
    double momentum_error; /* |v_after - (v_free + M^-1 P r)|/|v_after - v_free| in energy; NaN */
    size_t kernel;    /* impulses that move nothing: 3 contacts less the rank of W; SIZE_MAX: not
                       * looked    for. Unless it is 0 the impulses are not unique, and velocities,
                       * which    are    resultants on the bodies, are what to compare */
    double *velocity; /* 6 n_bodies, in our numbers: of the engine, or made by r; owned */
    double energy_free, energy_after; /* J, of the bodies that move; after: of the engine's
                                       * velocities, or of those that r makes */
    double residual[SS_ENGINE_LAWS];  /* by law, on the scale of E1 */
    ss_engine_soft soft;              /* Coulomb's law with springs */
    bool is_near[SS_ENGINE_LAWS];     /* candidates within ten times the nearest of them, */
    double nearest;                   /* which is so far */
    bool directions_told;             /* the file has tangents */
    const char *law;                  /* the law that the answer follows; NULL: it cannot be told */
    bool is_soft;                     /* it is Coulomb's with springs */
} ss_engine_verdict;

/* Judge the answer in a checked file. SS_ERROR_DATA where it has none, or the step is none;
 * SS_ERROR_MEMORY. Free with ss_engine_verdict_free in either case. */
bool ss_engine_judge(ss_engine_verdict *verdict, const ss_step_file *file, const char *path,
                     ss_error *error);

/* How far two answers to one step are apart: their velocities, which are the resultants on the
 * bodies over the masses, over the change that the first makes, in energy. NaN where the steps are
 * not of as many bodies. `file` is the step of both. */
double ss_engine_apart(const ss_engine_verdict *a, const ss_engine_verdict *b,
                       const ss_step_file *file, const char *path, ss_error *error);

void ss_engine_verdict_free(ss_engine_verdict *verdict);

#endif
