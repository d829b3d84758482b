/* Finding the parameter of a study: among the solvers' options or the problems' parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"
#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* Find if any row has the key, among the solver's options or the problem's parameters, and if its
 * value differs between rows of one owner: each has its own keys. */
static bool look(const ss_summary *summary, bool of_solver, const char *key, bool *present,
                 bool *varies)
{
    const ss_key_value pair = {.key = key, .key_length = strlen(key)};
    const ss_summary_row **const firsts = malloc((summary->n + 1) * sizeof *firsts);
    size_t n = 0; /* owners so far */
    *present = *varies = false;
    for (size_t row = 0; firsts != NULL && row < summary->n; ++row) {
        const ss_summary_row *const at = &summary->records[row].row;
        const char *const owner = of_solver ? at->solver : at->problem;
        const size_t length = ss_question_name_length(owner);
        size_t k = 0;
        for (; k < n; ++k) {
            const char *const other = of_solver ? firsts[k]->solver : firsts[k]->problem;
            if (length == ss_question_name_length(other) && memcmp(owner, other, length) == 0)
                break;
        }
        if (k == n)
            firsts[n++] = at;
        const char *const list = of_solver ? at->options : at->parameters;
        const char *const first = of_solver ? firsts[k]->options : firsts[k]->parameters;
        *present = *present || ss_pairs_in(&pair, list);
        *varies = *varies || !ss_pairs_agree(list, first, &pair);
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
static bool unknown(const ss_summary *summary, const char *parameter, ss_error *error)
{
    enum { ROOM = 8192 };
    char text[ROOM] = "", *rest = text; /* the keys that fit: spelling help */
    const char *keys[ROOM / 2 + 1];
    size_t n = 0;
    for (size_t row = 0; row < 2 * summary->n; ++row) {
        const ss_summary_row *const at = &summary->records[row / 2].row;
        const char *list = row % 2 == 0 ? at->options : at->parameters;
        for (ss_key_value pair; ss_pairs_next(&list, &pair);)
            ss_pairs_add_key(text, sizeof text, &pair);
    }
    while ((keys[n] = strsep(&rest, ",")) != NULL)
        ++n;
    return ss_name_unknown(parameter, "no run has the option or parameter", key_at, keys,
                           "the columns options and parameters of summary.csv name what there is",
                           error);
}

bool ss_study_parameter_find(ss_study_curves *curves, const char *parameter, ss_error *error)
{
    static const char *const prefixes[] = {"solver:", "problem:"};
    const ss_summary *const summary = &curves->summary;
    bool asked[] = {true, true}, present[] = {false, false}, varies[] = {false, false};
    const char *key = parameter;
    for (size_t k = 0; k < 2; ++k) {
        const size_t length = strlen(prefixes[k]);
        if (strncmp(parameter, prefixes[k], length) == 0) {
            key = parameter + length;
            asked[1 - k] = false;
        }
    }
    for (size_t k = 0; k < 2; ++k)
        if (asked[k] && !look(summary, k == 0, key, &present[k], &varies[k]))
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    if (!present[0] && !present[1])
        return unknown(summary, key, error);
    if (present[0] && present[1] && varies[0] == varies[1])
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%s' is an option of solvers and a parameter of problems, and %s; "
                            "say solver:%s or problem:%s",
                            key, varies[0] ? "both vary" : "neither varies", key, key);
    curves->parameter = key;
    curves->of_solver =
        varies[0] || (!varies[1] && present[0]); /* where it varies, else where it is */
    return true;
}
