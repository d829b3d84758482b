/* One form of the operations of solvers/sphere/vectors.h. Compiled once for each (CMakeLists.txt),
 * as solvers/sphere/lanes.c is, with SS_LANES_ISA, SS_LANES_WIDTH and SS_LANES_AVX.
 *
 * Numbers go by eights: SS_PARTS vectors of SS_LANES_WIDTH. What is left at the end of a vector is
 * added to the sums that it belongs to, one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/packed.h"
#include "solvers/sphere/vectors.h"

#include "solvers/sphere/lane_words.h"

enum {
    SS_PARTS = SS_LANES / SS_LANES_WIDTH,
/* Vectors at once: sums wait for each other, and more of them need more registers than there are. */
#ifdef SS_LANES_AVX
    SS_TOGETHER = SS_LANES_WIDTH / 2
#else
    SS_TOGETHER = 1
#endif
};

typedef struct eight {
    real part[SS_PARTS];
} eight;

INLINE eight eight_of(double x)
{
    eight e;
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        e.part[k] = lane_splat(x);
    return e;
}

INLINE eight eight_at(const double *x)
{
    eight e;
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        e.part[k] = lane_load(x + k * SS_LANES_WIDTH);
    return e;
}

INLINE void eight_store(double *at, eight x)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        lane_store(at + k * SS_LANES_WIDTH, x.part[k]);
}

INLINE eight eight_difference(eight x, eight y)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        x.part[k] -= y.part[k];
    return x;
}

INLINE eight eight_product(eight x, eight y)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        x.part[k] *= y.part[k];
    return x;
}

INLINE void eight_add(eight *sums, eight x, eight y)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_PARTS; ++k)
        sums->part[k] += x.part[k] * y.part[k];
}

/* x . y, of which `sums` has the whole eights; the sum of sums in the order of vectors.h. */
INLINE double finish(eight sums, const double *x, const double *y, size_t n)
{
    double s[SS_LANES];
    eight_store(s, sums);
    for (size_t i = n - n % SS_LANES; i < n; ++i)
        s[i % SS_LANES] += x[i] * y[i];
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

static double dot(const double *x, const double *y, size_t n)
{
    eight sums = eight_of(0.0);
    for (size_t i = 0; i + SS_LANES <= n; i += SS_LANES)
        eight_add(&sums, eight_at(x + i), eight_at(y + i));
    return finish(sums, x, y, n);
}

static double advance(double *change, double *last, const double *x, size_t n)
{
    eight sums = eight_of(0.0);
    for (size_t i = 0; i + SS_LANES <= n; i += SS_LANES) {
        const eight now = eight_at(x + i);
        eight_add(&sums, now, now);
        eight_store(change + i, eight_difference(now, eight_at(last + i)));
        eight_store(last + i, now);
    }
    for (size_t i = n - n % SS_LANES; i < n; ++i) {
        const double now = x[i];
        change[i] = now - last[i];
        last[i] = now;
    }
    return finish(sums, last, last, n);
}

/* Of `m` vectors at once, a number that is known here. */
INLINE void products_of(double *a, double *b, const double *x, const double *z, const double *y,
                        size_t n, size_t m)
{
    eight as[4], bs[4];
#pragma GCC unroll 4
    for (size_t k = 0; k < m; ++k)
        as[k] = bs[k] = eight_of(0.0);
    for (size_t i = 0; i + SS_LANES <= n; i += SS_LANES) {
        const eight xs = eight_at(x + i), zs = eight_at(z + i);
#pragma GCC unroll 4
        for (size_t k = 0; k < m; ++k) {
            const eight ys = eight_at(y + k * n + i);
            eight_add(&as[k], xs, ys);
            eight_add(&bs[k], zs, ys);
        }
    }
#pragma GCC unroll 4
    for (size_t k = 0; k < m; ++k) {
        a[k] = finish(as[k], x, y + k * n, n);
        b[k] = finish(bs[k], z, y + k * n, n);
    }
}

static void products(double *a, double *b, const double *x, const double *z, ss_vectors y)
{
    size_t k = 0;
    for (; k + SS_TOGETHER <= y.m; k += SS_TOGETHER)
        products_of(a + k, b + k, x, z, y.at + k * y.n, y.n, SS_TOGETHER);
    for (; k < y.m; ++k)
        products_of(a + k, b + k, x, z, y.at + k * y.n, y.n, 1);
}

/* `m` times eight numbers of x, a number that is known here. */
INLINE void subtract_of(double *x, const double *g, const double *gamma, const ss_vectors *y,
                        size_t i, size_t m)
{
    eight sum[4];
#pragma GCC unroll 4
    for (size_t j = 0; j < m; ++j)
        sum[j] = eight_at(g + i + j * SS_LANES);
    for (size_t k = 0; k < y->m; ++k) {
        const eight factor = eight_of(gamma[k]);
        const double *const from = y->at + k * y->n + i;
#pragma GCC unroll 4
        for (size_t j = 0; j < m; ++j)
            sum[j] = eight_difference(sum[j], eight_product(factor, eight_at(from + j * SS_LANES)));
    }
#pragma GCC unroll 4
    for (size_t j = 0; j < m; ++j)
        eight_store(x + i + j * SS_LANES, sum[j]);
}

static void subtract(double *x, const double *g, const double *gamma, ss_vectors y)
{
    size_t i = 0;
    for (; i + SS_TOGETHER * SS_LANES <= y.n; i += SS_TOGETHER * SS_LANES)
        subtract_of(x, g, gamma, &y, i, SS_TOGETHER);
    for (; i + SS_LANES <= y.n; i += SS_LANES)
        subtract_of(x, g, gamma, &y, i, 1);
    for (; i < y.n; ++i) {
        double sum = g[i];
        for (size_t k = 0; k < y.m; ++k)
            sum -= gamma[k] * y.at[k * y.n + i];
        x[i] = sum;
    }
}

#define NAME_(isa) ss_vector_form_##isa
#define NAME(isa)  NAME_(isa)

extern const ss_vector_form NAME(SS_LANES_ISA);
const ss_vector_form NAME(SS_LANES_ISA) = {dot, advance, products, subtract};
