/* Impulses of the steps before, by the identity of their contacts: where a start that is not cold
 * comes from (problems/contact/guess.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_PAST_H
#define SS_PROBLEMS_MOTION_PAST_H

#include "problems/contact/guess.h"
#include "problems/contact/problem.h"
#include "problems/detect/touch.h"

/* The impulse at a contact after a step, in the fixed frame. */
typedef struct ss_past_impulse {
    ss_contact_name name;
    double p[3]; /* N s */
} ss_past_impulse;

/* Those of one step, ascending by name; n 0: none. */
typedef struct ss_past {
    ss_past_impulse *at; /* owned by whoever says so */
    size_t n;
} ss_past;

enum { SS_PAST_MOST = SS_GUESS_PREDICTOR }; /* steps that are looked back to */

/* Fill `past` (n_contacts) from the impulses r (3 n_contacts, N s) at the contacts of `problem`,
 * whose names, in order, are `names`. */
void ss_past_remember(ss_past_impulse *past, const ss_contact_name *names,
                      const ss_problem *problem, const double *r);

/* Fill r (3 n_contacts, N s) with the impulses of past[0], the last step, at the contacts that
 * persist, extrapolated from past[1], the one before, where that has the contact too; turned into
 * the new frames and put into the friction cone, zero elsewhere. */
void ss_past_start(double *r, const ss_past past[SS_PAST_MOST], const ss_contact_name *names,
                   const ss_problem *problem);

#endif
