/* How a solver is drawn, the same in every figure: one line in its descriptor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_LOOK_H
#define SS_SOLVERS_BASE_LOOK_H

/* Numbers from 1 of the lists `colour` (12), `dash` (5) and `mark` (7) of plots/style.gp. 0: of an
 * outer solver as of its local one, so that `nlgs` in another order has its colour; all 0, of any
 * other: what is left over in a figure (harness/figures/looks.h). */
typedef struct ss_look {
    unsigned char colour, dash, mark;
} ss_look;

#endif
