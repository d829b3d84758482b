/* E1 contact by contact.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_RESIDUAL_H
#define SS_HARNESS_DIAGNOSE_RESIDUAL_H

#include "problems/contact/problem.h"

/* E1 (method 7) of r. u (3 n_contacts) gets W r + q, `part` (n_contacts) each contact's part, so
 * that E1^2 is the sum of their squares, and `zones` (n_contacts) the ss_zone of each. `state` is
 * room for ss_operator_state_length. With q = 0 the parts are relative to 1. */
typedef struct ss_residual {
    double *u, *part, *state;
    unsigned char *zones;
} ss_residual;

double ss_residual_of(const ss_residual *residual, const ss_problem *problem, const double *r);

#endif
