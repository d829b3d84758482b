/* Check of the batched form: a solver with lanes makes the same impulses by them as one contact at
 * a time. A solver copied with the lanes of another is found out here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "solvers/sphere/packed.h"

#include <stdlib.h>
#include <string.h>

enum { n_balls = 48, n_sweeps = 12 }; /* nlgs turns to lanes after the eighth */

/* r after n_sweeps sweeps of an outer solver with the solver of the case inside. */
static bool solve_in(const ss_check_case *c, const char *outer, const ss_problem *problem,
                     ss_check_answer *a)
{
    ss_choice whole = {.label = NULL};
    bool solved = ss_choice_parse(&whole, outer, SS_CHOICE_OUTER, c->error);
    ss_choice local = *c->choice; /* borrowed: not freed with `whole` */
    if (solved) {
        whole.local = &local;
        solved = ss_check_answer_solve(a, problem, &whole, 1e-300, n_sweeps, c->error);
        whole.local = NULL;
    }
    ss_choice_free(&whole);
    return solved;
}

/* A problem of contacts without a common moving body, so that their order does not matter; it
 * borrows what stays as it is. */
typedef struct apart {
    double q[3 * n_balls], mu[n_balls], rho_bar[n_balls];
    ss_ball_contact contacts[n_balls];
    ss_ball_form form;
    ss_problem problem;
} apart;

static void take_apart(apart *to, const ss_problem *from)
{
    bool used[n_balls] = {false};
    to->form = *from->balls;
    to->form.contacts = to->contacts;
    to->problem = *from;
    to->problem.n_contacts = 0;
    to->problem.q = to->q;
    to->problem.mu = to->mu;
    to->problem.rho_bar = to->rho_bar;
    to->problem.W_cc = NULL; /* spheres' are made from the masses */
    to->problem.balls = &to->form;
    for (size_t k = 0; k < from->n_contacts; ++k) {
        const ss_ball_contact *const contact = &from->balls->contacts[k];
        const bool two = contact->j < from->balls->moving.n_moving;
        if (used[contact->i] || (two && used[contact->j]))
            continue;
        used[contact->i] = true;
        if (two)
            used[contact->j] = true;
        const size_t at = to->problem.n_contacts++;
        to->contacts[at] = *contact;
        memcpy(to->q + 3 * at, from->q + 3 * k, 3 * sizeof *to->q);
        to->mu[at] = from->mu[k];
        to->rho_bar[at] = from->rho_bar[k];
    }
}

/* Vectors against single lanes: the same operations in the same order, so the same bits, whatever
 * the width and however many contacts are left over at the end. */
static bool see_forms(const ss_check_case *c, const ss_problem *problem)
{
    static const char *const forms[] = {"nlgs-batched[isa=wide8]", "nlgs-batched"};
    ss_check_answer one = {.n = 0};
    bool solved = solve_in(c, "nlgs-batched[isa=scalar]", problem, &one);
    for (size_t k = 0; solved && k < sizeof forms / sizeof forms[0]; ++k) {
        ss_check_answer other = {.n = 0};
        solved = solve_in(c, forms[k], problem, &other);
        if (solved && memcmp(one.r, other.r, one.n * sizeof *one.r) != 0)
            ss_check_count(c, "cluster %zu: %s makes other bits than isa=scalar", c->k + 1,
                           forms[k]);
        ss_check_answer_free(&other);
    }
    ss_check_answer_free(&one);
    return solved;
}

/* Lanes against `solve`, to rounding: they work in another frame. On contacts apart from each other
 * the order of visits, which lanes change, does not matter; after n_sweeps sweeps 1e-10 is
 * rounding, and far less than another solver's lanes are off. */
static bool see_visits(const ss_check_case *c, const ss_problem *problem)
{
    apart lone;
    ss_check_answer *const visits = &c->room->a, *const lanes = &c->room->b;
    take_apart(&lone, problem);
    if (!solve_in(c, "nlgs", &lone.problem, visits) ||
        !solve_in(c, "nlgs-batched[isa=scalar]", &lone.problem, lanes))
        return false;
    const double error = ss_check_vector_relative(lanes->r, visits->r, visits->n);
    if (!(error <= 1e-10))
        ss_check_count(c,
                       "cluster %zu: its vector code (lanes) differs from `solve` by %.3g of |r|: "
                       "is it another "
                       "solver's?",
                       c->k + 1, error);
    return true;
}

/* Lanes in contact order, which nlgs turns to, against `solve`: the same bits. */
static bool see_order(const ss_check_case *c, const ss_problem *problem)
{
    ss_local_solver plain = *c->choice->solver;
    const ss_choice choice = {&plain, .options = c->choice->options, .label = c->choice->label};
    ss_check_case alone = *c;
    ss_check_answer visits = {.n = 0}, lanes = {.n = 0};
    plain.ordered = NULL;
    alone.choice = &choice;
    const bool solved =
        solve_in(&alone, "nlgs", problem, &visits) && solve_in(c, "nlgs", problem, &lanes);
    if (solved && memcmp(lanes.r, visits.r, visits.n * sizeof *visits.r) != 0)
        ss_check_count(c, "cluster %zu: `ordered` makes other bits than `solve`", c->k + 1);
    ss_check_answer_free(&visits);
    ss_check_answer_free(&lanes);
    return solved;
}

/* A solver without lanes has nothing to compare, and passes; the page says so. */
static bool one_lanes(const ss_check_case *c)
{
    const ss_lane_kernel *const lanes = c->choice->solver->lanes;
    ss_check_cluster *const p = &c->room->one;
    if (!ss_check_cluster_random(p, c->k + 1, n_balls, c->k % 2 == 0, c->error) ||
        !ss_check_cluster_pose(p, c->error) || !see_order(c, p->problem))
        return false;
    if (lanes == NULL || (lanes->serves != NULL && !lanes->serves(c->choice->options))) {
        snprintf(c->finding->detail, sizeof c->finding->detail,
                 "no vector code (lanes): nlgs-batched visits every contact alone");
        return true;
    }
    return see_forms(c, p->problem) && see_visits(c, p->problem);
}

SS_CHECK_DEFINE(LOCAL, lanes, "invariances", "lanes",
                "clusters of 8 where vector code and single visits differ", 0.0, FAIL,
                .one = one_lanes, .n = 8);
