/* Deeds of misbehaving solvers, for tests of who runs them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_DEEDS_H
#define SS_TESTS_SUPPORT_DEEDS_H

#include "problems/contact/problem.h"

#if defined(__SANITIZE_ADDRESS__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif

/* Behaviour of a solver of this test. */
typedef enum test_deed {
    SOLVE, /* well, and say so */
    DOUBT, /* well, and say that it did not converge */
    IDLE,  /* r = 0, no claim; held velocity 0 */
    LIE,   /* the same, with a claim */
    CRASH,
    ABORT,
    HANG,
    EAT,
    NOT_A_NUMBER, /* in one component */
    INFINITE,
    REFUSE, /* say that it cannot be run */
    LEAVE,  /* exit(0) in the midst */
    TAMPER, /* r = 0, which solves the problem as this solver has changed it */
} test_deed;

typedef struct test_script {
    test_deed deed;
    const double *r; /* a good one */
} test_script;

/* Do a deed that does not end with an r; the others return. */
void test_misbehave(test_deed deed);

/* Write through the problem's const: q = 0 for whoever looks in this process. */
void test_tamper(const ss_problem *problem);

#endif
