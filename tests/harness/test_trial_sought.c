/* Trials of another code on equal terms: its tolerance is sought, and its time is that of repeats.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"
#include "support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* A solver that misses the good r by so much of the tolerance that it is given. */
typedef struct script {
    const double *r;
    double miss;
    bool claims;
} script;

static bool solve(const ss_external_solver *self, double *r, const ss_external_task *task,
                  ss_external_claim *claim)
{
    const script *const s = task->options;
    (void)self;
    for (size_t k = 0; k < 3 * task->problem->n_contacts; ++k)
        r[k] = s->r[k] * (1.0 + s->miss * task->tol);
    *claim = (ss_external_claim){
        .iterations = 3, .error = task->tol, .cpu_s = 0.125, .converged = s->claims};
    return true;
}

static const ss_external_solver external = {
    .name = "external", .title = "of this test", .solve = solve};

static const double tol = 1e-6;

/* It misses by `miss` times what it is given. */
static ss_trial_result run(double miss, bool claims, bool sought, size_t repeats)
{
    static char label[] = "external";
    ss_error error = {0};
    ss_trial_result result;
    test_packing packing;
    test_solution good;
    test_packing_draw(&packing, 7, 8, true, NULL);
    ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
    const ss_problem *const problem = ss_block_problem_view(blocks);
    test_solve(&good, problem, "exact", 1e-13, 100000);
    script options = {good.r, miss, claims};
    const ss_choice choice = {.options = &options, .label = label, .external = &external};
    const ss_trial trial = {.solver = &choice,
                            .problem = problem,
                            .stop = &ss_estimator_e1,
                            .tol = tol,
                            .sought = sought,
                            .repeats = repeats,
                            .max_sweeps = 1000,
                            .timeout_s = 20.0};
    cr_assert(ss_trial_run(&trial, &result, &error), "%s", error.text);
    test_solution_free(&good);
    ss_block_problem_free(blocks);
    test_packing_free(&packing);
    return result;
}

/* The loosest tolerance of the ladder 1, 3, 10: E1 is in proportion, so it is near. */
static void expect_found(double miss)
{
    const ss_trial_result plain = run(miss, true, false, 1), found = run(miss, true, true, 1);
    const double e1 = found.report.values[SS_ESTIMATE_e1];
    cr_expect(fabs(plain.tol_given - tol) < 1e-18, "given %g", plain.tol_given);
    cr_expect_eq(found.outcome, SS_OUTCOME_SOLVED, "%s", ss_outcome_name(found.outcome));
    cr_expect(e1 <= tol && e1 > tol / 3.4, "a miss of %g: E1 %g with %g given", miss, e1,
              found.tol_given);
    cr_expect(fabs(found.error_claimed - found.tol_given) <= 1e-15 * found.tol_given);
}

Test(sought, the_loosest_tolerance_is_found)
{
    for (double miss = 1e-3; miss < 2e4; miss *= 7.0)
        expect_found(miss);
}

Test(sought, who_never_meets_it_has_the_tolerance_itself)
{
    const ss_trial_result modest = run(1e3, false, true, 4);
    cr_expect_eq(modest.outcome, SS_OUTCOME_MAX_SWEEPS, "%s", ss_outcome_name(modest.outcome));
    cr_expect(fabs(modest.tol_given - tol) < 1e-18, "given %g", modest.tol_given);
    const ss_trial_result hopeless = run(1e15, true, true, 4);
    cr_expect_neq(hopeless.outcome, SS_OUTCOME_SOLVED);
    cr_expect(fabs(hopeless.tol_given - tol) < 1e-18, "given %g", hopeless.tol_given);
}

Test(sought, repeats_have_a_median_and_quartiles)
{
    for (int sought = 0; sought < 2; ++sought) {
        const ss_trial_result once = run(1e-3, true, sought == 1, 0);
        cr_expect(once.repeats == 1 && isnan(once.cpu_s_q1) && isnan(once.cpu_s_q3));
        const ss_trial_result often = run(1e-3, true, sought == 1, 5);
        cr_expect_eq(often.repeats, 5);
        cr_expect(fabs(often.cpu_s - 0.125) < 1e-15 && fabs(often.cpu_s_q1 - 0.125) < 1e-15 &&
                  fabs(often.cpu_s_q3 - 0.125) < 1e-15);
        cr_expect_eq(often.sweeps, 3);
    }
}
