/* wayward: the projected step of `stickslip new-solver`, and a fault in the visit `at`, or in
 * `setup` where that is 0; `again`: and in every one from there on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "solvers/local/sweep.h"
#include "tests/misbehaving/faults.h"

typedef struct options {
    double alpha;
    int fault;
    size_t at;
    bool again;
} options;

typedef struct state {
    double rho; /* kg */
} state;

static void setup(void *at, const ss_contact *contact, const void *values)
{
    const options *const o = values;
    const ss_problem none = {.n_contacts = 0};
    double r[3] = {0};
    *(state *)at = (state){o->alpha * contact->rho_bar};
    if (o->at == 0 && o->fault != FAULT_TAMPER)
        commit((fault)o->fault, &none, r);
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *at, const void *values, ss_work *work)
{
    const double rho = ((const state *)at)->rho;
    const double tau[3] = {r[0] - rho * (u[0] + contact->mu * ss_norm_t(u)), r[1] - rho * u[1],
                           r[2] - rho * u[2]};
    (void)values;
    ss_cone_project(r, tau, contact->mu);
    ++work->local_iterations;
    ++work->projections;
    return SS_LOCAL_DONE;
}

SS_DEFINE_SWEEP(state, solve)

/* The visits of a sweep are one: whoever counts inside would be `solve`. */
static void wander(const ss_sweep *s)
{
    static size_t visits = 0;
    const options *const o = s->options;
    const size_t before = visits;
    sweep(s);
    visits += s->problem->n_contacts;
    if (s->problem->n_contacts > 0 && o->at > 0 && visits >= o->at && (before < o->at || o->again))
        commit((fault)o->fault, s->problem, s->r);
}

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 0.5, SS_ABOVE_ZERO, 1e6, "-", "descent parameter", "a test"),
    SS_CHOICE(options, fault, "fault", FAULT_NONE, FAULT_NAMES, "what it does", "a test"),
    SS_COUNT(options, at, "at", 1, 0, 1e9, "in which visit; 0: in setup", "a test"),
    SS_FLAG(options, again, "again", 0, "and in every sweep from there on", "a test")};

const ss_local_solver ss_local_wayward = {
    .name = "wayward",
    .title = "a local solver that misbehaves",
    .reference = "a test",
    .stability = "none",
    .options = SS_OPTION_TABLE(rows, options),
    .state_size = sizeof(state),
    .setup = setup,
    .solve = solve,
    .sweep = wander,
};
