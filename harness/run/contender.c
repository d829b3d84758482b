/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/contender.h"

#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* The external solver of that very name, or NULL. */
static const ss_external_solver *external_called(const char *name, size_t length)
{
    for (size_t k = 0; ss_external_solver_at(k) != NULL; ++k) {
        const ss_external_solver *const solver = ss_external_solver_at(k);
        if (strlen(solver->name) == length && strncmp(solver->name, name, length) == 0)
            return solver;
    }
    return NULL;
}

/* `text` is "NAME" or "NAME[...", cut up in place. */
static bool parse_external(ss_contender *contender, char *text, ss_error *error)
{
    const ss_external_solver *const solver = contender->external;
    char *const bracket = strchr(text, '[');
    if (!ss_external_solver_available(solver, error))
        return false;
    contender->external_options = malloc(solver->options.size + 1);
    if (contender->external_options == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the options of %s",
                            solver->name);
    ss_options_defaults(&solver->options, contender->external_options);
    return bracket == NULL ||
           ss_choice_parse_options(solver->name, &solver->options, contender->external_options,
                                   bracket + 1, error);
}

/* The names of both kinds. */
static const char *name_at(const void *unused, size_t k)
{
    size_t n_local = 0;
    (void)unused;
    while (ss_local_solver_at(n_local) != NULL)
        ++n_local;
    if (k < n_local)
        return ss_local_solver_at(k)->name;
    return ss_external_solver_at(k - n_local) != NULL ? ss_external_solver_at(k - n_local)->name
                                                      : NULL;
}

/* `text` is "NAME" or "NAME[...". */
static bool check_name(const char *text, ss_error *error)
{
    char name[128];
    size_t k = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "["), text);
    return ss_name_find(name, "no solver", name_at, NULL, "see 'stickslip list solvers'", &k,
                        error);
}

bool ss_contender_parse(ss_contender *contender, const char *text, ss_error *error)
{
    *contender = (ss_contender){.external = external_called(text, strcspn(text, "["))};
    char *const copy = strdup(text);
    contender->label = strdup(text);
    bool valid = copy != NULL && contender->label != NULL;
    if (!valid)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver '%.100s'", text);
    valid = valid && check_name(copy, error) &&
            (contender->external != NULL ? parse_external(contender, copy, error)
                                         : ss_local_choice_parse(&contender->local, text, error));
    free(copy);
    if (!valid)
        ss_contender_free(contender);
    return valid;
}

void ss_contender_free(ss_contender *contender)
{
    ss_local_choice_free(&contender->local);
    free(contender->external_options);
    free(contender->label);
    *contender = (ss_contender){.external = NULL};
}

bool ss_contender_print_options(const ss_contender *contender, char *text, size_t size)
{
    const ss_local_choice *const local = &contender->local;
    return contender->external != NULL
               ? ss_options_print(&contender->external->options, contender->external_options, text,
                                  size)
               : ss_options_print(&local->solver->options, local->options, text, size);
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
        if (strcmp(list->contenders[k].label, text) == 0)
            return ss_error_set(error, SS_ERROR_USAGE, "solver '%s' is named twice", text);
    ss_contender *const larger =
        realloc(list->contenders, (list->n + 1) * sizeof *list->contenders);
    if (larger == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the list of solvers");
    list->contenders = larger;
    if (!ss_contender_parse(&list->contenders[list->n], text, error))
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
        ss_contender_free(&list->contenders[k]);
    free(list->contenders);
    *list = (ss_solver_list){.n = 0};
}
