/* A whole problem for Newton's methods, scaled and in Lorentz form (method 11, 12.2):
 *
 *     v = W~ y + q~,   W~ = S W S,   q~ = S q,   r = S y,   S = d_c T^-1
 *
 * with d_c = (tr(W_cc)/3)^(-1/2) and T = diag(mu, 1, 1), but for small mu (ss_system_stretch); mu
 * below 1e-12 counts as 1e-12. Its Newton matrices have blocks
 * J_ij = L_i W~_ij R_j, and K_i more on the diagonal: the pattern of W, analysed once while the
 * contact graph stays.
 *
 * What is here, in the order of system.c; y and r, E1 and endings are in system_iterate.c:
 *
 *     memory            kept from problem to problem, as is the analysis of a known pattern
 *     pose              S, mu, q~; W~ by blocks, or B of the bodies; or a part of another system
 *     y and r           r = S y
 *     products, E1      v = W~ y + q~; E1 of y and v in scaled variables, whatever T is
 *     factor, solve     J by its blocks L W~ R + K; a solve is refined by the residual of J
 *     endings           what all of Newton's methods say when they stop
 *
 * Ownership: the system owns its matrices and its factor; y and v are the methods'. What
 * always holds after a pose: W, q and J's pattern are of one problem, and scaled by the same S; the
 * blocks of a row ascend; with by_bodies there are no blocks, and `reduced` has all of W~.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_SYSTEM_H
#define SS_SOLVERS_GLOBAL_SYSTEM_H

#include "solvers/base/outer_solver.h"
#include "solvers/global/reduced.h"

/* The form in which Newton matrices are factored. A problem of blocks has blocks whatever is
 * wanted.
 */
typedef enum ss_system_form {
    SS_SYSTEM_BLOCKS, /* 3 unknowns a contact */
    SS_SYSTEM_BODIES, /* 6 unknowns a moving body; W~ is not formed */
    SS_SYSTEM_AUTO    /* bodies from 8/3 contacts a moving body on: with three quarters of the
                         unknowns they begin to cost less on packs of balls */
} ss_system_form;

typedef struct ss_system {
    ss_system_form form; /* wanted: set before ss_system_pose, and kept */
    ss_linear linear;    /* wanted, likewise; else than by factors only with by_bodies */
    ss_krylov *krylov;   /* owned; of the bodies' matrix, where it is not factored */
    double weight;       /* a of J (ppa.h); read where the matrix is not factored */
    bool by_krylov;      /* posed so: no factor is made; with by_bodies alone */
    bool by_bodies;      /* posed so: `reduced` stands for the blocks, of which there are none */
    ss_reduced reduced;
    size_t n, n_blocks;      /* contacts, blocks of W */
    size_t *row_start;       /* n + 1: the blocks of row i are row_start[i] .. row_start[i+1]-1 */
    size_t *column;          /* n_blocks */
    size_t *diagonal;        /* n: the place of each diagonal block */
    double *W;               /* 9 n_blocks: W~ */
    double *q;               /* 3 n: q~ */
    double *scale;           /* 3 n: S */
    double *mu;              /* n, as the problem has it */
    double q_norm;           /* |q'|: what E1 is relative to */
    double tau_ref;          /* max |q~_i| */
    ss_blocks J;             /* the matrix that is factored, block by block of W; owned */
    ss_block_factor *factor; /* owned */
    double *rest;            /* 6 n: of a solve's refinement */
    ss_work *work; /* of the solve under way; products, factorizations and solves are counted */
    size_t room, block_room;
} ss_system;

/* T of a contact, normal and tangential: r' = T^-1 y, u' = T v. It is (mu, 1) down to mu = 0.1.
 * From there on the ratio stays mu, which makes the cone L, and the size stays that of 0.1: a W~_nn
 * of 1/mu^2 would leave no digit to the tangential rows of a Newton matrix. */
typedef struct ss_system_stretch {
    double n, t;
} ss_system_stretch;

static inline ss_system_stretch ss_system_stretch_of(double mu)
{
    return mu >= 0.1 ? (ss_system_stretch){mu, 1.0}
                     : (ss_system_stretch){0.1, 0.1 / (mu > 1e-12 ? mu : 1e-12)};
}

/* Make a zeroed system that of a problem in any form, keeping from the last one its memory and the
 * factor's analysis, which else is made here. SS_ERROR_MEMORY. Release with ss_system_clear. */
bool ss_system_pose(ss_system *s, const ss_problem *problem, ss_work *work, ss_error *error);

/* The part of `whole`, which has blocks, at m contacts (ascending), the impulses y of all others as
 * they are: W_cc and q_c + W_co y_o. SS_ERROR_MEMORY. */
bool ss_system_pose_part(ss_system *part, const ss_system *whole, const double *y,
                         const size_t *contacts, size_t m, ss_error *error);

/* Release all; the system is zeroed. */
void ss_system_clear(ss_system *s);

/* r = S y and y = S^-1 r, 3 n each; r_t = 0 where mu = 0. */
void ss_system_write_impulse(double *r, const ss_system *s, const double *y);
void ss_system_read_impulse(double *y, const ss_system *s, const double *r);

/* v = W~ y, 3 n each, apart. */
void ss_system_multiply(double *v, const ss_system *s, const double *y);

/* v = W~ y + q~. */
void ss_system_velocity(double *v, const ss_system *s, const double *y);

/* E1 = |r' - proj_K(r' - uh)|/|q'| (method 7) of y, with v = W~ y + q~. 0/0 is 0. If `share` is not
 * NULL, it gets each contact's square of the numerator (n). */
double ss_system_e1(const ss_system *s, const double *y, const double *v, double *share);

/* Factor J_ij = L_i W~_ij R_j + (K_i if i = j), 9 numbers a contact each; L or R NULL: the
 * identity. SS_ERROR_DATA if singular, SS_ERROR_MEMORY. A failure counts as a factorization; of its
 * operations only the assembly's are counted, as nothing tells how far the rest went. */
bool ss_system_factor(ss_system *s, const double *L, const double *R, const double *K,
                      ss_error *error);

/* Sign of the determinant of the J that is factored, -1 or 1; 0: none is. */
int ss_system_determinant_sign(const ss_system *s);

/* x = J^-1 b, 3 n each, apart; refined while the residual is above 1e-13 |b| and halves, at most
 * twice; in the form of bodies, which loses more digits where a is small, five times. A refinement
 * that makes the residual larger is undone. */
bool ss_system_solve(const ss_system *s, double *x, const double *b, ss_error *error);

/* The user of a Newton method is shown each iterate, one a factorization, and may stop it. */
typedef struct ss_system_watch {
    ss_seen (*see)(void *self, const double *y); /* 3 n */
    void *self;
} ss_system_watch;

/* Endings of a Newton method. */
typedef enum ss_system_ending {
    SS_SYSTEM_SOLVED,  /* E1 is at most its tolerance */
    SS_SYSTEM_STOPPED, /* the watch said stop */
    SS_SYSTEM_CAPPED,  /* its factorizations are used up */
    SS_SYSTEM_STALLED, /* it gave up */
    SS_SYSTEM_CLIMBED, /* the path went up for good: no solution reached */
    SS_SYSTEM_NO_MEMORY
} ss_system_ending;

/* solved, stopped, capped, stalled, climbed or no-memory. */
const char *ss_system_ending_name(ss_system_ending ending);

/* The end of a Newton method; the best iterate is in its y. */
typedef struct ss_system_end {
    ss_system_ending ending;
    double e1;             /* of the best iterate */
    size_t factorizations; /* used */
    ss_error error;        /* of SS_SYSTEM_NO_MEMORY: which matrix had no room */
} ss_system_end;

/* Is the method over, now that an iterate was shown? Then end->ending says how. Without a tolerance
 * of its own (tol 0) the watch alone ends it before its cap, even where E1 is 0. */
bool ss_system_is_over(ss_system_end *end, ss_seen seen, double tol, size_t factorizations);

#endif
