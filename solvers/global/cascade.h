/* The stages of a cascade, all on one task and from one iterate to the next: sweeps of the outer
 * solver that it wraps, plain or under another outer solver, and Newton's methods. Every iterate is
 * shown to the task's own watch, and the best one is kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_CASCADE_H
#define SS_SOLVERS_GLOBAL_CASCADE_H

#include "solvers/global/path.h"
#include "solvers/global/ppa.h"

typedef struct ss_cascade {
    const ss_outer_task *task; /* the whole solve; its sweep.r is the present iterate */
    ss_seen seen;              /* its watch's last word; after `stop` nothing more is done */
    ss_system *system;         /* borrowed */
    bool is_posed;             /* the system is that of the task */
    double *y, *memory;        /* of Newton's methods */
    double *best, best_value;  /* 3 n; the value that the watch gives it, NaN: none yet */
    double *swept;             /* 3 n: the iterate of sweeps while Newton's method tries */
} ss_cascade;

/* Doubles that ss_cascade_open needs for n contacts. */
size_t ss_cascade_length(size_t n);

/* A cascade on `task`; `memory` and `system` (zeroed, or of the last problem) are borrowed. */
ss_cascade ss_cascade_open(const ss_outer_task *task, ss_system *system, double *memory);

/* n sweeps of the wrapped solver from the present iterate. False when the watch has said stop. */
bool ss_cascade_sweep(ss_cascade *m, size_t n);

/* Run another outer solver, which wraps the same one, with its default options from the present
 * iterate, for at most n sweeps; if `leaves`, it is left where its value, which it asks for now and
 * then, has not halved since it asked before. `workspace`: its own. False when the watch has said
 * stop. */
typedef struct ss_cascade_stage {
    const ss_outer_solver *outer;
    const void *options;
    void *workspace;
    size_t sweeps;
    bool leaves;
} ss_cascade_stage;
bool ss_cascade_run(ss_cascade *m, const ss_cascade_stage *stage);

/* ss_ppa_run from the present iterate, which becomes its best one. False when the watch has said
 * stop. */
bool ss_cascade_newton(ss_cascade *m, const ss_ppa_limits *limits);

/* ss_path_run from zero; the present iterate becomes its best one. False when the watch has said
 * stop. */
bool ss_cascade_follow_path(ss_cascade *m, const ss_path_limits *limits);

/* Sweeps with attempts of Newton's method between: rounds of n sweeps, each then an attempt from
 * where they came to; the sweeps go on from their own iterate (method 12.7). A transient of sweeps
 * wanders for long and falls at last, and an attempt is a lottery. False when the watch has said
 * stop; else the present iterate is that of the sweeps. */
typedef struct ss_cascade_turns {
    size_t sweeps, rounds;
    ss_ppa_limits attempt;
} ss_cascade_turns;
bool ss_cascade_take_turns(ss_cascade *m, const ss_cascade_turns *turns);

/* At the end of a stage: keep the present iterate if it is the best, or go back to the best. */
void ss_cascade_keep(ss_cascade *m);
void ss_cascade_go_back(ss_cascade *m);

#endif
