/* Newton's methods and sweeps as the stages of a solve: all on one task, from one iterate to the
 * next. Every iterate is shown to the task's watch, the end of every stage is told to it, and the
 * best iterate is kept. The outer solvers of a single Newton method are cascades of one stage.
 *
 * One iterate goes through all stages, as r in task->sweep.r; Newton's methods have it as y,
 * scaled:
 *
 *     sweep.r --sweeps, race----> sweep.r --y = S^-1 r--> ppa, path, repair --r = S y--> sweep.r
 *                                    |                                                     |
 *                                conclude: a note of the stage; if the watch's value of the iterate
 *                                is the least so far, best = sweep.r and best_value = that value
 *
 * Ownership: all arrays lie in the outer solver's workspace, behind the system, which owns its
 * matrix and factors and keeps them from problem to problem; ss_cascade itself is a view that lives
 * as long as one solve. Invariant: after a stage, best is an iterate that was sweep.r,
 * unless best_value is NaN; is_over never becomes false again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_CASCADE_H
#define SS_SOLVERS_GLOBAL_CASCADE_H

#include "solvers/global/path.h"
#include "solvers/global/ppa.h"
#include "solvers/global/repair.h"

typedef struct ss_cascade {
    const ss_outer_task *task; /* the whole solve; its sweep.r is the present iterate */
    ss_system *system;         /* of the workspace */
    bool is_posed;             /* the system is that of the task */
    bool is_over;              /* the watch has said stop, or memory ran out */
    bool may_lack;             /* Newton's methods without memory are left out, no error; */
    bool lacks;                /* and so they are from now on */
    ss_seen seen;              /* the watch's last word */
    double *y, *memory;        /* 3 n, and that of Newton's methods */
    double *best, best_value;  /* 3 n; the value that the watch gives it, NaN: none yet */
    double *swept;             /* 3 n: the iterate of sweeps while Newton's method tries */
} ss_cascade;

/* The workspace of a cascade, bytes; `options` are not read. */
size_t ss_cascade_size(const ss_problem *problem, const void *options);

/* As `open` of an outer solver: make the system that Newton's methods work on. Without it, a
 * cascade makes it at its first Newton stage. As `close`: release it. */
bool ss_cascade_pose(const ss_outer_task *task, ss_error *error);
void ss_cascade_close(void *workspace);

/* Before ss_cascade_pose: the form of Newton matrices. Those of blocks serve every stage; repair
 * has no other. */
void ss_cascade_set_form(const ss_outer_task *task, ss_system_form form);

/* Likewise: how its linear systems are solved; by factors unless said. */
void ss_cascade_set_linear(const ss_outer_task *task, ss_linear linear);

/* A cascade on `task`; `is_posed` after ss_cascade_pose. */
ss_cascade ss_cascade_begin(const ss_outer_task *task, bool is_posed);

/* The stages go on from the present iterate and leave their best one (the path begins at zero, and
 * sweeps leave their last). All return true when the cascade is to go on. */
bool ss_cascade_newton(ss_cascade *m, const ss_ppa_limits *limits);
bool ss_cascade_path(ss_cascade *m, const ss_path_limits *limits);
bool ss_cascade_repair(ss_cascade *m, size_t factorizations);
bool ss_cascade_sweep(ss_cascade *m, size_t sweeps);

/* Sweeps with attempts of Newton's method between: rounds of so many sweeps, each then an attempt
 * from where they came to; the sweeps go on from their own iterate (method 12.7). A transient of
 * sweeps wanders for long and falls at last, and an attempt is a lottery. */
typedef struct ss_cascade_turns {
    size_t sweeps, rounds; /* before each attempt; attempts */
    ss_ppa_limits attempt;
} ss_cascade_turns;
bool ss_cascade_alternate(ss_cascade *m, const ss_cascade_turns *turns);

/* Newton's method from many starts: every third is drawn anew at all contacts, the others are the
 * best iterate drawn anew at one to four of them; `a` goes round 1e-3, 1e-2, 1e-1 and 1. The odds
 * of a start fall with the number of contacts. */
typedef struct ss_cascade_lots {
    size_t starts;         /* of a call */
    ss_ppa_limits attempt; /* .a is not read */
    uint64_t *state; /* of the random numbers (parts/splitmix.h); the caller's, who begins with any
                      * number: calls go on in one sequence */
} ss_cascade_lots;
bool ss_cascade_draw(ss_cascade *m, const ss_cascade_lots *lots);

/* Go back to the best iterate of the ends of stages. */
void ss_cascade_go_back(ss_cascade *m);

/* True if the task starts from r = 0. */
bool ss_cascade_is_cold(const ss_outer_task *task);

/* For stages that stand in files of their own. Show the present iterate of `task`, the cascade's or
 * the one inside, with the best one beside it, `sweeps` after the last; the last of a stage is in
 * sweep.r then. */
void ss_cascade_show(ss_cascade *m, const ss_outer_task *task, size_t sweeps, bool is_last);

/* The stopping estimator's value of the present iterate, as far as it can be known. */
double ss_cascade_ask(const ss_cascade *m);

/* Make the system, if it is not. False without memory: the cascade is over, with an error. */
bool ss_cascade_make_system(ss_cascade *m);

/* Keep the present iterate, of that value, if it is the best. */
void ss_cascade_keep(ss_cascade *m, double value);

/* At the end of a stage: tell of it, and keep the present iterate, whose value is the first of the
 * note, if it is the best. True if the cascade is to go on. */
bool ss_cascade_conclude(ss_cascade *m, const ss_note *note);

#endif
