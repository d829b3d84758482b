/* Sparse LU factorization of a square matrix, symmetric or not, by UMFPACK: the one wrapper of it.
 * The analysis of the pattern is kept, so that the same pattern with other values costs the numbers
 * only.
 *
 * How a factor is used, and what each part costs (method 12.4):
 *
 *     create     once                                      nothing
 *     compute    pattern known: numbers alone              operations of L and U
 *                new pattern: analysis, then numbers       and the ordering of the unknowns
 *     solve      any number of times                       entries of L and U
 *     free       once
 *
 * Ownership: the factor owns a copy of the matrix (refinement needs it), the analysis and the
 * factors; the caller's triplets may go after compute. Invariant: after a failed compute of
 * a known pattern the factors of the matrix before still serve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_FACTOR_H
#define SS_PROBLEMS_SPARSE_FACTOR_H

#include "problems/sparse/triplets.h"

typedef struct ss_factor ss_factor;

/* A factor without a matrix. `name` says in errors what is factored, e.g. "the mass matrix M"; it
 * is borrowed. NULL and SS_ERROR_MEMORY, or that of ss_sparse_load. Free with ss_factor_free. */
ss_factor *ss_factor_create(const char *name, ss_error *error);
void ss_factor_free(ss_factor *factor);

/* Analyse the pattern of the square matrix A, unless it is that of the last one: what is left to
 * ss_factor_compute then is the numbers. SS_ERROR_MEMORY; the factor is then empty. */
bool ss_factor_analyse(ss_factor *factor, const ss_triplets *A, ss_error *error);

/* Factor the square matrix A, of which nothing is kept by reference; entries of one place add up in
 * the order of the list. False with SS_ERROR_DATA if A is singular and SS_ERROR_MEMORY, also where
 * by the analysis the factors pass the process's limit; the factor is then what it was before, or
 * empty if the pattern is new. */
bool ss_factor_compute(ss_factor *factor, const ss_triplets *A, ss_error *error);

/* x = A^-1 b, or A^-T b, with iterative refinement; or A^-1 b as it comes from the factors, for who
 * looks at the residual himself. */
typedef enum ss_factor_how {
    SS_FACTOR_REFINED,
    SS_FACTOR_TRANSPOSED,
    SS_FACTOR_ONCE
} ss_factor_how;

/* n numbers each, x and b apart. Allocates nothing. SS_ERROR_DATA if it cannot be solved. */
bool ss_factor_solve(ss_factor *factor, double *x, const double *b, ss_factor_how how,
                     ss_error *error);

/* Moves: what sparse work costs beside its operations, memory and indices. A move is an entry of L
 * or U read with its index and used, as a solve does, two operations each; in moves,
 *
 *     analysis        35 an entry of the matrix
 *     factorization   15 an entry of L and U, 270 a row, and one for 64 operations in dense blocks
 *
 * by least squares over the factorizations of ppa-newton, central-path and admm on eleven problems
 * of 25 to 17 000 contacts; each is foretold within 0.65 to 1.15 times its CPU time, an analysis
 * within 0.3 to 1.7 (`stickslip bench units` measures the whole). */
enum {
    SS_FACTOR_ANALYSED = 35,
    SS_FACTOR_ENTRY = 15,
    SS_FACTOR_ROW = 270,
    SS_FACTOR_DENSE = 64,
    SS_FACTOR_READ = 2
};

/* Facts of UMFPACK on the last factorization and of the last solve; zeros before them. */
typedef struct ss_factor_facts {
    int determinant_sign; /* of the matrix that is factored, -1 or 1, from the factors; 0: none is
                           */
    size_t analyses;      /* patterns analysed so far */
    size_t compute_flops, solve_flops; /* floating-point operations; the solve's with refinement */
    size_t analyse_moves, compute_moves, solve_moves; /* see above; the first of this pattern, also
                                                         where its analysis was kept */
    size_t
        foreseen_moves; /* compute_moves by the analysis, as if all pivots were on the diagonal */
    size_t entries;     /* of L and U, both with their diagonals */
    size_t bytes, peak_bytes; /* of the factors; with the analysis and scratch, at most */
} ss_factor_facts;

ss_factor_facts ss_factor_facts_of(const ss_factor *factor);

/* False with SS_ERROR_MEMORY, which says what was to be factored, its n rows, the bytes of the
 * factors where they are foreseen (else 0), and which memory is left. */
bool ss_factor_report_memory(const char *name, size_t n, double bytes, ss_error *error);

#endif
