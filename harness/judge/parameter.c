/* Finding the parameter of a study, among the options of solvers and of outer solvers and the
 * parameters of problems, and taking it out of the identity of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"
#include "harness/tables/label.h"
#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include "problems/base/names.h"
#include "solvers/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *column, *what;
} places[SS_STUDY_OF_COUNT] = {
#define X(id, word, column, what) {word, column, what},
    SS_STUDY_OF_LIST(X)
#undef X
};

char *ss_study_outer_options(const char *outer)
{
    ss_choice choice = {.values = NULL};
    if (outer[0] == '\0' || !ss_choice_parse(&choice, outer, SS_CHOICE_OUTER, NULL))
        return strdup("");
    char *const options = strdup(choice.values);
    ss_choice_free(&choice);
    return options;
}

/* The list in which a row says the parameter, and the name of who has it. */
static const char *list_of(const ss_study_curves *curves, size_t k, ss_study_of of)
{
    const ss_summary_row *const row = &curves->summary.records[k].row;
    return of == SS_STUDY_OF_SOLVER    ? row->options
           : of == SS_STUDY_OF_PROBLEM ? row->parameters
                                       : curves->outer_options[k];
}

static const char *owner_of(const ss_study_curves *curves, size_t k, ss_study_of of)
{
    const ss_summary_row *const row = &curves->summary.records[k].row;
    return of == SS_STUDY_OF_SOLVER    ? row->solver
           : of == SS_STUDY_OF_PROBLEM ? row->problem
                                       : row->outer;
}

/* Find if any row has the key there, and if its value differs between rows of one owner: each has
 * its own keys. */
static bool look(const ss_study_curves *curves, ss_study_of of, const char *key, bool *present,
                 bool *varies)
{
    const ss_key_value pair = {.key = key, .key_length = strlen(key)};
    size_t *const firsts = malloc((curves->summary.n + 1) * sizeof *firsts);
    size_t n = 0; /* owners so far */
    *present = *varies = false;
    for (size_t row = 0; firsts != NULL && row < curves->summary.n; ++row) {
        const char *const owner = owner_of(curves, row, of), *const list = list_of(curves, row, of);
        const size_t length = ss_question_name_length(owner);
        size_t k = 0;
        for (; k < n; ++k) {
            const char *const other = owner_of(curves, firsts[k], of);
            if (length == ss_question_name_length(other) && memcmp(owner, other, length) == 0)
                break;
        }
        if (k == n)
            firsts[n++] = row;
        *present = *present || ss_pairs_in(&pair, list);
        *varies = *varies || !ss_pairs_agree(list, list_of(curves, firsts[k], of), &pair);
    }
    free(firsts);
    return firsts != NULL;
}

/* The k-th of some keys, which NULL ends. */
static const char *key_at(const void *keys, size_t k)
{
    return ((const char *const *)keys)[k];
}

/* Nobody has it: tell of one with a name like it. */
static bool unknown(const ss_study_curves *curves, const char *parameter, ss_error *error)
{
    enum { ROOM = 8192 };
    char text[ROOM] = "", *rest = text; /* the keys that fit: spelling help */
    const char *keys[ROOM / 2 + 1];
    size_t n = 0;
    for (size_t k = 0; k < SS_STUDY_OF_COUNT * curves->summary.n; ++k) {
        const char *list =
            list_of(curves, k / SS_STUDY_OF_COUNT, (ss_study_of)(k % SS_STUDY_OF_COUNT));
        for (ss_key_value pair; ss_pairs_next(&list, &pair);)
            ss_pairs_add_key(text, sizeof text, &pair);
    }
    while ((keys[n] = strsep(&rest, ",")) != NULL)
        ++n;
    return ss_name_unknown(parameter, "no run has the option or parameter", key_at, keys,
                           "the columns options, parameters and outer of summary.csv name what "
                           "there is",
                           error);
}

/* The outer solvers' options, of each row; neighbours often have the same. */
static bool note_outers(ss_study_curves *curves)
{
    const size_t n = curves->summary.n;
    curves->outer_options = calloc(n, sizeof *curves->outer_options);
    for (size_t k = 0; curves->outer_options != NULL && k < n; ++k) {
        const char *const outer = curves->summary.records[k].row.outer;
        curves->outer_options[k] =
            k > 0 && strcmp(outer, curves->summary.records[k - 1].row.outer) == 0
                ? strdup(curves->outer_options[k - 1])
                : ss_study_outer_options(outer);
        if (curves->outer_options[k] == NULL)
            return false;
    }
    return curves->outer_options != NULL;
}

/* The parameter's place: the only one where it varies or, varying nowhere, where it is at all. */
static bool choose(ss_study_curves *curves, const char *key, const bool *present,
                   const bool *varies, ss_error *error)
{
    size_t n_present = 0, n_varies = 0;
    for (size_t k = 0; k < SS_STUDY_OF_COUNT; ++k) {
        n_present += present[k] ? 1 : 0;
        n_varies += varies[k] ? 1 : 0;
    }
    if (n_present == 0)
        return unknown(curves, key, error);
    const bool *const there = n_varies > 0 ? varies : present;
    if ((n_varies > 0 ? n_varies : n_present) == 1) {
        while (!there[curves->of])
            ++curves->of;
        curves->of_solver = curves->of != SS_STUDY_OF_PROBLEM;
        return true;
    }
    const size_t a = there[0] ? 0 : 1, b = there[1] && a == 0 ? 1 : 2;
    return ss_error_set(error, SS_ERROR_USAGE, "'%s' is %s and %s, and %s; say %s:%s or %s:%s", key,
                        places[a].what, places[b].what,
                        n_varies > 0 ? "both vary" : "neither varies", places[a].word, key,
                        places[b].word, key);
}

bool ss_study_parameter_find(ss_study_curves *curves, const char *parameter, ss_error *error)
{
    const size_t before = strcspn(parameter, ":");
    bool present[SS_STUDY_OF_COUNT] = {false}, varies[SS_STUDY_OF_COUNT] = {false};
    size_t asked = SS_STUDY_OF_COUNT; /* all */
    for (size_t k = 0; k < SS_STUDY_OF_COUNT; ++k)
        if (parameter[before] == ':' && strlen(places[k].word) == before &&
            strncmp(parameter, places[k].word, before) == 0)
            asked = k;
    curves->parameter = asked < SS_STUDY_OF_COUNT ? parameter + before + 1 : parameter;
    bool looked = note_outers(curves);
    for (size_t k = 0; looked && k < SS_STUDY_OF_COUNT; ++k)
        looked = (asked < SS_STUDY_OF_COUNT && k != asked) ||
                 look(curves, (ss_study_of)k, curves->parameter, &present[k], &varies[k]);
    return looked ? choose(curves, curves->parameter, present, varies, error)
                  : ss_error_memory(error, "a study");
}

bool ss_study_take_value(ss_study_run *run, const ss_study_curves *curves, size_t k,
                         ss_error *error)
{
    ss_summary_row *const row = &run->record.row;
    const ss_study_of of = curves->of;
    const char *const list = list_of(curves, k, of), *const key = curves->parameter;
    ss_key_value pair;
    run->value = NAN;
    run->has_value = ss_pairs_find(list, key, &pair);
    if (run->has_value && !ss_pairs_number(list, key, &run->value))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu, column %s: %s=%.*s is not a number; only numeric "
                            "options and parameters can be studied",
                            curves->summary.csv.path, run->record.line, places[of].column, key,
                            (int)(pair.value_length < 60 ? pair.value_length : 60), pair.value);
    run->solver = strndup(row->solver, ss_question_name_length(row->solver));
    run->parameters = ss_pairs_without(row->parameters, of == SS_STUDY_OF_PROBLEM ? key : "");
    run->options = ss_pairs_without(row->options, of == SS_STUDY_OF_SOLVER ? key : "");
    run->outer =
        of == SS_STUDY_OF_OUTER ? ss_label_with(row->outer, key, NULL) : strdup(row->outer);
    row->solver = run->solver;
    row->parameters = run->parameters;
    row->options = run->options;
    row->outer = run->outer;
    return (run->solver != NULL && run->parameters != NULL && run->options != NULL &&
            run->outer != NULL) ||
           ss_error_memory(error, "a study");
}
