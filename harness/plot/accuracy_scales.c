/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/accuracy_scales.h"

#include "problems/base/names.h"

#include <string.h>

static const ss_plot_cost costs[] = {
    {"sweeps", "sweep", "sweeps_total", "sweeps", "sweeps", 1.0},
    {"units", "work_units", "work_units_total", "work", "work (sweeps of the exact local solve)",
     1.0},
    {"time", "cpu_s", "cpu_s", "CPU time", "CPU time of the solver (ms)", 1e3},
};

static const ss_field *find_field(const char *table, const char *name, const char *ending)
{
    const ss_table *const t = ss_rows_find(table);
    char full[80];
    snprintf(full, sizeof full, "%s%s", name, ending);
    for (size_t k = 0; k < t->n_fields; ++k)
        if (strcmp(t->fields[k].name, full) == 0 && t->fields[k].kind != SS_FIELD_TEXT)
            return &t->fields[k];
    return NULL;
}

/* The k-th column of a table that is an estimator's. */
static const char *estimator_column(const void *list, size_t k)
{
    const ss_table *const table = list;
    for (size_t c = 0; c < table->n_fields; ++c)
        if (table->fields[c].source == SS_FROM_ESTIMATOR && k-- == 0)
            return table->fields[c].name;
    return NULL;
}

/* "eps-pen" and "eps_pen" are the same. */
static bool read_estimator(ss_plot_scales *s, const char *word, ss_error *error)
{
    char name[64];
    snprintf(name, sizeof name, "%s", word);
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        if (ss_estimator_at(k)->alias != NULL && strcmp(word, ss_estimator_at(k)->alias) == 0)
            snprintf(name, sizeof name, "%s", ss_estimator_at(k)->name);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == '-' ? '_' : *at;
    s->traced.error = find_field("convergence", name, "");
    if (s->traced.error == NULL || s->traced.error->source != SS_FROM_ESTIMATOR)
        return ss_name_unknown(word, "--estimator: no column of convergence.csv is called",
                               estimator_column, ss_rows_find("convergence"),
                               "see 'stickslip list estimators'", error);
    s->estimator = ss_estimator_at(s->traced.error->from);
    s->title = strcmp(s->estimator->name, "e1") == 0 ? "E1" : s->estimator->name;
    s->reached.error = find_field("summary", name, "");
    if (s->reached.error == NULL)
        s->reached.error = find_field("summary", name, "_last");
    return true;
}

bool ss_plot_scales_read(ss_plot_scales *scales, const ss_plot_request *request, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(costs, "--over: no cost called", "it must be sweeps, units or time");
    scales->cost = ss_names_find(&names, request->over != NULL ? request->over : "sweeps", error);
    if (scales->cost == NULL ||
        !read_estimator(scales, request->estimator != NULL ? request->estimator : "e1", error))
        return false;
    scales->traced.cost = find_field("convergence", scales->cost->traced, "");
    scales->reached.cost = find_field("summary", scales->cost->whole, "");
    return true;
}
