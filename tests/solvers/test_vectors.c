/* Operations on long vectors (solvers/sphere/vectors.h): those of plain loops to rounding, the sums in
 * the order that is promised, and the same bits in every form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/vectors.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <string.h>

enum { MOST = 67, COLUMNS = 7 };

/* What the operations are given, and all that they make of it. */
typedef struct given {
    double x[MOST], z[MOST], y[COLUMNS * MOST], gamma[COLUMNS];
} given;

typedef struct made {
    double dot, distance2, size2, a[COLUMNS], b[COLUMNS];
    double change[MOST], last[MOST], left[MOST];
} made;

static made run(const ss_vector_form *form, const given *of, size_t n, size_t m)
{
    made out;
    memset(&out, 0, sizeof out);
    const ss_vectors y = {of->y, n, m};
    memcpy(out.last, of->z, sizeof out.last);
    out.dot = form->dot(of->x, of->z, n);
    out.distance2 = form->distance2(of->x, of->z, n);
    out.size2 = form->advance(out.change, out.last, of->x, n);
    form->products(out.a, out.b, of->x, of->z, y);
    form->subtract(out.left, of->x, of->gamma, y);
    return out;
}

/* The order of the sums: eight of them, then a tree. */
static double sum_of_products(const double *x, const double *y, size_t n)
{
    double s[8] = {0.0};
    for (size_t i = 0; i < n; ++i)
        s[i % 8] += x[i] * y[i];
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

static made plain(const given *of, size_t n, size_t m)
{
    made out;
    memset(&out, 0, sizeof out);
    memcpy(out.last, of->z, sizeof out.last);
    memcpy(out.last, of->x, n * sizeof *of->x);
    for (size_t i = 0; i < n; ++i) {
        out.change[i] = of->x[i] - of->z[i];
        out.left[i] = of->x[i];
        for (size_t k = 0; k < m; ++k)
            out.left[i] -= of->gamma[k] * of->y[k * n + i];
    }
    out.dot = sum_of_products(of->x, of->z, n);
    out.distance2 = sum_of_products(out.change, out.change, n);
    out.size2 = sum_of_products(of->x, of->x, n);
    for (size_t k = 0; k < m; ++k) {
        out.a[k] = sum_of_products(of->x, of->y + k * n, n);
        out.b[k] = sum_of_products(of->z, of->y + k * n, n);
    }
    return out;
}

static void fill(gsl_rng *rng, double *x, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        x[i] = gsl_ran_gaussian(rng, 1.0);
}

Test(vectors, every_form_makes_the_bits_of_the_order_that_is_promised)
{
    const ss_isa forms[] = {SS_ISA_SCALAR, SS_ISA_WIDE8, ss_isa_widest()};
    gsl_rng *const rng = test_rng(5);
    given of;
    fill(rng, of.x, MOST);
    fill(rng, of.z, MOST);
    fill(rng, of.y, COLUMNS * MOST);
    fill(rng, of.gamma, COLUMNS);
    for (size_t n = 0; n <= MOST; ++n)
        for (size_t m = 0; m <= COLUMNS; ++m) {
            const made wanted = plain(&of, n, m);
            for (size_t k = 0; k < 3; ++k) {
                const made got = run(ss_vector_form_of(forms[k]), &of, n, m);
                cr_assert(memcmp(&got, &wanted, sizeof got) == 0, "form %d, %zu vectors of %zu",
                          (int)forms[k], m, n);
            }
        }
    gsl_rng_free(rng);
}
