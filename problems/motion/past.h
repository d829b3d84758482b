/* Impulses of the step before, by the identity of their contacts: where a warm start comes from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_PAST_H
#define SS_PROBLEMS_MOTION_PAST_H

#include "problems/contact/problem.h"
#include "problems/detect/touch.h"

/* The impulse at a contact after a step, in the fixed frame. */
typedef struct ss_past_impulse {
    ss_contact_name name;
    double p[3]; /* N s */
} ss_past_impulse;

/* Fill `past` (n_contacts) from the impulses r (3 n_contacts, N s) at the contacts of `problem`,
 * whose names, in order, are `names`. */
void ss_past_remember(ss_past_impulse *past, const ss_contact_name *names,
                      const ss_problem *problem, const double *r);

/* Fill r (3 n_contacts, N s) with the n_past impulses at the contacts that persist, turned into the
 * new frames and put into the friction cone, zero elsewhere. */
void ss_past_start(double *r, const ss_past_impulse *past, size_t n_past,
                   const ss_contact_name *names, const ss_problem *problem);

#endif
