/* Files that we write: all comes back to the bit, libfclib reads it, the same problem gives the
 * same bytes, and nothing is written over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/files/fclib.h"
#include "solvers/parts/symmetry.h"
#include "tests/support/files.h"
#include "tests/support/hdf5_files.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef SS_HAVE_FCLIB
#include <fclib.h>
#endif

/* Every test is a process: static data is not shared. */
static char path[128], other[128];

static void setup(void)
{
    test_files_begin();
    snprintf(path, sizeof path, "%s", test_path("problem.hdf5"));
    snprintf(other, sizeof other, "%s", test_path("other.hdf5"));
}

TestSuite(fclib_write, .init = setup, .fini = test_files_end);

static const ss_fclib_text text = {"a title",
                                   "a \"description\",\nof two lines \xc3\xa9",
                                   "unknown",
                                   "stickslip 0.1.0, balls-4, step 1",
                                   "scene=balls-4,step=1",
                                   NULL};

static void write_file(const char *name, const ss_problem *p, const double *r, const double *u)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_fclib_write(name, p, &text, r, u, &error), "%s", error.text);
}

static const ss_problem *read_file(ss_fclib_problem *p, const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_fclib_read(p, name, &error), "%s", error.text);
    return ss_block_problem_view(p->blocks);
}

static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void expect_equal(const ss_problem *a, const ss_problem *b, const char *name)
{
    const size_t n = a->n_contacts, real = sizeof(double);
    cr_assert_eq(n, b->n_contacts);
    const size_t n_blocks = a->blocks->row_start[n];
    cr_expect(same(a->q, b->q, 3 * n * real), "%s: q", name);
    cr_expect(same(a->mu, b->mu, n * real), "%s: mu", name);
    cr_expect(same(a->W_cc, b->W_cc, 9 * n * real), "%s: W_cc", name);
    cr_expect(same(a->rho_bar, b->rho_bar, n * real), "%s: rho_bar", name);
    cr_expect(same(a->blocks->row_start, b->blocks->row_start, (n + 1) * sizeof(size_t)));
    cr_assert_eq(n_blocks, b->blocks->row_start[n]);
    cr_expect(same(a->blocks->column, b->blocks->column, n_blocks * sizeof(size_t)), "%s", name);
    cr_expect(same(a->blocks->blocks, b->blocks->blocks, 9 * n_blocks * real), "%s: W", name);
}

/* Read, write, read again. */
static void goes_round(const char *name)
{
    ss_fclib_problem first, second;
    const ss_problem *const p = read_file(&first, name);
    remove(path);
    write_file(path, p, p->q, p->q);
    expect_equal(p, read_file(&second, path), name);
    cr_expect(second.own_rho_bar && second.spacedim == first.spacedim && !second.global);
    cr_expect(same(second.r, p->q, 3 * p->n_contacts * sizeof *p->q));
    cr_expect(same(second.u, p->q, 3 * p->n_contacts * sizeof *p->q));
    cr_expect_str_eq(second.title, text.title);
    cr_expect_str_eq(second.description, text.description);
    cr_expect_str_eq(second.math_info, text.math_info);
    cr_expect_str_eq(second.provenance, text.provenance);
    cr_expect_str_eq(second.state, text.state);
    ss_fclib_free(&first);
    ss_fclib_free(&second);
}

Test(fclib_write, problems_come_back_to_the_bit)
{
    cr_expect(test_each_file(SS_SOURCE_DIR "/problems/data/local", goes_round) > 0);
    cr_expect(test_each_file(SS_SOURCE_DIR "/problems/data/global", goes_round) > 0);
}

/* Two dimensions stay two, with a solution; of a scene in a plane every bit needs three. */
Test(fclib_write, two_dimensions_come_back_to_the_bit)
{
    static const double A[16] = {3, 1, 5, 6, 1, 2, 7, 8, 0.5, 9, 4, 1, 10, 11, 2, 6};
    static const double q[4] = {-1, 2, -3, 4}, mu[2] = {0.5, 0.6};
    static const double embedded[6] = {-1, 2, 0, -3, 4, 0};
    test_packing planar;
    ss_fclib_problem frozen;
    int row[16], col[16];
    for (int k = 0; k < 16; ++k) {
        row[k] = k / 4;
        col[k] = k % 4;
    }
    const test_matrix W = {4, 4, 16, 0, row, col, A};
    test_local_file(other, 2, &W, test_rows, q, mu);
    goes_round(other);
    ss_fclib_problem file;
    read_file(&file, path);
    cr_expect(file.spacedim == 2 && same(file.r, embedded, sizeof embedded));
#ifdef SS_HAVE_FCLIB
    struct fclib_local *const local = fclib_read_local(path);
    cr_expect(local->spacedim == 2 && local->W->n == 4 && same(local->W->x, A, sizeof A));
    cr_expect(same(local->q, q, sizeof q) && same(local->mu, mu, sizeof mu));
    fclib_delete_local(local);
    free(local);
#endif
    ss_fclib_free(&file);
    test_scene_create(&planar, "block-stack", "", 1);
    test_packing_pose(&planar);
    remove(path);
    write_file(path, planar.problem, NULL, NULL);
    const ss_problem *const p = read_file(&frozen, path);
    cr_expect(planar.problem->dim == 2 && frozen.spacedim == 3);
    cr_expect(same(p->W_cc, planar.problem->W_cc, 9 * p->n_contacts * sizeof *p->W_cc));
    ss_fclib_free(&frozen);
    test_packing_free(&planar);
}

static void make_packing(test_packing *p, unsigned long seed)
{
    gsl_rng *const rng = test_rng(seed);
    ss_scene_params params = test_scene_params();
    params.e_n = 0.3;
    params.e_t = 0.6;
    test_packing_create(p, rng, 3 + seed, seed % 2 == 0, &params);
    test_packing_pose(p);
    gsl_rng_free(rng);
}

/* A frozen scene is the scene's problem: W_cc, q, mu and rho_bar to the bit, u = W r + q to
 * rounding (the sums have another order). */
Test(fclib_write, a_frozen_scene_is_its_problem)
{
    gsl_rng *const rng = test_rng(5);
    for (unsigned long seed = 1; seed <= 20; ++seed) {
        test_packing packing;
        make_packing(&packing, seed);
        const ss_problem *const body = packing.problem;
        const size_t n = 3 * body->n_contacts, size = n * sizeof(double);
        double *const r = malloc(size), *const u = malloc(size), *const v = malloc(size);
        ss_fclib_problem frozen;
        for (size_t k = 0; k < n; ++k)
            r[k] = test_uniform(rng, -1.0, 1.0);
        remove(path);
        write_file(path, body, NULL, NULL);
        const ss_problem *const p = read_file(&frozen, path);
        test_velocity(u, body, r);
        test_velocity(v, p, r);
        cr_expect(test_distance(u, v, n) <= 1e-13 * test_norm(u, n), "packing %lu", seed);
        for (size_t c = 0; c < body->n_contacts; ++c) {
            double W[9];
            cr_expect(same(p->W_cc + 9 * c, ss_operator_block(W, body, c), sizeof W));
        }
        cr_expect(same(p->q, body->q, size));
        cr_expect(same(p->rho_bar, body->rho_bar, size / 3) && same(p->mu, body->mu, size / 3));
        cr_expect(frozen.r == NULL && frozen.u == NULL);
        ss_fclib_free(&frozen);
        test_packing_free(&packing);
        free(r);
        free(u);
        free(v);
    }
    gsl_rng_free(rng);
}

/* A guess is FCLIB's first one, with its velocities; r comes back to the bit. */
Test(fclib_write, a_guess_comes_back)
{
    test_packing packing;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem frozen;
    make_packing(&packing, 6);
    const size_t n = 3 * packing.problem->n_contacts, size = n * sizeof(double);
    double *const guess = malloc(size), *const u = malloc(size);
    for (size_t k = 0; k < n; ++k)
        guess[k] = sin((double)k);
    ss_fclib_text own = text;
    own.guess = guess;
    cr_assert(ss_fclib_write(path, packing.problem, &own, NULL, NULL, &error), "%s", error.text);
    const ss_problem *const p = read_file(&frozen, path);
    cr_expect(frozen.n_guesses == 1 && frozen.r == NULL && same(frozen.guess, guess, size));
    test_velocity(u, p, guess);
#ifdef SS_HAVE_FCLIB
    int count = 0;
    struct fclib_solution *const guesses = fclib_read_guesses(path, &count);
    cr_assert(count == 1 && same(guesses->r, guess, size));
    cr_expect(test_distance(guesses->u, u, n) <= 1e-13 * test_norm(u, n));
    fclib_delete_solutions(guesses, count);
#endif
    ss_fclib_free(&frozen);
    test_packing_free(&packing);
    free(guess);
    free(u);
}

/* W of the sum is symmetric, u = D u_sum for any r, and in one form or the other the reduced
 * masses of balls are the same. */
Test(fclib_write, the_sum_is_the_mean_without_its_scales)
{
    for (unsigned long seed = 1; seed <= 10; ++seed) {
        test_packing packing;
        ss_error error = {SS_ERROR_NONE, ""};
        make_packing(&packing, seed);
        const ss_problem *const mean = packing.problem;
        const size_t n = 3 * mean->n_contacts, size = n * sizeof(double);
        double *const r = malloc(size), *const u = malloc(size), *const v = malloc(size);
        ss_block_problem *const blocks = ss_block_problem_sum(mean, mean, &error);
        cr_assert_not_null(blocks, "%s", error.text);
        const ss_problem *const sum = ss_block_problem_view(blocks);
        cr_expect(ss_symmetry_require(sum, "any", &error), "%s", error.text);
        for (size_t k = 0; k < n; ++k)
            r[k] = cos((double)k);
        test_velocity(u, mean, r);
        test_velocity(v, sum, r);
        for (size_t k = 0; k < n; ++k)
            u[k] *= k % 3 == 0 ? 1.3 : 1.6; /* 1 + e of make_packing */
        cr_expect(test_distance(u, v, n) <= 1e-13 * test_norm(v, n), "packing %lu", seed);
        cr_expect(same(sum->rho_bar, mean->rho_bar, size / 3));
        ss_block_problem_free(blocks);
        test_packing_free(&packing);
        free(r);
        free(u);
        free(v);
    }
}

/* The whole file in memory; the caller frees it. */
static char *content(const char *name, size_t *size)
{
    FILE *const file = fopen(name, "rb");
    cr_assert_not_null(file, "%s", name);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *const bytes = malloc(*size + 1);
    cr_assert_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

Test(fclib_write, the_same_problem_gives_the_same_bytes)
{
    test_packing packing;
    size_t n1 = 0, n2 = 0;
    make_packing(&packing, 6);
    write_file(path, packing.problem, packing.problem->q, packing.problem->q);
    const struct timespec second = {1, 100000000};
    nanosleep(&second, NULL);
    write_file(other, packing.problem, packing.problem->q, packing.problem->q);
    char *const a = content(path, &n1), *const b = content(other, &n2);
    cr_expect(n1 == n2 && same(a, b, n1));
    free(a);
    free(b);
    test_packing_free(&packing);
}

Test(fclib_write, nothing_is_written_over)
{
    ss_error error = {SS_ERROR_NONE, ""}, nowhere = {SS_ERROR_NONE, ""};
    test_packing packing;
    make_packing(&packing, 3);
    FILE *const file = fopen(path, "w");
    fputs("mine", file);
    fclose(file);
    cr_expect_not(ss_fclib_write(path, packing.problem, &text, NULL, NULL, &error));
    cr_expect_eq(error.code, SS_ERROR_OUTPUT);
    cr_expect_not_null(strstr(error.text, path), "%s", error.text);
    size_t size = 0;
    char *const bytes = content(path, &size);
    cr_expect(size == 4 && same(bytes, "mine", 4));
    free(bytes);
    snprintf(other, sizeof other, "%s", test_path("missing/a.hdf5"));
    cr_expect_not(ss_fclib_write(other, packing.problem, &text, NULL, NULL, &nowhere));
    cr_expect_eq(nowhere.code, SS_ERROR_OUTPUT, "%s", nowhere.text);
    test_packing_free(&packing);
}

Test(fclib_write, a_full_disk_leaves_nothing)
{
    const struct rlimit limit = {4096, RLIM_INFINITY};
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing packing;
    make_packing(&packing, 8);
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_not(ss_fclib_write(path, packing.problem, &text, NULL, NULL, &error));
    cr_expect_eq(error.code, SS_ERROR_IO, "%s", error.text);
    cr_expect_eq(test_each_file(test_folder(), goes_round), 0);
    cr_expect_null(fopen(path, "r"));
    test_packing_free(&packing);
}

Test(fclib_write, no_contacts_are_not_frozen)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays arrays;
    ss_block_problem *const s = ss_block_problem_create(0, 0, &arrays, &error);
    cr_assert(ss_block_problem_finish(s, &error));
    cr_expect_not(ss_fclib_write(path, ss_block_problem_view(s), &text, NULL, NULL, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA, "%s", error.text);
    ss_block_problem_free(s);
}

#ifdef SS_HAVE_FCLIB
static void expect_read_by_libfclib(const ss_problem *p)
{
    const size_t n = 3 * p->n_contacts;
    struct fclib_local *const local = fclib_read_local(path);
    struct fclib_solution *const solution = fclib_read_solution(path);
    double *const W = test_dense(p), *const V = calloc(n * n, sizeof *V);
    cr_assert(local != NULL && solution != NULL);
    cr_assert(local->W->n == (int)n && local->W->nz == -2 && local->spacedim == 3);
    cr_assert(local->V == NULL && local->R == NULL && local->s == NULL);
    for (size_t row = 0; row < n; ++row)
        for (int k = local->W->p[row]; k < local->W->p[row + 1]; ++k)
            V[row * n + (size_t)local->W->i[k]] = local->W->x[k];
    cr_expect(same(W, V, n * n * sizeof *W) && same(local->q, p->q, n * sizeof *V));
    cr_expect(same(local->mu, p->mu, n / 3 * sizeof *V));
    cr_expect(same(solution->r, p->q, n * sizeof *V) && same(solution->u, p->q, n * sizeof *V));
    cr_expect_str_eq(local->info->title, text.title);
    cr_expect_str_eq(local->info->description, text.description);
    fclib_delete_local(local);
    free(local);
    fclib_delete_solutions(solution, 1);
    free(W);
    free(V);
}

Test(fclib_write, libfclib_reads_it)
{
    for (unsigned long seed = 1; seed <= 10; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing packing;
        make_packing(&packing, seed);
        ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
        const ss_problem *const p = ss_block_problem_view(blocks);
        remove(path);
        write_file(path, packing.problem, p->q, p->q);
        expect_read_by_libfclib(p);
        ss_block_problem_free(blocks);
        test_packing_free(&packing);
    }
}
#endif

/* No verdict means anything where squares of velocities under- or overflow: such a file is refused.
 */
Test(fclib_write, velocities_that_have_no_square_are_refused)
{
    static const struct {
        double scale;
        bool read;
    } cases[] = {{1e-160, false}, {1e-130, true}, {1.0, true}, {1e130, true}, {1e160, false}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        const size_t row_start[2] = {0, 1}, column[1] = {0};
        const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu = 0.3, rho_bar = 1.0;
        const double q[3] = {-cases[k].scale, 0.5 * cases[k].scale, 0.0};
        const ss_block_form form = {row_start, column, W};
        const ss_problem problem = {.n_contacts = 1,
                                    .dim = 3,
                                    .q = q,
                                    .mu = &mu,
                                    .rho_bar = &rho_bar,
                                    .W_cc = W,
                                    .form = SS_FORM_BLOCKS,
                                    .blocks = &form};
        ss_error error = {SS_ERROR_NONE, ""};
        ss_fclib_problem p;
        unlink(path);
        write_file(path, &problem, NULL, NULL);
        cr_expect_eq(ss_fclib_read(&p, path, &error), cases[k].read, "%g", cases[k].scale);
        if (cases[k].read)
            ss_fclib_free(&p);
        else
            cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "1e-140 to 1e140") != NULL);
    }
}
