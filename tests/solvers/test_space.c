/* The order of space: every body and contact once, neighbours near each other whatever their
 * numbers, and sweeps in it that are sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/space.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The order of a problem in memory of its own, which is returned to be freed. */
static void *order_of(ss_space *space, const ss_problem *problem)
{
    ss_pack_room room = {NULL, 64};
    ss_space_lay(problem, &room);
    void *const memory = malloc(room.used);
    room = ss_pack_open(memory);
    *space = ss_space_lay(problem, &room);
    ss_space_order(space, problem);
    return memory;
}

/* Clusters of n balls at rest on nothing, ball k of a cluster in touch with k + 1 and no other,
 * their numbers shuffled by a step; the last ball of each also touches the ground. */
enum { N = 101, N_CHAINS = 3, STEP = 40 };

static uint32_t number(size_t chain, size_t k)
{
    return (uint32_t)((chain * N + k) * STEP % (N * N_CHAINS));
}

Test(space, a_chain_is_numbered_from_end_to_end)
{
    static ss_ball_contact contacts[N * N_CHAINS];
    static const double zeros[N * N_CHAINS];
    const ss_ball_form form = {.moving = {.n_bodies = N * N_CHAINS + 1, .n_moving = N * N_CHAINS},
                               .contacts = contacts};
    const ss_problem problem = {
        .dim = 3, .form = SS_FORM_BALLS, .mu = zeros, .n_contacts = N * N_CHAINS, .balls = &form};
    for (size_t chain = 0; chain < N_CHAINS; ++chain)
        for (size_t k = 0; k < N; ++k) {
            ss_ball_contact *const c = &contacts[number(chain, k)];
            c->i = number(chain, k);
            c->j = k + 1 < N ? number(chain, k + 1) : N * N_CHAINS;
        }
    ss_space space;
    void *const memory = order_of(&space, &problem);
    for (size_t chain = 0; chain < N_CHAINS; ++chain)
        for (size_t k = 0; k + 1 < N; ++k) {
            const uint32_t a = space.rank[number(chain, k)], b = space.rank[number(chain, k + 1)];
            cr_assert(a + 1 == b || b + 1 == a, "chain %zu: places %u and %u of neighbours", chain,
                      a, b);
        }
    for (size_t k = 0; k + 1 < N * N_CHAINS; ++k) {
        const ss_ball_contact *const c = &contacts[space.contact[k]];
        const uint32_t other = c->j < N * N_CHAINS ? space.rank[c->j] : UINT32_MAX;
        const uint32_t first = space.rank[c->i] < other ? space.rank[c->i] : other;
        cr_assert(first <= k && k <= first + N_CHAINS, "contact %zu is by body %u", k, first);
    }
    free(memory);
}

Test(space, every_body_and_contact_has_one_place)
{
    for (unsigned long seed = 1; seed <= 20; ++seed) {
        test_packing packing;
        ss_space space;
        test_packing_pushed(&packing, seed, 5 * seed, 0.0, 0.3);
        const ss_problem *const problem = packing.problem;
        const size_t n_moving = problem->balls->moving.n_moving, n = problem->n_contacts;
        void *const memory = order_of(&space, problem);
        unsigned char *const seen = calloc(n + 1, 1);
        for (size_t k = 0; k < n_moving; ++k)
            cr_assert(space.body[k] < n_moving && space.rank[space.body[k]] == k);
        for (size_t k = 0; k < n; ++k) {
            cr_assert(space.contact[k] < n && !seen[space.contact[k]]);
            seen[space.contact[k]] = 1;
        }
        free(seen);
        free(memory);
        test_packing_free(&packing);
    }
}

/* Other bits than in the order of the numbers, but the same in all forms and on any number of
 * threads; one domain is nlgs-batched. */
static void check_bits(const char *local, const ss_problem *problem)
{
    static const char *const outers[][3] = {{"nlgs-batched[order=space]",
                                             "nlgs-batched[order=space,isa=scalar]",
                                             "nlgs-parallel[order=space,domains=1]"},
                                            {"nlgs-parallel[order=space,domains=4,threads=1]",
                                             "nlgs-parallel[order=space,domains=4,threads=2]",
                                             "nlgs-parallel[order=space,domains=4,threads=4]"},
                                            {"nlgs-parallel[order=space,domains=16,threads=1]",
                                             "nlgs-parallel[order=space,domains=16,threads=3]",
                                             "nlgs-parallel[order=space,domains=16,threads=8]"}};
    const size_t size = 3 * problem->n_contacts * sizeof(double);
    for (size_t k = 0; k < 3; ++k) {
        ss_work work, other;
        double *const r = test_sweep_with(outers[k][0], local, problem, NULL, 5, &work);
        cr_assert_eq(work.visits, 5 * problem->n_contacts, "%s: %zu visits", outers[k][0],
                     work.visits);
        for (size_t form = 1; form < 3; ++form) {
            double *const q = test_sweep_with(outers[k][form], local, problem, NULL, 5, &other);
            cr_expect(memcmp(r, q, size) == 0, "%s, %s: other bits", outers[k][form], local);
            cr_expect(memcmp(&work, &other, sizeof work) == 0, "%s: other work", outers[k][form]);
            free(q);
        }
        free(r);
    }
}

Test(space, sweeps_make_the_same_bits_in_all_forms)
{
    for (unsigned long seed = 1; seed <= 5; ++seed) {
        test_packing packing;
        test_packing_pushed(&packing, seed, 17 * seed, 0.0, 0.3);
        check_bits("sal", packing.problem);
        check_bits("ebp", packing.problem);
        test_packing_free(&packing);
    }
}
