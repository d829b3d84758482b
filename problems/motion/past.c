/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/past.h"

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"

#include <stdlib.h>
#include <string.h>

static int compare_identity(const void *a, const void *b)
{
    const ss_contact_name *const x = &((const ss_past_impulse *)a)->name;
    const ss_contact_name *const y = &((const ss_past_impulse *)b)->name;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

void ss_past_start(double *r, const ss_past_impulse *past, size_t n_past,
                   const ss_contact_name *names, const ss_problem *problem)
{
    memset(r, 0, 3 * problem->n_contacts * sizeof *r);
    for (size_t c = 0; n_past > 0 && c < problem->n_contacts; ++c) {
        const ss_past_impulse key = {.name = names[c]};
        const ss_past_impulse *const found =
            bsearch(&key, past, n_past, sizeof key, compare_identity);
        if (found == NULL)
            continue;
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        /* mu, or the frame, may have changed since: what sticks out of the cone is
         * projected back */
        const double tau[3] = {ss_dot(contact.n, found->p), ss_dot(contact.t1, found->p),
                               ss_dot(contact.t2, found->p)};
        ss_cone_project(r + 3 * c, tau, problem->mu[c]);
    }
}

void ss_past_remember(ss_past_impulse *past, const ss_contact_name *names,
                      const ss_problem *problem, const double *r)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        past[c].name = names[c];
        ss_rigid_impulse(past[c].p, &contact, r + 3 * c);
    }
}
