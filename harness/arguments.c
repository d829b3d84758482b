/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/arguments.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool ss_problem_choice_parse(ss_problem_choice *choice, const char *name, ss_error *error)
{
    *choice = (ss_problem_choice){.entry = ss_catalogue_find(name, error)};
    if (choice->entry == NULL)
        return false;
    choice->params = malloc(choice->entry->params.size);
    if (choice->params == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the parameters of %s", name);
    ss_options_defaults(&choice->entry->params, choice->params);
    return true;
}

void ss_problem_choice_free(ss_problem_choice *choice)
{
    free(choice->params);
    *choice = (ss_problem_choice){.entry = NULL};
}

bool ss_problem_choice_set_value(ss_problem_choice *choice, const char *key, const char *value,
                                 ss_error *error)
{
    char owner[96];
    snprintf(owner, sizeof owner, "problem %s", choice->entry->name);
    return ss_options_set(&choice->entry->params, choice->params, owner, key, value, error);
}

bool ss_problem_choice_set(ss_problem_choice *choice, const char *assignment, ss_error *error)
{
    char key[64];
    const char *const equals = strchr(assignment, '=');
    if (equals == NULL || equals == assignment)
        return ss_error_set(error, SS_ERROR_USAGE, "problem %s: '%.200s' must be KEY=VALUE",
                            choice->entry->name, assignment);
    snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
    return ss_problem_choice_set_value(choice, key, equals + 1, error);
}

/* Cut the next solver off `text`: up to a comma outside brackets. NULL at the end. */
static char *next_solver(char **text)
{
    int depth = 0;
    char *const begin = *text;
    if (begin == NULL)
        return NULL;
    for (char *at = begin; *at != '\0'; ++at) {
        depth += (*at == '[') - (*at == ']');
        if (*at == ',' && depth <= 0) {
            *at = '\0';
            *text = at + 1;
            return begin;
        }
    }
    *text = NULL;
    return begin;
}

static bool add_solver(ss_solver_list *list, const char *text, ss_error *error)
{
    for (size_t k = 0; k < list->n; ++k)
        if (strcmp(list->choices[k].label, text) == 0)
            return ss_error_set(error, SS_ERROR_USAGE, "solver '%s' is named twice", text);
    ss_local_choice *const larger = realloc(list->choices, (list->n + 1) * sizeof *list->choices);
    if (larger == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the list of solvers");
    list->choices = larger;
    if (!ss_local_choice_parse(&list->choices[list->n], text, error))
        return false;
    ++list->n;
    return true;
}

bool ss_solver_list_parse(ss_solver_list *list, const char *text, ss_error *error)
{
    char *const copy = strdup(text);
    char *rest = copy;
    bool valid = copy != NULL;
    *list = (ss_solver_list){.n = 0};
    if (!valid)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the list of solvers");
    for (const char *one = next_solver(&rest); valid && one != NULL; one = next_solver(&rest))
        valid = add_solver(list, one, error);
    free(copy);
    if (!valid)
        ss_solver_list_free(list);
    return valid;
}

void ss_solver_list_free(ss_solver_list *list)
{
    for (size_t k = 0; k < list->n; ++k)
        ss_local_choice_free(&list->choices[k]);
    free(list->choices);
    *list = (ss_solver_list){.n = 0};
}

bool ss_parse_count(const char *text, const char *option, size_t *value, ss_error *error)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || number == 0 ||
        number > 1000000000ull)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s=%s must be a whole number from 1 to 1000000000", option, text);
    *value = (size_t)number;
    return true;
}

bool ss_parse_trace(const char *text, ss_trace *trace, ss_error *error)
{
    static const char *const words[] = {"none", "last", "all"};
    static const ss_trace_kind kinds[] = {SS_TRACE_NONE, SS_TRACE_LAST, SS_TRACE_ALL};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; ++k) {
        if (strcmp(text, words[k]) == 0) {
            *trace = (ss_trace){kinds[k], 0};
            return true;
        }
    }
    if (!isdigit((unsigned char)text[0]))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--trace=%s is unknown; it must be none, last, all or a step", text);
    trace->kind = SS_TRACE_STEP;
    return ss_parse_count(text, "--trace", &trace->step, error);
}
