/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/mixing.h"

#include <math.h>
#include <string.h>

size_t ss_mixing_length(size_t n, size_t m)
{
    return 2 * n + 2 * n * m + 2 * m * m;
}

ss_mixing ss_mixing_open(size_t n, size_t m, double lambda, double *memory)
{
    ss_mixing x = {.n = n, .m = m, .lambda = lambda};
    x.form = ss_vector_form_of(ss_isa_of(0));
    x.f = memory;
    x.g = x.f + n;
    x.dF = x.g + n;
    x.dG = x.dF + n * m;
    x.gram = x.dG + n * m;
    x.factor = x.gram + m * m;
    return x;
}

void ss_mixing_restart(ss_mixing *mixing)
{
    mixing->count = mixing->next = 0;
    mixing->has_last = false;
}

/* The differences to the last iterate are in the place of the oldest: count them in. */
static void push(ss_mixing *a)
{
    a->newest = a->next;
    a->next = (a->next + 1) % a->m;
    a->count = a->count < a->m ? a->count + 1 : a->m;
}

/* Add x . y, contact by contact. */
static void add_product(ss_exact_sum *sum, const ss_share *share, const double *x, const double *y,
                        size_t n)
{
    for (size_t i = 0; i + 3 <= n; i += 3)
        ss_share_add(share, sum, i / 3, x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2]);
}

/* |f|, `plain` where nothing is shared. */
static double find_norm(const ss_mixing *a, double plain)
{
    ss_exact_sum sum = {.not_finite = 0};
    if (a->share != NULL) {
        add_product(&sum, a->share, a->f, a->f, a->n);
        ss_share_finish(a->share, &sum, &plain, 1);
    }
    return sqrt(plain);
}

/* As `products` of vectors.h, by exact sums. */
static void multiply_exactly(const ss_mixing *a, double *row, double *gamma, const double *f)
{
    ss_exact_sum sums[2 * SS_MIXING_MAX];
    double values[2 * SS_MIXING_MAX];
    memset(sums, 0, 2 * a->count * sizeof *sums);
    for (size_t k = 0; k < a->count; ++k) {
        const double *const y = a->dF + k * a->n;
        add_product(&sums[2 * k], a->share, a->dF + a->newest * a->n, y, a->n);
        add_product(&sums[2 * k + 1], a->share, f, y, a->n);
    }
    ss_share_finish(a->share, sums, values, 2 * (int)a->count);
    for (size_t k = 0; k < a->count; ++k) {
        row[k] = values[2 * k];
        gamma[k] = values[2 * k + 1];
    }
}

/* dF^T f into gamma, and the row of dF^T dF that is new, which is its column, too. */
static void multiply(const ss_mixing *a, double *gamma, const double *f)
{
    double row[SS_MIXING_MAX];
    const size_t m = a->m, at = a->newest;
    if (a->share != NULL)
        multiply_exactly(a, row, gamma, f);
    else
        a->form->products(row, gamma, a->dF + at * a->n, f, (ss_vectors){a->dF, a->n, a->count});
    for (size_t k = 0; k < a->count; ++k)
        a->gram[at * m + k] = a->gram[k * m + at] = row[k];
}

/* gamma from (dF^T dF + lambda tr(dF^T dF) I) gamma = dF^T f, which it is on entry, by Cholesky.
 * False if not definite. */
static bool find_gamma(const ss_mixing *a, double *gamma)
{
    const size_t m = a->m, count = a->count;
    double *const L = a->factor;
    double trace = 0.0; /* of dF^T dF: the scale of lambda */
    for (size_t k = 0; k < count; ++k)
        trace += a->gram[k * m + k];
    /* Cholesky, row by row, and with each row the forward substitution */
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            double sum = a->gram[i * m + j] + (i == j ? a->lambda * trace : 0.0);
            for (size_t k = 0; k < j; ++k)
                sum -= L[i * m + k] * L[j * m + k];
            if (i == j && !(sum > 0.0))
                return false;
            L[i * m + j] = i == j ? sqrt(sum) : sum / L[j * m + j];
        }
        for (size_t k = 0; k < i; ++k)
            gamma[i] -= L[i * m + k] * gamma[k];
        gamma[i] /= L[i * m + i];
    }
    /* backward substitution by the transpose */
    for (size_t i = count; i-- > 0;) {
        for (size_t k = i + 1; k < count; ++k)
            gamma[i] -= L[k * m + i] * gamma[k];
        gamma[i] /= L[i * m + i];
    }
    return true;
}

/* Of a mixing with c differences: |f| 2 n, new differences 2 n and their products 2 n c, those with
 * f 2 n c, Cholesky c^3/3, the combination 2 n c. */
static size_t count_flops(const ss_mixing *a)
{
    const size_t n = a->n, c = a->count;
    return 2 * n + (c > 0 ? 2 * n : 0) + 6 * n * c + c * c * c / 3;
}

bool ss_mixing_next(ss_mixing *a, double *x, const double *g, const double *f)
{
    const size_t n = a->n;
    double gamma[SS_MIXING_MAX];
    /* without a last iterate these are the differences to none, and not counted in */
    const double plain = a->form->advance(a->dF + a->next * n, a->f, f, n);
    const double norm = find_norm(a, plain);
    a->form->advance(a->dG + a->next * n, a->g, g, n); /* from here on a->f is f, and a->g is g */
    /* the last step made |f| more than twice as large: begin anew (method 11.2); NaN too */
    if (a->has_last && !(norm <= 2.0 * a->norm))
        ss_mixing_restart(a);
    if (a->has_last)
        push(a);
    a->flops = count_flops(a);
    a->norm = norm;
    a->has_last = true;
    if (a->count > 0)
        multiply(a, gamma, a->f);
    const bool mixes = a->count > 0 && find_gamma(a, gamma);
    if (mixes)
        a->form->subtract(x, a->g, gamma, (ss_vectors){a->dG, n, a->count});
    else
        memcpy(x, a->g, n * sizeof *x);
    return mixes;
}
