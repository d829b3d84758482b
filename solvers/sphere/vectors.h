/* Operations on long vectors of numbers that pass over several of them at once, for Anderson's
 * mixing (solvers/parts/mixing.h) and for the vectors of gradient methods. An inner product is made
 * of SS_LANES sums, the k-th of the products i = k mod SS_LANES in their order, which are added as
 *
 *     ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
 *
 * so that all forms (ss_isa) make the same bits, on every machine. CMake compiles
 * solvers/sphere/vector_forms.c once for each of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_VECTORS_H
#define SS_SOLVERS_SPHERE_VECTORS_H

#include "solvers/sphere/isa.h"

/* m vectors of n numbers, one after the other. */
typedef struct ss_vectors {
    const double *at;
    size_t n, m;
} ss_vectors;

typedef struct ss_vector_form {
    /* x . y of n numbers. */
    double (*dot)(const double *x, const double *y, size_t n);
    /* change = x - last, last = x; returns |x|^2. x may be change. */
    double (*advance)(double *change, double *last, const double *x, size_t n);
    /* a_k = x . y_k and b_k = z . y_k, in one pass over y. */
    void (*products)(double *a, double *b, const double *x, const double *z, ss_vectors y);
    /* x = g - gamma_0 y_0 - gamma_1 y_1 - ..., from the left; x may be g. */
    void (*subtract)(double *x, const double *g, const double *gamma, ss_vectors y);
} ss_vector_form;

/* The form of an instruction set that this CPU has (ss_isa_of); constant. */
const ss_vector_form *ss_vector_form_of(ss_isa isa);

#endif
