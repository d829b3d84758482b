/* Lists of choices, "NAME[...],NAME,...".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"

#include <stdlib.h>
#include <string.h>

bool ss_choice_list_add(ss_choice_list *list, const char *text, const char *outer, ss_error *error)
{
    ss_choice *const larger = realloc(list->at, (list->n + 1) * sizeof *list->at);
    if (larger == NULL)
        return ss_error_memory(error, "the list of solvers");
    list->at = larger;
    ss_choice *const choice = &list->at[list->n]; /* counted when it is whole */
    if (!(outer != NULL ? ss_choice_parse_whole(choice, text, outer, error)
                        : ss_choice_parse(choice, text, SS_CHOICE_LOCAL, error)))
        return false;
    ++list->n; /* it is the list's from here on */
    return true;
}

/* One that nobody before it is: the same solver in the same outer solver. */
static bool add_other(ss_choice_list *list, const char *text, const char *outer, ss_error *error)
{
    if (!ss_choice_list_add(list, text, outer, error))
        return false;
    const ss_choice *const last = &list->at[list->n - 1]; /* the one just added */
    for (const ss_choice *one = list->at; one < last; ++one)
        if (strcmp(ss_choice_solver_label(one), ss_choice_solver_label(last)) == 0 &&
            strcmp(ss_choice_outer_label(one), ss_choice_outer_label(last)) == 0)
            return ss_error_set(error, SS_ERROR_USAGE, "solver '%s' is named twice", text);
    return true;
}

bool ss_choice_list_parse(ss_choice_list *list, const char *text, const char *outer,
                          ss_error *error)
{
    char *const copy = strdup(text);
    char *rest = copy; /* cut up by ss_options_next */
    bool valid = copy != NULL || ss_error_memory(error, "the list of solvers");
    *list = (ss_choice_list){.n = 0};
    for (const char *one = ss_options_next(&rest); valid && one != NULL;
         one = ss_options_next(&rest))
        valid = add_other(list, one, outer, error);
    free(copy);
    if (!valid)
        ss_choice_list_free(list);
    return valid;
}

void ss_choice_list_free(ss_choice_list *list)
{
    for (size_t k = 0; k < list->n; ++k)
        ss_choice_free(&list->at[k]);
    free(list->at);
    *list = (ss_choice_list){.n = 0};
}
