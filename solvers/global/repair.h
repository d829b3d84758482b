/* Local repair of an iterate near a solution (method 12.7): there the residual sits on few
 * contacts. These and some layers of their neighbours are solved alone, the impulses of the others
 * frozen; then the whole goes on from there. Worth trying from E1 of about 1e-6 downwards.
 *
 *     shares of E1^2 by contacts     the worst, holding `share`     and layers around them
 *     . . . o . . . . O o . . .      . . . . . . . . # . . . .      . . . . . . # # # # # . .
 *
 *     the part alone: W_cc, q_c + W_co r_o, impulses r_o of the others frozen;
 *     solved to 1e-11, put in, and ppa-newton on the whole from there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_REPAIR_H
#define SS_SOLVERS_GLOBAL_REPAIR_H

#include "solvers/global/system.h"

/* One attempt at a repair. */
typedef struct ss_repair_attempt {
    double share;          /* of E1^2 that the chosen contacts hold, at least */
    size_t layers;         /* of neighbours asked for */
    size_t contacts;       /* of the part */
    double part_e1;        /* reached on the part */
    double before, after;  /* E1 of the best iterate of the whole */
    size_t factorizations; /* used by the attempt, large and small */
} ss_repair_attempt;

typedef struct ss_repair_limits {
    size_t factorizations;                                      /* at most */
    void (*note)(void *self, const ss_repair_attempt *attempt); /* each; NULL: nobody */
    void *self;
} ss_repair_limits;

/* Doubles that ss_repair_run needs for n contacts. */
size_t ss_repair_length(size_t n);

/* Repair y (3 n), which gets the best iterate by E1, until no attempt gains (SS_SYSTEM_STALLED).
 * While a part is solved the watch sees the best iterate of the whole. `memory` is borrowed.
 * Allocates nothing but factors, and the systems of parts that they are of. */
ss_system_end ss_repair_run(ss_system *s, double *y, const ss_repair_limits *limits,
                            ss_system_watch watch, double *memory);

#endif
