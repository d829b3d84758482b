/* libstickslip: the solvers and the referee of stickslip, for your own program.
 *
 *     stickslip_problem *p = stickslip_problem_read("problem.hdf5", &error);
 *     stickslip_solver *s = stickslip_solver_create("reference", &error);
 *     stickslip_solve(s, p, NULL, NULL, &answer, &error);      answer.r, answer.report
 *
 * A problem is u = W r + q with Signorini's and Coulomb's laws at each of n contacts. Components at
 * a contact are (n, t1, t2): r is an impulse in N s, u and q are velocities in m/s, W is in 1/kg.
 * Vectors have 3 n numbers, contact after contact.
 *
 * Nothing prints, ends the process or keeps a state of its own between calls: different threads may
 * use different solvers at once, also on one problem. Three things are the whole process's: GSL's
 * error handler is turned off; the first solver that factors sets OpenBLAS to one thread; and
 * reading a file makes a child process that reads it first, since HDF5 crashes on some files.
 *
 * A function that can fail returns NULL or false and fills in the error, which may be NULL.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STICKSLIP_H
#define STICKSLIP_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What failed: one line, and the exit code that the program stickslip has for such a failure: 64
 * wrong words or values, 65 wrong data, 71 no memory. */
typedef struct stickslip_error {
    int code; /* 0: nothing has */
    char text[512];
} stickslip_error;

typedef struct stickslip_problem stickslip_problem;
typedef struct stickslip_solver stickslip_solver;

/* The version of the library, e.g. "0.1.0". */
extern const char stickslip_version[];

/* W by rows of blocks, 3x3 and row-major: those of contact c are blocks row_start[c] ..
 * row_start[c+1] - 1, their columns ascending, one of them c. */
typedef struct stickslip_arrays {
    size_t n_contacts;
    const size_t *row_start; /* n_contacts + 1 */
    const size_t *column;    /* row_start[n_contacts] */
    const double *blocks;    /* 9 for each column, 1/kg */
    const double *q;         /* 3 n_contacts, m/s */
    const double *mu;        /* n_contacts: coefficients of friction */
} stickslip_arrays;

/* A problem from arrays, which are copied; from a file of FCLIB's format, local or global. Free
 * with stickslip_problem_free. */
stickslip_problem *stickslip_problem_create(const stickslip_arrays *arrays, stickslip_error *error);
stickslip_problem *stickslip_problem_read(const char *path, stickslip_error *error);
void stickslip_problem_free(stickslip_problem *problem);

/* What the problem is made of, valid until it is freed. */
stickslip_arrays stickslip_problem_arrays(const stickslip_problem *problem);

/* A solver by the words of the command line (`stickslip list solvers`): "reference", "sal",
 * "nlgs-anderson[local=ebp,m=5]". It may solve one problem after the other, of any size, and is for
 * one thread at a time. Other codes' solvers (siconos-...) and command:WORDS are refused. */
stickslip_solver *stickslip_solver_create(const char *words, stickslip_error *error);
void stickslip_solver_free(stickslip_solver *solver);

/* When to stop. All zero is E1 <= 1e-8, 100000 sweeps, no limit of time. */
typedef struct stickslip_rules {
    const char *stop;  /* the estimator: "e1", "eps", "siconos-rel", ...; NULL: "e1" */
    double tol;        /* that stops the solver when it is <= tol; 0: 1e-8 */
    size_t max_sweeps; /* 0: 100000 */
    double cpu_s;      /* CPU time of the process, s, from this call on; 0: no limit */
} stickslip_rules;

/* What the referee finds, from r alone; it believes no solver's claim. The columns of these names
 * in results/SCHEMA.md define them. */
typedef struct stickslip_report {
    const char *status; /* "solved", "max-sweeps", "stagnated", "diverged", "timeout", ... */
    bool solved;
    size_t sweeps;
    double e1, e1_max, eps, siconos_rel, abh_rel;
    double work_units; /* sweeps of the same work over this problem */
    double cpu_s;      /* of the solver */
} stickslip_report;

/* The answer of a solve. */
typedef struct stickslip_answer {
    double *r, *u; /* where it goes, the caller's, 3 n_contacts each; u = W r + q may be NULL */
    stickslip_report report; /* on this r */
} stickslip_answer;

/* Solve the problem from the impulses `start` (3 n_contacts, which may be answer->r; NULL: zeros).
 * An unsolved problem is no failure: the report says so, and r is the last iterate. `rules` NULL:
 * all zero. */
bool stickslip_solve(stickslip_solver *solver, const stickslip_problem *problem,
                     const stickslip_rules *rules, const double *start, stickslip_answer *answer,
                     stickslip_error *error);

/* The report on an r of your own; sweeps, work and time are 0. */
bool stickslip_judge(const stickslip_problem *problem, const stickslip_rules *rules,
                     const double *r, stickslip_report *report, stickslip_error *error);

#ifdef __cplusplus
}
#endif
#endif
