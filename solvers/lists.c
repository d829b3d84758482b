/* The lists of local, outer and external solvers.
 *
 * A solver's file defines its descriptor, a line of a .def file names it: here each line becomes
 * the declaration and the entry of a const array, in the order of the file. The first outer solver
 * is the one that a local solver alone is put into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/local_solver.h"
#include "solvers/base/outer_solver.h"
#include "solvers/external/external_solver.h"

#include "problems/base/names.h"
#include "solvers/laws/other_law.h"
#include "solvers/single/single.h"

#define SS_LOCAL_SOLVER(id) extern const ss_local_solver ss_local_##id;
#include "solvers/local/local_solvers.def"
#undef SS_LOCAL_SOLVER
#define SS_OUTER_SOLVER(id) extern const ss_outer_solver ss_outer_##id;
#include "solvers/outer/outer_solvers.def"
#undef SS_OUTER_SOLVER
#define SS_EXTERNAL_SOLVER(id) extern const ss_external_solver ss_external_##id;
#include "solvers/external/external_solvers.def"
#undef SS_EXTERNAL_SOLVER

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

static const ss_external_solver *const external_solvers[] = {
#define SS_EXTERNAL_SOLVER(id) &ss_external_##id,
#include "solvers/external/external_solvers.def"
#undef SS_EXTERNAL_SOLVER
};

const ss_local_solver *ss_local_solver_at(size_t k)
{
    return k < sizeof local_solvers / sizeof local_solvers[0] ? local_solvers[k] : NULL;
}

const ss_outer_solver *ss_outer_solver_at(size_t k)
{
    return k < sizeof outer_solvers / sizeof outer_solvers[0] ? outer_solvers[k] : NULL;
}

const ss_outer_solver *ss_outer_apart_at(size_t k)
{
    static const ss_outer_solver *const apart[] = {&ss_outer_other_law, &ss_outer_nlgs_float,
                                                   &ss_outer_apgd_float};
    return k < sizeof apart / sizeof apart[0] ? apart[k] : NULL;
}

const ss_external_solver *ss_external_solver_at(size_t k)
{
    return k < sizeof external_solvers / sizeof external_solvers[0] ? external_solvers[k] : NULL;
}

/* the others are found by choice.c, which looks through all kinds */
const ss_external_solver *ss_external_solver_find(const char *name, ss_error *error)
{
    /* static, but const: nothing is kept between calls */
    static const ss_names solvers = SS_NAMES_OF_POINTERS(external_solvers, "no external solver",
                                                         "see 'stickslip list solvers'");
    return ss_names_find(&solvers, name, error);
}

bool ss_external_solver_available(const ss_external_solver *solver, ss_error *error)
{
    /* a descriptor is there in every build, so that `list` and `describe` know it */
    return solver->solve != NULL ||
           ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "solver %s is not in this build; install %s, then configure and build anew",
                        solver->name, solver->package);
}

bool ss_outer_solver_serves(const ss_outer_solver *outer, const void *options, ss_error *error)
{
    ss_error why = {SS_ERROR_NONE, ""};
    if (outer->check == NULL || outer->check(options, &why))
        return true;
    return ss_error_set(error, why.code, "%s: %s", outer->name, why.text);
}
