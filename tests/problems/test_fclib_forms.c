/* The meaning of the format: three forms of a matrix, any order, sums of duplicates, two
 * dimensions, condensation of a mass matrix that is not diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"
#include "tests/support/files.h"
#include "tests/support/hdf5_files.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

/* Every test is a process: static data is not shared. */
static char path[128];

static void setup(void)
{
    test_files_begin();
    snprintf(path, sizeof path, "%s", test_path("problem.hdf5"));
}

TestSuite(forms, .init = setup, .fini = test_files_end);

static const int forms[3] = {test_triplets, test_columns, test_rows};

static const ss_problem *read_file(ss_fclib_problem *p)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_fclib_read(p, path, &error), "%s", error.text);
    return ss_block_problem_view(p->blocks);
}

enum { n = 9, most = 200 };

/* A random sparse matrix of three contacts as a list of entries in random order. Numbers are
 * multiples of 1/8, so that sums are exact in any order; one entry in four comes in two parts. */
typedef struct list {
    int row[most], col[most], count;
    double x[most], dense[n * n];
    test_matrix matrix;
} list;

static void append(list *l, int i, int j, double x)
{
    l->row[l->count] = i;
    l->col[l->count] = j;
    l->x[l->count++] = x;
    l->dense[n * i + j] += x;
}

static void shuffle(list *l, gsl_rng *rng)
{
    for (int k = l->count - 1; k > 0; --k) {
        const int other = (int)gsl_rng_uniform_int(rng, (unsigned long)k + 1);
        const int i = l->row[k], j = l->col[k];
        const double x = l->x[k];
        l->row[k] = l->row[other], l->col[k] = l->col[other], l->x[k] = l->x[other];
        l->row[other] = i, l->col[other] = j, l->x[other] = x;
    }
}

static void make_list(list *l, gsl_rng *rng)
{
    *l = (list){0};
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double x = (double)gsl_rng_uniform_int(rng, 64) / 8.0 - (i == j ? -4.0 : 4.0);
            if (i == j || gsl_rng_uniform(rng) < 0.4)
                append(l, i, j, x);
            if (gsl_rng_uniform(rng) < 0.25)
                append(l, i, j, i == j ? 0.125 : -x / 2.0);
        }
    shuffle(l, rng);
    l->matrix = (test_matrix){n, n, l->count, 0, l->row, l->col, l->x};
}

Test(forms, all_forms_of_a_matrix_are_one)
{
    static const double q[n] = {-1, 2, 3, -4, 5, 6, -7, 8, 9}, mu[3] = {0.0, 0.5, 1e3};
    gsl_rng *const rng = test_rng(11);
    for (int k = 0; k < 300; ++k) {
        list l;
        make_list(&l, rng);
        l.matrix.slack = k % 5;
        ss_fclib_problem p;
        test_local_file(path, 3, &l.matrix, forms[k % 3], q, mu);
        const ss_problem *const problem = read_file(&p);
        double *const W = test_dense(problem);
        TEST_REQUIRE(test_distance(W, l.dense, n * n) == 0.0, "matrix %d: W", k);
        TEST_REQUIRE(memcmp(problem->q, q, sizeof q) == 0, "matrix %d: q", k);
        TEST_REQUIRE(memcmp(problem->mu, mu, sizeof mu) == 0, "matrix %d: mu", k);
        free(W);
        ss_fclib_free(&p);
    }
    gsl_rng_free(rng);
}

/* Of triplets i is the row: an unsymmetric matrix tells. */
Test(forms, triplets_have_rows_in_i)
{
    static const int row[] = {0, 1, 2, 0}, col[] = {0, 1, 2, 2};
    static const double x[] = {1, 2, 3, 0.5}, q[3] = {-1, 0, 0}, mu[1] = {0.3};
    const test_matrix W = {3, 3, 4, 0, row, col, x};
    test_local_file(path, 3, &W, test_triplets, q, mu);
    ss_fclib_problem p;
    const ss_problem *const problem = read_file(&p);
    cr_expect(problem->W_cc[2] == 0.5 && problem->W_cc[6] == 0.0);
    cr_expect_str_eq(p.title, "a test");
    cr_expect_str_eq(p.description, "");
    cr_expect_eq(problem->rho_bar[0], 1.0);
    ss_fclib_free(&p);
}

/* The rank of W by what `describe` says, wherever its largest numbers stand. */
Test(forms, the_rank_of_a_file_is_told)
{
    static const struct {
        double W[9];
        const char *wanted;
    } cases[] = {{{1, 0, 0, 0, 2, 0, 0, 0, 4}, "rank of W: 3 of 3 (full"},
                 {{1, 3, 0, -5, 1, 0, 0, 7, 1}, "rank of W: 3 of 3 (full"},
                 {{1, 2, 0, 2, 4, 0, 0, 0, 1}, "rank of W: 2 of 3 ("},
                 {{2, 1, 0, 8, 4, 1, 0, 0, 1e-13}, "rank of W: 2 of 3 ("},
                 {{1, 2, 4, 1, 2, 4, 1, 2, 4}, "rank of W: 1 of 3 ("}};
    static const int row[] = {0, 0, 0, 1, 1, 1, 2, 2, 2}, col[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    static const double q[3] = {-1, 0, 0}, mu[1] = {0.3};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        const test_matrix W = {3, 3, 9, 0, row, col, cases[k].W};
        char *text = NULL;
        size_t size = 0;
        FILE *const out = open_memstream(&text, &size);
        test_local_file(path, 3, &W, test_rows, q, mu);
        cr_assert(ss_frozen_describe(path, out, &error), "%s", error.text);
        fclose(out);
        cr_expect_not_null(strstr(text, cases[k].wanted), "not '%s': %s", cases[k].wanted, text);
        free(text);
    }
}

/* -0 stays -0: to the bit. */
Test(forms, zeros_keep_their_sign)
{
    static const int row[] = {0, 0, 1, 2}, col[] = {0, 1, 1, 2};
    static const double x[] = {1, -0.0, 2, 3}, q[3] = {-0.0, 0, 0}, mu[1] = {0.3};
    const test_matrix W = {3, 3, 4, 0, row, col, x};
    test_local_file(path, 3, &W, test_rows, q, mu);
    ss_fclib_problem p;
    const ss_problem *const problem = read_file(&p);
    cr_expect(signbit(problem->W_cc[1]) && !signbit(problem->W_cc[2]) && signbit(problem->q[0]));
    ss_fclib_free(&p);
}

/* Integers of other widths and 32-bit or big-endian reals hold the same numbers. */
Test(forms, other_widths_are_converted)
{
    static const int row[] = {0, 1, 2}, col[] = {0, 1, 2};
    static const double x[] = {1, 2, 3}, q[3] = {-1.5, 0.25, 8}, mu[1] = {0.25};
    const test_matrix W = {3, 3, 3, 0, row, col, x};
    test_local_file(path, 3, &W, test_rows, q, mu);
    const hid_t file = test_h5_edit(path);
    const int p[] = {0, 1, 2, 3}, size = 3;
    test_h5_put(file, "/fclib_local/W/p", H5T_STD_U8BE, H5T_NATIVE_INT, p, 4);
    test_h5_put(file, "/fclib_local/W/i", H5T_STD_I64LE, H5T_NATIVE_INT, p, 3);
    test_h5_put(file, "/fclib_local/W/m", H5T_STD_I16BE, H5T_NATIVE_INT, &size, 1);
    test_h5_put(file, "/fclib_local/vectors/q", H5T_IEEE_F32BE, H5T_NATIVE_DOUBLE, q, 3);
    test_h5_close(file);
    ss_fclib_problem f;
    const ss_problem *const problem = read_file(&f);
    cr_expect(problem->q[0] == -1.5 && problem->q[1] == 0.25 && problem->W_cc[8] == 3.0);
    ss_fclib_free(&f);
}

Test(forms, compressed_chunks_are_read)
{
    static const int row[] = {0, 1, 2}, col[] = {0, 1, 2};
    static const double x[] = {1, 2, 3}, q[3] = {-1.5, 0.25, 8}, mu[1] = {0.25};
    const test_matrix W = {3, 3, 3, 0, row, col, x};
    test_local_file(path, 3, &W, test_rows, q, mu);
    const hid_t file = test_h5_edit(path), plan = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t extent = 3, chunk = 2;
    const hid_t space = H5Screate_simple(1, &extent, NULL);
    H5Pset_chunk(plan, 1, &chunk);
    H5Pset_deflate(plan, 6);
    test_h5_delete(file, "/fclib_local/vectors/q");
    const hid_t id = H5Dcreate2(file, "/fclib_local/vectors/q", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                plan, H5P_DEFAULT);
    cr_assert(H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, q) >= 0);
    H5Dclose(id);
    H5Sclose(space);
    H5Pclose(plan);
    test_h5_close(file);
    ss_fclib_problem f;
    const ss_problem *const problem = read_file(&f);
    cr_expect_eq(memcmp(problem->q, q, sizeof q), 0);
    ss_fclib_free(&f);
}

/* Two contacts in 2D: blocks of two, the third component decoupled. */
Test(forms, two_dimensions_are_embedded)
{
    static const double A[16] = {3, 1, 5, 6, 1, 2, 7, 8, 0.5, 9, 4, 1, 10, 11, 2, 6};
    static const double q[4] = {-1, 2, -3, 4}, mu[2] = {0.5, 0.6};
    int row[16], col[16];
    for (int k = 0; k < 16; ++k) {
        row[k] = k / 4;
        col[k] = k % 4;
    }
    const test_matrix W = {4, 4, 16, 0, row, col, A};
    for (int k = 0; k < 3; ++k) {
        ss_fclib_problem p;
        test_local_file(path, 2, &W, forms[k], q, mu);
        const ss_problem *const problem = read_file(&p);
        double *const dense = test_dense(problem);
        cr_expect(p.spacedim == 2 && problem->n_contacts == 2);
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) {
                const double third = i != j ? 0.0 : i == 2 ? 2.5 : 5.0;
                const bool plane = i % 3 < 2 && j % 3 < 2;
                const double x = plane ? A[4 * (2 * (i / 3) + i % 3) + 2 * (j / 3) + j % 3] : third;
                cr_expect_eq(dense[6 * i + j], x, "W[%d][%d] is %g", i, j, dense[6 * i + j]);
            }
        for (int i = 0; i < 6; ++i)
            cr_expect_eq(problem->q[i], i % 3 < 2 ? q[2 * (i / 3) + i % 3] : 0.0);
        cr_expect(problem->mu[1] == 0.6 && problem->rho_bar[1] == 0.25);
        free(dense);
        ss_fclib_free(&p);
    }
}

/* rhs columns of M^-1 by GSL: X = M^-1 B, B of n rows and `m` columns. */
static void solve_dense(double *X, const double *M, const double *B, size_t m)
{
    double copy[n * n], b[n];
    int sign = 0;
    memcpy(copy, M, sizeof copy);
    gsl_matrix_view A = gsl_matrix_view_array(copy, n, n);
    gsl_permutation *const order = gsl_permutation_alloc(n);
    gsl_linalg_LU_decomp(&A.matrix, order, &sign);
    for (size_t j = 0; j < m; ++j) {
        for (size_t i = 0; i < n; ++i)
            b[i] = B[i * m + j];
        gsl_vector_view v = gsl_vector_view_array(b, n);
        gsl_linalg_LU_svx(&A.matrix, order, &v.vector);
        for (size_t i = 0; i < n; ++i)
            X[i * m + j] = b[i];
    }
    gsl_permutation_free(order);
}

/* W = H^T M^-1 H and q = w + H^T M^-1 f from dense matrices of nine rows and columns. */
static void check_condensed(const ss_problem *p, const double *M, const double *H, const double *f,
                            const double *w, int k)
{
    double X[n * n], v[n], W[n * n] = {0}, q[n];
    solve_dense(X, M, H, n);
    solve_dense(v, M, f, 1);
    for (size_t i = 0; i < n; ++i) {
        q[i] = w[i];
        for (size_t l = 0; l < n; ++l) {
            q[i] += H[l * n + i] * v[l];
            for (size_t j = 0; j < n; ++j)
                W[i * n + j] += H[l * n + i] * X[l * n + j];
        }
    }
    double *const ours = test_dense(p);
    TEST_REQUIRE(test_distance(ours, W, n * n) <= 1e-12 * test_norm(W, n * n), "problem %d: W", k);
    TEST_REQUIRE(test_distance(p->q, q, n) <= 1e-12 * test_norm(q, n), "problem %d: q", k);
    free(ours);
}

/* M a diagonally dominant unsymmetric matrix, H with a strong diagonal, so that W_nn > 0. */
static void strengthen(list *l, double by)
{
    for (int i = 0; i < n; ++i)
        append(l, i, i, by);
    l->matrix.count = l->count;
}

Test(forms, unsymmetric_mass_matrices_are_condensed)
{
    static const double f[n] = {1, -2, 3, 4, -5, 6, 7, 8, -9}, w[n] = {-1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const double mu[3] = {0.1, 0.2, 0.3};
    gsl_rng *const rng = test_rng(12);
    for (int k = 0; k < 100; ++k) {
        list M, H;
        make_list(&M, rng);
        make_list(&H, rng);
        strengthen(&M, 64.0);
        strengthen(&H, 64.0);
        const test_global global = {3, M.matrix, H.matrix, f, w, mu};
        test_global_file(path, &global, forms[k % 3]);
        ss_fclib_problem p;
        const ss_problem *const problem = read_file(&p);
        check_condensed(problem, M.dense, H.dense, f, w, k);
        cr_expect(p.global);
        ss_fclib_free(&p);
    }
    gsl_rng_free(rng);
}

/* A block-diagonal M that is not diagonal: contacts of different bodies do not meet in W. */
Test(forms, condensed_W_stays_sparse)
{
    static const int row[] = {0, 1, 2, 0, 3, 4, 5, 4}, col[] = {0, 1, 2, 1, 3, 4, 5, 3};
    static const double x[] = {2, 2, 2, 1, 4, 4, 4, 1}, ones[] = {1, 1, 1, 1, 1, 1};
    static const int diagonal[] = {0, 1, 2, 3, 4, 5};
    static const double f[6] = {0}, w[6] = {-1, 0, 0, -1, 0, 0}, mu[2] = {0.1, 0.2};
    const test_global global = {
        3, {6, 6, 8, 0, row, col, x}, {6, 6, 6, 0, diagonal, diagonal, ones}, f, w, mu};
    test_global_file(path, &global, test_triplets);
    ss_fclib_problem p;
    const ss_problem *const problem = read_file(&p);
    cr_expect_eq(problem->blocks->row_start[2], 2, "%zu blocks", problem->blocks->row_start[2]);
    ss_fclib_free(&p);
}

static double rho_bar_by(const char *choice)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_frozen frozen = {.rho_bar = NULL};
    void *const params = malloc(ss_problem_file.params.size);
    cr_assert_not_null(params);
    ss_options_defaults(&ss_problem_file.params, params);
    cr_assert(ss_options_set(&ss_problem_file.params, params, "", "rho-bar", choice, &error) &&
                  ss_frozen_open(&frozen, path, params, &error),
              "%s", error.text);
    const double rho_bar = frozen.problem.rho_bar[0];
    ss_frozen_free(&frozen);
    free(params);
    return rho_bar;
}

/* The reduced mass of a block [2 3; 1 2] is that of its symmetric part [2 2; 2 2], which alone is
 * in r.W r: its eigenvalues are 0 and 4, those of either triangle are others. */
Test(forms, rho_bar_of_an_unsymmetric_block)
{
    static const int row[] = {0, 0, 1, 1, 2}, col[] = {0, 1, 0, 1, 2};
    static const double x[] = {2, 3, 1, 2, 1}, q[3] = {-1, 0, 0}, mu[1] = {0.3};
    const test_matrix W = {3, 3, 5, 0, row, col, x};
    test_local_file(path, 3, &W, test_rows, q, mu);
    cr_expect_float_eq(rho_bar_by("lambda"), 0.25, 1e-15);
    cr_expect_float_eq(rho_bar_by("auto"), 0.25, 1e-15);
    cr_expect_eq(rho_bar_by("normal"), 0.5);
}
