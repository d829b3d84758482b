/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/accuracy_choice.h"

#include "problems/base/names.h"

#include <string.h>

static const ss_accuracy_cost costs[] = {
    {"sweeps", "sweep", "sweeps_total", "sweeps", "sweeps", 1.0, SS_PRICE_COUNT},
    {"units", "work_units", "work_units_total", "work", "work (sweeps of the exact local solve)",
     1.0, SS_PRICE_UNITS},
    {"time", "cpu_s", "cpu_s", "CPU time", "CPU time of all that a solve pays (ms)", 1e3,
     SS_PRICE_TIME},
    {"both", NULL, NULL, "work and CPU time", NULL, 1.0, SS_PRICE_COUNT}, /* the two before it */
};
enum { BOTH = 3 };

bool ss_accuracy_choose(ss_accuracy_choice *choice, const ss_plot_request *request, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(costs, "--over: no cost called", "it must be sweeps, units, time or both");
    const ss_table *const traces = ss_rows_find("convergence"), *const runs =
                                                                    ss_rows_find("summary");
    const char *const word = request->estimator != NULL ? request->estimator : "e1";
    char name[64], last[80];
    choice->cost = ss_names_find(&names, request->over != NULL ? request->over : "sweeps", error);
    if (choice->cost == NULL)
        return false;
    snprintf(name, sizeof name, "%s", word);
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        if (ss_estimator_at(k)->alias != NULL && strcmp(word, ss_estimator_at(k)->alias) == 0)
            snprintf(name, sizeof name, "%s", ss_estimator_at(k)->name);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == '-' ? '_' : *at;
    snprintf(last, sizeof last, "%s_last", name);
    const bool both = choice->cost == &costs[BOTH];
    choice->n_panels = both ? SS_ACCURACY_PANELS : 1;
    const ss_field *const whole = ss_rows_number(runs, name);
    for (size_t k = 0; k < choice->n_panels; ++k) {
        const ss_accuracy_cost *const of = choice->panel[k] =
            both ? &costs[BOTH - SS_ACCURACY_PANELS + k] : choice->cost;
        choice->axes[k][true] =
            (ss_accuracy_axes){ss_rows_number(traces, name), ss_rows_number(traces, of->traced),
                               of->factor, of->price};
        choice->axes[k][false] =
            (ss_accuracy_axes){whole != NULL ? whole : ss_rows_number(runs, last),
                               ss_rows_number(runs, of->whole), of->factor, of->price};
    }
    const ss_field *const error_column = choice->axes[0][true].error;
    if (error_column == NULL || error_column->source != SS_FROM_ESTIMATOR)
        return ss_name_unknown(word, "--estimator: no column of convergence.csv is called",
                               ss_rows_estimator_at, traces, "see 'stickslip list estimators'",
                               error);
    choice->estimator = ss_estimator_at(error_column->from);
    choice->title = strcmp(choice->estimator->name, "e1") == 0 ? "E1" : choice->estimator->name;
    return true;
}
