/* Deterministic units of work: what tests pin and what regressions are judged by first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_WORK_H
#define SS_SOLVERS_BASE_WORK_H

#include <stddef.h>

/* X(name, unit, meaning): a line makes the member of ss_work and its columns in summary.csv
 * (NAME_total), history.csv and convergence.csv. A new one is a line with NEW, whose columns end
 * the tables; the other four macros are those of the columns that older files have elsewhere. */
#define SS_WORK_PLACED(VISITS, ITERATIONS, FAILURES, INNER, NEW)                                   \
    VISITS(visits, "visits", "visits of a local solver to a contact")                              \
    ITERATIONS(local_iterations, "iterations", "iterations of the local solvers")                  \
    INNER(projections, "projections", "projections onto the cone or the disc")                     \
    FAILURES(newton_failures, "visits", "visits whose local iteration did not converge")           \
    INNER(backtracks, "halvings", "halvings of a Newton step by the line search")                  \
    INNER(fallbacks, "visits", "failed visits that were made safe by the exact diagonal solve")    \
    NEW(products, "products", "products by W of an outer solver, outside its sweeps")              \
    NEW(residuals, "values", "values of the stopping estimator that a solver asked for")           \
    NEW(factorizations, "factorizations", "factorizations of a matrix of the whole problem")       \
    NEW(solves, "solves", "solves with such a factorization, or iterations of Krylov's method")    \
    NEW(flops, "flop",                                                                             \
        "floating-point operations of an outer solver's vectors and blocks outside its sweeps, "   \
        "products and projections; those of sparse factors are in moves")                          \
    NEW(moves, "moves",                                                                            \
        "entries of sparse factors moved with their indices: those that a solve reads, and the "   \
        "reads that take as long as what an analysis and a factorization do")                      \
    NEW(lane_visits, "visits",                                                                     \
        "visits made in groups of up to eight, by vector instructions where the machine has "      \
        "them, of all threads' domains; those that stand alone are none")                          \
    NEW(root_values, "values",                                                                     \
        "values of f whose root is the exact local solve, where it has no closed form")

#define SS_WORK_LIST(X) SS_WORK_PLACED(X, X, X, X, X)

typedef struct ss_work {
#define X(name, unit, meaning) size_t name;
    SS_WORK_LIST(X)
#undef X
} ss_work;

/* total += part. */
static inline void ss_work_add(ss_work *total, const ss_work *part)
{
#define X(name, unit, meaning) total->name += part->name;
    SS_WORK_LIST(X)
#undef X
}

#endif
