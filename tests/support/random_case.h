/* Random problems of 1 to 30 contacts for any solver, most of them solvable because a solution was
 * drawn first: W positive definite or singular, mechanical or not, mu from 0 to 10, units from 1e-9
 * to 1e9. And the residual of an answer, by code that shares nothing with the harness.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_RANDOM_CASE_H
#define SS_TESTS_SUPPORT_RANDOM_CASE_H

#include "harness/run/referee.h"
#include "solvers/choice.h"

/* W = G G'. id, name, meaning */
#define TEST_CASE_MATRICES(X)                                                                      \
    X(DEFINITE, "definite", "G random, more columns than rows")                                    \
    X(SINGULAR, "singular", "G random, fewer columns than rows")                                   \
    X(BODIES, "bodies", "rigid bodies, about as many as contacts")                                 \
    X(FEW_BODIES, "few-bodies", "fewer unknowns of bodies than of contacts: hyperstatic")

/* The ways to make q. id, name, meaning */
#define TEST_CASE_ANSWERS(X)                                                                       \
    X(KNOWN, "known",                                                                              \
      "u - W r of a drawn r, u that obey the law; outside the range of a singular W")              \
    X(STUCK, "stuck", "the same, all contacts stick: q is in the range of W")                      \
    X(RANGE, "range", "in the range of W: solvable, the solution is not known")                    \
    X(ANY, "any", "anything: solvable or not")

typedef enum test_case_matrix {
#define X(id, name, meaning) TEST_CASE_##id,
    TEST_CASE_MATRICES(X) TEST_CASE_N_MATRICES
#undef X
} test_case_matrix;

typedef enum test_case_answer {
#define X(id, name, meaning) TEST_CASE_##id,
    TEST_CASE_ANSWERS(X) TEST_CASE_N_ANSWERS
#undef X
} test_case_answer;

typedef struct test_case {
    test_case_matrix matrix;
    test_case_answer answer;
    bool is_solvable; /* a solution is known, or exists by is_ensured */
    bool is_ensured;  /* W is positive definite or q in its range: theory tells that one exists */
    ss_block_problem *blocks; /* owned */
} test_case;

/* The case of a seed, always the same. False and an error without memory. Free also then. */
bool test_case_draw(test_case *drawn, unsigned long seed, ss_error *error);
void test_case_free(test_case *drawn);

/* E1 of r (method 7) in long double; NaN when r is not finite. */
long double test_case_residual(const ss_problem *problem, const double *r);

/* A case and a solver. id, name, meaning */
#define TEST_CASE_ENDINGS(X)                                                                       \
    X(SOLVED, "solved", "E1 <= 1e-11")                                                             \
    X(NO_ANSWER, "no-answer", "not solved, of the cases that may have no solution")                \
    X(UNSOLVED, "UNSOLVED", "solvable, and not solved within the cap")                             \
    X(FALSE_CLAIM, "FALSE-CLAIM",                                                                  \
      "called solved, and E1 in long double is above 1.1e-11 and rounding")                        \
    X(OVER_CAP, "OVER-CAP", "more sweeps than the cap")                                            \
    X(REFUSED, "REFUSED", "the run failed with an error")                                          \
    X(CRASHED, "CRASHED", "a signal ended it")                                                     \
    X(HUNG, "HUNG", "a look at the iterate did not come within the limit of CPU time")

typedef enum test_case_ending {
#define X(id, name, meaning) TEST_CASE_##id,
    TEST_CASE_ENDINGS(X) TEST_CASE_N_ENDINGS
#undef X
} test_case_ending;

/* Solve a case from r = 0 under the referee, to E1 1e-11 with a cap of sweeps: SOLVED to REFUSED.
 * E1 is the referee's in report->values, and *residual in long double. */
test_case_ending test_case_solve(const test_case *drawn, const ss_choice *choice, size_t max_sweeps,
                                 ss_solve_report *report, long double *residual, ss_error *error);

#endif
