/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/labels.h"

#include "harness/tables/label.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* A growing list of labels. */
typedef struct list {
    const char **items;
    size_t n;
} list;

static bool contains(const list *l, const char *label)
{
    for (size_t k = 0; k < l->n; ++k)
        if (strcmp(l->items[k], label) == 0)
            return true;
    return false;
}

static bool append(list *l, const char *label, ss_error *error)
{
    const char **const items = reallocarray(l->items, l->n + 1, sizeof *items);
    if (items == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the names of the solvers");
    l->items = items;
    l->items[l->n++] = label;
    return true;
}

static bool collect(list *all, const ss_summary *summaries, size_t n, ss_error *error)
{
    for (size_t t = 0; t < n; ++t) {
        for (size_t k = 0; k < summaries[t].n; ++k) {
            const char *const label = summaries[t].records[k].row.solver;
            if (!contains(all, label) && !append(all, label, error))
                return false;
        }
    }
    return true;
}

static bool take(list *chosen, const list *all, const char *text, size_t length, ss_error *error)
{
    const ss_names names = {.kind = "--solvers: no run of",
                            .hint = "the column solver of summary.csv has the names",
                            .first = all->items,
                            .n = all->n,
                            .stride = sizeof *all->items};
    const char *const *found = NULL;
    char *const label = strndup(text, length);
    bool good = label != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a name");
    good = good && (found = ss_names_find(&names, label, error)) != NULL;
    if (good && contains(chosen, label))
        good = ss_error_set(error, SS_ERROR_USAGE, "--solvers names %.60s twice", label);
    free(label);
    return good && append(chosen, *found, error);
}

static bool take_list(list *chosen, const list *all, const char *text, ss_error *error)
{
    for (;;) {
        const size_t length = ss_label_length(text);
        if (!take(chosen, all, text, length, error))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

bool ss_profile_labels_choose(const char ***labels, size_t *n_labels, const ss_summary *summaries,
                              size_t n_summaries, const char *text, ss_error *error)
{
    list all = {.n = 0}, chosen = {.n = 0};
    list *const result = text == NULL ? &all : &chosen;
    const bool good = collect(&all, summaries, n_summaries, error) &&
                      (text == NULL || take_list(&chosen, &all, text, error));
    *labels = good ? result->items : NULL;
    *n_labels = good ? result->n : 0;
    if (good)
        result->items = NULL;
    free(all.items);
    free(chosen.items);
    return good;
}
