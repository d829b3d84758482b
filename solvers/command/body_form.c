/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/command/body_form.h"

#include "problems/contact/operator.h"

bool ss_body_form_has(const ss_problem *problem)
{
    return problem != NULL && ss_operator_moving(problem) != NULL;
}

void ss_body_form_body(double record[SS_BODY_FORM_BODY], const ss_problem *problem, size_t b)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    const bool balls = problem->form == SS_FORM_BALLS;
    const double inverse = moving->inv_mass[b]; /* 1/kg; 0: its motion is given, and no impulse
                                                   turns it */
    record[0] = inverse;
    for (size_t k = 0; k < 6; ++k)
        record[1 + k] = inverse == 0.0 ? 0.0
                        : balls        ? (k < 3 ? problem->balls->inv_inertia[b] : 0.0)
                                       : problem->rigid->inv_inertia[6 * b + k];
    memcpy(record + 7, moving->v_free + 6 * b, 6 * sizeof *record);
}

void ss_body_form_contact(double record[SS_BODY_FORM_CONTACT], const ss_problem *problem,
                          const double *r, size_t c)
{
    const ss_rigid_contact contact = ss_operator_contact(problem, c);
    record[0] = contact.i;
    record[1] = contact.j;
    ss_copy3(record + 2, contact.n);
    ss_copy3(record + 5, contact.t1);
    ss_copy3(record + 8, contact.t2);
    ss_copy3(record + 11, contact.arm_i);
    ss_copy3(record + 14, contact.arm_j);
    record[17] = contact.scale_n;
    record[18] = contact.scale_t;
    ss_copy3(record + 19, contact.shift);
    record[22] = problem->mu[c];
    record[23] = problem->rho_bar[c];
    ss_copy3(record + 24, r + 3 * c);
}

bool ss_body_form_send(ss_client *client, const ss_problem *problem, const double *r,
                       ss_error *error)
{
    enum { LOT = 64 }; /* records that are sent at a time */
    double records[LOT * SS_BODY_FORM_CONTACT];
    const size_t n_bodies = ss_operator_moving(problem)->n_bodies, n = problem->n_contacts;
    size_t n_here = 0;
    bool sent = true;
    for (size_t b = 0; sent && b < n_bodies; ++b) {
        ss_body_form_body(records + n_here++ * SS_BODY_FORM_BODY, problem, b);
        if (n_here == LOT || b + 1 == n_bodies) {
            sent = ss_client_send(client, records, n_here * SS_BODY_FORM_BODY * sizeof *records,
                                  error);
            n_here = 0;
        }
    }
    for (size_t c = 0; sent && c < n; ++c) {
        ss_body_form_contact(records + n_here++ * SS_BODY_FORM_CONTACT, problem, r, c);
        if (n_here == LOT || c + 1 == n) {
            sent = ss_client_send(client, records, n_here * SS_BODY_FORM_CONTACT * sizeof *records,
                                  error);
            n_here = 0;
        }
    }
    return sent;
}
