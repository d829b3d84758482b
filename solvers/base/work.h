/* Deterministic units of work: what tests pin and what regressions are judged by first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_WORK_H
#define SS_SOLVERS_BASE_WORK_H

#include <stddef.h>

/* name, meaning */
#define SS_WORK_LIST(X)                                                                            \
    X(visits, "visits of a local solver to a contact")                                             \
    X(local_iterations, "iterations of the local solvers")                                         \
    X(projections, "projections onto the cone or the disc")                                        \
    X(newton_failures, "visits whose local iteration did not converge")                            \
    X(backtracks, "halvings of a Newton step")                                                     \
    X(fallbacks, "failed visits that were made safe by the exact solve")                           \
    X(products, "products by W of an outer solver, outside its sweeps")                            \
    X(residuals, "values of the stopping estimator that a solver asked for")                       \
    X(factorizations, "factorizations of a matrix of the whole problem")                           \
    X(solves, "solves with such a factorization")

typedef struct ss_work {
#define X(name, meaning) size_t name;
    SS_WORK_LIST(X)
#undef X
} ss_work;

/* total += part. */
static inline void ss_work_add(ss_work *total, const ss_work *part)
{
#define X(name, meaning) total->name += part->name;
    SS_WORK_LIST(X)
#undef X
}

#endif
