/* The factorization by panels against UMFPACK's, and where it is left to UMFPACK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/block_factor.h"
#include "problems/base/memory.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <sys/resource.h>

enum { MOST = 60, BLOCKS = 6 * MOST, ROWS = 6 * MOST };

typedef struct matrix {
    uint32_t row[BLOCKS], col[BLOCKS];
    double x[36 * BLOCKS];
    ss_blocks A;
} matrix;

/* Diagonal blocks, then pairs anywhere, both ways or, by chance, one way alone; some in one place.
 */
static void draw_pattern(matrix *m, size_t size, size_t n, gsl_rng *rng)
{
    size_t count = 0;
    for (; count < n; ++count)
        m->row[count] = m->col[count] = (uint32_t)count;
    while (count + 2 <= 5 * n) {
        const uint32_t i = (uint32_t)gsl_rng_uniform_int(rng, n);
        const uint32_t j = (uint32_t)gsl_rng_uniform_int(rng, n);
        m->row[count] = i;
        m->col[count++] = j;
        if (gsl_rng_uniform(rng) < 0.8) {
            m->row[count] = j;
            m->col[count++] = i;
        }
    }
    m->A = (ss_blocks){size, n, count, m->row, m->col, m->x};
}

static void draw_values(matrix *m, double diagonal, gsl_rng *rng)
{
    const size_t b = m->A.size;
    for (size_t k = 0; k < b * b * m->A.count; ++k) {
        const bool is_diagonal = k / (b * b) < m->A.n && k % (b * b) % (b + 1) == 0;
        m->x[k] = test_uniform(rng, -1.0, 1.0) + (is_diagonal ? diagonal : 0.0);
    }
}

/* Each row times a number of either sign, of sizes up to 10^decades and down to its inverse. */
static void scale_rows(matrix *m, double decades, gsl_rng *rng)
{
    const size_t b = m->A.size;
    double scale[ROWS];
    for (size_t i = 0; i < b * m->A.n; ++i)
        scale[i] = (gsl_rng_uniform(rng) < 0.5 ? -1.0 : 1.0) *
                   pow(10.0, test_uniform(rng, -decades, decades));
    for (size_t k = 0; k < b * b * m->A.count; ++k)
        m->x[k] *= scale[b * m->row[k / (b * b)] + k % (b * b) / b];
}

static ss_triplets make_list(const matrix *m)
{
    const size_t b = m->A.size, count = b * b * m->A.count;
    ss_triplets list = {.m = b * m->A.n, .n = b * m->A.n, .count = count};
    list.row = calloc(count, sizeof *list.row);
    list.col = calloc(count, sizeof *list.col);
    list.x = calloc(count, sizeof *list.x);
    for (size_t k = 0; k < count; ++k) {
        list.row[k] = (int64_t)(b * m->row[k / (b * b)] + k % (b * b) / b);
        list.col[k] = (int64_t)(b * m->col[k / (b * b)] + k % b);
        list.x[k] = m->x[k];
    }
    return list;
}

/* The largest of |b - A x| over sum |A_ij| |x_j| + |b|, by rows. */
static double error_of(const ss_triplets *A, const double *x, const double *b)
{
    double rest[ROWS], reach[ROWS], error = 0.0;
    for (size_t i = 0; i < A->m; ++i) {
        rest[i] = b[i];
        reach[i] = fabs(b[i]);
    }
    for (size_t k = 0; k < A->count; ++k) {
        rest[A->row[k]] -= A->x[k] * x[A->col[k]];
        reach[A->row[k]] += fabs(A->x[k] * x[A->col[k]]);
    }
    for (size_t i = 0; i < A->m; ++i)
        error = fmax(error, reach[i] > 0.0 ? fabs(rest[i]) / reach[i] : 0.0);
    return error;
}

/* x and the sign of the determinant as UMFPACK has them; x as far off as `far` allows. */
static void expect_umfpack(ss_block_factor *factor, const matrix *m, double far, gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_triplets list = make_list(m);
    ss_factor *const other = ss_factor_create("a test", &error);
    double b[ROWS], x[ROWS];
    for (size_t i = 0; i < list.m; ++i)
        b[i] = test_uniform(rng, -1.0, 1.0);
    cr_assert(ss_factor_compute(other, &list, &error), "%s", error.text);
    cr_assert(ss_block_factor_solve(factor, x, b, SS_FACTOR_ONCE, &error), "%s", error.text);
    cr_expect(error_of(&list, x, b) <= far, "error %g", error_of(&list, x, b));
    cr_expect_eq(ss_block_factor_facts_of(factor).determinant_sign,
                 ss_factor_facts_of(other).determinant_sign);
    ss_factor_free(other);
    ss_triplets_free(&list);
}

Test(block_factor, solves_as_umfpack_and_analyses_a_pattern_once)
{
    gsl_rng *const rng = test_rng(8);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factor = ss_block_factor_create("a test", &error);
    static matrix m;
    for (size_t pattern = 1; pattern <= 60; ++pattern) {
        const size_t size = pattern % 6 + 1, n = 1 + gsl_rng_uniform_int(rng, MOST);
        draw_pattern(&m, size, n, rng);
        for (size_t k = 0; k < 3; ++k) {
            draw_values(&m, k == 0 ? 8.0 : 1.0, rng);
            scale_rows(&m, k == 2 ? 30.0 : 0.0, rng);
            cr_assert(ss_block_factor_compute(factor, &m.A, &error), "%s", error.text);
            cr_expect_eq(ss_block_factor_facts_of(factor).analyses, pattern);
            expect_umfpack(factor, &m, 1e-9, rng);
        }
    }
    ss_block_factor_free(factor);
    gsl_rng_free(rng);
}

/* Diagonal blocks of zeros, as of walls alone: the pivots are in other blocks' rows. */
Test(block_factor, leaves_to_umfpack_what_its_pivots_cannot_do)
{
    gsl_rng *const rng = test_rng(9);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factor = ss_block_factor_create("a test", &error);
    static matrix m;
    const double tiny[] = {0.0, 1e-300, 1e-15};
    for (size_t k = 0; k < 60; ++k) {
        const size_t n = 40;
        m.A = (ss_blocks){3, n, 3 * n, m.row, m.col, m.x};
        for (size_t e = 0; e < 3 * n; ++e) { /* pairs of blocks that need each other's rows */
            m.row[e] = (uint32_t)(e % n);
            m.col[e] = (uint32_t)(e < n ? e : e < 2 * n ? (e % n) ^ 1u : (e % n + 2) % n);
        }
        draw_values(&m, 0.0, rng);
        for (size_t e = 0; e < 9 * n; ++e)
            m.x[e] *= tiny[k % 3];
        for (size_t e = 9 * 2 * n; e < 9 * 3 * n; ++e)
            m.x[e] *= 1e-3;
        cr_assert(ss_block_factor_compute(factor, &m.A, &error), "%s", error.text);
        expect_umfpack(factor, &m, 1e-9, rng);
    }
    ss_block_factor_free(factor);
    gsl_rng_free(rng);
}

Test(block_factor, a_singular_matrix_is_an_error_and_the_next_is_factored)
{
    gsl_rng *const rng = test_rng(10);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factor = ss_block_factor_create("a test", &error);
    double b[ROWS] = {1.0}, x[ROWS];
    static matrix m;
    cr_expect(!ss_block_factor_solve(factor, x, b, SS_FACTOR_ONCE, &error) &&
              error.code == SS_ERROR_DATA);
    cr_expect(!ss_block_factor_pivot(factor, &error) && error.code == SS_ERROR_DATA);
    error = (ss_error){SS_ERROR_NONE, ""};
    draw_pattern(&m, 3, 20, rng);
    memset(m.x, 0, sizeof m.x);
    cr_expect(!ss_block_factor_compute(factor, &m.A, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "a test is singular") != NULL, "%s",
              error.text);
    cr_expect(!ss_block_factor_solve(factor, x, b, SS_FACTOR_ONCE, &error));
    m.x[0] = NAN;
    cr_expect(!ss_block_factor_compute(factor, &m.A, &error));
    draw_values(&m, 4.0, rng);
    cr_assert(ss_block_factor_compute(factor, &m.A, &error));
    expect_umfpack(factor, &m, 1e-11, rng);
    ss_block_factor_free(factor);
    gsl_rng_free(rng);
}

Test(block_factor, gives_the_same_bits_after_another_matrix)
{
    gsl_rng *const rng = test_rng(11);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factors[2] = {ss_block_factor_create("a test", &error),
                                         ss_block_factor_create("a test", &error)};
    static matrix m, other;
    double b[ROWS], x[2][ROWS];
    for (size_t i = 0; i < ROWS; ++i)
        b[i] = test_uniform(rng, -1.0, 1.0);
    draw_pattern(&m, 6, MOST, rng);
    draw_values(&m, 2.0, rng);
    draw_pattern(&other, 3, MOST, rng);
    draw_values(&other, 2.0, rng);
    cr_assert(ss_block_factor_compute(factors[1], &other.A, &error));
    for (size_t k = 0; k < 2; ++k) {
        cr_assert(ss_block_factor_compute(factors[k], &m.A, &error));
        cr_assert(ss_block_factor_solve(factors[k], x[k], b, SS_FACTOR_ONCE, &error));
    }
    cr_expect_arr_eq(x[0], x[1], sizeof x[0]);
    for (size_t k = 0; k < 2; ++k)
        ss_block_factor_free(factors[k]);
    gsl_rng_free(rng);
}

/* Of an arrow of blocks, which does not fill in where the first comes last. */
Test(block_factor, counts_what_it_costs)
{
    enum { N = 20, B = 6 };
    gsl_rng *const rng = test_rng(12);
    static matrix m;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factor = ss_block_factor_create("a test", &error);
    double b[B * N] = {1.0}, x[B * N];
    for (uint32_t k = 0; k < 3 * N - 2; ++k) {
        m.row[k] = k < N ? k : (k < 2 * N - 1 ? 0 : k - 2 * N + 2);
        m.col[k] = k < N ? k : (k < 2 * N - 1 ? k - N + 1 : 0);
    }
    m.A = (ss_blocks){B, N, 3 * N - 2, m.row, m.col, m.x};
    draw_values(&m, 10.0, rng);
    cr_assert(ss_block_factor_compute(factor, &m.A, &error), "%s", error.text);
    cr_assert(ss_block_factor_solve(factor, x, b, SS_FACTOR_ONCE, &error), "%s", error.text);
    const ss_factor_facts cost = ss_block_factor_facts_of(factor);
    const size_t entries = 36 * (3 * N - 2), rows = B * N;
    cr_expect_eq(cost.entries, entries, "%zu entries", cost.entries);
    cr_expect_eq(cost.bytes, entries * sizeof(double));
    cr_expect(cost.peak_bytes > cost.bytes);
    /* 2/3 w^3 + 4 w^3 each but of the last two blocks, which are one supernode */
    const double flops = 216.0 * (2.0 / 3.0 * (N - 2 + 8) + 4.0 * (N - 2));
    cr_expect(fabs((double)cost.compute_flops - flops) < 1.0, "%zu flops", cost.compute_flops);
    cr_expect_eq(cost.compute_moves, cost.foreseen_moves);
    const double moves = 2.0 * (double)entries + 30.0 * (double)rows + flops / 128.0;
    cr_expect(fabs((double)cost.compute_moves - moves) < 2.0);
    cr_expect_eq(cost.analyse_moves, 200 * m.A.count);
    cr_expect_eq(cost.solve_flops, 2 * entries);
    cr_expect_eq(cost.solve_moves, entries / 2);
    ss_block_factor_free(factor);
    gsl_rng_free(rng);
}

#ifndef __SANITIZE_ADDRESS__ /* which takes address space for itself */
/* All bodies touch: the pattern is full. */
Test(block_factor, factors_that_do_not_fit_are_an_error_that_says_how_large_they_are)
{
    enum { N = 300 };
    const rlim_t room = 20 << 20; /* bytes; the factors take 25 MiB */
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_factor *const factor = ss_block_factor_create("a test", &error);
    double *const x = calloc(36 * N * N, sizeof *x);
    uint32_t *const row = calloc(N * N, sizeof *row), *const col = calloc(N * N, sizeof *col);
    for (uint32_t k = 0; k < N * N; ++k) {
        row[k] = k / N;
        col[k] = k % N;
    }
    const ss_blocks A = {6, N, N * N, row, col, x};
    setrlimit(RLIMIT_AS, &(struct rlimit){ss_memory_held() + room, RLIM_INFINITY});
    cr_expect(!ss_block_factor_analyse(factor, &A, &error));
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    cr_expect(error.code == SS_ERROR_MEMORY &&
                  strstr(error.text, "a test: 1800 unknowns, 24.7 MiB for the numbers") != NULL,
              "%s", error.text);
    free(x);
    free(row);
    free(col);
    ss_block_factor_free(factor);
}
#endif
