/* A Newton matrix reduced to the bodies (method 12.4). With B = S P* M^-1/2, 3 rows a contact and 6
 * columns a moving body, and the D of restitution, W~ = D B B^T is never formed, and
 *
 *     J x = b,  J = K + L W~ R     becomes     (I + B^T R K^-1 L D B) w = B^T R K^-1 b,
 *                                              x = K^-1 (b - L D B w)
 *
 * with w = B^T R x: 6 unknowns a moving body. Where K is nearly singular (1/a at sticking
 * contacts), x has lost digits, which a refinement by the residual of J brings back.
 *
 * Which matrix is where (method 12.4), for two contacts 1, 2 of the moving bodies b, c and a wall:
 *
 *     J  6x6 in blocks of contacts      A  12x12 in blocks of bodies
 *        1   2                             b   c
 *     1  x   x  share body b            b  x   x   contact 1 of b and c: four blocks
 *     2  x   x                          c  x   x   contact 2 of b and the wall: one more at (b, b)
 *
 * Invariant after ss_reduced_pose: B, D and the pattern of A are the problem's; body[]
 * counts the bodies that contacts move, in the order in which contacts meet them. After
 * ss_reduced_assemble: L, R, K, K^-1 and A's values are those of one J, whose determinant has the
 * sign of det A times `sign`. All arrays are owned; the factors of A are the caller's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_REDUCED_H
#define SS_SOLVERS_GLOBAL_REDUCED_H

#include "solvers/global/krylov.h"

/* Floating-point operations a contact: to assemble A, K^-1 and T with four 6x6 blocks; of a product
 * by J; of a solve beside the factors'. */
enum {
    SS_REDUCED_ASSEMBLY_FLOPS = 39 + 9 + 2 * 45 + 4 * 6 * (15 + 6 * 5),
    SS_REDUCED_MATRIX_FLOPS = 2 * 36 + 72 + 15 + 15 + 18,
    SS_REDUCED_SOLVE_FLOPS = 2 * 36 + 72 + 4 * 15 + 3
};

typedef struct ss_reduced {
    size_t n, n_bodies; /* contacts, bodies that they move */
    uint32_t *body;     /* 2 n: i and j of each contact; n_bodies: one of given motion */
    uint32_t *number;   /* of each body of the problem; UINT32_MAX: none */
    double *B;          /* 36 n: of i, then of j, 3x6 row-major each; 0 for given motion */
    double *D;          /* 3 n */
    double *L, *R, *K;  /* 9 n each: of the matrix that was assembled */
    double *inverse;    /* 9 n: K^-1 */
    double *b, *w;      /* 6 (n_bodies + 1) each: scratch; the last six stay 0 */
    double *x;          /* 3 n: scratch */
    ss_blocks A;        /* the matrix of w, an identity a body and up to four blocks a contact;
                           owned, as all arrays */
    int sign;           /* of det K */
    size_t room, bodies_room;
} ss_reduced;

/* Make a zeroed reduction that of a problem of bodies, scaled by S (3 n). SS_ERROR_MEMORY. Release
 * with ss_reduced_clear. */
bool ss_reduced_pose(ss_reduced *reduced, const ss_problem *problem, const double *scale,
                     ss_error *error);

/* Release all; the reduction is zeroed. */
void ss_reduced_clear(ss_reduced *reduced);

/* v = W~ y, 3 n each, apart. */
void ss_reduced_multiply(double *v, const ss_reduced *reduced, const double *y);

/* A of a matrix J; L or R NULL: the identity. SS_ERROR_DATA if a block of K is singular. */
bool ss_reduced_assemble(ss_reduced *reduced, const double *L, const double *R, const double *K,
                         ss_error *error);

/* b = J x of the matrix that was assembled, 3 n each, apart. */
void ss_reduced_multiply_matrix(double *b, const ss_reduced *reduced, const double *x);

/* b and w of A w = b for x = J^-1 b (3 n): the right side is made, then, with w solved, x. x and b
 * apart. */
void ss_reduced_enter(const ss_reduced *reduced, double *x, const double *b);
void ss_reduced_leave(const ss_reduced *reduced, double *x, const double *b);

#endif
