/* A race of sweeps, gradient steps and Newton's method, which take turns and go on from one best
 * iterate: who will be quick on a problem is not known before. All is judged by work units
 * (solvers/base/unit.h), so that it is the same on every machine.
 *
 *     sweeps, 400 units ---> lap of budget B ---> lap of 2 B ---> ... `laps` of them
 *
 *     lap:   sweeps ---> steps ---> ppa-newton        B each, B/2 for who won less than another
 *
 * B is the price of so many factorizations as options say, foreseen by the analysis of the Newton
 * matrix, which is made once sweeps have not ended within a few times its price. A turn of sweeps
 * or steps may spend 2 B where it is foreseen to end within B at its present gain, ln(value
 * before/value after) a unit. So the race costs a small multiple of what the quickest of the three
 * would have cost alone.
 *
 * Sweeps are plain or mixed by Anderson's method (method 11.2), in stretches of one price (a mixed
 * sweep of balls costs eight plain ones): the kind whose last stretch gained more goes on, and the
 * other one is tried again where sweeps have cost twice as much since. A mixed stretch that has
 * lost goes back to the best iterate. Steps (method 11.5) keep to their own way from turn to turn,
 * unless the others are 30 times nearer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_RACE_H
#define SS_SOLVERS_GLOBAL_RACE_H

#include "solvers/global/cascade.h"
#include "solvers/parts/gradient.h"
#include "solvers/parts/mixed.h"

typedef struct ss_race_options {
    ss_mixed_options mixed;
    ss_gradient_options gradient;
    double *memory;       /* ss_mixed_length and ss_gradient_length doubles, borrowed */
    size_t patience;      /* sweeps of the first stretches; later ones grow with the race */
    ss_ppa_limits newton; /* its factorizations are those of B */
    size_t laps;
} ss_race_options;

/* Race from the present iterate; the best one is kept. True if the cascade is to go on. A note
 * after each turn, "race-sweeps", "race-steps" and "race-newton", "left" or "stopped": value,
 * budget, the units that sweeps, steps and newton have spent so far, and those that sweeps foresee,
 * left. */
bool ss_cascade_race(ss_cascade *m, const ss_race_options *options);

#endif
