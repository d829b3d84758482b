/* Rigid bodies as FCLIB's global form and back: the same W and q, also where spins are counted in
 * axes that turn with the bodies; what is of no rigid bodies is refused by its number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/global_step.h"
#include "problems/contact/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A packing whose balls have become bodies of any shape: arms aside of the normals, inertias with
 * products; its walls move. */
static void make_step(ss_step_file *step)
{
    test_packing packing;
    ss_error error = {.code = SS_ERROR_NONE};
    test_packing_draw(&packing, 3, 20, true, NULL);
    cr_assert(ss_step_file_from_problem(step, packing.problem, NULL, &error), "%s", error.text);
    for (size_t b = 0; b < step->n_bodies; ++b) {
        const double J[6] = {3.0, 5.0 + (double)b, 4.0, 0.5, -0.3, 0.2};
        double *const v = step->field[SS_STEP_velocity_free] + 6 * b;
        const bool moves = step->field[SS_STEP_inverse_mass][b] > 0.0;
        memcpy(step->field[SS_STEP_inverse_inertia] + 6 * b, J, sizeof J);
        for (size_t k = 0; !moves && k < 6; ++k)
            v[k] = 0.1 * (double)k - 0.2;
    }
    for (size_t k = 0; k < 3 * step->n_contacts; ++k) {
        step->field[SS_STEP_arm_a][k] += 0.01 * (double)(k % 5);
        step->field[SS_STEP_arm_b][k] -= 0.01 * (double)(k % 7);
    }
    step->engine = strdup("a test");
    step->law = strdup("coulomb");
    test_packing_free(&packing);
}

static ss_block_problem *blocks_of(const ss_step_file *step)
{
    ss_posed_step posed;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_step_file_check(step, "a", &error) &&
                  ss_posed_step_create(&posed, step, "a", &error),
              "%s", error.text);
    ss_block_problem *const blocks = ss_block_problem_from_body(&posed.problem, &error);
    cr_assert(blocks != NULL, "%s", error.text);
    ss_posed_step_free(&posed);
    return blocks;
}

static void expect_same_problem(const ss_step_file *a, const ss_step_file *b, const char *what)
{
    ss_block_problem *const one = blocks_of(a), *const two = blocks_of(b);
    const ss_problem *const p = ss_block_problem_view(one), *const q = ss_block_problem_view(two);
    const size_t n = p->n_contacts, n_blocks = p->blocks->row_start[n];
    cr_assert(n == q->n_contacts && n_blocks == q->blocks->row_start[n]);
    cr_expect_arr_eq(p->blocks->column, q->blocks->column, n_blocks * sizeof *p->blocks->column);
    cr_expect_arr_eq(p->mu, q->mu, n * sizeof *p->mu);
    const double W = ss_norm_of(p->blocks->blocks, 9 * n_blocks), u = ss_norm_of(p->q, 3 * n);
    for (size_t k = 0; k < 9 * n_blocks; ++k)
        cr_assert_float_eq(p->blocks->blocks[k], q->blocks->blocks[k], 1e-13 * W, "%s: W", what);
    for (size_t k = 0; k < 3 * n; ++k)
        cr_assert_float_eq(p->q[k], q->q[k], 1e-13 * u, "%s: q", what);
    ss_block_problem_free(one);
    ss_block_problem_free(two);
}

/* Rows 3 to 5 of each body in axes turned by R: R^T of the rows, or of rows and columns. */
static void turn_rows(ss_triplets *A, const double *turns, bool columns)
{
    const size_t n = A->n;
    double *const dense = calloc(A->m * n, sizeof *dense), *const turned =
                                                               calloc(A->m * n, sizeof *turned);
    for (size_t e = 0; e < A->count; ++e)
        dense[(size_t)A->row[e] * n + (size_t)A->col[e]] += A->x[e];
    memcpy(turned, dense, A->m * n * sizeof *turned);
    for (size_t row = 0; row < A->m; ++row)
        for (size_t col = 0; row % 6 > 2 && col < n; ++col) {
            turned[row * n + col] = 0.0;
            for (size_t k = 0; k < 3; ++k) /* (R^T)_ik = R_ki */
                turned[row * n + col] += turns[9 * (row / 6) + 3 * k + row % 6 - 3] *
                                         dense[(row / 6 * 6 + 3 + k) * n + col];
        }
    memcpy(dense, turned, A->m * n * sizeof *turned);
    for (size_t row = 0; columns && row < A->m; ++row)
        for (size_t col = 0; col < n; ++col) {
            turned[row * n + col] = col % 6 > 2 ? 0.0 : dense[row * n + col];
            for (size_t k = 0; col % 6 > 2 && k < 3; ++k)
                turned[row * n + col] += dense[row * n + col / 6 * 6 + 3 + k] *
                                         turns[9 * (col / 6) + 3 * k + col % 6 - 3];
        }
    A->row = realloc(A->row, A->m * n * sizeof *A->row);
    A->col = realloc(A->col, A->m * n * sizeof *A->col);
    A->x = realloc(A->x, A->m * n * sizeof *A->x);
    A->count = 0;
    for (size_t k = 0; k < A->m * n; ++k)
        if (turned[k] != 0.0) {
            A->row[A->count] = (int64_t)(k / n);
            A->col[A->count] = (int64_t)(k % n);
            A->x[A->count++] = turned[k];
        }
    free(dense);
    free(turned);
}

static void turn_spins(ss_fclib_raw *raw)
{
    const size_t n = raw->M.m / 6;
    double *const turns = calloc(9 * n, sizeof *turns);
    for (size_t b = 0; b < n; ++b) {
        double q[4] = {1.0, 0.3 * (double)b - 1.0, 0.7, -0.2 * (double)b}, spin[3];
        const double length = ss_norm_of(q, 4);
        for (size_t k = 0; k < 4; ++k)
            q[k] /= length;
        ss_turn_matrix(turns + 9 * b, q);
        for (size_t k = 0; k < 3; ++k)
            spin[k] = turns[9 * b + k] * raw->f[6 * b + 3] +
                      turns[9 * b + 3 + k] * raw->f[6 * b + 4] +
                      turns[9 * b + 6 + k] * raw->f[6 * b + 5];
        memcpy(raw->f + 6 * b + 3, spin, sizeof spin);
    }
    turn_rows(&raw->M, turns, true);
    turn_rows(&raw->H, turns, false);
    free(turns);
}

Test(global_step, comes_back_as_the_same_problem)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_step_file made, back;
    ss_fclib_raw raw;
    make_step(&made);
    cr_assert(ss_global_from_step(&raw, &made, "a", &error), "%s", error.text);
    raw.title = strdup("t");
    cr_assert(ss_step_file_from_global(&back, &raw, "a", &error), "%s", error.text);
    expect_same_problem(&made, &back, "fixed axes");
    ss_step_file_free(&back);
    turn_spins(&raw);
    cr_assert(ss_step_file_from_global(&back, &raw, "a", &error), "%s", error.text);
    expect_same_problem(&made, &back, "axes of the bodies");
    ss_step_file_free(&back);
    ss_step_file_free(&made);
    ss_fclib_raw_free(&raw);
}

/* One entry changed, and the words of the refusal. */
static void expect_refusal(double *x, double value, ss_fclib_raw *raw, const char *words)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_step_file step;
    const double before = *x;
    *x = value;
    cr_expect_not(ss_step_file_from_global(&step, raw, "a", &error), "%s", words);
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, words) != NULL, "'%s', not '%s'",
              error.text, words);
    ss_step_file_free(&step);
    *x = before;
}

Test(global_step, others_are_refused)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_step_file made;
    ss_fclib_raw raw;
    size_t lower = 0;
    make_step(&made);
    cr_assert(ss_global_from_step(&raw, &made, "a", &error), "%s", error.text);
    raw.title = strdup("t");
    while (raw.H.row[lower] % 6 < 3)
        ++lower;
    expect_refusal(&raw.M.x[0], 7.0, &raw, "body 0 (from 0) is not rigid");
    expect_refusal(&raw.M.x[0], -1.0, &raw, "body 0 (from 0) is not rigid");
    expect_refusal(&raw.H.x[0], 9.0, &raw, "no orthonormal frame");
    expect_refusal(&raw.H.x[lower], 9.0, &raw, "that no arms make");
    /* M couples two bodies */
    raw.M.col[0] += 6;
    expect_refusal(&raw.M.x[0], raw.M.x[0], &raw, "shares an entry of M with another");
    raw.M.col[0] -= 6;
    /* a body that cannot turn has no J */
    for (size_t k = 0; k < 6; ++k)
        made.field[SS_STEP_inverse_inertia][k] = 0.0;
    ss_fclib_raw_free(&raw);
    cr_expect_not(ss_global_from_step(&raw, &made, "a", &error));
    cr_expect(strstr(error.text, "cannot turn") != NULL, "%s", error.text);
    ss_fclib_raw_free(&raw);
    ss_step_file_free(&made);
}
