/* A copy of a block problem's numbers, in which some may be spoilt: NaN, infinity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_SPOILT_H
#define SS_HARNESS_CHECK_SPOILT_H

#include "problems/contact/problem.h"

/* `problem` points into it. */
typedef struct ss_check_spoilt {
    double *q, *W_cc, *blocks; /* q is owned, the others follow it */
    ss_block_form form;
    ss_problem problem;
} ss_check_spoilt;

/* Copy a problem in block form, whose structure is borrowed. SS_ERROR_MEMORY. */
bool ss_check_spoilt_copy(ss_check_spoilt *copy, const ss_problem *from, ss_error *error);
void ss_check_spoilt_free(ss_check_spoilt *copy);

/* Put `bad` in place i of q (0 to 2) or of the diagonal block W_cc (3 to 11) of a contact. */
void ss_check_spoilt_put(const ss_check_spoilt *copy, size_t contact, size_t i, double bad);

#endif
