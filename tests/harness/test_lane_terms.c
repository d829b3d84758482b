/* Terms of groups of packed contacts (harness/estimators/lanes.h): in every form those of `term`,
 * contact by contact, but for a rounding that held velocities allow for; and a walk over them ends
 * where it should.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"
#include "solvers/base/outer_solver.h"
#include "solvers/sphere/isa.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>

enum { SWEEPS = 12 };

typedef struct viewer {
    const ss_problem *problem;
    const ss_estimator *stop;
    double *state, *u;
    size_t n_groups;
    double worst; /* of what is allowed, used at most */
} viewer;

/* The term of contact c by the velocities that the sweep holds; what a look at it in another frame
 * may be off by is added to *off. */
static double term_of(viewer *v, const ss_iterate *at, size_t c, double *off)
{
    const double *const r = at->task->sweep.r;
    const ss_contact_bodies pair = ss_operator_bodies(v->problem, c);
    const bool holds = at->task->local->holds_velocity;
    const double *const held = holds ? at->task->sweep.u : v->u;
    const ss_evidence e = {v->problem, r, v->u, held};
    if (pair.i < v->problem->balls->moving.n_moving)
        ss_iterate_velocity(at, v->state + 6 * pair.i, pair.i);
    if (pair.j < v->problem->balls->moving.n_moving)
        ss_iterate_velocity(at, v->state + 6 * pair.j, pair.j);
    ss_operator_velocity(v->u + 3 * c, v->problem, v->state, r, c);
    double block[9];
    const double *const W = ss_operator_block(block, v->problem, c);
    const double w = (W[0] + W[4] + W[8]) / 3.0, R = ss_norm(r + 3 * c);
    const double U = ss_norm(v->u + 3 * c) + (holds ? ss_norm(held + 3 * c) : 0.0);
    const double of_e1 = w * (R + U / w) * (R + U / w), of_eps = (R + U) + 2.0 * R * U;
    *off += 32.0 * DBL_EPSILON * (v->stop == &ss_estimator_e1 ? of_e1 : of_eps);
    return v->stop->term(&e, c, INFINITY);
}

static void check_group(viewer *v, const ss_iterate *at, const ss_packed *packed, uint32_t g)
{
    double expected = 0.0, off = 0.0;
    for (size_t lane = 0; lane < SS_LANES; ++lane) {
        const uint32_t c = packed->contact[SS_LANES * g + lane];
        if (c != SS_NO_CONTACT)
            expected += term_of(v, at, c, &off);
    }
    const ss_isa forms[] = {SS_ISA_SCALAR, SS_ISA_WIDE8, ss_isa_of(0)};
    for (size_t k = 0; k < 3; ++k) {
        double *const worth = calloc(packed->n_groups, sizeof *worth);
        ss_terms_walk walk = {.order = &g, .last = 1, .enough = INFINITY, .worth = worth};
        TEST_REQUIRE(v->stop->lanes[forms[k]](packed, &walk) == 1 && walk.sum == worth[g],
                     "a walk over one group");
        TEST_REQUIRE(fabs(walk.sum - expected) <= off, "form %d, group %u: %.17g, not %.17g",
                     (int)forms[k], g, walk.sum, expected);
        v->worst = fmax(v->worst, fabs(walk.sum - expected) / off);
        free(worth);
    }
    ++v->n_groups;
}

/* A walk takes groups in the order, until their terms come to more than enough. */
static void check_walk(const viewer *v, const ss_packed *packed)
{
    const size_t n = packed->n_groups;
    uint32_t *const order = calloc(n, sizeof *order);
    double *const worth = calloc(n, sizeof *worth);
    for (size_t k = 0; k < n; ++k)
        order[k] = (uint32_t)(n - 1 - k);
    ss_terms_walk all = {.order = order, .last = n, .enough = INFINITY, .worth = worth};
    TEST_REQUIRE(v->stop->lanes[SS_ISA_SCALAR](packed, &all) == n, "it looks at all");
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k) {
        ss_terms_walk some = {.order = order, .last = n, .enough = sum, .worth = worth};
        const size_t end = v->stop->lanes[SS_ISA_SCALAR](packed, &some);
        sum += worth[order[k]];
        TEST_REQUIRE(some.sum > some.enough ? end > k : end == n, "%zu groups of %zu", end, n);
    }
    free(worth);
    free(order);
}

static ss_seen see(void *self, ss_iterate *at)
{
    viewer *const v = self;
    const ss_packed *packed = NULL;
    ss_iterate_read(at);
    for (size_t k = 0; (packed = ss_iterate_packed(at, k)) != NULL; ++k) {
        for (size_t g = 0; g < packed->n_groups; ++g)
            check_group(v, at, packed, (uint32_t)g);
        check_walk(v, packed);
    }
    return (ss_seen){at->task->sweep.work->visits >= SWEEPS * v->problem->n_contacts, NAN, 0.0};
}

static void check(const ss_problem *problem, const ss_estimator *stop, const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = {.solver = NULL};
    ss_work work = {0};
    viewer v = {.problem = problem,
                .stop = stop,
                .state = calloc(ss_operator_state_length(problem) + 1, sizeof *v.state),
                .u = calloc(3 * problem->n_contacts + 1, sizeof *v.u)};
    memcpy(v.state, problem->balls->moving.v_free,
           ss_operator_state_length(problem) * sizeof *v.state);
    cr_assert(ss_choice_parse(&choice, text, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    cr_assert(solver != NULL && ss_solver_prepare(solver, problem, &error) != NULL &&
                  ss_solver_run(solver, problem, (ss_watch){.see = see, .self = &v}, &work, &error),
              "%s", error.text);
    cr_expect(v.n_groups > SWEEPS && v.worst > 0.0, "%s: %zu groups, %g of what is allowed", text,
              v.n_groups, v.worst);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    free(v.u);
    free(v.state);
}

/* Clusters between walls, whose laws leave a shift and scales of their own, and uniform ones. */
Test(lane_terms, are_those_of_the_contacts)
{
    for (unsigned long seed = 1; seed <= 4; ++seed) {
        test_packing p;
        test_packing_draw(&p, seed, 25 + 5 * seed, seed % 2 == 0, NULL);
        check(p.problem, &ss_estimator_e1, "nlgs-batched[local=exact]");
        check(p.problem, &ss_estimator_eps, "nlgs-batched[local=sal]");
        check(p.problem, &ss_estimator_e1, "nlgs-batched[local=ebp]");
        check(p.problem, &ss_estimator_eps, "nlgs-batched[local=eal]");
        check(p.problem, &ss_estimator_e1, "nlgs-parallel[local=exact,domains=3]");
        test_packing_free(&p);
    }
}

static const char *const many[] = {"nlgs-batched[local=exact]", "nlgs-batched[local=ebp]"};

Test(lane_terms, are_those_of_a_large_cluster)
{
    test_packing p;
    test_packing_draw(&p, 2, 400, true, NULL);
    for (size_t k = 0; k < 2; ++k)
        check(p.problem, &ss_estimator_e1, many[k]);
    for (size_t k = 0; k < 2; ++k)
        check(p.problem, &ss_estimator_eps, many[k]);
    test_packing_free(&p);
}
