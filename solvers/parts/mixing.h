/* Anderson's mixing of type II (method 11.2): from the last m + 1 iterates x_k of a fixed point
 * map, with images g_k and f_k = g_k - x_k,
 *
 *     x_{k+1} = g_k - dG gamma,   gamma minimises |f_k - dF gamma|^2 + lambda tr(dF^T dF) |gamma|^2
 *
 * where dF and dG hold the differences of consecutive f and g.
 *
 * Invariant: columns 0 .. count - 1 of dF and dG are differences, the oldest at `next` once
 * count is m; gram has their products; f and g are those of the last iterate where has_last is
 * true.
 *
 * Over ranks each has its contacts' rows of the vectors, and all have gram, gamma and |f|, to the
 * bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_MIXING_H
#define SS_SOLVERS_PARTS_MIXING_H

#include "solvers/parts/share.h"
#include "solvers/sphere/vectors.h"

#include <stdbool.h>

enum { SS_MIXING_MAX = 50 };

typedef struct ss_mixing {
    size_t n, m;           /* length of a vector; differences kept, at most SS_MIXING_MAX */
    double lambda;         /* of the regularization, relative */
    size_t count;          /* differences at hand */
    size_t next, newest;   /* places of the next one and of the last one */
    bool has_last;         /* f and g are those of the last iterate */
    double norm;           /* |f| */
    size_t flops;          /* floating-point operations of the last ss_mixing_next */
    double *f, *g;         /* n each */
    double *dF, *dG;       /* m vectors of n each */
    double *gram, *factor; /* m m: dF^T dF, and scratch */
    const ss_vector_form *form;
    const ss_share
        *share; /* NULL: sums are made as vectors are; else exact, three numbers a contact */
} ss_mixing;

/* Doubles that ss_mixing_open needs. */
size_t ss_mixing_length(size_t n, size_t m);

/* Without history, in `memory`, which is borrowed; `share` of it is set by who has one. */
ss_mixing ss_mixing_open(size_t n, size_t m, double lambda, double *memory);

/* Forget all iterates. */
void ss_mixing_restart(ss_mixing *mixing);

/* Where the next image g and f may be made, n numbers each: in the places of their differences,
 * which ss_mixing_next makes of them. */
static inline void ss_mixing_places(const ss_mixing *mixing, double **g, double **f)
{
    *g = mixing->dG + mixing->next * mixing->n;
    *f = mixing->dF + mixing->next * mixing->n;
}

/* The next iterate x from the image g of the present one and f = g - x, which are no more there if
 * they were in the places above. True if it is mixed; false if x = g: there is no history, or |f|
 * is more than twice the last one, which drops it. */
bool ss_mixing_next(ss_mixing *mixing, double *x, const double *g, const double *f);

#endif
