/* Names: that each solver has its own, and those of a choice in tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"

#include <string.h>

bool ss_choice_check_names(ss_error *error)
{
    for (size_t k = 0; ss_choice_name_at(k, SS_CHOICE_ANY) != NULL; ++k) {
        const char *const name = ss_choice_name_at(k, SS_CHOICE_ANY);
        for (size_t n = 0; n < k; ++n)
            if (strcmp(name, ss_choice_name_at(n, SS_CHOICE_ANY)) == 0)
                return ss_error_set(error, SS_ERROR_INTERNAL,
                                    "two solvers are called '%s': give one another .name in its "
                                    "file",
                                    name);
    }
    return true;
}

const ss_choice *ss_choice_local(const ss_choice *choice)
{
    return choice->solver != NULL ? choice : choice->local;
}

/* The one whose label stands in the column `solver`. */
static const ss_choice *named(const ss_choice *choice)
{
    const ss_choice *const local = ss_choice_local(choice);
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
    const ss_choice *const one = named(choice);
    return one->values != NULL ? one->values : "";
}

const char *ss_choice_outer_values(const ss_choice *choice)
{
    return named(choice) != choice ? choice->values : "";
}
