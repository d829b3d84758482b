/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/twin.h"

#include "solvers/local/sweep.h"

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

/* Memory of a twin: its own options, then those of the given solver, at o + 1; the state of the
 * given solver, then bytes of its own. */
enum { OWN_STATE = 16 };

static size_t given_state(const ss_local_solver *given)
{
    return given->state_size + OWN_STATE - given->state_size % OWN_STATE;
}

static void setup(void *state, const ss_contact *contact, const void *options)
{
    const ss_check_twin_options *const o = options;
    if (o->given->setup != NULL)
        o->given->setup(state, contact, o + 1);
    *(double *)((char *)state + given_state(o->given)) = 1.0;
}

static bool meets_nan(const double r[3], const double u[3], const ss_contact *contact)
{
    return isnan(ss_norm(r) + ss_norm(u) + ss_norm_of(contact->W, 9));
}

/* Before a visit: those that do not come to it, or write where they may not. */
static void harm_visit(const ss_check_twin_options *o, const double r[3], const double u[3],
                       const ss_contact *contact, const void *state)
{
    const bool nan = meets_nan(r, u, contact);
    while (o->fault == SS_CHECK_FAULT_HANGS_ON_NAN && nan) {
        const volatile int once_more = 1;
        (void)once_more;
    }
    if (o->fault == SS_CHECK_FAULT_EXITS || (o->fault == SS_CHECK_FAULT_LEAVES_ON_NAN && nan))
        _exit(0);
    if (o->fault == SS_CHECK_FAULT_CRASHES)
        raise(SIGSEGV);
    if (o->fault == SS_CHECK_FAULT_WRITES)
        ((double *)(uintptr_t)contact->W)[1] += 1e-3;
    if (o->fault == SS_CHECK_FAULT_WRITES_STATE)
        *(double *)((char *)(uintptr_t)state + given_state(o->given)) += 1.0;
}

/* The faults of an answer; each is as small as its check still sees. */
static void harm_impulse(const ss_check_twin_options *o, double r[3], const ss_contact *contact)
{
    const double side = M_SQRT1_2 * contact->mu * r[0];
    switch (o->fault) {
    case SS_CHECK_FAULT_OUTSIDE:
        r[1] += r[0] > 0.0 ? copysign(1e-6, r[1]) : 0.0;
        break;
    case SS_CHECK_FAULT_PULLS:
        r[0] = r[0] > 0.0 ? r[0] : -1e-12;
        break;
    case SS_CHECK_FAULT_REMEMBERS:
        r[0] *= 1.0 + 1e-6 * (double)(++*o->n_done % 3);
        break;
    case SS_CHECK_FAULT_SQUARE:
        for (int k = 1; k < 3; ++k)
            r[k] = fmin(fmax(r[k], -side), side);
        break;
    case SS_CHECK_FAULT_ABSOLUTE:
        if (ss_norm(r) < 1e-3)
            r[0] = r[1] = r[2] = 0.0;
        break;
    case SS_CHECK_FAULT_ROUGH:
    case SS_CHECK_FAULT_LANES:
    case SS_CHECK_FAULT_ORDERED:
        r[0] += 1e-6;
        break;
    default:
        break;
    }
}

static ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                              const void *state, const void *options, ss_work *work)
{
    const ss_check_twin_options *const o = options;
    ss_work own = {0};
    double before[3], change[3];
    harm_visit(o, r, u, contact, state);
    const ss_local_outcome outcome = o->given->solve(r, u, contact, state, o + 1, &own);
    ss_copy3(before, r);
    harm_impulse(o, r, contact);
    ss_sub3(change, r, before);
    if (ss_norm(change) > 0.0)
        ss_muladd3(u, contact->W, change);
    if (o->fault == SS_CHECK_FAULT_LIES)
        u[0] = u[1] = u[2] = 0.0;
    if (o->fault == SS_CHECK_FAULT_TIRELESS)
        own.local_iterations += 1000;
    if (o->fault != SS_CHECK_FAULT_IDLE)
        ss_work_add(work, &own);
    return outcome;
}

static void sweep(const ss_sweep *s)
{
    const ss_check_twin_options *const o = s->options;
    const size_t size = given_state(o->given) + OWN_STATE;
    const bool blocks = s->problem->form == SS_FORM_BLOCKS;
    ss_sweep_visits(s, solve, size, s->problem->form, s->order != NULL);
    s->work->visits += o->fault == SS_CHECK_FAULT_MISCOUNTS;
    if (o->fault == SS_CHECK_FAULT_FORM && blocks && s->problem->n_contacts > 0)
        s->r[0] *= 1.0 + 1e-6;
}

ss_local_solver ss_check_twin_local(const ss_local_solver *given, ss_check_fault fault)
{
    const ss_local_solver *const exact = ss_local_solver_find("exact", NULL); /* needs no options */
    ss_local_solver twin = *given;
    twin.name = "broken";
    twin.state_size = given_state(given) + OWN_STATE;
    twin.setup = setup;
    twin.solve = solve;
    twin.sweep = sweep;
    twin.newton = NULL;
    twin.holds_velocity = given->holds_velocity || fault == SS_CHECK_FAULT_LIES;
    twin.lanes = fault == SS_CHECK_FAULT_LANES ? exact->lanes : NULL;
    twin.ordered = fault == SS_CHECK_FAULT_ORDERED ? exact->ordered : NULL;
    return twin;
}
