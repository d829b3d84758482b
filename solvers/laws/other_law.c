/* Projected Gauss-Seidel on a law that is not Coulomb's (other_law.h), for few contacts: at each in
 * turn some steps
 *
 *     tau = r - rho (u + c r),    rho = 1/(tr(W_cc) + c),    r = projection of tau
 *
 * with the projection of the law and c its softness. It ends where a sweep changes r no more; the
 * referee then finds E1 of Coulomb's law.
 *
 *     law          projection                                        c
 *     associated   nearest point of the cone: no shift, what slides lifts (Anitescu 2006)
 *     pyramid      r_n >= 0, r_t to the polygon of k corners on the disc (Stewart 2000)
 *     convex       nearest point of the pyramid of four edges (Todorov 2012)
 *     square       r_n >= 0, |r_t1| and |r_t2| <= mu r_n (engines' boxes)
 *     box          r_n >= 0, |r_t1| and |r_t2| <= limit, whatever r_n
 *     regularised  disc; what sticks slides by v_s |r_t|/(mu r_n)     v_s/(mu r_n), tangential
 *     soft         disc; each contact is a spring                     softness of W's mean, all
 *     coulomb      disc, for control
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/laws/other_law.h"

#include "problems/contact/cone.h"
#include "solvers/laws/project.h"

enum { ASSOCIATED, PYRAMID, CONVEX, SQUARE, BOX, REGULARISED, SOFT, COULOMB };
enum { STEPS = 8 }; /* of a visit */

typedef struct options {
    int law;         /* ASSOCIATED to COULOMB */
    size_t facets;   /* of the pyramid */
    double limit;    /* of the box, N s */
    double slip;     /* v_s of the regularised law, m/s */
    double softness; /* of soft, times tr(W_cc)/3 */
} options;

static const ss_option rows[] = {
    SS_CHOICE(options, law, "law", ASSOCIATED,
              "associated|pyramid|convex|square|box|regularised|soft|coulomb",
              "the law that is solved in place of Coulomb's", "as its name says"),
    SS_COUNT(options, facets, "facets", 4, 3, 1000, "of law=pyramid: corners of the polygon",
             "choice: the fewest of a box that turns with its frame"),
    SS_REAL(options, limit, "limit", 1e-3, 0.0, 1e9, "N s",
            "of law=box: the most friction per direction and step", "choice: to be set"),
    SS_REAL(options, slip, "slip", 1e-3, SS_ABOVE_ZERO, 1e6, "m/s",
            "of law=regularised: below it friction is viscous", "choice: common in engines"),
    SS_REAL(options, softness, "softness", 1e-2, 0.0, 1e6, "-",
            "of law=soft: compliance of a contact, in units of tr(W_cc)/3", "choice"),
};

/* One step at a contact. `trace` is tr(W_cc). */
static void step(double r[3], const double u[3], double mu, double trace, const options *o)
{
    const bool viscous = o->law == REGULARISED;
    const double c = o->law == SOFT ? o->softness * trace / 3.0
                     : viscous      ? o->slip / fmax(mu * r[0], 1e-300)
                                    : 0.0;
    const double rho_n = 1.0 / (trace + (viscous ? 0.0 : c)), rho_t = 1.0 / (trace + c);
    double tau[3] = {r[0] - rho_n * (u[0] + (viscous ? 0.0 : c) * r[0]),
                     r[1] - rho_t * (u[1] + c * r[1]), r[2] - rho_t * (u[2] + c * r[2])};
    if (viscous && !(r[0] > 0.0)) /* no friction before there is a force */
        tau[1] = tau[2] = 0.0;
    switch (o->law) {
    case ASSOCIATED:
        ss_cone_project(r, tau, mu);
        return;
    case CONVEX:
        ss_pyramid_project(r, tau, mu);
        return;
    case PYRAMID:
    case SQUARE:
    case BOX:
        tau[0] = fmax(0.0, tau[0]);
        if (o->law == PYRAMID)
            ss_polygon_project(tau, mu * tau[0], o->facets);
        else
            ss_square_project(tau, o->law == BOX ? (tau[0] > 0.0 ? o->limit : 0.0) : mu * tau[0]);
        ss_copy3(r, tau);
        return;
    default:
        ss_disc_project(r, tau, mu);
    }
}

/* Visit contact c; returns the largest change of its impulse. */
static double visit(const ss_sweep *s, const options *o, size_t c)
{
    const ss_problem *const problem = s->problem;
    double *const r = s->r + 3 * c;
    double block[9], u[3], change = 0.0;
    const double *const W = ss_operator_block(block, problem, c);
    const double trace = W[0] + W[4] + W[8];
    ++s->work->visits;
    s->work->projections += STEPS;
    for (int k = 0; k < STEPS; ++k) {
        double old[3], dr[3];
        ss_copy3(old, r);
        ss_operator_velocity(u, problem, s->operator_state, s->r, c);
        step(r, u, problem->mu[c], trace, o);
        ss_sub3(dr, r, old);
        ss_operator_change(s->operator_state, problem, c, dr);
        change = fmax(change, ss_norm(dr));
    }
    return change;
}

static void solve(const ss_outer_task *task)
{
    const ss_sweep *const s = &task->sweep;
    const options *const o = task->options;
    ss_operator_start(s->operator_state, s->problem, s->r);
    for (bool settled = false;;) {
        double change = 0.0, largest = 0.0;
        for (size_t c = 0; c < s->problem->n_contacts; ++c) {
            change = fmax(change, visit(s, o, c));
            largest = fmax(largest, ss_norm(s->r + 3 * c));
        }
        /* a second sweep without a change: the law is met, which it claims */
        ss_iterate at = {.task = task, .sweeps = 1};
        const bool still = change <= 1e-14 * largest;
        at.is_last = at.claims = settled && still;
        settled = still;
        if (task->watch.see(task->watch.self, &at).stop) {
            ss_iterate_read(&at);
            return;
        }
    }
}

const ss_outer_solver ss_outer_other_law = {
    .name = "other-law",
    .title = "a law in place of Coulomb's, as other engines have: its E1 is its error",
    .reference = "Anitescu 2006; Stewart 2000; Todorov 2012",
    .look = {12, 3, 5},
    .options = SS_OPTION_TABLE(rows, options),
    .solve = solve,
};
