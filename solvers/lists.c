/* The lists of local and outer solvers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/local_solver.h"
#include "solvers/base/outer_solver.h"

#define SS_LOCAL_SOLVER(id) extern const ss_local_solver ss_local_##id;
#include "solvers/local/local_solvers.def"
#undef SS_LOCAL_SOLVER
#define SS_OUTER_SOLVER(id) extern const ss_outer_solver ss_outer_##id;
#include "solvers/outer/outer_solvers.def"
#undef SS_OUTER_SOLVER

static const ss_local_solver *const local_solvers[] = {
#define SS_LOCAL_SOLVER(id) &ss_local_##id,
#include "solvers/local/local_solvers.def"
#undef SS_LOCAL_SOLVER
};

static const ss_outer_solver *const outer_solvers[] = {
#define SS_OUTER_SOLVER(id) &ss_outer_##id,
#include "solvers/outer/outer_solvers.def"
#undef SS_OUTER_SOLVER
};

const ss_local_solver *ss_local_solver_at(size_t k)
{
    return k < sizeof local_solvers / sizeof local_solvers[0] ? local_solvers[k] : NULL;
}

const ss_outer_solver *ss_outer_solver_at(size_t k)
{
    return k < sizeof outer_solvers / sizeof outer_solvers[0] ? outer_solvers[k] : NULL;
}
