/* Solvers of a step of a growing surface (problems/surface/dual.h). A solver is one file with one
 * const descriptor, and a line in ss_surface_solver_list; it makes iterations, the frame says when
 * they end. No allocation, no printing.
 *
 * A step, and who does what:
 *
 *     caller: g, sigma, s, workspace --> ss_surface_solve: s of sigma, begin
 *                                          iterate -> change    until no slope is above (1 + tol) k
 *                                          the two tests        and sigma moves by at most tol
 *                                        s anew, from sigma
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SURFACE_SURFACE_SOLVER_H
#define SS_SOLVERS_SURFACE_SURFACE_SOLVER_H

#include "problems/base/options.h"
#include "problems/surface/dual.h"

/* A step as a solver has it. After each iteration sigma and s are its answer so far, s the heights
 * of sigma up to the rounding of its moves. */
typedef struct ss_surface_task {
    const ss_surface_dual *dual;
    const void *options; /* the solver's option struct */
    double *sigma;       /* 2 n_triangles, m^2; on entry the start */
    double *s;           /* n_nodes, m */
    double *workspace;   /* workspace_length doubles, not cleared */
} ss_surface_task;

/* The outcome of an iteration. */
typedef struct ss_surface_change {
    size_t sweeps; /* visits of all triangles, or products of the same cost */
    double moved;  /* sum |T| |change of sigma_T|, of the plain iteration, m^4 */
    double size;   /* sum |T| |sigma_T|, m^4 */
} ss_surface_change;

typedef struct ss_surface_solver {
    const char *name, *title, *reference;
    ss_option_table options; /* of at most SS_SURFACE_OPTIONS doubles */
    size_t (*workspace_length)(const ss_surface_mesh *mesh, const void *options);
    void (*begin)(const ss_surface_task *task);
    ss_surface_change (*iterate)(const ss_surface_task *task);
} ss_surface_solver;

extern const ss_surface_solver ss_surface_sweeps, ss_surface_anderson, ss_surface_gradient;

/* The k-th solver, or NULL past the last; by name, with an error naming the nearest. */
const ss_surface_solver *ss_surface_solver_at(size_t k);
const ss_surface_solver *ss_surface_solver_find(const char *name, ss_error *error);

enum { SS_SURFACE_OPTIONS = 8 };

/* A solver with its options. */
typedef struct ss_surface_choice {
    const ss_surface_solver *solver;
    double options[SS_SURFACE_OPTIONS]; /* aligned room for the option struct */
    char label[128];                    /* as the user typed it */
} ss_surface_choice;

/* "NAME" or "NAME[KEY=VALUE,...]". SS_ERROR_USAGE. */
bool ss_surface_choice_parse(ss_surface_choice *choice, const char *text, ss_error *error);

/* The end of a step. */
typedef struct ss_surface_limits {
    double tol; /* solved: no slope is above (1 + tol) k, and moved <= tol size */
    size_t max_sweeps;
    bool (*stop)(void *context); /* asked after each iteration; true: leave. NULL: never */
    void *context;
} ss_surface_limits;

typedef struct ss_surface_end {
    size_t sweeps;
    double change; /* moved / size of the last iteration; 0 where nothing flows */
    bool solved, stopped;
} ss_surface_end;

/* Iterate from task->sigma until the step is solved or a limit says no. Afterwards task->s are the
 * heights of task->sigma anew, so that they hold as much sand as g to rounding. */
ss_surface_end ss_surface_solve(const ss_surface_solver *solver, const ss_surface_task *task,
                                const ss_surface_limits *limits);

#endif
