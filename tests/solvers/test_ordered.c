/* Sweeps in contact order, several contacts at once (solvers/sphere/ordered.h), against the sweep
 * of the local solver: the same bits of impulses, held velocities, body velocities and work, in
 * every form that the CPU has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/ordered.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* What a sweep reads and changes, of a problem and a local solver. */
typedef struct image {
    double *r, *u, *v;
    void *states;
    ss_work work;
    ss_sweep sweep;
} image;

static void start(image *m, const ss_choice *local, const ss_problem *problem, double size)
{
    const size_t n = problem->n_contacts, state_size = local->solver->state_size;
    gsl_rng *const rng = test_rng(3);
    m->r = calloc(3 * n + 1, sizeof *m->r);
    m->u = calloc(3 * n + 1, sizeof *m->u);
    m->v = calloc(ss_operator_state_length(problem) + 1, sizeof *m->v);
    m->states = calloc(n + 1, state_size);
    for (size_t c = 0; c < n; ++c) {
        double W[9];
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        local->solver->setup((char *)m->states + c * state_size, &contact, local->options);
        for (size_t k = 0; k < 3; ++k)
            m->r[3 * c + k] = size * problem->rho_bar[c] * test_uniform(rng, -0.5, 1.0);
    }
    gsl_rng_free(rng);
    ss_operator_start(m->v, problem, m->r);
    m->work = (ss_work){0};
    m->sweep = (ss_sweep){.problem = problem,
                          .options = local->options,
                          .states = m->states,
                          .r = m->r,
                          .u = m->u,
                          .operator_state = m->v,
                          .work = &m->work};
}

static void end(image *m)
{
    free(m->r);
    free(m->u);
    free(m->v);
    free(m->states);
}

/* The groups of a problem, as nlgs makes them. */
static ss_pack_records make_groups(ss_ordered *ordered, const ss_local_solver *local,
                                   const ss_sweep *sweep)
{
    const ss_problem *const problem = sweep->problem;
    const size_t n = problem->n_contacts;
    uint32_t *const place = calloc(n + 1, sizeof *place);
    ss_pack_records records = {.block = NULL};
    size_t n_groups = 0;
    cr_assert(ss_ordered_place(place, &n_groups, problem));
    cr_assert(ss_ordered_reserve(ordered, local->ordered, n_groups, &records));
    cr_assert(ss_ordered_fill(ordered, local->ordered, sweep, local->state_size, place));
    free(place);
    return records;
}

static void expect_alike(const image *a, const image *b, const char *name, bool holds)
{
    const ss_problem *const problem = a->sweep.problem;
    const size_t n = 3 * problem->n_contacts * sizeof(double);
    const size_t length = ss_operator_state_length(problem) * sizeof(double);
    TEST_REQUIRE(memcmp(a->r, b->r, n) == 0, "%s: other impulses", name);
    TEST_REQUIRE(!holds || memcmp(a->u, b->u, n) == 0, "%s: other held velocities", name);
    TEST_REQUIRE(memcmp(a->v, b->v, length) == 0, "%s: other velocities of bodies", name);
    TEST_REQUIRE(memcmp(&a->work, &b->work, sizeof a->work) == 0, "%s: other work", name);
}

/* `n_sweeps` of a form against as many of the local solver's own. */
static void compare(const ss_choice *local, const ss_problem *problem, double size, ss_isa isa,
                    size_t n_sweeps)
{
    const ss_local_solver *const solver = local->solver;
    image plain, groups;
    ss_ordered ordered;
    start(&plain, local, problem, size);
    start(&groups, local, problem, size);
    cr_assert(ss_ordered_serves(&groups.sweep, solver->ordered), "%s", local->label);
    ss_pack_records records = make_groups(&ordered, solver, &groups.sweep);
    for (size_t k = 0; k < n_sweeps; ++k) {
        solver->sweep(&plain.sweep);
        solver->ordered->sweeps[isa](&ordered, &groups.sweep);
        expect_alike(&plain, &groups, local->label, solver->holds_velocity);
    }
    ss_pack_release(&records);
    end(&plain);
    end(&groups);
}

static const char *const locals[] = {"sbp",
                                     "sbp[alpha=1.7]",
                                     "sal",
                                     "sal[alpha=0.1]",
                                     "exact",
                                     "ac",
                                     "ac[alpha=0.5,tol=1e-6]",
                                     "ac[cap=2,alpha=1.5]",
                                     "ebp",
                                     "ebp[alpha=5]",
                                     "ebp[stop=printed]",
                                     "ebp[stop=printed,backtrack=no,fallback=no]",
                                     "ebp[cap=2,tol=1e-13]",
                                     "ebp[cap=3,fallback=no,alpha=5]",
                                     "ebp[backtrack=no,alpha=5,cap=20]",
                                     "ebp[last=projection]",
                                     "ebp[last=moved,cap=1,fallback=no]",
                                     "ebp-nokink",
                                     "ebp-nokink[stop=printed,backtrack=no,fallback=no]",
                                     "eal",
                                     "eal[alpha=5]",
                                     "eal[stop=printed,eps-newt=1e-9]",
                                     "eal[backtrack=no,alpha=5,cap=20]",
                                     "eal[last=moved]",
                                     "eal[last=projection,cap=1,fallback=no]"};

/* All local solvers, in all forms. */
static void compare_all(const ss_problem *problem, double size, size_t n_sweeps)
{
    for (size_t k = 0; k < sizeof locals / sizeof locals[0]; ++k) {
        ss_choice local = test_choice(locals[k]);
        for (ss_isa isa = SS_ISA_WIDE8; isa < SS_N_ISA; ++isa)
            if (ss_isa_of((int)isa + 1) == isa) /* the CPU has it */
                compare(ss_choice_local(&local), problem, size, isa, n_sweeps);
        ss_choice_free(&local);
    }
}

Test(ordered, packs_with_walls_of_every_size)
{
    static const struct {
        size_t n;
        double e_n, mu;
    } packs[] = {{1, 0.0, 0.3},  {2, 0.0, 0.3},  {5, 0.4, 0.0},   {9, 0.4, 0.8},
                 {40, 0.0, 0.0}, {60, 0.4, 1.5}, {120, 0.0, 0.3}, {150, 0.7, 3.0}};
    for (size_t k = 0; k < sizeof packs / sizeof packs[0]; ++k) {
        test_packing packing;
        test_packing_pushed(&packing, 11 + k, packs[k].n, packs[k].e_n, packs[k].mu);
        compare_all(packing.problem, 0.0, 25);
        compare_all(packing.problem, 1.0, 8);
        test_packing_free(&packing);
    }
}

/* Driven balls, contacts said the other way round, no body at rest; at last all contacts are those
 * of one ball, so that each has a group of its own. */
Test(ordered, bodies_of_given_motion)
{
    static const size_t n_given[] = {0, 3, 6, 19};
    for (size_t k = 0; k < sizeof n_given / sizeof n_given[0]; ++k) {
        test_packing packing;
        test_driven d;
        test_packing_pushed(&packing, 4, 20, 0.4, 0.3);
        test_drive(&d, packing.problem, n_given[k], k % 2 == 1);
        cr_assert(d.problem.n_contacts > 0);
        compare_all(&d.problem, 0.0, 25);
        compare_all(&d.problem, 0.3, 8);
        test_driven_free(&d);
        test_packing_free(&packing);
    }
}

/* Contacts that share a moving body keep their order, and none is lost. */
Test(ordered, groups_keep_the_order_of_contacts_that_share_a_body)
{
    test_packing packing;
    test_packing_pushed(&packing, 8, 300, 0.0, 0.3);
    const ss_problem *const problem = packing.problem;
    const ss_ball_form *const form = problem->balls;
    ss_choice local = test_choice("sal");
    const size_t n_moving = form->moving.n_moving;
    size_t *const last = calloc(n_moving, sizeof *last);   /* 1 + the last contact of each body, */
    size_t *const group = calloc(n_moving, sizeof *group); /* 1 + its group */
    size_t n = 0, n_idle = 0;
    image m;
    ss_ordered ordered;
    start(&m, &local, problem, 0.0);
    ss_pack_records records = make_groups(&ordered, local.solver, &m.sweep);
    for (size_t g = 0; g < ordered.n_groups; ++g) {
        for (size_t lane = 0; lane < ordered.filled[g]; ++lane, ++n) {
            const uint32_t c = ordered.ids[(3 * g + 2) * SS_LANES + lane];
            const size_t bodies[] = {form->contacts[c].i, form->contacts[c].j};
            for (size_t k = 0; k < 2; ++k) {
                const size_t b = bodies[k];
                if (b >= n_moving)
                    continue;
                TEST_REQUIRE(last[b] <= c && group[b] <= g, "contact %u is too early", c);
                last[b] = c + 1;
                group[b] = g + 1;
            }
        }
        n_idle += SS_LANES - ordered.filled[g];
    }
    cr_expect_eq(n, problem->n_contacts);
    cr_expect(n_idle < n / 4, "%zu lanes are idle beside %zu contacts", n_idle, n);
    ss_pack_release(&records);
    end(&m);
    free(last);
    free(group);
    ss_choice_free(&local);
    test_packing_free(&packing);
}

/* nlgs turns to groups in the course of a solve, and nothing shows. */
Test(ordered, nlgs_makes_the_same_bits_before_and_behind_the_turn)
{
    test_packing packing;
    test_packing_pushed(&packing, 6, 100, 0.0, 0.3);
    const ss_problem *const problem = packing.problem;
    for (size_t k = 0; k < sizeof locals / sizeof locals[0]; ++k) {
        ss_choice local = test_choice(locals[k]);
        const size_t size = 3 * problem->n_contacts * sizeof(double);
        double *const u = malloc(size);
        ss_work work;
        image m;
        start(&m, &local, problem, 0.0);
        double *const r = test_sweep_and_hold("nlgs", locals[k], problem, NULL, 30, &work, u);
        for (int sweep = 0; sweep < 30; ++sweep)
            local.solver->sweep(&m.sweep);
        cr_expect(memcmp(r, m.r, size) == 0, "%s", locals[k]);
        cr_expect(!local.solver->holds_velocity || memcmp(u, m.u, size) == 0, "%s", locals[k]);
        cr_expect(memcmp(&work, &m.work, sizeof work) == 0, "%s: other work", locals[k]);
        free(r);
        free(u);
        end(&m);
        ss_choice_free(&local);
    }
    test_packing_free(&packing);
}
