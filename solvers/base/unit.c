/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/unit.h"

#include <math.h>

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

static const ss_local_price exact = SS_UNIT_EXACT;

/* An outer solver without a local one: a plain step on the cone, as of SBP. With one its
 * projections cost what the local solver's do. */
static const ss_local_price plain = {.iteration = 12.0, .projection = 15.0};

/* Prices of what takes another time than the operations of a sweep one by one, 0.22 ns each, as a
 * visit waits for the one before: in such operations, rounded. Product, residual and move are of
 * the run units-1 of results/reference/speed; lanes, and the local solvers' paces, of visits in
 * whole solves of ball-pack's 500 balls, balls-500 at step 1000, RockPile and Spheres on the same
 * machine.
 *
 *   lanes      a visit in lanes, over one alone: 0.19 (exact), 0.27 (sal), 0.35 (eal)
 *   product    an operation of one: 11 ns for 95, as no contact waits for another
 *   residual   a value of E1 beside its product: 14.7 ns a contact
 *   move       of a sparse factor (problems/sparse/factor.h): 1.1 ns
 *   root       a value of the exact solve's f, by derivation: 41, and their quotients wait */
static const double lanes = 0.25, product = 0.5, residual = 66.0, move = 5.0, root = 45.0;

bool ss_unit_is_priced(const ss_local_solver *local)
{
    const ss_local_price *const p = &local->price;
    return p->visit + p->iteration + p->projection > 0.0;
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

double ss_unit_sweep(const ss_problem *problem)
{
    return operator_flops(problem, true) + (double)problem->n_contacts * exact.visit;
}

/* Of the visits and all that the local solver does in them. */
static double visits_flops(const ss_problem *problem, const ss_local_price *price,
                           const ss_work *work)
{
    const double visits = (double)work->visits, pace = price->pace > 0.0 ? price->pace : 1.0;
    const double in_lanes = visits > 0.0 ? (double)work->lane_visits / visits : 0.0;
    const double local = visits * price->visit + (double)work->local_iterations * price->iteration +
                         (double)work->projections * price->projection;
    return (1.0 - in_lanes + lanes * in_lanes) *
           (visits * operator_flops(problem, true) / (double)problem->n_contacts + pace * local);
}

double ss_unit_of_work(const ss_problem *problem, const ss_local_solver *local, const ss_work *work)
{
    if (problem->n_contacts == 0)
        return 0.0;
    if (local != NULL && !ss_unit_is_priced(local))
        return NAN;
    return visits_flops(problem, local != NULL ? &local->price : &plain, work) +
           (double)work->fallbacks * exact.visit + (double)work->root_values * root +
           (double)work->products * product * operator_flops(problem, false) +
           (double)work->residuals * residual * (double)problem->n_contacts + (double)work->flops +
           (double)work->moves * move;
}
