/* `other-law`: answers of laws that stand for Coulomb's in other engines, to be seen beside the
 * exact ones. It is in no list of solvers that are tested, ranked or swept: by Coulomb's law it is
 * wrong, and its E1 says how far.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LAWS_OTHER_LAW_H
#define SS_SOLVERS_LAWS_OTHER_LAW_H

#include "solvers/base/outer_solver.h"

extern const ss_outer_solver ss_outer_other_law;

#endif
