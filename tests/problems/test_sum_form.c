/* Restitution written on the mean and on the sum of the velocities ([M] 6.1 and 7.3) is one law:
 * the same motion; the sum keeps W symmetric.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>

typedef struct posed {
    test_packing packing;
    test_solution solution;
} posed;

/* The same state, in the form of this restitution, posed and solved. */
static void pose(posed *p, const test_packing *state, const char *problem, const char *settings,
                 const char *restitution)
{
    char all[160];
    ss_bodies *const bodies = &p->packing.scene.bodies;
    const ss_bodies *const from = &state->scene.bodies;
    snprintf(all, sizeof all, "%s,restitution=%s", settings, restitution);
    test_scene_create(&p->packing, problem, all, 1);
    memcpy(bodies->x, from->x, 3 * from->n * sizeof *from->x);
    memcpy(bodies->v, from->v, 6 * from->n * sizeof *from->v);
    memcpy(bodies->orientation, from->orientation, 4 * from->n * sizeof *from->x);
    p->packing.scene.time = state->scene.time;
    test_packing_pose(&p->packing);
    test_solve_still(&p->solution, p->packing.problem, "exact", NULL, 200000);
}

static void free_posed(posed *p)
{
    test_solution_free(&p->solution);
    test_packing_free(&p->packing);
}

/* W as a dense matrix over its largest number, and how far it is from symmetric. */
static gsl_matrix *dense(const ss_problem *problem, double *skew)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, &error);
    cr_assert_not_null(blocks, "%s", error.text);
    const ss_block_form *const form = ss_block_problem_view(blocks)->blocks;
    const size_t n = 3 * problem->n_contacts;
    gsl_matrix *const W = gsl_matrix_calloc(n, n);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t i = 0; i < 9; ++i)
                gsl_matrix_set(W, 3 * c + i / 3, 3 * form->column[k] + i % 3,
                               form->blocks[9 * k + i]);
    ss_block_problem_free(blocks);
    gsl_matrix_scale(W, 1.0 / gsl_matrix_max(W));
    *skew = 0.0;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < i; ++k)
            *skew = fmax(*skew, fabs(gsl_matrix_get(W, i, k) - gsl_matrix_get(W, k, i)));
    return W;
}

static void check_matrices(const posed *mean, const posed *sum, const char *problem)
{
    double skew_mean, skew_sum;
    gsl_matrix_free(dense(mean->packing.problem, &skew_mean));
    gsl_matrix *const W = dense(sum->packing.problem, &skew_sum);
    cr_expect(skew_mean > 0.01 && skew_sum <= 1e-14,
              "%s: W of the mean is off by %g, of the sum %g", problem, skew_mean, skew_sum);
    gsl_vector_view diagonal = gsl_matrix_diagonal(W);
    gsl_vector_add_constant(&diagonal.vector, 1e-8);
    gsl_error_handler_t *const before = gsl_set_error_handler_off();
    cr_expect_eq(gsl_linalg_cholesky_decomp1(W), GSL_SUCCESS, "%s: W is not definite", problem);
    gsl_set_error_handler(before);
    gsl_matrix_free(W);
}

/* u of the sum is (1 + e) o u of the mean; the impulses, where they are unique, and the velocities
 * are the same. */
static void check_forms(const char *problem, const char *settings, size_t steps, bool unique)
{
    test_packing state;
    posed mean, sum;
    test_scene_create(&state, problem, settings, 1);
    test_packing_advance(&state, "exact", steps);
    pose(&mean, &state, problem, settings, "mended");
    pose(&sum, &state, problem, settings, "sum");
    const size_t n = mean.solution.n;
    cr_assert(n > 20 && sum.solution.n == n, "%s: %zu contacts", problem, n / 3);
    check_matrices(&mean, &sum, problem);
    const double r = test_distance(mean.solution.r, sum.solution.r, n);
    cr_expect(!unique || r <= 1e-9 * test_norm(sum.solution.r, n), "%s: r differs by %g of %g",
              problem, r, test_norm(sum.solution.r, n));
    ss_step_finish(mean.packing.step, mean.solution.r);
    ss_step_finish(sum.packing.step, sum.solution.r);
    const ss_bodies *const bodies = &sum.packing.scene.bodies;
    const size_t n_v = 6 * bodies->n_moving;
    const double v = test_distance(mean.packing.scene.bodies.v, bodies->v, n_v);
    const ss_scene_params *const params = &sum.packing.scene.params;
    const double speed = test_norm(bodies->v, n_v) + params->gravity * params->h;
    cr_expect(v <= 1e-9 * speed, "%s: v differs by %g of %g", problem, v, speed);
    free_posed(&mean);
    free_posed(&sum);
    test_packing_free(&state);
}

Test(sum_form, moves_as_the_mean_does)
{
    check_forms("shaken-cylinder", "start=0.04,balls=120,e_n=0.4,e_n-wall=0.5,e_t=0.2,tol=1e-5",
                300, true);
    check_forms("segregation", "start=0.04,balls=60,e_n=0.5,e_t=0.3,tol=1e-5", 420, true);
    check_forms("block-stack", "e_n=0.5,e_t=0.2", 3, false);
}
