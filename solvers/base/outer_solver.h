/* An outer solver finds r for all contacts of a problem, mostly with the help of a local solver. It
 * is one file with one const descriptor, and one line in outer_solvers.def; solvers/README.md tells
 * its contract. It does not decide when to stop: the watch does.
 *
 * A solve, and who calls whom (solver.c is between the run and the outer solver):
 *
 *     run                       solver.c                        outer solver
 *      prepare(problem) ------> needs met, memory, r = 0
 *      (may put a start into r)
 *      run(problem, watch) ---> states; each stage opened ----> open: factors and the like
 *                               solve, or the plain loop -----> begin; apply, apply, ...
 *      watch.see(iterate) <------------------------------------ ss_outer_show after each apply
 *      stop, value, tol ---------------------------------------> goes on, or returns
 *      the answer is in r
 *
 * Ownership: the solver object all memory, the run the problem and the watch, for as long as
 * the call takes. Invariant: an iterate that the watch has stopped at is read into sweep.r
 * before the solver sees the answer, and nothing changes it afterwards; of a solve that ends
 * unsolved it is the best iterate that the solver offers (ss_iterate.best), if it is better.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_OUTER_SOLVER_H
#define SS_SOLVERS_BASE_OUTER_SOLVER_H

#include "problems/contact/operator.h"
#include "solvers/base/local_solver.h"

#include <string.h>

typedef struct ss_outer_task ss_outer_task;
struct ss_packed; /* solvers/sphere/packed.h */

/* An iterate shown to the watch, and the sweeps (passes over all contacts) made since the last. r
 * and u may still be in a form of the solver's own: ss_iterate_read makes them. */
typedef struct ss_iterate {
    const ss_outer_task *task;
    size_t sweeps;
    bool is_read;
    const double *best; /* 3 n_contacts, of before: what the solver would leave instead, should the
                           watch end the solve here unsolved; NULL: none */
    double best_value;  /* that the watch gave it */
    double outside_s;   /* CPU time that other processes spent on it, s */
    bool is_last;       /* the solver cannot go on from it: the watch says stop */
    bool claims;        /* with is_last: the solver says that it meets the tolerance */
} ss_iterate;

/* The impulses of the iterate, 3 n_contacts, N s. From then on task->sweep.u holds the velocities
 * that the local solver keeps (ss_local_solver.holds_velocity; NULL otherwise). */
static inline const double *ss_iterate_read(ss_iterate *at);

/* For the watch, which says stop: leave the best iterate in place of this one, as read. */
static inline void ss_iterate_leave_best(ss_iterate *at);

/* For who looks at few contacts: true if the impulse of one can be read alone, */
static inline bool ss_iterate_has_ones(const ss_iterate *at);

/* that of contact c, into its place in task->sweep.r, */
static inline void ss_iterate_read_one(const ss_iterate *at, size_t c);

/* and true if no impulse of the iterate is beyond `bound` in a component, or NaN; it may be false
 * from half of the bound on. */
static inline bool ss_iterate_within(const ss_iterate *at, double bound);

/* True if the solver holds the velocities v = v_free + M^-1 P r of the iterate and brings them up
 * to date in each visit, so that they are off by rounding alone, */
static inline bool ss_iterate_has_velocity(const ss_iterate *at);

/* and that of moving body b, which has contacts (m/s, rad/s). */
static inline void ss_iterate_velocity(const ss_iterate *at, double v[6], size_t b);

/* The k-th lot of contacts that the iterate has packed (solvers/sphere/packed.h), with its impulses
 * and the velocities above; NULL past the last, and where it has none. */
static inline const struct ss_packed *ss_iterate_packed(const ss_iterate *at, size_t k);

/* The watch's word on an iterate. */
typedef struct ss_seen {
    bool stop;
    double value; /* of the stopping estimator: the last known, of this iterate or of one before;
                     NaN: none yet. It may be old: `ask` evaluates now */
    double tol;   /* the solve ends when it is <= tol */
} ss_seen;

/* A solver's log beside its iterates: what a part of it did, in numbers. All borrowed. */
typedef struct ss_note_value {
    const char *name;
    double value;
} ss_note_value;

typedef struct ss_note {
    const char *stage; /* the part of the solver: central-path, ppa-newton ... */
    const char *event; /* point, or how the stage ended: solved, capped, stalled ... */
    const ss_note_value *values;
    size_t n_values;
} ss_note;

/* Called once an iteration with the iterate: the only way out of a solver's loop. */
typedef struct ss_watch {
    ss_seen (*see)(void *self, ss_iterate *at);
    /* The stopping estimator's value for any r, 3 n_contacts; it costs a product by W and counts as
     * the solver's work. NULL: nobody can tell. */
    double (*ask)(void *self, const double *r);
    void *self;
    void (*note)(void *self, const ss_note *note); /* write it down; NULL: nobody does */
    /* For who waits for another process, which has used cpu_s since its last iterate: must the
     * solve end, by Ctrl-C or the limit of time? NULL: nobody can tell. */
    bool (*over)(void *self, double cpu_s);
    double tol;          /* as in ss_seen, for who must tell others before an iterate */
    size_t cap;          /* the most sweeps */
    const char *measure; /* the name of the stopping estimator; NULL: none */
} ss_watch;

/* One iteration of a solver that others may wrap (SOR, Anderson's mixing, a cascade), all from the
 * present iterate. None allocates. Its memory is the task's workspace. */
typedef struct ss_iteration {
    void (*begin)(const ss_outer_task *task);   /* start from task->sweep.r */
    size_t (*apply)(const ss_outer_task *task); /* iterate once; returns the sweeps that it took */
    void (*read)(const ss_outer_task *task);    /* write r and u into task->sweep; NULL: they are */
    void (*write)(const ss_outer_task *task);   /* task->sweep.r has changed: go on from there */
    /* Of ss_iterate_read_one and ss_iterate_within. NULL, both: r can only be read whole. */
    void (*read_one)(const ss_outer_task *task, size_t c);
    bool (*within)(const ss_outer_task *task, double bound);
    /* Of ss_iterate_velocity. NULL: none are held. */
    void (*velocity)(const ss_outer_task *task, double v[6], size_t b);
    /* Of ss_iterate_packed. NULL: there are none. A wrapper may change the impulses in them if it
     * changes the bodies' velocities with them, and need not call `write` then. */
    struct ss_packed *(*packed)(const ss_outer_task *task, size_t k);
} ss_iteration;

/* Everything an outer solver works on; arrays are sized and owned by the framework. */
struct ss_outer_task {
    const ss_local_solver *local; /* NULL without SS_NEEDS_LOCAL */
    ss_sweep sweep; /* problem, options, states, r (start value on entry), u (NULL where the local
                       solver holds no velocity), operator state, work */
    const ss_problem *posed; /* as it was posed: sweep.problem, or what that is the block form of;
                                NULL where nobody says */
    ss_watch watch;
    const void *options; /* the outer solver's own option struct */
    void *workspace;     /* workspace_size(problem, options) bytes, aligned as by malloc; zeros when
                            new, and keeps what a solve left in it until a larger problem comes */
    const ss_iteration *iteration; /* the outer solver's own; NULL: none */
    const ss_outer_task *inner;    /* with SS_NEEDS_INNER: the task to wrap, on the same sweep */
    ss_error *error; /* of the run: `solve` sets it where it must end without the watch's stop, as
                        when memory runs out, and returns; the run then fails with it */
};

static inline const double *ss_iterate_read(ss_iterate *at)
{
    const ss_outer_task *const task = at->task;
    if (!at->is_read && task->iteration != NULL && task->iteration->read != NULL)
        task->iteration->read(task);
    at->is_read = true;
    return task->sweep.r;
}

static inline void ss_iterate_leave_best(ss_iterate *at)
{
    const ss_sweep *const sweep = &at->task->sweep;
    at->is_read = true;
    memcpy(sweep->r, at->best, 3 * sweep->problem->n_contacts * sizeof *sweep->r);
}

static inline bool ss_iterate_has_ones(const ss_iterate *at)
{
    return at->is_read || (at->task->iteration != NULL && at->task->iteration->read_one != NULL);
}

static inline void ss_iterate_read_one(const ss_iterate *at, size_t c)
{
    if (!at->is_read)
        at->task->iteration->read_one(at->task, c);
}

static inline bool ss_iterate_within(const ss_iterate *at, double bound)
{
    const ss_outer_task *const task = at->task;
    return at->is_read ? ss_all_within(task->sweep.r, 3 * task->sweep.problem->n_contacts, bound)
                       : task->iteration->within(task, bound);
}

static inline bool ss_iterate_has_velocity(const ss_iterate *at)
{
    return at->task->iteration != NULL && at->task->iteration->velocity != NULL;
}

static inline void ss_iterate_velocity(const ss_iterate *at, double v[6], size_t b)
{
    at->task->iteration->velocity(at->task, v, b);
}

static inline const struct ss_packed *ss_iterate_packed(const ss_iterate *at, size_t k)
{
    const ss_iteration *const iteration = at->task->iteration;
    return iteration != NULL && iteration->packed != NULL ? iteration->packed(at->task, k) : NULL;
}

/* Show the present iterate to the watch, `sweeps` after the last. When it says stop, r is read. */
static inline ss_seen ss_outer_show(const ss_outer_task *task, size_t sweeps)
{
    ss_iterate at = {.task = task, .sweeps = sweeps};
    const ss_seen seen = task->watch.see(task->watch.self, &at);
    if (seen.stop)
        ss_iterate_read(&at);
    return seen;
}

/* Tell the watch what happened. A row of notes.csv a value. */
static inline void ss_outer_note(const ss_outer_task *task, const ss_note *note)
{
    if (task->watch.note != NULL)
        task->watch.note(task->watch.self, note);
}

/* Needs of an outer solver, met by the framework. */
typedef enum ss_need {
    SS_NEEDS_LOCAL = 1,     /* a local solver */
    SS_NEEDS_INNER = 2,     /* another outer solver's iteration to wrap: its option `of` */
    SS_NEEDS_BLOCKS = 4,    /* W by blocks: a body form is converted once a problem */
    SS_NEEDS_SYMMETRIC = 8, /* W symmetric, by blocks: other problems are refused */
    SS_NEEDS_FACTORS = 32,  /* sparse factors: UMFPACK is loaded when the solver is named */
    SS_HAS_STATE = 16, /* no sweep.operator_state: it has its own, and who wraps it needs none */
    SS_OVER_RANKS = 64 /* solvers/ranks runs it too: its options begin with ss_ranks_cut */
} ss_need;

typedef struct ss_outer_solver {
    const char *name, *title, *reference;
    ss_look look;       /* in every figure; all 0: that of its local solver */
    unsigned needs;     /* of ss_need */
    double reach;       /* the least E1 that its arithmetic can be asked for; 0: that of a double */
    const char *inside; /* the choice that it always wraps, with SS_NEEDS_INNER: it is then named
                           alone. NULL: the user says it, of= and local= */
    ss_option_table options; /* n_rows 0: none */
    /* Refuse options that this machine cannot serve, with an error that names what it can. May be
     * NULL: all are served. */
    bool (*check)(const void *options, ss_error *error);
    /* Which of `needs` there are with these options; NULL: all. */
    unsigned (*needs_with)(const void *options);
    size_t (*workspace_size)(const ss_problem *problem, const void *options); /* NULL: none */
    /* Prepare a problem, before `solve`: it may allocate and factorize, and fail with an error. It
     * finds in the workspace what the last problem's left. NULL: nothing to do. */
    bool (*open)(const ss_outer_task *task, ss_error *error);
    const ss_iteration *iteration; /* NULL: this solver cannot be wrapped */
    /* Iterate until the watch says stop, or task->error is set. It never allocates (but for a
     * matrix that it factors and the factors), prints, exits or keeps a static variable. NULL:
     * repeat `iteration`. */
    void (*solve)(const ss_outer_task *task);
    /* Release what `open` left in the workspace, before that goes. NULL: nothing. */
    void (*close)(void *workspace);
} ss_outer_solver;

/* Does the user name its local solver? */
static inline bool ss_outer_solver_takes_local(const ss_outer_solver *outer)
{
    return (outer->needs & SS_NEEDS_LOCAL) != 0 && outer->inside == NULL;
}

/* The k-th outer solver, or NULL past the last. */
const ss_outer_solver *ss_outer_solver_at(size_t k);

/* The k-th of those that stand apart, in no race and no list of solvers to try: another law,
 * another precision. NULL past the last. */
const ss_outer_solver *ss_outer_apart_at(size_t k);

/* The outer solver called `name`; NULL and an error with the nearest name when there is none. */
const ss_outer_solver *ss_outer_solver_find(const char *name, ss_error *error);

/* Can this machine serve the options? An error names the solver and what it can (SS_ERROR_USAGE).
 */
bool ss_outer_solver_serves(const ss_outer_solver *outer, const void *options, ss_error *error);

/* An outer solver, those that it wraps, and a local solver, with the memory they ask for, kept from
 * problem to problem. */
typedef struct ss_solver ss_solver;

/* `choice` is an outer solver with all that it needs, or a local solver, for the first outer solver
 * of the list; it must outlive the solver. NULL and an error without memory, or where what it is to
 * wrap has no iteration (SS_ERROR_USAGE). */
struct ss_choice;
ss_solver *ss_solver_create(const struct ss_choice *choice, ss_error *error);
void ss_solver_free(ss_solver *solver);

/* Release what its stages hold beside r, u and states: workspaces, factors and their analyses,
 * which the next prepare makes anew. */
void ss_solver_rest(ss_solver *solver);

/* Make room for a problem, convert it if the outer solver needs blocks, and fill the start value
 * with zeros. Returns r (3 n_contacts, owned by the solver), which the caller may overwrite with
 * another start before ss_solver_run; NULL and an error without memory, or where the outer solver
 * needs a symmetric W and the problem's is not (SS_ERROR_DATA). */
double *ss_solver_prepare(ss_solver *solver, const ss_problem *problem, ss_error *error);

/* Solve the problem that was prepared until the watch says stop; the answer is in r. Adds to
 * `work`. False and an error if the outer solver cannot open the problem, or runs out of memory. */
bool ss_solver_run(ss_solver *solver, const ss_problem *problem, ss_watch watch, ss_work *work,
                   ss_error *error);

/* Work units (base/unit.h) of `work` on the problem, which was prepared: the sweeps by the exact
 * local solve, over the problem as it was posed, that cost as much. */
double ss_solver_units(const ss_solver *solver, const ss_problem *problem, const ss_work *work);

/* The answer that a solver has left: borrowed from it, 3 n_contacts each. */
typedef struct ss_solver_answer {
    const double *r;     /* N s */
    const double *u;     /* m/s, the velocities that the local solver holds; NULL: it holds none */
    bool holds_velocity; /* its local solver keeps u as an unknown of its own; known before a run */
} ss_solver_answer;
ss_solver_answer ss_solver_answer_of(const ss_solver *solver);

#endif
