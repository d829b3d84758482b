/* LU factorization of a matrix of small dense blocks, in two ways: by panels (panels.h), and where
 * their pivots do not serve by UMFPACK (factor.h), which may take any row as pivot.
 *
 *     create     once                                        nothing
 *     analyse    new pattern: an order of the blocks         by CHOLMOD
 *     compute    the numbers, by panels                      operations of L and U
 *     solve      any number of times                         entries of L and U
 *     free       once
 *
 * Which way: panels, until a pivot is 0, or the first solution of a factorization is further from
 * solving than 1e-10 (ss_panels_error; rounding makes 1e-15). Then that matrix is factored anew by
 * UMFPACK, whose word on what is singular is final. Packs of 500 balls (mu from 0 to 5, at rest and
 * slipping) and RockPile had no such matrix in some 2000; walls of zeros and singular ones are.
 *
 * Ownership: the factor owns panels, analysis and factors; the matrix that is factored is borrowed,
 * and must stay as it is until the next compute or free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_BLOCK_FACTOR_H
#define SS_PROBLEMS_SPARSE_BLOCK_FACTOR_H

#include "problems/sparse/factor.h"
#include "problems/sparse/panels.h"

typedef struct ss_block_factor ss_block_factor;

/* As ss_factor_create. */
ss_block_factor *ss_block_factor_create(const char *name, ss_error *error);
void ss_block_factor_free(ss_block_factor *factor);

/* Analyse the pattern of A, unless it is that of the last one. SS_ERROR_MEMORY, also where the
 * panels pass the process's limit; the factor is then empty. */
bool ss_block_factor_analyse(ss_block_factor *factor, const ss_blocks *A, ss_error *error);

/* Factor A, analysed first if its pattern is new. SS_ERROR_DATA if A is singular, SS_ERROR_MEMORY;
 * the factor then solves nothing. */
bool ss_block_factor_compute(ss_block_factor *factor, const ss_blocks *A, ss_error *error);

/* Factor the matrix that compute was given anew by UMFPACK, whatever the panels made of it.
 * SS_ERROR_DATA if A is singular, SS_ERROR_MEMORY; the factor then solves nothing. */
bool ss_block_factor_pivot(ss_block_factor *factor, ss_error *error);

/* x = A^-1 b: SS_FACTOR_ONCE as it comes from the factors; the other ways are UMFPACK's, which
 * factors A for them. n numbers each, x and b apart. Allocates nothing but UMFPACK's factors.
 * SS_ERROR_DATA if it cannot be solved, SS_ERROR_MEMORY. */
bool ss_block_factor_solve(ss_block_factor *factor, double *x, const double *b, ss_factor_how how,
                           ss_error *error);

/* Moves of the panels, in those of factor.h:
 *
 *     analysis        200 a block of the list
 *     factorization   2 an entry of L and U, 30 a row, and one for 128 operations
 *     solve           one for two entries
 *
 * by the times of ppa-newton's matrices on five problems of 180 to 1477 contacts beside UMFPACK's
 * of the same matrices, within 0.8 to 1.2; the analysis within 0.3 to 2. */
enum {
    SS_PANELS_ANALYSED = 200,
    SS_PANELS_ENTRY = 2,
    SS_PANELS_ROW = 30,
    SS_PANELS_DENSE = 128,
    SS_PANELS_READ = 4
};

/* Of the last factorization and solve, whichever way they went; bytes and foreseen_moves are those
 * of the panels. */
ss_factor_facts ss_block_factor_facts_of(const ss_block_factor *factor);

#endif
