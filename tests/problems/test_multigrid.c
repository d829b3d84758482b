/* Smoothed aggregation and GMRES of a matrix of bodies, against its factors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/gmres.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* A cube of bodies in touch along the axes, enough for three levels or two. */
enum { SIDE = 9, BODIES = SIDE * SIDE * SIDE, MOST = BODIES + 12 * BODIES };

typedef struct network {
    ss_blocks A;
    double place[3 * BODIES], root[36 * BODIES];
    double b[6 * BODIES], x[6 * BODIES], y[6 * BODIES], c[6 * BODIES];
} network;

/* Blocks of the contact of i and j = i + `step` along `axis`: B^T T B, T = stiffness (I + skew e_t
 * e_n^T), B = [[I, -[d]x], -[I, [d]x]], as of balls of radius 1/2. */
static void add_contact(network *w, size_t i, size_t j, size_t axis, double T[9])
{
    double B[2][18] = {{0.0}};
    for (size_t side = 0; side < 2; ++side) {
        const double sign = side == 0 ? 1.0 : -1.0;
        double d[3] = {0.0, 0.0, 0.0};
        d[axis] = 0.5 * sign;
        for (size_t k = 0; k < 3; ++k)
            B[side][7 * k] = sign;
        B[side][4] = sign * d[2], B[side][5] = -sign * d[1], B[side][9] = -sign * d[2];
        B[side][11] = sign * d[0], B[side][15] = sign * d[1], B[side][16] = -sign * d[0];
    }
    for (size_t k = 0; k < 4; ++k) {
        const double *const left = B[k / 2], *const right = B[k % 2];
        double *const x = w->A.x + 36 * w->A.count;
        w->A.row[w->A.count] = (uint32_t)(k / 2 == 0 ? i : j);
        w->A.col[w->A.count++] = (uint32_t)(k % 2 == 0 ? i : j);
        for (size_t e = 0; e < 36; ++e)
            for (size_t p = 0; p < 9; ++p)
                x[e] += left[6 * (p / 3) + e / 6] * T[p] * right[6 * (p % 3) + e % 6];
    }
}

static network *make(double skew)
{
    gsl_rng *const rng = test_rng(7);
    network *const w = calloc(1, sizeof *w);
    w->A = (ss_blocks){.size = 6, .n = BODIES, .count = BODIES};
    w->A.row = calloc(MOST, sizeof *w->A.row);
    w->A.col = calloc(MOST, sizeof *w->A.col);
    w->A.x = calloc(36 * MOST, sizeof *w->A.x);
    static const size_t steps[] = {1, SIDE, SIDE * SIDE};
    for (size_t i = 0; i < BODIES; ++i) {
        w->A.row[i] = w->A.col[i] = (uint32_t)i;
        for (size_t k = 0; k < 6; ++k) {
            w->A.x[36 * i + 7 * k] = 1e-2;
            w->root[36 * i + 7 * k] = 1.0;
            w->b[6 * i + k] = test_uniform(rng, -1.0, 1.0);
            w->c[6 * i + k] = test_uniform(rng, -1.0, 1.0);
        }
    }
    for (size_t i = 0; i < BODIES; ++i)
        for (size_t axis = 0; axis < 3; ++axis) {
            w->place[3 * i + axis] = (double)(i / steps[axis] % SIDE);
            if (i / steps[axis] % SIDE == SIDE - 1)
                continue;
            double T[9] = {0.0};
            T[0] = T[4] = T[8] = test_uniform(rng, 0.5, 2.0);
            T[3 * ((axis + 1) % 3) + axis] = skew;
            add_contact(w, i, i + steps[axis], axis, T);
        }
    gsl_rng_free(rng);
    return w;
}

static void release(network *w)
{
    free(w->A.row);
    free(w->A.col);
    free(w->A.x);
    free(w);
}

static double dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < 6 * BODIES; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* (c, C b) = (b, C c) and (b, C b) > 0 of a symmetric matrix. */
Test(multigrid, a_cycle_is_symmetric_and_positive)
{
    for (int depth = SS_MULTIGRID_ONE; depth <= SS_MULTIGRID_ALL; ++depth) {
        network *const w = make(0.0);
        ss_multigrid m = {0};
        ss_error error = {.code = SS_ERROR_NONE};
        cr_assert(
            ss_multigrid_compute(&m, &w->A, w->root, w->place, (ss_multigrid_depth)depth, &error) &&
                ss_multigrid_cycle(&m, w->x, w->b, &error) &&
                ss_multigrid_cycle(&m, w->y, w->c, &error),
            "%s", error.text);
        cr_expect((m.n_levels > 1) == (depth == SS_MULTIGRID_ALL));
        const double one = dot(w->c, w->x), other = dot(w->b, w->y);
        cr_expect(fabs(one - other) <= 1e-9 * sqrt(dot(w->x, w->x) * dot(w->c, w->c)),
                  "%.17g and %.17g", one, other);
        cr_expect(dot(w->b, w->x) > 0.0 && dot(w->c, w->y) > 0.0);
        ss_multigrid_clear(&m);
        release(w);
    }
}

/* With and without a coupling that makes it unsymmetric; levels take fewer iterations. */
Test(multigrid, gmres_gives_what_the_factors_give)
{
    for (int skewed = 0; skewed < 2; ++skewed) {
        network *const w = make(0.3 * skewed);
        ss_error error = {.code = SS_ERROR_NONE};
        ss_block_factor *const factor = ss_block_factor_create("a network", &error);
        double *const memory = calloc(SS_GMRES_ROOM * BODIES, sizeof *memory);
        size_t iterations[2] = {0, 0};
        cr_assert(factor != NULL && ss_block_factor_compute(factor, &w->A, &error) &&
                  ss_block_factor_solve(factor, w->y, w->b, SS_FACTOR_ONCE, &error));
        for (int depth = SS_MULTIGRID_ONE; depth <= SS_MULTIGRID_ALL; ++depth) {
            ss_multigrid m = {0};
            ss_gmres_end end;
            const ss_gmres_task task = {&w->A, w->b, 1e-11 * sqrt(dot(w->b, w->b)), memory};
            cr_assert(ss_multigrid_compute(&m, &w->A, w->root, w->place, (ss_multigrid_depth)depth,
                                           &error) &&
                          ss_gmres_solve(&m, w->x, &task, &end, &error),
                      "%s", error.text);
            iterations[depth] = end.iterations;
            cr_expect(end.rest <= task.enough && end.iterations > 0);
            for (size_t i = 0; i < 6 * BODIES; ++i)
                w->x[i] -= w->y[i];
            cr_expect(dot(w->x, w->x) <= 1e-16 * dot(w->y, w->y), "off by %g", dot(w->x, w->x));
            ss_multigrid_clear(&m);
        }
        cr_expect(iterations[SS_MULTIGRID_ALL] < iterations[SS_MULTIGRID_ONE],
                  "%zu with levels, %zu without", iterations[1], iterations[0]);
        free(memory);
        ss_block_factor_free(factor);
        release(w);
    }
}
