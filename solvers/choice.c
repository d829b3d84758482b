/* The grammar, and where it is read:
 *
 *     choice = NAME | NAME[item,item,...]             parse
 *     item   = KEY=VALUE | local=choice | of=choice   take_item
 *     list   = choice,choice,...                      ss_choice_list_parse (choice_list.c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"

#include "problems/base/names.h"
#include "problems/sparse/sparse_module.h"
#include "solvers/plugin/load.h"

#include <stdlib.h>
#include <string.h>

/* The k-th solver of the kinds, as a choice without options; false past the last. */
static bool solver_at(ss_choice *choice, unsigned kinds, size_t k)
{
    *choice = (ss_choice){.label = NULL}; /* none of the three descriptors */
    if ((kinds & SS_CHOICE_LOCAL) != 0) {
        choice->solver = ss_local_solver_at(k);
        for (size_t n = 0; choice->solver == NULL && ss_local_solver_at(n) != NULL; ++n)
            --k;
    }
    if ((kinds & SS_CHOICE_OUTER) != 0 && choice->solver == NULL) {
        choice->outer = ss_outer_solver_at(k);
        for (size_t n = 0; choice->outer == NULL && ss_outer_solver_at(n) != NULL; ++n)
            --k;
    }
    if ((kinds & SS_CHOICE_EXTERNAL) != 0 && choice->solver == NULL && choice->outer == NULL)
        choice->external = ss_external_solver_at(k);
    return choice->solver != NULL || choice->outer != NULL || choice->external != NULL;
}

static const char *name_of(const ss_choice *choice)
{
    return choice->solver != NULL  ? choice->solver->name
           : choice->outer != NULL ? choice->outer->name
                                   : choice->external->name;
}

static const ss_option_table *table_of(const ss_choice *choice)
{
    return choice->solver != NULL  ? &choice->solver->options
           : choice->outer != NULL ? &choice->outer->options
                                   : &choice->external->options;
}

const char *ss_choice_name_at(size_t k, unsigned kinds)
{
    ss_choice choice;
    return solver_at(&choice, kinds, k) ? name_of(&choice) : NULL;
}

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

static const char *name_at(const void *kinds, size_t k)
{
    return ss_choice_name_at(k, *(const unsigned *)kinds);
}

static const char hint[] = "see 'stickslip list solvers'";

static bool is_listed(const char *name)
{
    ss_choice found;
    for (size_t k = 0; solver_at(&found, SS_CHOICE_ANY, k); ++k)
        if (strcmp(name_of(&found), name) == 0)
            return true;
    return false;
}

/* The solver of that name in the program's lists. */
static bool find_listed(ss_choice *choice, const char *name, unsigned kinds, ss_error *error)
{
    for (size_t k = 0; solver_at(choice, SS_CHOICE_ANY, k); ++k)
        if (strcmp(name_of(choice), name) == 0)
            return true;
    for (size_t k = 0; ss_outer_apart_at(k) != NULL; ++k) {
        *choice = (ss_choice){.outer = ss_outer_apart_at(k)};
        if (strcmp(name, choice->outer->name) == 0)
            return true;
    }
    return ss_name_unknown(name, "no solver", name_at, &kinds,
                           strchr(name, ',') != NULL ? "one solver can stand here" : hint, error);
}

/* The solver of a shared object: of the path `name`, or of that name in the user's folders. */
static bool find_plugin(ss_choice *choice, const char *name, unsigned kinds, ss_error *error)
{
    ss_error memory = {SS_ERROR_NONE, ""};
    *choice = (ss_choice){.file = strchr(name, '/') != NULL ? strdup(name)
                                                            : ss_plugin_find(name, &memory)};
    if (choice->file == NULL && strchr(name, '/') == NULL && memory.code == SS_ERROR_NONE)
        return find_listed(choice, name, kinds, error); /* which says what it might have been */
    if (choice->file == NULL)
        return ss_error_memory(error, "the solver '%s'", name);
    const ss_plugin *const plugin = ss_plugin_load(choice->file, is_listed, error);
    if (plugin == NULL)
        return false;
    choice->solver = plugin->local;
    choice->outer = plugin->outer;
    choice->external = plugin->external;
    return true;
}

/* A solver of another kind is told so. */
static bool check_kind(const ss_choice *choice, const char *name, unsigned kinds, ss_error *error)
{
    const unsigned kind = choice->solver != NULL  ? SS_CHOICE_LOCAL
                          : choice->outer != NULL ? SS_CHOICE_OUTER
                                                  : SS_CHOICE_EXTERNAL;
    return (kind & kinds) != 0 ||
           ss_error_set(error, SS_ERROR_USAGE, "%s is %s; only %s solvers can stand here", name,
                        choice->solver != NULL  ? "a local solver"
                        : choice->outer != NULL ? "an outer solver"
                        : choice->file != NULL  ? "an external solver"
                                                : "an external solver (Siconos)",
                        (kinds & SS_CHOICE_LOCAL) == 0   ? "outer"
                        : (kinds & SS_CHOICE_OUTER) == 0 ? "local"
                                                         : "local and outer");
}

/* The descriptor of that name: the program's own first. */
static bool find(ss_choice *choice, const char *name, unsigned kinds, ss_error *error)
{
    return (is_listed(name) ? find_listed : find_plugin)(choice, name, kinds, error) &&
           check_kind(choice, name, kinds, error);
}

/* In a name read from a table, never a shared object: who draws a table runs nobody's code. */
static bool find_own(ss_choice *choice, const char *name, unsigned kind, ss_error *error)
{
    return find_listed(choice, name, kind, error) && check_kind(choice, name, kind, error);
}

const ss_local_solver *ss_local_solver_find(const char *name, ss_error *error)
{
    ss_choice choice;
    return find_own(&choice, name, SS_CHOICE_LOCAL, error) ? choice.solver : NULL;
}

const ss_outer_solver *ss_outer_solver_find(const char *name, ss_error *error)
{
    ss_choice choice;
    return find_own(&choice, name, SS_CHOICE_OUTER, error) ? choice.outer : NULL;
}

/* ---- one choice ---- */

static bool local_twice(const ss_choice *choice, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_USAGE, "%s: its local solver is given twice, %s and again",
                        name_of(choice), choice->local->label);
}

static bool take_child(ss_choice **child, const char *text, unsigned kind, ss_error *error)
{
    *child = calloc(1, sizeof **child); /* a choice of its own, parsed like the whole */
    if (*child == NULL)
        return ss_error_memory(error, "the solver '%s'", text);
    return ss_choice_parse(*child, text, kind, error);
}

/* The outer solver inside this one; its local solver is the whole tree's. */
static bool take_inner(ss_choice *choice, const char *text, ss_error *error)
{
    if (choice->of != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "solver %s: of is given twice", name_of(choice));
    if (!take_child(&choice->of, text, SS_CHOICE_OUTER, error))
        return false;
    if (choice->of->local != NULL && choice->local != NULL)
        return local_twice(choice, error);
    if (choice->of->local != NULL)
        choice->local = choice->of->local;
    choice->of->local = NULL; /* it is the root's now */
    return true;
}

static void append(char *list, char before, const char *item)
{
    const size_t used = strlen(list); /* the end of what is there */
    list[used] = before;              /* over the NUL; there is room: as long as the user's text */
    strcpy(list + used + (before != '\0'), item);
}

/* One "KEY=VALUE" of the brackets: a child, or an option of its own, which goes to the list `own`.
 * The label gets all but the local solver. */
static bool take_item(ss_choice *choice, const char *item, char *own, ss_error *error)
{
    const char before = strchr(choice->label, '[') == NULL ? '[' : ',';
    if (strchr(item, '=') == NULL)
        return ss_error_set(
            error, SS_ERROR_USAGE, "solver %s: '%s' must be KEY=VALUE%s", name_of(choice), item,
            before == ',' ? "; one value a key here, `sweep` and `campaign` take grids" : "");
    /* who wraps a fixed choice (`inside`) has its local solver, too */
    const bool is_free = choice->outer != NULL && choice->outer->inside == NULL;
    if (is_free && strncmp(item, "local=", 6) == 0)
        return choice->local != NULL ? local_twice(choice, error)
                                     : take_child(&choice->local, item + 6, SS_CHOICE_LOCAL, error);
    if (is_free && strncmp(item, "of=", 3) == 0 && (choice->outer->needs & SS_NEEDS_INNER) != 0) {
        if (!take_inner(choice, item + 3, error))
            return false;
        append(choice->label, before, "of=");
        append(choice->label, '\0', choice->of->label);
        return true;
    }
    append(choice->label, before, item);
    append(own, own[0] != '\0' ? ',' : '\0', item);
    return true;
}

/* Set options and children from "KEY=VALUE,...]", cut up in place; `own` is as long and empty. */
static bool take_list(ss_choice *choice, char *list, char *own, ss_error *error)
{
    char owner[80];                     /* begins errors */
    const size_t length = strlen(list); /* with the closing bracket */
    snprintf(owner, sizeof owner, "solver %s", name_of(choice));
    if (length == 0 || list[length - 1] != ']')
        return ss_error_set(error, SS_ERROR_USAGE, "%s: '[%s' lacks its closing ']'", owner, list);
    list[length - 1] = '\0';
    for (char *item = ss_options_next(&list); item != NULL; item = ss_options_next(&list))
        if (!take_item(choice, item, own, error))
            return false;
    if (strchr(choice->label, '[') != NULL)
        append(choice->label, ']', "");
    return own[0] == '\0' ||
           ss_options_set_list(table_of(choice), choice->options, owner, own, error);
}

static bool print_values(ss_choice *choice, ss_error *error)
{
    const ss_choice *const of = choice->of;                         /* what it wraps, if anything */
    char *own = ss_options_text(table_of(choice), choice->options); /* without what is inside */
    if (own != NULL && of != NULL) {
        if (asprintf(&choice->values, "%s%sof=%s[%s]", own, own[0] != '\0' ? "," : "", name_of(of),
                     of->values) < 0)
            choice->values = NULL;
        free(own);
    } else
        choice->values = own;
    return choice->values != NULL || ss_error_memory(error, "the options of '%s'", choice->label);
}

bool ss_choice_set_quietly(ss_choice *choice, const char *assignment, ss_error *error)
{
    char list[80];
    snprintf(list, sizeof list, "%s", assignment);
    free(choice->values);
    choice->values = NULL;
    return ss_options_set_list(table_of(choice), choice->options, choice->label, list, error) &&
           print_values(choice, error);
}

/* `name` is followed by `list`, or by nothing when that is NULL. */
static bool parse(ss_choice *choice, const char *name, char *list, unsigned kinds, ss_error *error)
{
    const size_t length = strlen(name) + (list != NULL ? strlen(list) + 1 : 0) + 1;
    if (!find(choice, name, kinds, error) ||
        (choice->external != NULL && !ss_external_solver_available(choice->external, error)))
        return false;
    char *const own = calloc(length, 1); /* items of its own, as long as the text at most */
    choice->options = malloc(table_of(choice)->size + 1);
    choice->label = calloc(length, 1); /* no longer than the text */
    bool valid = own != NULL && choice->options != NULL && choice->label != NULL;
    if (valid) {
        strcpy(choice->label, name);
        ss_options_defaults(table_of(choice), choice->options);
        valid = list == NULL || take_list(choice, list, own, error);
    } else
        ss_error_memory(error, "the options of '%s'", name);
    free(own);
    const ss_outer_solver *const outer = choice->outer;
    if (valid && outer != NULL && (outer->needs & SS_NEEDS_INNER) != 0 && choice->of == NULL)
        valid = take_inner(choice, outer->inside != NULL ? outer->inside : SS_CHOICE_OUTER_DEFAULT,
                           error);
    if (valid && outer != NULL && (outer->needs & SS_NEEDS_FACTORS) != 0)
        valid = ss_sparse_load(error) != NULL;
    return valid && print_values(choice, error) &&
           (outer == NULL || ss_outer_solver_serves(outer, choice->options, error));
}

bool ss_choice_parse(ss_choice *choice, const char *text, unsigned kinds, ss_error *error)
{
    *choice = (ss_choice){.label = NULL};
    char *const copy = strdup(text);
    if (copy == NULL)
        return ss_error_memory(error, "the solver '%s'", text);
    char *list = copy; /* behind the first bracket, children have their own; NULL: none */
    strsep(&list, "[");
    const bool valid = strncmp(text, SS_CHOICE_COMMAND, strlen(SS_CHOICE_COMMAND)) == 0
                           ? ss_choice_parse_command(choice, text, kinds, error)
                           : parse(choice, copy, list, kinds, error);
    free(copy);
    if (!valid)
        ss_choice_free(choice);
    return valid;
}

void ss_choice_free(ss_choice *choice)
{
    if (choice->local != NULL)
        ss_choice_free(choice->local);
    if (choice->of != NULL)
        ss_choice_free(choice->of);
    free(choice->local);
    free(choice->of);
    free(choice->options);
    free(choice->values);
    free(choice->label);
    free(choice->file);
    *choice = (ss_choice){.label = NULL};
}

/* ---- what can run ---- */

static bool takes_none(const ss_choice *choice, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_USAGE, "outer solver '%s' takes no local solver",
                        choice->label);
}

/* Put a local solver into the outer solver called `outer`. */
static bool wrap(ss_choice *choice, const char *outer, ss_error *error)
{
    ss_choice whole; /* the outer one, still without it */
    if (!ss_choice_parse(&whole, outer, SS_CHOICE_OUTER, error))
        return false;
    ss_choice *const local = whole.local == NULL ? malloc(sizeof *local) : NULL;
    if (local == NULL) {
        if (whole.local != NULL && whole.outer->inside == NULL)
            local_twice(&whole, error);
        else if (whole.local != NULL)
            takes_none(&whole, error);
        else
            ss_error_memory(error, "a solver");
        ss_choice_free(&whole);
        return false;
    }
    *local = *choice; /* it moves into the tree */
    *choice = whole;
    choice->local = local;
    return true;
}

static bool needs_local(const ss_choice *choice)
{
    return choice->outer != NULL && ((choice->outer->needs & SS_NEEDS_LOCAL) != 0 ||
                                     (choice->of != NULL && needs_local(choice->of)));
}

/* Has the choice the local solver that it needs, and no other? */
static bool is_whole(const ss_choice *choice, ss_error *error)
{
    if (choice->local != NULL && !needs_local(choice))
        return takes_none(choice, error); /* nothing in it would visit contacts */
    return choice->local != NULL || !needs_local(choice) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "outer solver '%s' needs a local solver: local=NAME in its brackets; "
                        "see 'stickslip list solvers'",
                        choice->label);
}

bool ss_choice_parse_whole(ss_choice *choice, const char *text, const char *outer, ss_error *error)
{
    const bool valid = ss_choice_parse(choice, text, SS_CHOICE_ANY, error) &&
                       (choice->solver == NULL || wrap(choice, outer, error)) &&
                       is_whole(choice, error);
    if (!valid)
        ss_choice_free(choice);
    return valid;
}

bool ss_choice_parse_with(ss_choice *choice, const char *text, const char *local, ss_error *error)
{
    const bool valid = ss_choice_parse(choice, text, SS_CHOICE_LOCAL | SS_CHOICE_OUTER, error) &&
                       (!needs_local(choice) || choice->local != NULL ||
                        take_child(&choice->local, local, SS_CHOICE_LOCAL, error)) &&
                       is_whole(choice, error);
    if (!valid)
        ss_choice_free(choice);
    return valid;
}
