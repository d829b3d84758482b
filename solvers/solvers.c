/* The lists of local and outer solvers, and the parsing of a solver's name and options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/names.h"
#include "solvers/local_solver.h"
#include "solvers/outcome.h"
#include "solvers/outer_solver.h"

#include <stdlib.h>
#include <string.h>

#define SS_LOCAL_SOLVER(id) extern const ss_local_solver ss_local_##id;
#include "solvers/local_solvers.def"
#undef SS_LOCAL_SOLVER
#define SS_OUTER_SOLVER(id) extern const ss_outer_solver ss_outer_##id;
#include "solvers/outer_solvers.def"
#undef SS_OUTER_SOLVER

static const ss_local_solver *const local_solvers[] = {
#define SS_LOCAL_SOLVER(id) &ss_local_##id,
#include "solvers/local_solvers.def"
#undef SS_LOCAL_SOLVER
};

static const ss_outer_solver *const outer_solvers[] = {
#define SS_OUTER_SOLVER(id) &ss_outer_##id,
#include "solvers/outer_solvers.def"
#undef SS_OUTER_SOLVER
};

const char *ss_outcome_name(ss_outcome outcome)
{
    static const char *const names[] = {
#define X(id, name, meaning) name,
        SS_OUTCOME_LIST(X)
#undef X
    };
    return names[outcome];
}

bool ss_outcome_find(const char *name, ss_outcome *outcome)
{
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k) {
        if (strcmp(ss_outcome_name((ss_outcome)k), name) == 0) {
            *outcome = (ss_outcome)k;
            return true;
        }
    }
    return false;
}

const ss_local_solver *ss_local_solver_at(size_t k)
{
    return k < sizeof local_solvers / sizeof local_solvers[0] ? local_solvers[k] : NULL;
}

const ss_outer_solver *ss_outer_solver_at(size_t k)
{
    return k < sizeof outer_solvers / sizeof outer_solvers[0] ? outer_solvers[k] : NULL;
}

static const char *local_name_at(const void *list, size_t k)
{
    (void)list;
    return ss_local_solver_at(k) != NULL ? ss_local_solver_at(k)->name : NULL;
}

static const char *outer_name_at(const void *list, size_t k)
{
    (void)list;
    return ss_outer_solver_at(k) != NULL ? ss_outer_solver_at(k)->name : NULL;
}

static const char hint[] = "see 'stickslip list solvers'";

const ss_local_solver *ss_local_solver_find(const char *name, ss_error *error)
{
    size_t k = 0;
    return ss_name_find(name, "no solver", local_name_at, NULL, hint, &k, error) ? local_solvers[k]
                                                                                 : NULL;
}

const ss_outer_solver *ss_outer_solver_find(const char *name, ss_error *error)
{
    size_t k = 0;
    return ss_name_find(name, "no outer solver", outer_name_at, NULL, hint, &k, error)
               ? outer_solvers[k]
               : NULL;
}

bool ss_choice_parse_options(const char *name, const ss_option_table *table, void *options,
                             char *list, ss_error *error)
{
    char owner[80];
    const size_t length = strlen(list);
    snprintf(owner, sizeof owner, "solver %s", name);
    if (length == 0 || list[length - 1] != ']')
        return ss_error_set(error, SS_ERROR_USAGE, "%s: '[%.200s' lacks its closing ']'", owner,
                            list);
    list[length - 1] = '\0';
    return ss_options_set_list(table, options, owner, list, error);
}

bool ss_local_choice_parse(ss_local_choice *choice, const char *text, ss_error *error)
{
    bool valid = false;
    *choice = (ss_local_choice){.label = strdup(text)};
    char *const name = strdup(text);
    if (name == NULL || choice->label == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver '%s'", text);
        goto out;
    }
    char *const bracket = strchr(name, '[');
    if (bracket != NULL)
        *bracket = '\0';
    choice->solver = ss_local_solver_find(name, error);
    if (choice->solver == NULL)
        goto out;
    choice->options = malloc(choice->solver->options.size);
    if (choice->options == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the options of '%s'", text);
        goto out;
    }
    ss_options_defaults(&choice->solver->options, choice->options);
    valid = bracket == NULL ||
            ss_choice_parse_options(choice->solver->name, &choice->solver->options,
                                    choice->options, bracket + 1, error);
out:
    free(name);
    if (!valid)
        ss_local_choice_free(choice);
    return valid;
}

void ss_local_choice_free(ss_local_choice *choice)
{
    free(choice->options);
    free(choice->label);
    *choice = (ss_local_choice){.solver = NULL};
}
