/* An observable of many values, collected: a profile of a bed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_PROFILE_H
#define SS_TESTS_SUPPORT_PROFILE_H

#include "problems/motion/observable.h"

enum { TEST_PROFILE_MOST = 100 };

typedef struct test_profile {
    ss_observed base;
    const char *name;
    size_t n; /* values, with their keys */
    char key[TEST_PROFILE_MOST][40];
    double value[TEST_PROFILE_MOST];
} test_profile;

/* The values of the observable `name` of a scene of the catalogue; n is 0 at steps without one. */
test_profile test_profile_of(const ss_moment *moment, const char *scene, const char *name);

#endif
