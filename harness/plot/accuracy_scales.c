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
    snprintf(name, sizeof name - strlen("_last"), "%s", word);
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        if (ss_estimator_at(k)->alias != NULL && strcmp(word, ss_estimator_at(k)->alias) == 0)
            snprintf(name, sizeof name - strlen("_last"), "%s", ss_estimator_at(k)->name);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == '-' ? '_' : *at;
    s->traced.error = ss_rows_number(ss_rows_find("convergence"), name);
    if (s->traced.error == NULL || s->traced.error->source != SS_FROM_ESTIMATOR)
        return ss_name_unknown(word, "--estimator: no column of convergence.csv is called",
                               estimator_column, ss_rows_find("convergence"),
                               "see 'stickslip list estimators'", error);
    s->estimator = ss_estimator_at(s->traced.error->from);
    s->title = strcmp(s->estimator->name, "e1") == 0 ? "E1" : s->estimator->name;
    s->reached.error = ss_rows_number(ss_rows_find("summary"), name);
    strcat(name, "_last");
    if (s->reached.error == NULL)
        s->reached.error = ss_rows_number(ss_rows_find("summary"), name);
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
    scales->traced.cost = ss_rows_number(ss_rows_find("convergence"), scales->cost->traced);
    scales->reached.cost = ss_rows_number(ss_rows_find("summary"), scales->cost->whole);
    return true;
}
