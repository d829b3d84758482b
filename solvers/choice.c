/* The lists of local and outer solvers, and the parsing of a solver's name and options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/names.h"
#include "solvers/base/local_solver.h"
#include "solvers/base/outcome.h"
#include "solvers/base/outer_solver.h"

#include <stdlib.h>
#include <string.h>

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

/* A copy of "NAME[LIST" cut in two: the name, freed by the caller, and in it the list or NULL. */
static char *split(const char *text, char **list, ss_error *error)
{
    char *const name = strdup(text);
    if (name == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver '%.100s'", text);
        return NULL;
    }
    char *const bracket = strchr(name, '[');
    *list = bracket != NULL ? bracket + 1 : NULL;
    if (bracket != NULL)
        *bracket = '\0';
    return name;
}

/* The option struct that `list` (NULL: defaults) describes, and a copy of the user's text. */
static bool choose(const char *name, const ss_option_table *table, char *list, const char *text,
                   void **options, char **label, ss_error *error)
{
    *options = malloc(table->size + 1);
    *label = strdup(text);
    if (*options == NULL || *label == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the options of '%.100s'", text);
    ss_options_defaults(table, *options);
    return list == NULL || ss_choice_parse_options(name, table, *options, list, error);
}

bool ss_local_choice_parse(ss_local_choice *choice, const char *text, ss_error *error)
{
    char *list = NULL;
    char *const name = split(text, &list, error);
    *choice = (ss_local_choice){.solver = name != NULL ? ss_local_solver_find(name, error) : NULL};
    const bool valid =
        choice->solver != NULL && choose(choice->solver->name, &choice->solver->options, list, text,
                                         &choice->options, &choice->label, error);
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

bool ss_outer_choice_parse(ss_outer_choice *choice, const char *text, ss_error *error)
{
    char *list = NULL;
    char *const name = split(text, &list, error);
    *choice = (ss_outer_choice){.solver = name != NULL ? ss_outer_solver_find(name, error) : NULL};
    const ss_outer_solver *const solver = choice->solver;
    const bool valid = solver != NULL &&
                       choose(solver->name, &solver->options, list, text, &choice->options,
                              &choice->label, error) &&
                       (solver->check == NULL || solver->check(choice->options, error));
    free(name);
    if (!valid)
        ss_outer_choice_free(choice);
    return valid;
}

void ss_outer_choice_free(ss_outer_choice *choice)
{
    free(choice->options);
    free(choice->label);
    *choice = (ss_outer_choice){.solver = NULL};
}
