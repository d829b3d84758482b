/* The list of external solvers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/external/external_solver.h"

#include "problems/base/names.h"

#define SS_EXTERNAL_SOLVER(id) extern const ss_external_solver ss_external_##id;
#include "solvers/external/external_solvers.def"
#undef SS_EXTERNAL_SOLVER

static const ss_external_solver *const external_solvers[] = {
#define SS_EXTERNAL_SOLVER(id) &ss_external_##id,
#include "solvers/external/external_solvers.def"
#undef SS_EXTERNAL_SOLVER
};

const ss_external_solver *ss_external_solver_at(size_t k)
{
    return k < sizeof external_solvers / sizeof external_solvers[0] ? external_solvers[k] : NULL;
}

const ss_external_solver *ss_external_solver_find(const char *name, ss_error *error)
{
    static const ss_names solvers = SS_NAMES_OF_POINTERS(external_solvers, "no external solver",
                                                         "see 'stickslip list solvers'");
    return ss_names_find(&solvers, name, error);
}

bool ss_external_solver_available(const ss_external_solver *solver, ss_error *error)
{
    return solver->solve != NULL ||
           ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "solver %s is not in this build; install %s, then configure and build anew",
                        solver->name, solver->package);
}
