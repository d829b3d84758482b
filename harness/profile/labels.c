/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/labels.h"

#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* A growing list of labels. */
typedef struct list {
    char **items;
    size_t n;
} list;

static const char *label_at(const void *labels, size_t k)
{
    const list *const l = labels;
    return k < l->n ? l->items[k] : NULL;
}

static bool contains(const list *l, const char *label)
{
    for (size_t k = 0; k < l->n; ++k)
        if (strcmp(l->items[k], label) == 0)
            return true;
    return false;
}

static bool append(list *l, const char *label, size_t length, ss_error *error)
{
    char **const items = reallocarray(l->items, l->n + 1, sizeof *items);
    if (items != NULL)
        l->items = items;
    char *const copy = items != NULL ? strndup(label, length) : NULL;
    if (copy == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the names of the solvers");
    l->items[l->n++] = copy;
    return true;
}

static bool collect(list *all, const ss_csv *tables, size_t n_tables, ss_error *error)
{
    for (size_t t = 0; t < n_tables; ++t) {
        for (size_t row = 0; row < tables[t].n_rows; ++row) {
            const char *const label = ss_csv_text(&tables[t], row, "solver");
            if (!contains(all, label) && !append(all, label, strlen(label), error))
                return false;
        }
    }
    return true;
}

/* Characters up to the comma that ends a label. */
static size_t label_length(const char *text)
{
    size_t n = 0;
    for (int depth = 0; text[n] != '\0' && (depth > 0 || text[n] != ','); ++n)
        depth += (text[n] == '[') - (text[n] == ']');
    return n;
}

static bool take(list *chosen, const list *all, const char *text, size_t length, ss_error *error)
{
    size_t index = 0;
    if (!append(chosen, text, length, error))
        return false;
    char *const label = chosen->items[--chosen->n]; /* not counted until it is found good */
    bool good = ss_name_find(label, "--solvers: no run of", label_at, all,
                             "the column solver of summary.csv has the names", &index, error);
    if (good && contains(chosen, label))
        good = ss_error_set(error, SS_ERROR_USAGE, "--solvers names %.60s twice", label);
    if (good)
        ++chosen->n;
    else
        free(label);
    return good;
}

static bool take_list(list *chosen, const list *all, const char *text, ss_error *error)
{
    for (;;) {
        const size_t length = label_length(text);
        if (!take(chosen, all, text, length, error))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

bool ss_labels_choose(char ***labels, size_t *n_labels, const ss_csv *tables, size_t n_tables,
                      const char *text, ss_error *error)
{
    list all = {.n = 0}, chosen = {.n = 0};
    list *const result = text == NULL ? &all : &chosen;
    *labels = NULL;
    *n_labels = 0;
    const bool good = collect(&all, tables, n_tables, error) &&
                      (text == NULL || take_list(&chosen, &all, text, error));
    if (good) {
        *labels = result->items;
        *n_labels = result->n;
        *result = (list){.n = 0};
    }
    ss_labels_free(all.items, all.n);
    ss_labels_free(chosen.items, chosen.n);
    return good;
}

void ss_labels_free(char **labels, size_t n_labels)
{
    for (size_t k = 0; k < n_labels; ++k)
        free(labels[k]);
    free(labels);
}
