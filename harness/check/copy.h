/* A copy of a block problem's numbers, to be changed: scaled, or spoilt by NaN and infinity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_COPY_H
#define SS_HARNESS_CHECK_COPY_H

#include "problems/contact/problem.h"

/* `problem` points into it. */
typedef struct ss_check_copy {
    double *q, *W_cc, *blocks; /* q is owned, the others follow it */
    ss_block_form form;
    ss_problem problem;
} ss_check_copy;

/* Copy a problem in block form, whose structure is borrowed. SS_ERROR_MEMORY. */
bool ss_check_copy_make(ss_check_copy *copy, const ss_problem *from, ss_error *error);
void ss_check_copy_free(ss_check_copy *copy);

/* Put `bad` in place i of q (0 to 2) or of the diagonal block W_cc (3 to 11) of a contact. */
void ss_check_copy_put(const ss_check_copy *copy, size_t contact, size_t i, double bad);

#endif
