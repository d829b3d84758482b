/* An outer solver finds r for all contacts of a problem with the help of a local solver. It is one
 * file with one const descriptor, and one line in outer_solvers.def. It never allocates, prints,
 * exits or keeps a static variable, and it does not decide when to stop: the watch does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_OUTER_SOLVER_H
#define SS_SOLVERS_OUTER_SOLVER_H

#include "problems/memory.h"
#include "solvers/local_solver.h"

/* Called once a sweep with the iterate; returns true when the solver must stop. `u` holds the
 * velocities that the local solver keeps. The only way out of a loop. */
typedef struct ss_watch {
    bool (*stop)(void *self, const double *r, const double *u);
    void *self;
} ss_watch;

/* Everything an outer solver works on; arrays are sized and owned by the framework. */
typedef struct ss_outer_task {
    const ss_local_solver *local;
    ss_sweep sweep; /* problem, options, states, r (start value on entry), u, operator state */
    ss_watch watch;
    void *workspace; /* workspace_size(problem) bytes */
} ss_outer_task;

typedef struct ss_outer_solver {
    const char *name, *title, *reference;
    size_t (*workspace_size)(const ss_problem *problem); /* bytes; NULL: none */
    void (*solve)(const ss_outer_task *task);
} ss_outer_solver;

/* The k-th outer solver, or NULL past the last. */
const ss_outer_solver *ss_outer_solver_at(size_t k);

/* The outer solver called `name`; NULL and an error with the nearest name when there is none. */
const ss_outer_solver *ss_outer_solver_find(const char *name, ss_error *error);

/* An outer and a local solver with the memory they ask for, kept from problem to problem. */
typedef struct ss_solver ss_solver;

/* `local` must outlive the solver. NULL and an error without memory. */
ss_solver *ss_solver_create(const ss_outer_solver *outer, const ss_local_choice *local,
                            ss_error *error);
void ss_solver_free(ss_solver *solver);

/* Make room for a problem and fill the start value with zeros. Returns r (3 n_contacts, owned by
 * the solver), which the caller may overwrite with another start before ss_solver_run; NULL and an
 * error without memory. */
double *ss_solver_prepare(ss_solver *solver, const ss_problem *problem, ss_error *error);

/* Solve the problem that was prepared until the watch says stop; the answer is in r. Adds to
 * `work`. */
void ss_solver_run(ss_solver *solver, const ss_problem *problem, ss_watch watch, ss_work *work);

/* Bytes of its arrays; the outer solver's workspace counts as a contact's. */
ss_memory ss_solver_memory(const ss_solver *solver);

/* The velocities that the local solver holds, 3 n_contacts. */
const double *ss_solver_velocity(const ss_solver *solver);

#endif
