/* Where the parameter of a study stands: among the solvers' options or the problems' parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/curves.h"
#include "harness/study/pairs.h"

#include "problems/base/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t ss_study_name_length(const char *label)
{
    return strcspn(label, "[");
}

/* A column of "key=value" lists, and the column of which each name has its own set of keys. */
typedef struct place {
    const char *column, *owner, *prefix;
} place;

static const place places[] = {{"options", "solver", "solver:"},
                               {"parameters", "problem", "problem:"}};

static bool same_owner(const char *a, const char *b)
{
    const size_t length = ss_study_name_length(a);
    return length == ss_study_name_length(b) && memcmp(a, b, length) == 0;
}

/* Row of the first owner of that name, of the n rows noted in `firsts`; n if it is new. */
static size_t find_owner(const ss_csv *file, const place *p, const size_t *firsts, size_t n,
                         size_t row)
{
    const char *const owner = ss_csv_text(file, row, p->owner);
    size_t k = 0;
    while (k < n && !same_owner(ss_csv_text(file, firsts[k], p->owner), owner))
        ++k;
    return k;
}

/* Whether any row has the key, and whether its value differs between rows of one owner. */
static bool look(const ss_csv *file, const place *p, const char *key, bool *present, bool *varies)
{
    size_t *const firsts = malloc((file->n_rows + 1) * sizeof *firsts);
    size_t n = 0;
    *present = *varies = false;
    for (size_t row = 0; firsts != NULL && row < file->n_rows; ++row) {
        const char *const list = ss_csv_text(file, row, p->column);
        const size_t k = find_owner(file, p, firsts, n, row);
        if (k == n)
            firsts[n++] = row;
        *present = *present || ss_pairs_find(list, key, NULL);
        *varies = *varies ||
                  !ss_pairs_agree(list, ss_csv_text(file, firsts[k], p->column), key, strlen(key));
    }
    free(firsts);
    return firsts != NULL;
}

/* All keys of the table, for the spelling help. */
typedef struct keys {
    char (*names)[64];
    size_t n;
} keys;

static const char *key_at(const void *list, size_t k)
{
    const keys *const all = list;
    return k < all->n ? all->names[k] : NULL;
}

static void add_key(keys *all, const ss_key_value *pair)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)pair->key_length, pair->key);
    for (size_t k = 0; k < all->n; ++k)
        if (strcmp(all->names[k], name) == 0)
            return;
    char(*const grown)[64] = realloc(all->names, (all->n + 1) * sizeof *grown);
    if (grown == NULL)
        return; /* fewer names to guess from */
    all->names = grown;
    memcpy(all->names[all->n++], name, sizeof name);
}

static bool unknown(const ss_csv *file, const char *parameter, ss_error *error)
{
    keys all = {.n = 0};
    for (size_t row = 0; row < file->n_rows; ++row)
        for (size_t k = 0; k < 2; ++k) {
            const char *list = ss_csv_text(file, row, places[k].column);
            ss_key_value pair;
            while (ss_pairs_next(&list, &pair))
                add_key(&all, &pair);
        }
    ss_name_unknown(parameter, "no run has the option or parameter", key_at, &all,
                    "the columns options and parameters of summary.csv name what there is", error);
    free(all.names);
    return false;
}

/* Without a prefix: where it varies, else where it is. */
static bool choose(const ss_csv *file, const char *key, bool *of_solver, ss_error *error)
{
    bool present[2], varies[2];
    for (size_t k = 0; k < 2; ++k)
        if (!look(file, &places[k], key, &present[k], &varies[k]))
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    if (!present[0] && !present[1])
        return unknown(file, key, error);
    if (present[0] && present[1] && varies[0] == varies[1])
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%.60s' is an option of solvers and a parameter of problems, and %s; "
                            "say solver:%.60s or problem:%.60s",
                            key, varies[0] ? "both vary" : "neither varies", key, key);
    *of_solver = varies[0] || (!varies[1] && present[0]);
    return true;
}

bool ss_study_parameter_find(ss_study_curves *curves, const char *parameter, ss_error *error)
{
    bool present, varies;
    curves->parameter = parameter;
    for (size_t k = 0; k < 2; ++k) {
        const size_t length = strlen(places[k].prefix);
        if (strncmp(parameter, places[k].prefix, length) != 0)
            continue;
        curves->parameter = parameter + length;
        curves->of_solver = k == 0;
        if (!look(&curves->file, &places[k], curves->parameter, &present, &varies))
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
        return present || unknown(&curves->file, curves->parameter, error);
    }
    return choose(&curves->file, parameter, &curves->of_solver, error);
}
