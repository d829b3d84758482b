/* A problem on its bodies, sent to a process that asked for it (README.md, "On bodies").
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_COMMAND_BODY_FORM_H
#define SS_SOLVERS_COMMAND_BODY_FORM_H

#include "problems/base/client.h"
#include "problems/contact/problem.h"

/* Numbers of a body and of a contact, in the order of the protocol. */
enum { SS_BODY_FORM_BODY = 13, SS_BODY_FORM_CONTACT = 27 };

/* Has the problem bodies to be sent? NULL has none. */
bool ss_body_form_has(const ss_problem *problem);

/* The records of a body and of a contact; r (3 n_contacts, N s) is what to start from. */
void ss_body_form_body(double record[SS_BODY_FORM_BODY], const ss_problem *problem, size_t b);
void ss_body_form_contact(double record[SS_BODY_FORM_CONTACT], const ss_problem *problem,
                          const double *r, size_t c);

/* Send all records, bodies first. Errors as of ss_client_send. */
bool ss_body_form_send(ss_client *client, const ss_problem *problem, const double *r,
                       ss_error *error);

#endif
