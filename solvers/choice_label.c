/* Names of a choice in tables.
 *
 * Two columns name a choice: `solver` the local solver with its options, `outer` what is around it;
 * a choice without a local one, or with one that it always has, stands in `solver`, and `outer` is
 * empty. So rows of one local solver under several outer ones group by the column `solver`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ss_choice *ss_choice_local(const ss_choice *choice)
{
    return choice->solver != NULL ? choice : choice->local;
}

/* The one whose label stands in the column `solver`. */
static const ss_choice *named(const ss_choice *choice)
{
    const ss_choice *const local = ss_choice_local(choice); /* at the root */
    return local != NULL && (choice->outer == NULL || choice->outer->inside == NULL) ? local
                                                                                     : choice;
}

const char *ss_choice_solver_label(const ss_choice *choice)
{
    return named(choice)->label;
}

const char *ss_choice_outer_label(const ss_choice *choice)
{
    return choice->solver != NULL    ? SS_CHOICE_OUTER_DEFAULT
           : named(choice) != choice ? choice->label
                                     : "";
}

const char *ss_choice_solver_values(const ss_choice *choice)
{
    const ss_choice *const one = named(choice); /* whose label stands there */
    return one->values != NULL ? one->values : "";
}

const char *ss_choice_outer_values(const ss_choice *choice)
{
    return named(choice) != choice ? choice->values : ""; /* else they stand with the solver */
}

bool ss_choice_is_shared(const ss_choice *choice)
{
    return choice != NULL && (choice->file != NULL || ss_choice_is_shared(choice->of) ||
                              ss_choice_is_shared(choice->local));
}

char *ss_choice_spell(const ss_choice *choice, ss_error *error)
{
    char *text = NULL, *inside = NULL;
    const ss_choice *const local = choice->local;
    const bool bare = local == NULL || local->values[0] == '\0';
    if (local == NULL)
        inside = strdup("");
    else if (asprintf(&inside, "local=%s%s%s%s%s", local->solver->name, bare ? "" : "[",
                      local->values, bare ? "" : "]", choice->values[0] != '\0' ? "," : "") < 0)
        inside = NULL;
    if (inside == NULL ||
        asprintf(&text, "%s[%s%s]", choice->outer->name, inside, choice->values) < 0) {
        ss_error_memory(error, "the name of a solver");
        text = NULL;
    }
    free(inside);
    return text;
}
