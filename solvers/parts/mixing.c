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

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}

/* out_k = x . y_k for m vectors of n, one after the other in y: four at a time, since one sum alone
 * waits for each of its additions. */
static void dots(double *out, const double *x, const double *y, size_t n, size_t m)
{
    size_t k = 0;
    for (; k + 4 <= m; k += 4) {
        const double *const a = y + k * n, *const b = a + n, *const c = b + n, *const d = c + n;
        double sums[4] = {0.0, 0.0, 0.0, 0.0};
        for (size_t i = 0; i < n; ++i) {
            sums[0] += x[i] * a[i];
            sums[1] += x[i] * b[i];
            sums[2] += x[i] * c[i];
            sums[3] += x[i] * d[i];
        }
        memcpy(out + k, sums, sizeof sums);
    }
    for (; k < m; ++k)
        out[k] = dot(x, y + k * n, n);
}

/* Put the differences to the last iterate in the place of the oldest. */
static void push(ss_mixing *a, const double *g, const double *f)
{
    const size_t at = a->next, n = a->n;
    double *const dF = a->dF + at * n, *const dG = a->dG + at * n;
    for (size_t i = 0; i < n; ++i) {
        dF[i] = f[i] - a->f[i];
        dG[i] = g[i] - a->g[i];
    }
    a->next = (at + 1) % a->m;
    a->count = a->count < a->m ? a->count + 1 : a->m;
    /* one row of dF^T dF is new, and its column */
    double row[SS_MIXING_MAX];
    dots(row, dF, a->dF, n, a->count);
    for (size_t k = 0; k < a->count; ++k)
        a->gram[at * a->m + k] = a->gram[k * a->m + at] = row[k];
}

/* gamma from (dF^T dF + lambda tr(dF^T dF) I) gamma = dF^T f, by Cholesky. False if not definite.
 */
static bool find_gamma(const ss_mixing *a, double *gamma, const double *f)
{
    const size_t m = a->m, count = a->count;
    double *const L = a->factor;
    double trace = 0.0; /* of dF^T dF: the scale of lambda */
    dots(gamma, f, a->dF, a->n, count);
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

/* x -= dG gamma, four differences at a time. */
static void subtract(double *x, const ss_mixing *a, const double *gamma)
{
    const size_t n = a->n;
    size_t k = 0;
    for (; k + 4 <= a->count; k += 4) {
        const double *const dG = a->dG + k * n;
        for (size_t i = 0; i < n; ++i)
            x[i] = x[i] - gamma[k] * dG[i] - gamma[k + 1] * dG[n + i] -
                   gamma[k + 2] * dG[2 * n + i] - gamma[k + 3] * dG[3 * n + i];
    }
    for (; k < a->count; ++k)
        for (size_t i = 0; i < n; ++i)
            x[i] -= gamma[k] * a->dG[k * n + i];
}

/* Of a mixing with c differences: |f| 2 n, new differences 2 n and their products 2 n c, those with
 * f 2 n c, Cholesky c^3/3, the combination 2 n c. */
static size_t count_flops(const ss_mixing *a, bool pushed)
{
    const size_t n = a->n, c = a->count;
    return 2 * n + (pushed ? 2 * n + 2 * n * c : 0) + 4 * n * c + c * c * c / 3;
}

bool ss_mixing_next(ss_mixing *a, double *x, const double *g, const double *f)
{
    const size_t n = a->n;
    double gamma[SS_MIXING_MAX];
    const double norm = sqrt(dot(f, f, n));
    /* the last step made |f| more than twice as large: begin anew (method 11.2); NaN too */
    if (a->has_last && !(norm <= 2.0 * a->norm))
        ss_mixing_restart(a);
    const bool pushes = a->has_last;
    if (pushes)
        push(a, g, f);
    a->flops = count_flops(a, pushes);
    memcpy(a->f, f, n * sizeof *f);
    memcpy(a->g, g, n * sizeof *g);
    a->norm = norm;
    a->has_last = true;
    memcpy(x, g, n * sizeof *g);
    if (a->count == 0 || !find_gamma(a, gamma, f))
        return false;
    subtract(x, a, gamma);
    return true;
}
