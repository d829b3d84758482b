/* The sparse factorization against GSL's dense one, and what it keeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/factor.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_randist.h>

enum { N = 12, EXTRA = 40, COUNT = 2 * N + EXTRA };

typedef struct sparse {
    int64_t row[COUNT], col[COUNT];
    double x[COUNT];
    ss_triplets A;
} sparse;

/* A strong diagonal, each entry in two halves, and entries anywhere, some in one place. */
static void draw_pattern(sparse *s, gsl_rng *rng)
{
    for (int64_t k = 0; k < COUNT; ++k) {
        s->row[k] = k < 2 * N ? k / 2 : (int64_t)gsl_rng_uniform_int(rng, N);
        s->col[k] = k < 2 * N ? k / 2 : (int64_t)gsl_rng_uniform_int(rng, N);
    }
    s->A = (ss_triplets){N, N, COUNT, s->row, s->col, s->x};
}

static void draw_values(sparse *s, gsl_rng *rng)
{
    for (size_t k = 0; k < COUNT; ++k)
        s->x[k] = test_uniform(rng, -1.0, 1.0) + (k < 2 * N ? 4.0 : 0.0);
}

static gsl_matrix *make_dense(const sparse *s, bool transposed)
{
    gsl_matrix *const A = gsl_matrix_calloc(N, N);
    for (size_t k = 0; k < COUNT; ++k) {
        const size_t i = (size_t)(transposed ? s->col[k] : s->row[k]);
        const size_t j = (size_t)(transposed ? s->row[k] : s->col[k]);
        gsl_matrix_set(A, i, j, gsl_matrix_get(A, i, j) + s->x[k]);
    }
    return A;
}

static void solve_dense(double *x, const sparse *s, const double *b, bool transposed)
{
    gsl_matrix *const A = make_dense(s, transposed);
    gsl_permutation *const p = gsl_permutation_alloc(N);
    gsl_vector_view solution = gsl_vector_view_array(x, N);
    const gsl_vector_const_view right = gsl_vector_const_view_array(b, N);
    int sign = 0;
    gsl_linalg_LU_decomp(A, p, &sign);
    gsl_linalg_LU_solve(A, p, &right.vector, &solution.vector);
    gsl_permutation_free(p);
    gsl_matrix_free(A);
}

static void expect_gsl(ss_factor *factor, const sparse *s, gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    double b[N], x[N], dense[N];
    for (int transposed = 0; transposed < 2; ++transposed) {
        for (size_t i = 0; i < N; ++i)
            b[i] = test_uniform(rng, -1.0, 1.0);
        cr_assert(ss_factor_solve(factor, x, b,
                                  transposed ? SS_FACTOR_TRANSPOSED : SS_FACTOR_REFINED, &error),
                  "%s", error.text);
        solve_dense(dense, s, b, transposed);
        cr_expect(test_distance(x, dense, N) <= 1e-13 * test_norm(dense, N));
    }
}

Test(factor, solves_as_gsl_and_analyses_a_pattern_once)
{
    gsl_rng *const rng = test_rng(5);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_factor *const factor = ss_factor_create("a test", &error);
    for (size_t pattern = 1; pattern <= 3; ++pattern) {
        sparse s;
        draw_pattern(&s, rng);
        for (int k = 0; k < 3; ++k) {
            draw_values(&s, rng);
            cr_assert(ss_factor_compute(factor, &s.A, &error), "%s", error.text);
            expect_gsl(factor, &s, rng);
            cr_expect_eq(ss_factor_facts_of(factor).analyses, pattern);
        }
    }
    ss_factor_free(factor);
    gsl_rng_free(rng);
}

Test(factor, a_singular_matrix_is_an_error_and_leaves_the_factor_as_it_was)
{
    gsl_rng *const rng = test_rng(6);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_factor *const factor = ss_factor_create("a test", &error);
    sparse s;
    double b[N] = {1.0}, x[N];
    cr_expect(!ss_factor_solve(factor, x, b, SS_FACTOR_REFINED, &error) &&
              error.code == SS_ERROR_DATA);
    error = (ss_error){SS_ERROR_NONE, ""};
    draw_pattern(&s, rng);
    draw_values(&s, rng);
    cr_assert(ss_factor_compute(factor, &s.A, &error));
    sparse zeros = s;
    zeros.A = (ss_triplets){N, N, COUNT, zeros.row, zeros.col, zeros.x};
    memset(zeros.x, 0, sizeof zeros.x);
    cr_expect(!ss_factor_compute(factor, &zeros.A, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "a test is singular") != NULL, "%s",
              error.text);
    expect_gsl(factor, &s, rng);
    ss_factor_free(factor);
    gsl_rng_free(rng);
}

static int dense_sign(const sparse *s)
{
    gsl_matrix *const A = make_dense(s, false);
    gsl_permutation *const p = gsl_permutation_alloc(N);
    int sign = 0;
    gsl_linalg_LU_decomp(A, p, &sign);
    sign = gsl_linalg_LU_sgndet(A, sign);
    gsl_permutation_free(p);
    gsl_matrix_free(A);
    return sign;
}

/* Rows in another order, each times a number of either sign and any size. */
static void shuffle_rows(sparse *s, gsl_rng *rng)
{
    size_t place[N];
    double scale[N];
    for (size_t i = 0; i < N; ++i) {
        place[i] = i;
        scale[i] = test_uniform(rng, 0.0, 1.0) < 0.5 ? -1.0 : 1.0;
        scale[i] *= pow(10.0, test_uniform(rng, -40.0, 40.0));
    }
    gsl_ran_shuffle(rng, place, N, sizeof *place);
    for (size_t k = 0; k < COUNT; ++k) {
        s->x[k] *= scale[s->row[k]];
        s->row[k] = (int64_t)place[s->row[k]];
    }
}

Test(factor, tells_the_sign_of_the_determinant)
{
    gsl_rng *const rng = test_rng(7);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_factor *const factor = ss_factor_create("a test", &error);
    size_t negative = 0;
    cr_expect_eq(ss_factor_facts_of(factor).determinant_sign, 0);
    for (int k = 0; k < 200; ++k) {
        sparse s;
        draw_pattern(&s, rng);
        draw_values(&s, rng);
        if (k % 4 != 0)
            shuffle_rows(&s, rng);
        cr_assert(ss_factor_compute(factor, &s.A, &error), "%s", error.text);
        const int sign = ss_factor_facts_of(factor).determinant_sign;
        cr_expect_eq(sign, dense_sign(&s), "matrix %d", k);
        negative += sign < 0;
    }
    cr_expect(negative > 50 && negative < 150, "%zu of them negative", negative);
    ss_factor_free(factor);
    gsl_rng_free(rng);
}

/* Of an arrow: the first row, the first column and the diagonal, which does not fill in. */
Test(factor, counts_what_it_costs)
{
    sparse s = {.A = {N, N, 3 * N - 2, s.row, s.col, s.x}};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_factor *const factor = ss_factor_create("a test", &error);
    double b[N] = {1.0}, x[N];
    cr_expect(ss_factor_facts_of(factor).entries == 0 && ss_factor_facts_of(factor).bytes == 0);
    for (size_t k = 0; k < s.A.count; ++k) {
        s.row[k] = k < N ? (int64_t)k : (k < 2 * N - 1 ? 0 : (int64_t)(k - 2 * N + 2));
        s.col[k] = k < N ? (int64_t)k : (k < 2 * N - 1 ? (int64_t)(k - N + 1) : 0);
        s.x[k] = k < N ? 4.0 * N : 1.0;
    }
    cr_assert(ss_factor_compute(factor, &s.A, &error), "%s", error.text);
    cr_assert(ss_factor_solve(factor, x, b, SS_FACTOR_REFINED, &error), "%s", error.text);
    const ss_factor_facts cost = ss_factor_facts_of(factor);
    cr_expect_eq(cost.entries, 2 * (2 * N - 1), "%zu entries", cost.entries);
    cr_expect_eq(cost.compute_flops, 3 * (N - 1), "%zu flops", cost.compute_flops);
    cr_expect(cost.solve_flops >= 2 * cost.entries - N && cost.solve_flops < 40 * cost.entries,
              "%zu flops of a solve", cost.solve_flops);
    cr_expect_eq(cost.solve_moves, cost.solve_flops / 2);
    const size_t numbers = 15 * cost.entries + 270 * N + cost.compute_flops / 64;
    cr_expect_eq(cost.compute_moves, numbers, "%zu moves", cost.compute_moves);
    cr_expect_eq(cost.analyse_moves, 35 * (3 * N - 2), "%zu moves", cost.analyse_moves);
    cr_expect(cost.bytes >= cost.entries * sizeof(double) && cost.peak_bytes > cost.bytes);
    ss_factor_free(factor);
}
