/* Siconos' solvers in isolation against our estimators; built only where Siconos is.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"
#include "problems/base/child.h"
#include "solvers/external/siconos.h"
#include "support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The child's handover; r follows, and then the velocities. */
typedef struct result {
    bool ran;
    ss_external_claim claim;
    double full_error; /* Siconos' own, of r */
    double r[];
} result;

typedef struct job {
    const ss_external_solver *solver;
    const ss_problem *problem;
    const ss_siconos_options *options;
    double tol;
    size_t cap;
} job;

static int solve(void *shared, void *context)
{
    const job *const j = context;
    result *const out = shared;
    ss_siconos_module module;
    const ss_external_task task = {j->problem, j->tol, j->cap, j->options};
    if (j->solver != NULL)
        out->ran = j->solver->solve(j->solver, out->r, &task, &out->claim);
    if (!ss_siconos_load(&module))
        return 1;
    out->full_error = module.full_error(j->problem, out->r);
    return 0;
}

static size_t result_size(const ss_problem *problem)
{
    return sizeof(result) + 3 * problem->n_contacts * sizeof(double);
}

/* Start from r (NULL: 0). Release with ss_child_unshare. */
static result *run(const job *j, const double *r)
{
    const ss_child_limits limits = {.wall_s = 60.0, .address_bytes = (size_t)4 << 30};
    const char *const name = j->solver != NULL ? j->solver->name : "full error";
    ss_child_ending ending;
    ss_error error = {0};
    job copy = *j;
    result *const out = ss_child_share(result_size(j->problem), &error);
    cr_assert_not_null(out);
    if (r != NULL)
        memcpy(out->r, r, 3 * j->problem->n_contacts * sizeof *r);
    cr_assert(ss_child_run(&limits, solve, out, &copy, &ending, &error), "%s", error.text);
    cr_assert(ending.how == SS_CHILD_EXITED && ending.code == 0, "%s: %d, %d: %s", name,
              (int)ending.how, ending.code, ending.message);
    return out;
}

typedef struct judgement {
    double e1, siconos_rel;
} judgement;

static judgement judge(const ss_problem *problem, const double *r)
{
    double *const u = malloc((3 * problem->n_contacts + 1) * sizeof *u);
    test_velocity(u, problem, r);
    const ss_evidence evidence = {problem, r, u, u};
    const judgement found = {ss_estimator_value(&ss_estimator_e1, &evidence),
                             ss_estimator_value(&ss_estimator_siconos_rel, &evidence)};
    free(u);
    return found;
}

/* To 1e-10, but for the rounding of u = W r + q and of r - proj(r - u), both relative to the norm
 * that the error is divided by. */
static void expect_same_error(double ours, double theirs, const char *name)
{
    cr_expect(fabs(ours - theirs) <= 1e-10 * theirs + 1e-15, "%s: ours %.17g, Siconos' %.17g", name,
              ours, theirs);
}

static void check_solver(const ss_external_solver *solver, const ss_problem *problem,
                         const ss_siconos_options *options)
{
    const job j = {solver, problem, options, 1e-10, 20000};
    result *const out = run(&j, NULL);
    const judgement found = judge(problem, out->r);
    cr_expect(out->ran && out->claim.converged, "%s does not converge", solver->name);
    cr_expect(found.e1 <= 1e-7, "%s: e1 = %g", solver->name, found.e1);
    cr_expect(out->claim.iterations > 0 && out->claim.error <= 1e-10 && out->claim.cpu_s >= 0.0,
              "%s claims %zu iterations, error %g, %g s", solver->name, out->claim.iterations,
              out->claim.error, out->claim.cpu_s);
    expect_same_error(found.siconos_rel, out->full_error, solver->name);
    ss_child_unshare(out, result_size(problem));
}

/* Fields 0: as Siconos has them. Spheres have W_nt = 0, where the quartic in the angle is NaN; and
 * rho = 1 suits no W but one of about that size. */
static void check_all(const ss_problem *problem, int polynomial)
{
    const ss_siconos_options options = {.polynomial = polynomial,
                                        .initial_rho = SS_SICONOS_RHO_NORM_INF};
    for (size_t k = 0; ss_external_solver_at(k) != NULL; ++k)
        check_solver(ss_external_solver_at(k), problem, &options);
}

Test(siconos, each_solver_solves_packings_of_spheres)
{
    for (unsigned long seed = 1; seed <= 4; ++seed) {
        ss_error error = {0};
        test_packing p;
        test_packing_draw(&p, seed, 6 + 4 * seed, true, NULL);
        ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
        check_all(ss_block_problem_view(blocks), SS_SICONOS_QUARTIC_NU);
        ss_block_problem_free(blocks);
        test_packing_free(&p);
    }
}

/* Coupled blocks in a chain, made by hand: W is dominated by its diagonal. */
enum { CHAIN = 6 };

typedef struct chain {
    double q[3 * CHAIN], mu[CHAIN], W_cc[9 * CHAIN], rho_bar[CHAIN], blocks[27 * CHAIN];
    size_t row_start[CHAIN + 1], column[3 * CHAIN];
    ss_block_form form;
    ss_problem problem;
} chain;

static void make_chain(chain *s, gsl_rng *rng, double scale)
{
    size_t n_blocks = 0;
    for (size_t c = 0; c < CHAIN; ++c) {
        s->mu[c] = test_uniform(rng, 0.1, 0.8);
        test_full_block(rng, s->W_cc + 9 * c, scale, 5.0, 0.0);
        s->rho_bar[c] = 1.0 / s->W_cc[9 * c];
        for (size_t k = 0; k < 3; ++k)
            s->q[3 * c + k] = test_uniform(rng, -1.0, k == 0 ? 0.2 : 1.0);
        s->row_start[c] = n_blocks;
        for (size_t b = c > 0 ? c - 1 : 0; b <= c + 1 && b < CHAIN; ++b, ++n_blocks)
            for (size_t e = 0; e < 9; ++e)
                s->blocks[9 * n_blocks + e] =
                    b == c ? s->W_cc[9 * c + e] : scale * 0.01 * (double)((e + c + b) % 5);
        for (size_t b = c > 0 ? c - 1 : 0, k = s->row_start[c]; k < n_blocks; ++k, ++b)
            s->column[k] = b;
    }
    s->row_start[CHAIN] = n_blocks;
    s->form = (ss_block_form){s->row_start, s->column, s->blocks};
    s->problem = (ss_problem){.n_contacts = CHAIN,
                              .dim = 3,
                              .q = s->q,
                              .mu = s->mu,
                              .rho_bar = s->rho_bar,
                              .W_cc = s->W_cc,
                              .form = SS_FORM_BLOCKS,
                              .blocks = &s->form};
}

Test(siconos, each_solver_solves_coupled_blocks)
{
    gsl_rng *const rng = test_rng(9);
    for (int k = 0; k < 4; ++k) {
        chain s;
        make_chain(&s, rng, 1.0);
        check_all(&s.problem, SS_SICONOS_QUARTIC_ANGLE);
    }
    gsl_rng_free(rng);
}

/* Away from any solution nothing cancels: to 1e-10 without more ado. */
Test(siconos, our_relative_error_is_theirs)
{
    gsl_rng *const rng = test_rng(11);
    for (int k = 0; k < 40; ++k) {
        chain s;
        double r[3 * CHAIN];
        make_chain(&s, rng, test_log_uniform(rng, 1e-6, 1e6));
        for (size_t i = 0; i < 3 * CHAIN; ++i)
            r[i] = test_log_uniform(rng, 1e-6, 1e3) * test_uniform(rng, -1.0, 1.0);
        const job j = {NULL, &s.problem, NULL, 0.0, 0};
        result *const out = run(&j, r);
        const double ours = judge(&s.problem, r).siconos_rel;
        cr_expect(fabs(ours - out->full_error) <= 1e-10 * ours, "ours %.17g, Siconos' %.17g", ours,
                  out->full_error);
        ss_child_unshare(out, result_size(&s.problem));
    }
    gsl_rng_free(rng);
}

/* All norms below DBL_EPSILON: Siconos does not divide. Every norm in its turn the largest. */
Test(siconos, our_scaling_is_theirs)
{
    static const double scales[][3] = {
        {1.0, 1e-9, 1e-3}, {1e-9, 1.0, 1e-3}, {1e-9, 1.0, 1e6}, {1e-20, 1e-20, 1.0}};
    gsl_rng *const rng = test_rng(12);
    for (size_t k = 0; k < sizeof scales / sizeof scales[0]; ++k) {
        chain s;
        double r[3 * CHAIN];
        make_chain(&s, rng, scales[k][2]);
        for (size_t i = 0; i < 3 * CHAIN; ++i) {
            s.q[i] *= scales[k][0];
            r[i] = scales[k][1] * test_uniform(rng, -1.0, 1.0);
        }
        const job j = {NULL, &s.problem, NULL, 0.0, 0};
        result *const out = run(&j, r);
        const double ours = judge(&s.problem, r).siconos_rel;
        cr_expect(fabs(ours - out->full_error) <= 1e-10 * ours, "%zu: ours %.17g, Siconos' %.17g",
                  k, ours, out->full_error);
        ss_child_unshare(out, result_size(&s.problem));
    }
    gsl_rng_free(rng);
}

/* Measured facts about Siconos, so that we notice when they change. */
Test(siconos, the_quartic_in_the_angle_fails_on_spheres)
{
    gsl_rng *const rng = test_rng(2);
    chain s;
    make_chain(&s, rng, 1.0);
    for (size_t c = 0; c < CHAIN; ++c)
        s.row_start[c + 1] = c + 1;
    for (size_t c = 0; c < CHAIN; ++c) {
        const double W[9] = {1.0, 0.0, 0.0, 0.0, 3.5, 0.0, 0.0, 0.0, 3.5};
        s.column[c] = c;
        memcpy(s.blocks + 9 * c, W, sizeof W);
        s.q[3 * c] = -0.1;
    }
    const ss_siconos_options options = {0};
    ss_error error = {0};
    const job j = {ss_external_solver_find("siconos-nsgs-quartic", &error), &s.problem, &options,
                   1e-8, 100};
    result *const out = run(&j, NULL);
    cr_expect(out->ran && !out->claim.converged && isnan(judge(&s.problem, out->r).e1));
    ss_child_unshare(out, result_size(&s.problem));
    gsl_rng_free(rng);
}
