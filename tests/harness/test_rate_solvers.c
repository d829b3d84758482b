/* The tails of solvers on problems for which theory says what they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOST = 4000 };

/* E1 after each sweep of a solve. */
typedef struct record {
    const ss_problem *problem;
    double errors[MOST];
    size_t n, cap;
} record;

static ss_seen see(void *self, ss_iterate *at)
{
    record *const it = self;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    const ss_rules rules = {.stop = &ss_estimator_e1, .tol = 1e-14};
    cr_assert(ss_referee_judge(it->problem, ss_iterate_read(at), &rules, &report, &error), "%s",
              error.text);
    it->errors[it->n++] = report.values[SS_ESTIMATE_e1];
    return (ss_seen){it->n == it->cap || report.outcome == SS_OUTCOME_SOLVED,
                     report.values[SS_ESTIMATE_e1], rules.tol};
}

static record it;
static double scratch[3 * MOST];

static ss_profile_tail tail_of(const char *outer, const char *options, const char *local,
                               const ss_problem *problem, size_t cap)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_work work = {0};
    test_outer m = test_outer_make(outer, options, local);
    it = (record){.problem = problem, .cap = cap};
    cr_assert(
        ss_solver_prepare(m.solver, problem, &error) != NULL &&
            ss_solver_run(m.solver, problem, (ss_watch){.see = see, .self = &it}, &work, &error),
        "%s", error.text);
    test_outer_unmake(&m);
    return ss_profile_rate_tail(it.errors, it.n, scratch);
}

/* The tail is one of these, "a|b". */
static void expect_tail(const char *what, ss_profile_tail tail, const char *kinds)
{
    char errors[200] = "";
    for (size_t k = 0; k < it.n && k < 12; ++k)
        snprintf(errors + strlen(errors), sizeof errors - strlen(errors), " %.1e", it.errors[k]);
    cr_expect_not_null(strstr(kinds, tail.kind), "%s: %s (%s), not %s; %zu sweeps:%s", what,
                       tail.kind, tail.note, kinds, it.n, errors);
}

/* A contact that slides. */
static void pose_sliding(test_contact *contact)
{
    *contact = (test_contact){.W = {2, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1},
                              .q = {-1.0, 2.0, 0.7},
                              .mu = 0.4,
                              .rho_bar = 0.5};
    test_contact_pose(contact);
}

/* A mass between two walls, so inclined that their friction cones touch along one line: forces that
 * squeeze it along that line are in balance, and there is no other. */
static ss_block_problem *wedge(const double v[3], double mu)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays a;
    ss_block_problem *const problem = ss_block_problem_create(2, 4, &a, &error);
    const double c = 1.0 / hypot(1.0, mu), s = mu * c;
    const double H[6][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {-c, s, 0}, {-s, -c, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 6; ++i) {
        a.q[i] = H[i][0] * v[0] + H[i][1] * v[1] + H[i][2] * v[2];
        for (size_t j = 0; j < 6; ++j)
            a.blocks[9 * (2 * (i / 3) + j / 3) + 3 * (i % 3) + j % 3] =
                H[i][0] * H[j][0] + H[i][1] * H[j][1] + H[i][2] * H[j][2];
    }
    for (size_t k = 0; k < 4; ++k)
        a.column[k] = k % 2;
    a.mu[0] = a.mu[1] = mu;
    a.row_start[1] = 2;
    a.row_start[2] = 4;
    cr_assert(ss_block_problem_finish(problem, &error), "%s", error.text);
    return problem;
}

Test(rate_solvers, one_contact)
{
    test_contact contact;
    pose_sliding(&contact);
    expect_tail("sal", tail_of("nlgs", "", "sal", &contact.problem, 500), "linear");
    expect_tail("admm", tail_of("admm", "", "", &contact.problem, 500), "linear");
    expect_tail("ebp", tail_of("nlgs", "", "ebp[cap=1,fallback=no]", &contact.problem, 500),
                "quadratic");
}

/* One Newton iteration a sweep, on contacts that stick, slide and open, where Z is smooth. Three
 * sweeps before rounding are few: what is not seen is none, and where the constant of the errors
 * has not settled yet it is superlinear, which is true of it too. */
Test(rate_solvers, newton_is_quadratic)
{
    static const char *const solvers[] = {"ebp[cap=1,fallback=no]", "eal[cap=1,fallback=no]"};
    gsl_rng *const rng = test_rng(7);
    size_t quadratic = 0, superlinear = 0;
    for (size_t k = 0; k < 200; ++k) {
        test_contact contact;
        ss_check_lone_contact_draw(&contact, rng, true, 1.0);
        const ss_profile_tail tail = tail_of("nlgs", "", solvers[k % 2], &contact.problem, 30);
        expect_tail(solvers[k % 2], tail, "quadratic|superlinear|none");
        quadratic += strcmp(tail.kind, "quadratic") == 0;
        superlinear += strcmp(tail.kind, "superlinear") == 0;
    }
    cr_expect(quadratic >= 50 && 10 * superlinear <= quadratic, "%zu and %zu of 200", quadratic,
              superlinear);
    gsl_rng_free(rng);
}

/* Sweeps and ADMM are linear where the statuses are settled; Anderson's mixing with a window is
 * r-linear, no slower than the sweeps (Toth and Kelley 2015), so its errors may jump: linear, or no
 * straight range. */
Test(rate_solvers, packings)
{
    for (unsigned long seed = 1; seed <= 8; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_check_cluster cluster = {.step = NULL};
        cr_assert(ss_check_blocks_random(&cluster, seed, &error), "%s", error.text);
        const ss_problem *const problem = cluster.problem;
        expect_tail("exact", tail_of("nlgs", "", "exact", problem, 2000), "linear");
        expect_tail("admm", tail_of("admm", "", "", problem, 2000), "linear");
        expect_tail("anderson", tail_of("nlgs-anderson", "", "exact", problem, 2000),
                    "linear|none");
        ss_check_cluster_free(&cluster);
    }
}

/* It slides along both walls and neither presses nor leaves: r = 0 and u_n = 0, no status is
 * strict. */
Test(rate_solvers, a_degenerate_limit_is_sublinear)
{
    const double along[3] = {0.0, 0.0, 1.0}, into[3] = {0.0, -1.0, 0.3};
    ss_block_problem *const degenerate = wedge(along, 0.5), *const strict = wedge(into, 0.5);
    expect_tail("admm", tail_of("admm", "", "", ss_block_problem_view(degenerate), 2000),
                "sublinear");
    expect_tail("admm", tail_of("admm", "", "", ss_block_problem_view(strict), 2000), "linear");
    ss_block_problem_free(degenerate);
    ss_block_problem_free(strict);
}

/* The proximal point is superlinear as its weight falls (Rockafellar 1976); it ends before many
 * sweeps are seen. */
Test(rate_solvers, proximal_point_is_superlinear)
{
    size_t superlinear = 0;
    for (unsigned long seed = 1; seed <= 16; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_check_cluster cluster = {.step = NULL};
        cr_assert(ss_check_blocks_random(&cluster, seed, &error), "%s", error.text);
        const ss_profile_tail tail = tail_of("ppa-newton", "", "", cluster.problem, 300);
        expect_tail("ppa-newton", tail, "superlinear|quadratic|none");
        superlinear += strcmp(tail.kind, "none") != 0;
        ss_check_cluster_free(&cluster);
    }
    cr_expect_geq(superlinear, 6, "%zu of 16", superlinear);
}
