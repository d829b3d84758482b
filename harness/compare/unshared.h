/* Parameters that only one side of a comparison knows: another build has gained or lost them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_UNSHARED_H
#define SS_HARNESS_COMPARE_UNSHARED_H

#include "harness/compare/side.h"

/* The set (tokens.h) of the parameters that are in no row of one side and have one and the same
 * value in all rows of the other that have them: those may be left out of a match. `keys` has
 * `size` bytes; what does not fit is not left out. */
void ss_unshared_keys(const ss_side *base, const ss_side *new, char *keys, size_t size);

#endif
