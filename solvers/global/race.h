/* A race of two kinds of sweeps, plain ones and those that Anderson's method mixes (method 11.2),
 * from one iterate to the next, which is left for Newton's method where that is foreseen to cost
 * less. All is judged by work units (solvers/base/unit.h), so that it is the same on every machine.
 *
 * Stretches of one kind, of one price (a mixed sweep of balls costs eight plain ones), each judged
 * by its gain, ln(value before/value after) a unit:
 *
 *     plain, `patience` ---> plain ---> mixed, `patience` ---> the kind whose last gain is larger
 *
 * With S units spent, L those to the tolerance at the better gain, and P the price of so many
 * factorizations as Newton's method is thought to need, the race is left where
 *
 *     S >= P/4   and   S + L > 2 P
 *
 * so that it costs P/4 at least, whatever a first stretch looks like, and 2 P at most. P is known
 * from the analysis of the Newton matrix, which is made once S has passed a few times its price.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_RACE_H
#define SS_SOLVERS_GLOBAL_RACE_H

#include "solvers/global/cascade.h"
#include "solvers/parts/mixed.h"

typedef struct ss_race_options {
    ss_mixed_options mixed;
    double *memory;        /* ss_mixed_length doubles, borrowed */
    size_t patience;       /* sweeps of the first stretches; later ones grow with the race */
    size_t factorizations; /* of P */
} ss_race_options;

/* Sweep from the present iterate; the last one is left. True if the cascade is to go on. Its note:
 * "race" "left" or "stopped" with value, spent (S), left (L), newton (P; 0: not asked for), plain
 * and mixed (sweeps). */
bool ss_cascade_race(ss_cascade *m, const ss_race_options *options);

#endif
