/* Random starts for Newton's methods, in the cones of a system (ours): where a method falls into a
 * stationary point of its merit function, another start may miss it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_SCATTER_H
#define SS_SOLVERS_GLOBAL_SCATTER_H

#include "solvers/global/system.h"

/* Draw the impulse y of each contact (3 n) anew with probability `share` (1: of all): a third are
 * open; the others lie in L, half of them on its boundary, with exponentially distributed normal
 * parts. Their mean is drawn first: between a tenth and ten times tau_ref, its logarithm uniform.
 */
void ss_scatter(double *y, const ss_system *s, double share, uint64_t *state);

#endif
