/* Sweeps of domains at once, each on copies of its own of the bodies: the published schemes that do
 * without an order between domains (solvers/parts/domains.h has one). A contact between two domains
 * is visited by one of them, that of lower number where the contact's number is even. A sweep:
 *
 *     visit   each domain d, from the velocities v that all share:   v_d, p = its sweep
 *     join    r = scale p,   v = v_free + M^-1 P r                   of all domains' impulses
 *
 *   relaxed   masses as they are; v + scale sum_d (v_d - v), which is the v above, for p holds all
 *             that was changed. waLBerla's HCSITS (pe/cr/HCSITS.impl.h: synchronizeVelocities):
 *             velocities are scaled and impulses are not, so that it is r = scale p that solves.
 *             Nothing is scaled where one domain is all
 *   split     a body that k domains visit has the mass m/k, the inertia I/k in each; v is the mean
 *             of the k copies, which is the v above with scale = 1 (Tonge, Benevolenski, Voroshilov
 *             2012, there with a domain a contact)
 *
 * What a domain does depends on v and its own p alone, and v is summed in the order of contacts: so
 * the bits depend on the domains, not on who visits them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_COPIES_H
#define SS_SOLVERS_GLOBAL_COPIES_H

#include "solvers/base/local_solver.h"

/* How domains sweep. */
typedef struct ss_copies_scheme {
    size_t n_domains;
    bool splits;       /* masses; else domains are relaxed */
    double relaxation; /* the scale then */
} ss_copies_scheme;

typedef struct ss_copies {
    const ss_problem *posed; /* borrowed */
    ss_problem problem;      /* what domains sweep: posed, or with the masses split */
    union {
        ss_rigid_form rigid;
        ss_ball_form balls;
    } form; /* of it, where masses are split */
    ss_copies_scheme scheme;
    double scale;
    double *p;       /* 3 n_contacts, N s: of the domains */
    double *v;       /* copies of the bodies, of the domain that is visited; an operator's state */
    double *share;   /* a body: k, the domains that visit it; 1 for none */
    double *numbers; /* the split problem's: masses, inertias, rho_bar and W_cc; NULL: none */
    void *states;    /* the local solver's, of `problem` */
    uint32_t *list;  /* the contacts domain by domain, ascending within each */
    uint32_t *start; /* n_domains + 1: where each begins */
    uint32_t *seen;  /* a body: 1 + the last domain that was found to visit it; scratch */
} ss_copies;

/* The domain that visits a contact between domains a and b; `number`: the contact's. */
static inline uint32_t ss_copies_visitor(uint32_t a, uint32_t b, uint64_t number)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return number % 2 == 0 ? low : high;
}

/* Make room and lists for a problem with bodies, which outlives the copies; `visitor`: the domain
 * that visits each contact. Then `share` is known; who has but a part of the contacts of a body
 * corrects it, and sets up. What was open before is released. SS_ERROR_MEMORY; free in either case.
 */
bool ss_copies_open(ss_copies *copies, const ss_problem *posed, const uint32_t *visitor,
                    const ss_copies_scheme *scheme, size_t state_size, ss_error *error);
void ss_copies_free(ss_copies *copies);

/* Split the masses by `share`, and let the local solver see the contacts. */
void ss_copies_set_up(ss_copies *copies, const ss_local_solver *local, const void *options);

/* Go on from the impulses of the sweep, whose operator state is theirs. */
void ss_copies_begin(ss_copies *copies, const ss_sweep *sweep);

/* The sweep of one domain, from the operator state of `sweep`; u and work are the sweep's. */
void ss_copies_visit(ss_copies *copies, const ss_local_solver *local, const ss_sweep *sweep,
                     size_t domain);

/* After all domains: r and operator state of the sweep, which count as a product by W. */
void ss_copies_join(ss_copies *copies, const ss_sweep *sweep);

#endif
