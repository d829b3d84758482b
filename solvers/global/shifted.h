/* The shifted problem of a proximal point method (method 11.3), W' + a I and q' - a r_k in scaled
 * variables, for sweeps: a copy of a problem in block form whose diagonal blocks, rho_bar and q
 * change, and a wrapped solver's task on it, with states and an r of its own.
 *
 * Invariant after ss_shifted_change: W_cc, the diagonal blocks, rho_bar and the states are
 * those of the true problem with a/d^2 on the diagonal; q = q_true - a r_k/d^2. Row starts,
 * columns, mu and all other blocks are the true ones. The struct owns its copy and the states;
 * `inner` points into it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_SHIFTED_H
#define SS_SOLVERS_GLOBAL_SHIFTED_H

#include "solvers/base/outer_solver.h"

typedef struct ss_shifted {
    const ss_outer_task *task; /* whose problem is shifted, borrowed */
    ss_outer_task inner;       /* task->inner on the shifted problem */
    ss_problem problem;        /* the shifted one */
    ss_block_form form;        /* of it */
    double a;                  /* the shift */
    double *r, *center;        /* 3 n_contacts, N s: the r of `inner`; r_k */
    double *d, *weight;        /* n_contacts: the scaling of the true problem, and 1/d^2, 1/kg */
    double *blocks, *W_cc, *q, *rho_bar, *held; /* of the shifted problem and of `inner` */
    double *memory;                             /* of all arrays; owned */
    size_t room;                                /* of it, doubles */
    void *states; /* n_contacts of the local solver, for the shifted blocks; owned */
    size_t states_room;
} ss_shifted;

/* Make a zeroed or used one that of a task with a problem in block form, a local and an inner
 * solver. It is shifted by ss_shifted_change only. SS_ERROR_MEMORY. It must stay where it is; clear
 * it with ss_shifted_clear. */
bool ss_shifted_pose(ss_shifted *s, const ss_outer_task *task, ss_error *error);
void ss_shifted_clear(ss_shifted *s);

/* Make a the shift and the present r the center. */
void ss_shifted_change(ss_shifted *s, double a);

#endif
