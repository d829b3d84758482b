/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/unit.h"

#include <string.h>

/* The contact operator (problems/contact/operator.h), per contact:
 *
 *   balls    u = P* v: w 9, v_i - v_j - w x n 6 + 9, three products 15, scale and shift 6   = 45
 *            W_cc: w 1, k 5, sum and scales 3                                               =  9
 *            v += M^-1 P dr: p 15, torque 9, coefficients 2, four updates 24                = 50
 *   rigid    u: two w x l 18, v_i + . - (v_j + .) 9, three products 15, scale and shift 6   = 48
 *            v: p 15; a body that moves: l x p 9, J . 15, two updates 6 + 7                 = 37
 *   blocks   u: 18 a block of the row
 *
 * and dr = r - r_before: 3. A product u = W r + q makes v from all r, then all u. */
static const double ball_velocity = 45.0, ball_block = 9.0, ball_change = 50.0;
static const double rigid_velocity = 48.0, rigid_impulse = 15.0, rigid_body = 37.0;
static const double block_velocity = 18.0, change = 3.0;

/* Local solvers, per visit, iteration and projection:
 *
 *   sbp    |u_t| 4, tau 8; cone: |tau_t| 4, tests 2, r_n 5, scale 2, r_t 2             = 12 + 15
 *   sal    tau 6; disc: |tau_t| 4, test 1, scale 2, r_t 2                              =  6 + 9
 *   exact  q = u - W r 18, divisions 3, |r_t| 4, test 1, disc 4, u = q + W r 18        = 48
 *          in general: q and u 36, quotients 2, A, b, w_nt, r_n0 and rounding's share 20, f(0) 41,
 *          r 10 = 109; what a sliding contact's root takes more, no counter tells
 *   ac     an alternation: r_n 2, column 6, tau_t 4, length 4, radius 1, scale 1, two columns
 *          14, dr 3, its test 13 = 48; its two projections, 14, are counted                = 34 + 7
 *   ebp    u_loc 18; an iteration: Jacobians 119, A + B W 54, rhs 18, Cramer 51, du 18,
 *          motion 21, test 22 = 303; a projection: step 12, tau 12, cone 15, Z and |Z| 12 = 51
 *   eal    u_loc 18; an iteration: Jacobians 40, and as above 184 = 224; a projection: step 12,
 *          tau 6, disc 9, Z and |Z| 12                                                 = 39
 *
 * Projections of an outer solver cost what its local solver's do. */
static const ss_unit_price prices[] = {
    {"exact", 48.0, 109.0, 0.0, 15.0}, {"sbp", 0.0, 0.0, 12.0, 15.0},
    {"sal", 0.0, 0.0, 6.0, 9.0},       {"ac", 0.0, 0.0, 34.0, 7.0},
    {"ebp", 18.0, 18.0, 303.0, 51.0},  {"ebp-nokink", 18.0, 18.0, 303.0, 51.0},
    {"eal", 18.0, 18.0, 224.0, 39.0},
};
static const ss_unit_price *const exact = &prices[0];
static const ss_unit_price plain = {"", 0.0, 0.0, 12.0, 15.0};

/* A value of the stopping estimator, per contact, beside its product: E1's |u_t| n 6, r - u 6,
 * cone 15, the difference and its square 9. */
static const double residual = 36.0;

const ss_unit_price *ss_unit_price_of(const ss_local_solver *local)
{
    for (size_t k = 0; local != NULL && k < sizeof prices / sizeof prices[0]; ++k)
        if (strcmp(prices[k].solver, local->name) == 0)
            return &prices[k];
    return &plain;
}

double ss_unit_ball_visit(void)
{
    return ball_velocity + ball_block + change + ball_change;
}

/* The moving bodies of all contacts. */
static double count_ends(const ss_problem *problem)
{
    const size_t n_moving = problem->rigid->moving.n_moving;
    size_t ends = 0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_rigid_contact *const contact = &problem->rigid->contacts[c];
        ends += (size_t)(contact->i < n_moving) + (size_t)(contact->j < n_moving);
    }
    return (double)ends;
}

/* Of one product by W; `visits`: of one visit to each contact instead, without the local solve. */
static double operator_flops(const ss_problem *problem, bool visits)
{
    const double n = (double)problem->n_contacts, more = visits ? change * n : 0.0;
    switch (problem->form) {
    case SS_FORM_BALLS:
        return (ball_velocity + ball_change + (visits ? ball_block : 0.0)) * n + more;
    case SS_FORM_RIGID:
        return (rigid_velocity + rigid_impulse) * n + rigid_body * count_ends(problem) + more;
    default:
        return block_velocity * (double)problem->blocks->row_start[problem->n_contacts] + more;
    }
}

static double visit_price(const ss_problem *problem, const ss_unit_price *price)
{
    return problem->form == SS_FORM_BALLS ? price->visit : price->visit_general;
}

double ss_unit_sweep(const ss_problem *problem)
{
    return operator_flops(problem, true) +
           (double)problem->n_contacts * visit_price(problem, exact);
}

double ss_unit_of_work(const ss_problem *problem, const ss_local_solver *local, const ss_work *work)
{
    const ss_unit_price *const price = ss_unit_price_of(local);
    const double n = (double)problem->n_contacts;
    if (problem->n_contacts == 0)
        return 0.0;
    return (double)work->visits *
               (operator_flops(problem, true) / n + visit_price(problem, price)) +
           (double)work->local_iterations * price->iteration +
           (double)work->projections * price->projection +
           (double)work->fallbacks * visit_price(problem, exact) +
           (double)work->products * operator_flops(problem, false) +
           (double)work->residuals * residual * n + (double)work->flops;
}
