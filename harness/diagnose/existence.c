/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/existence.h"

#include "problems/contact/cone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Iterations of a subproblem, and how often its iterate is checked. */
enum { INNER = 100, CHECK = 10 };

static const double tight = 1e-9, growth = 2.0, largest_beta = 1e10;

/* The scaled problem, and the iterates; vectors of 3 n. */
typedef struct search {
    const ss_problem *problem;
    size_t n;
    double *memory; /* owned: what follows */
    double *W;      /* 9 n_blocks */
    double *d;      /* n: r = d r', u' = d u, over the scales of W' and q' */
    double *q;
    double *r, *g;        /* the multiplier, and g = W r + q */
    double *s, *s_before; /* in D */
    double *Ws, *Ws_before;
    double *y, *Wy; /* from where the next step is made */
    double *z;      /* before its projection */
    double r_scale; /* r' in the problem's scaling over r here */
    double beta;
} search;

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += a[k] * b[k];
    return sum;
}

/* ---- the scaled problem ---- */

static bool allocate(search *x)
{
    const size_t n = x->n, n_blocks = x->problem->blocks->row_start[n];
    double *at = x->memory = calloc(9 * n_blocks + 31 * n + 1, sizeof *at);
    if (at == NULL)
        return false;
    double **const vectors[] = {&x->q,  &x->r,         &x->g, &x->s,  &x->s_before,
                                &x->Ws, &x->Ws_before, &x->y, &x->Wy, &x->z};
    x->W = at;
    at += 9 * n_blocks;
    for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; ++k, at += 3 * n)
        *vectors[k] = at;
    x->d = at;
    return true;
}

/* W' is divided by its norm by rows of blocks, q' by its largest part. */
static void scale(search *x)
{
    const ss_problem *const problem = x->problem;
    const ss_block_form *const form = problem->blocks;
    double q_largest = 0.0, norm = 0.0;
    for (size_t c = 0; c < x->n; ++c) {
        const double *const W = problem->W_cc + 9 * c;
        x->d[c] = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
        for (size_t i = 0; i < 3; ++i)
            x->q[3 * c + i] = x->d[c] * problem->q[3 * c + i];
        q_largest = fmax(q_largest, ss_norm(x->q + 3 * c));
    }
    for (size_t c = 0; c < x->n; ++c) {
        double sum = 0.0;
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k) {
            double *const block = x->W + 9 * k;
            const double factor = x->d[c] * x->d[form->column[k]];
            for (size_t i = 0; i < 9; ++i)
                block[i] = factor * form->blocks[9 * k + i];
            sum += sqrt(dot(block, block, 9));
        }
        norm = fmax(norm, sum);
    }
    const double q_scale = q_largest > 0.0 ? q_largest : 1.0;
    for (size_t k = 0; k < 9 * form->row_start[x->n]; ++k)
        x->W[k] /= norm;
    for (size_t k = 0; k < 3 * x->n; ++k)
        x->q[k] /= q_scale;
    x->r_scale = q_scale / norm;
}

static void multiply(double *out, const search *x, const double *in)
{
    const ss_block_form *const form = x->problem->blocks;
    memset(out, 0, 3 * x->n * sizeof *out);
    for (size_t c = 0; c < x->n; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            ss_muladd3(out + 3 * c, x->W + 9 * k, in + 3 * form->column[k]);
}

/* ---- the projection on D ---- */

/* p = proj_K(z - lambda e); the sum of p_n, and its derivative by -lambda. */
static double project_shifted(double *p, const search *x, const double *z, double lambda,
                              double *slope)
{
    double sum = 0.0;
    *slope = 0.0;
    for (size_t c = 0; c < x->n; ++c) {
        const double mu = x->problem->mu[c];
        const double shifted[3] = {z[3 * c] - lambda, z[3 * c + 1], z[3 * c + 2]};
        const ss_zone zone = ss_cone_project(p + 3 * c, shifted, mu);
        sum += p[3 * c];
        *slope += zone == SS_ZONE_STICKING  ? 1.0
                  : zone == SS_ZONE_SLIDING ? 1.0 / (1.0 + mu * mu)
                                            : 0.0;
    }
    return sum;
}

/* p = the point of D nearest to z: that sum is convex and falls with lambda, so Newton's method
 * from where it is too large ends. */
static void project(double *p, const search *x, const double *z)
{
    double lambda = -INFINITY, slope = 0.0;
    for (size_t c = 0; c < x->n; ++c)
        lambda = fmax(lambda, z[3 * c] - 1.0);
    for (size_t k = 0; k < 100; ++k) {
        const double step = (project_shifted(p, x, z, lambda, &slope) - 1.0) / slope;
        if (!(step > 1e-15 * fmax(1.0, fabs(lambda))))
            break;
        lambda += step;
    }
}

/* ---- the certificates ---- */

static bool holds(search *x, ss_existence *found)
{
    double margin = INFINITY, largest = 1.0;
    for (size_t c = 0; c < x->n; ++c) {
        double u[3];
        ss_copy3(u, x->g + 3 * c);
        ss_axpy(u, x->beta, x->Ws + 3 * c);
        margin = fmin(margin, u[0] - x->problem->mu[c] * ss_norm_t(u));
        largest = fmax(largest, ss_norm(u));
    }
    if (!(margin > tight * largest))
        return false;
    found->verdict = SS_EXISTENCE_HOLDS;
    found->margin = margin;
    return true;
}

static bool fails(search *x, ss_existence *found)
{
    const ss_block_form *const form = x->problem->blocks;
    const size_t n = 3 * x->n;
    const double size = sqrt(dot(x->s, x->s, n)), along = dot(x->s, x->q, n);
    if (!(sqrt(dot(x->Ws, x->Ws, n)) <= tight * size && along <= tight * size))
        return false;
    memset(x->z, 0, n * sizeof *x->z); /* W^T s */
    for (size_t c = 0; c < x->n; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t i = 0; i < 9; ++i)
                x->z[3 * form->column[k] + i % 3] += x->W[9 * k + i] * x->s[3 * c + i / 3];
    if (!(sqrt(dot(x->z, x->z, n)) <= tight * size))
        return false;
    found->verdict = SS_EXISTENCE_FAILS;
    found->margin = along;
    return true;
}

/* ---- the method of multipliers ---- */

static void swap(double **a, double **b)
{
    double *const kept = *a;
    *a = *b;
    *b = kept;
}

/* One step from y: s is new. Returns the product of y - s with the change of s, > 0 where the
 * momentum leads astray. */
static double step(search *x)
{
    const size_t n = 3 * x->n;
    double astray = 0.0;
    swap(&x->s, &x->s_before);
    swap(&x->Ws, &x->Ws_before);
    for (size_t k = 0; k < n; ++k)
        x->z[k] = x->y[k] - x->g[k] / x->beta - x->Wy[k];
    project(x->s, x, x->z);
    multiply(x->Ws, x, x->s);
    for (size_t k = 0; k < n; ++k)
        astray += (x->y[k] - x->s[k]) * (x->s[k] - x->s_before[k]);
    return astray;
}

/* Solve for s, or until a certificate is found. */
static bool solve_inner(search *x, size_t products, ss_existence *found)
{
    const size_t n = 3 * x->n;
    double theta = 1.0;
    memcpy(x->y, x->s, n * sizeof *x->y);
    memcpy(x->Wy, x->Ws, n * sizeof *x->Wy);
    for (size_t i = 1; i <= INNER && found->products < products; ++i) {
        const double next = 0.5 * (1.0 + sqrt(1.0 + 4.0 * theta * theta));
        const bool astray = step(x) > 0.0;
        const double momentum = astray ? 0.0 : (theta - 1.0) / next;
        theta = astray ? 1.0 : next;
        ++found->products;
        for (size_t k = 0; k < n; ++k) {
            x->y[k] = x->s[k] + momentum * (x->s[k] - x->s_before[k]);
            x->Wy[k] = x->Ws[k] + momentum * (x->Ws[k] - x->Ws_before[k]);
        }
        if (i % CHECK == 0 && (holds(x, found) || fails(x, found)))
            return true;
    }
    return false;
}

bool ss_existence_decide(const ss_problem *problem, size_t products, ss_existence *found,
                         double *certificate, ss_error *error)
{
    const size_t n = 3 * problem->n_contacts;
    search x = {.problem = problem, .n = problem->n_contacts, .beta = 1.0};
    *found = (ss_existence){.margin = NAN};
    if (!allocate(&x))
        return ss_error_memory(error, "the existence criterion");
    scale(&x);
    for (size_t c = 0; c < x.n; ++c)
        x.s[3 * c] = 1.0 / (double)x.n;
    multiply(x.Ws, &x, x.s);
    memcpy(x.g, x.q, n * sizeof *x.g);
    while (!solve_inner(&x, products, found) && found->products < products) {
        for (size_t k = 0; k < n; ++k) {
            x.r[k] += x.beta * x.s[k];
            x.g[k] += x.beta * x.Ws[k];
        }
        x.beta = fmin(growth * x.beta, largest_beta);
    }
    for (size_t i = 0; i < n; ++i)
        certificate[i] = found->verdict == SS_EXISTENCE_FAILS ? x.s[i]
                         : found->verdict == SS_EXISTENCE_HOLDS
                             ? x.d[i / 3] * x.r_scale * (x.r[i] + x.beta * x.s[i])
                             : 0.0;
    free(x.memory);
    return true;
}

const char *ss_existence_name(ss_existence_verdict verdict)
{
    static const char *const names[] = {[SS_EXISTENCE_UNKNOWN] = "unknown",
                                        [SS_EXISTENCE_HOLDS] = "holds",
                                        [SS_EXISTENCE_FAILS] = "fails"};
    return names[verdict];
}
