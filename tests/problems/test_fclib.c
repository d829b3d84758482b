/* Real files: every number against libfclib's reading, global files against their local twins.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib.h"
#include "tests/support/hdf5_files.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#ifdef SS_HAVE_FCLIB
#include <fclib.h>
#endif

/* The k-th folder of FCLIB files, with `local` and `global` in it: ours, then the one that the
 * environment variable SS_FCLIB_DATA names, if any; NULL past the last. */
static const char *data_folder(size_t k)
{
    return k == 0 ? SS_SOURCE_DIR "/problems/data" : k == 1 ? getenv("SS_FCLIB_DATA") : NULL;
}

static void read_file(ss_fclib_problem *p, const char *path)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_fclib_read(p, path, &error), "%s", error.text);
}

#ifdef SS_HAVE_FCLIB
/* libfclib's matrix as a dense one, n x n. */
static double *dense_of_fclib(const struct fclib_matrix *A)
{
    const size_t n = (size_t)A->n;
    double *const W = calloc(n * n + 1, sizeof *W);
    cr_assert_eq(A->nz, -2, "only compressed rows are here");
    for (size_t row = 0; row < n; ++row)
        for (int k = A->p[row]; k < A->p[row + 1]; ++k)
            W[row * n + (size_t)A->i[k]] = A->x[k];
    return W;
}

static void same_as_libfclib(const char *path)
{
    ss_fclib_problem ours;
    read_file(&ours, path);
    char writable[4096];
    snprintf(writable, sizeof writable, "%s", path);
    struct fclib_local *const theirs = fclib_read_local(writable);
    const ss_problem *const p = ss_block_problem_view(ours.blocks);
    const size_t n = (size_t)theirs->W->n;
    double *const ours_W = test_dense(p), *const theirs_W = dense_of_fclib(theirs->W);
    cr_assert_eq(3 * p->n_contacts, n);
    cr_expect_eq(ours.spacedim, theirs->spacedim);
    cr_expect_not(ours.global);
    cr_expect_eq(memcmp(ours_W, theirs_W, n * n * sizeof(double)), 0, "%s: W", path);
    cr_expect_eq(memcmp(p->q, theirs->q, n * sizeof(double)), 0, "%s: q", path);
    cr_expect_eq(memcmp(p->mu, theirs->mu, n / 3 * sizeof(double)), 0, "%s: mu", path);
    cr_expect_str_eq(ours.title, theirs->info->title);
    cr_expect_str_eq(ours.description, theirs->info->description);
    cr_expect_str_eq(ours.math_info, theirs->info->math_info);
    fclib_delete_local(theirs);
    free(theirs);
    free(ours_W);
    free(theirs_W);
    ss_fclib_free(&ours);
}

Test(fclib, local_files_read_as_libfclib_reads_them)
{
    for (size_t k = 0; data_folder(k) != NULL; ++k) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/local", data_folder(k));
        const size_t n = test_each_file(folder, same_as_libfclib);
        cr_expect(k > 0 || n >= 10, "%zu files in %s", n, folder);
    }
}
#endif

/* rho_bar is 1/W_nn, W_cc the diagonal blocks, q and mu finite: what solvers start from. */
static void is_sound(const char *path)
{
    ss_fclib_problem f;
    read_file(&f, path);
    const ss_problem *const p = ss_block_problem_view(f.blocks);
    const size_t n = 3 * p->n_contacts;
    double *const W = test_dense(p);
    for (size_t c = 0; c < p->n_contacts; ++c) {
        TEST_REQUIRE(p->rho_bar[c] == 1.0 / W[3 * c * n + 3 * c], "%s: rho_bar %zu", path, c);
        for (size_t e = 0; e < 9; ++e)
            TEST_REQUIRE(p->W_cc[9 * c + e] == W[(3 * c + e / 3) * n + 3 * c + e % 3],
                         "%s: W_cc of %zu", path, c);
    }
    cr_expect_not(f.own_rho_bar);
    free(W);
    ss_fclib_free(&f);
}

Test(fclib, problems_are_sound)
{
    for (size_t k = 0; data_folder(k) != NULL; ++k) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/local", data_folder(k));
        test_each_file(folder, is_sound);
        snprintf(folder, sizeof folder, "%s/global", data_folder(k));
        test_each_file(folder, is_sound);
    }
}

/* |a - b| <= 1e-14 |b|, componentwise bounds being pointless after cancellation. */
static void expect_close(const double *a, const double *b, size_t n, const char *what,
                         const char *path)
{
    const double distance = test_distance(a, b, n), size = test_norm(b, n);
    cr_expect(distance <= 1e-14 * size, "%s: %s is off by %g of %g", path, what, distance, size);
}

static void condenses_to_twin(const char *path)
{
    char twin_path[4096];
    const char *const name = strrchr(path, '/') + 1;
    const char *const folder = strstr(path, "/global/");
    snprintf(twin_path, sizeof twin_path, "%.*s/local/%s", (int)(folder - path), path, name);
    ss_fclib_problem f, twin;
    read_file(&f, path);
    read_file(&twin, twin_path);
    const ss_problem *const p = ss_block_problem_view(f.blocks);
    const ss_problem *const t = ss_block_problem_view(twin.blocks);
    const size_t n = 3 * p->n_contacts;
    double *const W = test_dense(p), *const V = test_dense(t);
    cr_assert_eq(p->n_contacts, t->n_contacts);
    cr_expect(f.global && !twin.global);
    expect_close(W, V, n * n, "W", path);
    expect_close(p->q, t->q, n, "q", path);
    cr_expect_eq(memcmp(p->mu, t->mu, p->n_contacts * sizeof(double)), 0);
    /* r is declared in these files, but nothing was written into it */
    cr_expect(f.n_guesses == 1 && f.r == NULL && f.u != NULL);
    free(W);
    free(V);
    ss_fclib_free(&f);
    ss_fclib_free(&twin);
}

Test(fclib, global_files_condense_to_their_local_twins)
{
    for (size_t k = 0; data_folder(k) != NULL; ++k) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/global", data_folder(k));
        const size_t n = test_each_file(folder, condenses_to_twin);
        cr_expect(k > 0 || n >= 1, "%zu files in %s", n, folder);
    }
}
