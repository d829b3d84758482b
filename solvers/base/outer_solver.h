/* An outer solver finds r for all contacts of a problem with the help of a local solver. It is one
 * file with one const descriptor, and one line in outer_solvers.def. It never allocates, prints,
 * exits or keeps a static variable, and it does not decide when to stop: the watch does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_OUTER_SOLVER_H
#define SS_SOLVERS_BASE_OUTER_SOLVER_H

#include "problems/base/memory.h"
#include "solvers/base/local_solver.h"

/* Called once a sweep with the iterate; returns true when the solver must stop. `u` holds the
 * velocities that the local solver keeps (ss_local_solver.holds_velocity; not set otherwise). The
 * only way out of a loop.
 *
 * A solver that keeps its iterate in a form of its own asks `wants` before it writes out r and u:
 * when that says no, it calls stop with r = u = NULL. NULL: every iterate is wanted. The iterate at
 * which stop says true must have been wanted. */
typedef struct ss_watch {
    bool (*stop)(void *self, const double *r, const double *u);
    void *self;
    bool (*wants)(void *self); /* asked at most once a sweep, right before stop */
} ss_watch;

/* Everything an outer solver works on; arrays are sized and owned by the framework. */
typedef struct ss_outer_task {
    const ss_local_solver *local;
    ss_sweep sweep; /* problem, options, states, r (start value on entry), u, operator state */
    ss_watch watch;
    const void *options; /* the outer solver's own option struct */
    void *workspace;     /* workspace_size(problem, options) bytes; starts as zeros, and keeps what
                            a solve left in it until a larger problem comes */
} ss_outer_task;

/* What an outer solver works with besides a problem; their sum names several. */
enum {
    SS_NEEDS_LOCAL = 1, /* a local solver */
    SS_NEEDS_INNER = 2  /* another outer solver, the option `of` */
};

typedef struct ss_outer_solver {
    const char *name, *title, *reference;
    unsigned needs;          /* SS_NEEDS_... */
    ss_option_table options; /* n_rows 0: none */
    /* Refuse options that this machine cannot serve, with an error that names what it can. May be
     * NULL: all are served. */
    bool (*check)(const void *options, ss_error *error);
    size_t (*workspace_size)(const ss_problem *problem, const void *options); /* NULL: none */
    void (*solve)(const ss_outer_task *task);
} ss_outer_solver;

/* The k-th outer solver, or NULL past the last. */
const ss_outer_solver *ss_outer_solver_at(size_t k);

/* The outer solver called `name`; NULL and an error with the nearest name when there is none. */
const ss_outer_solver *ss_outer_solver_find(const char *name, ss_error *error);

/* An outer and a local solver with the memory they ask for, kept from problem to problem. */
typedef struct ss_solver ss_solver;

/* `choice` is an outer solver with all that it needs, or a local solver, for the first outer solver
 * of the list; it must outlive the solver. NULL and an error without memory. */
struct ss_choice;
ss_solver *ss_solver_create(const struct ss_choice *choice, ss_error *error);
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
