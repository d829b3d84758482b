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

/* The impulse of that name; NULL: there was none. */
static const double *find(const ss_past *past, const ss_contact_name *name)
{
    const ss_past_impulse key = {.name = *name};
    const ss_past_impulse *const found =
        past->n > 0 ? bsearch(&key, past->at, past->n, sizeof key, compare_identity) : NULL;
    return found != NULL ? found->p : NULL;
}

void ss_past_start(double *r, const ss_past past[SS_PAST_MOST], const ss_contact_name *names,
                   const ss_problem *problem)
{
    memset(r, 0, 3 * problem->n_contacts * sizeof *r);
    for (size_t c = 0; past[0].n > 0 && c < problem->n_contacts; ++c) {
        const double *const last = find(&past[0], &names[c]);
        if (last == NULL)
            continue;
        const double *const before = find(&past[1], &names[c]);
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        double p[3];
        ss_copy3(p, last);
        if (before != NULL)
            ss_guess_extrapolate(p, last, before);
        /* mu, or the frame, may have changed since: what sticks out of the cone is
         * projected back */
        const double tau[3] = {ss_dot(contact.n, p), ss_dot(contact.t1, p), ss_dot(contact.t2, p)};
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

/* ---- several steps ---- */

void ss_pasts_keep(ss_pasts *pasts, ss_guess guess)
{
    pasts->guess = guess;
    for (size_t k = (size_t)guess; k < SS_PAST_MOST; ++k) {
        free(pasts->step[k].at);
        pasts->step[k] = (ss_past){.n = 0};
    }
}

size_t ss_pasts_most(const ss_pasts *pasts, size_t n)
{
    for (size_t k = 0; k < SS_PAST_MOST; ++k)
        n = pasts->step[k].n > n ? pasts->step[k].n : n;
    return n;
}

bool ss_pasts_reserve(ss_pasts *pasts, size_t n)
{
    for (size_t k = 0; k < (size_t)pasts->guess; ++k) {
        ss_past *const past = &pasts->step[k];
        ss_past_impulse *const larger = reallocarray(past->at, n, sizeof *larger);
        if (larger == NULL)
            return false;
        past->at = larger;
    }
    return true;
}

void ss_pasts_age(ss_pasts *pasts)
{
    const ss_past oldest = pasts->step[SS_PAST_MOST - 1];
    if (pasts->guess < SS_GUESS_PREDICTOR)
        return;
    pasts->step[1] = pasts->step[0];
    pasts->step[0] = oldest;
}

void ss_pasts_free(ss_pasts *pasts)
{
    ss_pasts_keep(pasts, SS_GUESS_COLD);
}

bool ss_past_copy(ss_past_impulse **impulses, size_t *n, const ss_past *past, ss_error *error)
{
    const size_t size = past->n * sizeof **impulses;
    *impulses = malloc(size + 1);
    *n = *impulses != NULL ? past->n : 0;
    if (*impulses != NULL && size > 0)
        memcpy(*impulses, past->at, size);
    return *impulses != NULL || ss_error_memory(error, "%zu impulses", past->n);
}
