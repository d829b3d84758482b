/* A solver's answer to one problem: under the referee, or as it stands when nothing moves any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_ANSWER_H
#define SS_HARNESS_CHECK_ANSWER_H

#include "harness/run/referee.h"
#include "solvers/choice.h"

/* An answer as a solve left it. Free with ss_check_answer_free, also after a failure. */
typedef struct ss_check_answer {
    size_t n;  /* 3 n_contacts */
    double *r; /* N s */
    double *u; /* W r + q, m/s */
    ss_solve_report report;
    bool rests; /* of ss_check_answer_rest: it has come to its end */
} ss_check_answer;

/* The tolerance in E1 that a choice is asked to where others are asked to `tol`: what its
 * arithmetic can reach, if that is more; one that nobody meets stays. */
double ss_check_tol(const ss_choice *choice, double tol);

/* Solve by a solver object that lives on, as the harness does step after step, from `start` (NULL:
 * r = 0). */
bool ss_check_answer_by(ss_check_answer *answer, ss_solver *solver, const ss_problem *problem,
                        const ss_rules *rules, const double *start, ss_error *error);

/* Solve from r = 0 under the referee: a local solver by eps, an outer solver by E1, with the local
 * solver inside made tight. */
bool ss_check_answer_solve(ss_check_answer *answer, const ss_problem *problem,
                           const ss_choice *choice, double tol, size_t max_sweeps, ss_error *error);

/* The same from `start` (3 n_contacts), in SS_CHECK_REST_SWEEPS sweeps at most. */
#define SS_CHECK_REST_E1 1e-12
enum { SS_CHECK_REST_SWEEPS = 5000 };
bool ss_check_answer_warm(ss_check_answer *answer, const ss_problem *problem,
                          const ss_choice *choice, const double *start, double tol,
                          ss_error *error);

/* Solve with the solver made tight, from `start` (NULL: r = 0) until no sweep changes r by more
 * than 1e-14 of |r|, three times in a row, until r is not finite, or for max_sweeps sweeps: a rule
 * that knows no units. Only r, u, and the work and the sweeps of the report are filled in, and
 * `rests`. An outer solver, whose iterations need not come to rest so, solves under the referee, as
 * it is, until E1 <= SS_CHECK_REST_E1, for SS_CHECK_REST_SWEEPS sweeps at most. */
bool ss_check_answer_rest(ss_check_answer *answer, const ss_problem *problem,
                          const ss_choice *given, const double *start, size_t max_sweeps,
                          ss_error *error);

/* The same for a problem of one contact, from r = 0 for 20000 visits at most: r and u. */
bool ss_check_answer_lone(double r[3], double u[3], const ss_problem *problem,
                          const ss_choice *given, ss_error *error);

/* Accepts a zeroed struct. */
void ss_check_answer_free(ss_check_answer *answer);

/* The same solver made as exact as its options allow, without knowing which it is: `cap` 1000,
 * `tol` 1e-13, and `alpha` as given or 1/(rho_bar lambda_max) of the problem if that is smaller,
 * each within its range and where there is such an option; the others as given. Free with
 * ss_choice_free. */
bool ss_check_answer_tighten(ss_choice *tight, const ss_choice *given, const ss_problem *problem,
                             ss_error *error);

/* A choice of one's own, to be changed. Free with ss_choice_free. */
bool ss_check_answer_copy_choice(ss_choice *copy, const ss_choice *given, ss_error *error);

/* Give the option `key` the number `value`, moved into the option's range; without effect when the
 * solver has no such option, or it is not a number. */
bool ss_check_answer_set(ss_choice *choice, const char *key, double value, ss_error *error);

/* u = W r + q for all contacts. False and an error without memory. */
bool ss_check_answer_velocity(double *u, const ss_problem *problem, const double *r,
                              ss_error *error);

/* |a - b| of vectors of n numbers; NaN when one of them is not finite. */
double ss_check_vector_distance(const double *a, const double *b, size_t n);

/* |a - b| / |b|; |a - b| where b = 0. */
double ss_check_vector_relative(const double *a, const double *b, size_t n);

#endif
