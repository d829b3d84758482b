/* The things that `list` and `describe` speak of, each with how to go through it and what to say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/things.h"

#include "harness/estimators/estimators.h"
#include "harness/papers/field.h"
#include "problems/files/process_entry.h"
#include "problems/surface/pile.h"
#include "solvers/choice.h"
#include "solvers/command/command.h"
#include "solvers/surface/surface_solver.h"

#include <string.h>

/* Take a descriptor, unless it is NULL, which is past the last. */
#define TAKE(type, found, its_reference, its_options)                                              \
    {                                                                                              \
        const type *const s = (found);                                                             \
        if (s != NULL)                                                                             \
            *thing = (ss_thing){kind, s->name, s->title, its_reference, its_options, s};           \
        return s != NULL;                                                                          \
    }

bool ss_thing_at(ss_thing *thing, ss_thing_kind kind, size_t k)
{
    switch (kind) {
    case SS_THING_LOCAL:
        TAKE(ss_local_solver, ss_local_solver_at(k), s->reference, &s->options)
    case SS_THING_OUTER:
        TAKE(ss_outer_solver, ss_outer_solver_at(k), s->reference, &s->options)
    case SS_THING_EXTERNAL:
        TAKE(ss_external_solver, ss_external_solver_at(k), s->reference, &s->options)
    case SS_THING_COMMAND:
        TAKE(ss_outer_solver, k == 0 ? &ss_outer_command : NULL, s->reference, NULL)
    case SS_THING_APART:
        TAKE(ss_outer_solver, ss_outer_apart_at(k), s->reference, &s->options)
    case SS_THING_COLLECTION:
        TAKE(ss_collection, ss_collection_at(k), NULL, NULL)
    case SS_THING_FILE:
        TAKE(ss_catalogue_entry, k == 0 ? &ss_problem_file : NULL, s->reference, &s->params)
    case SS_THING_PROCESS:
        TAKE(ss_catalogue_entry, k == 0 ? &ss_problem_process : NULL, s->reference, &s->params)
    case SS_THING_PILE:
        TAKE(ss_pile_kind, k == 0 ? &ss_growing_pile : NULL, s->reference, &s->params)
    case SS_THING_GROWER:
        TAKE(ss_surface_solver, ss_surface_solver_at(k), s->reference, &s->options)
    case SS_THING_PROBLEM:
        TAKE(ss_catalogue_entry, ss_catalogue_at(k), s->reference, &s->params)
    case SS_THING_ESTIMATOR:
        TAKE(ss_estimator, ss_estimator_at(k), s->reference, NULL)
    default:
        return false;
    }
}

bool ss_thing_find(ss_thing *thing, const char *name, size_t length)
{
    for (int kind = SS_THING_LOCAL; kind < SS_THING_COUNT; ++kind)
        for (size_t k = 0; ss_thing_at(thing, (ss_thing_kind)kind, k); ++k)
            if (strlen(thing->name) == length && strncmp(thing->name, name, length) == 0)
                return true;
    return false;
}

void ss_thing_of_choice(ss_thing *thing, const ss_choice *choice)
{
    const ss_local_solver *const local = choice->solver;
    const ss_outer_solver *const outer = choice->outer;
    const ss_external_solver *const external = choice->external;
    if (local != NULL)
        *thing = (ss_thing){SS_THING_LOCAL,   choice->label,   local->title,
                            local->reference, &local->options, local};
    else if (outer != NULL)
        *thing = (ss_thing){SS_THING_OUTER,   choice->label,   outer->title,
                            outer->reference, &outer->options, outer};
    else
        *thing = (ss_thing){SS_THING_EXTERNAL,   choice->label,      external->title,
                            external->reference, &external->options, external};
}
